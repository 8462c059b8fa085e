//! A run that is stopped is a short run: whenever it is, and on however many threads, it balances, and records nothing
//! beyond its end.
//!
//! `PROPTEST_CASES` overrides the number of networks.

use cellwise_net::{OpenRun, Outcome, Reached, Rule, Run, Status, Values};
use cellwise_scenario::Network;
use cellwise_units::Time;
use proptest::prelude::*;

use crate::common::outside::{offers, opened, packets};
use crate::common::random::scenario;
use crate::common::{cases, network};
use crate::parallel::{ANYWHERE, without_cells};

/// Who stops a run.
#[derive(Clone, Copy, Debug)]
enum Stop {
    /// The caller, after so many slices.
    GivenUp { slices: u64 },
    /// A limit of so many events.
    Limit { events: u64 },
}

fn stops() -> impl Strategy<Value = Stop> {
    prop_oneof![
        (0u64..60).prop_map(|slices| Stop::GivenUp { slices }),
        (1u64..5000).prop_map(|events| Stop::Limit { events }),
    ]
}

/// Runs a network on threads, so many events at a time, until it is stopped.
fn stopped(mut network: Network, threads: usize, slice: u64, stop: Stop) -> Outcome {
    let slices = match stop {
        Stop::GivenUp { slices } => slices,
        Stop::Limit { events } => {
            network.limits.events = events;
            u64::MAX
        }
    };
    let mut run = Run::with_threads(network, threads, ANYWHERE);
    for _ in 0..slices {
        if run.advance(slice) != Status::Running {
            break;
        }
    }
    // Finished only if cells and packets balance.
    run.finish().unwrap_or_else(|error| panic!("{error}"))
}

/// What is wrong with the results of a run, stopped or not.
fn faults(outcome: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    for series in &outcome.series {
        let last_s = series.times_ps.last().map_or(0.0, |&last| last as f64 / 1e12);
        if last_s > outcome.simulated_s {
            found.push(format!("{} at {last_s} s", series.name));
        }
    }
    for (name, table) in outcome.tables() {
        for column in &table.columns {
            match &column.values {
                Values::Real(reals) if reals.iter().any(|real| real.is_infinite()) => {
                    found.push(format!("{name}.{}: {reals:?}", column.name));
                }
                // Below nothing, and wrapped.
                Values::Count(counts) if counts.iter().any(|&count| count > u64::MAX / 2) => {
                    found.push(format!("{name}.{}: {counts:?}", column.name));
                }
                _ => {}
            }
        }
    }
    let taken = outcome.packet_ports.reals("utilisation");
    if taken.iter().any(|&part| part > 1.0) {
        found.push(format!("packet ports taken: {taken:?}"));
    }
    found
}

proptest! {
    // Threads begin and end with every slice, so a case takes long, and a network need not shrink to the last.
    #![proptest_config(ProptestConfig { max_shrink_iters: 150, ..cases(300) })]

    #[test]
    fn a_run_stopped_at_any_event_on_any_threads_balances(
        scenario in scenario(10_000), threads in 1usize..4, slice in 20u64..2000, stop in stops(),
    ) {
        let outcome = stopped(without_cells(network(&scenario.0)), threads, slice, stop);
        prop_assert_eq!(faults(&outcome), Vec::<String>::new());
    }

    #[test]
    fn a_network_driven_from_outside_balances_wherever_it_is_left(
        scenario in scenario(10_000), which: u64, offers in offers(), until_permille in 0u64..1000,
        events in prop::option::of(1u64..2000),
    ) {
        let mut network = opened(&scenario.0, which);
        network.limits.events = events.unwrap_or(network.limits.events);
        let mut run = OpenRun::new(network.clone()).expect("it fits");
        for (port, packet) in packets(&run, &network, &offers) {
            run.offer(port, packet);
        }
        let until = Time::from_ps(network.duration.get() / 1000 * until_permille);
        while let Reached::Arrived(_) = run.advance(until) {}
        let outcome = run.finish().unwrap_or_else(|error| panic!("{error}"));
        prop_assert_eq!(faults(&outcome), Vec::<String>::new());
    }
}

#[test]
fn an_abr_run_that_is_stopped_on_threads_loses_nothing() {
    // Parts were ended at the instant of the slowest: 88 of 240 such stops lost cells that had been taken.
    let text = "duration = \"1 s\"\n[topology]\ntemplate = \"two-node\"\n[atm]\ncategory = \"abr\"\n[switch.rate_rule]\n\
                rule = \"operating-region\"\n";
    let network = network(text);
    for threads in 1..=3 {
        for events in (500..20_001).step_by(500) {
            let mut limited = network.clone();
            limited.limits.events = events;
            let mut run = Run::with_threads(limited, threads, Rule::default());
            while run.advance(100_000) == Status::Running {}
            let outcome =
                run.finish().unwrap_or_else(|error| panic!("{events} events, {threads} threads: {error}"));
            assert_eq!(faults(&outcome), Vec::<String>::new(), "{events} events, {threads} threads");
            assert!(outcome.stopped.is_some() && outcome.audit.lost == 0, "{:?}", outcome.audit);
        }
    }
}

#[test]
fn laws_run_with_checks_of_overflow() {
    let overflows = std::panic::catch_unwind(|| std::hint::black_box(u64::MAX) + std::hint::black_box(1));
    assert!(overflows.is_err(), "a count that wraps is to be found by a law");
}
