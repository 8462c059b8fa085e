//! Connections with data both ways: two flows, whose ends are joined at each host.

use std::fmt::Write;

use cellwise_net::Outcome;
use cellwise_units::{CELL_BITS, Time};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::common::captures::{captured, records};
use crate::common::networks::{Dumbbell, two_hosts};
use crate::common::random::scenario;
use crate::common::{cases, count, network, real, run, run_network, series, shown};

/// Two hosts, a flow `f` from the first to the second, and one `g` back on its connection.
fn both(settings: &str, there: &str, back: &str) -> String {
    two_hosts(settings, "42.4 Mbit/s", "1 ms", there) + &format!("g = {{ connection = \"f\", {back} }}\n")
}

const LAN: &str = "duration = \"2 s\"\ntcp = { mss = \"1000 bytes\", receive_window = \"16000 bytes\" }\n";

/// The TCP segments that a host sends and receives, one line each: milliseconds, direction, sequence number, octets,
/// acknowledgment, flags.
fn segments(text: &str) -> String {
    let (_, files) = captured(network(text), &["ip@a".to_owned()]);
    let mut lines = String::new();
    for seen in records(&files[0]) {
        let octets = &seen.octets;
        let word = |at: usize| i32::from_be_bytes(octets[at..at + 4].try_into().expect("four octets"));
        let headers = 20 + 4 * usize::from(octets[32] >> 4);
        let port = |at: usize| u16::from_be_bytes([octets[at], octets[at + 1]]);
        let flags = [(0x02, "SYN "), (0x01, "FIN ")];
        let reported: String =
            flags.iter().filter(|(bit, _)| octets[33] & bit != 0).map(|(_, word)| *word).collect();
        let arrow = if octets[15] < octets[19] { "->" } else { "  <-" };
        let _ = writeln!(
            lines,
            "{:9.3} {arrow} {}-{} {reported}{}:{} ack {}",
            seen.ns as f64 / 1e6,
            port(20),
            port(22),
            word(24),
            octets.len() - headers,
            word(28),
        );
    }
    lines
}

#[test]
fn acknowledgments_ride_on_data_and_both_directions_have_the_same_ports() {
    let tcp =
        "tcp = { mss = \"1000 bytes\", receive_window = \"16000 bytes\", handshake = true, close = true }\n";
    let text = both(&format!("duration = \"4 s\"\n{tcp}"), "size = \"6000 bytes\"", "size = \"3500 bytes\"");
    insta::assert_snapshot!(segments(&text));
}

fn carried(outcome: &Outcome, flow: &str) -> [u64; 2] {
    ["acks_sent", "acks_carried"].map(|column| count(&outcome.flows, flow, column))
}

/// A lone answer, within the time that the fast timer leaves, takes the acknowledgment along: none goes alone but the last,
/// which nothing follows. The request carries one as well, of nothing.
#[test]
fn an_answer_carries_the_acknowledgment_of_the_request() {
    let outcome = run(&both(LAN, "size = \"300 bytes\"", "size = \"400 bytes\", start = \"50 ms\""));
    assert_eq!(carried(&outcome, "f"), [0, 1]);
    assert_eq!(carried(&outcome, "g"), [1, 1]);
    assert_eq!(real(&outcome.flows, "g", "started_s"), 0.05);
}

/// The one that opens does it for both: data goes back only when the handshake is over.
#[test]
fn the_second_flow_waits_for_the_handshake_of_the_first() {
    let text = both(
        &LAN.replace("receive_window", "handshake = true, receive_window"),
        "size = \"300 bytes\", start = \"100 ms\"",
        "size = \"400 bytes\"",
    );
    let outcome = run(&text);
    let established = real(&outcome.flows, "f", "receiver_established_s");
    assert!(established > 0.1, "{established}");
    assert_eq!(real(&outcome.flows, "g", "started_s"), established);
    assert_eq!(count(&outcome.flows, "g", "delivered_bytes"), 400);
}

