//! What contracts, virtual paths and calls resolve to.

use cellwise_atm::Category;
use cellwise_atm::admission::Shortage;
use cellwise_atm::contract::ContractKind;
use cellwise_atm::signalling::Messages;
use cellwise_scenario::{
    CallOutcome, Cpu, Network, NodeKind, Place, Processing, expand, parse_json, parse_toml, resolve, to_json,
    to_toml,
};
use cellwise_units::{BitRate, Cells, Span, Time};

use crate::common::{assert_only, issues, only, replaced};

fn network(text: &str) -> Network {
    let scenario = parse_toml(text).unwrap().scenario().unwrap_or_else(|issues| panic!("{issues:#?}"));
    resolve(&scenario).unwrap()
}

const fn ms(ms: u64) -> Time {
    Time::from_ps(ms * 1_000_000_000)
}

fn rate(text: &str) -> BitRate {
    text.parse().unwrap()
}

/// Three callers at one switch, a trunk of 10 ms, three callees; a virtual path over the trunk.
const CALLS: &str = r#"
duration = "1 s"
signalling.processing = "3 ms"
[nodes]
a = { kind = "host" }
b = { kind = "host" }
c = { kind = "host" }
sw1 = { kind = "switch", buffer = "1000 cells" }
sw2 = { kind = "switch", buffer = "1000 cells" }
x = { kind = "host" }
y = { kind = "host" }
z = { kind = "host" }
[links]
a = { ends = ["a", "sw1"], rate = "100 Mbit/s", delay = "1 ms" }
b = { ends = ["b", "sw1"], rate = "100 Mbit/s", delay = "1 ms" }
c = { ends = ["c", "sw1"], rate = "100 Mbit/s", delay = "1 ms" }
trunk = { ends = ["sw1", "sw2"], rate = "100 Mbit/s", delay = "10 ms" }
x = { ends = ["sw2", "x"], rate = "100 Mbit/s", delay = "1 ms" }
y = { ends = ["sw2", "y"], rate = "100 Mbit/s", delay = "1 ms" }
z = { ends = ["sw2", "z"], rate = "100 Mbit/s", delay = "1 ms" }
[admission]
rule = "peak"
[atm]
contract = { kind = "cbr", pcr = "60 Mbit/s" }
[vcs]
ax = { path = ["a", "sw1", "sw2", "x"], switched = true, hold = "50 ms" }
by = { path = ["b", "sw1", "sw2", "y"], switched = true }
cz = { path = ["c", "sw1", "sw2", "z"], switched = true, setup_at = "88 ms" }
[flows]
ax = { vc = "ax" }
by = { vc = "by", start = "1 ms" }
cz = { vc = "cz", start = "100 ms", stop = "500 ms" }
"#;

#[test]
fn of_two_calls_one_is_refused_and_a_third_after_the_release_gets_through() {
    let network = network(CALLS);
    let outcomes: Vec<CallOutcome> = network.calls.iter().map(|call| call.outcome).collect();
    assert_eq!(network.calls.iter().map(|call| call.asked_at).collect::<Vec<_>>(), [ms(0), ms(1), ms(88)]);
    // By hand: 12 ms of links and 6 ms of switches each way.
    assert_eq!(outcomes[0], CallOutcome::Connected { at: ms(36), released_at: Some(ms(86)) });
    // At the first switch from 2 ms, which works on the SETUP of the first from 1 to 4: done at 7.
    let trunk = network.links.iter().position(|link| link.name == "trunk").unwrap();
    let sw1 = network.nodes.iter().position(|node| node.name == "sw1").unwrap();
    let CallOutcome::Refused { at, node, place, shortage } = outcomes[1] else { panic!("{outcomes:?}") };
    assert_eq!((at, node.get()), (ms(8), sw1));
    assert!(matches!(place, Place::Port { link, end: 0 } if link.get() == trunk));
    let expected = Shortage {
        capacity: rate("100 Mbit/s"),
        taken: rate("60 Mbit/s"),
        asked: rate("60 Mbit/s"),
        missing: rate("20 Mbit/s"),
    };
    assert_eq!(shortage, expected);
    // RELEASE of the first is done at switch 1 at 90; SETUP of the third comes at 89.
    assert_eq!(outcomes[2], CallOutcome::Connected { at: ms(125), released_at: Some(ms(500)) });
    assert_eq!(network.calls[0].messages, Messages { setup: 3, connect: 3, release: 3, release_complete: 0 });
}

