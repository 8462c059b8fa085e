//! Exponential jitter: most packets are hardly late, a few by several times the mean.
//!
//! Source: elementary; the wait in a queue with Poisson arrivals and exponential service, where it is busy.

use cellwise_engine::chance::exponential;
use cellwise_units::{ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Jitter, LONGEST, check_most};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, short_span};
use crate::chance::Draw;

/// Parameters of [`Exponential`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The mean additional delay.
    pub mean: Span,
}

impl Default for Config {
    fn default() -> Self {
        Self { mean: Span::from_ps(5_000_000_000) }
    }
}

impl Config {
    /// The distribution.
    #[must_use]
    pub fn build(&self) -> Exponential {
        Exponential { mean: self.mean.min(LONGEST) }
    }

    /// A mean too long.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        check_most("mean", self.mean).into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        short_span().prop_map(|mean| Self { mean })
    }
}

/// Exponential jitter.
#[derive(Clone, Copy, Debug)]
pub struct Exponential {
    mean: Span,
}

impl Jitter for Exponential {
    fn extra(&mut self, draw: Draw<'_>) -> Span {
        exponential(self.mean, draw()).min(LONGEST)
    }
}
