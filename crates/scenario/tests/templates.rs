//! What the wide-area templates expand to.

use cellwise_scenario::{
    FlowKind, Network, NodeKind, Scenario, expand, parse_json, parse_toml, resolve, to_json, to_toml,
};
use cellwise_units::Time;
use proptest::prelude::*;

use crate::common::assert_only;

fn scenario(topology: &str) -> Scenario {
    let text = format!("topology = {{ {topology} }}");
    parse_toml(&text).unwrap().scenario().unwrap_or_else(|issues| panic!("{issues:#?}"))
}

fn network(topology: &str) -> Network {
    resolve(&scenario(topology)).unwrap()
}

/// The paths of the virtual connections, by name.
fn paths(scenario: &Scenario) -> Vec<String> {
    let expanded = expand(scenario);
    let written = |(name, vc): (&String, &cellwise_scenario::VcEntry)| {
        format!("{name}: {}", vc.path.iter().flatten().cloned().collect::<Vec<_>>().join(" "))
    };
    expanded.vcs.iter().map(written).collect()
}

fn delay(network: &Network, link: &str) -> String {
    let link = network.links.iter().find(|other| other.name == link).unwrap();
    link.directions[0].delay.to_string()
}

#[test]
fn two_nodes_are_hosts_at_50_us_around_a_trunk_of_5_ms() {
    let scenario = scenario("template = \"two-node\"");
    let network = resolve(&scenario).unwrap();
    let expected: Vec<String> = (1..=5).map(|i| format!("vc{i}: s{i} sw1 sw2 d{i}")).collect();
    assert_eq!(paths(&scenario), expected);
    assert_eq!(["s3", "trunk", "d3"].map(|link| delay(&network, link)), ["50 us", "5 ms", "50 us"]);
    assert!(network.links.iter().all(|link| link.directions[1].rate.get() == 149_760_000));
    assert_eq!(network.flows[4].name, "tcp5");
}

#[test]
fn routers_stand_between_hosts_and_switches() {
    let with = "template = \"two-node\", routers = true, sources_per_router = [5, 1, 1, 1, 1], \
                lan_rate = \"100 Mbit/s\", lan_delay = \"10 us\"";
    let network = network(with);
    let expected: Vec<String> = (1..=5).map(|i| format!("vc{i}: r{i} sw1 sw2 q{i}")).collect();
    assert_eq!(paths(&scenario(with)), expected);
    let vcs: Vec<usize> = network.flows.iter().map(|flow| flow.vc().unwrap().0.get()).collect();
    assert_eq!(vcs, [0, 0, 0, 0, 0, 1, 2, 3, 4]);
    let ends: Vec<[&str; 2]> = (network.flows.iter())
        .map(|flow| flow.hosts.map(|host| network.nodes[host.get()].name.as_str()))
        .collect();
    assert_eq!((ends[4], ends[5], ends[8]), (["s5", "d5"], ["s6", "d6"], ["s9", "d9"]));
    assert_eq!((delay(&network, "r1"), delay(&network, "s5")), ("50 us".into(), "10 us".into()));
    for link in &network.links {
        let is_host = link.name.starts_with(['s', 'd']);
        assert_eq!(link.kind.is_of_packets(), is_host, "{}", link.name);
        assert_eq!(link.directions[0].rate.get(), if is_host { 100_000_000 } else { 149_760_000 });
    }
}

#[test]
fn the_parking_lot_numbers_long_connections_first() {
    let scenario = scenario("template = \"parking-lot\"");
    let expected = [
        "vc1: s1 sw1 sw2 sw3 sw4 d1",
        "vc2: s2 sw1 sw2 sw3 sw4 d2",
        "vc3: s3 sw1 sw2 d3",
        "vc4: s4 sw1 sw2 d4",
        "vc5: s5 sw2 sw3 d5",
        "vc6: s6 sw2 sw3 d6",
        "vc7: s7 sw3 sw4 d7",
        "vc8: s8 sw3 sw4 d8",
    ];
    assert_eq!(paths(&scenario), expected);
    let network = resolve(&scenario).unwrap();
    assert_eq!(["trunk1", "trunk3"].map(|link| delay(&network, link)), ["10 ms", "10 ms"]);
    for trunk in network.links.iter().enumerate().filter(|(_, link)| link.name.starts_with("trunk")) {
        let passes = |vc: &&cellwise_scenario::Vc| vc.hops.iter().any(|hop| hop.link.get() == trunk.0);
        assert_eq!(network.vcs.iter().filter(passes).count(), 4, "{}", trunk.1.name);
    }
}

#[test]
fn the_downstream_bottleneck_has_its_background_behind_the_shared_trunk() {
    let scenario = scenario("template = \"downstream-bottleneck\", bottlenecked = 2, others = 1");
    let expected = [
        "vc1: s1 sw1 sw2 sw3 d1",
        "vc2: s2 sw1 sw2 sw3 d2",
        "vc3: s3 sw1 sw2 sw4 d3",
        "background: b1 sw2 sw3 c1",
    ];
    assert_eq!(paths(&scenario), expected);
    let without = "template = \"downstream-bottleneck\", background = { sources = 0 }";
    assert_eq!(network(without).flows.len(), 10);
}

