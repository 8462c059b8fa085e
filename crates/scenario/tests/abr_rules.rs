//! One mistake, one issue: ABR connections, routers, schedulers, cell sources.

use cellwise_scenario::parse_toml;

use crate::common::{assert_only, issues, only, replaced};

/// A sound network: hosts on LANs, an ABR connection between their routers, and bare cells.
const SOUND: &str = r#"
duration = "10 s"
switch.rate_rule = { rule = "efci" }
switch.scheduler = "priority"
[nodes]
h1 = { kind = "host" }
r1 = { kind = "router" }
sw = { kind = "switch" }
r2 = { kind = "router" }
h2 = { kind = "host" }
b = { kind = "host" }
c = { kind = "host" }
[links]
l1 = { ends = ["h1", "r1"], kind = "raw", mtu = "65535 bytes", queue = { discipline = "tail", limit = "unlimited" }, rate = "10 Mbit/s", delay = "0 s" }
t1 = { ends = ["r1", "sw"], rate = "10 Mbit/s", delay = "1 ms" }
t2 = { ends = ["sw", "r2"], rate = "10 Mbit/s", delay = "1 ms" }
l2 = { ends = ["r2", "h2"], kind = "raw", mtu = "65535 bytes", queue = { discipline = "tail", limit = "unlimited" }, rate = "10 Mbit/s", delay = "0 s" }
b = { ends = ["b", "sw"], rate = "10 Mbit/s", delay = "0 s" }
c = { ends = ["sw", "c"], rate = "10 Mbit/s", delay = "0 s" }
[vcs]
v = { path = ["r1", "sw", "r2"], category = "abr" }
w = { path = ["b", "sw", "c"], category = "cbr" }
[flows]
f = { vc = "v" }
g = { vc = "w", kind = "cells" }
"#;

const TEMPLATE: &str = "topology.template = \"two-node\"\natm.category = \"abr\"\n\
                        switch.rate_rule = { rule = \"efci\" }\n";

/// The sound network with one piece of text instead of another.
fn with(from: &str, to: &str) -> String {
    replaced(SOUND, from, to)
}

/// The sound network with these keys of its ABR connection.
fn abr(keys: &str) -> String {
    with("category = \"abr\"", &format!("category = \"abr\", abr = {{ {keys} }}"))
}

fn expect(cases: &[(String, &str, &str)]) {
    for (text, path, part) in cases {
        assert_only(text, path, part);
    }
}

#[test]
fn the_sound_networks_have_neither_issues_nor_warnings() {
    for text in [SOUND, TEMPLATE] {
        assert_eq!(issues(text), []);
        assert_eq!(parse_toml(text).unwrap().warnings(), []);
    }
}

#[test]
fn impossible_rates_of_abr_connections_are_refused_where_they_stand() {
    expect(&[
        (
            abr("mcr = \"2 Mbit/s\", pcr = \"1 Mbit/s\""),
            "vcs.v.abr.mcr",
            "\"2 Mbit/s\" is not allowed; give at most pcr",
        ),
        (abr("mcr = \"11 Mbit/s\""), "vcs.v.abr.mcr", "at most pcr (10 Mbit/s)"),
        (abr("icr = \"11 Mbit/s\""), "vcs.v.abr.icr", "from mcr (0 bit/s) to pcr (10 Mbit/s)"),
        (abr("mcr = \"2 Mbit/s\", icr = \"1 Mbit/s\""), "vcs.v.abr.icr", "from mcr (2 Mbit/s)"),
        (abr("rif = 0"), "vcs.v.abr.rif", "above 0"),
        (abr("nrm = 1"), "vcs.v.abr.nrm", "from 2 to 256"),
        (format!("{TEMPLATE}abr.mcr = \"150 Mbit/s\""), "abr.mcr", "at most pcr (149.76 Mbit/s)"),
        (format!("{TEMPLATE}abr = {{ pcr = \"1 Mbit/s\", mcr = \"2 Mbit/s\" }}"), "abr.mcr", "at most pcr"),
        (format!("{TEMPLATE}abr = {{ mcr = \"2 Mbit/s\", icr = \"1 Mbit/s\" }}"), "abr.icr", "at least mcr"),
        (format!("{TEMPLATE}abr.cdf = 2"), "abr.cdf", "from 0 to 1"),
    ]);
}

#[test]
fn minimum_rates_that_exceed_a_link_are_refused_with_the_names_of_the_connections() {
    let (path, message) = only(&format!("{TEMPLATE}topology.sources = 3\nabr.mcr = \"50 Mbit/s\""));
    assert_eq!(path, "links.trunk.rate");
    assert!(
        message.contains("\"149.76 Mbit/s\" is not allowed; give at least 150 Mbit/s")
            && message.contains("that sw1.trunk sends")
            && message.ends_with("vc1, vc2, vc3"),
        "{message}"
    );
    let exact = format!("{TEMPLATE}topology.sources = 3\nabr.mcr = \"49.92 Mbit/s\"");
    assert_eq!(issues(&exact), [], "the sum may take the whole link");
}

