//! A line that sends at the instants of a trace: each is an opportunity to send so many octets.
//!
//! A packet is taken at the first opportunity that has room for an octet of it, may take several, and arrives whole at
//! the last of them. The remainder of an opportunity is lost when nothing waits. After its last instant the trace
//! begins again: that instant, not the one after it, is its length. Source: Mahimahi's `mm-link` (Netravali et al.,
//! USENIX ATC 2015), whose sizes are those of IP packets.

use std::sync::Arc;

use cellwise_units::{BitRate, Bytes, ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Line, Link, Sending, unread};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, prop_oneof};
use crate::chance::Draw;
use crate::framing::{AnyFraming, Framing, WireOctets};

const PS_PER_MS: u64 = 1_000_000_000;
/// As long as a time can be.
const MOST_MS: u64 = 10_000_000_000;
const MOST_UNIT_OCTETS: u64 = 1_000_000;
/// Flags and protocol, in front of every packet that a tunnel device gives.
const TUN_OCTETS: u64 = 4;

/// Which octets an opportunity counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TraceFraming {
    /// Those of IP packets.
    #[default]
    None,
    /// Those of IP packets, each with 4 in front of it, as Mahimahi sees them. Its opportunities are then of
    /// 1504.
    Tun,
    /// Those on the wire, with the framing of the link.
    Link,
}

/// Parameters of [`Trace`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The instants, in milliseconds since the start of the trace, in the order of time. An instant that is
    /// in the list several times is as many opportunities. The last is the length of the trace.
    #[schemars(extend("minItems" = 1))]
    pub opportunities_ms: Vec<u64>,
    /// Instead of them, a file in Mahimahi's format: in each line one of the instants. Its path is relative
    /// to the folder of the scenario's file, or of the study, and its content becomes part of the scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The octets of an opportunity.
    pub trace_unit: Bytes,
    /// Which octets `trace_unit` counts.
    pub trace_framing: TraceFraming,
    /// Whether the trace begins again when it is over; otherwise the line sends nothing any more.
    pub repeat: bool,
    /// Whether a packet that comes at the instant of an opportunity may take it. Mahimahi serves opportunities first.
    pub arrival_first: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            opportunities_ms: vec![1],
            file: None,
            trace_unit: Bytes::new(1500),
            trace_framing: TraceFraming::None,
            repeat: true,
            arrival_first: false,
        }
    }
}

impl Config {
    /// The line.
    #[must_use]
    pub fn build(&self, link: &Link) -> Trace {
        let counted = match self.trace_framing {
            TraceFraming::None => Counted::Packet { more_octets: 0 },
            TraceFraming::Tun => Counted::Packet { more_octets: TUN_OCTETS },
            TraceFraming::Link => Counted::Frame(link.framing.clone()),
        };
        let unit = WireOctets::whole(self.trace_unit.get().clamp(1, MOST_UNIT_OCTETS)).parts();
        let instants = Instants::new(&self.opportunities_ms, self.repeat);
        Trace { instants, counted, unit, arrival_first: self.arrival_first, current: 0, left: unit }
    }

    /// Instants out of order, no opportunity, opportunities for nothing.
    #[must_use]
    pub fn check(&self, _: &Link) -> Vec<ConfigIssue> {
        let mut so_far = Opportunities::default();
        let instants = self.opportunities_ms.iter().enumerate().filter_map(|(place, &value)| {
            let rule = so_far.push(value).err()?;
            Some(ConfigIssue::new(&format!("opportunities_ms[{place}]"), value, rule))
        });
        let end = Opportunities::check_end(&self.opportunities_ms).map(|rule| {
            let last = self.opportunities_ms.last().map_or_else(|| "[]".to_owned(), ToString::to_string);
            ConfigIssue::new("opportunities_ms", last, rule)
        });
        let unit = (!(1..=MOST_UNIT_OCTETS).contains(&self.trace_unit.get())).then(|| {
            let rule =
                format!("give from 1 to {MOST_UNIT_OCTETS} bytes: nothing would ever be sent with none");
            ConfigIssue::new("trace_unit", self.trace_unit, rule)
        });
        let unread = unread(self.file.as_deref(), "opportunities_ms");
        instants.chain(end).chain(unread).chain(unit).collect()
    }

    /// The octets of all opportunities over the length of the trace, rounded down to bit/s.
    #[must_use]
    pub fn mean_rate(&self, _: &Link) -> BitRate {
        let length_ms = self.opportunities_ms.last().copied().unwrap_or(0).max(1);
        let bits = 8 * u128::from(self.trace_unit.get()) * self.opportunities_ms.len() as u128;
        BitRate::from_bps(u64::try_from(bits * 1000 / u128::from(length_ms)).unwrap_or(u64::MAX).max(1))
    }
}

