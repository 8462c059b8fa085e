//! The shortcuts change nothing: on random networks, reference mode (every stage an ordering
//! point, every train one cell long) and normal mode give the same results to the bit.
//!
//! `PROPTEST_CASES` overrides the number of networks. What once differed is kept as a scenario in
//! `regressions/`.

use std::path::Path;

use cellwise_scenario::Network;
use proptest::prelude::*;

use crate::common::networks::NSource;
use crate::common::random::scenario;
use crate::common::{cases, differences, network, run_network};

/// In how many ways the two modes differ, first normal, then reference.
fn differences_between_modes(text: &str) -> String {
    let network = network(text);
    let normal = run_network(network.clone());
    let reference = run_network(Network { reference: true, ..network });
    differences(&normal, &reference).join("\n")
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn reference_mode_and_normal_mode_agree_to_the_bit(scenario in scenario(20_000)) {
        prop_assert_eq!(differences_between_modes(&scenario.0), "");
    }
}

#[test]
fn what_once_differed_agrees() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
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
