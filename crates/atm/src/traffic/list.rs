//! A list of instants at which cells are due, or datagrams with their sizes: an exercise of a textbook, a trace.

use std::sync::Arc;

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, Bytes, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CellSource, Unit};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, vec};

/// An instant, and a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ListedArrival")]
pub struct Arrival {
    /// When it is due, since the start of the flow.
    pub at: Span,
    /// Octets of data of a datagram; those of `udp.payload` if not given. Cells have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<Bytes>,
}

/// Parameters of [`List`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The arrivals, in the order of time; several may be due at one instant.
    #[schemars(extend("minItems" = 1))]
    pub arrivals: Vec<Arrival>,
    /// Instead of them, a file of comma-separated values with the header `at_s` (or `at_ms`, `at_us`,
    /// `at_ns`, `at_ps`) or, for datagrams, `at_s,bytes`. Its path is relative to the folder of the
    /// scenario's file, or of the study, and its content becomes part of the scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self { arrivals: vec![Arrival { at: Span::ZERO, bytes: None }], file: None }
    }
}

impl Config {
    /// The source, which begins at `start`.
    #[must_use]
    pub fn build(&self, _unit: Unit, start: Time, _random: RandomStream) -> List {
        List { arrivals: self.arrivals.as_slice().into(), start, sent: 0 }
    }

    /// An empty list, instants out of order, sizes of cells, datagrams without data, a file that has not been read.
    #[must_use]
    pub fn check(&self, unit: Unit) -> Vec<ConfigIssue> {
        let empty = self.arrivals.is_empty().then(|| ConfigIssue::new("arrivals", "[]", "give at least one"));
        let unread = self.file.as_ref().map(|file| {
            let rule = "give arrivals instead: no file is read here, but where a scenario is read from a file or by Python";
            ConfigIssue::new("file", file, rule)
        });
        let early = self.arrivals.windows(2).enumerate().filter(|(_, pair)| pair[0].at > pair[1].at);
        let early = early.map(|(place, pair)| {
            let rule = format!("give at least {}, the instant before it", pair[0].at);
            ConfigIssue::new(&format!("arrivals[{}].at", place + 1), pair[1].at, rule)
        });
        let rule = |bytes: Bytes| match bytes.get() {
            _ if unit == Unit::CELL => Some("leave it out: a cell has 48 bytes of data"),
            0 => Some("give at least 1 byte"),
            _ => None,
        };
        let sizes = self.arrivals.iter().enumerate().filter_map(|(place, arrival)| {
            let bytes = arrival.bytes?;
            Some(ConfigIssue::new(&format!("arrivals[{place}].bytes"), bytes, rule(bytes)?))
        });
        empty.into_iter().chain(unread).chain(early).chain(sizes).collect()
    }

    /// Instants may be as close as the list has them.
    #[must_use]
    pub fn peak_rate(&self) -> Option<BitRate> {
        None
    }

    /// None in the long run: the list has an end.
    #[must_use]
    pub fn mean_per_s(&self, _unit: Unit) -> f64 {
        0.0
    }

    /// The most octets of data that the list gives a datagram.
    #[must_use]
    pub fn most_octets(&self) -> Option<Bytes> {
        self.arrivals.iter().filter_map(|arrival| arrival.bytes).max()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        vec(0u64..100_000, 1..60).prop_map(|mut instants| {
            instants.sort_unstable();
            let at = |us: u64| Arrival { at: Span::from_ps(us * 1_000_000), bytes: None };
            Self { arrivals: instants.into_iter().map(at).collect(), file: None }
        })
    }
}

/// What is due by a list.
#[derive(Clone, Debug)]
pub struct List {
    arrivals: Arc<[Arrival]>,
    start: Time,
    sent: usize,
}

impl CellSource for List {
    fn next_emission(&self) -> Time {
        self.arrivals.get(self.sent).map_or(Time::NEVER, |arrival| self.start + arrival.at)
    }

    fn emit(&mut self) {
        self.sent += 1;
    }

    fn next_octets(&self) -> Option<u32> {
        let bytes = self.arrivals.get(self.sent)?.bytes?;
        Some(u32::try_from(bytes.get()).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use cellwise_engine::StreamName;

    use super::*;

    fn us(us: u64) -> Span {
        Span::from_ps(us * 1_000_000)
    }

    fn list(arrivals: &[(u64, Option<u64>)]) -> Config {
        let arrival =
            |&(at, bytes): &(u64, Option<u64>)| Arrival { at: us(at), bytes: bytes.map(Bytes::new) };
        Config { arrivals: arrivals.iter().map(arrival).collect(), file: None }
    }

    #[test]
    fn each_is_due_at_its_instant_after_the_start_and_then_nothing() {
        let config = list(&[(0, Some(100)), (5, None), (5, Some(7))]);
        let start = Time::ZERO + us(10);
        let random =
            RandomStream::new(StreamName { seed: 1, replication: 0, element: "f", purpose: "source" });
        let mut source = config.build(Unit::datagram(1000), start, random);
        let seen: Vec<_> = (0..4)
            .map(|_| {
                let next = (source.next_emission(), source.next_octets());
                source.emit();
                next
            })
            .collect();
        let at = |at| Time::ZERO + us(at);
        assert_eq!(seen, [(at(10), Some(100)), (at(15), None), (at(15), Some(7)), (Time::NEVER, None)]);
    }

    #[test]
    fn what_makes_no_list_is_refused_with_its_place() {
        let fields = |config: Config, unit| -> Vec<String> {
            config.check(unit).into_iter().map(|issue| issue.field).collect()
        };
        assert_eq!(fields(list(&[]), Unit::CELL), ["arrivals"]);
        assert_eq!(
            fields(list(&[(2, None), (1, None), (1, Some(9))]), Unit::CELL),
            ["arrivals[1].at", "arrivals[2].bytes"]
        );
        assert_eq!(fields(list(&[(2, Some(0)), (2, Some(1))]), Unit::datagram(9)), ["arrivals[0].bytes"]);
        assert_eq!(
            fields(Config { file: Some("a.csv".to_owned()), ..Config::default() }, Unit::CELL),
            ["file"]
        );
    }
}
