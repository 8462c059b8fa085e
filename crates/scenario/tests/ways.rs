//! The ways of packet flows: the cheapest, of equal ones by a rule, over what `via` says, and back.

use std::collections::BTreeSet;

use cellwise_scenario::{Hop, Leg, Network, WAYS_OUTSIDE, legs_back, parse_toml, resolve};
use cellwise_units::{Span, Time};
use proptest::prelude::*;

fn found(text: &str) -> Result<Network, Vec<String>> {
    let shown = |issues: Vec<cellwise_scenario::Issue>| issues.iter().map(ToString::to_string).collect();
    parse_toml(text).and_then(|document| resolve(&document.scenario()?)).map_err(shown)
}

/// Hosts `a` and `b` at the ends of a ring of four routers: over `u1` and `u2`, or over `v1` and `v2`.
fn ring(flow: &str, more: &str) -> String {
    let link = |name: &str, ends: [&str; 2]| {
        format!(
            "{name}.ends = {ends:?}\n{name}.kind = \"raw\"\n{name}.rate = \"1 Gbit/s\"\n{name}.delay = \"1 ms\"\n"
        )
    };
    let (of_links, more): (Vec<&str>, Vec<&str>) = more.lines().partition(|line| line.starts_with("links."));
    let costs = of_links.join("\n").replace("links.", "");
    let more = more.join("\n");
    let links = [
        link("a", ["a", "r1"]),
        link("b", ["b", "r4"]),
        link("u1", ["r1", "r2"]),
        link("u2", ["r2", "r4"]),
        link("v1", ["r1", "r3"]),
        link("v2", ["r3", "r4"]),
    ];
    let nodes = ["r1", "r2", "r3", "r4"].map(|name| format!("{name}.kind = \"router\"\n"));
    format!(
        "duration = \"1 s\"\n{more}\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n{}[links]\n{}{costs}\n[flows]\n\
         f = {{ kind = \"udp\", from = \"a\", to = \"b\", {flow} }}\n",
        nodes.concat(),
        links.concat()
    )
}

fn links_of(network: &Network, legs: &[Leg]) -> String {
    let hops = legs.iter().flat_map(|leg| match leg {
        Leg::Links(hops) => hops.clone(),
        Leg::Vc { .. } => Vec::new(),
    });
    hops.map(|hop| network.links[hop.link.get()].name.clone()).collect::<Vec<_>>().join(" ")
}

/// The links of the first flow, in both directions.
fn ways(text: &str) -> [String; 2] {
    let network = found(text).expect("the scenario has no mistake");
    let flow = &network.flows[0];
    let back = flow.back.clone().unwrap_or_else(|| legs_back(&flow.legs));
    [&flow.legs, &back].map(|legs| links_of(&network, legs))
}

#[test]
fn a_way_around_an_outage_begins_and_ends_so_much_later() {
    let network = |more: &str, flow: &str| {
        let down = "links.u2.outages = [{ from = \"100 ms\", until = \"600 ms\" }, { from = \"800 ms\", until = \"850 ms\" }]";
        found(&ring(flow, &format!("{down}\n{more}"))).expect("the scenario has no mistake")
    };
    let detours = |more: &str, flow: &str| {
        let network = network(more, flow);
        let detours = network.flows[0].detours.iter().map(|detour| {
            let ways = detour.ways.clone().map(|hops| links_of(&network, &[Leg::Links(hops)]));
            (detour.from.ps() / 1_000_000_000, ways)
        });
        detours.collect::<Vec<_>>()
    };
    let known = "router.reconverges_after = \"200 ms\"";
    let over = |ways: [&str; 2]| ways.map(str::to_owned);
    assert_eq!(detours(known, ""), [(300, over(["a v1 v2 b", "b v2 v1 a"])), (800, over(OVER_U))]);
    assert_eq!(detours("", ""), []);
    assert_eq!(detours(known, "via = [\"u2\"]"), [], "it stays where it is sent");
    let one_way = format!("{known}\nlinks.u2.reverse_outages = []\nlinks.v1.cost = 2");
    assert_eq!(detours(&one_way, ""), [(300, over(["a v1 v2 b", OVER_U[1]])), (800, over(OVER_U))]);
}

