//! A policer in front of any discipline: packets that come faster than a rate allows are dropped or marked, and none
//! waits for it.
//!
//! A meter of two token buckets colours each packet that comes: green, it conforms; yellow, it exceeds the committed
//! burst; red, it violates both. Octets are those of IP packets, without the header of the link. The meter knows no
//! colours that others gave before (colour-blind). Source: RFC 2697 (one rate), RFC 2698 (two rates).

mod meter;

use cellwise_units::{BitRate, Bytes, ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AnyDiscipline, Around, Backlog, Discipline, DisciplineConfig, DropReason, Service};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, perhaps, prop_oneof};
use crate::packet::Packet;
use meter::{Colour, Meter};

/// What becomes of a packet of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "PolicerAction")]
pub enum Action {
    /// It passes.
    Pass,
    /// It is dropped.
    Drop,
}

/// Parameters of [`Policer`]. By default it does not police.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "PolicerConfig")]
pub struct Config {
    /// The committed rate (CIR), in bits of IP packets. No policer if not given.
    #[schemars(extend("formatMinimum" = "1 kbit/s"))]
    pub rate: Option<BitRate>,
    /// The committed burst (CBS). If not given what the rate sends in 100 ms, and at least the longest packet.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub burst: Option<Bytes>,
    /// The excess burst (EBS) of one rate: octets beyond `burst` that are yellow; it fills while `burst` is full.
    pub excess_burst: Option<Bytes>,
    /// The peak rate (PIR) of two rates: packets beyond it are red.
    #[schemars(extend("formatMinimum" = "1 kbit/s"))]
    pub peak_rate: Option<BitRate>,
    /// The peak burst (PBS). If not given as large as `burst`.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub peak_burst: Option<Bytes>,
    /// Whether yellow packets pass or are dropped.
    pub yellow: Action,
    /// Whether red packets pass or are dropped.
    pub red: Action,
    /// The codepoint that yellow packets leave with; their own if not given.
    #[schemars(range(max = 63))]
    pub yellow_dscp: Option<u8>,
    /// The codepoint that red packets leave with, if they pass; their own if not given.
    #[schemars(range(max = 63))]
    pub red_dscp: Option<u8>,
    /// The discipline of the packets that pass.
    pub queue: Box<DisciplineConfig>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            rate: None,
            burst: None,
            excess_burst: None,
            peak_rate: None,
            peak_burst: None,
            yellow: Action::Pass,
            red: Action::Drop,
            yellow_dscp: None,
            red_dscp: None,
            queue: Box::default(),
        }
    }
}

