//! The shortcuts change nothing: on random networks, reference mode (every stage an ordering
//! point, every train one cell long), normal mode, and normal mode without some of the shortcuts give the same results to
//! the bit.
//!
//! `PROPTEST_CASES` overrides the number of networks. What once differed is kept as a scenario in
//! `regressions/`.

use std::path::Path;

use cellwise_net::{Shortcut, Shortcuts};
use cellwise_scenario::Network;
use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::common::networks::NSource;
use crate::common::random::scenario;
use crate::common::{cases, differences, network, run_network, run_with};

/// In how many ways the two modes differ, first normal, then reference.
fn differences_between_modes(text: &str) -> String {
    let network = network(text);
    let normal = run_network(network.clone());
    let reference = run_network(Network { reference: true, ..network });
    differences(&normal, &reference).join("\n")
}

/// In how many ways a run without some shortcuts differs from one with all of them.
fn differences_without(text: &str, left_out: &[Shortcut]) -> String {
    let network = network(text);
    let all = run_network(network.clone());
    let shortcuts = left_out.iter().copied().fold(Shortcuts::ALL, Shortcuts::without);
    differences(&all, &run_with(network, shortcuts)).join("\n")
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn reference_mode_and_normal_mode_agree_to_the_bit(scenario in scenario(20_000)) {
        prop_assert_eq!(differences_between_modes(&scenario.0), "");
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn any_shortcuts_may_be_left_out(
        scenario in scenario(20_000),
        left_out in subsequence(Shortcut::ALL.to_vec(), 1..=Shortcut::ALL.len()),
    ) {
        prop_assert_eq!(differences_without(&scenario.0, &left_out), "", "without {:?}", left_out);
    }
}

#[test]
fn what_once_differed_agrees() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/net/tests/regressions"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(differences_between_modes(&text), "", "{}", file.display());
    }
}

#[test]
fn reference_mode_takes_an_event_for_every_cell_at_every_port() {
    let text = NSource { sources: 2, duration: "10 ms", ..NSource::default() }.text();
    let network = network(&text);
    let normal = run_network(network.clone());
    let reference = run_network(Network { reference: true, ..network });
    assert!(reference.events > reference.cells, "{} events for {} cells", reference.events, reference.cells);
    assert!(normal.events < normal.cells, "{} events for {} cells", normal.events, normal.cells);
}
