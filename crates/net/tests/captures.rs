//! Captures change nothing, see what the tables count, and hold what was sent.
//!
//! `PROPTEST_CASES` overrides the number of networks.

use std::collections::BTreeMap;

use cellwise_atm::aal5::codec::Decoder;
use cellwise_atm::abr::{RmDirection, rate16, rm_codec};
use cellwise_capture::Format;
use cellwise_net::{Outcome, RunError};
use cellwise_scenario::Network;
use cellwise_units::Bytes;
use proptest::prelude::*;

use crate::common::captures::{Memory, Seen, captured, every_point, records, run_captured};
use crate::common::networks::NSource;
use crate::common::random::scenario;
use crate::common::{cases, count, differences, network, run_network, series};

/// How the packets that were seen at a packet port differ from those that its table counts.
fn miscounted_packets(network: &Network, outcome: &Outcome, point: &str, seen: &[Seen]) -> Option<String> {
    let port = point.strip_prefix("packets@")?;
    let (port, is_before) = port.strip_suffix(":arriving").map_or((port, false), |port| (port, true));
    let directions = network.links.iter().flat_map(|link| &link.directions);
    let direction = directions.into_iter().find(|direction| direction.port_name == port)?;
    let counted = |column| count(&outcome.packet_ports, port, column);
    let reported = |seen: &[&Seen], word| seen.iter().filter(|seen| seen.is_reported(word)).count() as u64;
    let measured: Vec<&Seen> =
        seen.iter().filter(|seen| seen.ns >= network.warmup.get().div_ceil(1_000)).collect();
    let uncounted = reported(&measured, "") != measured.len() as u64;
    let (found, expected) = if is_before {
        // What came before the end of the warm-up may be dropped or lost behind it.
        if network.warmup.get() > 0 {
            return uncounted.then(|| format!("{point}: a packet without its fate"));
        }
        let found = ["dropped", "lost"].map(|word| reported(&measured, word));
        (found, [counted("dropped_packets"), counted("lost_on_line_packets")])
    } else {
        // What has left the queue may wait in a buffer below it.
        let begun = measured.len() as u64;
        let sent = if direction.lower.is_some() { begun } else { counted("sent_packets") };
        ([begun, reported(&measured, "lost")], [sent, counted("lost_on_line_packets")])
    };
    (uncounted || found != expected).then(|| format!("{point}: {found:?}, counted {expected:?}"))
}

/// How the cells that were seen at a point differ from those that the table of ports counts.
fn miscounted(network: &Network, outcome: &Outcome, point: &str, seen: &[Seen]) -> Option<String> {
    let port = point.strip_prefix("cells@")?;
    let (port, is_before) = port.strip_suffix(":arriving").map_or((port, false), |port| (port, true));
    let measured: Vec<&Seen> =
        seen.iter().filter(|seen| seen.ns >= network.warmup.get().div_ceil(1_000)).collect();
    let lost = measured.iter().filter(|seen| seen.comment.is_some()).count() as u64;
    let counted = |column| count(&outcome.ports, port, column);
    let expected = if is_before {
        (counted("arrived_cells"), counted("lost_cells"))
    } else {
        (counted("transmitted_cells"), 0)
    };
    let found = (measured.len() as u64, lost);
    (found != expected).then(|| format!("{point}: cells and lost ones {found:?}, counted {expected:?}"))
}

/// What is wrong with the captures at every point of a network, one line each.
fn faults(network: &Network) -> String {
    let points = every_point(network);
    let (outcome, files) = captured(network.clone(), &points);
    let mut faults = differences(&run_network(network.clone()), &outcome);
    let reference = Network { reference: true, ..network.clone() };
    let (_, of_reference) = captured(reference, &points);
    for ((point, file), other) in points.iter().zip(&files).zip(&of_reference) {
        let seen = records(file);
        if !seen.is_sorted_by_key(|seen| seen.ns) {
            faults.push(format!("{point} is out of order"));
        }
        if outcome.stopped.is_none() {
            faults.extend(miscounted(network, &outcome, point, &seen));
            faults.extend(miscounted_packets(network, &outcome, point, &seen));
            let first = seen.iter().zip(&records(other)).position(|(one, other)| one != other);
            if file != other {
                faults.push(format!("{point}: differs in reference mode, first at record {first:?}"));
            }
        }
    }
    faults.join("\n")
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn captures_change_nothing_and_see_what_the_tables_count(scenario in scenario(4_000)) {
        prop_assert_eq!(faults(&network(&scenario.0)), "");
    }
}

/// A congested LAN with losses.
fn congested() -> Network {
    network(
        &NSource {
            sources: 3,
            duration: "3 s",
            link_delay: "1 ms",
            buffer: "50 cells",
            ..NSource::default()
        }
        .text(),
    )
}

