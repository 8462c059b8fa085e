//! ABR from end to end, over routers and over virtual sources.

use cellwise_net::Outcome;

use crate::common::networks::{Star, cells_at};
use crate::common::{count, real, row, run};

/// A wide-area template with ABR connections, ERICA and 8192 cells at every port.
fn wan(duration: &str, topology: &str, more: &str) -> String {
    format!(
        "duration = \"{duration}\"\natm.category = \"abr\"\n[topology]\n{topology}\nlink_rate = \"50 Mbit/s\"\n\
         [switch]\nbuffer = \"8192 cells\"\nscheduler = \"priority\"\nrate_rule = {{ rule = \"erica\" }}\n{more}"
    )
}

/// Lost cells at every port that has lost some.
fn losses(outcome: &Outcome) -> Vec<(&str, u64)> {
    let names = outcome.ports.texts("port").iter();
    names.zip(outcome.ports.counts("lost_cells").iter().copied()).filter(|(_, lost)| *lost > 0).collect()
}

fn acr_mean(outcome: &Outcome, vc: &str) -> f64 {
    real(&outcome.vcs, vc, "acr_mean_cells_per_s")
}

#[test]
fn greedy_tcp_over_abr_loses_nothing_where_ubr_does() {
    let two_node = "template = \"two-node\"\ntrunk_delay = \"2 ms\"";
    let rest = "[tcp]\nreceive_window = \"600000 bytes\"\nwindow_scaling = true\n[abr]\nicr = \"2 Mbit/s\"\n";
    let abr = wan("600 ms", two_node, rest).replace("8192 cells", "2000 cells");
    let ubr = abr.replace("\"abr\"", "\"ubr\"").replace("rate_rule = { rule = \"erica\" }", "");
    let (abr, ubr) = (run(&abr), run(&ubr));
    assert_eq!(abr.audit.lost, 0);
    assert!(ubr.audit.lost > 0);
    let rates = abr.flows.reals("throughput_bps");
    let (least, most) =
        rates.iter().fold((f64::INFINITY, 0.0), |(least, most), rate| (rate.min(least), rate.max(most)));
    assert!(least > 0.9 * most, "{rates:?}");
}

#[test]
fn behind_routers_cells_are_lost_at_the_edge_only() {
    let two_node = "template = \"two-node\"\nrouters = true\ntrunk_delay = \"2 ms\"";
    let rest = "[adapter]\nbuffer = \"300 cells\"\n[abr]\nicr = \"2 Mbit/s\"\n[tcp]\nreceive_window = \"60000 bytes\"\n";
    let outcome = run(&wan("600 ms", two_node, rest));
    let losses = losses(&outcome);
    assert!(!losses.is_empty());
    assert!(losses.iter().all(|(port, _)| port.starts_with('r')), "{losses:?}");
    for number in 1..=5 {
        let adapter = format!("r{number}.vc{number}");
        assert!(count(&outcome.ports, &adapter, "queue_max_waiting_cells") <= 300);
    }
}

#[test]
fn several_flows_behind_one_router_share_its_connection() {
    let two_node =
        "template = \"two-node\"\nrouters = true\nsources_per_router = [3, 1]\ntrunk_delay = \"1 ms\"";
    let outcome = run(&wan(
        "1500 ms",
        two_node,
        "[abr]\nicr = \"5 Mbit/s\"\n[tcp]\nreceive_window = \"60000 bytes\"\n",
    ));
    let rate = |flow: &str| real(&outcome.flows, flow, "throughput_bps");
    let of_three = rate("tcp1") + rate("tcp2") + rate("tcp3");
    assert!((of_three / rate("tcp4") - 1.0).abs() < 0.1, "{of_three} beside {}", rate("tcp4"));
}

