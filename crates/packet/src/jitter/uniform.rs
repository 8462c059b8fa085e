//! Uniform jitter: any additional delay between two bounds is equally likely.
//!
//! Source: elementary. `netem delay 50ms 10ms` is a link delay of 40 ms with `most = "20 ms"`.

use cellwise_units::{ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Jitter, check_most, limited};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, short_span};
use crate::chance::Draw;

/// Parameters of [`Uniform`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The least additional delay.
    pub least: Span,
    /// The most.
    pub most: Span,
}

impl Default for Config {
    fn default() -> Self {
        Self { least: Span::ZERO, most: Span::from_ps(10_000_000_000) }
    }
}

impl Config {
    /// From nothing to so much.
    #[must_use]
    pub const fn up_to(most: Span) -> Self {
        Self { least: Span::ZERO, most }
    }

    /// The distribution.
    #[must_use]
    pub fn build(&self) -> Uniform {
        Uniform {
            least: self.least.get() as f64,
            width: self.most.get().saturating_sub(self.least.get()) as f64,
        }
    }

    /// Bounds too long, or in the wrong order.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let order = (self.least > self.most).then(|| {
            ConfigIssue::new("least", self.least, format!("give at most {}, which is most", self.most))
        });
        check_most("most", self.most).into_iter().chain(order).collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (short_span(), short_span())
            .prop_map(|(one, other)| Self { least: one.min(other), most: one.max(other) })
    }
}

/// Uniform jitter.
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    /// Picoseconds.
    least: f64,
    width: f64,
}

impl Jitter for Uniform {
    fn extra(&mut self, draw: Draw<'_>) -> Span {
        limited(self.least + self.width * draw())
    }
}
