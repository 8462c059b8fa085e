//! What the templates with packet links expand to.

use cellwise_scenario::{LinkKind, Network, expand, parse_toml, resolve};

use crate::common::assert_only;

fn network(topology: &str) -> Network {
    let text = format!("topology = {{ {topology} }}");
    let scenario = parse_toml(&text).unwrap().scenario().unwrap_or_else(|issues| panic!("{issues:#?}"));
    let network = resolve(&scenario).unwrap();
    assert_eq!(resolve(&expand(&scenario)).unwrap(), network, "{topology}");
    network
}

fn link<'n>(network: &'n Network, name: &str) -> &'n cellwise_scenario::Link {
    network.links.iter().find(|link| link.name == name).unwrap()
}

/// The name of the queue's discipline at each end of a link.
fn disciplines(network: &Network, name: &str) -> [Option<&'static str>; 2] {
    let directions = &link(network, name).directions;
    [0, 1].map(|end| directions[end].packet_queue.as_ref().map(|queue| queue.name()))
}

/// Name, hosts, start in ms and number of legs of each flow.
fn flows(network: &Network) -> Vec<(String, [String; 2], u64, usize)> {
    let name = |node: usize| network.nodes[node].name.clone();
    let reported = |flow: &cellwise_scenario::Flow| {
        let hosts = flow.hosts.map(|host| name(host.get()));
        (flow.name.clone(), hosts, flow.start.ps() / 1_000_000_000, flow.legs.len())
    };
    network.flows.iter().map(reported).collect()
}

fn flow(name: &str, hosts: [&str; 2], start_ms: u64, legs: usize) -> (String, [String; 2], u64, usize) {
    (name.into(), hosts.map(str::to_owned), start_ms, legs)
}

#[test]
fn an_ethernet_bottleneck_is_hosts_around_one_link_with_all_the_round_trip_time() {
    let network = network(
        "template = \"ethernet-bottleneck\", rtt = \"40001 ps\", ping = true, start_stagger = \"5 ms\", \
         queue = { discipline = \"fq-codel\" }, reverse_queue = { discipline = \"pie\" }",
    );
    let (one, two) = (["s1", "d1"], ["s2", "d2"]);
    assert_eq!(flows(&network), [flow("tcp1", one, 0, 1), flow("tcp2", two, 5, 1), flow("ping", one, 0, 1)]);
    let trunk = link(&network, "trunk");
    assert_eq!([0, 1].map(|end| trunk.directions[end].delay.get()), [20_000, 20_001]);
    assert!(network.links.iter().all(|link| link.kind.name() == "ethernet"));
    assert_eq!(disciplines(&network, "trunk"), [Some("fq-codel"), Some("pie")]);
    assert_eq!(disciplines(&network, "s1"), [Some("tail"), Some("tail")]);
}

#[test]
fn dsl_is_a_home_whose_line_is_a_connection_with_a_queue_at_each_end() {
    let text = "template = \"dsl\", downloads = 1, uploads = 2, queue = { discipline = \"codel\" }, \
                encapsulation = \"pppoa-vc-mux\"";
    let network = network(text);
    let (down, up) = (["server", "pc"], ["pc", "server"]);
    let expected = [
        flow("down1", down, 2000, 3),
        flow("up1", up, 2000, 3),
        flow("up2", up, 2000, 3),
        flow("ping", up, 0, 3),
    ];
    assert_eq!(flows(&network), expected);
    assert_eq!((network.vcs.len(), network.vcs[0].hops.len()), (1, 1));
    assert_eq!(network.vcs[0].encapsulation.name(), "pppoa-vc-mux");
    let line = link(&network, "line");
    assert_eq!(
        (line.kind, [0, 1].map(|end| line.directions[end].rate.get())),
        (LinkKind::Atm, [6_000_000, 640_000])
    );
    assert_eq!(disciplines(&network, "line"), [Some("tail"), Some("codel")]);
}

