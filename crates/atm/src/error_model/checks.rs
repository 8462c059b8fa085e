//! What several models check, and the values that they take for what no check lets pass.

use cellwise_units::{ConfigIssue, Span};

use super::Reading;

/// Shorter noise is no burst: a symbol of the line takes 250 us.
pub(super) const SHORTEST_BURST: Span = Span::from_ps(1_000_000);
/// Longer noise is taken for a mistake.
pub(super) const LONGEST_BURST: Span = Span::from_ps(1_000_000_000_000_000);

/// Bursts that leave no time between them.
pub(super) fn check_bursts(cell_error_ratio: f64, reading: Reading) -> Option<ConfigIssue> {
    let rule = "give a number from 0 up to but less than 1: no time would be left between bursts";
    let is_full = reading == Reading::Exact && cell_error_ratio >= 1.0;
    is_full.then(|| ConfigIssue::new("cell_error_ratio", cell_error_ratio, rule))
}
