//! What scenarios resolve to.

use cellwise_atm::aal5::Encapsulation;
use cellwise_scenario::{
    FlowKind, Hop, Keep, LinkIndex, Network, NodeKind, Occupancy, PortQueue, Processing, Quantity, VcIndex,
    parse_toml, resolve, template_scenario,
};
use cellwise_tcp::Application;
use cellwise_units::{BitRate, Bytes, Capacity, Cells, Span, Time};

/// The first example of the documentation.
const EXAMPLE: &str = r#"
# Five greedy TCP sources through one 155 Mbit/s port (ATM Forum 96-1269, Figure 2).
title    = "TCP over UBR with EPD, 5 sources, LAN"
duration = "10 s"
seed     = 1

[topology]
template   = "n-source"
sources    = 5
link_rate  = "155.52 Mbit/s"
link_delay = "5 us"

[switch]
buffer = "3000 cells"
drop   = { policy = "epd", threshold = "2800 cells" }

[tcp]
variant        = "no-fast-retransmit"
mss            = "512 bytes"
receive_window = "65535 bytes"
timer_tick     = "100 ms"
delayed_ack    = false

[probes]
queue = { port = "sw1.trunk", every = "1 ms" }
"#;

/// Two hosts and two switches that share two links, one of them asymmetric.
const GRAPH: &str = r#"
[nodes]
h1  = { kind = "host", send_processing = { min = "100 us", max = "300 us" } }
sw1 = { kind = "switch", buffer = "100 cells", ports.b = { buffer = "200 cells", drop = { policy = "epd", threshold = 0.5 } } }
sw2 = { kind = "switch", occupancy = "with-service" }
h2  = { kind = "host" }

[links]
h1 = { ends = ["h1", "sw1"], rate = "25.6 Mbit/s", delay = "1 us" }
a  = { ends = ["sw1", "sw2"], rate = "2 Mbit/s", delay = "1 ms", reverse_rate = "512 kbit/s", reverse_delay = "2 ms" }
b  = { ends = ["sw2", "sw1"], rate = "8 Mbit/s", delay = "1 ms" }
h2 = { ends = ["sw2", "h2"], rate = "25.6 Mbit/s", delay = "1 us" }

[vcs]
v = { path = ["h1", "sw1.b", "sw2", "h2"], encapsulation = "vc-mux", max_sdu = "1508 bytes", reassembly_timeout = "1 s" }

[flows]
down = { vc = "v", from = "h2", size = "1 MB", start = "1 s", tcp = { mss = "1460 bytes" } }
up   = { vc = "v", kind = "udp", stop = "5 s", udp = { payload = "100 bytes", rate = "64 kbit/s" } }
"#;

fn network(text: &str) -> Network {
    let scenario = parse_toml(text).unwrap().scenario().unwrap_or_else(|issues| panic!("{issues:#?}"));
    resolve(&scenario).unwrap()
}

fn names<'n>(names: impl Iterator<Item = &'n String>) -> Vec<&'n str> {
    names.map(String::as_str).collect()
}

#[test]
fn the_first_example_is_the_network_of_its_figure() {
    let network = network(EXAMPLE);
    assert_eq!(network.title, "TCP over UBR with EPD, 5 sources, LAN");
    assert_eq!((network.duration, network.seed), ("10 s".parse().unwrap(), 1));
    assert_eq!(
        (network.nodes.len(), network.links.len(), network.vcs.len(), network.flows.len()),
        (12, 11, 5, 5)
    );
    let trunk = network.links.iter().find(|link| link.name == "trunk").unwrap();
    let queue = trunk.directions[0].queue.as_ref().unwrap();
    assert_eq!(queue.buffer, Capacity::Limited(Cells::new(3000)));
    let drop = serde_json::to_value(&queue.drop).unwrap();
    assert_eq!(drop["policy"], "epd");
    assert_eq!(drop["threshold"], "2800 cells");
    for flow in &network.flows {
        let FlowKind::Tcp { settings, application } = &flow.kind else { panic!("{flow:?}") };
        assert_eq!(settings.variant.variant().name, "no-fast-retransmit");
        assert_eq!((settings.timer_tick, settings.delayed_ack), ("100 ms".parse().unwrap(), false));
        assert_eq!(*application, Application::Greedy);
        assert_eq!((flow.start, flow.stop, flow.vc().unwrap().1), (Time::ZERO, None, false));
    }
    let probe = &network.probes[0];
    let queue = PortQueue { port: (LinkIndex(5), 0), keep: Keep::Last };
    assert_eq!((probe.name.as_str(), probe.quantity), ("queue sw1.trunk", Quantity::Queue(queue)));
    assert_eq!(probe.every, Some("1 ms".parse().unwrap()));
}

#[test]
fn the_n_source_template_alone_is_the_topology_of_goyal96() {
    let network = resolve(&template_scenario("n-source").unwrap()).unwrap();
    let hosts = ["s1", "s2", "s3", "s4", "s5", "d1", "d2", "d3", "d4", "d5"];
    assert_eq!(names(network.nodes.iter().map(|node| &node.name))[2..], hosts);
    assert_eq!(names(network.links.iter().map(|link| &link.name))[4..7], ["s5", "trunk", "d1"]);
    for direction in network.links.iter().flat_map(|link| &link.directions) {
        assert_eq!(direction.rate, BitRate::from_bps(155_520_000));
        assert_eq!(direction.delay, Span::from_ps(5_000_000));
        let is_switch = direction.port_name.starts_with("sw");
        assert_eq!(direction.queue.is_some(), is_switch, "{}", direction.port_name);
        assert!(direction.queue.iter().all(|queue| queue.buffer == Capacity::Unlimited));
    }
    let hop = |link| Hop { link: LinkIndex(link), end: 0 };
    assert_eq!(network.vcs[4].name, "vc5");
    assert_eq!(network.vcs[4].hops, [hop(4), hop(5), hop(10)]);
    assert_eq!(network.vcs[4].encapsulation, Encapsulation::LlcSnap);
    assert_eq!((network.flows[4].name.as_str(), network.flows[4].vc()), ("tcp5", Some((VcIndex(4), false))));
    assert_eq!(network.links[5].directions[0].port_name, "sw1.trunk");
    assert_eq!(
        network.links[0].directions.each_ref().map(|end| end.port_name.as_str()),
        ["s1.nic", "sw1.s1"]
    );
}