#[test]
fn packets_have_to_fit_a_way_around_an_outage() {
    let text = ring(
        "udp = { payload = \"1400 bytes\" }",
        "router.reconverges_after = \"0 s\"\nlinks.v1.mtu = \"576 bytes\"",
    );
    found(&text).expect("nothing is down");
    let down = text.replace("v1.mtu", "u1.outages = [{ from = \"100 ms\" }]\nv1.mtu");
    assert!(refusal(&down).contains("mtu of link v1"), "{}", refusal(&down));
}

fn refusal(text: &str) -> String {
    found(text).expect_err("the scenario has a mistake").join("\n")
}

const OVER_U: [&str; 2] = ["a u1 u2 b", "b u2 u1 a"];
const OVER_V: [&str; 2] = ["a v1 v2 b", "b v2 v1 a"];

#[test]
fn of_two_ways_of_equal_cost_the_first_by_name_is_taken_there_and_back() {
    assert_eq!(ways(&ring("", "")), OVER_U);
}

#[test]
fn a_cost_makes_the_other_way_cheaper() {
    for more in ["links.u1.cost = 2", "links.u2.cost = 2", "links.u1.cost = 65535"] {
        assert_eq!(ways(&ring("", more)), OVER_V);
    }
    assert_eq!(ways(&ring("", "links.u1.cost = 2\nlinks.v2.cost = 3")), OVER_U);
}

#[test]
fn a_cost_of_one_direction_makes_the_way_back_another() {
    assert_eq!(ways(&ring("", "links.u1.reverse_cost = 2")), [OVER_U[0], OVER_V[1]]);
    assert_eq!(ways(&ring("", "links.u1.cost = 2\nlinks.u1.reverse_cost = 1")), [OVER_V[0], OVER_V[1]]);
    assert_eq!(
        ways(&ring("", "links.u1.cost = 3\nlinks.u1.reverse_cost = 1\nlinks.v1.reverse_cost = 2")),
        [OVER_V[0], OVER_U[1]]
    );
}

#[test]
fn a_flow_passes_the_routers_and_links_of_its_via() {
    for via in ["[\"r3\"]", "[\"v1\"]", "[\"v2\"]", "[\"v1\", \"r3\", \"v2\"]"] {
        assert_eq!(ways(&ring(&format!("via = {via}"), "")), OVER_V, "{via}");
    }
    assert_eq!(ways(&ring("via = [\"v1\"], back_via = [\"u2\"]", "")), [OVER_V[0], OVER_U[1]]);
    assert_eq!(ways(&ring("via = [\"v1\"], back_via = []", "")), [OVER_V[0], OVER_U[1]]);
    assert_eq!(ways(&ring("back_via = [\"r3\"]", "")), [OVER_U[0], OVER_V[1]]);
}

#[test]
fn mistakes_in_via_are_reported_with_path_and_rule() {
    for (flow, more, parts) in [
        ("via = [\"r5\"]", "", &["flows.f.via[0]", "r5"][..]),
        ("via = [\"a\", \"r2\", \"r1\"]", "", &["flows.f.via", "over r1 twice"]),
        ("via = [\"b\"], back_via = [\"u9\"]", "", &["flows.f.back_via[0]", "u9"]),
        ("", "links.u1.cost = 0", &["links.u1.cost", "65535"]),
        ("", "links.u1.cost = 65536", &["links.u1.cost", "65535"]),
        ("", "router.equal_cost = \"frist\"", &["router.equal_cost", "first"]),
    ] {
        let text = refusal(&ring(flow, more));
        assert!(parts.iter().all(|part| text.contains(part)), "{flow} {more}: {text}");
    }
}

#[test]
fn keys_of_ways_are_refused_where_nothing_asks_for_them() {
    let with_vc = "duration = \"1 s\"\ntopology.template = \"n-source\"\nflows.tcp1.via = [\"trunk\"]\n";
    let text = refusal(with_vc);
    assert!(text.contains("flows.tcp1.via") && text.contains("without vc"), "{text}");
    let of_cells = "duration = \"1 s\"\ntopology.template = \"n-source\"\nlinks.trunk.cost = 2\n";
    let text = refusal(of_cells);
    assert!(text.contains("links.trunk.cost") && text.contains("carry packets"), "{text}");
}

