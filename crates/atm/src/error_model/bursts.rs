//! Bursts: the line is noisy for periods of time, and every cell that arrives in one is errored.
//!
//! Source: Lu, "TCP over ATM over ADSL", M.Sc. thesis, University of Calgary, 2000, section 3.2.3,
//! burst error model, simulated in the time domain.
//!
//! The default reading is `exact`: the source derives the interarrival time from the demand that CER
//! of the time is noisy (its equations 3.1 to 3.3), and this reading alone meets it. The four differ by
//! less than a part CER of the ratio, which the source's counts of errors are too few to show.
//! The line starts in equilibrium, as if it had always been noisy.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::checks::{LONGEST_BURST, SHORTEST_BURST, check_bursts};
use super::impulses::Law;
use super::periods::{NoisyPeriods, Spread};
use super::{ErrorModel, Reading, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, micros, noise};
use crate::policing::Arrivals;

/// Parameters of [`Bursts`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// CER: the part of the time in which the line is noisy, in the exact reading, where it is below 1.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub cell_error_ratio: f64,
    /// D: the mean length of a noisy period; exponential.
    #[schemars(extend("formatMinimum" = SHORTEST_BURST, "formatMaximum" = LONGEST_BURST))]
    pub mean_burst: Span,
    /// Which time between two noisy periods is exponentially distributed.
    pub reading: Reading,
}

impl Default for Config {
    fn default() -> Self {
        Self { cell_error_ratio: 1e-4, mean_burst: Span::from_ps(200_000_000), reading: Reading::default() }
    }
}

impl Config {
    fn law(&self) -> Law {
        Law::new(self.cell_error_ratio, self.mean_burst, self.reading)
    }

    /// The noise on a line.
    #[must_use]
    pub fn build(&self, _: BitRate, random: RandomStream) -> Bursts {
        Bursts(NoisyPeriods::new(self.law(), Spread::default(), random))
    }

    /// Bursts that leave no time between them.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        check_bursts(self.cell_error_ratio, self.reading).into_iter().collect()
    }

    /// The part of the cells that is errored, in the long run.
    #[must_use]
    pub fn mean_cell_error_ratio(&self, _: BitRate) -> f64 {
        self.law().noisy_share()
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
        (noise(), micros(1..2_000), Reading::arbitrary()).prop_map(
            |(cell_error_ratio, mean_burst, reading)| Self { cell_error_ratio, mean_burst, reading },
        )
    }
}

/// Bursts of noise.
#[derive(Clone, Debug)]
pub struct Bursts(NoisyPeriods);

impl ErrorModel for Bursts {
    #[inline]
    fn take_clear(&mut self, last: Time, _: u16) -> bool {
        self.0.is_clear_until(last)
    }

    fn judge(&mut self, arrivals: &Arrivals<'_>, out: &mut dyn FnMut(u16, Verdict)) {
        self.0.judge(arrivals, out);
    }
}
