//! Constant rate: one cell after the other at exactly equal spacing.
//!
//! The n-th cell's time follows from n, so the rate does not drift. Source: the constant bit rate
//! of ATM Forum Traffic Management 4.0.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, CellClock, ClockPoint, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AlwaysSound, CellSource, Unit};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any, rate};

/// Parameters of [`Constant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The rate of the cells, headers included.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    pub rate: BitRate,
    /// Whether the first cell is due at a random time within one cell time of the start, instead
    /// of at the start.
    pub random_phase: bool,
}

impl AlwaysSound for Config {}

impl Default for Config {
    fn default() -> Self {
        Self { rate: BitRate::from_bps(100_000_000), random_phase: false }
    }
}

impl Config {
    /// The source, which begins at `start`.
    #[must_use]
    pub fn build(&self, unit: Unit, start: Time, mut random: RandomStream) -> Constant {
        let clock = unit.clock(self.rate);
        let phase = if self.random_phase { phase(&mut random, &clock) } else { Span::ZERO };
        Constant { clock, next: ClockPoint::exactly(start + phase) }
    }

    /// The rate at which cells follow each other at most; `None` if there is no such rate.
    #[must_use]
    pub fn peak_rate(&self) -> Option<BitRate> {
        Some(self.rate)
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
        (rate(), any::<bool>()).prop_map(|(rate, random_phase)| Self { rate, random_phase })
    }
}

/// A random part of one cell time.
pub(super) fn phase(random: &mut RandomStream, clock: &CellClock) -> Span {
    Span::from_ps(random.below(clock.cell_time().get().max(1)))
}

/// Cells at constant rate.
#[derive(Clone, Debug)]
pub struct Constant {
    clock: CellClock,
    next: ClockPoint,
}

impl CellSource for Constant {
    #[inline]
    fn next_emission(&self) -> Time {
        self.next.at
    }
    #[inline]
    fn emit(&mut self) {
        self.next = self.clock.step(self.next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::StreamName;

    fn random(replication: u64) -> RandomStream {
        RandomStream::new(StreamName { seed: 1, replication, element: "h1", purpose: "cells" })
    }

    #[test]
    fn a_second_of_cells_ends_where_arithmetic_says() {
        let start = Time::from_ps(300);
        let config = Config { rate: "155.52 Mbit/s".parse().unwrap(), random_phase: false };
        let mut source = config.build(Unit::CELL, start, random(0));
        assert_eq!(source.next_emission(), start);
        (0..366_792).for_each(|_| source.emit());
        let exact = 366_792u128 * 424_000_000_000_000 / 155_520_000;
        assert_eq!(u128::from((source.next_emission() - start).get()), exact);
    }

    #[test]
    fn a_random_phase_is_anywhere_within_the_first_cell_time() {
        let config = Config { rate: "4.24 Mbit/s".parse().unwrap(), random_phase: true };
        let mut quarters = [0; 4];
        for replication in 0..1000 {
            let first = config.build(Unit::CELL, Time::ZERO, random(replication)).next_emission();
            quarters[(first.ps() / 25_000_000) as usize] += 1;
        }
        // 250 each with a standard deviation of 13.7.
        assert!(quarters.iter().all(|&n: &i32| n.abs_diff(250) < 55), "{quarters:?}");
    }
}
