//! The check of settings that several rules have; ranges of single ones are in the schema.

use cellwise_units::Cells;

use super::ConfigIssue;

fn issue(field: &str, value: impl ToString, rule: impl ToString) -> ConfigIssue {
    ConfigIssue { field: field.to_owned(), value: value.to_string(), rule: rule.to_string() }
}

/// Two thresholds in the wrong order.
pub(super) fn ordered(low: (&str, Cells), high: (&str, Cells)) -> Option<ConfigIssue> {
    let rule = || format!("give at most `{}`, {}", high.0, high.1);
    (low.1 > high.1).then(|| issue(low.0, low.1, rule()))
}
