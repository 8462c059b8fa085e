//! A line whose rate changes at given instants and is constant between them.
//!
//! A packet that is being sent when the rate changes continues at the new one. Source: elementary; the amount that a
//! line can have sent by an instant is a broken straight line, and each packet takes its piece of it, so that nothing
//! is rounded but the instants that are given.

use std::sync::Arc;

use cellwise_units::{BitRate, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Line, Link, Sending, unread};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, prop_oneof};
use crate::chance::Draw;
use crate::clock::work_of;
use crate::framing::{AnyFraming, Framing};

/// A rate and the instant at which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The instant, since the start of the table.
    pub at: Span,
    /// The rate that begins at this instant; 0 if nothing is sent.
    pub rate: BitRate,
}

/// Parameters of [`RateTable`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The rates, in the order of their instants; the first at 0.
    #[schemars(extend("minItems" = 1))]
    pub rates: Vec<Step>,
    /// Instead of them, a file of comma-separated values, with the header `at_s,rate_bps` or the like: in
    /// each line an instant and the rate that begins then. Its path is relative to the folder of the
    /// scenario's file, or of the study, and its content becomes part of the scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The time after which the table begins again. If not given, the last rate holds until the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<Span>,
}

impl Default for Config {
    fn default() -> Self {
        let rates = vec![Step { at: Span::ZERO, rate: BitRate::from_bps(10_000_000) }];
        Self { rates, file: None, period: None }
    }
}

impl Config {
    /// The line.
    #[must_use]
    pub fn build(&self, link: &Link) -> RateTable {
        RateTable { table: self.table(), framing: link.framing.clone(), done: 0, free_at: Time::ZERO }
    }

    /// Instants out of order, a period that is over before the last rate, a line that never sends.
    #[must_use]
    pub fn check(&self, _: &Link) -> Vec<ConfigIssue> {
        let mut so_far = Steps::default();
        let steps = self.rates.iter().enumerate().filter_map(|(place, &step)| {
            let rule = so_far.push(step).err()?;
            Some(ConfigIssue::new(&format!("rates[{place}].at"), step.at, rule))
        });
        let end = Steps::check_end(&self.rates).map(|rule| ConfigIssue::new("rates", self.rates.len(), rule));
        let last = self.rates.iter().map(|step| step.at).max().unwrap_or_default();
        let period = self.period.filter(|&period| period <= last).map(|period| {
            ConfigIssue::new("period", period, format!("give more than {last}, when the last rate begins"))
        });
        steps.chain(end).chain(unread(self.file.as_deref(), "rates")).chain(period).collect()
    }

    /// The mean over the period; without one, the last rate above 0.
    #[must_use]
    pub fn mean_rate(&self, _: &Link) -> BitRate {
        let table = self.table();
        let last = table.pieces.iter().rev().find(|piece| piece.rate > 0).map_or(1, |piece| piece.rate);
        let mean = table.period.map_or(last, |period| (table.work / u128::from(period)) as u64);
        BitRate::from_bps(mean.max(1))
    }

    /// The table of the part that makes sense.
    fn table(&self) -> Table {
        let mut so_far = Steps::default();
        let mut steps: Vec<Step> =
            self.rates.iter().copied().filter(|&step| so_far.push(step).is_ok()).collect();
        if Steps::check_end(&steps).is_some() {
            steps = Self::default().rates;
        }
        let period = self.period.filter(|&period| steps.iter().all(|step| step.at < period));
        Table::new(&steps, period)
    }
}

/// The rules of a table, one row after another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    last: Option<Span>,
}

impl Steps {
    /// The next one, or its mistake.
    pub(super) fn push(&mut self, step: Step) -> Result<(), String> {
        let before = self.last;
        self.last = Some(before.unwrap_or_default().max(step.at));
        match before {
            None if !step.at.is_zero() => Err("begin at 0 s".to_owned()),
            Some(last) if step.at <= last => {
                Err(format!("give an instant after {last}, which stands before it"))
            }
            _ => Ok(()),
        }
    }

