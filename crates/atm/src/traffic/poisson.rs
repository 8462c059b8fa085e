//! Poisson cells: the gaps between cells are independent and exponential.
//!
//! Cells may be due closer together than a line can carry them; they wait where they are sent.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AlwaysSound, CellSource, Unit};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, rate};
use cellwise_engine::chance::{exponential, uniform};

const PS_PER_S: u64 = 1_000_000_000_000;

/// Parameters of [`Poisson`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The mean rate of the cells, headers included.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    pub rate: BitRate,
}

impl AlwaysSound for Config {}

impl Default for Config {
    fn default() -> Self {
        Self { rate: BitRate::from_bps(100_000_000) }
    }
}

impl Config {
    /// The source, which begins at `start`: its first cell comes after a gap.
    #[must_use]
    pub fn build(&self, unit: Unit, start: Time, random: RandomStream) -> Poisson {
        let mean_gap = Span::from_ps(unit.rate_bits * PS_PER_S / self.rate.get().max(1));
        let mut source = Poisson { mean_gap, random, next: start };
        source.emit();
        source
    }

    /// Gaps may be as short as chance has them.
    #[must_use]
    pub fn peak_rate(&self) -> Option<BitRate> {
        None
    }

    /// Cells or datagrams per second in the long run.
    #[must_use]
    pub fn mean_per_s(&self, unit: Unit) -> f64 {
        unit.per_s(self.rate)
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        rate().prop_map(|rate| Self { rate })
    }
}

/// Poisson cells.
#[derive(Clone, Debug)]
pub struct Poisson {
    mean_gap: Span,
    random: RandomStream,
    next: Time,
}

impl CellSource for Poisson {
    #[inline]
    fn next_emission(&self) -> Time {
        self.next
    }
    fn emit(&mut self) {
        self.next += exponential(self.mean_gap, uniform(&mut self.random));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::StreamName;

    #[test]
    fn cells_per_window_have_a_variance_equal_to_their_mean() {
        const WINDOWS: usize = 20_000;
        let stream = StreamName { seed: 2, replication: 0, element: "h1", purpose: "cells" };
        // 10 cells in a window of 1 ms.
        let mut source = Config { rate: BitRate::from_bps(4_240_000) }.build(
            Unit::CELL,
            Time::ZERO,
            RandomStream::new(stream),
        );
        let mut counts = vec![0u32; WINDOWS];
        while let Some(count) = counts.get_mut((source.next_emission().ps() / 1_000_000_000) as usize) {
            *count += 1;
            source.emit();
        }
        let n = WINDOWS as f64;
        let mean = counts.iter().map(|&count| f64::from(count)).sum::<f64>() / n;
        let variance = counts.iter().map(|&count| (f64::from(count) - mean).powi(2)).sum::<f64>() / (n - 1.0);
        // Standard errors: sqrt(10 / n) of the mean, sqrt((10 + 2 * 100) / n) of the variance; 4 of each.
        assert!((mean - 10.0).abs() < 4.0 * (10.0 / n).sqrt(), "mean {mean}");
        assert!((variance - 10.0).abs() < 4.0 * (210.0 / n).sqrt(), "variance {variance}");
    }
}
