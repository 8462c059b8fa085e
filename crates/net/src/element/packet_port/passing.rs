//! A packet that waits at a packet port, the port's knowledge of its way, and its next element.

use cellwise_units::CellClock;

use crate::data::ids::FlowId;
use crate::data::packet::Sdu;
use crate::data::train::Train;
use crate::element::lanes::LaneId;
use crate::element::wire::Wire;

/// A packet in the queue. It gets its number on the circuit when it leaves, since others may pass it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) train: Train,
    pub(crate) lane: LaneId,
    pub(crate) frame: Sdu,
    /// Its number among the packets that have come here; the port gives it.
    pub(crate) number: u64,
}

/// The knowledge of a packet port about a packet's way, in addition to the packet itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passenger {
    /// The hosts between which the packet goes.
    pub(crate) ends: [u32; 2],
    /// The flow whose connection is the packet's.
    pub(crate) connection: FlowId,
    /// Its differentiated services codepoint.
    pub(crate) dscp: u8,
}

/// Where packets go from here.
#[derive(Clone, Debug)]
pub(crate) enum Onward {
    /// Over a packet link.
    Link(Wire),
    /// To the port of a line of cells with this clock.
    Cells(CellClock),
}
