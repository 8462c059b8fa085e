//! What the unit tests of all rules need.

use cellwise_units::Time;

use super::{PortView, RateRule, VcContract};
use crate::abr::{RmCell, RmDirection};

/// A forward RM cell with ER 1e9 and a current rate in cells/s.
pub(super) fn rm(ccr: f64) -> RmCell {
    RmCell { direction: RmDirection::Forward, bn: false, ci: false, ni: false, er: 1e9, ccr, mcr: 0.0 }
}

/// The port at a time, with so many ABR cells waiting.
pub(super) fn view(at_us: u64, abr_queue: u64) -> PortView {
    PortView { now: Time::from_ps(at_us * 1_000_000), abr_queue }
}

/// A VC that may use any rate.
pub(super) fn free(pcr: f64) -> VcContract {
    VcContract { mcr: 0.0, pcr, weight: 1.0 }
}

/// What becomes of a backward RM cell.
pub(super) fn backward(rule: &mut impl RateRule, view: PortView, vc: usize, rm: RmCell) -> RmCell {
    let mut rm = RmCell { direction: RmDirection::Backward, ..rm };
    rule.on_backward(&view, vc, &mut rm);
    rm
}

/// What becomes of a forward RM cell.
pub(super) fn forward(rule: &mut impl RateRule, view: PortView, vc: usize, rm: RmCell) -> RmCell {
    let mut rm = rm;
    rule.on_abr_cell(&view, vc);
    rule.on_forward(&view, vc, &mut rm);
    rm
}

/// So many cells of each VC arrive in the millisecond that begins at `at_ms`.
pub(super) fn arrive(rule: &mut impl RateRule, at_ms: u64, queue: u64, cells: &[u64]) {
    for (vc, &cells) in cells.iter().enumerate() {
        for _ in 0..cells {
            rule.on_abr_cell(&view(at_ms * 1000 + 1, queue), vc);
        }
    }
}

/// Whether two rates are the same except for rounding.
pub(super) fn close(rate: f64, wanted: f64) -> bool {
    (rate - wanted).abs() <= 1e-9 * wanted.abs().max(1.0)
}
