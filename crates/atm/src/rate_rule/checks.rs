//! The check of settings that several rules have; ranges of single ones are in the schema.

use cellwise_units::{Cells, ConfigIssue};

/// Two thresholds in the wrong order.
pub(super) fn ordered(low: (&str, Cells), high: (&str, Cells)) -> Option<ConfigIssue> {
    let rule = || format!("give at most `{}`, {}", high.0, high.1);
    (low.1 > high.1).then(|| ConfigIssue::new(low.0, low.1, rule()))
}
