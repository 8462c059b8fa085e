//! What is wrong with the keys of `[topology]` that templates have in common.

use cellwise_atm::error_model::ErrorModelConfig;
use cellwise_units::{ConfigIssue, Span};

use super::contract::Around;
use crate::issue::Issue;

/// The issues of a template's keys so far.
#[derive(Debug, Default)]
pub(super) struct Keys(pub(super) Vec<Issue>);

impl Keys {
    /// An error model; nothing is wrong with one that is not given.
    pub(super) fn errors(&mut self, key: &str, errors: Option<&ErrorModelConfig>) {
        let found = errors.into_iter().flat_map(ErrorModelConfig::check);
        let issue = |found: ConfigIssue| {
            Issue::new(format!("topology.{key}.{}", found.field), found.value, found.rule)
        };
        self.0.extend(found.map(issue));
    }

    /// What a model of packet links finds wrong with its settings.
    pub(super) fn models(&mut self, key: &str, found: impl IntoIterator<Item = ConfigIssue>) {
        let issue = |found: ConfigIssue| {
            Issue::new(format!("topology.{key}.{}", found.field), format!("\"{}\"", found.value), found.rule)
        };
        self.0.extend(found.into_iter().map(issue));
    }

    /// How much later each of so many flows starts than the one before: the last one starts before the
    /// end of the run.
    pub(super) fn stagger(&mut self, stagger: Span, flows: u64, scenario: &Around<'_>) {
        let last = u128::from(stagger.get()) * u128::from(flows.saturating_sub(1))
            + u128::from(scenario.flow.start.get());
        let is_late = !stagger.is_zero() && last >= u128::from(scenario.duration.get());
        if is_late {
            let rule = format!("flow {flows} would start after the end of the run ({})", scenario.duration);
            self.0.push(Issue::new("topology.start_stagger", format!("\"{stagger}\""), rule));
        }
    }
}