/// The rules of a list of opportunities, one after another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Opportunities {
    last_ms: u64,
}

impl Opportunities {
    /// The next one, or its mistake.
    pub(super) fn push(&mut self, ms: u64) -> Result<(), String> {
        if ms < self.last_ms {
            return Err(format!("give at least {}, which stands before it", self.last_ms));
        }
        if ms > MOST_MS {
            return Err(format!("give at most {MOST_MS} ms"));
        }
        self.last_ms = ms;
        Ok(())
    }

    /// What is wrong with where a list ends.
    pub(super) fn check_end(all: &[u64]) -> Option<&'static str> {
        match all.last() {
            None => Some("give at least one opportunity"),
            Some(0) => Some("give more than 0 ms in the last place: it is the length of the trace"),
            Some(_) => None,
        }
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let gaps = proptest::collection::vec(prop_oneof![Just(0u64), 1u64..40], 1..20);
        let unit = prop_oneof![Just(1500u64), 1u64..3000];
        let framing =
            prop_oneof![Just(TraceFraming::None), Just(TraceFraming::Tun), Just(TraceFraming::Link)];
        (gaps, unit, framing, any::<bool>(), any::<bool>()).prop_map(
            |(gaps, unit, trace_framing, repeat, arrival_first)| {
                let mut at = 0;
                let mut opportunities_ms: Vec<u64> = gaps
                    .iter()
                    .map(|gap| {
                        at += gap;
                        at
                    })
                    .collect();
                opportunities_ms.push(at + 1);
                let trace_unit = Bytes::new(unit);
                Self { opportunities_ms, file: None, trace_unit, trace_framing, repeat, arrival_first }
            },
        )
    }
}

/// The instants of all opportunities, by their number.
#[derive(Clone, Debug)]
struct Instants {
    ms: Arc<[u64]>,
    /// The last, at least 1.
    length_ms: u64,
    repeat: bool,
}

impl Instants {
    fn new(given: &[u64], repeat: bool) -> Self {
        let mut so_far = Opportunities::default();
        let mut ms: Vec<u64> = given.iter().copied().filter(|&ms| so_far.push(ms).is_ok()).collect();
        if Opportunities::check_end(&ms).is_some() {
            ms.push(1);
        }
        let length_ms = ms[ms.len() - 1];
        Self { ms: ms.into(), length_ms, repeat }
    }

    /// When an opportunity comes; never, if the trace is over by then.
    fn time_of(&self, number: u64) -> Time {
        let count = self.ms.len() as u64;
        let (rounds, place) = (number / count, (number % count) as usize);
        if rounds > 0 && !self.repeat {
            return Time::NEVER;
        }
        let ms = rounds.saturating_mul(self.length_ms).saturating_add(self.ms[place]);
        Time::from_ps(ms.saturating_mul(PS_PER_MS))
    }

    /// The first opportunity at so many milliseconds or later.
    fn first_from(&self, ms: u64) -> u64 {
        // The last opportunity of a round is at its very end, so a time just there belongs to the round before.
        let rounds = if self.repeat { ms.saturating_sub(1) / self.length_ms } else { 0 };
        let within = ms - rounds * self.length_ms;
        let place = self.ms.partition_point(|&instant| instant < within) as u64;
        rounds.saturating_mul(self.ms.len() as u64).saturating_add(place)
    }
}

/// What of a packet takes the octets of opportunities.
#[derive(Clone, Debug)]
enum Counted {
    /// The IP packet, and more in front of it.
    Packet { more_octets: u64 },
    /// What is on the wire.
    Frame(AnyFraming),
}

impl Counted {
    fn of(&self, ip_octets: u32) -> WireOctets {
        match self {
            Self::Packet { more_octets } => WireOctets::whole(u64::from(ip_octets) + more_octets),
            Self::Frame(framing) => framing.wire(ip_octets),
        }
    }
}

/// The line.
#[derive(Clone, Debug)]
pub struct Trace {
    instants: Instants,
    counted: Counted,
    /// Parts of an octet that an opportunity sends.
    unit: u64,
    arrival_first: bool,
    /// The first opportunity that is not used up.
    current: u64,
    /// Parts of an octet that it has left, above 0.
    left: u64,
}

