//! Switches with cells of several categories and inputs: priorities, shared memory,
//! crosspoints, fabrics.
//!
//! A cell takes 1 us at 424 Mbit/s and 10 us at 42.4 Mbit/s.

use cellwise_net::Outcome;
use proptest::prelude::*;

use crate::common::networks::{Star, cells_at};
use crate::common::{cases, count, real, row, run, series};

const FAST: &str = "424 Mbit/s";
const SLOW: &str = "42.4 Mbit/s";

fn lost(outcome: &Outcome, port: &str) -> u64 {
    count(&outcome.ports, port, "lost_cells")
}

fn most_waiting(outcome: &Outcome, port: &str) -> u64 {
    count(&outcome.ports, port, "queue_max_waiting_cells")
}

/// Cells lost on a connection's way forward.
fn lost_on(outcome: &Outcome, vc: &str) -> u64 {
    outcome.vcs.counts("cells_lost")[row(&outcome.vcs, vc)]
}

/// Two hosts send to `hot`, each at the rate of its link, and one sends a fifth of its link to `cool`.
fn hot_and_cool(settings: &str) -> Outcome {
    let (full, part) = (cells_at("424 Mbit/s"), cells_at("8.48 Mbit/s"));
    run(&Star {
        settings: &format!(
            "duration = \"20 ms\"\ntie = \"fixed\"\nprobes.queue = {{ port = \"*\" }}\n{settings}"
        ),
        hosts: &[("a", FAST), ("b", FAST), ("c", FAST), ("hot", SLOW), ("cool", SLOW)],
        flows: &[
            ("a", "hot", "category = \"ubr\"", &full),
            ("b", "hot", "category = \"ubr\"", &full),
            ("c", "cool", "category = \"ubr\"", &part),
            ("b", "cool", "category = \"ubr\"", &cells_at("63.6 Mbit/s")),
        ],
    }
    .text())
}

fn memory(cells: u64, sharing: &str) -> String {
    format!(
        "switch.architecture = {{ kind = \"shared-memory\", memory = \"{cells} cells\", sharing = \"{sharing}\", alpha = 1.0 }}\n"
    )
}

/// The most cells that the ports with a queue probe held at once.
fn most_together(outcome: &Outcome) -> u64 {
    let mut changes: Vec<(u64, usize, f64)> = Vec::new();
    for (port, series) in outcome.series.iter().enumerate() {
        changes.extend(series.times_ps.iter().zip(&series.values).map(|(at, value)| (*at, port, *value)));
    }
    changes.sort_by_key(|(at, _, _)| *at);
    let mut held = vec![0.0; outcome.series.len()];
    let mut most = 0.0;
    for (index, (at, port, value)) in changes.iter().enumerate() {
        held[*port] = *value;
        // Of several changes of one instant the last counts.
        if changes.get(index + 1).is_none_or(|(next, _, _)| next > at) {
            most = f64::max(most, held.iter().sum());
        }
    }
    most as u64
}

#[test]
fn a_memory_that_all_share_is_taken_by_the_hot_port_and_the_cool_one_loses_cells() {
    let outcome = hot_and_cool(&memory(100, "complete"));
    assert!(most_waiting(&outcome, "sw.hot") >= 98, "{}", most_waiting(&outcome, "sw.hot"));
    assert!(lost(&outcome, "sw.cool") > 0);
    assert_eq!(most_together(&outcome), 100);
}

#[test]
fn a_part_of_a_memory_is_all_that_a_port_gets_and_all_that_it_needs() {
    // Five ports.
    let outcome = hot_and_cool(&memory(100, "partitioned"));
    assert_eq!((most_waiting(&outcome, "sw.hot"), most_waiting(&outcome, "sw.cool")), (20, 20));
    assert_eq!(most_together(&outcome), 40);
}

#[test]
fn dynamic_thresholds_leave_as_much_free_as_each_busy_port_holds() {
    let outcome = hot_and_cool(&memory(99, "dynamic-thresholds"));
    // First the hot port takes nearly half, then both take a third.
    assert!((48..=50).contains(&most_waiting(&outcome, "sw.hot")), "{}", most_waiting(&outcome, "sw.hot"));
    assert_eq!(most_waiting(&outcome, "sw.cool"), 33);
    let last = series(&outcome, "queue sw.hot").values.last().copied();
    assert!(last.is_some_and(|cells| (32.0..=34.0).contains(&cells)), "{last:?}");
}

