//! Windows that are set from outside while the network runs: on random networks, the caller's slices of time, promises
//! and stops, reference mode and forks change nothing.
//!
//! `PROPTEST_CASES` overrides the number of networks.

use std::sync::Arc;

use cellwise_net::{OpenRun, Outcome, Reached};
use cellwise_scenario::{FlowKind, Network};
use cellwise_tcp::VariantName;
use cellwise_units::Time;
use proptest::prelude::*;

use crate::common::random::scenario;
use crate::common::{cases, differences, network, run_network};

/// A window to be set: which, when and its value, in thousandths of the range.
type Change = (usize, u64, u64);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec((0usize..64, 0u64..=1000, 0u64..=1000), 0..60)
}

/// The network whose flows of TCP, but some, have their windows set from outside.
fn opened(text: &str, which: u64) -> Network {
    let mut network = network(text);
    for (number, flow) in network.flows.iter_mut().enumerate() {
        if let FlowKind::Tcp { settings, .. } = &mut flow.kind
            && (which >> (number % 64)) & 3 != 0
        {
            Arc::make_mut(settings).variant = VariantName::find("external").expect("a known variant");
        }
    }
    network
}

/// The settings of a run in the order of time.
fn settings(run: &OpenRun, network: &Network, changes: &[Change]) -> Vec<(u32, Time, u64)> {
    let variables = run.variables();
    let mut made: Vec<_> = changes
        .iter()
        .filter(|_| !variables.is_empty())
        .map(|&(place, at_permille, permille)| {
            let place = place % variables.len();
            let range = &variables[place].octets;
            let octets = range.start() + (range.end() - range.start()) * permille / 1000;
            (place as u32, Time::from_ps(network.duration.get() / 1000 * at_permille), octets)
        })
        .collect();
    made.sort_by_key(|(_, at, _)| *at);
    made
}

/// How a run is driven.
#[derive(Clone, Debug)]
enum Way {
    /// All is set before anything happens.
    Ahead,
    /// Each is set when its instant is reached, and the run is cut at other instants besides.
    Cut(Vec<u64>),
    /// The same, and it stops at every acknowledgment of the first of the windows.
    Acknowledged,
    /// As the first, but a copy continues half way.
    Forked,
}

fn drive(network: &Network, changes: &[Change], way: &Way) -> Outcome {
    let mut run = OpenRun::new(network.clone()).expect("it fits");
    let all = settings(&run, network, changes);
    let end = Time::ZERO + network.duration;
    match way {
        Way::Ahead | Way::Forked => {
            all.iter().for_each(|&(window, at, octets)| run.set(window, at, octets));
            if matches!(way, Way::Forked) {
                run_to(&mut run, Time::from_ps(end.ps() / 2));
                let fork = run.clone();
                let mut original = std::mem::replace(&mut run, fork);
                run_to(&mut original, end);
            }
        }
        Way::Cut(_) | Way::Acknowledged => {
            let cuts: &[u64] = if let Way::Cut(cuts) = way { cuts } else { &[] };
            let cuts = cuts.iter().map(|permille| Time::from_ps(end.ps() / 1000 * permille));
            let mut instants: Vec<Time> = all.iter().map(|(_, at, _)| *at).chain(cuts).collect();
            instants.sort_unstable();
            instants.dedup();
            for instant in instants {
                if matches!(way, Way::Acknowledged) {
                    run_by_acknowledgments(&mut run, instant);
                } else {
                    run_to(&mut run, instant);
                }
                let due = all.iter().filter(|(_, at, _)| *at == instant);
                due.for_each(|&(window, at, octets)| run.set(window, at, octets));
            }
        }
    }
    run_to(&mut run, end);
    run.finish().unwrap_or_else(|error| panic!("{error}"))
}

fn run_to(run: &mut OpenRun, until: Time) {
    assert_eq!(run.advance(until), Reached::Until);
    assert_eq!(run.now(), until);
}

/// Stops at each acknowledgment of the first window; the acknowledged octets never decrease.
fn run_by_acknowledgments(run: &mut OpenRun, until: Time) {
    if run.variables().is_empty() {
        return run_to(run, until);
    }
    let mut acked = run.sending(0).acked_octets;
    loop {
        match run.advance_to_acknowledgment(0, until) {
            Reached::Acknowledged(at) => {
                assert_eq!(run.now(), at);
                let sending = run.sending(0);
                assert!(sending.acked_octets >= acked && at <= until);
                acked = sending.acked_octets;
            }
            Reached::Until => return assert_eq!(run.sending(0).acked_octets, acked),
            other => panic!("{other:?}"),
        }
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn windows_that_nobody_sets_are_those_of_a_plain_run(scenario in scenario(10_000), which: u64) {
        let network = opened(&scenario.0, which);
        let driven = drive(&network, &[], &Way::Ahead);
        prop_assert_eq!(differences(&driven, &run_network(network)).join("\n"), "");
    }

    #[test]
    fn how_time_is_sliced_between_settings_changes_nothing(
        scenario in scenario(10_000), which: u64, changes in changes(),
        cuts in prop::collection::vec(0u64..1000, 0..30),
    ) {
        let network = opened(&scenario.0, which);
        let (ahead, cut) =
            (drive(&network, &changes, &Way::Ahead), drive(&network, &changes, &Way::Cut(cuts)));
        prop_assert_eq!(differences(&ahead, &cut).join("\n"), "");
    }

    #[test]
    fn to_stop_at_acknowledgments_changes_nothing(
        scenario in scenario(10_000), which: u64, changes in changes(),
    ) {
        let network = opened(&scenario.0, which);
        let (ahead, stopped) =
            (drive(&network, &changes, &Way::Ahead), drive(&network, &changes, &Way::Acknowledged));
        prop_assert_eq!(differences(&ahead, &stopped).join("\n"), "");
    }

    #[test]
    fn a_fork_is_set_as_the_original(scenario in scenario(10_000), which: u64, changes in changes()) {
        let network = opened(&scenario.0, which);
        let (ahead, forked) =
            (drive(&network, &changes, &Way::Ahead), drive(&network, &changes, &Way::Forked));
        prop_assert_eq!(differences(&ahead, &forked).join("\n"), "");
    }

    #[test]
    fn reference_mode_agrees_on_what_settings_come_to(
        scenario in scenario(10_000), which: u64, changes in changes(),
        cuts in prop::collection::vec(0u64..1000, 0..30),
    ) {
        let network = opened(&scenario.0, which);
        let normal = drive(&network, &changes, &Way::Ahead);
        let reference = drive(&Network { reference: true, ..network }, &changes, &Way::Cut(cuts));
        prop_assert_eq!(differences(&normal, &reference).join("\n"), "");
    }

    #[test]
    fn to_set_what_is_set_changes_nothing(scenario in scenario(10_000), which: u64, changes in changes()) {
        let network = opened(&scenario.0, which);
        let plain = drive(&network, &[], &Way::Ahead);
        let mut run = OpenRun::new(network.clone()).expect("it fits");
        for (window, at, _) in settings(&run, &network, &changes) {
            run_to(&mut run, at);
            let octets = run.sending(window).cwnd_octets;
            run.set(window, at, octets);
        }
        run_to(&mut run, Time::ZERO + network.duration);
        let outcome = run.finish().unwrap_or_else(|error| panic!("{error}"));
        prop_assert_eq!(differences(&plain, &outcome).join("\n"), "");
    }
}
