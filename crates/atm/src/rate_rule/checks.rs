//! The checks of settings that several rules have.

use std::ops::RangeInclusive;

use cellwise_units::{Cells, Span};

use super::ConfigIssue;

fn issue(field: &str, value: impl ToString, rule: impl ToString) -> ConfigIssue {
    ConfigIssue { field: field.to_owned(), value: value.to_string(), rule: rule.to_string() }
}

/// A number outside `allowed`, or none at all.
pub(super) fn within(field: &str, value: f64, allowed: RangeInclusive<f64>) -> Option<ConfigIssue> {
    let rule = || format!("give a number from {} to {}", allowed.start(), allowed.end());
    (!allowed.contains(&value)).then(|| issue(field, value, rule()))
}

/// A number that is not above 0 and at most `most`.
pub(super) fn positive(field: &str, value: f64, most: f64) -> Option<ConfigIssue> {
    let rule = || format!("give a number above 0, at most {most}");
    (!(value > 0.0 && value <= most)).then(|| issue(field, value, rule()))
}

/// Two thresholds in the wrong order.
pub(super) fn ordered(low: (&str, Cells), high: (&str, Cells)) -> Option<ConfigIssue> {
    let rule = || format!("give at most `{}`, {}", high.0, high.1);
    (low.1 > high.1).then(|| issue(low.0, low.1, rule()))
}

/// A span that must not be 0.
pub(super) fn some_time(field: &str, span: Span) -> Option<ConfigIssue> {
    span.is_zero().then(|| issue(field, span, "give a time above 0"))
}

/// A number of cells that must not be 0.
pub(super) fn some_cells(field: &str, cells: Cells) -> Option<ConfigIssue> {
    cells.is_zero().then(|| issue(field, cells, "give at least 1 cell"))
}
