//! What several models check, and the values that they take for what no check lets pass.

use cellwise_units::Span;

use super::Reading;
use crate::drop_policy::ConfigIssue;

/// Shorter noise is no burst: a symbol of the line takes 250 us.
const SHORTEST_BURST: Span = Span::from_ps(1_000_000);
const LONGEST_BURST: Span = Span::from_ps(1_000_000_000_000_000);

pub(super) fn issue(field: &str, value: impl ToString, rule: impl Into<String>) -> ConfigIssue {
    ConfigIssue { field: field.to_owned(), value: value.to_string(), rule: rule.into() }
}

/// A ratio, brought into 0..=1; NaN is taken as 0.
pub(super) fn as_ratio(value: f64) -> f64 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}

/// A ratio outside 0..=1.
pub(super) fn check_ratio(field: &str, value: f64) -> Option<ConfigIssue> {
    // NaN is in no range.
    (!(0.0..=1.0).contains(&value)).then(|| issue(field, value, "give a number from 0 to 1"))
}

/// What is wrong with bursts of a mean length that make a share of the cells errored.
pub(super) fn check_bursts(cell_error_ratio: f64, mean_burst: Span, reading: Reading) -> Vec<ConfigIssue> {
    let ratio = if reading == Reading::Exact {
        let allowed = (0.0..1.0).contains(&cell_error_ratio);
        (!allowed).then(|| {
            let rule = "give a number from 0 up to but less than 1: no time would be left between bursts";
            issue("cell_error_ratio", cell_error_ratio, rule)
        })
    } else {
        let allowed = (0.0..=1.0).contains(&cell_error_ratio);
        (!allowed).then(|| {
            let rule = "give a number from 0 to 1: bursts would be longer than the time between their starts";
            issue("cell_error_ratio", cell_error_ratio, rule)
        })
    };
    let burst = (!(SHORTEST_BURST..=LONGEST_BURST).contains(&mean_burst))
        .then(|| issue("mean_burst", mean_burst, format!("give {SHORTEST_BURST} up to {LONGEST_BURST}")));
    ratio.into_iter().chain(burst).collect()
}
