//! The common parts of Selective Drop and Fair Buffer Allocation: the load ratio of a VC, and its limit Z.
//!
//! Source: ATM Forum 96-1269, sections 6 and 7: the fair allocation is X / `N_a`, the load ratio
//! `Y_i` `N_a` / X. All comparisons are between integers, so that Z = 0.95 means 95/100 and a
//! load ratio of exactly Z does not exceed it.

use cellwise_units::Capacity;

use super::{QueueView, Threshold};

/// Units of Z: Z is taken to nine decimals.
const BILLION: u64 = 1_000_000_000;

/// The largest Z. A load ratio is at most the number of active VCs, so more would only be a slip.
pub(super) const Z_MOST: f64 = 1000.0;
/// Z is taken to nine decimals.
pub(super) const Z_LEAST: f64 = 1e-9;

/// A threshold and a limit for load ratios.
#[derive(Clone, Copy, Debug)]
pub(super) struct FairShare {
    pub(super) threshold_cells: u64,
    z_billionths: u64,
    count_arriving_cell: bool,
}

impl FairShare {
    pub(super) fn new(threshold: Threshold, z: f64, count_arriving_cell: bool, capacity: Capacity) -> Self {
        // A float-to-integer cast saturates and takes NaN as 0, so any z gives some limit.
        let z_billionths = (z.min(Z_MOST) * 1e9).round() as u64;
        Self { threshold_cells: threshold.in_buffer(capacity), z_billionths, count_arriving_cell }
    }

    /// Whether `Y_i` `N_a` / X > Z `widened` / `narrowed`, for X > 0.
    ///
    /// Exact while the products stay below 2^128, which takes more than 1e9 waiting cells.
    pub(super) fn is_exceeded(&self, view: &QueueView, widened: u64, narrowed: u64) -> bool {
        let arriving = u64::from(self.count_arriving_cell);
        let newly_active = u64::from(self.count_arriving_cell && view.vc_waiting == 0);
        let load = [view.vc_waiting + arriving, view.active_vcs + newly_active, narrowed];
        let limit = [view.waiting + arriving, widened];
        let product = |factors: &[u64], first| {
            factors
                .iter()
                .fold(u128::from(first), |product, &factor| product.saturating_mul(u128::from(factor)))
        };
        product(&load, BILLION) > product(&limit, self.z_billionths)
    }
}