/// If no committed burst is given, it holds the octets of the rate in this part of a second.
const BURSTS_PER_S: u64 = 10;

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> Policer {
        let meter = self.rate.filter(|rate| !rate.is_zero()).map(|rate| {
            let usual = (rate.get() / 8 / BURSTS_PER_S).max(service.mtu_octets.into());
            let burst = self.burst.map_or(usual, Bytes::get);
            match self.peak_rate {
                Some(peak) => Meter::two_rates(rate, burst, peak, self.peak_burst.map_or(burst, Bytes::get)),
                None => Meter::single_rate(rate, burst, self.excess_burst.map_or(0, Bytes::get)),
            }
        });
        Policer {
            meter,
            yellow: Treatment { action: self.yellow, dscp: self.yellow_dscp },
            red: Treatment { action: self.red, dscp: self.red_dscp },
            inner: Box::new(self.queue.build(service)),
        }
    }

    /// A peak below the rate, settings that nothing uses, and what is wrong with the inner discipline.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        let inner = self.queue.check(service).into_iter();
        let inner = inner.map(|issue| ConfigIssue { field: format!("queue.{}", issue.field), ..issue });
        self.slow().into_iter().chain(self.unused()).chain(inner).collect()
    }

    fn slow(&self) -> Option<ConfigIssue> {
        let peak = self.peak_rate.filter(|peak| self.rate.is_some_and(|rate| *peak < rate))?;
        Some(ConfigIssue::new("peak_rate", peak, "give at least `rate`, or leave it out"))
    }

    fn unused(&self) -> Vec<ConfigIssue> {
        let needs_rate = "give `rate` too: without it nothing is policed";
        let needs_peak = "give `peak_rate` too: it is the burst of the peak rate";
        let one_rate = "leave it out, or `peak_rate`: the excess burst belongs to one rate";
        let (bytes, rates) = (Bytes::to_string, BitRate::to_string);
        let found = [
            ("burst", self.burst.as_ref().map(bytes), self.rate.is_none(), needs_rate),
            ("excess_burst", self.excess_burst.as_ref().map(bytes), self.rate.is_none(), needs_rate),
            ("peak_rate", self.peak_rate.as_ref().map(rates), self.rate.is_none(), needs_rate),
            ("excess_burst", self.excess_burst.as_ref().map(bytes), self.peak_rate.is_some(), one_rate),
            ("peak_burst", self.peak_burst.as_ref().map(bytes), self.peak_rate.is_none(), needs_peak),
        ];
        let found = found.into_iter().filter(|(.., is_wrong, _)| *is_wrong);
        found.filter_map(|(field, value, _, rule)| Some(ConfigIssue::new(field, value?, rule))).collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings, around one of the other disciplines.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let inner = prop_oneof![
            super::tail::Config::arbitrary().prop_map(DisciplineConfig::Tail),
            super::fq_codel::Config::arbitrary().prop_map(DisciplineConfig::FqCodel),
            super::token_bucket::Config::arbitrary().prop_map(DisciplineConfig::TokenBucket),
        ];
        let second = prop_oneof![
            Just((None, None)),
            (0u64..9_000).prop_map(|octets| (Some(octets), None)),
            (0u64..4_000_000).prop_map(|more| (None, Some(more))),
        ];
        let rates = perhaps((100_000u64..4_000_000, perhaps(4_000u64..60_000), second));
        let action = || prop_oneof![Just(Action::Pass), Just(Action::Drop)];
        let dscps = (perhaps(0u8..64), perhaps(0u8..64));
        (rates, (action(), action()), dscps, inner).prop_map(
            |(rates, (yellow, red), (yellow_dscp, red_dscp), inner)| Self {
                rate: rates.map(|(rate, ..)| BitRate::from_bps(rate)),
                burst: rates.and_then(|(_, burst, _)| burst).map(Bytes::new),
                excess_burst: rates.and_then(|(.., (excess, _))| excess).map(Bytes::new),
                peak_rate: rates.and_then(|(rate, _, (_, more))| Some(BitRate::from_bps(rate + more?))),
                yellow,
                red,
                yellow_dscp,
                red_dscp,
                queue: Box::new(inner),
                peak_burst: None,
            },
        )
    }
}

/// What becomes of a colour.
#[derive(Clone, Copy, Debug)]
struct Treatment {
    action: Action,
    dscp: Option<u8>,
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct Policer {
    meter: Option<Meter>,
    yellow: Treatment,
    red: Treatment,
    inner: Box<AnyDiscipline>,
}

impl Policer {
    /// What becomes of a packet that comes now; `None` if it passes unchanged.
    fn treatment(&mut self, packet: &Packet, now: Time) -> Option<Treatment> {
        match self.meter.as_mut()?.colour(packet.ip_octets.into(), now) {
            Colour::Green => None,
            Colour::Yellow => Some(self.yellow),
            Colour::Red => Some(self.red),
        }
    }
}

impl Discipline for Policer {
    fn enqueue(&mut self, mut packet: Packet, around: &mut Around<'_>) {
        if let Some(Treatment { action, dscp }) = self.treatment(&packet, around.now) {
            if action == Action::Drop {
                return (around.lose)(&packet, DropReason::Policed);
            }
            packet.dscp = dscp.unwrap_or(packet.dscp);
        }
        self.inner.enqueue(packet, around);
    }

    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        self.inner.dequeue(around)
    }

    fn backlog(&self) -> Backlog {
        self.inner.backlog()
    }

    fn ready_at(&self) -> Time {
        self.inner.ready_at()
    }

    fn drop_probability(&mut self, now: Time) -> Option<f64> {
        self.inner.drop_probability(now)
    }

    fn queue_name(&self, queue: u32) -> Option<&'static str> {
        self.inner.queue_name(queue)
    }
}

#[cfg(test)]
mod tests;
