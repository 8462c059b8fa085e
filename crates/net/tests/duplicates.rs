//! Packet links that deliver packets twice: counts, the audit, receivers, captures; and reference mode agrees.

use cellwise_net::Outcome;

use crate::common::captures::{captured, records};
use crate::common::{count, network, real};
use crate::packets::{QUEUES, assert_reference_agrees, stream, two_sides};

/// A packet of 1028 octets every millisecond, which takes 0.8 ms.
fn doubled(keys: &str) -> Outcome {
    let link = format!("kind = \"raw\", rate = \"10.28 Mbit/s\", {keys}");
    assert_reference_agrees(&stream(&link, "{ payload = \"1000 bytes\", rate = \"8 Mbit/s\" }"))
}

fn received(outcome: &Outcome) -> u64 {
    count(&outcome.flows, "f", "segments_received")
}

fn copies(outcome: &Outcome) -> [u64; 2] {
    ["sent_packets", "duplicated_packets"].map(|column| count(&outcome.packet_ports, "s.nic", column))
}

#[test]
fn a_link_that_doubles_every_packet_delivers_twice_as_many() {
    let plain = doubled("duplicate_ratio = 0");
    let outcome = doubled("duplicate_ratio = 1");
    let [once, twice] = [&plain, &outcome].map(received);
    assert_eq!(twice, 2 * once);
    // Of the last four packets none has arrived.
    assert_eq!((copies(&plain), copies(&outcome)), ([1001, 0], [1001, 1001]));
    let audit = outcome.packet_audit;
    assert_eq!((audit.sent, audit.duplicated, audit.lost), (1001, 1001, 0));
    assert_eq!((audit.delivered, audit.held), (2 * once, 2 * (1001 - once)));
    // A copy takes no time of the line.
    assert_eq!(real(&outcome.flows, "f", "delay_max_s"), real(&plain.flows, "f", "delay_max_s"));
    assert_eq!(outcome.packet_ports.reals("utilisation"), plain.packet_ports.reals("utilisation"));
}

#[test]
fn the_part_that_arrives_twice_is_the_ratio_of_one_direction() {
    let outcome = doubled("duplicate_ratio = 0.2");
    let copied = copies(&outcome)[1] as f64;
    assert!((copied - 200.2).abs() < 4.0 * (1001.0f64 * 0.2 * 0.8).sqrt(), "{copied}");
    let back = doubled("duplicate_ratio = 0, reverse_duplicate_ratio = 1");
    assert_eq!(copies(&back), [1001, 0]);
}

#[test]
fn what_is_lost_has_no_copy() {
    let outcome = doubled(
        "duplicate_ratio = 1, packet_errors = { model = \"scripted\", packets = [2, 3] }, \
         outages = [{ from = \"200.4 ms\", until = \"201.5 ms\" }]",
    );
    let audit = outcome.packet_audit;
    assert_eq!((audit.sent, audit.lost, audit.duplicated), (1001, 3, 998));
}

#[test]
fn copies_are_late_by_themselves() {
    // The mean of all that arrive is that of packets without copies: 10 ms, give or take 4 standard errors.
    let free = doubled("duplicate_ratio = 0.5, jitter = \"20 ms\", keeps_order = false");
    let late = real(&free.flows, "f", "delay_mean_s") - 3e-3 - 0.8e-3;
    assert!((late - 10e-3).abs() < 4.0 * 20e-3 / 12_f64.sqrt() / 1400_f64.sqrt() + 0.3e-3, "{late}");
    // In order the copy is behind the packet, so that it holds back all that follow.
    let mean = |keys| real(&doubled(keys).flows, "f", "delay_mean_s");
    let [plain, kept] = ["jitter = \"20 ms\"", "duplicate_ratio = 1, jitter = \"20 ms\""].map(mean);
    assert!(kept > plain + 0.3e-3, "{plain} {kept}");
}

#[test]
fn transfers_through_every_discipline_bear_duplicates_of_data_and_acknowledgments() {
    for queue in QUEUES {
        let trunk =
            format!("kind = \"ptm\", queue = {queue}, duplicate_ratio = 0.1, reverse_duplicate_ratio = 0.3");
        for tcp in [
            "",
            "tcp.handshake = true\ntcp.dsack = true\ntcp.variant = \"sack\"",
            "tcp.profile = \"linux-6\"",
        ] {
            let outcome = assert_reference_agrees(&two_sides(&trunk, tcp));
            let [delivered, twice] =
                ["delivered_bytes", "duplicate_segments"].map(|column| count(&outcome.flows, "f1", column));
            assert!(delivered > 100_000 && twice > 10, "{queue} {tcp}: {delivered} {twice}");
            assert_eq!(count(&outcome.flows, "back", "delivered_bytes"), 300_000, "{queue} {tcp}");
        }
    }
}

#[test]
fn a_ping_counts_its_first_reply() {
    let text =
        stream("kind = \"raw\", rate = \"10 Mbit/s\", duplicate_ratio = 1", "{}").replace("udp = {}\n", "");
    let text = text.replace(
        "kind = \"udp\"",
        "kind = \"ping\", ping = { interval = \"100 ms\", payload = \"56 bytes\" }",
    );
    let outcome = assert_reference_agrees(&text);
    let rtts = outcome.pings.reals("rtt_s");
    assert!(rtts[..10].iter().all(|rtt| (rtt - 2.0 * (3e-3 + 67.2e-6)).abs() < 1e-12), "{rtts:?}");
    // Each request arrives twice and is answered twice, and each of these arrives twice.
    let audit = outcome.packet_audit;
    assert_eq!((audit.delivered, audit.sent), (60, audit.duplicated));
}

#[test]
fn pages_bear_duplicates() {
    let text =
        stream("kind = \"raw\", rate = \"10 Mbit/s\", duplicate_ratio = 0.3", "{}").replace("udp = {}\n", "");
    let web = "kind = \"web\", web = { preset = \"simple\" }";
    let text = text.replace("kind = \"udp\"", web).replace("\"1 s\"", "\"60 s\"");
    let outcome = assert_reference_agrees(&text);
    assert!(outcome.packet_audit.duplicated > 10, "{:?}", outcome.packet_audit);
    assert!(outcome.pages.reals("completion_time_s").iter().any(|time| time.is_finite()));
}

#[test]
fn captures_show_both_at_the_host_and_the_copy_at_the_port() {
    let link = "kind = \"raw\", rate = \"10.28 Mbit/s\", duplicate_ratio = 1";
    let network = network(&stream(link, "{ payload = \"1000 bytes\", rate = \"8 Mbit/s\" }"));
    let points = ["ip@d", "packets@s.nic", "packets@s.nic:arriving"].map(str::to_owned);
    let (outcome, files) = captured(network, &points);
    let [at_host, sent, offered] = [0, 1, 2].map(|file| records(&files[file]));
    assert_eq!(at_host.len() as u64, outcome.packet_audit.delivered);
    assert!(at_host.chunks(2).all(|pair| pair[0].octets == pair[1].octets && pair[0].ns == pair[1].ns));
    for seen in [sent, offered] {
        assert_eq!(seen.len(), 1001);
        let comment = seen[0].comment.as_deref().unwrap_or_default();
        assert!(comment.starts_with("delivered: at 0.0038 s; a copy at 0.0038 s"), "{comment}");
    }
}
