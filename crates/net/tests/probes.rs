//! Probes: what samples and changes of one thing have in common, and with the tables.
//!
//! `PROPTEST_CASES` overrides the number of networks.

use std::collections::BTreeSet;

use cellwise_net::Outcome;
use cellwise_scenario::{Keep, Network, PROBES, Quantity};
use cellwise_units::Span;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::common::random::{RandomScenario, scenario};
use crate::common::{cases, count, network, run_network, series};

/// Whether it changes without ever having a value before the first cell that carries it.
fn is_unknown_at_first(quantity: Quantity) -> bool {
    matches!(quantity, Quantity::Ccr(_) | Quantity::Er(_) | Quantity::Sojourn(_))
}

/// Whether it is known in samples only, or at changes only.
fn is_of_one_kind(quantity: Quantity) -> bool {
    match quantity {
        Quantity::Queue(queue) => queue.keep == Keep::Most,
        Quantity::Transmitted(_) | Quantity::Errors(_) | Quantity::DropProbability(_) | Quantity::Busy(_) => {
            true
        }
        _ => false,
    }
}

/// The network with all its probes that can do both in samples, or at every change.
fn with_probes(network: &Network, in_samples: bool) -> Network {
    let mut network = network.clone();
    network.probes.retain(|probe| !is_of_one_kind(probe.quantity));
    for probe in &mut network.probes {
        probe.every = in_samples.then_some(network.duration);
    }
    network
}

/// The first point of each series: when (ps), and the bits of its value.
fn first_points(outcome: &Outcome) -> Vec<(String, Option<(u64, u64)>)> {
    let first = |one: &cellwise_net::Series| Some((*one.times_ps.first()?, one.values.first()?.to_bits()));
    outcome.series.iter().map(|one| (one.name.clone(), first(one))).collect()
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_record_of_changes_begins_with_what_a_sample_at_the_start_shows(scenario in scenario(2_000)) {
        let network = network(&scenario.0);
        let [changes, sampled] = [false, true].map(|in_samples| with_probes(&network, in_samples));
        let quantities: Vec<Quantity> = changes.probes.iter().map(|probe| probe.quantity).collect();
        let begins = [changes, sampled].map(|network| first_points(&run_network(network)));
        let [changes, sampled] = begins;
        prop_assert_eq!(changes.len(), sampled.len());
        for (quantity, (change, sample)) in quantities.into_iter().zip(changes.iter().zip(&sampled)) {
            if !is_unknown_at_first(quantity) {
                prop_assert_eq!(change, sample);
            }
        }
    }
}

#[test]
fn random_networks_have_every_probe() {
    let mut runner = TestRunner::deterministic();
    let (mut written, mut found) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..200 {
        let RandomScenario(text) = scenario(2_000).new_tree(&mut runner).expect("a scenario").current();
        let document: toml::Table = text.parse().expect("a TOML document");
        written.extend(document["probes"].as_table().expect("a table").keys().cloned());
        found.extend(network(&text).probes.iter().map(|probe| probe.quantity.name()));
    }
    assert_eq!(written, PROBES.iter().map(|probe| probe.name.to_owned()).collect());
    let series = PROBES.iter().filter(|probe| probe.unit.is_some());
    assert_eq!(found, series.map(|probe| probe.name).collect(), "something to record in some network");
}

#[test]
fn what_noise_has_errored_is_0_at_the_start() {
    let text = "duration = \"10 ms\"\n\
        topology = { template = \"adsl\", lines = 1, noise = { model = \"independent\", cell_error_ratio = 0.5 } }\n\
        probes.errors = { port = \"*\" }\n";
    let outcome = run_network(network(text));
    assert_eq!(outcome.series.len(), 2);
    for one in &outcome.series {
        assert_eq!((one.times_ps[0], one.values[0]), (0, 0.0), "{}", one.name);
    }
}

/// Sources of a moment at ports of every kind: FIFO ones, ones with a scheduler, those that ABR adapters feed.
fn of_every_kind() -> [String; 3] {
    [
        "switch.buffer = \"300 cells\"",
        "switch.scheduler = \"priority\"",
        "switch.rate_rule = { rule = \"erica\" }\natm.category = \"abr\"",
    ]
    .map(|kind| {
        format!(
            "duration = \"200 ms\"\ntopology = {{ template = \"n-source\", sources = 3 }}\n\
             tcp = {{ delayed_ack = false, timer_tick = \"10 ms\" }}\n{kind}\n\
             probes.transmitted = [{{ port = \"*\", every = \"10 ms\" }}, {{ port = \"s1.nic\", every = \"10 ms\" }}]\n"
        )
    })
}

#[test]
fn cells_sent_are_those_that_the_table_of_ports_counts() {
    let cases =
        of_every_kind().into_iter().flat_map(|text| [false, true].map(|reference| (text.clone(), reference)));
    for (text, reference) in cases {
        let whole = Network { reference, ..network(&text) };
        let late = Network { warmup: Span::from_ps(100_000_000_000), ..whole.clone() };
        let [whole, late] = [whole, late].map(run_network);
        for port in ["sw1.trunk", "sw2.trunk", "sw2.d1", "s1.nic"] {
            let reported = format!("{port}, reference {reference}\n{text}");
            let sent = |outcome: &Outcome| series(outcome, &format!("transmitted {port}")).values.clone();
            let counted = |outcome: &Outcome| count(&outcome.ports, port, "transmitted_cells") as f64;
            let values = sent(&whole);
            assert_eq!(values.len(), 21, "from the start to the end: {reported}");
            assert_eq!((values[0], values[20]), (0.0, counted(&whole)), "{reported}");
            assert_eq!(values, sent(&late), "a warm-up changes no record: {reported}");
            assert_eq!(values[20] - values[10], counted(&late), "{reported}");
            assert!(counted(&late) > 100.0 && values.is_sorted(), "{reported}");
        }
    }
}
