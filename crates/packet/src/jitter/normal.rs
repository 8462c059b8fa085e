//! Normal jitter: a bell curve, of which what would be negative is 0.
//!
//! Source: elementary; drawn as Box and Muller 1958 have it.

use cellwise_engine::chance::normal;
use cellwise_units::{ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Jitter, check_most, limited};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, short_span};
use crate::chance::Draw;

/// Parameters of [`Normal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The mean of the curve; that of the additional delays is larger where the curve reaches below 0.
    pub mean: Span,
    /// Its standard deviation.
    pub deviation: Span,
}

impl Default for Config {
    fn default() -> Self {
        Self { mean: Span::from_ps(10_000_000_000), deviation: Span::from_ps(3_000_000_000) }
    }
}

impl Config {
    /// The distribution.
    #[must_use]
    pub fn build(&self) -> Normal {
        Normal { mean: self.mean.get() as f64, deviation: self.deviation.get() as f64 }
    }

    /// Settings too long.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        check_most("mean", self.mean).into_iter().chain(check_most("deviation", self.deviation)).collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (short_span(), short_span()).prop_map(|(mean, deviation)| Self { mean, deviation })
    }
}

/// Normal jitter.
#[derive(Clone, Copy, Debug)]
pub struct Normal {
    /// Picoseconds.
    mean: f64,
    deviation: f64,
}

impl Jitter for Normal {
    fn extra(&mut self, draw: Draw<'_>) -> Span {
        limited(self.mean + self.deviation * normal([draw(), draw()]))
    }
}
