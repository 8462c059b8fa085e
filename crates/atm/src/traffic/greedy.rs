//! Greedy: always a cell ready, for the adapter that releases it.
//!
//! The source gives one cell and the next one when that has left, so the adapter of an ABR connection is never
//! without one, and it sends as much as the connection may. Where its cell is lost because the adapter is full
//! of others', the next one follows at the source's own rate.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, CellClock, ClockPoint, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AlwaysSound, CellSource, Unit};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, rate};

/// Parameters of [`Greedy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The rate at which cells follow each other at most, headers included.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    pub rate: BitRate,
}

impl AlwaysSound for Config {}

impl Default for Config {
    fn default() -> Self {
        Self { rate: BitRate::from_bps(622_080_000) }
    }
}

impl Config {
    /// The source, which begins at `start`.
    #[must_use]
    pub fn build(&self, unit: Unit, start: Time, _random: RandomStream) -> Greedy {
        Greedy { clock: unit.clock(self.rate), soonest: ClockPoint::exactly(start), next: start }
    }

    /// The rate at which cells follow each other at most; `None` if there is no such rate.
    #[must_use]
    pub fn peak_rate(&self) -> Option<BitRate> {
        Some(self.rate)
    }

    /// Cells or datagrams per second in the long run: as many as are released.
    #[must_use]
    pub fn mean_per_s(&self, _unit: Unit) -> f64 {
        f64::INFINITY
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        rate().prop_map(|rate| Self { rate })
    }
}

/// A cell whenever there is room for one.
#[derive(Clone, Debug)]
pub struct Greedy {
    clock: CellClock,
    /// When the next cell may be due at the soonest.
    soonest: ClockPoint,
    next: Time,
}

impl CellSource for Greedy {
    #[inline]
    fn next_emission(&self) -> Time {
        self.next
    }
    #[inline]
    fn emit(&mut self) {
        self.soonest = self.clock.step(ClockPoint::exactly(self.next));
        self.next = Time::NEVER;
    }
    #[inline]
    fn resume(&mut self, now: Time) {
        self.next = now.max(self.soonest.at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::StreamName;

    #[test]
    fn a_cell_follows_when_the_one_before_has_left_but_not_faster_than_the_rate() {
        let name = StreamName { seed: 1, replication: 0, element: "h1", purpose: "cells" };
        let mut source = Config { rate: BitRate::from_bps(424_000_000) }.build(
            Unit::CELL,
            Time::from_ps(7),
            RandomStream::new(name),
        );
        assert_eq!(source.next_emission(), Time::from_ps(7));
        source.emit();
        assert_eq!(source.next_emission(), Time::NEVER);
        source.resume(Time::from_ps(2_000_000));
        assert_eq!(source.next_emission(), Time::from_ps(2_000_000));
        source.emit();
        source.resume(Time::from_ps(2_000_000));
        assert_eq!(source.next_emission(), Time::from_ps(3_000_000));
    }
}
