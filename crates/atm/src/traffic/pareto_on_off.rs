//! Pareto on/off: periods on and off with infinite variance; many of them together are self-similar.
//!
//! Source: Willinger, Taqqu, Sherman and Wilson, Self-similarity through high-variability, IEEE/ACM
//! Transactions on Networking 5(1), February 1997. Periods have P(T > t) = (k / t)^alpha for t of
//! k and more, with the mean k alpha / (alpha - 1); the sum of many sources has the Hurst parameter
//! H = (3 - min(alpha)) / 2.
//!
//! A source starts in equilibrium, as if it had always been running: on with the probability
//! on / (on + off), within a period of which the *residual life* is left, whose density is
//! P(T > t) / mean. Its mean is infinite, so a source that began with a new period would need longer
//! than any run to forget it.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::constant::phase;
use super::interrupted::{Interrupted, Lengths, Pair, check_on, part_on};
use super::{Unit, bounded};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, micros, number, rate};
use cellwise_engine::chance::uniform;

/// With less, means are ruled by periods that no run sees.
const LEAST_SHAPE: f64 = 1.01;
const MOST_SHAPE: f64 = 2.0;

/// Parameters of [`ParetoOnOff`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The rate of the cells while on, headers included.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    pub rate: BitRate,
    /// The mean length of a period on. At least one cell time at `rate`.
    pub on: Span,
    /// The mean length of a period off.
    pub off: Span,
    /// The shape alpha of the periods on; less is more variable.
    #[schemars(extend("minimum" = LEAST_SHAPE, "maximum" = MOST_SHAPE))]
    pub on_shape: f64,
    /// The shape alpha of the periods off; less is more variable.
    #[schemars(extend("minimum" = LEAST_SHAPE, "maximum" = MOST_SHAPE))]
    pub off_shape: f64,
}

impl Default for Config {
    fn default() -> Self {
        let ten_ms = Span::from_ps(10_000_000_000);
        Self { rate: BitRate::from_bps(100_000_000), on: ten_ms, off: ten_ms, on_shape: 1.4, off_shape: 1.2 }
    }
}

impl Config {
    /// The source, which begins at `start`.
    #[must_use]
    pub fn build(&self, unit: Unit, start: Time, mut random: RandomStream) -> ParetoOnOff {
        let clock = unit.clock(self.rate);
        let on = Pareto::new(self.on.max(clock.cell_time_ceiling()), self.on_shape);
        let lengths = ParetoPeriods { on, off: Pareto::new(self.off, self.off_shape) };
        let first = lengths.first(&mut random);
        let phase = phase(&mut random, &clock);
        Interrupted::new(clock, lengths, random, start, first, phase)
    }

    /// Periods on that are shorter than a cell.
    #[must_use]
    pub fn check(&self, unit: Unit) -> Vec<ConfigIssue> {
        check_on(self.on, self.rate, unit).into_iter().collect()
    }

    /// The rate at which cells follow each other at most; `None` if there is no such rate.
    #[must_use]
    pub fn peak_rate(&self) -> Option<BitRate> {
        Some(self.rate)
    }

    /// Cells or datagrams per second in the long run.
    #[must_use]
    pub fn mean_per_s(&self, unit: Unit) -> f64 {
        unit.per_s(self.rate) * part_on(self.on, self.off)
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let shape = || number(LEAST_SHAPE, MOST_SHAPE);
        (rate(), micros(0..15_000), micros(0..5_000), shape(), shape()).prop_map(
            |(rate, beyond_a_cell, off, on_shape, off_shape)| {
                let on = Unit::CELL.clock(rate).cell_time_ceiling() + beyond_a_cell;
                Self { rate, on, off, on_shape, off_shape }
            },
        )
    }
}

/// Cells of a Pareto on/off source.
pub type ParetoOnOff = Interrupted<ParetoPeriods>;

/// Pareto lengths of periods on and off.
#[derive(Clone, Copy, Debug)]
pub struct ParetoPeriods {
    on: Pareto,
    off: Pareto,
}

