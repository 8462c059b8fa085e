//! One mistake, one issue: every rule that takes more than one key.

use cellwise_scenario::{NSource, Scenario, Topology, check, parse_json};

use crate::common::{assert_only, issues, only, replaced};

/// A sound network: two hosts, a switch, a connection and a flow.
const SOUND: &str = r#"
duration = "10 s"
[nodes]
h1 = { kind = "host" }
sw = { kind = "switch" }
h2 = { kind = "host" }
[links]
a = { ends = ["h1", "sw"], rate = "10 Mbit/s", delay = "1 ms" }
b = { ends = ["sw", "h2"], rate = "10 Mbit/s", delay = "1 ms" }
[vcs]
v = { path = ["h1", "sw", "h2"] }
[flows]
f = { vc = "v" }
"#;

const TEMPLATE: &str = "topology = { template = \"n-source\" }\n";

/// The sound network with one piece of text instead of another.
fn with(from: &str, to: &str) -> String {
    replaced(SOUND, from, to)
}

#[test]
fn the_sound_network_has_no_issues() {
    assert_eq!(issues(SOUND), []);
    assert_eq!(issues(TEMPLATE), []);
}

#[test]
fn each_broken_rule_of_the_graph_is_reported_once_at_its_key() {
    let cases = [
        (with("h1 = { kind = \"host\" }", "h1 = {}"), "nodes.h1.kind", "missing"),
        (
            with("h1 = { kind = \"host\" }", "h1 = { kind = \"host\", buffer = \"1 cells\" }"),
            "nodes.h1.buffer",
            "key of switches",
        ),
        (
            with("kind = \"switch\"", "kind = \"switch\", send_processing = \"1 us\""),
            "nodes.sw.send_processing",
            "key of hosts",
        ),
        (
            with("kind = \"switch\"", "kind = \"switch\", ports.c = { buffer = \"1 cells\" }"),
            "nodes.sw.ports.c",
            "unknown link of sw",
        ),
        (
            with("kind = \"switch\"", "kind = \"switch\", ports.a = { buffer = \"0 cells\" }"),
            "nodes.sw.ports.a.buffer",
            "at least 1 cell",
        ),
        (
            with(
                "kind = \"switch\"",
                "kind = \"switch\", buffer = \"9 cells\", drop = { policy = \"epd\", threshold = \"10 cells\" }",
            ),
            "nodes.sw.drop.threshold",
            "the size of the buffer",
        ),
        (
            with("h2 = { kind = \"host\" }", "h2 = { kind = \"host\" }\nh3 = { kind = \"host\" }"),
            "nodes.h3",
            "has 0 links",
        ),
        (
            with("h2 = { kind = \"host\" }", "h2 = { kind = \"host\" }\n\"h 3\" = { kind = \"switch\" }"),
            "nodes.h 3",
            "not a name",
        ),
        (
            with("a = { ends = [\"h1\", \"sw\"]", "a = { ends = [\"h9\", \"sw\"]"),
            "links.a.ends[0]",
            "unknown node",
        ),
        (
            with("a = { ends = [\"h1\", \"sw\"]", "a = { ends = [\"sw\", \"sw\"]"),
            "links.a.ends",
            "two different nodes",
        ),
        (with("rate = \"10 Mbit/s\", ", ""), "links.a.rate", "missing"),
        (with("rate = \"10 Mbit/s\"", "rate = \"0 bit/s\""), "links.a.rate", "at least 1 kbit/s"),
        (with("delay = \"1 ms\"", "delay = \"2000 s\""), "links.a.delay", "at most 1000 s"),
        (
            with("delay = \"1 ms\" }", "delay = \"1 ms\", reverse_rate = \"1 bit/s\" }"),
            "links.a.reverse_rate",
            "at least 1 kbit/s",
        ),
        (with("\nv = { path", "\nw = {}\nv = { path"), "vcs.w.path", "missing"),
        (with("path = [\"h1\", \"sw\", \"h2\"]", "path = [\"h1\"]"), "vcs.v.path", "at least two"),
        (
            with("path = [\"h1\", \"sw\", \"h2\"]", "path = [\"h1\", \"sv\", \"h2\"]"),
            "vcs.v.path[1]",
            "unknown node; known: h1, sw, h2",
        ),
        (
            with("path = [\"h1\", \"sw\", \"h2\"]", "path = [\"h1\", \"h2\"]"),
            "vcs.v.path[0]",
            "has no link to h2",
        ),
        (
            with("path = [\"h1\", \"sw\", \"h2\"]", "path = [\"h1\", \"sw\"]"),
            "vcs.v.path[1]",
            "begins and ends at a host",
        ),
        (
            with("path = [\"h1\", \"sw\", \"h2\"]", "path = [\"h1\", \"sw\", \"h1\"]"),
            "vcs.v.path[2]",
            "only once",
        ),
        (
            with("path = [\"h1\", \"sw\", \"h2\"]", "path = [\"h1\", \"sw.a\", \"h2\"]"),
            "vcs.v.path[1]",
            "give one of sw.b",
        ),
        (
            with("path = [\"h1\", \"sw\", \"h2\"]", "path = [\"h1\", \"sw\", \"h2.b\"]"),
            "vcs.v.path[2]",
            "no link to leave by",
        ),
        (
            with("[vcs]", "c = { ends = [\"h2\", \"sx\"], rate = \"1 Mbit/s\", delay = \"0 s\" }\n[vcs]")
                .replace("[links]", "sx = { kind = \"switch\" }\n[links]"),
            "nodes.h2",
            "has 2 links; a host has exactly one",
        ),
        (
            with("\"h2\"] }\n[flows]", "\"h2\"], max_sdu = \"70 kB\" }\n[flows]"),
            "vcs.v.max_sdu",
            "65535 bytes",
        ),
        (
            with("\"h2\"] }\n[flows]", "\"h2\"], reassembly_timeout = \"0 s\" }\n[flows]"),
            "vcs.v.reassembly_timeout",
            "more than 0 s",
        ),
        (with("f = { vc = \"v\" }", "f = {}"), "flows.f.vc", "missing"),
        (with("f = { vc = \"v\" }", "f = { vc = \"w\" }"), "flows.f.vc", "unknown virtual connection"),
        (with("f = { vc = \"v\" }", "f = { vc = \"v\", from = \"sw\" }"), "flows.f.from", "unknown end of v"),
        (
            with("f = { vc = \"v\" }", "f = { vc = \"v\", size = \"0 bytes\" }"),
            "flows.f.size",
            "at least 1 byte, or \"unlimited\"",
        ),
        (
            with("f = { vc = \"v\" }", "f = { vc = \"v\", start = \"10 s\" }"),
            "flows.f.start",
            "before the end",
        ),
        (
            with("f = { vc = \"v\" }", "f = { vc = \"v\", start = \"2 s\", stop = \"1 s\" }"),
            "flows.f.stop",
            "after the start",
        ),
        (with("f = { vc = \"v\" }", "f = { vc = \"v\", udp = {} }"), "flows.f.udp", "this is \"tcp\""),
        (
            with("f = { vc = \"v\" }", "f = { vc = \"v\", tcp = { mss = \"0 bytes\" } }"),
            "flows.f.tcp.mss",
            "1 byte",
        ),
        (
            with("f = { vc = \"v\" }", "f = { vc = \"v\", kind = \"udp\", udp = { rate = \"0 bit/s\" } }"),
            "flows.f.udp.rate",
            "more than 0 bit/s, or \"line\"",
        ),
    ];
    for (text, path, part) in cases {
        assert_only(&text, path, part);
    }
}