#[test]
fn background_traffic_is_bare_cells_of_a_higher_category() {
    let background = "background = { sources = 3, start = \"300 ms\", link = \"trunk2\", category = \"rt-vbr\", \
                      source = { pattern = \"on-off\", rate = \"100 Mbit/s\" } }";
    let network = network(&format!("template = \"parking-lot\", {background}"));
    let vc = network.vcs.last().unwrap();
    assert_eq!((vc.name.as_str(), vc.category.name(), vc.hops.len()), ("background", "rt-vbr", 3));
    let flows: Vec<_> = network.flows.iter().filter(|flow| flow.name.starts_with("cells")).collect();
    assert_eq!(flows.len(), 3);
    for flow in flows {
        let FlowKind::Cells { source } = &flow.kind else { panic!("{flow:?}") };
        assert_eq!(
            (source.name(), flow.start, &network.vcs[flow.vc().unwrap().0.get()]),
            ("on-off", Time::from_ps(300_000_000_000), vc)
        );
    }
    let link = |hop: usize| network.links[vc.hops[hop].link.get()].name.as_str();
    assert_eq!([link(0), link(1), link(2)], ["b1", "trunk2", "c1"]);
}

#[test]
fn background_flows_are_numbered_behind_other_flows_of_cells() {
    let text = "topology = { template = \"two-node\", sources = 2, background = {} }\nflow.kind = \"cells\"";
    let network = resolve(&parse_toml(text).unwrap().scenario().unwrap()).unwrap();
    let names: Vec<&str> = network.flows.iter().map(|flow| flow.name.as_str()).collect();
    assert_eq!(names, ["cells1", "cells2", "cells3"]);
}

#[test]
fn a_mistake_in_a_template_is_reported_once_at_its_parameter() {
    for (topology, path, part) in [
        ("\"two-node\", sources = 0", "topology.sources", "from 1"),
        ("\"two-node\", link_rate = \"1 bit/s\"", "topology.link_rate", "1 kbit/s"),
        ("\"two-node\", lan_rate = \"1 bit/s\"", "topology.lan_rate", "1 kbit/s"),
        ("\"two-node\", access_delay = \"1001 s\"", "topology.access_delay", "at most 1000 s"),
        ("\"two-node\", trunk_delay = \"1001 s\"", "topology.trunk_delay", "at most 1000 s"),
        ("\"two-node\", lan_delay = \"1001 s\"", "topology.lan_delay", "at most 1000 s"),
        ("\"two-node\", start_stagger = \"3 s\"", "topology.start_stagger", "after the end"),
        ("\"two-node\", sources_per_router = [1]", "topology.sources_per_router", "routers = true"),
        (
            "\"two-node\", routers = true, sources_per_router = []",
            "topology.sources_per_router",
            "one or more",
        ),
        (
            "\"two-node\", routers = true, sources_per_router = [1, 0]",
            "topology.sources_per_router",
            "at least 1",
        ),
        (
            "\"two-node\", routers = true, sources_per_router = [4000000000, 4000000000]",
            "topology.sources_per_router",
            "adds up to 8000000000",
        ),
        (
            "\"two-node\", routers = true, sources = 5, sources_per_router = [1, 2]",
            "topology.sources_per_router",
            "adds up to 3, and sources is 5",
        ),
        ("\"parking-lot\", links = 0", "topology.links", "from 1"),
        ("\"parking-lot\", links = 1001", "topology.links", "1000"),
        ("\"parking-lot\", long = 0, local = 0", "topology.local", "makes 0 sources"),
        ("\"parking-lot\", links = 1000, local = 1000", "topology.local", "makes 1000002 sources"),
        ("\"parking-lot\", links = 1000, long = 100000", "topology.local", "1 to 100000"),
        (
            "\"downstream-bottleneck\", bottlenecked = 0, others = 0",
            "topology.bottlenecked",
            "makes 0 sources",
        ),
        (
            "\"parking-lot\", background = { link = \"trunk4\" }",
            "topology.background.link",
            "did you mean \"trunk3\"?",
        ),
        (
            "\"two-node\", background = { category = \"abr\" }",
            "topology.background.category",
            "another category",
        ),
        ("\"two-node\", background = { start = \"10 s\" }", "topology.background.start", "before the end"),
        ("\"two-node\", background = { sources = 10001 }", "topology.background.sources", "10000"),
        (
            "\"two-node\", background = { source = { pattern = \"constant\", rate = \"0 bit/s\" } }",
            "topology.background.source.rate",
            "more than 0 bit/s",
        ),
    ] {
        assert_only(&format!("topology = {{ template = {topology} }}"), path, part);
    }
}

