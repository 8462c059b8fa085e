//! Empirical jitter: any of the additional delays of a list is equally likely, such as those of a measurement.
//!
//! Source: elementary.

use std::sync::Arc;

use cellwise_units::{ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Jitter, LONGEST, limited};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, vec};
use crate::chance::Draw;
use crate::line::unread;

const PS_PER_MS: f64 = 1e9;

/// Parameters of [`Empirical`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The additional delays, in milliseconds, 0 or more. One that is in the list several times is that many
    /// times as likely.
    #[schemars(extend("minItems" = 1))]
    pub delays_ms: Vec<f64>,
    /// Instead of them, a file with one of them in each line. Its path is relative to the folder of the
    /// scenario's file, or of the study, and its content becomes part of the scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self { delays_ms: vec![0.0], file: None }
    }
}

/// Why a number is no delay in milliseconds.
pub(super) fn rule_against(delay_ms: f64) -> Option<String> {
    let longest_ms = LONGEST.get() as f64 / PS_PER_MS;
    (!(0.0..=longest_ms).contains(&delay_ms)).then(|| format!("give a number from 0 to {longest_ms}"))
}

impl Config {
    /// The distribution.
    #[must_use]
    pub fn build(&self) -> Empirical {
        let delays = self.delays_ms.iter().map(|ms| limited(ms * PS_PER_MS));
        Empirical { delays: if self.delays_ms.is_empty() { [Span::ZERO].into() } else { delays.collect() } }
    }

    /// Delays out of range, no delay.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let wrong = self.delays_ms.iter().enumerate().filter_map(|(place, &ms)| {
            Some(ConfigIssue::new(&format!("delays_ms[{place}]"), ms, rule_against(ms)?))
        });
        let none =
            self.delays_ms.is_empty().then(|| ConfigIssue::new("delays_ms", "[]", "give at least one delay"));
        wrong.chain(none).chain(unread(self.file.as_deref(), "delays_ms")).collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        vec(0.0f64..20.0, 1..20).prop_map(|delays_ms| Self { delays_ms, file: None })
    }
}

/// Empirical jitter.
#[derive(Clone, Debug)]
pub struct Empirical {
    /// At least one.
    delays: Arc<[Span]>,
}

impl Jitter for Empirical {
    fn extra(&mut self, draw: Draw<'_>) -> Span {
        self.delays[(draw() * self.delays.len() as f64) as usize]
    }
}
