//! What every cell source answers.

use cellwise_units::{BitRate, CELL_BITS, CellClock, ConfigIssue, Time};

/// The family's name in the catalogue.
pub const FAMILY: &str = "cell-sources";

/// A source of cells.
pub trait CellSource {
    /// When the next cell is due, not before the cell before it; [`Time::NEVER`] after the end of
    /// time.
    fn next_emission(&self) -> Time;

    /// The cell due at [`next_emission`](Self::next_emission) has been sent.
    fn emit(&mut self);

    /// A cell of the source has left the adapter in which it waited.
    fn resume(&mut self, _now: Time) {}
}

/// Settings with which nothing can be wrong within their ranges.
pub(super) trait AlwaysSound {
    fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }
}

/// The clock of cells at a rate; a rate of 0 is taken as 1 bit/s.
pub(super) fn clock_of(rate: BitRate) -> CellClock {
    CellClock::of(rate.max(BitRate::from_bps(1)))
}

pub(super) fn cells_per_s(rate: BitRate) -> f64 {
    rate.get() as f64 / CELL_BITS as f64
}

/// The nearest number from `least` to `most`; the least for what is no number.
pub(super) fn bounded(value: f64, least: f64, most: f64) -> f64 {
    if value >= least { value.min(most) } else { least }
}