#[test]
fn parallel_links_must_be_distinguished() {
    let text = SOUND
        .replace("sw = { kind", "sx = { kind = \"switch\" }\nsw = { kind")
        .replace("b = { ends = [\"sw\", \"h2\"]", "b = { ends = [\"sx\", \"h2\"]")
        .replace("[vcs]", "x = { ends = [\"sw\", \"sx\"], rate = \"1 Mbit/s\", delay = \"0 s\" }\ny = { ends = [\"sx\", \"sw\"], rate = \"1 Mbit/s\", delay = \"0 s\" }\n[vcs]")
        .replace("\"sw\", \"h2\"] }\n[flows]", "\"sw\", \"sx\", \"h2\"] }\n[flows]");
    let (path, message) = only(&text);
    assert_eq!(path, "vcs.v.path[1]");
    assert!(message.contains("shares 2 links with sx; give one of sw.x, sw.y"), "{message}");
}

#[test]
fn each_broken_rule_of_the_sections_is_reported_once_at_its_key() {
    for (text, path) in [
        ("duration = \"0 s\"", "duration"),
        ("warmup = \"10 s\"", "warmup"),
        ("switch.buffer = \"0 cells\"", "switch.buffer"),
        (
            "switch = { buffer = \"2000 cells\", drop = { policy = \"epd\", threshold = \"2001 cells\" } }",
            "switch.drop.threshold",
        ),
        ("switch.drop = { policy = \"fba\", z = 0 }", "switch.drop.z"),
        ("atm.max_sdu = \"0 bytes\"", "atm.max_sdu"),
        ("atm.reassembly_timeout = \"0 s\"", "atm.reassembly_timeout"),
        ("host.send_processing = { min = \"2 us\", max = \"1 us\" }", "host.send_processing.min"),
        ("host.receive_processing = \"11 s\"", "host.receive_processing"),
        ("flow.start = \"10 s\"", "flow.start"),
        ("flow = { start = \"2 s\", stop = \"2 s\" }", "flow.stop"),
        ("flow.size = \"0 bytes\"", "flow.size"),
        ("tcp.timer_tick = \"0 s\"", "tcp.timer_tick"),
        ("tcp = { mss = \"1460 bytes\", receive_window = \"1000 bytes\" }", "tcp.receive_window"),
        ("udp.payload = \"0 bytes\"", "udp.payload"),
        ("udp.rate = \"0 bit/s\"", "udp.rate"),
        ("limits.memory = \"1 byte\"", "limits.memory"),
        ("links.trunk.rate = \"0 bit/s\"", "links.trunk.rate"),
        ("links.trunkk.delay = \"1 s\"\nlinks.trunkk.rate = \"1 Mbit/s\"", "links.trunkk.ends"),
        ("nodes.sw1.buffer = \"0 cells\"", "nodes.sw1.buffer"),
        ("flows.tcp6.start = \"1 s\"", "flows.tcp6.vc"),
    ] {
        assert_eq!(only(&format!("{TEMPLATE}{text}")).0, path, "{text}");
    }
    let slip = only(&format!("{TEMPLATE}links.trunkk = {{ delay = \"1 s\", rate = \"1 Mbit/s\" }}")).1;
    assert!(slip.contains("did you mean \"trunk\"?"), "{slip}");
}