/// Twenty flows over a pair of routers with parallel links.
fn parallel(links: usize, more: &str) -> String {
    let mut text = format!("duration = \"1 s\"\n{more}\n[nodes]\n");
    text += "a.kind = \"host\"\nb.kind = \"host\"\nr.kind = \"router\"\nq.kind = \"router\"\n[links]\n";
    let link = |name: &str, ends: [&str; 2]| {
        format!("{name} = {{ ends = {ends:?}, kind = \"raw\", rate = \"1 Gbit/s\", delay = \"1 ms\" }}\n")
    };
    text += &link("la", ["a", "r"]);
    text += &link("lb", ["b", "q"]);
    text.extend((0..links).map(|n| link(&format!("t{n}"), ["r", "q"])));
    text += "[flows]\n";
    text.extend((0..200).map(|n| format!("f{n} = {{ kind = \"udp\", from = \"a\", to = \"b\" }}\n")));
    text
}

#[test]
fn flows_are_spread_over_ways_of_equal_cost_by_a_hash() {
    let network = found(&parallel(4, "router.equal_cost = \"hash\"")).expect("no mistake");
    let mut counts = [0; 4];
    let mut unlike = 0;
    for flow in &network.flows {
        let way = links_of(&network, &flow.legs);
        counts[(0..4).find(|n| way.contains(&format!("t{n}"))).expect("a trunk")] += 1;
        unlike += usize::from(flow.back.is_some());
    }
    // 200 flows by 4 links: 50 each, with a standard deviation of 6; three of four ways back are others.
    assert!(counts.iter().all(|count| (25..76).contains(count)), "{counts:?}");
    assert!((120..180).contains(&unlike), "{unlike}");
    let again = found(&parallel(4, "router.equal_cost = \"hash\"")).expect("no mistake");
    assert_eq!(again.flows, network.flows);
    let salted =
        found(&parallel(4, "router = { equal_cost = \"hash\", hash_salt = 7 }")).expect("no mistake");
    assert_ne!(salted.flows, network.flows);
    let first = found(&parallel(4, "")).expect("no mistake");
    assert!(first.flows.iter().all(|flow| links_of(&first, &flow.legs) == "la t0 lb" && flow.back.is_none()));
}

/// A port of a transport outside over the parallel links.
fn outside(links: usize, more: &str, of_second: &str) -> Network {
    let text = parallel(links, more);
    let (head, _) = text.split_once("[flows]").expect("it has flows");
    let head = head.replace("t1 = {", &format!("t1 = {{ {of_second}"));
    found(&format!("{head}[flows]\nf = {{ kind = \"outside\", from = \"a\", to = \"b\" }}\n"))
        .expect("no mistake")
}

/// How many of the ways of flows outside take each of the parallel links, in both directions, since an instant.
fn taken(network: &Network, links: usize, at: Time) -> [Vec<usize>; 2] {
    [0, 1].map(|side| {
        let mut counts = vec![0; links];
        for ways in &network.flows[0].spread {
            let detour = ways.detours.iter().rfind(|detour| detour.from <= at);
            let way = &detour.map_or(&ways.usual, |detour| &detour.ways)[side];
            assert_eq!(way.len(), 3);
            let name = &network.links[way[1].link.get()].name;
            counts[name[1..].parse::<usize>().expect("a parallel link")] += 1;
        }
        counts
    })
}