/// Any sound choice of the parameters of a wide-area template.
fn topology() -> impl Strategy<Value = String> {
    let own = prop_oneof![
        (1u32..6).prop_map(|sources| format!("template = \"two-node\", routers = true, sources = {sources}")),
        prop::collection::vec(1u32..4, 1..4)
            .prop_map(|counts| format!("template = \"two-node\", routers = true, sources_per_router = {counts:?}")),
        (1u32..5, 1u32..3, 0u32..3, any::<bool>()).prop_map(|(links, long, local, routers)| format!(
            "template = \"parking-lot\", links = {links}, long = {long}, local = {local}, routers = {routers}"
        )),
        (1u32..4, 0u32..4, any::<bool>()).prop_map(|(bottlenecked, others, routers)| format!(
            "template = \"downstream-bottleneck\", bottlenecked = {bottlenecked}, others = {others}, routers = {routers}"
        )),
    ];
    (own, 0u64..50, prop::option::of(0u32..4)).prop_map(|(own, stagger_ms, background)| {
        let background = background.map_or_else(String::new, |sources| {
            let source = "{ pattern = \"on-off\", rate = \"40 Mbit/s\", periods = \"exponential\" }";
            format!(", background = {{ sources = {sources}, source = {source} }}")
        });
        format!("{own}, start_stagger = \"{stagger_ms} ms\"{background}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn an_expanded_template_is_the_same_network_in_both_notations(topology in topology(), abr in any::<bool>()) {
        let category = if abr { "abr" } else { "ubr" };
        let text = format!(
            "topology = {{ {topology} }}\natm.category = \"{category}\"\nswitch.scheduler = \"priority\"\n\
             switch.rate_rule.rule = \"efci\"\n"
        );
        let document = parse_toml(&text).unwrap();
        let scenario = document.scenario().map_err(|issues| TestCaseError::fail(format!("{issues:?}")))?;
        let expanded = expand(&scenario);
        prop_assert_eq!(&expand(&expanded), &expanded);
        let network = resolve(&scenario).unwrap();
        prop_assert_eq!(&resolve(&expanded).unwrap(), &network);
        let warnings = document.warnings();
        // Some templates have no switch.
        prop_assert!(warnings.iter().all(|one| one.rule.starts_with("is not used")), "{warnings:?}");
        for original in [&scenario, &expanded] {
            prop_assert_eq!(&parse_toml(&to_toml(original)).unwrap().scenario().unwrap(), original);
            prop_assert_eq!(&parse_json(&to_json(original)).unwrap().scenario().unwrap(), original);
        }
    }

    #[test]
    fn every_flow_of_a_template_has_hosts_of_its_own(topology in topology()) {
        let network = network(&topology);
        let transport = || network.flows.iter().filter(|flow| !matches!(flow.kind, FlowKind::Cells { .. }));
        let mut hosts: Vec<usize> = transport().flat_map(|flow| flow.hosts).map(|host| host.get()).collect();
        let all = hosts.len();
        hosts.sort_unstable();
        hosts.dedup();
        prop_assert_eq!(hosts.len(), all);
        for flow in transport() {
            let number = |name: &str| name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
            for host in flow.hosts {
                let node = &network.nodes[host.get()];
                prop_assert!(matches!(node.kind, NodeKind::Host(_)));
                prop_assert_eq!(number(&node.name), number(&flow.name));
            }
        }
    }
}

#[test]
fn rrul_is_load_both_ways_and_a_ping_that_starts_before_it() {
    let network = network(
        "template = \"rrul\", streams = 2, line_buffer = \"300 cells\", queue = { discipline = \"uplink\", limit_packets = 10 }",
    );
    let name = |node: usize| network.nodes[node].name.as_str();
    let flows: Vec<(&str, [&str; 2], u64)> = (network.flows.iter())
        .map(|flow| {
            (flow.name.as_str(), flow.hosts.map(|host| name(host.get())), flow.start.ps() / 1_000_000_000)
        })
        .collect();
    let (down, up) = (["server", "client"], ["client", "server"]);
    let expected =
        [("down1", down, 2000), ("down2", down, 2000), ("up1", up, 2000), ("up2", up, 2000), ("ping", up, 0)];
    assert_eq!(flows, expected);
    assert!(matches!(network.flows[4].kind, FlowKind::Ping { .. }));
    let line = network.links.iter().find(|link| link.name == "line").unwrap();
    assert_eq!([0, 1].map(|end| line.directions[end].rate.get()), [6_000_000, 640_000]);
    assert_eq!(line.directions[0].queue.as_ref().unwrap().buffer.cells_or_max(), 300);
}

#[test]
fn the_load_of_rrul_starts_within_the_run() {
    let late = "duration = \"2 s\"\ntopology = { template = \"rrul\" }";
    assert_only(late, "topology.load_start", "after the end of the run");
    let queue = "topology = { template = \"rrul\", queue = { discipline = \"uplink\", limit_packets = 0 } }";
    assert_only(queue, "topology.queue.limit_packets", "");
}