#[test]
fn the_way_back_promises_only_what_abr_sources_send() {
    let slow_back = "rate = \"10 Mbit/s\", delay = \"1 ms\", reverse_rate = \"1 Mbit/s\" }\nl2";
    let back = |keys: &str| abr(keys).replace("rate = \"10 Mbit/s\", delay = \"1 ms\" }\nl2", slow_back);
    assert_eq!(only(&back("mcr = \"2 Mbit/s\"")).0, "links.t2.reverse_rate");
    assert_eq!(issues(&back("mcr = \"2 Mbit/s\", reverse = \"unlimited\"")), []);
}

#[test]
fn keys_of_other_categories_and_nodes_are_refused() {
    expect(&[
        (
            with("category = \"cbr\"", "category = \"cbr\", abr = { nrm = 64 }"),
            "vcs.w.abr",
            "this is \"cbr\"",
        ),
        (with("category = \"cbr\"", "weight = 0"), "vcs.w.weight", "from 1 to 1000000"),
        (
            with("h1 = { kind = \"host\"", "h1 = { kind = \"host\", rate = \"line\""),
            "nodes.h1.rate",
            "key of routers",
        ),
        (
            with("h1 = { kind = \"host\"", "h1 = { kind = \"host\", vs_vd = true"),
            "nodes.h1.vs_vd",
            "key of switches",
        ),
        (
            with("sw = { kind = \"switch\"", "sw = { kind = \"switch\", vs_queue = \"0 cells\""),
            "nodes.sw.vs_queue",
            "at least 1 cell",
        ),
        (
            with("r1 = { kind = \"router\"", "r1 = { kind = \"router\", buffer = \"1 cells\""),
            "nodes.r1.buffer",
            "this is a router",
        ),
        (
            with("sw = { kind = \"switch\"", "sw = { kind = \"switch\", adapter = {}"),
            "nodes.sw.adapter",
            "hosts and routers",
        ),
        (
            with("r1 = { kind = \"router\"", "r1 = { kind = \"router\", rate = \"1 bit/s\""),
            "nodes.r1.rate",
            "at least 1 kbit/s, or \"line\"",
        ),
        (
            with("r1 = { kind = \"router\"", "r1 = { kind = \"router\", adapter = { buffer = \"0 cells\" }"),
            "nodes.r1.adapter.buffer",
            "at least 1 cell",
        ),
        (
            with(
                "r1 = { kind = \"router\"",
                "r1 = { kind = \"router\", adapter = { buffer = \"9 cells\", drop = { policy = \"epd\", threshold = \"10 cells\" } }",
            ),
            "nodes.r1.adapter.drop.threshold",
            "the size of the buffer",
        ),
        (format!("{TEMPLATE}adapter.buffer = \"0 cells\""), "adapter.buffer", "at least 1 cell"),
        (format!("{TEMPLATE}router.rate = \"1 bit/s\""), "router.rate", "at least 1 kbit/s"),
        (format!("{TEMPLATE}atm.weight = 0"), "atm.weight", "from 1 to 1000000"),
    ]);
}

#[test]
fn lans_and_routers_that_make_no_sense_are_refused() {
    expect(&[
        (with("[\"r1\", \"sw\"],", "[\"r1\", \"sw\"], kind = \"raw\","), "links.t1.kind", "these are a router and a switch"),
        (with("[\"b\", \"sw\"],", "[\"b\", \"sw\"], kind = \"raw\","), "links.b.kind", "these are a host and a switch"),
        (
            with("[vcs]", "t3 = { ends = [\"r2\", \"sw\"], rate = \"1 Mbit/s\", delay = \"0 s\" }\n[vcs]")
                .replace("\"sw\", \"r2\"]", "\"sw.t2\", \"r2\"]")
                .replace("ends = [\"sw.t2\"", "ends = [\"sw\""),
            "nodes.r2",
            "has 2 ATM links; a router has at most one",
        ),
        (
            with("[vcs]", "l3 = { ends = [\"h1\", \"r2\"], kind = \"raw\", mtu = \"65535 bytes\", queue = { discipline = \"tail\", limit = \"unlimited\" }, rate = \"1 Mbit/s\", delay = \"0 s\" }\n[vcs]")
                .replace("{ vc = \"v\" }", "{ vc = \"v\", to = \"h2\" }"),
            "nodes.h1",
            "has 2 links; a host has exactly one",
        ),
        (with("[\"r1\", \"sw\", \"r2\"]", "[\"h1\", \"r1\", \"sw\", \"r2\"]"), "vcs.v.path[1]", "only switches"),
        (with("[\"b\", \"sw\", \"c\"]", "[\"h1\", \"r1\"]"), "vcs.w.path[0]", "has only a packet link to r1"),
    ]);
}

