//! Cell sources: traffic that is put onto a virtual connection cell by cell, with no frames above.
//!
//! A source answers one question, when its next cell is due ([`CellSource::next_emission`]), and
//! is told when that cell has been sent ([`CellSource::emit`]). Most are never held up: what becomes
//! of their cells is the network's affair; one that is hears when a cell has left ([`CellSource::resume`]). Adding a
//! source: one file with `Config` (`build`, `check` unless it is `AlwaysSound`, `peak_rate`, `mean_cells_per_s`) and
//! the source, and one row in the registry below.

mod registry;

pub mod constant;
pub mod greedy;
pub mod interrupted;
pub mod mpeg;
pub mod on_off;
pub mod pareto_on_off;
pub mod poisson;

pub use registry::{AnyCellSource, CellSourceConfig, catalogue};

use cellwise_units::{BitRate, CELL_BITS, CellClock, Time};

use crate::drop_policy::ConfigIssue;

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
trait AlwaysSound {
    fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }
}

/// The clock of cells at a rate; a rate of 0 is taken as 1 bit/s.
fn clock_of(rate: BitRate) -> CellClock {
    CellClock::of(rate.max(BitRate::from_bps(1)))
}

fn cells_per_s(rate: BitRate) -> f64 {
    rate.get() as f64 / CELL_BITS as f64
}

/// The nearest number from `least` to `most`; the least for what is no number.
fn bounded(value: f64, least: f64, most: f64) -> f64 {
    if value >= least { value.min(most) } else { least }
}
