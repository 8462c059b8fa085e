//! Packet links: closed forms, conservation, and that reference mode and threads agree.

use cellwise_net::Outcome;
use cellwise_packet::framing;
use cellwise_scenario::Network;

use crate::common::networks::Dumbbell;
use crate::common::{count, differences, network, real, run, run_network};

/// Two hosts at each side of two routers, and what joins the routers.
pub(crate) fn two_sides(trunk: &str, more: &str) -> String {
    let edge = r#"kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms""#;
    let farther = edge.replace("1 ms", "2 ms");
    let network = Dumbbell {
        settings: &format!(
            "duration = \"4 s\"\ntcp.mss = \"1460 bytes\"\ntcp.receive_window = \"65535 bytes\"\n{more}"
        ),
        sides: [&[("s1", edge), ("s2", edge)], &[("d1", edge), ("d2", &farther)]],
        trunk: &format!(r#"rate = "10 Mbit/s", delay = "10 ms", {trunk}"#),
        flows: r#"
f1 = { from = "s1", to = "d1" }
f2 = { from = "s2", to = "d2", start = "30 ms" }
back = { from = "d1", to = "s2", size = "300 kB" }
"#,
    };
    network.text()
}

/// One host, a link, another host; a stream of datagrams.
pub(crate) fn stream(link: &str, udp: &str) -> String {
    format!(
        r#"
duration = "1 s"
udp = {udp}
[nodes]
s.kind = "host"
d.kind = "host"
[links]
line = {{ ends = ["s", "d"], delay = "3 ms", {link} }}
[flows]
f = {{ kind = "udp", from = "s", to = "d" }}
"#
    )
}

/// A queue of every discipline.
pub(crate) const QUEUES: [&str; 11] = [
    "{ discipline = \"tail\", limit = \"20 packets\" }",
    "{ discipline = \"head-drop\", limit = \"30 kB\" }",
    "{ discipline = \"red\", limit = \"20 packets\" }",
    "{ discipline = \"codel\", limit = \"20 packets\" }",
    "{ discipline = \"fq-codel\", limit = \"20 packets\" }",
    "{ discipline = \"drr\", limit = \"20 packets\" }",
    "{ discipline = \"priority\" }",
    "{ discipline = \"pie\", limit = \"20 packets\" }",
    "{ discipline = \"fq-pie\", limit = \"20 packets\" }",
    "{ discipline = \"dualpi2\", limit = \"20 packets\" }",
    "{ discipline = \"cake\", bandwidth = \"8 Mbit/s\" }",
];

pub(crate) fn assert_reference_agrees(text: &str) -> Outcome {
    let fast = run(text);
    let exact = run_network(Network { reference: true, ..network(text) });
    assert_eq!(differences(&fast, &exact), Vec::<String>::new(), "{text}");
    fast
}

#[test]
fn transfers_in_every_framing_agree_with_reference_mode() {
    for queue in QUEUES {
        for kind in framing::catalogue().into_iter().map(|row| row.name) {
            let outcome =
                assert_reference_agrees(&two_sides(&format!("kind = \"{kind}\", queue = {queue}"), ""));
            assert!(outcome.packet_audit.sent > 0 && outcome.audit.sent == 0, "{:?}", outcome.packet_audit);
            assert!(count(&outcome.flows, "f1", "delivered_bytes") > 100_000);
        }
    }
}

#[test]
fn the_measured_time_leaves_out_the_warm_up_in_both_modes() {
    let queue = "kind = \"ethernet\", queue = { discipline = \"tail\", limit = \"20 packets\" }";
    let outcome = assert_reference_agrees(&two_sides(queue, "warmup = \"1.7 s\""));
    let sent = outcome.queues.counts("sent_bytes")[crate::common::row(&outcome.queues, "r.trunk")];
    let whole = run(&two_sides(queue, ""));
    let in_all = whole.queues.counts("sent_bytes")[crate::common::row(&whole.queues, "r.trunk")];
    // 1514 of the 1538 octets on the wire count, for 2.3 s.
    let most = 10e6 / 8.0 * 2.3 * 1514.0 / 1538.0;
    assert!(0 < sent && sent < in_all && (sent as f64) < 1.001 * most, "{sent} of {in_all} and {most}");
}

#[test]
fn a_constant_stream_on_an_idle_link_takes_sending_and_propagation_and_nothing_else() {
    // 1472 octets of data: 1500 of IP, 1538 on the wire, 1.2304 ms at 10 Mbit/s.
    let text = stream(
        "kind = \"ethernet\", rate = \"10 Mbit/s\"",
        "{ payload = \"1472 bytes\", rate = \"1 Mbit/s\" }",
    );
    let outcome = assert_reference_agrees(&text);
    for column in ["delay_min_s", "delay_mean_s", "delay_max_s"] {
        assert!((real(&outcome.flows, "f", column) - 0.0042304).abs() < 1e-15, "{column}");
    }
    assert_eq!(outcome.queues.reals("sojourn_max_s"), [0.0]);
    // 1472 octets each 11.776 ms.
    let used = outcome.packet_ports.reals("utilisation")[0];
    assert!((used - 0.0012304 / 0.011776).abs() < 1.3e-3, "{used}");
}

#[test]
fn a_stream_at_twice_the_rate_of_the_link_loses_half_and_the_rest_waits_for_a_full_queue() {
    // D/D/1/K: 1538 octets each 0.6152 ms come, each 1.2304 ms goes; K = 10 wait.
    let text = stream(
        "kind = \"ethernet\", rate = \"10 Mbit/s\", queue = { discipline = \"tail\", limit = \"10 packets\" }",
        "{ payload = \"1472 bytes\", rate = \"19.141742522756827 Mbit/s\" }",
    )
    .replace("19.141742522756827 Mbit/s", "19141742 bit/s");
    let outcome = assert_reference_agrees(&text);
    let row = crate::common::row(&outcome.queues, "s.nic");
    let sent = outcome.queues.counts("sent_packets")[row];
    assert_eq!(sent, (1.0f64 / 0.0012304).floor() as u64 + 1);
    assert!(
        (real(&outcome.packet_ports, "s.nic", "utilisation") - 1.0).abs() < 1e-12,
        "taken from 0 to the end"
    );
    assert_eq!(count(&outcome.packet_ports, "s.nic", "queue_max_waiting_packets"), 10);
    let dropped = outcome.queues.counts("dropped_queue_limit_packets")[row];
    assert!(dropped.abs_diff(sent) <= 12, "{dropped} {sent}");
    // One that finds 9 waiting and one in service waits for between 9 and 10 services.
    let longest = outcome.queues.reals("sojourn_max_s")[row];
    assert!(longest > 9.0 * 0.0012304 && longest <= 10.0 * 0.0012304, "{longest}");
}

#[test]
fn pppoe_over_ethernet_meets_a_line_of_cells_in_the_modem() {
    let text = r#"
duration = "3 s"
tcp = { mss = "1452 bytes", receive_window = "65535 bytes" }
[nodes]
pc.kind = "host"
modem.kind = "router"
bras.kind = "router"
server.kind = "host"
[links]
lan = { ends = ["pc", "modem"], kind = "ethernet", rate = "100 Mbit/s", delay = "10 us", ethernet = { pppoe = true } }
dsl = { ends = ["modem", "bras"], rate = "640 kbit/s", reverse_rate = "6 Mbit/s", delay = "5 ms", queue = { discipline = "tail", limit = "20 packets" } }
net = { ends = ["bras", "server"], kind = "ethernet", rate = "1 Gbit/s", delay = "10 ms" }
[vcs]
line = { path = ["modem", "bras"], encapsulation = "pppoe-llc" }
[flows]
up = { from = "pc", to = "server" }
down = { from = "server", to = "pc" }
"#;
    let outcome = assert_reference_agrees(text);
    assert!(outcome.audit.sent > 0 && outcome.packet_audit.sent > 0);
    for flow in ["up", "down"] {
        assert!(count(&outcome.flows, flow, "delivered_bytes") > 50_000, "{flow}");
    }
    let row = crate::common::row(&outcome.queues, "modem.dsl");
    assert!(outcome.queues.counts("sent_packets")[row] > 100);
}

#[test]
fn errors_take_their_part_of_the_packets_and_no_others() {
    let text = stream(
        "kind = \"ethernet\", rate = \"100 Mbit/s\", packet_errors = { model = \"independent\", packet_error_ratio = 0.05 }",
        "{ payload = \"1000 bytes\", rate = \"50 Mbit/s\" }",
    );
    let outcome = assert_reference_agrees(&text);
    let [lost, sent] =
        ["lost_on_line_packets", "sent_packets"].map(|column| count(&outcome.packet_ports, "s.nic", column));
    let expected = sent as f64 * 0.05;
    assert!((lost as f64 - expected).abs() < 4.0 * expected.sqrt(), "{lost} of {sent}");
    assert_eq!(outcome.packet_audit.lost, lost);
}

#[test]
fn a_packet_that_the_line_damages_is_lost_when_its_sending_begins() {
    // Half a second of packets waits when the warm-up ends, and again when the run does.
    let text = stream(
        "kind = \"ethernet\", rate = \"10 Mbit/s\", queue = { discipline = \"tail\", limit = \"400 packets\" }, \
         packet_errors = { model = \"independent\", packet_error_ratio = 0.5 }",
        "{ payload = \"1472 bytes\", rate = \"20 Mbit/s\" }",
    );
    let outcome = assert_reference_agrees(
        &text.replace("duration = \"1 s\"", "duration = \"1 s\"\nwarmup = \"600 ms\""),
    );
    let [lost, sent] =
        ["lost_on_line_packets", "sent_packets"].map(|column| count(&outcome.packet_ports, "s.nic", column));
    let expected = sent as f64 * 0.5;
    assert!((lost as f64 - expected).abs() < 4.0 * (expected * 0.5).sqrt(), "{lost} of {sent}");
}

#[test]
fn exactly_the_listed_packets_are_lost() {
    let text = stream(
        "kind = \"ethernet\", rate = \"100 Mbit/s\", \
         packet_errors = { model = \"scripted\", packets = [1, 7, 8], at = [\"500 ms\", \"600 ms\"] }",
        "{ payload = \"1000 bytes\", rate = \"1 Mbit/s\" }",
    );
    let outcome = assert_reference_agrees(&text);
    assert_eq!(count(&outcome.packet_ports, "s.nic", "lost_on_line_packets"), 5);
}

#[test]
fn the_listed_packets_of_flows_are_lost_whatever_else_is_on_the_link() {
    for queue in ["tail", "fq-codel"] {
        let link = format!(
            "kind = \"raw\", rate = \"10 Mbit/s\", queue = {{ discipline = \"{queue}\" }}, packet_errors = {{ model = \"scripted\", \
             flows = [{{ flow = \"f\", packets = [3, 4, 9] }}, {{ flow = \"g\", packets = [1] }}] }}"
        );
        let text = stream(&link, "{ payload = \"1000 bytes\", rate = \"1 Mbit/s\" }");
        let more =
            ["g", "h"].map(|name| format!("{name} = {{ kind = \"udp\", from = \"s\", to = \"d\" }}\n"));
        let text = format!("{text}{}[probes]\nlosses = {{ port = \"s.nic\" }}\n", more.concat());
        let losses = assert_reference_agrees(&text).losses.expect("losses are recorded");
        let mut lost: Vec<(&str, u64)> =
            losses.texts("flow").iter().zip(losses.counts("packet").iter().copied()).collect();
        lost.sort_unstable();
        assert_eq!(lost, [("f", 3), ("f", 4), ("f", 9), ("g", 1)], "{queue}");
    }
}

#[test]
fn the_third_segment_of_a_flow_is_lost_as_a_script_says() {
    let trunk = "kind = \"raw\", packet_errors = { model = \"scripted\", \
                 flows = [{ flow = \"f1\", packets = [3] }] }, reverse_packet_errors = { model = \"none\" }";
    let probes = "[probes]\nlosses = { port = \"r.trunk\" }\n";
    let outcome = assert_reference_agrees(&(two_sides(trunk, "") + probes));
    let losses = outcome.losses.expect("losses are recorded");
    assert_eq!(
        (
            losses.texts("flow").iter().map(str::to_owned).collect::<Vec<_>>(),
            losses.counts("packet").to_vec()
        ),
        (vec!["f1".to_owned()], vec![3])
    );
}

/// A stream of one packet every millisecond over a link with jitter.
fn jittered(keys: &str) -> cellwise_net::Outcome {
    let keys = format!("kind = \"raw\", rate = \"100 Mbit/s\", {keys}");
    assert_reference_agrees(&stream(&keys, "{ payload = \"125 bytes\", rate = \"1 Mbit/s\" }"))
}

#[test]
fn packets_take_longer_by_their_jitter_and_stay_in_order_unless_they_may_overtake() {
    let mean = |keys| real(&jittered(keys).flows, "f", "delay_mean_s");
    let plain = mean("jitter = \"0 s\"");
    // Free of each other, 1000 uniform draws up to 20 ms: 10 ms, give or take 4 standard errors.
    let free = mean("jitter = \"20 ms\", keeps_order = false") - plain;
    assert!((free - 10e-3).abs() < 4.0 * 20e-3 / 12_f64.sqrt() / 1000_f64.sqrt(), "{free}");
    // In order each waits for the largest of those before it: about 20 of them are less late than it would be.
    let kept = mean("jitter = \"20 ms\"") - plain;
    assert!(kept > free + 3e-3 && kept < 20e-3, "{kept}");
}

#[test]
fn losses_at_a_packet_port_are_recorded_by_its_name() {
    let trunk = "kind = \"ethernet\", queue = { discipline = \"tail\", limit = \"20 packets\" }, \
                 packet_errors = { model = \"independent\", packet_error_ratio = 0.01 }";
    let losses = |port: &str| {
        let probes = format!("[probes]\nlosses = {{ port = \"{port}\" }}\n");
        let outcome = assert_reference_agrees(&(two_sides(trunk, "") + &probes));
        let lost = ["dropped_packets", "lost_on_line_packets"]
            .map(|column| count(&outcome.packet_ports, "r.trunk", column));
        (outcome.losses.expect("losses are recorded"), lost)
    };
    let (named, [dropped, errored]) = losses("r.trunk");
    assert!(named.texts("place").iter().all(|place| place == "r.trunk"));
    let of =
        |reason: &str| named.texts("reason").iter().filter(|reported| *reported == reason).count() as u64;
    assert!(dropped > 0 && errored > 0);
    assert_eq!([of("queue-limit"), of("line-error")], [dropped, errored]);
    let (all, _) = losses("*");
    let there = all.texts("place").iter().filter(|place| *place == "r.trunk").count();
    assert_eq!(there, named.texts("place").len());
    assert!(there < all.texts("place").len(), "the other end of the link errs too");
}

/// A stream of 24 Mbit/s over a line that follows a trace, behind a queue.
fn traced(trace: &str, queue: &str) -> String {
    stream(
        &format!(
            "kind = \"raw\", rate = \"12 Mbit/s\", line = {{ line = \"trace\", {trace} }}, \
             queue = {{ discipline = \"{queue}\" }}"
        ),
        "{ payload = \"1472 bytes\", rate = \"24 Mbit/s\" }",
    )
}

#[test]
fn a_line_that_follows_a_trace_sends_at_its_opportunities() {
    for queue in ["tail", "codel"] {
        let outcome = assert_reference_agrees(&traced("opportunities_ms = [1]", queue));
        // One packet of 1500 octets at each millisecond of the second.
        let sent = count(&outcome.packet_ports, "s.nic", "sent_packets");
        assert!((998..=1000).contains(&sent), "{queue}: {sent}");
    }
}

#[test]
fn a_line_that_stops_holds_what_it_has() {
    for queue in ["tail", "codel"] {
        let outcome = assert_reference_agrees(&traced("opportunities_ms = [1, 2, 3], repeat = false", queue));
        assert_eq!(outcome.packet_audit.delivered, 3, "{queue}");
        assert!(outcome.packet_audit.held > 900, "{:?}", outcome.packet_audit);
    }
}

#[test]
fn a_transfer_alone_between_two_hosts_loses_and_reorders_nothing_and_agrees_with_reference_mode() {
    let text = stream("kind = \"ethernet\", rate = \"10 Mbit/s\"", "{}")
        .replace("kind = \"udp\", ", "")
        .replace("duration = \"1 s\"", "duration = \"5 s\"");
    let outcome = assert_reference_agrees(&text);
    assert_eq!(outcome.packet_audit.lost, 0);
    for column in ["out_of_order_segments", "retransmitted_segments"] {
        assert_eq!(count(&outcome.flows, "f", column), 0, "{column}");
    }
    assert!(count(&outcome.flows, "f", "delivered_bytes") > 1_000_000);
}

/// A ping next to more datagrams than the link carries, behind a queue of its own, and a buffer below.
fn ping_above(lower: &str) -> Outcome {
    let queue = "queue = { discipline = \"fq-codel\" }";
    let text = stream(
        &format!("kind = \"ethernet\", rate = \"10 Mbit/s\", {queue}, lower = {lower}"),
        "{ payload = \"1472 bytes\", rate = \"20 Mbit/s\" }",
    );
    assert_reference_agrees(&format!(
        "{text}p = {{ kind = \"ping\", from = \"s\", to = \"d\", start = \"500 ms\" }}\n"
    ))
}

#[test]
fn what_a_buffer_below_holds_no_discipline_shortens() {
    let longest_s = |outcome: &Outcome| outcome.pings.reals("rtt_s").iter().copied().fold(0.0, f64::max);
    // Forth a packet under way at most, and what the buffer holds; 1.2304 ms each.
    let (packet_s, idle_s) = (0.0012304, 0.006 + 2.0 * 102.0 * 8.0 / 10e6);
    let none = longest_s(&ping_above("{ lower = \"none\" }"));
    assert!(none <= idle_s + 2.0 * packet_s, "{none}");
    let buffer = longest_s(&ping_above("{ lower = \"buffer\", size = \"40 packets\" }"));
    assert!(buffer > idle_s + 38.0 * packet_s && buffer < idle_s + 42.0 * packet_s, "{buffer}");
    // One packet waits for each that is sent: 3028 octets pending at most since the second.
    let bql = longest_s(&ping_above("{ lower = \"bql\" }"));
    assert!(none <= bql && bql < idle_s + 5.0 * packet_s, "{bql}");
}
