//! Flows that share the connection of another one: what they take from it, and what they may not say.

use cellwise_scenario::{FlowIndex, FlowKind, Leg, Network, VcIndex, parse_toml, resolve};

use crate::common::{assert_only, issues, replaced};

/// Two hosts on a virtual connection, a flow and another one back on its connection.
const SOUND: &str = r#"
duration = "10 s"
[tcp]
mss = "1000 bytes"
[nodes]
a = { kind = "host" }
b = { kind = "host" }
[links]
l = { ends = ["a", "b"], rate = "10 Mbit/s", delay = "1 ms" }
[vcs]
v = { path = ["a", "b"] }
[flows]
f = { vc = "v", dscp = "AF11", tcp = { variant = "sack", receive_window = "20000 bytes" } }
g = { connection = "f" }
u = { vc = "v", kind = "udp" }
"#;

fn network(text: &str) -> Network {
    parse_toml(text).and_then(|document| resolve(&document.scenario()?)).expect("a sound text")
}

/// With another entry for the flow that shares.
fn with(entry: &str) -> String {
    replaced(SOUND, "g = { connection = \"f\" }", &format!("g = {{ {entry} }}"))
}

#[test]
fn way_settings_and_codepoint_are_those_of_the_other_flow() {
    let network = network(&with("connection = \"f\", tcp = { initial_cwnd_segments = 4 }"));
    let [f, g] = [&network.flows[0], &network.flows[1]];
    assert_eq!((f.connection, g.connection), (None, Some(FlowIndex(0))));
    assert_eq!(g.legs, [Leg::Vc { vc: VcIndex(0), reversed: true }]);
    assert_eq!(g.hosts, [f.hosts[1], f.hosts[0]]);
    assert_eq!(g.dscp, f.dscp);
    let (FlowKind::Tcp { settings: there, .. }, FlowKind::Tcp { settings: back, .. }) = (&f.kind, &g.kind)
    else {
        panic!("{:?}", g.kind)
    };
    assert_eq!(back.initial_cwnd_segments, 4);
    assert_eq!(
        cellwise_tcp::Settings { initial_cwnd_segments: there.initial_cwnd_segments, ..(**back).clone() },
        **there
    );
}

#[test]
fn what_is_reported_anyway_may_be_what_it_is() {
    for entry in [
        "connection = \"f\", vc = \"v\"",
        "connection = \"f\", from = \"b\", to = \"a\"",
        "connection = \"f\", vc = \"v\", from = \"b\", dscp = \"AF11\"",
        "connection = \"f\", tcp = { mss = \"1000 bytes\", variant = \"newreno\", sack = true }",
    ] {
        assert_eq!(issues(&with(entry)), [], "{entry}");
    }
}

#[test]
fn each_rule_of_a_shared_connection_is_reported_once_at_its_key() {
    let cases = [
        ("connection = \"ff\"", "flows.g.connection", "unknown flow; did you mean \"f\"?"),
        ("connection = \"g\"", "flows.g.connection", "is the flow itself"),
        ("connection = \"u\"", "flows.g.connection", "is of kind \"udp\"; only TCP"),
        ("connection = \"f\", kind = \"udp\"", "flows.g.connection", "is for flows of kind \"tcp\""),
        ("connection = \"f\", from = \"a\", to = \"b\"", "flows.g", "back, from b to a"),
        ("connection = \"f\", from = \"a\"", "flows.g", "back, from b to a"),
        ("connection = \"f\", dscp = \"EF\"", "flows.g.dscp", "flows.f has \"AF11\""),
        (
            "connection = \"f\", tcp = { mss = \"900 bytes\" }",
            "flows.g.tcp.mss",
            "flows.f has \"1000 bytes\"",
        ),
        ("connection = \"f\", tcp = { handshake = true }", "flows.g.tcp.handshake", "flows.f has false"),
        (
            "connection = \"f\", tcp = { variant = \"reno\" }",
            "flows.g.tcp",
            "without selective acknowledgments",
        ),
        (
            "connection = \"f\", tcp = { undo = { rule = \"eifel\" } }",
            "flows.g.tcp",
            "asks for timestamps, which are of the whole connection, and flows.f has none",
        ),
        ("connection = \"f\", start = \"20 s\"", "flows.g.start", "before the end of the run"),
    ];
    for (entry, path, rule) in cases {
        assert_only(&with(entry), path, rule);
    }
}

#[test]
fn a_connection_has_two_directions() {
    let third = with("connection = \"f\" }\nh = { connection = \"f\"");
    assert_only(&third, "flows.h.connection", "is shared by flows.g already");
    let further = with("connection = \"f\" }\nh = { connection = \"g\"");
    assert_only(&further, "flows.h.connection", "shares the connection of \"f\" itself");
}

#[test]
fn marks_on_acknowledgments_need_some_that_go_alone() {
    let text = replaced(SOUND, "mss = \"1000 bytes\"", "mss = \"1000 bytes\"\nack_congestion_control = true");
    assert_only(&text, "flows.g.connection", "marks on acknowledgments that go alone");
}

#[test]
fn all_that_differs_is_reported_at_once() {
    let found =
        issues(&with("connection = \"f\", dscp = \"EF\", tcp = { mss = \"900 bytes\", close = true }"));
    let paths: Vec<&str> = found.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(paths, ["flows.g.dscp", "flows.g.tcp.mss", "flows.g.tcp.close"]);
}

#[test]
fn a_mistake_of_the_other_flow_is_reported_there_alone() {
    let text = replaced(SOUND, "receive_window = \"20000 bytes\"", "receive_window = \"2 bytes\"");
    assert_only(&text, "flows.f.tcp.receive_window", "");
    let text = replaced(SOUND, "f = { vc = \"v\"", "f = { vc = \"w\"");
    assert_only(&text, "flows.f.vc", "unknown virtual connection");
}
