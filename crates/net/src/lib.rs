//! The world: hosts, switches and links of a network as pipes and merges, and what came of a run.
//!
//! # The way of a cell
//!
//! An end point (`host/endpoint.rs`) makes a packet. Its host (`host`, `world/hosts.rs`) gives the packet time in its
//! processor, numbers it on its circuit (`circuit`) and hands it over as a train (`data/train.rs`), all cells at once.
//! `World::deliver` (`world/pipe.rs`) brings the train from hop to hop (`circuit/hop.rs`). Each hop names an element
//! (`element`): a stage passes the train on in place; a port with one feeder settles in place when its cells leave;
//! at an ordering point (`circuit/merge.rs`, `data/stream.rs`) the train waits for its turn in the order of time. At
//! the far host the reassembler gets the cells, the packet goes to its end point, and what that sends goes the same
//! way back.
//! `docs/explanation/engine.md` explains the same with pictures, and why it is exact.
//!
//! # Words
//!
//! - **Cell, frame, segment**: 53 octets; the cells of one AAL5 frame; a piece of TCP's data. A `packet::Sdu` is
//!   the content of a frame, or a cell that belongs to no frame: a bare cell, an RM cell.
//! - **Train**: consecutive cells of one frame at constant spacing, as one value. A **clock** spaces them.
//! - **Circuit**: one direction of a virtual connection, of its RM cells, or of the packets on packet links. It is a
//!   row of **hops**, each at one element, where the circuit has a **lane**: its number among those that pass.
//! - **Element**: what cells pass or end at: a port, a host, a rate rule, a packet queue, a tap, a stage, an exit to
//!   another part of the network. `elements::Elements` are all of them; `world::World` is the
//!   loop that runs them.
//! - **Stage**: an element that is evaluated in place: a line, noise, a policer, a shaper, jitter. A new one is a file
//!   in `element/` and a row in `element/stage.rs`.
//! - **Port**: a buffer in front of one direction of a link, of one of four kinds: `Fifo`, `Ruled`, `Scheduled`,
//!   `Adapter`.
//! - **Ordering point, merge**: where cells of several **streams** are taken in the order of time, ties included. A
//!   **feeder** is where the cells of a stream come from.
//! - **Pipe**: what lies between two ordering points. It is evaluated ahead of the clock.
//! - **Lookahead**: how far an ordering point may run ahead of all others. An adapter's **promise** says until when
//!   nothing comes from it.
//! - **Mark**: an instant at which what is ahead of the clock stops and looks: a sample, the end of the warm-up, the end
//!   of the run.
//! - **Hold, release**: cells behind their last ordering point are held until the last of their frame and then released
//!   together to the host.
//! - **Alone**: a scheduled port takes and sends cells by itself for as long as nothing else can come there.
//! - **Settled, asked**: of a packet at a packet port everything is settled when it arrives; or the port is asked for its
//!   next packet when its line is free.
//! - **Agenda, period**: what is due where; the instants that bound what may be done.
//! - **Run**: a network in the course of time ([`Run`]); its result is the [`Outcome`].

mod build;
mod capture;
mod circuit;
mod data;
mod element;
mod elements;
mod host;
mod parallel;
mod results;
mod run;
mod shortcut;
mod world;
#[cfg(test)]
mod written;

pub use capture::Capture;
pub use data::audit::Audit;
pub use data::error::RunError;
pub use data::packet::{OutsideFlow, OutsidePacket};
pub use elements::variable::{LinkKey, LinkValue, link_keys};
pub use host::outside::{Arrived, LostPacket, Sending, Value};
pub use parallel::{Partition, Rule, partition};
pub use results::{Column, Outcome, PortRecords, Series, Stopped, Table, Texts, Values, Waiting};
pub use run::open::{OpenRun, Port, Reached, Variable, windows};
pub use run::{Beginning, Run, Status};
pub use shortcut::names::{Shortcut, Shortcuts};
