//! Same scenario, same seed, same bits; and what has nothing to do with a flow does not move it.

use std::collections::BTreeSet;

use cellwise_net::{Outcome, Table, Values};
use cellwise_scenario::Network;
use cellwise_units::Span;
use proptest::prelude::*;

use crate::common::networks;
use crate::common::networks::NSource;
use crate::common::random::scenario;
use crate::common::{cases, differences, network, run, run_in_slices, run_network, shown};

/// Two hosts and traffic between them, apart from everything else.
const ISLAND: &str = r#"
[nodes.island-a]
kind = "host"
send_processing = { min = "1 us", max = "9 us" }
[nodes.island-b]
kind = "host"
[links.island]
ends = ["island-a", "island-b"]
rate = "25.6 Mbit/s"
delay = "3 us"
[vcs.island]
path = ["island-a", "island-b"]
[flows.island-tcp]
vc = "island"
kind = "tcp"
[flows.island-udp]
vc = "island"
kind = "udp"
from = "island-b"
"#;

/// A congested LAN in which every random choice there is is made.
fn chaotic() -> String {
    let rest = r#"
[host]
send_processing = { min = "0 us", max = "30 us" }
[tcp]
timer_phase = "random"
timer_tick = "10 ms"
"#;
    let drop = "policy = \"epd\", threshold = 0.8";
    NSource { duration: "200 ms", buffer: "300 cells", drop, rest, ..NSource::default() }.text()
}

/// What `right` has besides or otherwise in the rows that `left` has.
fn moved_rows(left: &Outcome, right: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    for ((name, left), (_, right)) in left.tables().into_iter().zip(right.tables()) {
        let elements: BTreeSet<String> = shown(&left.columns[0].values).into_iter().collect();
        // An element may have several rows, such as the directions of a virtual connection.
        let rows_of = |table: &Table, element: &String| -> Vec<Vec<String>> {
            let columns: Vec<Vec<String>> =
                table.columns.iter().map(|column| shown(&column.values)).collect();
            let rows = (0..columns[0].len()).filter(|row| columns[0][*row] == *element);
            rows.map(|row| columns.iter().map(|column| column[row].clone()).collect()).collect()
        };
        let moved = elements.into_iter().filter(|element| rows_of(left, element) != rows_of(right, element));
        found.extend(moved.map(|element| format!("{name}: {element}")));
    }
    found
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn the_same_scenario_gives_the_same_outcome_twice(scenario in scenario(10_000)) {
        let (first, second) = (run(&scenario.0), run(&scenario.0));
        prop_assert_eq!(differences(&first, &second), Vec::<String>::new());
        prop_assert_eq!(first.events, second.events);
    }

    #[test]
    fn the_slices_in_which_a_run_is_driven_change_nothing(scenario in scenario(10_000), events in 1u64..50) {
        let network = network(&scenario.0);
        let whole = run_in_slices(network.clone(), u64::MAX);
        for events in [1, events, 1_000_000] {
            let sliced = run_in_slices(network.clone(), events);
            prop_assert_eq!(differences(&whole, &sliced), Vec::<String>::new());
        }
    }

    #[test]
    fn hosts_and_flows_elsewhere_move_no_number(scenario in scenario(10_000)) {
        let alone = run(&scenario.0);
        let beside = run(&format!("{}{ISLAND}", scenario.0));
        prop_assert_eq!(moved_rows(&alone, &beside), Vec::<String>::new());
        prop_assert!(beside.audit.sent > alone.audit.sent, "nothing was sent there");
    }

    #[test]
    fn a_warm_up_takes_what_a_run_of_its_length_counts_off_the_counters(scenario in scenario(10_000), permille in 1u64..1000) {
        let network = Network { warmup: Span::ZERO, ..network(&scenario.0) };
        let warmup = Span::from_ps(network.duration.get() / 1000 * permille);
        // Counting starts with the warm-up's last instant.
        let head = run_network(Network { duration: Span::from_ps(warmup.get() - 1), ..network.clone() });
        let tail = run_network(Network { warmup, ..network.clone() });
        let whole = run_network(network);
        prop_assert_eq!(unequal_sums(&head, &tail, &whole), Vec::<String>::new());
    }
}

