//! What every policer answers, and what it is asked with.

use cellwise_units::{CellClock, ClockPoint};

use crate::loss::LossReason;
use crate::policing::{Arrivals, PolicerCounts};

/// The family's name in the catalogue.
pub const FAMILY: &str = "policers";

/// Consecutive cells of one frame at constant spacing, as they arrive.
#[derive(Clone, Copy, Debug)]
pub struct CellTrain<'a> {
    /// When the first cell arrives, on `clock`.
    pub first: ClockPoint,
    /// What spaces the cells; [`CellClock::INSTANT`] if they arrive all at once.
    pub clock: &'a CellClock,
    /// Cells of the train, at least 1.
    pub count: u16,
    /// Position in the frame of the first cell.
    pub index: u16,
    /// Cells of the whole frame.
    pub frame_cells: u16,
    /// CLP, the same for all cells of the train.
    pub clp: bool,
}

impl<'a> CellTrain<'a> {
    /// Whether the last cell of the train carries the end-of-frame mark (the AUU bit).
    #[inline]
    #[must_use]
    pub const fn ends_frame(&self) -> bool {
        self.index as u32 + self.count as u32 == self.frame_cells as u32
    }

    /// When its cells arrive.
    #[inline]
    #[must_use]
    pub const fn arrivals(&self) -> Arrivals<'a> {
        Arrivals { first: self.first, clock: self.clock, count: self.count }
    }
}

/// What becomes of a cell at a policer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// It passes as it came.
    Pass,
    /// It passes with CLP = 1.
    Tag,
    /// It is lost.
    Discard(LossReason),
}

/// A rule by which the network enforces the contract of one connection, or of one aggregate.
pub trait Policer {
    /// Judges the cells of a train, and gives what becomes of them in order, as runs of equal
    /// treatment: how many cells, at least 1, and what happens to each. Trains come in the order of
    /// time; where frames begin and end is known only by the end marks of the cells that come.
    fn judge(&mut self, train: &CellTrain<'_>, out: &mut dyn FnMut(u16, Treatment));

    /// What has been counted.
    fn counts(&self) -> PolicerCounts;
}