#[test]
fn a_graph_keeps_its_order_and_its_overrides() {
    let network = network(GRAPH);
    assert_eq!(names(network.nodes.iter().map(|node| &node.name)), ["h1", "sw1", "sw2", "h2"]);
    let NodeKind::Host(host) = &network.nodes[0].kind else { panic!() };
    let bounds = Processing::Uniform { min: "100 us".parse().unwrap(), max: "300 us".parse().unwrap() };
    assert_eq!((host.send_processing, host.receive_processing), (bounds, Processing::default()));
    let queue = |link: usize, end: usize| network.links[link].directions[end].queue.clone().unwrap();
    assert_eq!(queue(1, 0).buffer, Capacity::Limited(Cells::new(100)));
    assert_eq!(queue(2, 1).buffer, Capacity::Limited(Cells::new(200)));
    assert_eq!(queue(2, 0).buffer, Capacity::Unlimited);
    assert_eq!((queue(1, 0).drop.name(), queue(2, 1).drop.name()), ("tail", "epd"));
    assert_eq!((queue(1, 0).occupancy, queue(1, 1).occupancy), (Occupancy::Waiting, Occupancy::WithService));
}

#[test]
fn the_directions_of_a_link_may_differ() {
    let link = &network(GRAPH).links[1];
    let rates = link.directions.each_ref().map(|direction| direction.rate.get());
    let delays = link.directions.each_ref().map(|direction| direction.delay.to_string());
    assert_eq!(rates, [2_000_000, 512_000]);
    assert_eq!(delays, ["1 ms", "2 ms"]);
    assert_eq!(link.directions.each_ref().map(|direction| direction.port_name.as_str()), ["sw1.a", "sw2.a"]);
}

#[test]
fn a_path_names_the_port_to_take_among_parallel_links() {
    let network = network(GRAPH);
    let hops: Vec<(usize, usize)> = network.vcs[0].hops.iter().map(|hop| (hop.link.get(), hop.end)).collect();
    assert_eq!(hops, [(0, 0), (2, 1), (3, 0)]);
    assert_eq!(network.vcs[0].encapsulation, Encapsulation::VcMux);
    assert_eq!(network.vcs[0].reassembly.max_sdu, Bytes::new(1508));
    assert_eq!(network.vcs[0].reassembly.timeout, Some("1 s".parse().unwrap()));
}

#[test]
fn a_flow_takes_its_own_keys_before_the_sections() {
    let network = network(GRAPH);
    let [down, up] = &network.flows[..] else { panic!() };
    assert_eq!([down, up].map(|flow| flow.vc().unwrap().1), [true, false]);
    assert_eq!(
        (down.start.to_string(), up.stop.map(|stop| stop.to_string())),
        ("1 s".into(), Some("5 s".into()))
    );
    let FlowKind::Tcp { settings, application } = &down.kind else { panic!() };
    assert_eq!((settings.mss, settings.receive_window), (Bytes::new(1460), Bytes::new(65_535)));
    assert_eq!(*application, Application::Finite { octets: 1_000_000 });
    let FlowKind::Udp { settings, .. } = &up.kind else { panic!() };
    assert_eq!((settings.payload, settings.rate.to_string().as_str()), (Bytes::new(100), "64 kbit/s"));
}

#[test]
fn a_star_probes_every_element_once() {
    let probes = "[probes]\nqueue = { port = \"*\" }\ncwnd = [{ flow = \"*\", every = \"1 s\" }]\noccupancy = { port = \"*\", vc = \"*\" }\n";
    let network = network(&format!("{GRAPH}{probes}"));
    let found = names(network.probes.iter().map(|probe| &probe.name));
    let expected = [
        "queue sw1.h1",
        "queue sw1.a",
        "queue sw2.a",
        "queue sw2.b",
        "queue sw1.b",
        "queue sw2.h2",
        // The connection takes link b and not link a.
        "occupancy sw1.h1 v",
        "occupancy sw2.b v",
        "occupancy sw1.b v",
        "occupancy sw2.h2 v",
        "cwnd down",
    ];
    assert_eq!(found, expected);
}

#[test]
fn parameters_of_the_trunk_and_the_stagger_reach_the_graph() {
    let network = network(
        "duration = \"1 s\"\n[topology]\ntemplate = \"n-source\"\nsources = 2\ntrunk_rate = \"34 Mbit/s\"\n\
         trunk_delay = \"10 ms\"\nstart_stagger = \"500 ms\"\n[flow]\nkind = \"udp\"\nstart = \"1 ms\"\n",
    );
    let trunk = &network.links[2].directions[1];
    assert_eq!((trunk.rate.get(), trunk.delay.to_string().as_str()), (34_000_000, "10 ms"));
    assert_eq!(network.links[0].directions[0].rate.get(), 155_520_000);
    assert_eq!(names(network.flows.iter().map(|flow| &flow.name)), ["udp1", "udp2"]);
    assert_eq!(
        network.flows.iter().map(|flow| flow.start.to_string()).collect::<Vec<_>>(),
        ["1 ms", "501 ms"]
    );
}
