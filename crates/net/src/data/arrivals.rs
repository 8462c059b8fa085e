//! The cells that a port has taken or lost, for those who want to see them.

use cellwise_atm::loss::LossReason;
use cellwise_units::Time;

use crate::data::ids::{CellTapId, CircuitId, WatchId};
use crate::data::train::Label;

/// A cell that a port has taken or lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) at: Time,
    pub(crate) circuit: CircuitId,
    pub(crate) frame: u32,
    pub(crate) index: u16,
    pub(crate) label: Label,
    pub(crate) lost: Option<LossReason>,
}

/// The cells that a port has taken or lost, until those who want to know have seen them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrivals {
    pub(crate) cells: Vec<Arrival>,
    /// The tap before the port: position in the world's list.
    pub(crate) tap: Option<CellTapId>,
    /// The watch before the port: position in the world's list.
    pub(crate) watch: Option<WatchId>,
}
