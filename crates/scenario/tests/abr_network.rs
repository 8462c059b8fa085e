//! What scenarios with ABR connections, routers and cell sources resolve to.

use cellwise_atm::Category;
use cellwise_atm::abr::{Reverse, cells_per_s};
use cellwise_atm::scheduler::Discipline;
use cellwise_atm::traffic::Unit;
use cellwise_scenario::{
    Architecture, BackwardRm, Flow, FlowKind, Hop, Leg, LinkIndex, LinkKind, Network, NodeKind, Quantity,
    VcIndex, parse_toml, resolve,
};
use cellwise_units::{BitRate, Bytes, Capacity, Cells};

/// Two routers with LANs and an ABR connection between them; two hosts that exchange bare cells.
const GRAPH: &str = r#"
duration = "10 s"

[switch]
scheduler = "round-robin"
reserved = { nrt-vbr = "1500 cells" }
rate_rule = { rule = "efci" }

[abr]
icr = "3 Mbit/s"
tbe = "3200 cells"

[adapter]
buffer = "1638 cells"

[nodes]
a1 = { kind = "host" }
a2 = { kind = "host" }
r  = { kind = "router" }
sw = { kind = "switch", backward_rm = "queued", architecture = { kind = "two-stage" }, ports.c = { scheduler = "fifo", reserved = {}, rate_rule = { rule = "relative-rate" } } }
q  = { kind = "router", rate = "1 Mbit/s", adapter = { drop = { policy = "epd" } } }
d  = { kind = "host" }
b  = { kind = "host" }
c  = { kind = "host" }

[links]
a1 = { ends = ["a1", "r"], kind = "raw", mtu = "65535 bytes", queue = { discipline = "tail", limit = "unlimited" }, rate = "10 Mbit/s", delay = "1 us" }
a2 = { ends = ["r", "a2"], kind = "raw", mtu = "65535 bytes", queue = { discipline = "tail", limit = "unlimited" }, rate = "100 Mbit/s", delay = "2 us" }
r  = { ends = ["r", "sw"], rate = "25.6 Mbit/s", delay = "1 ms" }
q  = { ends = ["sw", "q"], rate = "155.52 Mbit/s", delay = "10 ms", reverse_rate = "5 Mbit/s", reverse_delay = "20 ms" }
d  = { ends = ["q", "d"], kind = "raw", mtu = "65535 bytes", queue = { discipline = "tail", limit = "unlimited" }, rate = "10 Mbit/s", delay = "0 s" }
b  = { ends = ["b", "sw"], rate = "155.52 Mbit/s", delay = "1 us" }
c  = { ends = ["sw", "c"], rate = "155.52 Mbit/s", delay = "1 us" }

[vcs]
v = { path = ["r", "sw", "q"], category = "abr", weight = 3, abr = { mcr = "1 Mbit/s", rif = 1.0, reverse = "unlimited" } }
w = { path = ["b", "sw", "c"], category = "nrt-vbr" }

[flows]
up    = { vc = "v", from = "a2" }
down  = { vc = "v", kind = "udp", to = "a1", udp = { socket_buffer = "9000 bytes" } }
cells = { vc = "w", kind = "cells", cells = { source = { pattern = "on-off", rate = "100 Mbit/s", on = "5 ms", off = "15 ms" } } }
"#;

fn network(text: &str) -> Network {
    let scenario = parse_toml(text).unwrap().scenario().unwrap_or_else(|issues| panic!("{issues:#?}"));
    resolve(&scenario).unwrap()
}

fn hosts<'n>(network: &'n Network, flow: &Flow) -> [&'n str; 2] {
    flow.hosts.map(|host| network.nodes[host.get()].name.as_str())
}

#[test]
fn flows_reach_over_routers_to_hosts_on_their_lans() {
    let network = network(GRAPH);
    let [up, down, cells] = &network.flows[..] else { panic!() };
    let lan = |link, end| Leg::Links(vec![Hop { link: LinkIndex(link), end }]);
    let vc = |vc, reversed| Leg::Vc { vc: VcIndex(vc), reversed };
    assert_eq!(hosts(&network, up), ["a2", "d"]);
    assert_eq!(up.legs, [lan(1, 1), vc(0, false), lan(4, 0)]);
    // The receiving host shows at which end the data begin.
    assert_eq!(hosts(&network, down), ["d", "a1"]);
    assert_eq!(down.legs, [lan(4, 1), vc(0, true), lan(0, 1)]);
    assert_eq!((hosts(&network, cells), cells.legs.len()), (["b", "c"], 1));
}

#[test]
fn lans_carry_packets_and_have_no_cell_queues() {
    let network = network(GRAPH);
    let kinds: Vec<LinkKind> = network.links.iter().map(|link| link.kind).collect();
    use LinkKind::Atm;
    let raw = LinkKind::named("raw").unwrap();
    assert_eq!(kinds, [raw, raw, Atm, Atm, raw, Atm, Atm]);
    let ports = |link: usize| network.links[link].directions.each_ref().map(|end| end.port_name.as_str());
    assert_eq!((ports(1), ports(2)), (["r.a2", "a2.nic"], ["r.r", "sw.r"]));
    let without: Vec<&str> = (network.links.iter().flat_map(|link| &link.directions))
        .filter(|direction| direction.queue.is_none())
        .map(|direction| direction.port_name.as_str())
        .collect();
    assert_eq!(without, ["a1.nic", "r.a1", "r.a2", "a2.nic", "r.r", "q.q", "q.d", "d.nic", "b.nic", "c.nic"]);
}

