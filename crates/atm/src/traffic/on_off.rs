//! On/off: cells at a constant rate while on, none while off.
//!
//! The lengths of the periods are fixed or exponential; with exponential ones the source is the
//! interrupted process of two states whose superposition models many bursty sources (Heffes and
//! Lucantoni, IEEE JSAC, September 1986).
//!
//! What sends the cells is [`Interrupted`].

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Unit;
use super::constant::phase;
use super::interrupted::{Interrupted, Lengths, Pair, check_on, part_on};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, micros, rate, select};
use cellwise_engine::chance::{exponential, uniform};

/// How long the periods are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Periods {
    /// Each period has the given length.
    #[default]
    Deterministic,
    /// Independent and exponential, with the given means.
    Exponential,
}

/// In which period the source starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Begins {
    /// At the beginning of a period on, with a cell.
    #[default]
    On,
    /// At the beginning of a period off.
    Off,
    /// Somewhere in its cycle, as if it had always been running.
    Random,
}

/// Parameters of [`OnOff`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The rate of the cells while on, headers included.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    pub rate: BitRate,
    /// The length of a period on, or the mean of the lengths. At least one cell time at `rate`.
    pub on: Span,
    /// The length of a period off, or the mean of the lengths.
    pub off: Span,
    /// Whether all periods are as long as given or exponential.
    pub periods: Periods,
    /// In which period the source starts.
    pub begins: Begins,
}

impl Default for Config {
    fn default() -> Self {
        let ten_ms = Span::from_ps(10_000_000_000);
        Self {
            rate: BitRate::from_bps(100_000_000),
            on: ten_ms,
            off: ten_ms,
            periods: Periods::default(),
            begins: Begins::default(),
        }
    }
}

impl Config {
    /// The source, which begins at `start`.
    #[must_use]
    pub fn build(&self, unit: Unit, start: Time, mut random: RandomStream) -> OnOff {
        let clock = unit.clock(self.rate);
        let cycle =
            Cycle { on: self.on.max(clock.cell_time_ceiling()), off: self.off, periods: self.periods };
        let first = cycle.first(self.begins, &mut random);
        let phase = if self.begins == Begins::Random { phase(&mut random, &clock) } else { Span::ZERO };
        Interrupted::new(clock, cycle, random, start, first, phase)
    }

    /// Periods on that are shorter than a cell.
    #[must_use]
    pub fn check(&self, unit: Unit) -> Vec<ConfigIssue> {
        check_on(self.on, self.rate, unit).into_iter().collect()
    }

    /// The part of the time that the source is on, in the long run.
    #[must_use]
    pub fn part_on(&self) -> f64 {
        part_on(self.on, self.off)
    }

    /// The rate at which cells follow each other at most; `None` if there is no such rate.
    #[must_use]
    pub fn peak_rate(&self) -> Option<BitRate> {
        Some(self.rate)
    }

    /// Cells or datagrams per second in the long run.
    #[must_use]
    pub fn mean_per_s(&self, unit: Unit) -> f64 {
        unit.per_s(self.rate) * self.part_on()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let periods = select(vec![Periods::Deterministic, Periods::Exponential]);
        let begins = select(vec![Begins::On, Begins::Off, Begins::Random]);
        (rate(), micros(0..15_000), micros(0..5_000), periods, begins).prop_map(
            |(rate, beyond_a_cell, off, periods, begins)| {
                let on = Unit::CELL.clock(rate).cell_time_ceiling() + beyond_a_cell;
                Self { rate, on, off, periods, begins }
            },
        )
    }
}

/// Cells of an on/off source.
pub type OnOff = Interrupted<Cycle>;

/// The lengths of periods, fixed or exponential.
#[derive(Clone, Copy, Debug)]
pub struct Cycle {
    on: Span,
    off: Span,
    periods: Periods,
}

impl Cycle {
    fn draw(&self, mean: Span, random: &mut RandomStream) -> Span {
        match self.periods {
            Periods::Deterministic => mean,
            Periods::Exponential => exponential(mean, uniform(random)),
        }
    }

