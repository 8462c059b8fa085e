//! Threads change nothing: on random networks, parts that run side by side and the whole network give the
//! same results to the bit.
//!
//! `PROPTEST_CASES` overrides the number of networks.

use std::path::Path;

use cellwise_net::{Outcome, Rule, Run, Status};
use cellwise_scenario::{Network, Records};
use cellwise_units::Span;
use proptest::prelude::*;

use crate::common::random::scenario;
use crate::common::{cases, differences, network, run_network};

/// Cut wherever it can be cut, whether it pays or not.
pub(crate) const ANYWHERE: Rule = Rule { least_delay: Span::from_ps(0), least_gain: 0.0 };

/// Runs a network on threads, so many events at a time; says on how many.
pub(crate) fn run_in_parts(network: Network, threads: usize, events: u64) -> (Outcome, usize) {
    let mut run = Run::with_threads(network, threads, ANYWHERE);
    let threads = run.threads();
    while run.advance(events) == Status::Running {}
    (run.finish().unwrap_or_else(|error| panic!("{error}")), threads)
}

/// The network without what keeps it whole: cells that are recorded one by one.
pub(crate) fn without_cells(network: Network) -> Network {
    let records = Records { segments: network.records.segments.clone(), ..Records::default() };
    Network { records, ..network }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn parts_and_the_whole_agree_to_the_bit(
        scenario in scenario(20_000), threads in 2usize..5, reference: bool, events in 100u64..100_000,
    ) {
        let network = Network { reference, ..without_cells(network(&scenario.0)) };
        let whole = run_network(network.clone());
        let (parts, _) = run_in_parts(network, threads, events);
        prop_assert_eq!(differences(&whole, &parts).join("\n"), "");
    }
}

#[test]
fn what_once_differed_in_reference_mode_agrees_in_parts() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/net/tests/regressions"));
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        let network = network(&std::fs::read_to_string(&file).unwrap());
        let whole = run_network(network.clone());
        for threads in 2..4 {
            let (parts, _) = run_in_parts(network.clone(), threads, 10_000);
            assert_eq!(differences(&whole, &parts).join("\n"), "", "{}", file.display());
        }
    }
}

/// Two LANs with a long link between.
const TWO_LANS: &str = include_str!("../../../benches/two-lans.toml");

fn two_lans(duration: &str, more: &str) -> Network {
    network(&format!("{}{more}", TWO_LANS.replace("10 s", duration)))
}

#[test]
fn two_lans_take_two_threads_unasked_if_the_link_between_is_long() {
    let threads = |delay: &str, most| {
        let network = network(&TWO_LANS.replace("5 ms", delay));
        Run::with_threads(network, most, Rule::default()).threads()
    };
    assert_eq!([threads("5 ms", 2), threads("5 ms", 1), threads("50 us", 2)], [2, 1, 1]);
}

#[test]
fn two_lans_come_to_the_same_in_parts() {
    let network = two_lans("1 s", "[probes]\nqueue = { port = \"*\", every = \"1 ms\" }\n");
    let whole = run_network(network.clone());
    let mut run = Run::with_threads(network, 2, Rule::default());
    assert_eq!(run.threads(), 2);
    while run.advance(20_000) == Status::Running {}
    assert_eq!(differences(&whole, &run.finish().unwrap()).join("\n"), "");
    assert!(whole.audit.delivered > 100_000, "they are busy");
}

#[test]
fn a_run_in_parts_says_how_far_it_is() {
    let mut run = Run::with_threads(two_lans("1 s", ""), 2, Rule::default());
    let mut before = 0.0;
    while run.advance(10_000) == Status::Running {
        let now = run.progress();
        assert!((before..=1.0).contains(&now), "{before} {now}");
        before = now;
    }
    assert!(before > 0.0);
    assert!((run.progress() - 1.0).abs() < 1e-9);
}

#[test]
fn limits_stop_parts_and_the_audit_balances() {
    for limit in ["events = 40_000", "memory = \"3 MB\""] {
        let more = format!("[limits]\n{limit}\n[probes]\nqueue = {{ port = \"a1.a\" }}\n");
        let network = two_lans("2 s", &more);
        let mut run = Run::with_threads(network, 2, Rule::default());
        let stopped = loop {
            match run.advance(5000) {
                Status::Running => {}
                Status::Stopped(stopped) => break stopped,
                Status::Done => panic!("{limit} stops the run"),
            }
        };
        assert!(stopped.limit.starts_with("limits."), "{stopped:?}");
        let outcome = run.finish().unwrap();
        assert_eq!(outcome.simulated_s, stopped.at_s);
        let audit = outcome.audit;
        assert_eq!(audit.sent, audit.delivered + audit.lost + audit.held);
    }
}
