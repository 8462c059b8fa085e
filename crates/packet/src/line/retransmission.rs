//! A line that sends errored units again (G.INP): loss becomes delay.
//!
//! The stream of packets is cut into units, one for each slot; idle time also fills units. A unit that noise hits is
//! sent again, a fixed number of slots later, in place of a new one, until it is too old; then it is given up, with
//! every packet that has an octet in it. Units leave the receiver in order. The queue in front of the line sees the
//! slots of repeats as a pause, never as loss. The return channel loses nothing. Source: ITU-T G.998.4 for the terms
//! and the rule; the slots are a model of this project.

mod noise;
#[cfg(test)]
mod tests;
mod units;

use cellwise_units::{BitRate, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::noise::NoiseConfig;
use self::units::{Outlet, Timing, Units};
use super::{Line, Link, Retransmissions, Sending};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::chance::Draw;
use crate::clock::{PacketClock, Point};
use crate::framing::{AnyFraming, Framing};

const PS_PER_US: u64 = 1_000_000;
/// Half a symbol at 8000 symbols a second.
const SHORTEST_UNIT: Span = Span::from_ps(62_500_000);
/// Four symbols at 4000 symbols a second.
const LONGEST_UNIT: Span = Span::from_ps(1_000 * PS_PER_US);

/// Parameters of [`Retransmission`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The time that sending a unit takes: a slot. From half a symbol to four.
    pub unit_time: Span,
    /// From the end of a sending until it can be repeated, rounded up to slots.
    pub return_time: Span,
    /// `DELAYMIN_RTX`: units are kept for at least so long after their first sending, rounded down to slots. As long as
    /// a repeat takes, it makes the delay constant.
    pub delay_min: Span,
    /// `DELAYMAX_RTX`: from the start of a unit's first sending to the end of its last, rounded down to slots.
    pub delay_max: Span,
    /// The rate at which the receiver releases units that have arrived out of order; all at once if not
    /// given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlet_rate: Option<BitRate>,
    /// The noise.
    pub noise: NoiseConfig,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            unit_time: Span::from_ps(500 * PS_PER_US),
            return_time: Span::from_ps(2_000 * PS_PER_US),
            delay_min: Span::ZERO,
            delay_max: Span::from_ps(10_000 * PS_PER_US),
            outlet_rate: None,
            noise: NoiseConfig::None,
        }
    }
}

impl Config {
    /// The line.
    #[must_use]
    pub fn build(&self, link: &Link) -> Retransmission {
        let timing = self.timing();
        let unit = u128::from(timing.slot) * u128::from(link.rate.get().max(1));
        let outlet =
            self.outlet_rate.map(|rate| Outlet { clock: PacketClock::of(rate.max(link.rate)), unit });
        Retransmission {
            units: Units::new(timing, self.noise.build(timing.slot), outlet),
            slot: timing.slot,
            clock: PacketClock::of(link.rate),
            framing: link.framing.clone(),
            done: Point::default(),
            free_at: Time::ZERO,
        }
    }

    fn timing(&self) -> Timing {
        let slot = self.unit_time.clamp(SHORTEST_UNIT, LONGEST_UNIT).get();
        Timing {
            slot,
            return_slots: self.return_time.get().div_ceil(slot),
            least: self.delay_min.get() / slot,
            most: (self.delay_max.get() / slot).max(1),
        }
    }

    /// Units out of range, delays in which nothing can be repeated, an outlet slower than the line, absurd noise.
    #[must_use]
    pub fn check(&self, link: &Link) -> Vec<ConfigIssue> {
        let unit = (!(SHORTEST_UNIT..=LONGEST_UNIT).contains(&self.unit_time)).then(|| {
            let rule = format!("give from {SHORTEST_UNIT} to {LONGEST_UNIT}");
            ConfigIssue::new("unit_time", self.unit_time, rule)
        });
        let timing = self.timing();
        let least = Span::from_ps(timing.slot) * timing.return_slots.saturating_add(2);
        let most = (timing.most < timing.return_slots.saturating_add(2)).then(|| {
            let rule = format!("give at least {least}, so that a unit can be sent again once");
            ConfigIssue::new("delay_max", self.delay_max, rule)
        });
        let order = (self.delay_min > self.delay_max).then(|| {
            let rule = format!("give at most delay_max ({})", self.delay_max);
            ConfigIssue::new("delay_min", self.delay_min, rule)
        });
        let outlet = self.outlet_rate.filter(|&rate| rate < link.rate).map(|rate| {
            ConfigIssue::new(
                "outlet_rate",
                rate,
                format!("give at least the rate of the line, {}", link.rate),
            )
        });
        let own = [unit, most, order, outlet].into_iter().flatten();
        own.chain(self.noise.check()).collect()
    }

    /// The net data rate, without the losses by noise.
    #[must_use]
    pub fn mean_rate(&self, link: &Link) -> BitRate {
        link.rate
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let us = |range: std::ops::Range<u64>| range.prop_map(|us| Span::from_ps(us * PS_PER_US));
        let rate = proptest::option::of((100_000_000u64..200_000_000).prop_map(BitRate::from_bps));
        let delays = (us(0..3_000), us(0..6_000), us(6_000..20_000));
        (us(63..1_000), delays, rate, NoiseConfig::arbitrary()).prop_map(
            |(unit_time, (return_time, delay_min, delay_max), outlet_rate, noise)| Self {
                unit_time,
                return_time,
                delay_min,
                delay_max,
                outlet_rate,
                noise,
            },
        )
    }
}

/// The line.
#[derive(Clone, Debug)]
pub struct Retransmission {
    units: Units,
    /// In picoseconds.
    slot: u64,
    clock: PacketClock,
    framing: AnyFraming,
    /// The data time at which the last packet ends.
    done: Point,
    free_at: Time,
}

impl Line for Retransmission {
    fn free_at(&mut self, now: Time, draw: Draw<'_>) -> Time {
        if now <= self.free_at {
            return self.free_at;
        }
        let data = self.units.data_at(now, draw);
        self.units.instant_of(data, draw)
    }

    fn send(&mut self, start: Time, ip_octets: u32, draw: Draw<'_>) -> Sending {
        self.units.pass(start);
        if start > self.free_at {
            self.done = Point::exactly(Time::from_ps(self.units.data_at(start, draw)));
        }
        let first = self.done.at().ps() / self.slot;
        self.done = self.clock.after(self.done, self.framing.wire(ip_octets));
        let end = self.done.end().ps();
        let arrives_at = self.units.leaves_at((end - 1) / self.slot, draw);
        let lost = self.units.is_abandoned_since(first);
        self.free_at = self.units.instant_of(end, draw);
        Sending { free_at: self.free_at, arrives_at, lost }
    }

    fn retransmissions(&mut self, now: Time, draw: Draw<'_>) -> Option<Retransmissions> {
        Some(self.units.counts(now, draw))
    }
}
