//! What is wrong with the keys of `[topology]` that templates have in common.

use cellwise_atm::error_model::ErrorModelConfig;
use cellwise_units::{BitRate, Span};

use crate::issue::Issue;
use crate::rules::{delay_rule, rate_rule};
use crate::schema::Scenario;

/// The issues of a template's keys so far.
#[derive(Debug, Default)]
pub(super) struct Keys(pub(super) Vec<Issue>);

impl Keys {
    /// A number of elements, from 1 to `most`.
    pub(super) fn count(&mut self, key: &str, count: u32, most: u32) {
        if !(1..=most).contains(&count) {
            let rule = format!("give a whole number from 1 to {most}");
            self.0.push(Issue::new(format!("topology.{key}"), count, rule));
        }
    }

    /// The rate of a link; nothing is wrong with one that is not given.
    pub(super) fn rate(&mut self, key: &str, rate: impl Into<Option<BitRate>>) {
        if let Some(rate) = rate.into() {
            self.quantity(key, &rate.to_string(), rate_rule(rate));
        }
    }

    /// The delay of a link; nothing is wrong with one that is not given.
    pub(super) fn delay(&mut self, key: &str, delay: impl Into<Option<Span>>) {
        if let Some(delay) = delay.into() {
            self.quantity(key, &delay.to_string(), delay_rule(delay));
        }
    }

    /// A number from 0 to `most`.
    pub(super) fn real(&mut self, key: &str, value: f64, most: f64) {
        if !(0.0..=most).contains(&value) {
            let rule = format!("give a number from 0 to {most}");
            self.0.push(Issue::new(format!("topology.{key}"), value, rule));
        }
    }

    /// An error model; nothing is wrong with one that is not given.
    pub(super) fn errors(&mut self, key: &str, errors: Option<&ErrorModelConfig>) {
        let found = errors.into_iter().flat_map(ErrorModelConfig::check);
        let issue = |found: cellwise_atm::drop_policy::ConfigIssue| {
            Issue::new(format!("topology.{key}.{}", found.field), found.value, found.rule)
        };
        self.0.extend(found.map(issue));
    }

    /// How much later each of so many flows starts than the one before: the last one starts before the
    /// end of the run.
    pub(super) fn stagger(&mut self, stagger: Span, flows: u64, scenario: &Scenario) {
        let last = u128::from(stagger.get()) * u128::from(flows.saturating_sub(1))
            + u128::from(scenario.flow.start.get());
        let is_late = !stagger.is_zero() && last >= u128::from(scenario.duration.get());
        let rule = || format!("flow {flows} would start after the end of the run ({})", scenario.duration);
        self.quantity("start_stagger", &stagger.to_string(), is_late.then(rule));
    }

    fn quantity(&mut self, key: &str, value: &str, broken: Option<String>) {
        let issue = |rule| Issue::new(format!("topology.{key}"), format!("\"{value}\""), rule);
        self.0.extend(broken.map(issue));
    }
}