/// Time does not go back to a stop that has passed when the handshake ends.
#[test]
fn an_application_that_stops_before_the_handshake_ends_gives_nothing() {
    let tcp = |close: bool| {
        format!("duration = \"2 s\"\ntcp = {{ mss = \"1000 bytes\", handshake = true, close = {close} }}\n")
    };
    for (close, ended) in [(false, false), (true, true)] {
        let there = "size = \"3000 bytes\", start = \"10 ms\"";
        let outcome = run(&both(&tcp(close), there, "stop = \"11 ms\""));
        let established = real(&outcome.flows, "f", "receiver_established_s");
        assert!(established > 0.012, "{established}");
        assert_eq!(count(&outcome.flows, "f", "delivered_bytes"), 3000);
        assert_eq!(real(&outcome.flows, "g", "started_s"), established);
        assert_eq!(count(&outcome.flows, "g", "delivered_bytes"), 0);
        assert_eq!(real(&outcome.flows, "g", "ended_s").is_finite(), ended);
    }
}

/// A direction in which nothing is sent changes nothing of the other one, to the bit.
#[test]
fn a_connection_with_data_one_way_is_as_before() {
    for tcp in [
        "variant = \"reno\"",
        "variant = \"sack\", timestamps = true",
        "variant = \"dctcp\"",
        "variant = \"bbr-v3\"",
    ] {
        let settings = format!(
            "duration = \"2 s\"\nwarmup = \"100 ms\"\ntcp = {{ {tcp} }}\nswitch.buffer = \"20 cells\"\nprobes.cwnd = {{ flow = \"f\" }}\n"
        );
        let alone = two_hosts(&settings, "42.4 Mbit/s", "1 ms", "kind = \"tcp\"");
        let mut silent = network(&format!("{alone}g = {{ connection = \"f\" }}\n"));
        silent.flows[1].start = Time::NEVER;
        let [alone, silent] = [network(&alone), silent].map(run_network);
        let row = |outcome: &Outcome| -> Vec<String> {
            outcome.flows.columns.iter().map(|column| shown(&column.values)[0].clone()).collect()
        };
        assert_eq!(row(&alone), row(&silent), "{tcp}");
        let window = |outcome: &Outcome| {
            let cwnd = series(outcome, "cwnd f");
            (cwnd.times_ps.clone(), cwnd.values.clone())
        };
        assert_eq!(window(&alone), window(&silent), "{tcp}");
    }
}

/// A lost segment is a loss of the flow whose data it has, even if an acknowledgment of the other's rode on it; an
/// acknowledgment that went alone is one of the flow whose data it acknowledges, and goes in the opposite direction.
#[test]
fn losses_are_of_the_flow_whose_data_or_acknowledgment_it_was() {
    let text = r#"
duration = "4 s"
tcp = { mss = "1000 bytes", receive_window = "60000 bytes", variant = "sack", delayed_ack = false }
switch.buffer = "60 cells"
probes.losses = { port = "*" }
nodes = { a.kind = "host", b.kind = "host", s.kind = "switch", t.kind = "switch" }
[links]
a = { ends = ["a", "s"], rate = "155.52 Mbit/s", delay = "1 ms" }
b = { ends = ["b", "t"], rate = "155.52 Mbit/s", delay = "1 ms" }
trunk = { ends = ["s", "t"], rate = "10 Mbit/s", delay = "1 ms" }
[vcs]
v = { path = ["a", "s", "t", "b"] }
[flows]
f = { vc = "v" }
g = { connection = "f" }
"#;
    let outcome = run(text);
    let losses = outcome.losses.as_ref().expect("they are recorded");
    let rows =
        losses.texts("flow").iter().zip(losses.texts("kind").iter()).zip(losses.texts("direction").iter());
    let mut seen: Vec<[&str; 3]> = rows.map(|((flow, kind), direction)| [flow, kind, direction]).collect();
    seen.sort_unstable();
    seen.dedup();
    let known = [
        ["f", "acknowledgment", "backward"],
        ["f", "data", "forward"],
        ["g", "acknowledgment", "forward"],
        ["g", "data", "backward"],
    ];
    assert!(seen.iter().all(|row| known.contains(row)), "{seen:?}");
    assert!(seen.contains(&known[1]) && seen.contains(&known[3]), "{seen:?}");
    // Octets of a flow are counted from its own start, whatever it acknowledges of the other.
    for flow in ["f", "g"] {
        let most = count(&outcome.flows, flow, "segments_sent") * 1000;
        let own = (0..losses.texts("flow").len()).filter(|&row| &losses.texts("flow")[row] == flow);
        let first: Vec<u64> = own
            .filter(|&row| &losses.texts("kind")[row] == "data")
            .map(|row| losses.counts("first_octet")[row])
            .collect();
        assert!(first.iter().all(|octet| *octet < most), "{first:?}");
        assert!(first.iter().any(|octet| *octet > 20_000), "{first:?}");
    }
}