/// Noisy lines that deliver errored cells.
fn noisy() -> Network {
    network(
        "duration = \"3 s\"\n[topology]\ntemplate = \"adsl\"\nlines = 1\nerrored_cells = \"delivered\"\n\
         noise = { model = \"independent\", cell_error_ratio = 0.003 }\n",
    )
}

#[test]
fn frames_put_together_from_captured_cells_are_the_packets_that_hosts_saw() {
    assert_hosts_see_the_captured(congested(), ["cells@sw2.d1", "ip@d1"]);
}

#[test]
fn frames_with_errored_cells_fail_in_the_codec_as_well() {
    assert_hosts_see_the_captured(noisy(), ["cells@atur1.client1", "ip@client1"]);
}

/// The codec gives the packets that a host receives, from the cells on its link.
fn assert_hosts_see_the_captured(network: Network, points: [&str; 2]) {
    let (_, files) = captured(network, &points.map(str::to_owned));
    let mut decoders: BTreeMap<[u8; 4], Decoder> = BTreeMap::new();
    let mut packets = Vec::new();
    for cell in records(&files[0]) {
        let header: [u8; 4] = cell.octets[16..20].try_into().unwrap();
        let ends = header[3] & 0b0010 != 0;
        let vc = [header[0], header[1], header[2], header[3] & 0xF0];
        let payload = cell.octets[20..].try_into().unwrap();
        let decoder = decoders.entry(vc).or_insert_with(|| Decoder::new(Bytes::new(65_535)));
        // LLC/SNAP is before each packet.
        packets.extend(decoder.push(&payload, ends).and_then(Result::ok).map(|sdu| sdu.octets[8..].to_vec()));
    }
    let is_received = |seen: &Seen| seen.octets[16..20] == packets[0][16..20];
    let received: Vec<Vec<u8>> =
        records(&files[1]).into_iter().filter(is_received).map(|seen| seen.octets).collect();
    assert!(received.len() > 10, "{}", received.len());
    // The last ones may be on the link when the run ends.
    assert_eq!(packets[..received.len()], received);
    assert!(packets.len() - received.len() <= 1);
}

#[test]
fn lost_cells_are_marked_where_they_were_offered() {
    let points = ["cells@sw1.trunk:arriving".to_owned()];
    let (outcome, files) = captured(congested(), &points);
    let lost = records(&files[0]).iter().filter(|seen| seen.comment.is_some()).count() as u64;
    assert!(lost > 0);
    assert_eq!(lost, count(&outcome.ports, "sw1.trunk", "lost_cells"));
}

/// Datagrams at twice the rate of a link that damages some, and a transfer that understands marks, with a queue.
fn packets_of_all_fates(queue: &str) -> Network {
    network(&format!(
        r#"
duration = "2 s"
udp = {{ payload = "1000 bytes", rate = "3 Mbit/s" }}
tcp = {{ ecn = true, mss = "1460 bytes" }}
[nodes]
a.kind = "host"
b.kind = "host"
[links]
l = {{ ends = ["a", "b"], kind = "ethernet", rate = "4 Mbit/s", delay = "5 ms", queue = {queue}, packet_errors = {{ model = "independent", packet_error_ratio = 0.03 }} }}
[flows]
u = {{ kind = "udp", from = "a", to = "b" }}
t = {{ from = "a", to = "b" }}
"#
    ))
}

#[test]
fn what_becomes_of_each_packet_is_reported_where_it_was_offered() {
    for (queue, reason) in [
        ("{ discipline = \"tail\", limit = \"20 packets\" }", "dropped: queue-limit at a.nic."),
        ("{ discipline = \"codel\", ecn = true }", "dropped: aqm at a.nic."),
    ] {
        let points = ["packets@a.nic:arriving", "packets@a.nic"].map(str::to_owned);
        let (outcome, files) = captured(packets_of_all_fates(queue), &points);
        let [offered, sent] = [records(&files[0]), records(&files[1])];
        let reported = |seen: &[Seen], word| seen.iter().filter(|seen| seen.is_reported(word)).count() as u64;
        let counted = |column| count(&outcome.packet_ports, "a.nic", column);
        let marked = |seen: &[Seen]| {
            let is_marked =
                |seen: &&Seen| seen.comment.as_ref().is_some_and(|c| c.ends_with("; marked CE: aqm"));
            seen.iter().filter(is_marked).count() as u64
        };
        assert!(reported(&offered, reason) > 0, "{queue}");
        assert_eq!(reported(&offered, reason), counted("dropped_packets"));
        for seen in [&offered, &sent] {
            assert_eq!(
                (reported(seen, "lost: line-error behind a.nic"), marked(seen)),
                (counted("lost_on_line_packets"), counted("marked_packets"))
            );
            assert!(reported(seen, "lost") > 0 && reported(seen, "held: under way behind a.nic") > 0);
            let fates = ["delivered: at ", "dropped: ", "lost: ", "held: "].map(|word| reported(seen, word));
            assert_eq!(fates.iter().sum::<u64>(), seen.len() as u64, "each has one fate");
        }
        assert_eq!(sent.len() as u64, counted("sent_packets"));
        assert_eq!(marked(&offered) > 0, queue.contains("codel"));
        // Of the packets that are not dropped, only those that wait at the end are not sent.
        let waits = reported(&offered, "held: waits at a.nic");
        assert_eq!(offered.len() as u64, counted("sent_packets") + counted("dropped_packets") + waits);
        // The marks are in the packets that leave, not in those that come: the ECN field is behind 14 octets of
        // Ethernet.
        let with_mark = |seen: &[Seen]| seen.iter().filter(|seen| seen.octets[15] & 3 == 3).count() as u64;
        assert_eq!((with_mark(&offered), with_mark(&sent)), (0, counted("marked_packets")));
    }
}

