//! Scripted errors: exactly the listed packets are errored.
//!
//! For timelines that are worked out by hand, where chance would be in the way: a TCP sender that loses these segments
//! and no others.

use cellwise_units::{ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::of_flow::{Listed, Numbers, OfFlow, check_rising};
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
    /// The errored packets of flows, by the name of the flow. A packet is errored if any of the lists says so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flows: Vec<OfFlow>,
}

impl Config {
    /// The model.
    #[must_use]
    pub fn build(&self) -> Scripted {
        let mut at: Vec<Time> = self.at.iter().map(|&at| Time::ZERO + at).collect();
        // The next is the last.
        at.sort_unstable_by(|one, other| other.cmp(one));
        let flows = self.flows.iter().map(Listed::new).collect();
        Scripted { packets: Numbers::new(&self.packets), at, flows }
    }

    /// A number or an instant that is not above the one before it, or a flow that is there twice.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let pairs = self.at.windows(2).enumerate().filter(|(_, pair)| pair[0] >= pair[1]);
        let instants = pairs.map(|(place, pair)| {
            let rule = format!("give an instant after the one before, {}", pair[0]);
            ConfigIssue::new(&format!("at[{}]", place + 1), pair[1], rule)
        });
        let numbers = check_rising(&self.packets, "packets").into_iter();
        numbers.chain(instants).chain(OfFlow::check(&self.flows)).collect()
    }

    /// None, for the list has an end.
    #[must_use]
    pub fn mean_packet_error_ratio(&self, _: u32, _: Span) -> f64 {
        0.0
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings that name no flow.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let at = btree_set(0u64..200_000, 0..10);
        (btree_set(1u64..1_000, 0..30), at).prop_map(|(packets, at)| Self {
            packets: packets.into_iter().collect(),
            at: at.into_iter().map(|us| Span::from_ps(us * 1_000_000)).collect(),
            flows: Vec::new(),
        })
    }
}

/// Scripted errors.
#[derive(Clone, Debug)]
pub struct Scripted {
    packets: Numbers,
    /// Falling.
    at: Vec<Time>,
    flows: Vec<Listed>,
}

impl PacketErrors for Scripted {
    fn is_errored(&mut self, transit: Transit, _: Draw<'_>) -> bool {
        let is_listed = self.packets.count();
        let mut is_due = false;
        while self.at.pop_if(|at| *at <= transit.start).is_some() {
            is_due = true;
        }
        let flow = self.flows.iter_mut().find(|listed| listed.number == Some(transit.flow));
        let is_listed_of_flow = flow.is_some_and(|listed| listed.packets.count());
        is_listed || is_due || is_listed_of_flow
    }

    fn number_flows(&mut self, number_of: &dyn Fn(&str) -> Option<u32>) {
        self.flows.iter_mut().for_each(|listed| listed.number = number_of(&listed.flow));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: u64 = 1_000_000;

    /// Which of twelve packets are errored. Sendings begin every 10 us, the first at 0; every third packet is of flow 7.
    fn errored(config: &Config) -> Vec<u64> {
        assert_eq!(config.check(), []);
        let mut errors = config.build();
        errors.number_flows(&|name| (name == "f").then_some(7));
        let is_errored = |number: &u64| {
            let start = Time::from_ps((number - 1) * 10 * US);
            let end = start + Span::from_ps(9 * US);
            let flow = if number.is_multiple_of(3) { 7 } else { 0 };
            let transit = Transit { start, end, octets: 100, flow };
            errors.is_errored(transit, &mut || unreachable!("nothing is drawn"))
        };
        (1..=12).filter(is_errored).collect()
    }

    #[test]
    fn the_listed_packets_are_errored_and_those_of_the_instants_and_no_others() {
        let us = |us| Span::from_ps(us * US);
        let at = vec![us(65), us(70), us(85), us(90)];
        let config = Config { packets: vec![2, 5, 6], at, flows: Vec::new() };
        assert_eq!(errored(&config), [2, 5, 6, 8, 10]);
    }

    #[test]
    fn packets_of_a_flow_have_numbers_of_their_own() {
        let of = |flow: &str, packets: &[u64]| OfFlow { flow: flow.to_owned(), packets: packets.to_vec() };
        // Those of the flow are 3, 6, 9 and 12; no packet is of the other.
        let flows = vec![of("g", &[1, 2]), of("f", &[1, 3])];
        let config = Config { packets: vec![4, 9], at: Vec::new(), flows };
        assert_eq!(errored(&config), [3, 4, 9]);
    }

    #[test]
    fn lists_that_do_not_rise_are_refused_where_they_do_not() {
        let second = Span::from_ps(1_000_000_000_000);
        let of_flow = |packets: &[u64]| OfFlow { flow: "f".to_owned(), packets: packets.to_vec() };
        let flows = vec![of_flow(&[1, 2]), of_flow(&[0, 4, 4])];
        let config = Config { packets: vec![0, 3, 3], at: vec![second, second], flows };
        let fields: Vec<String> = config.check().into_iter().map(|issue| issue.field).collect();
        let of_flows = ["flows[1].packets[0]", "flows[1].packets[2]", "flows[1].flow"];
        assert_eq!(fields, [["packets[0]", "packets[2]", "at[1]"], of_flows].concat());
    }
}
