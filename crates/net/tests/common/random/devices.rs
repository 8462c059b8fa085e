//! Random devices on the way of cells: what switches are besides FIFO queues, adapters, routers.

use cellwise_atm::Category;
use cellwise_atm::rate_rule::RateRuleConfig;
use cellwise_atm::scheduler::Discipline;
use cellwise_scenario::Architecture;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::keys::{self, choice, host, joined, word};
use super::packets::{PacketLinkDraft, packet_link};

/// A router instead of a host: its own keys, and the hosts on its LANs.
#[derive(Clone, Debug)]
pub(super) struct RouterDraft {
    pub(super) keys: String,
    pub(super) lans: Vec<LanDraft>,
}

/// A host behind a router, at a packet link of it or of one more router or switch between them.
#[derive(Clone, Debug)]
pub(super) struct LanDraft {
    pub(super) link: PacketLinkDraft,
    pub(super) between: Option<PacketLinkDraft>,
    /// What is between: a router or a switch.
    pub(super) kind: String,
    pub(super) keys: String,
}

pub(super) fn router() -> BoxedStrategy<RouterDraft> {
    let lan =
        (packet_link(), prop::option::weighted(0.3, packet_link()), word(&["router", "switch"]), host());
    let lan = lan.prop_map(|(link, between, kind, keys)| LanDraft { link, between, kind, keys });
    (router_keys(), vec(lan, 1..=3)).prop_map(|(keys, lans)| RouterDraft { keys, lans }).boxed()
}

pub(super) fn router_keys() -> BoxedStrategy<String> {
    word(&["", "", "rate = \"line\"", "rate = \"10 Mbit/s\"", "rate = \"1000 Mbit/s\""]).boxed()
}

/// What a switch is besides a set of FIFO queues.
pub(super) fn parts() -> BoxedStrategy<String> {
    let scheduler = select(Discipline::ALL).prop_map(|discipline| format!("scheduler = \"{discipline}\""));
    let scheduler = prop_oneof![1 => Just(String::new()), 4 => scheduler];
    let backward = choice("SwitchDefaults", "backward_rm");
    // A virtual source needs a rate rule.
    let rule = prop_oneof![
        1 => Just(String::new()),
        3 => rate_rule(),
        1 => (rate_rule(), 1u64..150)
            .prop_map(|(rule, queue)| format!("{rule}, vs_vd = true, vs_queue = \"{queue} cells\"")),
    ];
    (scheduler, reserved(), rule, backward, architecture())
        .prop_map(|(a, b, c, d, e)| joined(vec![a, b, c, d, e], ", "))
        .boxed()
}

fn rate_rule() -> BoxedStrategy<String> {
    RateRuleConfig::arbitrary().prop_map(|rule| format!("rate_rule = {}", keys::inline(&rule))).boxed()
}

fn reserved() -> BoxedStrategy<String> {
    let categories = Category::ALL.map(Category::name).to_vec();
    let some = proptest::sample::subsequence(categories, 1..=3).prop_flat_map(|categories| {
        let count = categories.len();
        (Just(categories), vec(0u64..40, count))
    });
    let written = some.prop_map(|(categories, cells)| {
        let keys = categories.iter().zip(cells).map(|(name, cells)| format!("{name} = \"{cells} cells\""));
        format!("reserved = {{ {} }}", keys.collect::<Vec<_>>().join(", "))
    });
    prop_oneof![3 => Just(String::new()), 1 => written].boxed()
}

fn architecture() -> BoxedStrategy<String> {
    let given = Architecture::arbitrary().prop_map(|kind| format!("architecture = {}", keys::inline(&kind)));
    prop_oneof![3 => Just(String::new()), 2 => given].boxed()
}

/// The adapters of a host or router.
pub(super) fn adapter() -> BoxedStrategy<String> {
    prop_oneof![
        1 => Just(String::new()),
        1 => keys::buffer().prop_map(|keys| format!("adapter = {{ {keys} }}")),
    ]
    .boxed()
}