#[test]
fn flows_send_only_while_their_call_is_connected() {
    let network = network(CALLS);
    let times: Vec<_> = network.flows.iter().map(|flow| (flow.start, flow.stop)).collect();
    assert_eq!(times, [(ms(36), Some(ms(86))), (Time::NEVER, None), (ms(125), Some(ms(500)))]);
}

#[test]
fn without_admission_every_call_gets_through() {
    let text = replaced(CALLS, "rule = \"peak\"", "rule = \"none\"");
    assert!(network(&text).calls.iter().all(|call| matches!(call.outcome, CallOutcome::Connected { .. })));
}

#[test]
fn a_switch_of_its_own_speed_takes_its_own_time() {
    let text = replaced(
        CALLS,
        "sw2 = { kind = \"switch\"",
        "sw2 = { kind = \"switch\", signalling_processing = \"0 s\"",
    );
    let CallOutcome::Connected { at, .. } = network(&text).calls[0].outcome else { panic!("refused") };
    assert_eq!(at, ms(30));
}

#[test]
fn the_keys_of_calls_are_checked() {
    for (from, to, path, part) in [
        ("switched = true, hold = \"50 ms\"", "hold = \"50 ms\"", "vcs.ax.hold", "give switched = true"),
        ("setup_at = \"88 ms\"", "setup_at = \"2 s\"", "vcs.cz.setup_at", "before the end of the run"),
        ("by = { vc = \"by\", start = \"1 ms\" }", "", "vcs.by.setup_at", "no flow says when"),
        ("processing = \"3 ms\"", "processing = \"1 min\"", "signalling.processing", "at most 10 s"),
        ("rule = \"peak\"", "rule = \"peek\"", "admission.rule", "did you mean \"peak\"?"),
        ("rule = \"peak\"", "rule = \"peak\"\nlink_share = 0", "admission.link_share", "above 0"),
        ("rule = \"peak\"", "rule = \"peak\"\ncell_loss_ratio = 1.0", "admission.cell_loss_ratio", "below 1"),
    ] {
        assert_only(&replaced(CALLS, from, to), path, part);
    }
}

/// Two permanent connections over the trunk.
fn permanent() -> String {
    let text = replaced(
        CALLS,
        "switched = true, hold = \"50 ms\" }",
        "contract = { kind = \"cbr\", pcr = \"60 Mbit/s\" } }",
    );
    let text = replaced(&text, "switched = true }", "contract = { kind = \"cbr\", pcr = \"50 Mbit/s\" } }");
    replaced(&text, "switched = true, setup_at = \"88 ms\" }", "category = \"ubr\" }")
}

#[test]
fn a_permanent_connection_that_is_refused_names_the_link_and_what_is_missing() {
    let (path, message) = only(&permanent());
    assert_eq!(path, "vcs.by.contract");
    assert_eq!(
        message,
        "vcs.by.contract: is refused by admission on link trunk at port sw1.trunk: 100 Mbit/s may be promised, \
         60 Mbit/s is taken, 50 Mbit/s is asked, 10 Mbit/s is missing"
    );
    assert_eq!(issues(&replaced(&permanent(), "pcr = \"50 Mbit/s\"", "pcr = \"40 Mbit/s\"")), []);
    let half = replaced(&permanent(), "rule = \"peak\"", "rule = \"peak\"\nlink_share = 0.5");
    let message = issues(&half)[0].to_string();
    assert!(
        message.contains("link a at port a.nic: 50 Mbit/s may be promised, 0 bit/s is taken"),
        "{message}"
    );
}

