//! Rate rules: what an ABR queue of a switch says to its sources, cell by cell and RM cell by RM
//! cell.
//!
//! A rule watches the cells that arrive at one output port, and answers the RM cells of the VCs
//! that go through it: it may lower ER, set CI or NI, or have data cells marked with EFCI. It never
//! raises ER and never clears CI or NI (ATM Forum af-tm-0056, section 5.10.6). Rates are in cells/s,
//! RM cells included. Adding a rule: one file with `Config` (`build`, `levels`, `check`) and the rule, and one
//! row in the registry below.
//!
//! A port reports everything to its rule in order of time. Measuring intervals end lazily: whoever comes
//! first after the end of an interval closes it.
//!
//! Letters: C link rate, Q ABR cells waiting at the port, N active VCs, z load factor (input by
//! target), g advertised rate.

mod advertised;
mod checks;
mod erica_core;
mod max_min;
mod measurement;
mod registry;
#[cfg(test)]
mod testing;

pub mod capc;
pub mod efci;
pub mod eprca;
pub mod erica;
pub mod erica_plus;
pub mod fmmra;
pub mod mmrca;
pub mod operating_region;
pub mod osu;
pub mod relative_rate;

pub use crate::drop_policy::ConfigIssue;
pub use registry::{AnyRateRule, RateRuleConfig, catalogue};

use crate::abr::RmCell;
use cellwise_units::Time;

/// The family's name in the catalogue.
pub const FAMILY: &str = "rate-rules";

/// What a rule may know of a VC from its set-up; all rates in cells/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VcContract {
    /// MCR: what the VC always has. From 0 to PCR; the MCRs of a port sum up to at most its rate.
    pub mcr: f64,
    /// PCR: what the VC never exceeds.
    pub pcr: f64,
    /// The VC's part of what is left above the MCRs, relative to the others; above 0.
    pub weight: f64,
}

/// What a rule may look at when something happens at its port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortView {
    /// The present instant; never before that of an earlier event.
    pub now: Time,
    /// Q: ABR cells that wait at the port, judged before the present cell is inserted.
    pub abr_queue: u64,
}

/// The rule by which a port's ABR queue controls its sources. VCs are numbered as in the contracts
/// that the rule was built with.
pub trait RateRule {
    /// Whether the rule marks data cells, so that the port must ask [`marks_efci`](Self::marks_efci).
    /// Constant over the rule's life.
    fn uses_efci(&self) -> bool {
        false
    }

    /// Whether the rule must be told of cells with [`on_abr_cell`](Self::on_abr_cell) and
    /// [`on_higher_cell`](Self::on_higher_cell). Constant over the rule's life.
    fn counts_cells(&self) -> bool {
        false
    }

    /// An ABR cell of `vc` in the direction of the port, data or forward RM, arrives; reported before
    /// the cell is queued, and whether or not it is then lost.
    fn on_abr_cell(&mut self, _view: &PortView, _vc: usize) {}

    /// A cell of a category served before ABR is taken into the port.
    fn on_higher_cell(&mut self, _view: &PortView) {}

    /// A forward RM cell of `vc` arrives, after it was reported to [`on_abr_cell`](Self::on_abr_cell);
    /// the rule may change it.
    fn on_forward(&mut self, _view: &PortView, _vc: usize, _rm: &mut RmCell) {}

    /// A backward RM cell of `vc`, whose forward cells use this port, passes the switch; the rule
    /// may change it.
    fn on_backward(&mut self, _view: &PortView, _vc: usize, _rm: &mut RmCell) {}

    /// Whether a data cell that passes now is marked with EFCI.
    fn marks_efci(&mut self, _view: &PortView) -> bool {
        false
    }
}
