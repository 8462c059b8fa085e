//! The data of a network: names, numbers, ways.

use std::path::Path;

use cellwise_scenario::parse_toml;
use cellwise_view::{Resolved, Vocabulary, models};
use serde_json::{Value, json};

/// The resolved network of a scenario in TOML.
fn resolved(text: &str) -> Value {
    let (_, network) = parse_toml(text).unwrap().resolved().unwrap();
    serde_json::to_value(Resolved::of(&network)).unwrap()
}

const TWO_NODE: &str = "topology = { template = \"two-node\", sources = 1, routers = true, background = { source = \
     { pattern = \"on-off\", rate = \"40 Mbit/s\", on = \"10 ms\", off = \"30 ms\" } } }\n\
     switch = { buffer = \"1000 cells\", drop = { policy = \"epd\" }, rate_rule = { rule = \"efci\", low = \"100 cells\" } }\n\
     atm.category = \"abr\"\n";

#[test]
fn a_way_names_the_ports_that_cells_pass_in_their_order() {
    let reported = resolved(TWO_NODE);
    let vc = &reported["vcs"][0];
    assert_eq!(vc["nodes"], json!(["r1", "sw1", "sw2", "q1"]));
    assert_eq!(vc["ways"], json!([["r1.r1", "sw1.trunk", "sw2.q1"], ["q1.q1", "sw2.trunk", "sw1.r1"]]));
}

#[test]
fn a_flow_behind_routers_has_its_hosts_before_and_behind_the_connection() {
    let reported = resolved(TWO_NODE);
    let flow = &reported["flows"][0];
    assert_eq!(flow["nodes"], json!(["s1", "r1", "sw1", "sw2", "q1", "d1"]));
    assert_eq!((&flow["kind"], &flow["header_bytes"]), (&json!("tcp"), &json!(40)));
}

#[test]
fn two_flows_on_one_connection_say_so_and_go_the_same_way_back() {
    let reported = resolved(
        r#"
        [nodes]
        a = { kind = "host" }
        s = { kind = "switch" }
        b = { kind = "host" }
        [links]
        l = { ends = ["a", "s"], rate = "10 Mbit/s", delay = "1 ms" }
        m = { ends = ["s", "b"], rate = "10 Mbit/s", delay = "1 ms" }
        [vcs]
        v = { path = ["a", "s", "b"] }
        [flows]
        there = { vc = "v" }
        back = { connection = "there" }
        "#,
    );
    let flow =
        |name: &str| reported["flows"].as_array().unwrap().iter().find(|flow| flow["name"] == name).unwrap();
    let [there, back] = ["there", "back"].map(flow);
    assert_eq!((&there["connection"], &back["connection"]), (&Value::Null, &json!("there")));
    assert_eq!((&there["sender"], &there["receiver"]), (&back["receiver"], &back["sender"]));
    // The picture has the way of the virtual connection, for either sender.
    assert_eq!((&there["nodes"], &back["nodes"]), (&json!(["a", "s", "b"]), &json!(["a", "s", "b"])));
    assert_eq!((&there["backward"], &back["backward"]), (&json!(false), &json!(true)));
}

#[test]
fn a_stream_of_cells_has_the_mean_rate_of_its_source() {
    let reported = resolved(TWO_NODE);
    let mean = reported["flows"][1]["mean_rate_bps"].as_f64().unwrap();
    assert!((mean - 10e6).abs() < 1.0, "{mean}");
}

#[test]
fn a_port_has_the_levels_of_its_buffer_its_policy_and_its_rule() {
    let reported = resolved(TWO_NODE);
    let trunk = reported["links"].as_array().unwrap().iter().find(|link| link["name"] == "trunk").unwrap();
    let levels = [("efci low", 100), ("efci high", 500), ("threshold", 800), ("buffer", 1000)];
    let levels = levels.map(|(name, cells)| json!({ "name": name, "cells": cells }));
    assert_eq!(trunk["directions"][0]["queue"]["levels"], json!(levels));
}

#[test]
fn every_model_is_written_in_the_file_that_lists_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for model in models::listed() {
        assert!(root.join(&model.file).is_file(), "{}/{}: {}", model.family, model.name, model.file);
    }
}

#[test]
fn tags_are_those_of_every_family_that_has_settings() {
    let tags = Vocabulary::new().tags;
    assert_eq!(
        tags,
        [
            "discipline",
            "distribution",
            "kind",
            "line",
            "lower",
            "model",
            "pattern",
            "policy",
            "rule",
            "template"
        ]
    );
}