#[test]
fn a_flow_must_say_which_hosts_if_there_is_a_choice() {
    let two = with("b = { kind", "h3 = { kind = \"host\" }\nr3 = { kind = \"router\" }\nb = { kind").replace(
        "[vcs]",
        "l3 = { ends = [\"h3\", \"r2\"], kind = \"raw\", mtu = \"65535 bytes\", queue = { discipline = \"tail\", limit = \"unlimited\" }, rate = \"1 Mbit/s\", delay = \"0 s\" }\n\
         l4 = { ends = [\"r3\", \"r2\"], kind = \"raw\", mtu = \"65535 bytes\", queue = { discipline = \"tail\", limit = \"unlimited\" }, rate = \"1 Mbit/s\", delay = \"0 s\" }\n[vcs]",
    );
    let flow = |keys: &str| two.replace("f = { vc = \"v\"", &format!("f = {{ vc = \"v\"{keys}"));
    expect(&[
        (flow(""), "flows.f.to", "is missing; give one of h2, h3, the hosts behind r2"),
        (flow(", from = \"h9\""), "flows.f.from", "unknown end of v; known: h1, h2, h3"),
        (flow(", from = \"r1\", to = \"h3\""), "flows.f.from", "unknown end of v"),
        (flow(", to = \"r3\""), "flows.f.to", "unknown end of v"),
        (flow(", from = \"h2\", to = \"h3\""), "flows.f.to", "at the same end"),
    ]);
    for sound in [", to = \"h3\"", ", from = \"h3\"", ", from = \"h2\", to = \"h1\""] {
        assert_eq!(issues(&flow(sound)), [], "{sound}");
    }
    let alone = with("h2 = { kind = \"host\" }\n", "").replace(
        "l2 = { ends = [\"r2\", \"h2\"], kind = \"raw\", mtu = \"65535 bytes\", queue = { discipline = \"tail\", limit = \"unlimited\" }, rate = \"10 Mbit/s\", delay = \"0 s\" }\n",
        "",
    );
    assert_eq!(
        only(&alone),
        ("flows.f.to".into(), "flows.f.to: is missing, and there is no host behind router r2".into())
    );
}

#[test]
fn bare_cells_go_only_where_they_break_nothing() {
    expect(&[
        (with("kind = \"cells\"", "kind = \"cells\", size = \"1 MB\""), "flows.g.size", "give stop"),
        (with("kind = \"cells\"", "kind = \"cells\", tcp = {}"), "flows.g.tcp", "this is \"cells\""),
        (
            with(
                "kind = \"cells\"",
                "kind = \"cells\", cells = { source = { pattern = \"constant\", rate = \"0 bit/s\" } }",
            ),
            "flows.g.cells.source.rate",
            "more than 0 bit/s",
        ),
        (
            with("kind = \"cells\"", "kind = \"cells\", cells = { source = { pattern = \"greedy\" } }"),
            "flows.g.vc",
            "nothing holds back a greedy source",
        ),
        (
            with("g = { vc = \"w\"", "g = { vc = \"v\"")
                .replace(
                    "v = { path = [\"r1\", \"sw\", \"r2\"], category = \"abr\"",
                    "v = { path = [\"r1\", \"sw\", \"r2\"]",
                )
                .replace("f = { vc = \"v\" }\n", ""),
            "flows.g.vc",
            "ends at a router",
        ),
        (with("f = { vc = \"v\" }", "f = { vc = \"w\" }"), "flows.f.vc", "also carries bare cells"),
        (
            format!("{TEMPLATE}cells.source = {{ pattern = \"constant\", rate = \"0 bit/s\" }}"),
            "cells.source.rate",
            "more than 0 bit/s",
        ),
        (format!("{TEMPLATE}udp.socket_buffer = \"100 bytes\""), "udp.socket_buffer", "at least the payload"),
    ]);
}