    /// What is wrong with a table as a whole.
    pub(super) fn check_end(all: &[Step]) -> Option<&'static str> {
        if all.is_empty() {
            return Some("give at least one rate");
        }
        let sends = all.iter().any(|step| !step.rate.is_zero());
        (!sends).then_some("give a rate above 0 somewhere: nothing would ever be sent")
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let rate = prop_oneof![Just(0u64), 50_000u64..50_000_000];
        let steps = proptest::collection::vec((1u64..50_000_000_000, rate), 0..6);
        let last = 50_000u64..50_000_000;
        (steps, last, proptest::option::of(1u64..50_000_000_000)).prop_map(|(steps, last, rest)| {
            let (mut at, mut rates) = (0, Vec::new());
            for (length, rate) in steps {
                rates.push(Step { at: Span::from_ps(at), rate: BitRate::from_bps(rate) });
                at += length;
            }
            rates.push(Step { at: Span::from_ps(at), rate: BitRate::from_bps(last) });
            Self { rates, period: rest.map(|rest| Span::from_ps(at + rest)), ..Self::default() }
        })
    }
}

/// A time of constant rate.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// In picoseconds since the start of the table.
    at: u64,
    /// In bit/s.
    rate: u64,
    /// The work that can have been done by then, since the start of the table.
    before: u128,
}

/// The work that can have been done by each instant, and back.
#[derive(Clone, Debug)]
struct Table {
    pieces: Arc<[Piece]>,
    /// In picoseconds; none if the last rate always holds.
    period: Option<u64>,
    /// The work of a period; the most there is, without one.
    work: u128,
}

impl Table {
    /// The table of rates, of which the first holds at 0.
    fn new(steps: &[Step], period: Option<Span>) -> Self {
        let mut pieces: Vec<Piece> = Vec::with_capacity(steps.len());
        for step in steps {
            let at = step.at.get();
            let before = pieces.last().map_or(0, |last| last.work_by(at));
            pieces.push(Piece { at, rate: step.rate.get(), before });
        }
        let period = period.map(Span::get);
        let work = period.map_or(u128::MAX, |period| pieces[pieces.len() - 1].work_by(period));
        Self { pieces: pieces.into(), period, work }
    }

    /// The work that can have been done by an instant.
    fn work_by(&self, at: Time) -> u128 {
        let (rounds, within) =
            self.period.map_or((0, at.ps()), |period| (at.ps() / period, at.ps() % period));
        let piece = self.pieces.partition_point(|piece| piece.at <= within) - 1;
        u128::from(rounds) * if rounds > 0 { self.work } else { 0 } + self.pieces[piece].work_by(within)
    }

    /// The first instant by which so much work, above 0, can have been done.
    fn time_of(&self, work: u128) -> Time {
        let rounds = (work - 1) / self.work;
        let within = work - rounds * self.work;
        let piece = self.pieces[self.pieces.partition_point(|piece| piece.before < within) - 1];
        if piece.rate == 0 {
            // Only the last piece of all may be reached so: the line sends nothing any more.
            return Time::NEVER;
        }
        let ps = u128::from(piece.at) + (within - piece.before).div_ceil(u128::from(piece.rate));
        let ps = ps.saturating_add(rounds.saturating_mul(self.period.unwrap_or(0).into()));
        Time::from_ps(u64::try_from(ps).unwrap_or(u64::MAX))
    }
}

impl Piece {
    /// The work that can have been done by a later instant, if this rate holds until then.
    fn work_by(&self, at: u64) -> u128 {
        self.before + u128::from(at - self.at) * u128::from(self.rate)
    }
}

/// The line.
#[derive(Clone, Debug)]
pub struct RateTable {
    table: Table,
    framing: AnyFraming,
    /// The work that could have been done by the exact end of the last packet.
    done: u128,
    free_at: Time,
}

impl Line for RateTable {
    fn free_at(&mut self, now: Time, _: Draw<'_>) -> Time {
        self.free_at.max(now)
    }

