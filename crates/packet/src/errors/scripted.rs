//! Scripted errors: exactly the listed packets are errored.
//!
//! For timelines that are worked out by hand, where chance would be in the way: a TCP sender that loses these segments
//! and no others.

use cellwise_units::{ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PacketErrors, Transit};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, btree_set};
use crate::chance::Draw;

/// Parameters of [`Scripted`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The errored packets, numbered from 1 in the order in which packets of all flows are sent, in rising order.
    #[schemars(inner(range(min = 1)))]
    pub packets: Vec<u64>,
    /// Instants, in rising order: the first packet whose sending begins at one of them or after it is errored. One
    /// packet takes all the instants that have passed.
    pub at: Vec<Span>,
}

impl Config {
    /// The model.
    #[must_use]
    pub fn build(&self) -> Scripted {
        let mut packets: Vec<u64> = self.packets.iter().copied().filter(|&packet| packet > 0).collect();
        let mut at: Vec<Time> = self.at.iter().map(|&at| Time::ZERO + at).collect();
        // The next is the last.
        packets.sort_unstable_by(|one, other| other.cmp(one));
        packets.dedup();
        at.sort_unstable_by(|one, other| other.cmp(one));
        Scripted { packets, at, sent: 0 }
    }

    /// A number that is not above the one before it.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let before = std::iter::once(0).chain(self.packets.iter().copied());
        let numbers = before.zip(&self.packets).enumerate().filter(|(_, (before, packet))| before >= *packet);
        let numbers = numbers.map(|(place, (before, packet))| {
            let rule = format!("give a number above the one before, {before}; the first packet is 1");
            ConfigIssue::new(&format!("packets[{place}]"), packet, rule)
        });
        let pairs = self.at.windows(2).enumerate().filter(|(_, pair)| pair[0] >= pair[1]);
        let instants = pairs.map(|(place, pair)| {
            let rule = format!("give an instant after the one before, {}", pair[0]);
            ConfigIssue::new(&format!("at[{}]", place + 1), pair[1], rule)
        });
        numbers.chain(instants).collect()
    }

    /// None, for the list has an end.
    #[must_use]
    pub fn mean_packet_error_ratio(&self, _: u32, _: Span) -> f64 {
        0.0
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let at = btree_set(0u64..200_000, 0..10);
        (btree_set(1u64..1_000, 0..30), at).prop_map(|(packets, at)| Self {
            packets: packets.into_iter().collect(),
            at: at.into_iter().map(|us| Span::from_ps(us * 1_000_000)).collect(),
        })
    }
}

/// Scripted errors.
#[derive(Clone, Debug)]
pub struct Scripted {
    /// Falling.
    packets: Vec<u64>,
    at: Vec<Time>,
    sent: u64,
}

impl PacketErrors for Scripted {
    fn is_errored(&mut self, transit: Transit, _: Draw<'_>) -> bool {
        self.sent += 1;
        let sent = self.sent;
        let is_listed = self.packets.pop_if(|next| *next == sent).is_some();
        let mut is_due = false;
        while self.at.pop_if(|at| *at <= transit.start).is_some() {
            is_due = true;
        }
        is_listed || is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: u64 = 1_000_000;

    #[test]
    fn the_listed_packets_are_errored_and_those_of_the_instants_and_no_others() {
        let us = |us| Span::from_ps(us * US);
        let config = Config { packets: vec![2, 5, 6], at: vec![us(65), us(70), us(85), us(90)] };
        assert_eq!(config.check(), []);
        let mut errors = config.build();
        // Sendings begin every 10 us, the first at 0.
        let errored = (1..=12).filter(|number| {
            let start = Time::from_ps((number - 1) * 10 * US);
            let transit = Transit { start, end: start + us(9), octets: 100 };
            errors.is_errored(transit, &mut || unreachable!("nothing is drawn"))
        });
        assert_eq!(errored.collect::<Vec<u64>>(), [2, 5, 6, 8, 10]);
    }

    #[test]
    fn lists_that_do_not_rise_are_refused_where_they_do_not() {
        let second = Span::from_ps(1_000_000_000_000);
        let config = Config { packets: vec![0, 3, 3], at: vec![second, second] };
        let fields: Vec<String> = config.check().into_iter().map(|issue| issue.field).collect();
        assert_eq!(fields, ["packets[0]", "packets[2]", "at[1]"]);
    }
}