#[test]
fn a_crosspoint_overflows_alone() {
    let (full, part) = (cells_at("424 Mbit/s"), cells_at("8.48 Mbit/s"));
    let star = |architecture: &str| {
        run(&Star {
            settings: &format!("duration = \"20 ms\"\nswitch = {{ buffer = \"20 cells\", architecture = {{ {architecture} }} }}\n"),
            hosts: &[("a", FAST), ("b", FAST), ("d", SLOW)],
            flows: &[("a", "d", "category = \"ubr\"", &full), ("b", "d", "category = \"ubr\"", &part)],
        }
        .text())
    };
    let crossbar = star("kind = \"crossbar\", crosspoint_buffer = \"8 cells\"");
    assert!(lost_on(&crossbar, "v1") > 10_000);
    assert_eq!(lost_on(&crossbar, "v2"), 0);
    // The light input never has more than one cell waiting.
    assert!((8..=9).contains(&most_waiting(&crossbar, "sw.d")), "{}", most_waiting(&crossbar, "sw.d"));
    let output_buffered = star("kind = \"output-buffered\"");
    assert!(lost_on(&output_buffered, "v2") > 0);
}

#[test]
fn a_crossbar_serves_its_inputs_in_turn() {
    let full = cells_at("424 Mbit/s");
    let outcome = run(&Star {
        settings: "duration = \"30 ms\"\nswitch.architecture = { kind = \"crossbar\", crosspoint_buffer = \"8 cells\" }\n",
        hosts: &[("a", FAST), ("b", FAST), ("d", SLOW)],
        flows: &[
            ("a", "d", "category = \"ubr\"", &full),
            ("b", "d", "category = \"ubr\"", &full),
            ("b", "d", "category = \"ubr\"", &full),
        ],
    }
    .text());
    let delivered = |vc: &str| count(&outcome.vcs, vc, "cells_delivered");
    // 3000 cells in all; the queue of b's input is shared by two.
    assert!(delivered("v1").abs_diff(1500) <= 10, "{}", delivered("v1"));
    assert!((delivered("v2") + delivered("v3")).abs_diff(1500) <= 10);
}

#[test]
fn an_overloaded_fabric_loses_cells_on_their_way_to_idle_ports() {
    let half = cells_at("31.8 Mbit/s");
    let star = |architecture: &str| {
        run(&Star {
            settings: &format!("duration = \"50 ms\"\nswitch.architecture = {{ {architecture} }}\n"),
            hosts: &[("a", SLOW), ("b", SLOW), ("c", SLOW), ("x", SLOW), ("y", SLOW), ("z", SLOW)],
            flows: &[
                ("a", "x", "category = \"ubr\"", &half),
                ("b", "y", "category = \"ubr\"", &half),
                ("c", "z", "category = \"cbr\"", &half),
            ],
        }
        .text())
    };
    let two_stage = star("kind = \"two-stage\", fabric_rate = \"84.8 Mbit/s\", fabric_buffer = \"30 cells\"");
    // 95.4 Mbit/s come, 84.8 Mbit/s go: a ninth less 30 cells.
    let expected = 10.6e6 / 424.0 * 0.05 - 30.0;
    let lost_cells = lost(&two_stage, "sw.fabric");
    assert!((lost_cells as f64 - expected).abs() <= 3.0, "{lost_cells} beside {expected}");
    assert_eq!(lost_cells, two_stage.audit.lost);
    assert_eq!(lost_on(&two_stage, "v3"), lost_cells - lost_on(&two_stage, "v1") - lost_on(&two_stage, "v2"));
    assert_eq!(most_waiting(&two_stage, "sw.fabric"), 30);
    assert_eq!(star("kind = \"output-buffered\"").audit.lost, 0);
}

#[test]
fn a_fabric_with_a_frame_policy_limits_without_damaging_packets() {
    // Two senders of frames of 20 cells, each at the rate of its link, at a fabric of one link and a half.
    let datagrams = "kind = \"udp\", udp = { payload = \"916 bytes\", rate = \"line\" }";
    let star = |drop: &str| {
        let architecture = format!(
            "{{ kind = \"two-stage\", fabric_rate = \"63.6 Mbit/s\", fabric_buffer = \"200 cells\", {drop} }}"
        );
        run(&Star {
            settings: &format!("duration = \"50 ms\"\nswitch.architecture = {architecture}\n"),
            hosts: &[("a", SLOW), ("b", SLOW), ("x", SLOW), ("y", SLOW)],
            flows: &[
                ("a", "x", "category = \"ubr\"", datagrams),
                ("b", "y", "category = \"ubr\"", datagrams),
            ],
        }
        .text())
    };
    let failed = |outcome: &Outcome| outcome.vcs.counts("failed_crc_frames").iter().sum::<u64>();
    let tail = star("");
    let epd = star("fabric_drop = { policy = \"epd\", threshold = \"100 cells\" }");
    for outcome in [&tail, &epd] {
        // 84.8 Mbit/s come, 63.6 Mbit/s go: a quarter of 10000 cells, less what waits.
        let lost_cells = lost(outcome, "sw.fabric");
        assert!((2_250..=2_500).contains(&lost_cells), "{lost_cells}");
        assert_eq!(lost_cells, outcome.audit.lost);
    }
    assert!(failed(&tail) > 100, "{}", failed(&tail));
    assert_eq!(failed(&epd), 0);
}