#[test]
fn switches_that_cannot_work_are_refused() {
    let switch = |keys: &str| with("sw = { kind = \"switch\"", &format!("sw = {{ kind = \"switch\", {keys}"));
    let default = |keys: &str| format!("{TEMPLATE}switch.{keys}");
    expect(&[
        (
            default("architecture = { kind = \"two-stage\", fabric_rate = \"1 bit/s\" }"),
            "switch.architecture.fabric_rate",
            "at least 1 kbit/s",
        ),
        (
            default("architecture = { kind = \"two-stage\", fabric_buffer = \"0 cells\" }"),
            "switch.architecture.fabric_buffer",
            "at least 1 cell",
        ),
        (
            default(
                "architecture = { kind = \"two-stage\", fabric_drop = { policy = \"epd\", threshold = \"5000 cells\" } }",
            ),
            "switch.architecture.fabric_drop.threshold",
            "4096 cells",
        ),
        (
            default("architecture = { kind = \"shared-memory\", memory = \"0 cells\" }"),
            "switch.architecture.memory",
            "at least 1 cell",
        ),
        (
            default("architecture = { kind = \"shared-memory\", alpha = 0 }"),
            "switch.architecture.alpha",
            "above 0",
        ),
        (
            default("architecture = { kind = \"crossbar\", crosspoint_buffer = \"0 cells\" }"),
            "switch.architecture.crosspoint_buffer",
            "at least 1 cell",
        ),
        (
            default("architecture = { kind = \"crossbar\", memory = \"1 cell\" }"),
            "switch.architecture.memory",
            "not a known key",
        ),
        (
            default("architecture = { kind = \"crosbar\" }"),
            "switch.architecture.kind",
            "did you mean \"crossbar\"?",
        ),
        (default("reserved = { vbr = \"1 cell\" }"), "switch.reserved.vbr", "rt-vbr, nrt-vbr"),
        (default("scheduler = \"wrr\""), "switch.scheduler", "weighted-round-robin"),
        (
            switch(
                "architecture = { kind = \"shared-memory\", sharing = \"partitioned\", memory = \"3 cells\" }",
            ),
            "nodes.sw.architecture.memory",
            "at least 4 cells, one for each port of sw",
        ),
        (
            switch("vs_vd = true").replace("switch.rate_rule = { rule = \"efci\" }\n", ""),
            "nodes.sw.vs_vd",
            "needs a rate_rule at port sw.t2",
        ),
        (
            with("switch.rate_rule = { rule = \"efci\" }\n", "switch.vs_vd = true\n"),
            "switch.vs_vd",
            "needs a rate_rule",
        ),
        (
            switch("rate_rule = { rule = \"efci\", low = \"9 cells\", high = \"8 cells\" }"),
            "nodes.sw.rate_rule.low",
            "8 cells",
        ),
        (
            default("rate_rule = { rule = \"efci\", low = \"9 cells\", high = \"8 cells\" }")
                .replace("switch.rate_rule = { rule = \"efci\" }\n", ""),
            "switch.rate_rule.low",
            "8 cells",
        ),
        (
            default("rate_rule.rule = \"erika\"").replace("switch.rate_rule = { rule = \"efci\" }\n", ""),
            "switch.rate_rule.rule",
            "did you mean \"erica\"?",
        ),
    ]);
}

#[test]
fn probes_of_rates_that_nothing_has_are_refused() {
    for (probe, path, part) in [
        ("acr = { vc = \"w\" }", "probes.acr.vc", "not of category \"abr\""),
        ("adapter = { vc = \"w\" }", "probes.adapter.vc", "has no adapter of its own"),
        ("acr = { vc = \"x\" }", "probes.acr.vc", "unknown virtual connection"),
        ("acr = { vc = \"v\", every = \"0 s\" }", "probes.acr.every", "above 0"),
        ("ccr = { vc = \"w\" }", "probes.ccr.vc", "not of category \"abr\""),
        ("er = { port = \"sw.c\", vc = \"v\" }", "probes.er.vc", "no ABR source whose cells pass"),
        ("er = { port = \"sw.t2\", vc = \"w\" }", "probes.er.vc", "no ABR source whose cells pass"),
        ("queue = { port = \"r1.l1\" }", "probes.queue.port", "sends packets, and cells"),
        ("queue = { port = \"h1.nic\" }", "probes.queue.port", "sends packets, and cells"),
    ] {
        assert_only(&format!("probes.{probe}\n{SOUND}"), path, part);
    }
}

#[test]
fn a_bad_value_that_others_read_causes_no_further_issues() {
    for (text, path) in [
        (
            with(
                "switch.rate_rule = { rule = \"efci\" }",
                "switch.rate_rule = { rule = 5 }\nswitch.vs_vd = true",
            ),
            "switch.rate_rule.rule",
        ),
        (format!("{TEMPLATE}abr = {{ pcr = 5, icr = \"150 Mbit/s\" }}"), "abr.pcr"),
        (format!("{TEMPLATE}vcs.vc1.abr.nrm = 64\n").replace("\"abr\"", "\"arb\""), "atm.category"),
        (format!("{TEMPLATE}flow.kind = 5\nflows.udp1.udp = {{}}\n"), "flow.kind"),
    ] {
        assert_eq!(only(&text).0, path);
    }
}