/// The counters for which head + tail is not the whole, and maxima for which the greater is not.
fn unequal_sums(head: &Outcome, tail: &Outcome, whole: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    for (((name, head), (_, tail)), (_, whole)) in
        head.tables().into_iter().zip(tail.tables()).zip(whole.tables())
    {
        // Their rows are of events, not of elements.
        if ["pages", "pings", "error_bursts"].contains(&name) {
            continue;
        }
        if name == "queues" {
            found.extend(unequal_queues(head, tail, whole));
            continue;
        }
        for column in &whole.columns {
            let (Values::Count(wholes), key) = (&column.values, column.name.as_str()) else { continue };
            // The most that waited in a packet queue is of the whole run; a noisy period at the end of the
            // warm-up is one before and one after it.
            let not_sums =
                ["rate_bps", "flow_ends", "queue_max_cells", "most_waiting_packets", "error_bursts"];
            // The repetitions of a line are also those of the whole run.
            let is_of_all = name == "packet_ports" && key.ends_with("_units");
            if is_of_all || not_sums.contains(&key) {
                continue;
            }
            for (row, &all) in wholes.iter().enumerate() {
                let (before, after) = (head.counts(key)[row], tail.counts(key)[row]);
                let is_most = key.starts_with("queue_max_waiting_");
                let together = if is_most { before.max(after) } else { before + after };
                if together != all {
                    let element = shown(&whole.columns[0].values).swap_remove(row);
                    found.push(format!("{name}.{key} of {element}: {before}, {after} | {all}"));
                }
            }
        }
    }
    found
}

/// The same for the queues of packet ports: a table has rows of those only through which something went.
fn unequal_queues(head: &Table, tail: &Table, whole: &Table) -> Vec<String> {
    let queue_at =
        |table: &Table, row: usize| (table.texts("port")[row].to_owned(), table.counts("queue")[row]);
    let counters = whole
        .columns
        .iter()
        .filter(|column| column.name != "queue" && matches!(column.values, Values::Count(_)));
    let mut found = Vec::new();
    for key in counters.map(|column| column.name.as_str()) {
        for (row, &all) in whole.counts(key).iter().enumerate() {
            let queue = queue_at(whole, row);
            let part = |table: &Table| {
                let rows = 0..table.counts("queue").len();
                rows.filter(|&row| queue_at(table, row) == queue)
                    .map(|row| table.counts(key)[row])
                    .sum::<u64>()
            };
            let (before, after) = (part(head), part(tail));
            if before + after != all {
                found.push(format!("queues.{key} of {queue:?}: {before}, {after} | {all}"));
            }
        }
    }
    found
}

#[test]
fn another_replication_and_another_seed_give_another_outcome() {
    let network = network(&chaotic());
    let first = run_network(network.clone());
    let replicated = run_network(Network { replication: 1, ..network.clone() });
    let reseeded = run_network(Network { seed: 2, ..network });
    assert_ne!(differences(&first, &replicated), [""; 0]);
    assert_ne!(differences(&first, &reseeded), [""; 0]);
    assert_ne!(differences(&replicated, &reseeded), [""; 0]);
}

#[test]
fn a_network_without_chance_does_not_depend_on_the_seed() {
    let text = "duration = \"5 ms\"\n[tcp]\ndelayed_ack = false\n";
    let text = networks::two_hosts(text, "155.52 Mbit/s", "5 us", "kind = \"tcp\"");
    let network = network(&text);
    let reseeded = run_network(Network { seed: 99, ..network.clone() });
    assert_eq!(differences(&run_network(network), &reseeded), [""; 0]);
}