    fn send(&mut self, start: Time, ip_octets: u32, _: Draw<'_>) -> Sending {
        if start > self.free_at {
            self.done = self.table.work_by(start);
        }
        self.done += work_of(self.framing.wire(ip_octets));
        self.free_at = self.table.time_of(self.done);
        Sending { free_at: self.free_at, arrives_at: self.free_at, lost: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::{FramingConfig, raw};
    use crate::line::LineConfig;
    use proptest::prelude::*;

    const MS: u64 = 1_000_000_000;

    fn link(rate: u64) -> Link {
        let framing = FramingConfig::Raw(raw::Config::default()).build();
        Link { rate: BitRate::from_bps(rate), framing }
    }

    fn line(steps: &[(u64, u64)], period_ms: Option<u64>) -> RateTable {
        let step =
            |&(ms, rate): &(u64, u64)| Step { at: Span::from_ps(ms * MS), rate: BitRate::from_bps(rate) };
        let period = period_ms.map(|ms| Span::from_ps(ms * MS));
        let config = Config { rates: steps.iter().map(step).collect(), period, ..Config::default() };
        assert_eq!(config.check(&link(1)), []);
        config.build(&link(1))
    }

    /// When packets that wait one after another from a time on arrive.
    fn busy(line: &mut RateTable, from_ps: u64, octets: &[u32]) -> Vec<u64> {
        let mut start = line.free_at(Time::from_ps(from_ps), &mut || 0.5);
        let mut send = |&octets: &u32| {
            let sending = line.send(start, octets, &mut || 0.5);
            start = sending.free_at;
            sending.arrives_at.ps()
        };
        octets.iter().map(&mut send).collect()
    }

    #[test]
    fn a_packet_goes_on_at_the_new_rate() {
        // 1000 octets: 1 ms at 1 Mbit/s are 125 of them, the others take 3.5 ms at 2 Mbit/s.
        let mut line = line(&[(0, 1_000_000), (1, 2_000_000)], None);
        assert_eq!(busy(&mut line, 0, &[1000, 1000]), [4_500_000_000, 8_500_000_000]);
    }

    #[test]
    fn while_the_rate_is_0_packets_stand_still() {
        let mut line = line(&[(0, 8_000_000), (1, 0), (3, 8_000_000)], Some(5));
        assert_eq!(
            busy(&mut line, 0, &[1000, 1, 1999, 1]),
            [MS, 3 * MS + MS / 1000, 5 * MS, 5 * MS + MS / 1000]
        );
    }

    #[test]
    fn a_line_whose_last_rate_is_0_ends_and_holds_what_it_has_begun() {
        let mut line = line(&[(0, 8_000_000), (1, 0)], None);
        assert_eq!(busy(&mut line, 0, &[1000, 1]), [MS, u64::MAX]);
    }

    #[test]
    fn everything_wrong_is_reported_at_once() {
        let step = |ms: u64| Step { at: Span::from_ps(ms * MS), rate: BitRate::ZERO };
        let rates = vec![step(1), step(3), step(2)];
        let config = Config { rates, file: Some("x.csv".to_owned()), period: Some(Span::from_ps(3 * MS)) };
        let fields: Vec<String> = config.check(&link(1)).into_iter().map(|issue| issue.field).collect();
        assert_eq!(fields, ["rates[0].at", "rates[2].at", "rates", "file", "period"]);
    }

    proptest! {
        #[test]
        fn one_rate_however_it_is_cut_is_a_constant_line(
            rate in 1u64..1_000_000_000, cuts in prop::collection::btree_set(1u64..30, 0..5), period in prop::option::of(30u64..60),
            packets in prop::collection::vec((prop_oneof![Just(0u64), 0u64..90 * MS], 1u32..1500), 1..30),
        ) {
            let steps: Vec<(u64, u64)> = [0].into_iter().chain(cuts).map(|ms| (ms, rate)).collect();
            let mut table = line(&steps, period);
            let mut constant = LineConfig::default().build(&link(rate));
            let mut now = 0;
            for (gap, octets) in packets {
                now += gap;
                let start = table.free_at(Time::from_ps(now), &mut || 0.5);
                prop_assert_eq!(start, constant.free_at(Time::from_ps(now), &mut || 0.5));
                prop_assert_eq!(table.send(start, octets, &mut || 0.5), constant.send(start, octets, &mut || 0.5));
            }
        }
    }
}
