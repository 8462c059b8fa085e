//! Scripted errors of one flow, by its name and the numbers of its packets.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, btree_set};

/// The errored packets of a flow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfFlow {
    /// The name of the flow.
    pub flow: String,
    /// Its errored packets, numbered from 1 in the order in which they are sent on the link, in rising order. Those of both
    /// its ends count: on the way back acknowledgments do.
    #[schemars(inner(range(min = 1)))]
    pub packets: Vec<u64>,
}

impl OfFlow {
    /// The mistakes of a list: numbers that do not rise, and a flow that is there already.
    pub(super) fn check(list: &[Self]) -> Vec<ConfigIssue> {
        let numbers = list
            .iter()
            .enumerate()
            .flat_map(|(place, of_flow)| check_rising(&of_flow.packets, &format!("flows[{place}].packets")));
        let again = list.iter().enumerate().filter_map(|(place, of_flow)| {
            let first = list[..place].iter().position(|before| before.flow == of_flow.flow)?;
            let rule = format!("is at flows[{first}] already; give its packets in one list");
            Some(ConfigIssue::new(&format!("flows[{place}].flow"), &of_flow.flow, rule))
        });
        numbers.chain(again).collect()
    }

    /// Errors of a flow of this name.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary(flow: String) -> impl Strategy<Value = Self> {
        btree_set(1u64..200, 0..12)
            .prop_map(move |packets| Self { flow: flow.clone(), packets: packets.into_iter().collect() })
    }
}

/// A number, under a key, that is not above the one before it.
pub(super) fn check_rising(numbers: &[u64], field: &str) -> Vec<ConfigIssue> {
    let before = std::iter::once(0).chain(numbers.iter().copied());
    let falling = before.zip(numbers).enumerate().filter(|(_, (before, packet))| before >= *packet);
    let issue = |(place, (before, packet)): (usize, (u64, &u64))| {
        let rule = format!("give a number above the one before, {before}; the first packet is 1");
        ConfigIssue::new(&format!("{field}[{place}]"), packet, rule)
    };
    falling.map(issue).collect()
}

/// Listed numbers, and how far packets have been counted.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// Falling: the next is the last.
    listed: Vec<u64>,
    sent: u64,
}

impl Numbers {
    pub(super) fn new(packets: &[u64]) -> Self {
        let mut listed: Vec<u64> = packets.iter().copied().filter(|&packet| packet > 0).collect();
        listed.sort_unstable_by(|one, other| other.cmp(one));
        listed.dedup();
        Self { listed, sent: 0 }
    }

    /// Whether the packet that is sent now is listed.
    pub(super) fn count(&mut self) -> bool {
        self.sent += 1;
        let sent = self.sent;
        self.listed.pop_if(|next| *next == sent).is_some()
    }
}

/// The listed packets of a flow in the making: it has its number before the first packet.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) flow: String,
    pub(super) number: Option<u32>,
    pub(super) packets: Numbers,
}

impl Listed {
    pub(super) fn new(of_flow: &OfFlow) -> Self {
        Self { flow: of_flow.flow.clone(), number: None, packets: Numbers::new(&of_flow.packets) }
    }
}
