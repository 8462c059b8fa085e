//! What every rate rule answers, and what it sees of its port.

use cellwise_units::Time;

use crate::abr::RmCell;

/// The family's name in the catalogue.
pub const FAMILY: &str = "rate-rules";

/// What a rule may know of a VC from its set-up; all rates in cells/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VcContract {
    /// MCR: what the VC always has. From 0 to PCR; the MCRs of a port sum up to at most its rate.
    pub mcr: f64,
    /// PCR: what the VC never exceeds.
    pub pcr: f64,
    /// The VC's part of the capacity above the MCRs, relative to the others; above 0.
    pub weight: f64,
}

/// The state that a rule may use when something happens at its port.
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

    /// Whether cells must be reported to the rule with [`on_abr_cell`](Self::on_abr_cell) and
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