#[test]
fn equivalent_capacity_admits_what_peak_allocation_refuses() {
    let vbr =
        "contract = { kind = \"vbr.1\", pcr = \"60 Mbit/s\", scr = \"10 Mbit/s\", mbs = \"100 cells\" } }";
    let text = replaced(&permanent(), "contract = { kind = \"cbr\", pcr = \"60 Mbit/s\" } }", vbr);
    let text = replaced(&text, "contract = { kind = \"cbr\", pcr = \"50 Mbit/s\" } }", vbr);
    assert_only(&text, "vcs.by.contract", "60 Mbit/s is asked, 20 Mbit/s is missing");
    assert_eq!(issues(&replaced(&text, "\"peak\"", "\"equivalent-capacity\"")), []);
}

#[test]
fn admission_must_know_what_connections_of_a_guaranteed_category_send() {
    let text = replaced(&permanent(), "category = \"ubr\" }", "category = \"rt-vbr\" }");
    let text = replaced(&text, "pcr = \"50 Mbit/s\"", "pcr = \"40 Mbit/s\"");
    assert_only(
        &text,
        "vcs.cz.contract",
        "admission must know what a connection of category \"rt-vbr\" sends",
    );
}

#[test]
fn minimum_rates_of_abr_connections_are_promised_by_admission() {
    let text = "topology = { template = \"two-node\", sources = 3 }\natm.category = \"abr\"\n\
                switch.rate_rule = { rule = \"efci\" }\nadmission.rule = \"peak\"\nabr.mcr = \"50 Mbit/s\"\n";
    let (path, message) = only(text);
    assert_eq!(path, "vcs.vc3");
    assert!(
        message.ends_with(
            "149.76 Mbit/s may be promised, 100 Mbit/s is taken, 50 Mbit/s is asked, 240 kbit/s is missing"
        ),
        "{message}"
    );
}

/// The calls again, within a virtual path of 70 Mbit/s over the trunk.
fn with_path(keys: &str) -> String {
    let path = format!(
        "[vps]\np = {{ path = [\"sw1\", \"sw2\"], contract = {{ kind = \"cbr\", pcr = \"70 Mbit/s\" }}{keys} }}\n[vcs]"
    );
    let text = replaced(CALLS, "[vcs]", &path);
    text.replace("\"sw2\", \"x\"], s", "\"sw2\", \"x\"], vp = \"p\", s")
        .replace("\"sw2\", \"y\"], s", "\"sw2\", \"y\"], vp = \"p\", s")
}