/// Data and the acknowledgments that go alone in the same direction have the same addresses and ports: one flow for a
/// queue, with one turn among others, and no packet overtakes.
#[test]
fn a_fair_queue_has_one_queue_for_data_and_lone_acknowledgments() {
    let text = r#"
duration = "3 s"
tcp = { mss = "1000 bytes", receive_window = "20000 bytes", delayed_ack = false }
nodes = { a.kind = "host", b.kind = "host", c.kind = "host", r.kind = "router" }
[links]
a = { ends = ["a", "r"], kind = "raw", rate = "10 Mbit/s", delay = "1 ms", reverse_rate = "2 Mbit/s", queue = { discipline = "drr", hash = "perfect", limit = "200 packets" } }
b = { ends = ["b", "r"], kind = "raw", rate = "100 Mbit/s", delay = "1 ms" }
c = { ends = ["c", "r"], kind = "raw", rate = "100 Mbit/s", delay = "1 ms" }
[flows]
f = { kind = "tcp", from = "a", to = "b" }
g = { connection = "f" }
u = { kind = "udp", from = "c", to = "a", udp = { payload = "972 bytes", rate = "4 Mbit/s" } }
[probes]
backlog = { port = "r.a", flow = "*", every = "1 ms" }
"#;
    let outcome = run(text);
    let [alone, carried] = carried(&outcome, "f");
    assert!(alone > 100 && carried > 100, "{alone} alone, {carried} carried");
    let (ports, names) = (outcome.queues.texts("port"), outcome.queues.texts("name"));
    let mut queues: Vec<&str> =
        (0..names.len()).filter(|&row| &ports[row] == "r.a").map(|row| &names[row]).collect();
    queues.sort_unstable();
    assert_eq!(queues, ["f", "u"]);
    assert_eq!(count(&outcome.flows, "g", "out_of_order_segments"), 0);
    // Waiting packets are still distinguished: data of one and acknowledgments of the other.
    for flow in ["f", "g"] {
        let waits = series(&outcome, &format!("backlog r.a {flow}"));
        assert!(waits.values.iter().any(|packets| *packets > 0.0), "{flow}");
    }
}

/// A slow line between two hosts that send without end, with windows of 30 and 25 packets of 500 octets, as far as they send.
fn slow_line(flows: &str) -> Outcome {
    let edge = r#"kind = "raw", rate = "10 Mbit/s", delay = "100 us""#;
    let network = Dumbbell {
        settings: "duration = \"400 s\"\ntcp = { mss = \"460 bytes\", delayed_ack = false }",
        sides: [&[("a", edge)], &[("b", edge)]],
        trunk: r#"kind = "raw", rate = "50 kbit/s", delay = "10 ms", queue = { discipline = "tail", limit = "100 packets" }"#,
        flows: &format!(
            r#"
f = {{ kind = "tcp", from = "a", to = "b", tcp = {{ receive_window = "13800 bytes" }} }}
{flows}
[probes]
segments = {{ flow = "f" }}
"#
        ),
    };
    run(&network.text())
}

/// The distances at which acknowledgments of something new reach the source of `f`, in ms, once the windows are full.
fn distances_of_acknowledgments_ms(outcome: &Outcome) -> Vec<f64> {
    let segments = outcome.segments.as_ref().expect("they are recorded");
    let (events, times, octets) =
        (segments.texts("event"), segments.reals("time_s"), segments.counts("octet"));
    let mut acknowledged = 0;
    let mut news = Vec::new();
    for row in (0..events.len()).filter(|&row| &events[row] == "acknowledged") {
        if octets[row] > acknowledged && times[row] > 100.0 {
            news.push(times[row]);
        }
        acknowledged = octets[row];
    }
    news.windows(2).map(|pair| (pair[1] - pair[0]) * 1e3).collect()
}

