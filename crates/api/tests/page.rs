//! A page about runs: its records, its summary, and single events.

use std::collections::BTreeSet;

use cellwise_api::metrics::losses::sentence;
use cellwise_api::page::{self, Part};
use cellwise_api::record::{count, number, rows, text};
use cellwise_api::{Record, Results, scenario};
use cellwise_net::{Beginning, Run, Status};
use cellwise_scenario::Network;
use serde_json::{Value, json};

fn run(json: &str) -> (Network, Record) {
    let resolve = || scenario::network(json).expect("a scenario").0;
    let mut run = Run::begin(resolve(), Beginning::default()).expect("a run");
    while run.advance(1 << 20) == Status::Running {}
    let outcome = run.finish().expect("an outcome");
    (resolve(), Record::from(Results::of(outcome, &[], false)))
}

fn losing() -> String {
    let probes = json!({ "losses": { "port": "*" }, "segments": { "flow": "tcp1" } });
    json!({
        "duration": "400 ms",
        "topology": { "template": "n-source", "sources": 3 },
        "switch": { "buffer": "200 cells" },
        "tcp": { "timer_tick": "50 ms" },
        "probes": probes,
    })
    .to_string()
}

#[test]
fn what_the_page_records_can_be_recorded_and_changes_nothing() {
    for template in cellwise_scenario::catalogue() {
        let mut topology = json!({ "template": template.name });
        if ["rrul", "dsl", "vdsl2"].contains(&template.name) {
            topology["load_start"] = json!("1 ms");
        }
        let bare = json!({ "duration": "20 ms", "topology": topology }).to_string();
        let watching = page::watching(&bare).expect(template.name);
        let ((_, plain), (_, watched)) = (run(&bare), run(&watching.scenario));
        let quantities: Vec<&str> = watched.series.iter().map(|one| &*one.quantity).collect();
        assert!(quantities.contains(&"cwnd"), "{}: {quantities:?}", template.name);
        assert!(quantities.contains(&"queue") || quantities.contains(&"backlog"), "{}", template.name);
        assert_eq!(watched.summary["audit"], plain.summary["audit"], "{}", template.name);
        // As text: what is no number is not equal to itself.
        let flows = [&watched, &plain].map(|one| format!("{:?}", one.table("flows")));
        assert_eq!(flows[0], flows[1], "{}", template.name);
    }
}

#[test]
fn what_is_recorded_is_bounded_however_long_the_run() {
    for duration_s in [0.001, 1.0, 1e6] {
        let bare = json!({ "duration": format!("{duration_s} s"), "topology": { "template": "n-source" } });
        let watching = page::watching(&bare.to_string()).expect("a scenario");
        let document: Value = serde_json::from_str(&watching.scenario).expect("JSON");
        let probes = document["probes"].as_object().expect("probes");
        for probe in probes.values().flat_map(|of| of.as_array().expect("a list")) {
            if let Some(every) = probe["every"].as_str() {
                let nanoseconds: f64 =
                    every.strip_suffix(" ns").and_then(|one| one.parse().ok()).expect(every);
                assert!(duration_s / (nanoseconds * 1e-9) <= 51_000.0, "{probe}");
            } else {
                assert!(2.0 * 155.52e6 * duration_s / 424.0 <= f64::from(1 << 20), "{probe}");
            }
        }
    }
}

#[test]
fn probes_of_the_scenario_are_left_as_they_are() {
    let own = json!([{ "port": "sw2.trunk" }]);
    let bare = json!({ "topology": { "template": "n-source", "sources": 30 }, "probes": { "queue": own } });
    let watching = page::watching(&bare.to_string()).expect("a scenario");
    let document: Value = serde_json::from_str(&watching.scenario).expect("JSON");
    assert_eq!(document["probes"]["queue"], own);
    // Sixteen flows are in plots; the others are recorded for the loads of links.
    assert_eq!(document["probes"]["cwnd"].as_array().map(Vec::len), Some(16));
    assert_eq!(document["probes"]["acknowledgment"].as_array().map(Vec::len), Some(30));
    assert_eq!(watching.hidden.len(), 14);
}