#[test]
fn pppoe_between_pc_and_modem_leaves_1492_octets() {
    for (template, pppoe, mtu) in
        [("dsl", true, 1492), ("dsl", false, 1500), ("vdsl2", true, 1492), ("vdsl2", false, 1500)]
    {
        let network = network(&format!("template = \"{template}\", pppoe = {pppoe}"));
        let mtu_of =
            |name: &str| link(&network, name).directions[0].packets.as_ref().map(|link| link.mtu_octets);
        assert_eq!(mtu_of("lan"), Some(mtu), "{template} {pppoe}");
        assert_eq!(mtu_of("line"), (template == "vdsl2").then_some(mtu), "{template} {pppoe}");
        assert_eq!(mtu_of("net"), Some(1500), "{template} {pppoe}");
    }
}

#[test]
fn vdsl2_is_a_home_on_a_line_of_packets_that_may_send_again() {
    let usual = network("template = \"vdsl2\", vlan_tags = 1");
    let line = link(&usual, "line");
    assert_eq!((line.kind.name(), usual.vcs.len(), usual.flows.len()), ("ptm", 0, 9));
    let lines = |network: &Network| {
        [0, 1].map(|end| link(network, "line").directions[end].packets.as_ref().unwrap().line.name())
    };
    assert_eq!(lines(&usual), ["constant", "constant"]);
    let both = network("template = \"vdsl2\", ginp = {}");
    assert_eq!(lines(&both), ["retransmission", "retransmission"]);
    let up = network("template = \"vdsl2\", upstream_ginp = { delay_max = \"20 ms\" }");
    assert_eq!(lines(&up), ["constant", "retransmission"]);
}

#[test]
fn rrul_may_have_a_queue_of_any_discipline_in_front_of_the_clients_link() {
    let network = network("template = \"rrul\", queue = { discipline = \"cake\" }");
    assert_eq!(disciplines(&network, "line"), [None, Some("cake")]);
}

#[test]
fn what_is_wrong_with_a_queue_or_a_line_is_reported_at_its_key_in_the_template() {
    for (topology, path, part) in [
        ("\"ethernet-bottleneck\", hosts = 0", "topology.hosts", "from 1"),
        ("\"ethernet-bottleneck\", start_stagger = \"10 s\"", "topology.start_stagger", "after the end"),
        (
            "\"ethernet-bottleneck\", queue = { discipline = \"tail\", limit = \"10 bytes\" }",
            "topology.queue.limit",
            "",
        ),
        (
            "\"ethernet-bottleneck\", reverse_queue = { discipline = \"codel\", target = \"0 s\" }",
            "topology.reverse_queue.target",
            "",
        ),
        ("\"dsl\", queue = { discipline = \"tail\", limit = \"10 bytes\" }", "topology.queue.limit", ""),
        (
            "\"dsl\", bras_queue = { discipline = \"tail\", limit = \"10 bytes\" }",
            "topology.bras_queue.limit",
            "",
        ),
        ("\"dsl\", load_start = \"10 s\"", "topology.load_start", "after the end of the run"),
        ("\"rrul\", queue = { discipline = \"tail\", limit = \"10 bytes\" }", "topology.queue.limit", ""),
        ("\"vdsl2\", vlan_tags = 3", "topology.vlan_tags", "2"),
        ("\"vdsl2\", queue = { discipline = \"tail\", limit = \"10 bytes\" }", "topology.queue.limit", ""),
        ("\"vdsl2\", ginp = { unit_time = \"2 ms\" }", "topology.ginp.unit_time", "1 ms"),
        ("\"vdsl2\", upstream_ginp = { unit_time = \"2 ms\" }", "topology.upstream_ginp.unit_time", "1 ms"),
        ("\"vdsl2\", load_start = \"10 s\"", "topology.load_start", "after the end of the run"),
    ] {
        assert_only(&format!("topology = {{ template = {topology} }}"), path, part);
    }
}