#[test]
fn a_mistake_in_a_template_is_reported_at_the_template_only() {
    for (parameter, path) in [
        ("link_rate = \"0 bit/s\"", "topology.link_rate"),
        ("link_delay = \"1001 s\"", "topology.link_delay"),
        ("trunk_rate = \"999 bit/s\"", "topology.trunk_rate"),
        ("start_stagger = \"3 s\"", "topology.start_stagger"),
    ] {
        let text = format!("topology = {{ template = \"n-source\", {parameter} }}");
        assert_eq!(only(&text).0, path);
    }
}

#[test]
fn a_packet_that_no_receiver_would_take_is_refused() {
    let (path, message) = only(&format!("{TEMPLATE}tcp.mss = \"1460 bytes\"\natm.max_sdu = \"1507 bytes\""));
    assert_eq!(path, "tcp.mss");
    assert!(message.contains("at most 1459 bytes: with 48 bytes of headers"), "{message}");
    assert_eq!(issues(&format!("{TEMPLATE}tcp.mss = \"1460 bytes\"\natm.max_sdu = \"1508 bytes\"")), []);
    assert_eq!(
        only(&format!("{TEMPLATE}flow.kind = \"udp\"\natm.max_sdu = \"1507 bytes\"")).0,
        "udp.payload"
    );
    let text = format!("{TEMPLATE}flows.tcp2.tcp.mss = \"9140 bytes\"\nvcs.vc2.max_sdu = \"9180 bytes\"");
    assert_eq!(only(&text).0, "flows.tcp2.tcp.mss");
}

#[test]
fn probes_of_what_is_not_there_are_refused_with_a_suggestion() {
    for (probe, path, part) in [
        ("queue = { port = \"sw1.trunc\" }", "probes.queue.port", "did you mean \"sw1.trunk\"?"),
        ("queue = [{ port = \"sw1.trunk\" }, { port = \"sw3\" }]", "probes.queue[1].port", "unknown port"),
        ("queue = { port = \"s1.s1\" }", "probes.queue.port", "did you mean \"s1.nic\"?"),
        ("losses = { port = \"s1.s1\" }", "probes.losses.port", "did you mean \"s1.nic\"?"),
        ("queue = [{ port = \"sw1.trunk\" }, { port = \"*\" }]", "probes.queue", "2 times"),
        ("queue = { port = \"sw1.trunk\", every = \"0 s\" }", "probes.queue.every", "above 0"),
        (
            "occupancy = { port = \"sw1.trunk\", vc = \"vc6\" }",
            "probes.occupancy.vc",
            "unknown virtual connection",
        ),
        ("occupancy = { port = \"sw2.d1\", vc = \"vc2\" }", "probes.occupancy.vc", "does not pass"),
        ("cwnd = { flow = \"tcp6\" }", "probes.cwnd.flow", "unknown flow"),
        ("ssthresh = { flow = \"udp1\" }", "probes.ssthresh.flow", "not a TCP flow"),
        ("sequence = { flow = \"tcp1\", every = \"1 ps\" }", "probes", "more than limits.memory"),
        ("delays = { flow = \"tcp6\" }", "probes.delays.flow", "unknown flow"),
        ("cells = { port = \"sw1.trunc\" }", "probes.cells.port", "did you mean \"sw1.trunk\"?"),
        ("cells = { port = \"sw1.trunk\", limit = 0 }", "probes.cells.limit", "a whole number from 1"),
        (
            "cells = { port = \"sw1.trunk\", from = \"1000 s\" }",
            "probes.cells.from",
            "before the end of the run",
        ),
        (
            "cells = { port = \"sw1.trunk\", from = \"2 s\", until = \"2 s\" }",
            "probes.cells.until",
            "after probes.cells.from",
        ),
        ("cells = [{ port = \"sw1.trunk\" }, { port = \"*\" }]", "probes.cells", "more than once"),
    ] {
        let text = format!("{TEMPLATE}flows.udp1 = {{ vc = \"vc1\", kind = \"udp\" }}\nprobes.{probe}",);
        assert_only(&text, path, part);
    }
}