    /// What is left of the periods in which the source starts.
    fn first(&self, begins: Begins, random: &mut RandomStream) -> Pair {
        let pair = self.next(random);
        match begins {
            Begins::On => Pair { off: Span::ZERO, ..pair },
            Begins::Off => pair,
            Begins::Random => {
                let (on, off) = (self.on.get() as f64, self.off.get() as f64);
                let at = uniform(random) * (on + off);
                let rest = |of: f64| Span::from_ps((of - at).round() as u64);
                match self.periods {
                    Periods::Deterministic if at < on => Pair { off: Span::ZERO, on: rest(on) },
                    Periods::Deterministic => Pair { off: rest(on + off), ..pair },
                    // What is left of an exponential period is as long as a new one.
                    Periods::Exponential if at < on => Pair { off: Span::ZERO, ..pair },
                    Periods::Exponential => pair,
                }
            }
        }
    }
}

impl Lengths for Cycle {
    fn next(&self, random: &mut RandomStream) -> Pair {
        Pair { off: self.draw(self.off, random), on: self.draw(self.on, random) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::CellSource;
    use super::*;
    use cellwise_engine::StreamName;

    const MS: u64 = 1_000_000_000;

    fn random() -> RandomStream {
        RandomStream::new(StreamName { seed: 1, replication: 0, element: "h1", purpose: "cells" })
    }

    /// One cell in 100 us, 1 ms on, 2 ms off.
    fn config() -> Config {
        Config {
            rate: "4.24 Mbit/s".parse().unwrap(),
            on: Span::from_ps(MS),
            off: Span::from_ps(2 * MS),
            ..Config::default()
        }
    }

    /// The times of the first cells, in microseconds.
    fn times_us(config: &Config, start: Time, cells: usize) -> Vec<u64> {
        let mut source = config.build(Unit::CELL, start, random());
        let mut next = || {
            let at = source.next_emission();
            source.emit();
            at.ps() / 1_000_000
        };
        (0..cells).map(|_| next()).collect()
    }

    #[test]
    fn a_source_that_begins_on_sends_at_once_and_rests_after_its_period() {
        let times = times_us(&config(), Time::from_ps(300 * MS), 12);
        let wanted: Vec<u64> = (0..10).map(|n| 300_000 + 100 * n).chain([303_000, 303_100]).collect();
        assert_eq!(times, wanted);
    }

    #[test]
    fn a_source_that_begins_off_rests_first() {
        let times = times_us(&Config { begins: Begins::Off, ..config() }, Time::ZERO, 11);
        assert_eq!((times[0], times[9], times[10]), (2000, 2900, 5000));
    }

    #[test]
    fn what_is_left_of_a_cell_time_counts_in_the_next_period() {
        // 250 us on: cells after 0, 100, 200 us on, then after 300 us on, which is 50 us into the
        // second period.
        let config = Config { on: Span::from_ps(MS / 4), off: Span::from_ps(MS), ..config() };
        assert_eq!(times_us(&config, Time::ZERO, 7), [0, 100, 200, 1300, 1400, 2500, 2600]);
    }

    #[test]
    fn without_periods_off_it_is_a_source_of_constant_rate() {
        let always_on = Config { off: Span::ZERO, ..config() };
        let constant = super::super::constant::Config { rate: always_on.rate, random_phase: false };
        let (mut on_off, mut constant) = (
            always_on.build(Unit::CELL, Time::ZERO, random()),
            constant.build(Unit::CELL, Time::ZERO, random()),
        );
        for _ in 0..1000 {
            assert_eq!(on_off.next_emission(), constant.next_emission());
            on_off.emit();
            constant.emit();
        }
    }

    #[test]
    fn a_period_on_that_is_shorter_than_a_cell_is_reported_and_taken_as_a_cell() {
        let config = Config { on: Span::from_ps(5), off: Span::from_ps(MS), ..config() };
        let issues = config.check(Unit::CELL);
        assert_eq!((issues.len(), issues[0].field.as_str()), (1, "on"));
        assert_eq!(times_us(&config, Time::ZERO, 3), [0, 1100, 2200]);
    }
}