#[test]
fn the_flows_of_a_port_outside_are_spread_as_any_others() {
    let network = outside(4, "router.equal_cost = \"hash\"", "");
    for counts in taken(&network, 4, Time::ZERO) {
        // 64 ways by 4 links: 16 each, with a standard deviation of 3.5.
        assert_eq!(counts.iter().sum::<usize>(), WAYS_OUTSIDE);
        assert!(counts.iter().all(|count| (6..27).contains(count)), "{counts:?}");
    }
    let [there, back] = &network.flows[0].spread[0].usual;
    assert!(
        network.flows[0].spread.iter().any(|ways| ways.usual[0][1].link != ways.usual[1][1].link),
        "{there:?} {back:?}"
    );
    assert_eq!(outside(4, "router.equal_cost = \"hash\"", "").flows, network.flows);
    assert_ne!(outside(4, "router = { equal_cost = \"hash\", hash_salt = 7 }", "").flows, network.flows);
    for same in [outside(4, "", ""), outside(1, "router.equal_cost = \"hash\"", "")] {
        assert!(same.flows[0].spread.is_empty(), "all are the way of the flow");
    }
}

#[test]
fn the_flows_of_a_port_outside_go_around_a_link_that_is_down() {
    let router = "router = { equal_cost = \"hash\", reconverges_after = \"10 ms\" }";
    let network = outside(3, router, "outages = [{ from = \"100 ms\", until = \"300 ms\" }], ");
    let at = |ms: u64| Time::ZERO + Span::from_ps(ms * 1_000_000_000);
    let usual = taken(&network, 3, at(109));
    assert!(usual.iter().flatten().all(|count| *count > 8), "{usual:?}");
    let down = taken(&network, 3, at(110));
    assert_eq!(down[0][1], 0, "{down:?}");
    assert!(down[0][0] > usual[0][0] && down[0][2] > usual[0][2], "{down:?}");
    assert_eq!(taken(&network, 3, at(310)), usual);
}

#[test]
fn no_pair_of_a_fat_tree_is_refused() {
    // k = 4: 4 pods with 2 edge and 2 aggregation switches each, 4 core switches, 16 hosts.
    let (mut nodes, mut links, mut flows) = (String::new(), String::new(), String::new());
    let mut join = |name: String, a: &str, b: &str| {
        links += &format!(
            "{name} = {{ ends = [{a:?}, {b:?}], kind = \"raw\", rate = \"1 Gbit/s\", delay = \"1 us\" }}\n"
        );
    };
    for core in 0..4 {
        nodes += &format!("c{core}.kind = \"switch\"\n");
    }
    for pod in 0..4 {
        for n in 0..2 {
            nodes += &format!("e{pod}{n}.kind = \"switch\"\ng{pod}{n}.kind = \"switch\"\n");
            for other in 0..2 {
                join(format!("x{pod}{n}{other}"), &format!("e{pod}{n}"), &format!("g{pod}{other}"));
                join(format!("y{pod}{n}{other}"), &format!("g{pod}{n}"), &format!("c{}", 2 * n + other));
                nodes += &format!("h{pod}{n}{other}.kind = \"host\"\n");
                join(format!("z{pod}{n}{other}"), &format!("h{pod}{n}{other}"), &format!("e{pod}{n}"));
            }
        }
    }
    let hosts: Vec<String> = (0..16).map(|n| format!("h{}{}{}", n / 4, n / 2 % 2, n % 2)).collect();
    for from in &hosts {
        for to in hosts.iter().filter(|to| *to != from) {
            flows += &format!("{from}{to} = {{ kind = \"udp\", from = {from:?}, to = {to:?} }}\n");
        }
    }
    for rule in ["first", "hash"] {
        let text = format!(
            "duration = \"1 s\"\nrouter.equal_cost = \"{rule}\"\n[nodes]\n{nodes}[links]\n{links}[flows]\n{flows}"
        );
        let network = found(&text).expect("no mistake");
        assert_eq!(network.flows.len(), 240);
        let cores = |flow: &cellwise_scenario::Flow| -> BTreeSet<usize> {
            let Leg::Links(hops) = &flow.legs[0] else { panic!("packet links") };
            hops.iter()
                .flat_map(|hop| network.links[hop.link.get()].ends.map(|node| node.get()))
                .filter(|n| *n < 4)
                .collect()
        };
        let used: BTreeSet<usize> = network.flows.iter().flat_map(cores).collect();
        assert_eq!(used.len(), if rule == "hash" { 4 } else { 1 }, "{rule}");
        let longest = network
            .flows
            .iter()
            .map(|flow| match &flow.legs[0] {
                Leg::Links(hops) => hops.len(),
                Leg::Vc { .. } => 0,
            })
            .max();
        assert_eq!(longest, Some(6));
    }
}

