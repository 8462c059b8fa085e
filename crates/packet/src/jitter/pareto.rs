//! Pareto jitter: a heavy tail, in which single packets are very late.
//!
//! Source: Lomax, Journal of the American Statistical Association 49, 1954: Pareto's distribution, begun at 0.

use cellwise_units::{ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Jitter, check_most, limited};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, short_span};
use crate::chance::Draw;

/// Parameters of [`Pareto`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The mean additional delay.
    pub mean: Span,
    /// How fast the tail thins out: packets late by many times as much are rarer by this power of it.
    #[schemars(extend("exclusiveMinimum" = 1))]
    pub shape: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self { mean: Span::from_ps(5_000_000_000), shape: 3.0 }
    }
}

impl Config {
    /// The distribution.
    #[must_use]
    pub fn build(&self) -> Pareto {
        let shape = if self.shape > 1.0 { self.shape } else { Self::default().shape };
        Pareto { scale: self.mean.get() as f64 * (shape - 1.0), exponent: -1.0 / shape }
    }

    /// A mean too long, a tail without a mean.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let tail = !(self.shape > 1.0 && self.shape.is_finite());
        let rule = "give a number above 1: with others there is no mean";
        check_most("mean", self.mean)
            .into_iter()
            .chain(tail.then(|| ConfigIssue::new("shape", self.shape, rule)))
            .collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (short_span(), 1.1f64..8.0).prop_map(|(mean, shape)| Self { mean, shape })
    }
}

/// Pareto jitter.
#[derive(Clone, Copy, Debug)]
pub struct Pareto {
    /// Picoseconds.
    scale: f64,
    exponent: f64,
}

impl Jitter for Pareto {
    fn extra(&mut self, draw: Draw<'_>) -> Span {
        limited(self.scale * (libm::pow(1.0 - draw(), self.exponent) - 1.0))
    }
}