#[test]
fn connections_in_a_path_are_admitted_against_the_path() {
    let text = with_path(", policing = { kind = \"cell\" }");
    let network = network(&text);
    let CallOutcome::Refused { place, shortage, .. } = network.calls[1].outcome else { panic!("connected") };
    assert!(matches!(place, Place::Vp { vp, direction: 0 } if vp.get() == 0));
    assert_eq!((shortage.capacity, shortage.missing), (rate("70 Mbit/s"), rate("50 Mbit/s")));
    // The path has taken 70 of the trunk's 100 Mbit/s, so the third is refused there.
    let CallOutcome::Refused { place, shortage, .. } = network.calls[2].outcome else { panic!("connected") };
    assert!(matches!(place, Place::Port { .. }));
    assert_eq!((shortage.taken, shortage.missing), (rate("70 Mbit/s"), rate("30 Mbit/s")));
    let path = &network.vps[0];
    assert_eq!(path.members.iter().map(|vc| vc.get()).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(path.contracts[1].pcr, rate("70 Mbit/s"));
    assert!(path.policing.is_some());
    let part = network.vcs[0].vp.unwrap();
    assert_eq!((part.vp.get(), part.first_hop), (0, 1));
    assert_eq!(network.vcs[2].vp, None);
}

#[test]
fn a_path_is_a_part_of_its_connections_and_has_a_contract() {
    let cases = [
        ("vp = \"p\"", "vp = \"q\"", "vcs.ax.vp", "unknown virtual path"),
        (
            "path = [\"sw1\", \"sw2\"]",
            "path = [\"sw2\", \"sw1\"]",
            "vcs.ax.vp",
            "not a part of the connection's path",
        ),
        ("path = [\"sw1\", \"sw2\"]", "path = [\"a\", \"sw1\", \"sw2\"]", "vcs.by.vp", "not a part"),
        (
            ", contract = { kind = \"cbr\", pcr = \"70 Mbit/s\" }",
            "",
            "vps.p.contract",
            "is missing; a virtual path",
        ),
        (
            "contract = { kind = \"cbr\", pcr = \"70 Mbit/s\" }",
            "contract = { kind = \"abr\" }",
            "vps.p.contract.kind",
            "no contract for virtual paths",
        ),
        ("pcr = \"70 Mbit/s\"", "pcr = \"120 Mbit/s\"", "vps.p.contract.pcr", "the rate of link trunk"),
        (
            "pcr = \"70 Mbit/s\" }",
            "pcr = \"70 Mbit/s\" }, policing = { kind = \"ppd\" }",
            "vps.p.policing.kind",
            "goes by frames",
        ),
        (
            "contract = { kind = \"cbr\", pcr = \"70 Mbit/s\" }",
            "contract = { kind = \"vbr.1\", scr = \"7 Mbit/s\", mbs = \"9 cells\" }, shaping = { kind = \"frame\" }",
            "vps.p.shaping.kind",
            "goes by frames",
        ),
        ("path = [\"sw1\", \"sw2\"]", "path = [\"sw1\", \"sw3\"]", "vps.p.path[1]", "unknown node"),
    ];
    for (from, to, path, part) in cases {
        let text = replaced(&with_path(""), from, to);
        let found: Vec<_> =
            issues(&text).into_iter().map(|issue| (issue.path.clone(), issue.to_string())).collect();
        assert!(found.iter().any(|(at, message)| at == path && message.contains(part)), "{to}: {found:#?}");
    }
}

#[test]
fn a_path_that_its_links_cannot_carry_is_refused() {
    let two = replaced(
        &with_path(""),
        "[vps]\n",
        "[vps]\no = { path = [\"sw1\", \"sw2\"], contract = { kind = \"cbr\", pcr = \"40 Mbit/s\" } }\n",
    );
    assert_only(&two, "vps.p.contract", "40 Mbit/s is taken, 70 Mbit/s is asked, 10 Mbit/s is missing");
}

#[test]
fn a_policed_vc_is_the_connection_of_the_measurements() {
    let network =
        network("topology = { template = \"policed-vc\", connections = 2 }\natm.max_sdu = \"9196 bytes\"\n");
    let names: Vec<&str> = network.flows.iter().map(|flow| flow.name.as_str()).collect();
    assert_eq!(names, ["tcp1", "tcp2"]);
    let [vc] = network.vcs.as_slice() else { panic!("{:?}", network.vcs) };
    assert_eq!((vc.hops.len(), vc.category), (2, Category::NrtVbr));
    for contract in &vc.contracts {
        let contract = contract.as_ref().unwrap();
        assert_eq!((contract.kind, contract.pcr), (ContractKind::Vbr1, rate("155.52 Mbit/s")));
        let sustained = contract.sustained.unwrap();
        assert_eq!((sustained.rate, sustained.mbs), (rate("10 Mbit/s"), Cells::new(1000)));
    }
    assert_eq!(vc.policing.as_ref().map(|policer| policer.name()), Some("cell"));
    assert_eq!((vc.shaping.is_some(), vc.driver_queue), (false, None));
}

#[test]
fn a_second_link_with_cross_traffic_can_be_added() {
    let text = "topology = { template = \"policed-vc\", trunk_rate = \"50 Mbit/s\", contract = \"uni3.0-b\", \
                tagging = \"preventive\", cross = { pattern = \"constant\", rate = \"45 Mbit/s\" } }\n";
    let network = network(text);
    let ports: Vec<&str> = network.links.iter().map(|link| link.directions[0].port_name.as_str()).collect();
    assert_eq!(ports, ["h1.nic", "sw1.trunk", "sw2.h2", "b1.nic", "sw2.c1"]);
    assert_eq!(network.vcs[0].contracts[0].as_ref().unwrap().kind, ContractKind::Vbr3);
    assert_eq!((network.flows[1].name.as_str(), network.vcs[1].category), ("cross", Category::Ubr));
}

#[test]
fn the_parameters_of_a_policed_vc_are_refused_where_they_stand() {
    let with = |keys: &str| format!("topology = {{ template = \"policed-vc\", {keys} }}\n");
    for (keys, path, part) in [
        ("connections = 0", "topology.connections", "from 1 to 1000"),
        ("scr = \"200 Mbit/s\"", "topology.scr", "rate of link h1"),
        ("pcr = \"5 Mbit/s\"", "topology.scr", "at most pcr (5 Mbit/s)"),
        ("mbs = \"0 cells\"", "topology.mbs", "1 cell"),
        ("trunk_rate = \"5 Mbit/s\"", "topology.scr", "rate of link trunk"),
        ("contract = \"abr\"", "topology.contract", "another kind"),
        ("contract = \"gfr.1\"", "topology.mbs", "a frame of max_sdu"),
        ("contract = \"ubr\", tagging = \"preventive\"", "topology.tagging", "sustainable rate"),
        ("contract = \"cbr\", shaping = { kind = \"frame\" }", "topology.shaping.kind", "sustainable rate"),
        ("policing = { kind = \"epd\" }", "topology.policing.kind", "1366 cells"),
        ("cross = { pattern = \"constant\" }", "topology.cross", "give trunk_rate"),
        (
            "trunk_rate = \"50 Mbit/s\", cross = { pattern = \"constant\", rate = \"0 bit/s\" }",
            "topology.cross.rate",
            "",
        ),
    ] {
        assert_only(&with(keys), path, part);
    }
}

#[test]
fn hosts_as_measured_keep_their_costs_and_queues() {
    let text = "topology.template = \"policed-vc\"\n[host]\nreceive_queue = 50\ncpu = \"shared\"\n\
                send_processing = { base = \"267 us\", per_byte = \"68.9 ns\", jitter = \"10 us\" }\n";
    let network = network(text);
    let NodeKind::Host(host) = &network.nodes[1].kind else { panic!("{:?}", network.nodes) };
    let us = |us: u64| Span::from_ps(us * 1_000_000);
    let by_size = Processing::BySize { base: us(267), per_byte: Span::from_ps(68_900), jitter: us(10) };
    assert_eq!((host.send_processing, host.receive_queue, host.cpu), (by_size, Some(50), Cpu::Shared));
}

#[test]
fn what_is_written_of_all_this_survives_both_notations_and_expansion() {
    let texts = [
        CALLS.to_owned(),
        with_path(", policing = { kind = \"cell\" }, shaping = { kind = \"peak\" }"),
        "topology = { template = \"policed-vc\", contract = \"gfr.2\", mfs = \"200 cells\", policed = false, \
         shaping = { kind = \"frame\" }, tagging = \"preventive\", trunk_rate = \"50 Mbit/s\", \
         cross = { pattern = \"constant\" } }\nswitch = { clp1_threshold = \"9 cells\", \
         drop = { policy = \"clp-epd\", low = \"9 cells\", high = \"10 cells\" } }\natm.driver_queue = 3\n\
         host.send_processing = { base = \"1 us\", per_byte = \"1 ns\" }\n"
            .to_owned(),
    ];
    for text in texts {
        let scenario = parse_toml(&text).unwrap().scenario().unwrap_or_else(|issues| panic!("{issues:#?}"));
        let expanded = expand(&scenario);
        assert_eq!(expand(&expanded), expanded);
        assert_eq!(resolve(&expanded), resolve(&scenario));
        for original in [&scenario, &expanded] {
            let written = to_toml(original);
            let again = parse_toml(&written).unwrap().scenario().unwrap();
            assert_eq!((&again, to_toml(&again)), (original, written));
            assert_eq!(&parse_json(&to_json(original)).unwrap().scenario().unwrap(), original);
        }
    }
}
