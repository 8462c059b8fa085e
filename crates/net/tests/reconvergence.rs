//! Flows that go around packet links that are down, once routing knows, and back; and reference mode agrees.

use cellwise_net::Outcome;

use crate::common::{count, real};
use crate::packets::assert_reference_agrees;

/// Two hosts at a ring of four routers: 2 ms over u1 and u2 at 1 Gbit/s, 10 ms over v1 and v2 at 4 Mbit/s.
fn ring(settings: &str, u1: &str, flows: &str) -> String {
    format!(
        r#"
duration = "4 s"
udp = {{ payload = "972 bytes", rate = "7776 kbit/s" }}
{settings}
[nodes]
a.kind = "host"
b.kind = "host"
r1.kind = "router"
r2.kind = "router"
r3.kind = "router"
r4.kind = "router"
[links]
a = {{ ends = ["a", "r1"], kind = "raw", rate = "1 Gbit/s", delay = "0 s" }}
b = {{ ends = ["b", "r4"], kind = "raw", rate = "1 Gbit/s", delay = "0 s" }}
u1 = {{ ends = ["r1", "r2"], kind = "raw", rate = "1 Gbit/s", delay = "1 ms", {u1} }}
u2 = {{ ends = ["r2", "r4"], kind = "raw", rate = "1 Gbit/s", delay = "1 ms" }}
v1 = {{ ends = ["r1", "r3"], kind = "raw", rate = "4 Mbit/s", delay = "5 ms", cost = 2, queue = {{ discipline = "tail", limit = "10 packets" }} }}
v2 = {{ ends = ["r3", "r4"], kind = "raw", rate = "1 Gbit/s", delay = "5 ms" }}
[flows]
{flows}
[probes]
losses = {{ port = "*" }}
"#
    )
}

const DOWN: &str = "outages = [{ from = \"1 s\", until = \"2 s\" }], queue = { discipline = \"tail\", limit = \"5 packets\" }";
const FLOW: &str = "f = { kind = \"udp\", from = \"a\", to = \"b\" }";
const KNOWN: &str = "router.reconverges_after = \"500 ms\"";

fn sent(outcome: &Outcome, port: &str) -> u64 {
    count(&outcome.packet_ports, port, "sent_packets")
}

#[test]
fn packets_wait_then_go_around_at_the_rate_of_the_other_way_and_then_back() {
    let outcome = assert_reference_agrees(&ring(KNOWN, DOWN, FLOW));
    // A packet of 1000 octets each millisecond. Up to 1 s and from 2.5 s on they go over u1; for half a second they find
    // room for 5 there; v1 takes 500 in a second.
    let around = sent(&outcome, "r1.v1");
    assert_eq!(around, 510, "500 in the second, and the 10 that waited");
    let over = sent(&outcome, "r1.u1");
    assert_eq!(over, 1000 + 5 + 1500);
    let dropped = |port| count(&outcome.packet_ports, port, "dropped_packets");
    assert_eq!([dropped("r1.u1"), dropped("r1.v1")], [500 - 5, 1000 - 510]);
}

#[test]
fn without_the_setting_and_for_short_outages_flows_stay() {
    for (settings, u1) in [("", DOWN), (KNOWN, "outages = [{ from = \"1 s\", until = \"1.5 s\" }]")] {
        let outcome = assert_reference_agrees(&ring(settings, u1, FLOW));
        assert_eq!(sent(&outcome, "r1.v1"), 0, "{settings} {u1}");
    }
}

#[test]
fn delays_are_those_of_the_way_that_each_packet_took() {
    let slow = "f = { kind = \"udp\", from = \"a\", to = \"b\", udp = { rate = \"777600 bit/s\" } }";
    let outcome = assert_reference_agrees(&ring(KNOWN, "outages = [{ from = \"1 s\" }]", slow));
    let [least, most] = ["delay_min_s", "delay_max_s"].map(|column| real(&outcome.flows, "f", column));
    // 8 us on each fast link, 2 ms on the slow one.
    assert!((least - (2e-3 + 4.0 * 8e-6)).abs() < 1e-12, "{least}");
    assert!((most - (10e-3 + 2e-3 + 3.0 * 8e-6)).abs() < 1e-12, "{most}");
    // 100 packets in a second: those from 1.5 s on, and of the 50 that wait for the link none.
    assert_eq!(sent(&outcome, "r1.v1"), 250);
    assert_eq!(count(&outcome.flows, "f", "segments_received"), 100 + 249);
}

#[test]
fn a_sender_whose_segment_is_going_around_does_not_only_wait_for_its_timer() {
    let down = "outages = [{ from = \"1 s\", until = \"5 s\" }]";
    // One segment at a time: at the end it, or its acknowledgment, is on the way around.
    let flow = "f = { kind = \"tcp\", from = \"a\", to = \"b\", start = \"2 s\", tcp = { mss = \"1000 bytes\", receive_window = \"1000 bytes\", delayed_ack = false } }";
    let outcome = assert_reference_agrees(&ring(KNOWN, down, flow));
    assert!(sent(&outcome, "r1.v1") > 50);
    assert_eq!(outcome.waiting, []);
}

#[test]
fn a_flow_without_another_way_waits_for_the_link() {
    let via = "f = { kind = \"udp\", from = \"a\", to = \"b\", via = [\"u1\"] }";
    let outcome = assert_reference_agrees(&ring(KNOWN, DOWN, via));
    assert_eq!(sent(&outcome, "r1.v1"), 0);
}

#[test]
fn each_direction_goes_around_its_own_outage() {
    let back = "reverse_outages = [{ from = \"1 s\" }], outages = []";
    let pings = "p = { kind = \"ping\", from = \"a\", to = \"b\", ping = { interval = \"100 ms\", payload = \"972 bytes\" } }";
    let outcome = assert_reference_agrees(&ring(KNOWN, back, pings));
    let rtts = outcome.pings.reals("rtt_s");
    // Back it takes 10 ms, and 2 ms on the slow link.
    assert!((rtts[0] - (4e-3 + 8.0 * 8e-6)).abs() < 1e-12, "{rtts:?}");
    assert!((rtts[39] - (14e-3 + 7.0 * 8e-6)).abs() < 1e-12, "{rtts:?}");
    let lost = rtts[..40].iter().filter(|rtt| rtt.is_nan()).count();
    assert_eq!(lost, 5, "those of half a second: {rtts:?}");
}

#[test]
fn transfers_both_ways_on_one_connection_survive_failures_of_both_ways_round() {
    let flows = "f = { from = \"a\", to = \"b\" }\ng = { connection = \"f\", size = \"2 MB\" }\nh = { from = \"b\", to = \"a\" }";
    let text = ring(KNOWN, "outages = [{ from = \"1 s\", until = \"2.7 s\" }]", flows);
    let text = text.replace("cost = 2,", "cost = 2, outages = [{ from = \"2 s\", until = \"2.6 s\" }],");
    let outcome = assert_reference_agrees(&text);
    for flow in ["f", "g", "h"] {
        assert!(count(&outcome.flows, flow, "delivered_bytes") > 500_000, "{flow}");
    }
}
