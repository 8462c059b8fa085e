//! Independent bit errors: a packet is errored if any bit of its frame is.
//!
//! Source: elementary. Of a frame of n octets, all bits are right with probability (1 - ratio)^(8 n).

use cellwise_engine::chance::as_ratio;
use cellwise_units::{ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PacketErrors, Transit, check_ratio};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::chance::Draw;

/// Parameters of [`BitErrors`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The probability that a bit is wrong.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub bit_error_ratio: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self { bit_error_ratio: 1e-7 }
    }
}

impl Config {
    /// The model.
    #[must_use]
    pub fn build(&self) -> BitErrors {
        BitErrors { log_of_right: libm::log1p(-as_ratio(self.bit_error_ratio)) }
    }

    /// A ratio out of range.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        check_ratio("bit_error_ratio", self.bit_error_ratio).into_iter().collect()
    }

    /// The probability for a frame of so many octets.
    #[must_use]
    pub fn mean_packet_error_ratio(&self, octets: u32, _: Span) -> f64 {
        self.build().ratio(octets)
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (0.0f64..3e-4).prop_map(|bit_error_ratio| Self { bit_error_ratio })
    }
}

/// Independent bit errors.
#[derive(Clone, Copy, Debug)]
pub struct BitErrors {
    /// ln(1 - ratio).
    log_of_right: f64,
}

impl BitErrors {
    fn ratio(&self, octets: u32) -> f64 {
        if octets == 0 { 0.0 } else { -libm::expm1(8.0 * f64::from(octets) * self.log_of_right) }
    }
}

impl PacketErrors for BitErrors {
    fn is_errored(&mut self, transit: Transit, draw: Draw<'_>) -> bool {
        draw() < self.ratio(transit.octets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_right_if_all_its_bits_are() {
        let ratio =
            |bit_error_ratio, octets| Config { bit_error_ratio }.mean_packet_error_ratio(octets, Span::ZERO);
        assert_eq!(
            [ratio(0.5, 1), ratio(1.0, 1), ratio(1.0, 0), ratio(0.0, 1500)],
            [255.0 / 256.0, 1.0, 0.0, 0.0]
        );
        // 12 144 bits: a little less than as many times the ratio.
        assert_eq!(format!("{:.6e}", ratio(1e-7, 1518)), "1.213663e-3");
    }
}