#[test]
fn reserved_cells_keep_a_category_from_losing_what_another_overflows() {
    let (full, bursts) = (cells_at("424 Mbit/s"), cells_at("8.48 Mbit/s"));
    let star = |reserved: &str| {
        run(&Star {
            settings: &format!("duration = \"20 ms\"\nswitch = {{ buffer = \"10 cells\", {reserved} }}\n"),
            hosts: &[("a", FAST), ("b", FAST), ("d", SLOW)],
            flows: &[("a", "d", "category = \"ubr\"", &full), ("b", "d", "category = \"nrt-vbr\"", &bursts)],
        }
        .text())
    };
    let (without, with) = (star("scheduler = \"fifo\""), star("reserved = { nrt-vbr = \"5 cells\" }"));
    assert!(lost_on(&without, "v2") > 0);
    assert_eq!(lost_on(&with, "v2"), 0);
    assert!((11..=15).contains(&most_waiting(&with, "sw.d")), "{}", most_waiting(&with, "sw.d"));
}

#[test]
fn weights_share_a_port_where_every_connection_has_enough_to_send() {
    let full = cells_at("424 Mbit/s");
    let star = |scheduler: &str| {
        run(&Star {
            settings: &format!("duration = \"40 ms\"\nswitch = {{ scheduler = \"{scheduler}\" }}\n"),
            hosts: &[("a", FAST), ("b", FAST), ("c", FAST), ("d", SLOW)],
            flows: &[
                ("a", "d", "category = \"ubr\", weight = 1", &full),
                ("b", "d", "category = \"ubr\", weight = 3", &full),
                ("c", "d", "category = \"ubr\", weight = 4", &full),
            ],
        }
        .text())
    };
    let delivered = |outcome: &Outcome| {
        ["v1", "v2", "v3"]
            .map(|vc| (count(&outcome.vcs, vc, "cells_delivered") as f64 / 4000.0 * 24.0).round() as u64)
    };
    assert_eq!(delivered(&star("weighted-round-robin")), [3, 9, 12]);
    assert_eq!(delivered(&star("round-robin")), [8, 8, 8]);
}

/// One connection of a higher category at a port, with so many lower ones that send bare cells.
fn under_load(high: &str, lower: &[(&'static str, u64)], scheduler: &str) -> Outcome {
    let names: Vec<String> = (0..lower.len()).map(|number| format!("l{number}")).collect();
    let keys: Vec<String> = lower.iter().map(|(category, _)| format!("category = \"{category}\"")).collect();
    let cells: Vec<String> = lower.iter().map(|(_, kbps)| cells_at(&format!("{kbps} kbit/s"))).collect();
    let mut hosts = vec![("h", FAST), ("d", SLOW)];
    hosts.extend(names.iter().map(|name| (name.as_str(), FAST)));
    let mut flows = vec![("h", "d", "category = \"rt-vbr\"", high)];
    flows.extend(
        (0..lower.len())
            .map(|number| (names[number].as_str(), "d", keys[number].as_str(), cells[number].as_str())),
    );
    let settings = format!(
        "duration = \"20 ms\"\nswitch = {{ buffer = \"50 cells\", reserved = {{ rt-vbr = \"1000 cells\" }}, scheduler = \"{scheduler}\" }}\n"
    );
    run(&Star { settings: &settings, hosts: &hosts, flows: &flows }.text())
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn lower_categories_delay_a_higher_one_by_at_most_one_cell(
        lower in prop::collection::vec((prop::sample::select(vec!["nrt-vbr", "ubr"]), 1000u64..100_000), 1..4),
        rate in 1000u64..40_000, on_us in 430u64..2000, off_us in 0u64..2000, begins in prop::sample::select(vec!["on", "random"]),
        scheduler in prop::sample::select(vec!["priority", "round-robin", "weighted-round-robin"]),
    ) {
        let source = format!("pattern = \"on-off\", rate = \"{rate} kbit/s\", on = \"{on_us} us\", off = \"{off_us} us\", begins = \"{begins}\"");
        let high = format!("kind = \"cells\", cells = {{ source = {{ {source} }} }}");
        let (alone, loaded) = (under_load(&high, &[], scheduler), under_load(&high, &lower, scheduler));
        prop_assert_eq!(lost_on(&loaded, "v1"), 0);
        let most = real(&alone.flows, "f1", "delay_max_s") + 10e-6;
        let delay = real(&loaded.flows, "f1", "delay_max_s");
        prop_assert!(delay.is_nan() || delay <= most + 1e-12, "{} s against {} s", delay, most);
    }
}

#[test]
fn without_priority_a_higher_category_waits_behind_a_full_buffer() {
    let high = cells_at("4.24 Mbit/s");
    let delay =
        |scheduler: &str| real(&under_load(&high, &[("ubr", 100_000)], scheduler).flows, "f1", "delay_max_s");
    // 1 us on the fast link, 10 us on the slow one, and up to 10 us for a cell in transmission.
    assert!(delay("priority") <= 21e-6, "{}", delay("priority"));
    assert!(delay("fifo") >= 500e-6, "{}", delay("fifo"));
}