#[test]
fn a_blocking_udp_source_loses_nothing_and_fills_its_rate_from_a_bounded_adapter() {
    let udp = "flow.kind = \"udp\"\nudp.socket_buffer = \"20000 bytes\"\n";
    let two_node = "template = \"two-node\"\nsources = 2\ntrunk_delay = \"1 ms\"";
    let outcome = run(&format!("{udp}{}", wan("400 ms", two_node, "[abr]\nicr = \"1 Mbit/s\"\n")));
    assert_eq!(outcome.audit.lost, 0);
    // 13 datagrams of 1500 octets fit the socket; each is a frame of 32 cells.
    for adapter in ["s1.vc1", "s2.vc2"] {
        let most = count(&outcome.ports, adapter, "queue_max_waiting_cells");
        assert!((12 * 32..=13 * 32).contains(&most), "{adapter}: {most}");
    }
    // Between RM cells, data never wait for the application.
    let allowed = acr_mean(&outcome, "vc1") * outcome.measured_s;
    let sent = count(&outcome.ports, "s1.vc1", "transmitted_cells") as f64 * 32.0 / 31.0;
    assert!(sent > 0.98 * allowed, "{sent} of {allowed}");
}

#[test]
fn binary_feedback_beats_down_the_connections_that_pass_many_switches() {
    let parking_lot = "template = \"parking-lot\"\ntrunk_delay = \"100 us\"";
    let ratio = |rule: &str| {
        let rest = "[abr]\nicr = \"5 Mbit/s\"\nrif = 0.0078125\n";
        let text = format!("flow.kind = \"udp\"\nwarmup = \"300 ms\"\n{}", wan("800 ms", parking_lot, rest));
        let outcome = run(&text.replace("rule = \"erica\"", rule));
        acr_mean(&outcome, "vc1") / acr_mean(&outcome, "vc3")
    };
    let (efci, fmmra) =
        (ratio("rule = \"efci\", low = \"50 cells\", high = \"50 cells\""), ratio("rule = \"fmmra\""));
    assert!(efci < 0.8, "{efci}");
    assert!((fmmra - 1.0).abs() < 0.05, "{fmmra}");
}

/// Two connections over a long trunk and a short one, which background traffic joins at 250 ms.
fn joined_by_background(more: &str) -> Outcome {
    let topology = "template = \"downstream-bottleneck\"\nbottlenecked = 2\nothers = 0\n\
                    background = { start = \"250 ms\", source = { pattern = \"constant\", rate = \"30 Mbit/s\" } }";
    let rest = "[links]\ntrunk1.delay = \"10 ms\"\ntrunk2.delay = \"100 us\"\n[abr]\nicr = \"5 Mbit/s\"\n";
    run(&format!(
        "flow.kind = \"udp\"\n{}",
        wan("600 ms", topology, rest).replace("[switch]", &format!("[switch]\n{more}"))
    ))
}

#[test]
fn a_virtual_source_keeps_the_queue_of_a_bottleneck_short_and_holds_the_cells_itself() {
    let (whole, split) = (joined_by_background(""), joined_by_background("vs_vd = true"));
    let most = |outcome: &Outcome, port: &str| count(&outcome.ports, port, "queue_max_waiting_cells");
    // A round trip to the source is 20 ms, one to the virtual source before the bottleneck 0.3 ms.
    let [whole_queue, split_queue] = [&whole, &split].map(|outcome| most(outcome, "sw2.trunk2"));
    assert!(whole_queue > 5 * split_queue, "{whole_queue} beside {split_queue}");
    // The virtual destination asks the source before it for less, which takes a round trip: at most
    // what 22.5 Mbit/s bring more than 9 Mbit/s take in 30 ms.
    let held = most(&split, "sw2.vc1");
    assert!((100..1000).contains(&held), "{held}");
    for outcome in [&whole, &split] {
        assert_eq!(outcome.audit.lost, 0);
        let [one, two] = ["vc1", "vc2"].map(|vc| count(&outcome.vcs, vc, "cells_delivered") as f64);
        assert!((one / two - 1.0).abs() < 0.02, "{one} beside {two}");
    }
    let path = &split.vcs.texts("path")[row(&split.vcs, "vc1")];
    assert_eq!(path, "s1.vc1 > s1.nic > sw1.vc1 > sw1.trunk1 > sw2.vc1 > sw2.trunk2 > sw3.vc1 > sw3.d1");
}