#[test]
fn a_router_works_at_the_rate_of_its_atm_link_or_at_its_own() {
    let network = network(GRAPH);
    let rate = |node: usize| match &network.nodes[node].kind {
        NodeKind::Router(settings) => settings.rate,
        other => panic!("{other:?}"),
    };
    assert_eq!((rate(2), rate(4)), (BitRate::from_bps(25_600_000), BitRate::from_bps(1_000_000)));
}

#[test]
fn abr_settings_know_the_links_of_both_ends_and_the_round_trip() {
    let network = network(GRAPH);
    let vc = &network.vcs[0];
    assert_eq!((vc.category, vc.weight), (Category::Abr, 3));
    let [first, last] = vc.abr.as_deref().unwrap();
    let rate = |bps| cells_per_s(BitRate::from_bps(bps));
    assert_eq!((first.pcr, last.pcr), (rate(25_600_000), rate(5_000_000)));
    assert_eq!((first.mcr, first.rif, first.reverse), (rate(1_000_000), 1.0, Reverse::Unlimited));
    // 3200 cells over 1 + 1 + 10 + 20 ms are 100000 cells/s, which does not change ICR.
    assert_eq!((first.icr, first.crm), (rate(3_000_000), 100));
    let text = GRAPH.replace("tbe = \"3200 cells\"", "tbe = \"96 cells\"");
    let network = self::network(&text);
    assert_eq!(network.vcs[0].abr.as_ref().unwrap()[0].icr, 3000.0);
    assert_eq!(network.vcs[1].abr, None);
}

#[test]
fn adapters_take_their_nodes_keys_before_the_section() {
    let network = network(GRAPH);
    let buffer = Capacity::Limited(Cells::new(1638));
    let adapters = &network.vcs[0].adapters;
    assert_eq!(adapters.each_ref().map(|adapter| adapter.buffer), [buffer; 2]);
    assert_eq!(adapters.each_ref().map(|adapter| adapter.drop.name()), ["tail", "epd"]);
}

#[test]
fn a_switch_and_its_ports_take_their_own_keys_before_the_section() {
    let network = network(GRAPH);
    let NodeKind::Switch(switch) = &network.nodes[3].kind else { panic!() };
    assert_eq!((switch.backward_rm, switch.vs_vd), (BackwardRm::Queued, false));
    let Architecture::TwoStage(two_stage) = &switch.architecture else { panic!() };
    assert_eq!(two_stage.fabric_rate, BitRate::from_bps(640_000_000));
    assert_eq!(two_stage.fabric_buffer, Capacity::Limited(Cells::new(4096)));
    assert_eq!(two_stage.fabric_drop.name(), "tail");
    let queue = |link: usize, end: usize| network.links[link].directions[end].queue.clone().unwrap();
    let (q, c) = (queue(3, 0), queue(6, 0));
    assert_eq!((q.scheduler, c.scheduler), (Discipline::RoundRobin, Discipline::Fifo));
    let rule = |queue: &cellwise_scenario::QueueSettings| queue.rate_rule.as_ref().map(|rule| rule.name());
    assert_eq!((rule(&q), rule(&c)), (Some("efci"), Some("relative-rate")));
    let mut reserved = [Cells::ZERO; Category::COUNT];
    assert_eq!(c.reserved, reserved);
    reserved[Category::NrtVbr.index()] = Cells::new(1500);
    assert_eq!(q.reserved, reserved);
}

#[test]
fn a_flow_of_cells_has_its_own_source_and_udp_its_socket_buffer() {
    let network = network(GRAPH);
    let FlowKind::Cells { source } = &network.flows[2].kind else { panic!() };
    assert_eq!(source.name(), "on-off");
    let mean = 0.25 * cells_per_s(BitRate::from_bps(100_000_000));
    assert!((source.mean_per_s(Unit::CELL) - mean).abs() < 1e-6 * mean);
    let FlowKind::Udp { settings, .. } = &network.flows[1].kind else { panic!() };
    assert_eq!(settings.socket_buffer, Bytes::new(9000));
}

#[test]
fn rates_and_adapters_are_probed_where_there_are_any() {
    let probes = "[probes]\nacr = { vc = \"*\" }\nadapter = { vc = \"*\", every = \"1 ms\" }\n\
                  er = [{ port = \"*\", vc = \"*\" }]\n";
    let network = network(&format!("{GRAPH}{probes}"));
    let names: Vec<&str> = network.probes.iter().map(|probe| probe.name.as_str()).collect();
    // The way back is not under control, so its ports write no explicit rates.
    assert_eq!(names, ["er sw.q v", "acr v", "adapter v"]);
    assert_eq!(network.probes[1].quantity, Quantity::Acr(cellwise_scenario::VcIndex(0)));
    let units: Vec<&str> = network.probes.iter().map(|probe| probe.quantity.unit()).collect();
    assert_eq!(units, ["cells/s", "cells/s", "cells"]);
    let both = GRAPH.replace("reverse = \"unlimited\"", "reverse = \"abr\"");
    let network = self::network(&format!("{both}{probes}"));
    let names: Vec<&str> = network.probes.iter().map(|probe| probe.name.as_str()).collect();
    assert_eq!(names, ["er sw.r v", "er sw.q v", "acr v", "adapter v"]);
}

#[test]
fn the_adapter_of_a_router_is_probed_for_every_category() {
    let text = GRAPH.replace(
        "category = \"abr\", weight = 3, abr = { mcr = \"1 Mbit/s\", rif = 1.0, reverse = \"unlimited\" }",
        "category = \"ubr\"",
    );
    let network = network(&format!("{text}[probes]\nadapter = {{ vc = \"*\" }}\nacr = {{ vc = \"*\" }}\n"));
    let names: Vec<&str> = network.probes.iter().map(|probe| probe.name.as_str()).collect();
    assert_eq!(names, ["adapter v"]);
}