#[test]
fn a_run_is_described_with_its_bottleneck_its_network_and_its_series() {
    let watching = page::watching(
        r#"{"duration":"300 ms","topology":{"template":"n-source"},"switch":{"buffer":"500 cells"}}"#,
    );
    let watching = watching.expect("a scenario");
    let document = serde_json::from_str(&watching.scenario).expect("JSON");
    let (network, record) = run(&watching.scenario);
    let reported = json!(page::described(&document, &network, &record, &watching.hidden));
    assert_eq!(reported["summary"]["bottleneck"]["port"], "sw1.trunk");
    assert_eq!(reported["summary"]["queue_max"]["sw1.trunk"], 500.0);
    assert_eq!(reported["topology"]["nodes"].as_array().map(Vec::len), Some(12));
    assert_eq!(reported["summary"]["rows"]["flows"], 5);
    let shared = &reported["summary"]["shared_ports"]["sw1.trunk"];
    assert!(shared["fairness"].as_f64().is_some_and(|one| one > 0.2 && one <= 1.0), "{shared}");
    let queue =
        reported["series"].as_array().and_then(|all| all.iter().find(|one| one["name"] == "queue sw1.trunk"));
    assert_eq!(queue.map(|one| &one["max"]), Some(&json!(500.0)));
    assert_eq!(queue.map(|one| &one["thresholds"][0]["name"]), Some(&json!("buffer")));
}

#[test]
fn loads_and_queues_over_time_are_of_every_port_that_is_drawn() {
    let watching = page::watching(
        r#"{"duration":"300 ms","topology":{"template":"n-source"},"switch":{"buffer":"500 cells"}}"#,
    );
    let (network, record) = run(&watching.expect("a scenario").scenario);
    let reported = json!(page::playback(&network, &record, 31, None, None));
    assert_eq!(reported["times_s"].as_array().map(Vec::len), Some(31));
    let most = reported["ports"]["sw1.trunk"].as_array().expect("a queue");
    assert_eq!(most.iter().filter_map(Value::as_i64).max(), Some(500));
    let load = reported["links"]["sw1.trunk"].as_array().expect("a load");
    assert!(load.iter().filter_map(Value::as_f64).all(|one| (0.0..=1.0).contains(&one)));
    assert!(load.iter().filter_map(Value::as_f64).any(|one| one > 0.0));
    assert_eq!(reported["means"], json!([]));
}

#[test]
fn every_segment_that_lost_cells_is_marked_with_the_reason() {
    let again = page::again(&losing(), Some("tcp1"), None, 0.4).expect("a scenario");
    let (_, record) = run(&again);
    let reported = json!(page::marked(&record, "tcp1", Part { from_s: 0.0, to_s: 0.4 }, 5000));
    let losses = record.table("losses");
    let own: Vec<usize> = (0..rows(losses))
        .filter(|&row| text(losses, "flow", row) == "tcp1" && text(losses, "kind", row) == "data")
        .collect();
    let marked = reported["rows"].as_array().expect("rows");
    let lost: u64 = marked.iter().filter_map(|one| one["lost_cells"].as_u64()).sum();
    assert!(lost > 0);
    assert_eq!(lost, own.iter().map(|&row| count(losses, "cells", row)).sum::<u64>());
    let whys: Vec<&str> = marked.iter().filter_map(|one| one["why"].as_str()).flat_map(str::lines).collect();
    assert!(own.iter().all(|&row| whys.contains(&&*sentence(losses, row))));
    assert_eq!((&reported["truncated"], &reported["until_s"]), (&json!(false), &json!(0.4)));
    let cut = json!(page::marked(&record, "tcp1", Part { from_s: 0.0, to_s: 0.4 }, 3));
    assert_eq!(cut["rows"].as_array().map(Vec::len), Some(3));
    assert_eq!((&cut["truncated"], &cut["until_s"]), (&json!(true), &marked[2]["time_s"]));
}

/// 40 octets of headers, 480 of data and 16 of encapsulation and trailer take 12 cells, with 12 octets of a selective block in
/// place of data just as well: without them 468 octets would be in 11.
#[test]
fn the_cells_of_a_segment_are_those_of_its_frame_with_its_selective_blocks() {
    let noise = json!({ "model": "independent", "cell_error_ratio": 0.003 });
    let both_ways = json!({
        "duration": "2 s",
        "nodes": { "a": { "kind": "host" }, "b": { "kind": "host" }, "sw": { "kind": "switch", "buffer": "100 cells" } },
        "links": {
            "a": { "ends": ["a", "sw"], "rate": "155.52 Mbit/s", "delay": "1 ms" },
            "b": { "ends": ["b", "sw"], "rate": "10 Mbit/s", "delay": "1 ms",
                   "errors": noise, "reverse_errors": noise },
        },
        "vcs": { "v": { "path": ["a", "sw", "b"] } },
        "tcp": { "variant": "sack", "mss": "480 bytes", "timer_tick": "10 ms" },
        "flows": { "f": { "vc": "v" }, "g": { "connection": "f" } },
    });
    let again = page::again(&both_ways.to_string(), Some("f"), None, 2.0).expect("a scenario");
    let (_, record) = run(&again);
    let reported = json!(page::marked(&record, "f", Part { from_s: 0.0, to_s: 2.0 }, 5000));
    let marked = reported["rows"].as_array().expect("rows");
    let (lost, whole): (Vec<_>, Vec<_>) = marked.iter().partition(|one| one["lost_cells"] != json!(0));
    assert!(lost.len() > 20 && whole.iter().all(|one| one["cells"].is_null()), "{marked:?}");
    let length_and_cells = |one: &&Value| one["length"].as_u64().zip(one["cells"].as_u64());
    let sizes: BTreeSet<(u64, u64)> = lost.iter().filter_map(length_and_cells).collect();
    assert!(sizes.is_superset(&BTreeSet::from([(480, 12), (468, 12)])), "{sizes:?}");
    // As the losses have them.
    for one in lost {
        let (why, cells) = (one["why"].as_str().expect("a text"), one["cells"].as_u64().expect("a number"));
        assert!(why.contains(&format!(" of {cells} ")) || why.contains(&format!(" all {cells} ")), "{why}");
    }
}