impl ParetoPeriods {
    /// What is left of the periods in which a source in equilibrium is.
    fn first(&self, random: &mut RandomStream) -> Pair {
        if uniform(random) * (self.on.mean + self.off.mean) < self.on.mean {
            Pair { off: Span::ZERO, on: self.on.residual(random) }
        } else {
            Pair { off: self.off.residual(random), on: self.on.draw(random) }
        }
    }
}

impl Lengths for ParetoPeriods {
    fn next(&self, random: &mut RandomStream) -> Pair {
        Pair { off: self.off.draw(random), on: self.on.draw(random) }
    }
}

/// A Pareto distribution of lengths, in picoseconds.
#[derive(Clone, Copy, Debug)]
struct Pareto {
    mean: f64,
    least: f64,
    shape: f64,
}

impl Pareto {
    fn new(mean: Span, shape: f64) -> Self {
        let shape = bounded(shape, LEAST_SHAPE, MOST_SHAPE);
        let mean = mean.get() as f64;
        Self { mean, least: mean * (shape - 1.0) / shape, shape }
    }

    fn draw(&self, random: &mut RandomStream) -> Span {
        let above = 1.0 - uniform(random);
        span(self.least * libm::pow(above, -1.0 / self.shape))
    }

    /// What is left of the period at a random moment: even up to the least length, with the
    /// probability (alpha - 1) / alpha; P(R > t) = (k / t)^(alpha - 1) / alpha above it.
    fn residual(&self, random: &mut RandomStream) -> Span {
        let above = 1.0 - uniform(random);
        if above * self.shape > 1.0 {
            span((1.0 - above) * self.mean)
        } else {
            span(self.least * libm::pow(above * self.shape, -1.0 / (self.shape - 1.0)))
        }
    }
}

/// A float-to-integer cast saturates.
fn span(ps: f64) -> Span {
    Span::from_ps(ps.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::StreamName;

    const DRAWS: u32 = 100_000;
    const MS: u64 = 1_000_000_000;

    /// The part of the draws that is above a length, and its standard error.
    fn part_above(
        length_ms: f64,
        wanted: f64,
        mut draw: impl FnMut(&mut RandomStream) -> Span,
    ) -> (f64, f64) {
        let name = StreamName { seed: 4, replication: 0, element: "h1", purpose: "cells" };
        let mut random = RandomStream::new(name);
        let limit = (length_ms * MS as f64) as u64;
        let above = (0..DRAWS).filter(|_| draw(&mut random).get() > limit).count();
        let n = f64::from(DRAWS);
        (above as f64 / n - wanted, (wanted * (1.0 - wanted) / n).sqrt())
    }

    #[test]
    fn periods_are_as_long_as_the_closed_form_says() {
        // k = 10 ms * 0.4 / 1.4.
        let (law, least) = (Pareto::new(Span::from_ps(10 * MS), 1.4), 10.0 * 0.4 / 1.4);
        for times in [1.2f64, 2.0, 10.0, 100.0] {
            let (off, error) = part_above(least * times, times.powf(-1.4), |random| law.draw(random));
            assert!(off.abs() < 4.0 * error, "beyond {times} k: off by {off}");
        }
        assert_eq!(part_above(least * 0.999, 1.0, |random| law.draw(random)).0, 0.0);
    }

    #[test]
    fn what_is_left_of_a_period_has_the_density_of_the_residual_life() {
        for shape in [1.2, 1.4, 2.0] {
            let law = Pareto::new(Span::from_ps(10 * MS), shape);
            let least = 10.0 * (shape - 1.0) / shape;
            // The integral of P(T > t) / mean above the length.
            let cases = [
                (0.5 * least, 1.0 - 0.05 * least),
                (least, 1.0 / shape),
                (3.0 * least, 3f64.powf(1.0 - shape) / shape),
                (50.0 * least, 50f64.powf(1.0 - shape) / shape),
            ];
            for (length, wanted) in cases {
                let (off, error) = part_above(length, wanted, |random| law.residual(random));
                assert!(off.abs() < 4.0 * error, "shape {shape}, beyond {length} ms: off by {off}");
            }
        }
    }

    #[test]
    fn periods_shorter_than_a_cell_are_reported() {
        let short = Config { on: Span::from_ps(1), ..Config::default() };
        assert_eq!(short.check(Unit::CELL)[0].field, "on");
    }
}
