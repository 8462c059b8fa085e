//! Independent bit errors: a cell is errored if any of its 424 bits is.
//!
//! The header's HEC could correct one bit, but a line that drops errored cells does not say which bit
//! it was: any error counts.

use cellwise_engine::RandomStream;
use cellwise_engine::chance::as_ratio;
use cellwise_units::{BitRate, CELL_BITS, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::independent::{self, Independent};
use super::{ErrorModel, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::policing::Arrivals;

/// Parameters of [`BitErrors`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// BER: the probability that a bit is errored.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub bit_error_ratio: f64,
}

impl Default for Config {
    /// The ratio that ADSL is engineered not to exceed (ITU-T G.992.1).
    fn default() -> Self {
        Self { bit_error_ratio: 1e-7 }
    }
}

impl Config {
    /// The noise on a line.
    #[must_use]
    pub fn build(&self, line_rate: BitRate, random: RandomStream) -> BitErrors {
        let cell_error_ratio = self.mean_cell_error_ratio(line_rate);
        BitErrors(independent::Config { cell_error_ratio }.build(line_rate, random))
    }

    /// Nothing can be wrong with a ratio within its range.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }

    /// The part of the cells that is errored, in the long run: `1 - (1 - BER)^424`.
    #[must_use]
    pub fn mean_cell_error_ratio(&self, _: BitRate) -> f64 {
        -libm::expm1(CELL_BITS as f64 * libm::log1p(-as_ratio(self.bit_error_ratio)))
    }

    /// Noise delays nothing.
    #[must_use]
    pub fn latency(&self, _: BitRate) -> Option<Span> {
        None
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (1e-8f64..1e-3).prop_map(|bit_error_ratio| Self { bit_error_ratio })
    }
}

/// Independent bit errors.
#[derive(Clone, Debug)]
pub struct BitErrors(Independent);

impl ErrorModel for BitErrors {
    #[inline]
    fn take_clear(&mut self, last: Time, count: u16) -> bool {
        self.0.take_clear(last, count)
    }

    fn judge(&mut self, arrivals: &Arrivals<'_>, out: &mut dyn FnMut(u16, Verdict)) {
        self.0.judge(arrivals, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell_error_ratio(bit_error_ratio: f64) -> f64 {
        Config { bit_error_ratio }.mean_cell_error_ratio(BitRate::from_bps(1))
    }

    #[test]
    fn a_cell_has_424_bits_each_of_which_can_spoil_it() {
        assert_eq!([0.0, 1.0].map(cell_error_ratio), [0.0, 1.0]);
        // 424 p - 424 * 423 / 2 p^2 + ..., where 1 - (1 - p)^424 itself would lose all its digits.
        assert!((cell_error_ratio(1e-15) / 424e-15 - 1.0).abs() < 1e-12);
        assert!((cell_error_ratio(1e-6) / (424e-6 - 89_676e-12) - 1.0).abs() < 1e-4);
        assert!((cell_error_ratio(0.001) - (1.0 - 0.999f64.powi(424))).abs() < 1e-12);
    }
}
