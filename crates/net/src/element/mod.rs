//! The elements that cells pass: a room for each, with its state and what it knows of every circuit that passes.

mod contract;
mod delay_line;
mod exit;
mod lanes;
mod marks;
mod noise;
mod packet_port;
mod packet_statistics;
mod packet_watch;
mod policer;
pub(crate) mod port;
mod shaper;
mod stage;
mod watch;
mod wire;

pub(crate) use contract::{Around, LinkEnd, Station};
pub(crate) use exit::Exit;
pub(crate) use lanes::{LaneId, Lanes};
pub(crate) use marks::Marks;
pub(crate) use noise::{Noise, NoiseTally};
pub(crate) use packet_port::{Became, PacketPort, Passenger, Sight, Waiting as WaitingPacket};
pub(crate) use packet_statistics::{OfFlow, PacketWatched, QueueTally};
pub(crate) use packet_watch::{ComingPacket, PacketWatch};
pub(crate) use policer::Policer;
pub(crate) use shaper::{Shaper, ShaperSettings};
pub(crate) use stage::{Element, Stages};
pub(crate) use watch::{Noted, OfferedCell, Passer, Watch};
pub(crate) use wire::{Fate, Passage};