impl Line for Trace {
    fn free_at(&mut self, now: Time, _: Draw<'_>) -> Time {
        let ms = if self.arrival_first { now.ps().div_ceil(PS_PER_MS) } else { now.ps() / PS_PER_MS + 1 };
        self.instants.time_of(self.instants.first_from(ms).max(self.current))
    }

    fn send(&mut self, start: Time, ip_octets: u32, _: Draw<'_>) -> Sending {
        let first = self.instants.first_from(start.ps().div_ceil(PS_PER_MS));
        if first > self.current {
            (self.current, self.left) = (first, self.unit);
        }
        let parts = self.counted.of(ip_octets).parts();
        let more = parts.saturating_sub(self.left).div_ceil(self.unit);
        self.current = self.current.saturating_add(more);
        self.left = self.left + more * self.unit - parts;
        let arrives_at = self.instants.time_of(self.current);
        if self.left == 0 {
            (self.current, self.left) = (self.current.saturating_add(1), self.unit);
        }
        Sending { free_at: self.instants.time_of(self.current), arrives_at, lost: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::{FramingConfig, raw};
    use proptest::prelude::*;

    const MS: u64 = PS_PER_MS;

    fn link() -> Link {
        let framing = FramingConfig::Raw(raw::Config::default()).build();
        Link { rate: BitRate::from_bps(1), framing }
    }

    fn line(opportunities_ms: &[u64], change: impl FnOnce(&mut Config)) -> Trace {
        let mut config = Config { opportunities_ms: opportunities_ms.to_vec(), ..Config::default() };
        change(&mut config);
        assert_eq!(config.check(&link()), []);
        config.build(&link())
    }

    /// When a packet at an idle line is taken and arrives.
    fn send(line: &mut Trace, now_ps: u64, ip_octets: u32) -> (u64, u64) {
        let start = line.free_at(Time::from_ps(now_ps), &mut || 0.5);
        (start.ps(), line.send(start, ip_octets, &mut || 0.5).arrives_at.ps())
    }

    #[test]
    fn the_trace_1_is_exactly_12_mbit() {
        let mut line = line(&[1], |_| ());
        let (mut start, mut count) = (line.free_at(Time::ZERO, &mut || 0.5), 0u64);
        while start.ps() <= 60_000 * MS {
            let sending = line.send(start, 1500, &mut || 0.5);
            count += 1;
            assert_eq!(sending.arrives_at.ps(), count * MS);
            start = sending.free_at;
        }
        assert_eq!(count, 60_000);
        assert_eq!(Config::default().mean_rate(&link()), BitRate::from_bps(12_000_000));
    }

    #[test]
    fn a_packet_may_take_several_opportunities_and_what_is_left_serves_the_next_one_that_waits() {
        let mut line = line(&[2, 5, 9], |_| ());
        let start = line.free_at(Time::ZERO, &mut || 0.5);
        let mut send = |start| line.send(start, 1000, &mut || 0.5);
        let first = send(start);
        assert_eq!((start.ps(), first.arrives_at.ps(), first.free_at.ps()), (2 * MS, 2 * MS, 2 * MS));
        let second = send(first.free_at);
        assert_eq!((second.arrives_at.ps(), second.free_at.ps()), (5 * MS, 5 * MS));
        let third = send(second.free_at);
        assert_eq!((third.arrives_at.ps(), third.free_at.ps()), (5 * MS, 9 * MS));
    }

    #[test]
    fn the_length_of_a_trace_is_its_last_instant() {
        // 0 comes again when 4 does.
        let mut line = line(&[0, 4], |config| config.arrival_first = true);
        let times: Vec<u64> = (0..6).map(|_| send(&mut line, 0, 1500).1 / MS).collect();
        assert_eq!(times, [0, 4, 4, 8, 8, 12]);
    }

    #[test]
    fn a_packet_that_comes_with_an_opportunity_misses_it_unless_arrivals_go_first() {
        assert_eq!(send(&mut line(&[3, 5], |_| ()), 3 * MS, 100), (5 * MS, 5 * MS));
        assert_eq!(send(&mut line(&[3, 5], |_| ()), 3 * MS - 1, 100), (3 * MS, 3 * MS));
        assert_eq!(send(&mut line(&[3, 5], |config| config.arrival_first = true), 3 * MS, 100).0, 3 * MS);
    }

    #[test]
    fn in_octets_of_a_tunnel_a_full_packet_takes_an_opportunity_and_small_ones_four_more_each() {
        let mut line = line(&[1], |config| {
            (config.trace_unit, config.trace_framing) = (Bytes::new(1504), TraceFraming::Tun);
        });
        let mut start = line.free_at(Time::ZERO, &mut || 0.5);
        let octets = [1500, 748, 748, 40];
        let arrivals = octets.map(|octets| {
            let sending = line.send(start, octets, &mut || 0.5);
            start = sending.free_at;
            sending.arrives_at.ps() / MS
        });
        assert_eq!(arrivals, [1, 2, 2, 3]);
    }

    #[test]
    fn a_file_that_nobody_has_read_is_reported() {
        let config = Config { file: Some("down.trace".to_owned()), ..Config::default() };
        let issues = config.check(&link());
        assert_eq!((issues[0].field.as_str(), issues[0].value.as_str()), ("file", "down.trace"));
        assert!(issues[0].rule.starts_with("give opportunities_ms instead"), "{}", issues[0].rule);
    }

    #[test]
    fn what_is_left_of_an_opportunity_is_lost_when_nothing_waits() {
        let mut line = line(&[3, 5], |_| ());
        assert_eq!(send(&mut line, 0, 100).1, 3 * MS);
        assert_eq!(send(&mut line, 3 * MS + 1, 1500), (5 * MS, 5 * MS));
    }

    #[test]
    fn a_trace_that_is_not_repeated_ends_and_holds_what_it_has_begun() {
        let mut line = line(&[1, 2], |config| config.repeat = false);
        assert_eq!(send(&mut line, 0, 1000).1, MS);
        let sending = line.send(Time::from_ps(MS), 3000, &mut || 0.5);
        assert_eq!((sending.arrives_at, sending.free_at), (Time::NEVER, Time::NEVER));
        assert_eq!(line.free_at(Time::from_ps(2 * MS), &mut || 0.5), Time::NEVER);
    }

    #[test]
    fn everything_wrong_is_reported_at_once() {
        let fields = |config: Config| config.check(&link()).into_iter().map(|i| i.field).collect::<Vec<_>>();
        let opportunities_ms = vec![5, 3, 6, 0];
        let trace_unit = Bytes::ZERO;
        assert_eq!(
            fields(Config { opportunities_ms, trace_unit, ..Config::default() }),
            ["opportunities_ms[1]", "opportunities_ms[3]", "opportunities_ms", "trace_unit"]
        );
        assert_eq!(fields(Config { opportunities_ms: vec![], ..Config::default() }), ["opportunities_ms"]);
    }

    /// The rules opportunity by opportunity, for packets with their arrivals: when each arrives at the far end.
    fn emulated(trace: &[u64], unit: u64, packets: &[(u64, u64)]) -> Vec<u64> {
        let (mut next, mut left, mut arrivals) = (0, 0, Vec::new());
        for number in 0.. {
            if arrivals.len() == packets.len() {
                break;
            }
            let at = (number / trace.len()) as u64 * trace[trace.len() - 1] + trace[number % trace.len()];
            let mut budget = unit;
            while budget > 0 {
                if left == 0 {
                    // An opportunity precedes a packet that comes with it.
                    if next == packets.len() || packets[next].0 >= at * MS {
                        break;
                    }
                    (left, next) = (packets[next].1, next + 1);
                }
                let sent = budget.min(left);
                (left, budget) = (left - sent, budget - sent);
                if left == 0 {
                    arrivals.push(at * MS);
                }
            }
        }
        arrivals
    }

    proptest! {
        #[test]
        fn packets_arrive_when_they_do_opportunity_by_opportunity(
            gaps in prop::collection::vec(prop_oneof![Just(0u64), 1u64..9], 1..8), unit in 1u64..3000,
            packets in prop::collection::vec((prop_oneof![Just(0u64), 0u64..40 * MS, Just(MS)], 1u64..1500), 1..30),
        ) {
            let trace: Vec<u64> = gaps.iter().scan(0, |at, gap| { *at += gap; Some(*at) }).chain([80]).collect();
            let mut now = 0;
            let packets: Vec<_> = packets.iter().map(|(gap, octets)| { now += gap; (now, *octets) }).collect();
            let mut line = line(&trace, |config| config.trace_unit = Bytes::new(unit));
            let (mut free, mut arrivals) = (Time::ZERO, Vec::new());
            for &(came, octets) in &packets {
                let came = Time::from_ps(came);
                let start = if came < free { free } else { line.free_at(came, &mut || 0.5) };
                let sending = line.send(start, octets as u32, &mut || 0.5);
                free = sending.free_at;
                arrivals.push(sending.arrives_at.ps());
            }
            prop_assert_eq!(arrivals, emulated(&trace, unit, &packets));
        }
    }
}
