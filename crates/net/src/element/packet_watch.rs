//! The packets that arrive at a packet port, one by one, each with its fate.
//!
//! The port notes what happens to each; a watch keeps of it what a probe asks for.

use crate::data::growth::Growth as _;
use crate::data::ids::PacketPortId;

use cellwise_atm::loss::LossReason;
use cellwise_packet::MarkReason;
use cellwise_scenario::Window;
use cellwise_units::Time;

use super::packet_port::{Happened, Sight};
use super::wire::Fate;
use crate::data::loss_records::Carried;

/// A packet that has arrived at a packet port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComingPacket {
    pub(crate) at: Time,
    /// Whether it goes the way of its flow's data.
    pub(crate) forward: bool,
    pub(crate) carried: Carried,
    /// Octets of the IP packet.
    pub(crate) octets: u32,
    pub(crate) became: Option<Became>,
}

/// What became of a packet, and when that was decided.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Became {
    /// The line has sent it, or its sending is known.
    Went {
        at: Time,
        until: Time,
        marked: Option<MarkReason>,
        fate: Fate,
    },
    Dropped {
        at: Time,
        reason: LossReason,
    },
}

/// The element that notes the packets that arrive at a packet port.
#[derive(Clone, Debug)]
pub(crate) struct PacketWatch {
    pub(crate) port: PacketPortId,
    window: Window,
    /// In the order in which they came.
    pub(crate) packets: Vec<ComingPacket>,
    /// The number at the port of the first of them.
    first: u64,
    /// Packets in the window for which there was no room any more.
    pub(crate) left_out: u64,
}

impl PacketWatch {
    /// A watch at a packet port.
    pub(crate) fn new(port: PacketPortId, window: Window) -> Self {
        Self { port, window, packets: Vec::new(), first: 0, left_out: 0 }
    }

    /// The substitute for one that is busy.
    pub(crate) fn none(port: PacketPortId) -> Self {
        Self::new(port, Window { from: Time::NEVER, until: Time::NEVER, limit: 0 })
    }

    /// Notes what has happened to a packet; `packet` makes it, should it have come.
    pub(crate) fn note(&mut self, sight: &Sight, packet: impl FnOnce() -> ComingPacket) {
        let Sight { at, number, what, .. } = *sight;
        let became = match what {
            Happened::Came => return self.note_coming(at, number, packet),
            Happened::Went { marked, fate, until, .. } => Became::Went { at, until, marked, fate },
            Happened::Dropped(reason) => Became::Dropped { at, reason },
        };
        // What was recorded came one after the other.
        let place = number.checked_sub(self.first).map(|place| place as usize);
        if let Some(coming) = place.and_then(|place| self.packets.get_mut(place)) {
            coming.became = Some(became);
        }
    }

    fn note_coming(&mut self, at: Time, number: u64, packet: impl FnOnce() -> ComingPacket) {
        if !self.window.has(at) {
            return;
        }
        if self.packets.len() as u64 == self.window.limit {
            self.left_out += 1;
            return;
        }
        if self.packets.is_empty() {
            self.first = number;
        }
        self.packets.make_room();
        self.packets.push(packet());
    }
}