#[test]
fn absurd_sizes_are_refused_before_memory_is_taken() {
    assert_eq!(only("topology = { template = \"n-source\", sources = 1_000_000_000 }").0, "topology.sources");
    assert_eq!(only(&format!("duration = \"1{} s\"\n{TEMPLATE}", "0".repeat(30))).0, "duration");
    // The same through the types, past the walker.
    let topology = Topology::NSource(NSource { sources: u32::MAX, ..NSource::default() });
    let issues = check(&Scenario { topology: Some(topology), ..Scenario::default() });
    assert_eq!(issues.iter().map(|issue| issue.path.as_str()).collect::<Vec<_>>(), ["topology.sources"]);
    let every = format!("{TEMPLATE}duration = \"2e7 s\"");
    assert_eq!(only(&every).0, "duration");
}

#[test]
fn a_scenario_without_a_network_says_what_is_missing() {
    let (path, message) = only("title = \"nothing\"");
    assert_eq!((path.as_str(), message.contains("[topology]")), ("scenario", true));
    assert_eq!(parse_json("{}").unwrap().check().len(), 1);
    assert_eq!(parse_json("[]").unwrap().check().len(), 1);
}

#[test]
fn a_setting_out_of_its_range_is_refused_where_it_stands_whatever_else_is_wrong() {
    for (keys, path, part) in [
        ("switch.rate_rule = { rule = \"eprca\", averaging = 0.0 }", "switch.rate_rule.averaging", "above 0"),
        (
            "switch.rate_rule = { rule = \"fmmra\", interval = \"0 s\" }",
            "switch.rate_rule.interval",
            "more than 0 s",
        ),
        (
            "switch.rate_rule = { rule = \"operating-region\", low = \"0 cells\" }",
            "switch.rate_rule.low",
            "at least 1 cell",
        ),
        ("switch.drop = { policy = \"fba\", z = 0.0 }", "switch.drop.z", "from 1e-9 to 1000"),
        (
            "switch.drop = { policy = \"red\", idle_step = \"0 cells\" }",
            "switch.drop.idle_step",
            "at least 1 cell",
        ),
        ("cells.source = { pattern = \"mpeg\", p_mean_bits = 383 }", "cells.source.p_mean_bits", "from 384"),
        ("cells.source = { pattern = \"pareto-on-off\", on_shape = 1 }", "cells.source.on_shape", "1.01"),
        ("tcp.timer_tick = \"2 h\"", "tcp.timer_tick", "more than 0 s and at most"),
        ("tcp.duplicate_ack_threshold = 0", "tcp.duplicate_ack_threshold", "from 1"),
    ] {
        assert_only(&format!("{TEMPLATE}{keys}"), path, part);
    }
    let noise = "{ model = \"bursts\", mean_burst = \"10 ns\" }";
    let text = with("delay = \"1 ms\" }\nb", &format!("delay = \"1 ms\", errors = {noise} }}\nb"));
    assert_only(&text, "links.a.errors.mean_burst", "at least 1 us and at most 1000 s");
}

#[test]
fn a_scenario_made_by_a_program_is_held_to_the_ranges_as_well() {
    let mut scenario = parse_json(r#"{"topology": {"template": "n-source"}}"#).unwrap().scenario().unwrap();
    scenario.tcp.congestion.cubic.beta = 1.5;
    let found: Vec<_> = check(&scenario).into_iter().map(|issue| issue.path).collect();
    assert_eq!(found, ["tcp.cubic.beta"]);
}
