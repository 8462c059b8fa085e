//! Independent errors: each packet is errored with the same probability, whatever its length and its time.
//!
//! Source: elementary.

use cellwise_engine::chance::as_ratio;
use cellwise_units::{ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PacketErrors, Transit, check_ratio};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::chance::Draw;

/// Parameters of [`Independent`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The probability that a packet is errored.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub packet_error_ratio: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self { packet_error_ratio: 1e-3 }
    }
}

impl Config {
    /// The model.
    #[must_use]
    pub fn build(&self) -> Independent {
        Independent { ratio: as_ratio(self.packet_error_ratio) }
    }

    /// A ratio out of range.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        check_ratio("packet_error_ratio", self.packet_error_ratio).into_iter().collect()
    }

    /// The probability.
    #[must_use]
    pub fn mean_packet_error_ratio(&self, _: u32, _: Span) -> f64 {
        as_ratio(self.packet_error_ratio)
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (0.0f64..=1.0).prop_map(|packet_error_ratio| Self { packet_error_ratio })
    }
}

/// Independent errors.
#[derive(Clone, Copy, Debug)]
pub struct Independent {
    ratio: f64,
}

impl Independent {
    /// Errs with another probability, beginning with the next packet.
    pub fn set_ratio(&mut self, ratio: f64) {
        self.ratio = as_ratio(ratio);
    }
}

impl PacketErrors for Independent {
    fn is_errored(&mut self, _: Transit, draw: Draw<'_>) -> bool {
        draw() < self.ratio
    }
}
