//! What is refused about packet links and packet queues, with path, value and rule.

use cellwise_scenario::{Direction, Network, parse_toml, resolve};

fn found(text: &str) -> Result<Network, Vec<String>> {
    let shown = |issues: Vec<cellwise_scenario::Issue>| issues.iter().map(ToString::to_string).collect();
    parse_toml(text).and_then(|document| resolve(&document.scenario()?)).map_err(shown)
}

/// Two hosts behind two routers, with keys of the link between.
fn text(trunk: &str, more: &str) -> String {
    format!(
        r#"
duration = "1 s"
{more}
[nodes]
a.kind = "host"
b.kind = "host"
r.kind = "router"
q.kind = "router"
[links]
la = {{ ends = ["a", "r"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms" }}
trunk = {{ ends = ["r", "q"], rate = "10 Mbit/s", delay = "1 ms", {trunk} }}
lb = {{ ends = ["q", "b"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms" }}
[flows]
f = {{ from = "a", to = "b" }}
"#
    )
}

fn issues(trunk: &str, more: &str) -> Vec<String> {
    found(&text(trunk, more)).expect_err("the scenario has a mistake")
}

fn assert_reported(found: &[String], parts: &[&str]) {
    assert!(
        found.iter().any(|issue| parts.iter().all(|part| issue.contains(part))),
        "{parts:?} in {found:#?}"
    );
}

#[test]
fn a_network_of_packet_links_needs_no_virtual_connection() {
    let network = found(&text("kind = \"ptm\"", "")).expect("the scenario has no mistake");
    assert_eq!((network.vcs.len(), network.flows[0].legs.len(), network.flows[0].vc()), (0, 1, None));
}

#[test]
fn a_packet_that_does_not_fit_the_mtu_is_reported_with_the_link() {
    let issues = issues("kind = \"ethernet\", mtu = \"576 bytes\"", "tcp.mss = \"1460 bytes\"");
    assert_reported(&issues, &["tcp.mss", "1460 bytes", "536 bytes", "mtu of link trunk"]);
}

#[test]
fn an_mtu_that_no_frame_holds_is_reported() {
    let issues = issues("kind = \"ethernet\", ethernet = { pppoe = true }, mtu = \"1500 bytes\"", "");
    assert_reported(&issues, &["links.trunk.mtu", "1500", "1492"]);
}

#[test]
fn keys_of_another_kind_of_link_are_reported() {
    let issues = issues("kind = \"ethernet\", ptm = { pppoe = true }", "");
    assert_reported(&issues, &["links.trunk.ptm", "kind \"ptm\"", "\"ethernet\""]);
}

#[test]
fn a_queue_for_nothing_is_reported() {
    let issues = issues("kind = \"raw\", queue = { discipline = \"tail\", limit = \"0 packets\" }", "");
    assert_reported(&issues, &["links.trunk.queue.limit", "0 packets", "zero"]);
}

/// The same with a queue of the node `r`.
fn with_queue_of_node(text: &str, queue: &str) -> String {
    text.replace("\nr.kind =", &format!("\nr.queue = {{ {queue} }}\nr.kind ="))
}

#[test]
fn the_queue_of_a_node_is_that_of_its_packet_links_unless_a_link_has_its_own() {
    let disciplines = |trunk: &str| {
        let text = with_queue_of_node(
            &text(trunk, "packet.queue = { discipline = \"codel\" }"),
            "discipline = \"fq-codel\"",
        );
        let links = found(&text).expect("the scenario has no mistake").links;
        links.iter().map(|link| link.directions.each_ref().map(discipline)).collect::<Vec<_>>()
    };
    let [usual, of_node, own] = ["codel", "fq-codel", "pie"];
    assert_eq!(disciplines("kind = \"raw\""), [[usual, of_node], [of_node, usual], [usual, usual]]);
    let given = disciplines("kind = \"raw\", queue = { discipline = \"pie\" }");
    assert_eq!(given, [[usual, of_node], [own, own], [usual, usual]]);
}

fn discipline(direction: &Direction) -> &'static str {
    direction.packet_queue.as_ref().map_or("", |queue| queue.name())
}

#[test]
fn a_wrong_queue_of_a_node_is_reported_there_and_so_is_one_without_packet_links() {
    let wrong =
        with_queue_of_node(&text("kind = \"raw\"", ""), "discipline = \"tail\", limit = \"100 bytes\"");
    assert_reported(&found(&wrong).unwrap_err(), &["nodes.r.queue.limit", "100 bytes", "longest packet"]);
    let cells = "duration = \"1 s\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\nr.kind = \"router\"\n[links]\n\
                 la = { ends = [\"a\", \"r\"], rate = \"1 Mbit/s\", delay = \"1 ms\" }\n\
                 lb = { ends = [\"b\", \"r\"], rate = \"1 Mbit/s\", delay = \"1 ms\" }\n";
    for text in [cells.to_owned(), cells.replace("router", "switch")] {
        let text = with_queue_of_node(&text, "discipline = \"pie\"");
        assert_reported(&found(&text).unwrap_err(), &["nodes.r.queue", "nodes with packet links"]);
    }
}

#[test]
fn a_discipline_that_is_misspelt_is_reported_with_the_nearest() {
    let issues = issues("kind = \"raw\", queue = { discipline = \"fq_codel\" }", "");
    assert_reported(&issues, &["links.trunk.queue.discipline", "fq-codel"]);
}

#[test]
fn a_trace_that_never_delivers_is_reported() {
    let issues = issues("kind = \"raw\", line = { line = \"trace\", opportunities_ms = [0] }", "");
    assert_reported(&issues, &["links.trunk.line.opportunities_ms"]);
}

#[test]
fn errors_of_cells_are_none_of_packets() {
    let issues = issues("kind = \"raw\", errors = { model = \"independent\", cell_error_ratio = 0.1 }", "");
    assert_reported(&issues, &["links.trunk.errors", "carry cells"]);
}

#[test]
fn jitter_that_makes_no_sense_is_reported() {
    let of_packets = |keys: &str| issues(&format!("kind = \"raw\", {keys}"), "");
    assert_reported(
        &of_packets("jitter = { distribution = \"uniform\", least = \"2 ms\", most = \"1 ms\" }"),
        &["links.trunk.jitter.least", "1 ms"],
    );
    assert_reported(
        &of_packets("jitter = { distribution = \"norml\" }"),
        &["links.trunk.jitter.distribution", "normal"],
    );
    assert_reported(
        &of_packets("reverse_delay = \"0 s\", jitter = \"1 ms\", keeps_order = false"),
        &["links.trunk.keeps_order", "above 0"],
    );
    let of_cells = issues("jitter = { distribution = \"normal\" }, keeps_order = false", "");
    assert_reported(&of_cells, &["links.trunk.jitter", "\"normal\"", "carry packets"]);
    assert_reported(&of_cells, &["links.trunk.keeps_order", "carry packets"]);
}

#[test]
fn duplicates_that_make_no_sense_are_reported() {
    let of_packets = |keys: &str| issues(&format!("kind = \"raw\", {keys}"), "");
    assert_reported(
        &of_packets("duplicate_ratio = 1.5"),
        &["links.trunk.duplicate_ratio", "1.5", "from 0 to 1"],
    );
    assert_reported(
        &of_packets("reverse_duplicate_ratio = -1"),
        &["links.trunk.reverse_duplicate_ratio", "-1"],
    );
    assert_reported(
        &of_packets("duplicate_ratios = 0.5"),
        &["links.trunk.duplicate_ratios", "duplicate_ratio"],
    );
    let of_cells = issues("duplicate_ratio = 0.5", "");
    assert_reported(&of_cells, &["links.trunk.duplicate_ratio", "carry packets"]);
}

#[test]
fn scripted_losses_of_flows_that_make_no_sense_are_reported() {
    let scripted = |flows: &str| {
        format!("kind = \"raw\", packet_errors = {{ model = \"scripted\", flows = [{flows}] }}")
    };
    let of_packets = |flows: &str| issues(&scripted(flows), "");
    assert_reported(
        &of_packets("{ flow = \"f\", packets = [2] }, { flow = \"ff\", packets = [1] }"),
        &["links.trunk.packet_errors.flows[1].flow", "\"ff\"", "unknown flow", "did you mean \"f\"?"],
    );
    assert_reported(
        &of_packets("{ flow = \"f\", packets = [3, 3] }"),
        &["links.trunk.packet_errors.flows[0].packets[1]", "3", "above the one before"],
    );
    assert_reported(
        &of_packets("{ flow = \"f\", packets = [3] }, { flow = \"f\", packets = [4] }"),
        &["links.trunk.packet_errors.flows[1].flow", "flows[0] already"],
    );
    assert_reported(&of_packets("{ packets = [3] }"), &["links.trunk.packet_errors", "flow"]);
    let reverse = "kind = \"raw\", reverse_packet_errors = { model = \"scripted\", flows = [{ flow = \"g\", packets = [1] }] }";
    assert_reported(&issues(reverse, ""), &["links.trunk.reverse_packet_errors.flows[0].flow", "\"g\""]);
}

#[test]
fn a_flow_whose_packets_never_come_is_warned_about() {
    let scripted =
        "kind = \"raw\", packet_errors = { model = \"scripted\", flows = [{ flow = \"f\", packets = [2] }] }";
    let text = text(scripted, "").replace(
        "[flows]",
        "lc = { ends = [\"r\", \"c\"], kind = \"raw\", rate = \"1 Mbit/s\", delay = \"0 s\" }\n[flows]",
    );
    let text = text.replace("[links]", "c.kind = \"host\"\n[links]");
    let warnings_of = |text: &str| {
        let scenario = parse_toml(text).expect("TOML").scenario().expect("a scenario");
        let shown = cellwise_scenario::warnings(&scenario).into_iter().map(|issue| issue.to_string());
        shown.collect::<Vec<_>>()
    };
    assert_eq!(warnings_of(&text), Vec::<String>::new());
    let elsewhere = warnings_of(&text.replace("to = \"b\"", "to = \"c\""));
    assert_reported(&elsewhere, &["links.trunk.packet_errors.flows[0].flow", "\"f\"", "does not pass trunk"]);
}

#[test]
fn outages_that_make_no_sense_are_reported() {
    let of_packets = |keys: &str| issues(&format!("kind = \"raw\", {keys}"), "");
    assert_reported(
        &of_packets("outages = [{ from = \"2 s\", until = \"1 s\" }]"),
        &["links.trunk.outages[0].until", "1 s", "after 2 s"],
    );
    assert_reported(
        &of_packets("reverse_outages = [{ from = \"2 s\", until = \"3 s\" }, { from = \"3 s\" }]"),
        &["links.trunk.reverse_outages[1].from", "after 3 s"],
    );
    assert_reported(&of_packets("outages = [{ until = \"1 s\" }]"), &["links.trunk.outages", "from"]);
    let of_cells = issues("outages = [{ from = \"1 s\" }]", "");
    assert_reported(&of_cells, &["links.trunk.outages", "carry packets"]);
}

#[test]
fn a_flow_that_no_link_leads_to_is_reported() {
    let text = text("kind = \"raw\"", "").replace("to = \"b\"", "to = \"c\"").replace(
        "[links]",
        "c.kind = \"host\"\ns.kind = \"switch\"\n[links]\nlc = { ends = [\"c\", \"s\"], rate = \"1 Mbit/s\", delay = \"0 s\" }",
    );
    let issues = found(&text).expect_err("nothing leads there");
    assert_reported(&issues, &["flows.f.to", "\"c\"", "lead there from a"]);
}

#[test]
fn a_flow_to_the_host_that_it_comes_from_is_refused_for_that() {
    let issues =
        found(&text("kind = \"raw\"", "").replace("to = \"b\"", "to = \"a\"")).expect_err("it goes nowhere");
    assert_reported(&issues, &["flows.f.to", "\"a\"", "is the host that the flow comes from"]);
}

#[test]
fn a_line_is_checked_for_the_rate_of_each_direction() {
    let issues = issues(
        "kind = \"raw\", reverse_rate = \"20 Mbit/s\", line = { line = \"retransmission\", outlet_rate = \"15 Mbit/s\" }",
        "",
    );
    assert_reported(&issues, &["links.trunk.line.outlet_rate", "15 Mbit/s", "20 Mbit/s"]);
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let issues = issues(
        "kind = \"ethernet\", mtu = \"20 kB\", queue = { discipline = \"tail\", limit = \"100 bytes\" }, \
         packet_errors = { model = \"independent\", packet_error_ratio = 0.1 }",
        "",
    );
    assert_reported(&issues, &["links.trunk.mtu"]);
    assert_reported(&issues, &["links.trunk.queue.limit", "100 bytes", "longest packet"]);
}

#[test]
fn a_packet_queue_stands_where_packets_wait_and_nowhere_else() {
    let issues = found(
        r#"
duration = "1 s"
[nodes]
a.kind = "host"
b.kind = "host"
s.kind = "switch"
t.kind = "switch"
[links]
la = { ends = ["a", "s"], rate = "10 Mbit/s", delay = "1 ms", queue = { discipline = "codel" } }
m = { ends = ["s", "t"], rate = "10 Mbit/s", delay = "1 ms", queue = { discipline = "codel" } }
lb = { ends = ["t", "b"], rate = "10 Mbit/s", delay = "1 ms", queue = { discipline = "codel" } }
[vcs]
v = { path = ["a", "s", "t", "b"], category = "abr" }
[flows]
f.vc = "v"
"#,
    )
    .expect_err("the queues are misplaced");
    assert_reported(&issues, &["links.m.queue", "two switches"]);
    assert_reported(&issues, &["links.la.queue", "category \"abr\""]);
    assert_reported(&issues, &["links.lb.queue", "category \"abr\""]);
}

/// A LAN of two hosts at a switch, with more keys of the switch and of the link to `b`.
fn lan(switch: &str, kind_of_b: &str) -> String {
    format!(
        r#"
duration = "1 s"
[nodes]
a.kind = "host"
b.kind = "host"
sw = {{ kind = "switch"{switch} }}
[links]
la = {{ ends = ["a", "sw"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 us" }}
lb = {{ ends = ["sw", "b"], {kind_of_b}rate = "10 Mbit/s", delay = "1 us" }}
[flows]
f = {{ from = "a", to = "b" }}
"#
    )
}

#[test]
fn a_switch_of_packet_links_alone_switches_packets() {
    let network = found(&lan("", "kind = \"ethernet\", ")).expect("the scenario has no mistake");
    let ports: Vec<_> = network.links[1].directions.iter().map(|end| end.port_name.as_str()).collect();
    assert_eq!(ports, ["sw.lb", "b.nic"]);
    assert!(network.links[1].directions[0].packet_queue.is_some());
}

#[test]
fn a_switch_switches_cells_or_packets_and_not_both() {
    let issues = found(&lan("", "")).expect_err("links of both kinds");
    assert_reported(&issues, &["links.la.kind", "switches cells or packets, not both", "router"]);
}

#[test]
fn a_switch_of_packets_has_no_queue_of_cells() {
    let issues =
        found(&lan(", buffer = \"100 cells\"", "kind = \"ethernet\", ")).expect_err("a buffer of cells");
    assert_reported(&issues, &["nodes.sw.buffer", "is for switches of cells", "`queue` of its links"]);
}

#[test]
fn an_incomplete_link_is_reported_without_the_flow_outside_that_it_carries() {
    let text = "duration = \"1 s\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n[links.l]\nkind = \"raw\"\n\
                ends = [\"a\", \"b\"]\nrate = \"8 Mbit/s\"\n[flows]\nf = { kind = \"outside\", from = \"a\", to = \"b\" }\n";
    assert_eq!(found(text).unwrap_err(), ["links.l.delay: is missing; give a time such as \"5 us\""]);
}