/// Acknowledgments clock the data out at the distance at which data came, unless they wait behind data of the other direction: then they
/// come at the distance of acknowledgments, compressed (Zhang, Shenker and Clark, SIGCOMM 1991). That both directions share a connection
/// does not help: while its window is closed a host has no data that could carry them.
#[test]
fn acknowledgments_are_compressed_behind_data_of_the_other_direction() {
    // 500 and 40 octets at 50 kbit/s.
    let (data_ms, ack_ms) = (80.0, 6.4);
    let alone = distances_of_acknowledgments_ms(&slow_line(""));
    assert!(alone.len() > 3_500 && alone.iter().all(|ms| (*ms - data_ms).abs() < 0.001), "{alone:?}");
    let second =
        "g = { kind = \"tcp\", from = \"b\", to = \"a\", tcp = { receive_window = \"11500 bytes\" } }";
    for back in [second, "g = { connection = \"f\" }"] {
        let distances = distances_of_acknowledgments_ms(&slow_line(back));
        let compressed = distances.iter().filter(|ms| (**ms - ack_ms).abs() < 0.001).count();
        assert!(distances.len() > 3_000 && 2 * compressed > distances.len(), "{compressed}: {distances:?}");
        // What came near was kept waiting.
        assert!(distances.iter().any(|ms| *ms > 20.0 * data_ms), "{distances:?}");
    }
}

/// So the laws of random networks, of reference mode and of parts also hold for them.
#[test]
fn random_networks_have_data_both_ways() {
    let mut runner = TestRunner::deterministic();
    let drawn = scenario(4_000);
    let mut rides = || {
        let text = drawn.new_tree(&mut runner).expect("a scenario").current();
        run(&text.0).flows.counts("acks_carried").iter().any(|carried| *carried > 0)
    };
    let rode = (0..60).filter(|_| rides()).count();
    assert!(rode >= 10, "{rode} of 60");
}

proptest! {
    #![proptest_config(cases(24))]

    /// A symmetric line is full both ways, of segments and of the acknowledgments that found no data to ride on: those that come while
    /// the window is closed. As many arrive as frames of their cells fit, except a window that waits at the adapter.
    #[test]
    fn bulk_both_ways_fills_both_directions(mss in 500u64..1500, mbps in 20u64..60, delayed_ack: bool) {
        let window = 64 * mss;
        let tcp = format!("mss = \"{mss} bytes\", receive_window = \"{window} bytes\", delayed_ack = {delayed_ack}");
        let settings = format!("duration = \"3 s\"\nwarmup = \"1 s\"\ntcp = {{ {tcp} }}\n");
        let line = two_hosts(&settings, &format!("{mbps} Mbit/s"), "1 us", "kind = \"tcp\"");
        let outcome = run(&(line + "g = { connection = \"f\" }\n"));
        // LLC/SNAP, headers and trailer: 56 octets. spec: i.363.5 9.2.1
        let frame_s = |octets: u64| ((octets + 56).div_ceil(48) * CELL_BITS) as f64 / (mbps as f64 * 1e6);
        for (data, back) in [("f", "g"), ("g", "f")] {
            let segments = count(&outcome.flows, data, "delivered_bytes") as f64 / mss as f64;
            // Those of the other flow's data go this way.
            let [alone, carried] = carried(&outcome, back).map(|acks| acks as f64);
            let used_s = segments * frame_s(mss) + alone * frame_s(0);
            prop_assert!((used_s - 2.0).abs() <= 64.0 * frame_s(mss), "{used_s} s of 2 s");
            prop_assert!((carried - segments).abs() <= 64.0, "{carried} of {segments} segments carry one");
        }
        for port in ["a.nic", "b.nic"] {
            prop_assert!(real(&outcome.ports, port, "utilisation") > 0.9999);
        }
    }
}