#[test]
fn the_cells_at_a_port_are_in_lanes() {
    let (_, losing_run) = run(&losing());
    let first_s = number(losing_run.table("losses"), "time_s", 0);
    let part = Part { from_s: first_s - 0.001, to_s: first_s + 0.001 };
    let again = page::again(&losing(), None, Some(("sw1.trunk", part, 5000)), part.to_s).expect("a scenario");
    let (network, record) = run(&again);
    let reported = json!(page::lanes(&network, &record, "sw1.trunk", part));
    let cells = record.table("cells");
    assert!(rows(cells) > 100);
    assert_eq!(reported["rows"]["time_s"].as_array().map(Vec::len), Some(rows(cells)));
    assert_eq!(reported["rows"]["time_s"][0], json!(number(cells, "time_s", 0)));
    assert_eq!(reported["vcs"], json!(["vc1", "vc2", "vc3"]));
    assert_eq!((&reported["left_out"], &reported["policed"]), (&json!(0), &json!({})));
    // Up to the requested end, and no further.
    assert!(record.simulated_s() <= part.to_s + 1e-9);
}

/// Two flows that share a slow packet link with a short queue.
const PACKETS: &str = r#"{"duration":"2 s","nodes":{"a":{"kind":"host"},"b":{"kind":"host"},"c":{"kind":"host"},
    "r":{"kind":"router"}},"links":{"a":{"ends":["a","r"],"kind":"ethernet","rate":"100 Mbit/s","delay":"1 ms"},
    "b":{"ends":["b","r"],"kind":"ethernet","rate":"100 Mbit/s","delay":"1 ms"},"c":{"ends":["r","c"],
    "kind":"ethernet","rate":"10 Mbit/s","delay":"5 ms","queue":{"discipline":"tail","limit":"20 packets"}}},
    "flows":{"f1":{"from":"a","to":"c"},"f2":{"from":"b","to":"c"}},"tcp":{"mss":"1460 bytes"}}"#;

#[test]
fn the_packets_at_a_port_of_a_packet_link_are_in_lanes() {
    let (network, record) = run(PACKETS);
    let about = json!(page::described(&serde_json::from_str(PACKETS).unwrap(), &network, &record, &[]));
    assert_eq!(about["packet_ports"][0], json!("r.c"), "the bottleneck is first");
    let part = Part { from_s: 1.8, to_s: 1.9 };
    let again = page::again(PACKETS, None, Some(("r.c", part, 20_000)), part.to_s).expect("a scenario");
    let (network, record) = run(&again);
    let reported = json!(page::lanes(&network, &record, "r.c", part));
    assert_eq!(reported["flows"], json!(["f1", "f2"]));
    let numbers = |key: &str| reported["packets"][key].as_array().expect("a column").clone();
    let [came, begins, ends] = ["time_s", "begins_s", "ends_s"].map(numbers);
    assert!(came.iter().any(|at| at.as_f64() < Some(part.from_s)), "some waited before");
    let sent: Vec<(f64, f64)> =
        begins.iter().zip(&ends).filter_map(|(from, to)| Some((from.as_f64()?, to.as_f64()?))).collect();
    // 1500 octets in frames of 1538 at 10 Mbit/s; one after the other.
    assert!(sent.len() > 50);
    assert!(sent.iter().all(|(from, to)| (to - from - 1538.0 * 8.0 / 1e7).abs() < 1e-9));
    assert!(sent.is_sorted_by(|one, next| one.1 <= next.0 + 1e-12));
    assert_eq!((&reported["left_out"], &reported["truncated"]), (&json!(0), &json!(false)));
}