#[test]
fn a_capture_and_a_probe_see_the_same_cells_at_a_port() {
    let rest = "[probes]\ncells = { port = \"sw1.trunk\", limit = 1000000 }\n";
    let lan = NSource { sources: 3, duration: "1 s", buffer: "50 cells", rest, ..NSource::default() };
    let (outcome, files) = captured(network(&lan.text()), &["cells@sw1.trunk:arriving".to_owned()]);
    let table = outcome.offered.expect("cells are recorded").table;
    let rows = table.reals("time_s").iter().zip(table.texts("fate").iter());
    let recorded: Vec<_> =
        rows.map(|(time_s, fate)| ((time_s * 1e12).round() as u64 / 1_000, fate != "taken")).collect();
    let seen: Vec<_> = records(&files[0]).iter().map(|seen| (seen.ns, seen.comment.is_some())).collect();
    assert!(seen.len() > 100, "{}", seen.len());
    assert_eq!(recorded, seen);
}

#[test]
fn rm_cells_are_seen_with_their_fields() {
    let text = "duration = \"500 ms\"\natm.category = \"abr\"\nswitch.rate_rule = { rule = \"erica\" }\n\
                probes.ccr = { vc = \"vc1\" }\n\
                topology = { template = \"n-source\", sources = 2, link_delay = \"5 us\" }\n";
    let points = ["cells@s1.nic".to_owned(), "cells@d1.nic".to_owned()];
    let (outcome, files) = captured(network(text), &points);
    let rm_cells = |file: &[u8]| -> Vec<_> {
        let is_rm = |seen: &Seen| seen.octets[19] & 0b1110 == 0b1100;
        let cells = records(file).into_iter().filter(is_rm);
        cells.map(|seen| rm_codec::decode(&seen.octets[20..].try_into().unwrap()).unwrap()).collect()
    };
    let [forward, backward] = [rm_cells(&files[0]), rm_cells(&files[1])];
    let sent = outcome.vcs.counts("forward_rm_cells")[0];
    assert!(sent > 10 && forward.len() as u64 >= sent - 1, "{} {sent}", forward.len());
    assert!(!backward.is_empty() && backward.iter().all(|rm| rm.er > 0.0));
    assert!(forward.iter().any(|rm| rm.ccr != forward[0].ccr), "the rate moves");
    let of_source = forward.iter().filter(|rm| rm.direction == RmDirection::Forward);
    let mut seen: Vec<f64> = of_source.map(|rm| rm.ccr).collect();
    let mut recorded = series(&outcome, "ccr vc1").values.clone();
    recorded.iter_mut().for_each(|ccr| *ccr = rate16::decode(rate16::encode(*ccr)));
    seen.dedup();
    recorded.dedup();
    assert_eq!(seen, recorded[..seen.len()], "the probe records what RM cells carry");
    assert!(recorded.len() - seen.len() <= 1, "but for one that may be on its way");
}

#[test]
fn a_full_disk_ends_the_run_with_the_name_of_the_file_and_nothing_is_kept() {
    let points = ["ip@s1", "cells@sw1.trunk"].map(str::to_owned);
    let sinks = [Memory::default(), Memory::of(10_000)];
    let error = run_captured(congested(), &points, Format::Pcap, &sinks).unwrap_err();
    let RunError::Capture { target, code, .. } = &error else { panic!("{error}") };
    assert_eq!((target.as_str(), *code), ("cells@sw1.trunk.pcap", Some(28)));
    assert!(sinks.iter().all(|sink| sink.kept().is_none()));
}

#[test]
fn a_run_that_a_limit_stops_keeps_its_captures() {
    let text =
        NSource { sources: 3, duration: "1 s", ..NSource::default() }.text() + "\n[limits]\nevents = 5000\n";
    let points = ["cells@sw1.trunk".to_owned(), "ip@s1".to_owned()];
    let (outcome, files) = captured(network(&text), &points);
    assert!(outcome.stopped.is_some());
    assert!(files.iter().all(|file| !records(file).is_empty()));
}