#[test]
fn background_of_a_higher_category_takes_what_it_needs_and_abr_what_is_left() {
    let background = "background = { source = { pattern = \"on-off\", rate = \"30 Mbit/s\", on = \"20 ms\", off = \"20 ms\" } }";
    let two_node = format!("template = \"two-node\"\nsources = 2\ntrunk_delay = \"1 ms\"\n{background}");
    let outcome =
        run(&format!("flow.kind = \"udp\"\n{}", wan("400 ms", &two_node, "[abr]\nicr = \"5 Mbit/s\"\n")));
    assert_eq!(outcome.audit.lost, 0);
    // Access and trunk, 3 cell times, and at most one behind a cell of ABR in transmission.
    let cell_s = 424.0 / 50e6;
    let delay = real(&outcome.flows, "cells1", "delay_max_s");
    assert!(delay <= 1.1e-3 + 4.0 * cell_s + 1e-9, "{delay}");
    // 0.9 of the rate that the background leaves, which is 35 Mbit/s on average.
    let used = (acr_mean(&outcome, "vc1") + acr_mean(&outcome, "vc2")) * 424.0;
    assert!((25e6..34e6).contains(&used), "{used}");
}

#[test]
fn queued_backward_rm_cells_are_lost_in_a_congested_reverse_direction_and_unqueued_ones_are_not() {
    let star = |backward: &str| {
        let settings = format!(
            "duration = \"100 ms\"\nswitch = {{ buffer = \"20 cells\", backward_rm = \"{backward}\", rate_rule = {{ rule = \"erica\" }} }}\n\
             abr = {{ icr = \"4 Mbit/s\", reverse = \"unlimited\" }}\n"
        );
        run(&Star {
            settings: &settings,
            hosts: &[("a", "42.4 Mbit/s"), ("b", "424 Mbit/s"), ("c", "424 Mbit/s")],
            flows: &[
                ("a", "b", "category = \"abr\"", "kind = \"udp\""),
                ("c", "a", "category = \"ubr\"", &cells_at("424 Mbit/s")),
            ],
        }
        .text())
    };
    let lost_rm = |outcome: &Outcome| outcome.vcs.counts("lost_rm_cells").iter().sum::<u64>();
    let (queued, unqueued) = (star("queued"), star("unqueued"));
    assert!(lost_rm(&queued) > 0);
    assert_eq!(lost_rm(&unqueued), 0);
    assert!(acr_mean(&unqueued, "v1") > acr_mean(&queued, "v1"));
}

/// Three sources of bare cells over ABR with ERICA.
fn bare(pattern: &str) -> Outcome {
    let two_node = "template = \"two-node\"\nsources = 3";
    run(&wan(
        "200 ms",
        two_node,
        &format!("[flow]\nkind = \"cells\"\n[cells]\nsource = {{ pattern = {pattern} }}"),
    ))
}

#[test]
fn a_greedy_source_of_cells_sends_what_it_is_allowed_and_keeps_one_cell_ready() {
    let outcome = bare("\"greedy\"");
    assert_eq!(outcome.audit.lost, 0);
    for number in 1..=3 {
        let sent = count(&outcome.vcs, &format!("vc{number}"), "cells_sent") as f64 / outcome.measured_s;
        let allowed = acr_mean(&outcome, &format!("vc{number}"));
        // Of 32 cells one is a forward RM cell.
        assert!((sent * 32.0 / 31.0 - allowed).abs() < 0.005 * allowed, "{sent} cells/s of {allowed}");
        assert_eq!(count(&outcome.ports, &format!("s{number}.vc{number}"), "queue_max_waiting_cells"), 1);
    }
}

#[test]
fn cells_that_come_more_slowly_than_they_may_go_wait_in_the_adapter_only_for_their_turn() {
    let outcome = bare("\"constant\", rate = \"5 Mbit/s\"");
    assert_eq!(outcome.audit.lost, 0);
    for number in 1..=3 {
        let received = count(&outcome.flows, &format!("cells{number}"), "segments_received") as f64;
        assert!((received - 5e6 / 424.0 * 0.2).abs() < 80.0, "{received}");
        assert!(count(&outcome.ports, &format!("s{number}.vc{number}"), "queue_max_waiting_cells") < 50);
    }
}