/// A random network of routers with a host at each, and the costs of its links in both directions.
#[derive(Clone, Debug)]
struct Graph {
    routers: usize,
    links: Vec<(usize, usize, u32, u32)>,
}

fn graphs() -> impl Strategy<Value = Graph> {
    (2usize..7).prop_flat_map(|routers| {
        let link = (0..routers, 0..routers, 1u32..5, 1u32..5);
        proptest::collection::vec(link, 1..12).prop_map(move |links| Graph {
            routers,
            links: links.into_iter().filter(|(a, b, ..)| a != b).collect(),
        })
    })
}

impl Graph {
    fn text(&self, rule: &str) -> String {
        let mut text = format!("duration = \"1 s\"\nrouter.equal_cost = \"{rule}\"\n[nodes]\n");
        text.extend((0..self.routers).map(|n| format!("r{n}.kind = \"router\"\nh{n}.kind = \"host\"\n")));
        text += "[links]\n";
        let link = |ends: [String; 2], costs: (u32, u32)| {
            format!(
                "{{ ends = {ends:?}, kind = \"raw\", rate = \"1 Gbit/s\", delay = \"0 s\", cost = {}, reverse_cost = {} }}\n",
                costs.0, costs.1
            )
        };
        for n in 0..self.routers {
            text += &format!("z{n} = {}", link([format!("h{n}"), format!("r{n}")], (1, 1)));
        }
        for (place, (a, b, there, back)) in self.links.iter().enumerate() {
            text += &format!("t{place:02} = {}", link([format!("r{a}"), format!("r{b}")], (*there, *back)));
        }
        text + &format!("[flows]\nf = {{ kind = \"udp\", from = \"h0\", to = \"h{}\" }}\n", self.routers - 1)
    }

    /// The least cost from a router to another, by trying all ways (Bellman and Ford).
    fn least(&self, from: usize, to: usize) -> Option<u32> {
        let mut costs = vec![None; self.routers];
        costs[from] = Some(0);
        for _ in 0..self.routers {
            for &(a, b, there, back) in &self.links {
                for (start, end, cost) in [(a, b, there), (b, a, back)] {
                    let whole = costs[start].map(|before: u32| before + cost);
                    if let Some(whole) = whole {
                        costs[end] = Some(costs[end].map_or(whole, |known: u32| known.min(whole)));
                    }
                }
            }
        }
        costs[to]
    }
}

fn cost_of(network: &Network, hops: &[Hop]) -> u32 {
    hops.iter().map(|hop| network.links[hop.link.get()].directions[hop.end].cost).sum()
}

proptest! {
    #[test]
    fn a_way_is_whole_and_none_is_cheaper(graph in graphs(), hashes in any::<bool>()) {
        let network = found(&graph.text(if hashes { "hash" } else { "first" }));
        let last = graph.routers - 1;
        let Some(least) = graph.least(0, last) else {
            prop_assert!(network.expect_err("nothing leads there").iter().any(|issue| issue.contains("lead there")));
            return Ok(());
        };
        let network = network.expect("no mistake");
        let flow = &network.flows[0];
        let back = flow.back.clone().unwrap_or_else(|| legs_back(&flow.legs));
        let least_back = graph.least(last, 0).expect("links go both ways");
        for (legs, hosts, least) in
            [(&flow.legs, flow.hosts, least), (&back, [flow.hosts[1], flow.hosts[0]], least_back)]
        {
            let Leg::Links(hops) = &legs[0] else { panic!("packet links") };
            let mut node = hosts[0];
            for hop in hops {
                let ends = network.links[hop.link.get()].ends;
                prop_assert_eq!(ends[hop.end], node);
                node = ends[1 - hop.end];
            }
            prop_assert_eq!(node, hosts[1]);
            prop_assert_eq!(cost_of(&network, hops), least + 2);
        }
    }
}
