//! Packet links that go down and return: packets that wait, packets that are lost, the timeouts of TCP; and reference mode agrees.

use cellwise_net::Outcome;

use crate::common::count;
use crate::packets::{QUEUES, assert_reference_agrees, stream, two_sides};

/// A packet of 1028 octets every millisecond, which takes 0.8 ms, at a queue with room for 20.
fn interrupted(outages: &str) -> Outcome {
    let link = format!(
        "kind = \"raw\", rate = \"10.28 Mbit/s\", queue = {{ discipline = \"tail\", limit = \"20 packets\" }}, \
         outages = [{outages}]"
    );
    let text = stream(&link, "{ payload = \"1000 bytes\", rate = \"8 Mbit/s\" }");
    assert_reference_agrees(&(text + "[probes]\nlosses = { port = \"*\" }\n"))
}

fn lost(outcome: &Outcome) -> [usize; 2] {
    let reasons = outcome.losses.as_ref().expect("losses are recorded").texts("reason");
    ["link-down", "queue-limit"].map(|reason| reasons.iter().filter(|reported| *reported == reason).count())
}

fn at_nic(outcome: &Outcome) -> [u64; 2] {
    ["lost_on_line_packets", "dropped_packets"].map(|column| count(&outcome.packet_ports, "s.nic", column))
}

#[test]
fn an_outage_loses_the_packet_under_way_and_what_the_queue_has_no_room_for() {
    let outcome = interrupted("{ from = \"200.4 ms\", until = \"300 ms\" }");
    // That of 200 ms is being sent; 99 come from 201 to 299 ms.
    assert_eq!(lost(&outcome), [1, 99 - 20]);
    assert_eq!(at_nic(&outcome), [1, 99 - 20]);
    let audit = outcome.packet_audit;
    assert_eq!((audit.sent, audit.lost), (1001, 80));
}

#[test]
fn between_two_packets_a_short_outage_loses_none() {
    let outcome = interrupted("{ from = \"200.8 ms\", until = \"205.5 ms\" }");
    assert_eq!((lost(&outcome), outcome.packet_audit.lost), ([0, 0], 0));
}

#[test]
fn a_link_that_does_not_return_holds_what_waits() {
    let outcome = interrupted("{ from = \"500 ms\" }");
    // From 500 ms to 1 s, both included.
    assert_eq!(lost(&outcome), [0, 501 - 20]);
    assert_eq!(outcome.packet_audit.held, 20);
}

#[test]
fn an_outage_may_be_of_one_direction() {
    let outcome = interrupted("], reverse_outages = [{ from = \"0 s\" }");
    assert_eq!((lost(&outcome), count(&outcome.flows, "f", "segments_received")), ([0, 0], 997));
    let forward = interrupted("{ from = \"0 s\" }], reverse_outages = [");
    assert_eq!(count(&forward.flows, "f", "segments_received"), 0);
}

#[test]
fn pings_of_an_outage_wait_for_the_return_or_find_no_room() {
    let text = stream(
        "kind = \"raw\", rate = \"10 Mbit/s\", queue = { discipline = \"tail\", limit = \"5 packets\" }, \
         outages = [{ from = \"1.05 s\", until = \"2.05 s\" }]",
        "{}",
    );
    let text = text.replace("duration = \"1 s\"", "duration = \"4 s\"").replace("udp = {}\n", "").replace(
        "kind = \"udp\"",
        "kind = \"ping\", ping = { interval = \"100 ms\", payload = \"56 bytes\" }",
    );
    let pings = assert_reference_agrees(&text).pings;
    let (sent, rtts) = (pings.reals("sent_s"), pings.reals("rtt_s"));
    let unanswered: Vec<usize> = (0..40).filter(|&number| rtts[number].is_nan()).collect();
    assert_eq!(unanswered, [16, 17, 18, 19, 20], "those from 1.6 s to 2.0 s");
    // 84 octets take 67.2 us.
    for (place, number) in (11..16).enumerate() {
        let back_s = 2.05 - sent[number] + (place + 1) as f64 * 67.2e-6 + 3e-3 + 67.2e-6 + 3e-3;
        assert!((rtts[number] - back_s).abs() < 1e-9, "{number}: {} {back_s}", rtts[number]);
    }
}

#[test]
fn every_discipline_and_every_line_of_both_directions_survives_outages() {
    let lines = ["constant", "ptm-grid", "retransmission"];
    for (place, queue) in QUEUES.iter().enumerate() {
        let trunk = format!(
            "kind = \"ptm\", queue = {queue}, line = {{ line = \"{}\" }}, \
             outages = [{{ from = \"700 ms\", until = \"1.1 s\" }}, {{ from = \"2 s\", until = \"2.003 s\" }}]",
            lines[place % lines.len()]
        );
        let outcome = assert_reference_agrees(&two_sides(&trunk, ""));
        assert!(count(&outcome.flows, "f1", "delivered_bytes") > 100_000);
    }
}

/// The instants at which the oldest octet is sent again during an outage from 2 s to 20 s.
fn timeouts_s() -> Vec<f64> {
    let trunk = "kind = \"raw\", queue = { discipline = \"tail\", limit = \"100 packets\" }, \
                 outages = [{ from = \"2 s\", until = \"20 s\" }]";
    let text = two_sides(trunk, "").replace("duration = \"4 s\"", "duration = \"30 s\"");
    let outcome = assert_reference_agrees(&(text + "[probes]\nsegments = { flow = \"f1\" }\n"));
    let segments = outcome.segments.as_ref().expect("they are recorded");
    let (events, times) = (segments.texts("event"), segments.reals("time_s"));
    let rows = (0..events.len()).filter(|&row| &events[row] == "sent-again");
    rows.map(|row| times[row]).filter(|&at| 2.0 < at && at < 20.0).collect()
}

#[test]
fn in_an_outage_tcp_sends_again_at_intervals_that_double() {
    // spec: rfc6298 5.5
    let at = timeouts_s();
    let gaps: Vec<f64> = at.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps.len() >= 2, "{at:?}");
    for pair in gaps.windows(2) {
        assert!((pair[1] - 2.0 * pair[0]).abs() < 1e-9, "{at:?}");
    }
}
