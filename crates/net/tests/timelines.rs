//! Small networks, cell by cell and segment by segment, as tables that a person can judge.
//!
//! A cell takes 1 us on the links of sources and 10 us at the shared port unless a test says
//! otherwise, so every instant can be worked out by hand.

use std::fmt::Write;

use cellwise_net::{Outcome, Series, Table};

use crate::common::networks::{NSource, shared_port, two_hosts};
use crate::common::{run, series, shown};

/// A series as one line per change: microseconds and value.
fn timeline(series: &Series) -> String {
    let mut text = format!("{} ({})\n", series.name, series.unit);
    for (at, value) in series.times_ps.iter().zip(&series.values) {
        let _ = writeln!(text, "{:>10.3} us  {value}", *at as f64 / 1e6);
    }
    text
}

/// Some columns of a table, one line per row that has something other than 0 in one of them.
fn columns(table: &Table, names: &[&str]) -> String {
    let cells = |name: &&str| shown(table.column(name).unwrap_or_else(|| panic!("no column {name}")));
    let columns: Vec<Vec<String>> = names.iter().map(cells).collect();
    let widths: Vec<usize> = columns
        .iter()
        .zip(names)
        .map(|(column, name)| column.iter().map(String::len).max().unwrap_or(0).max(name.len()))
        .collect();
    let line = |values: Vec<&str>| {
        let padded = values.iter().zip(&widths).map(|(value, width)| format!("{value:>width$}"));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    let mut text = line(names.to_vec());
    for row in 0..columns[0].len() {
        let values: Vec<&str> = columns.iter().map(|column| column[row].as_str()).collect();
        if values.iter().any(|value| value.parse::<f64>().is_ok_and(|number| number != 0.0)) {
            text += &line(values);
        }
    }
    text
}

const VCS: [&str; 8] = [
    "vc",
    "cells_sent",
    "cells_delivered",
    "cells_lost",
    "lost_overflow_cells",
    "lost_frame_refused_cells",
    "lost_frame_remainder_cells",
    "frames_delivered",
];
const FAILURES: [&str; 6] =
    ["vc", "frames_sent", "frames_delivered", "failed_crc_frames", "failed_oversize_frames", "wasted_cells"];

/// A single datagram; with 28 octets of headers, 8 of LLC/SNAP and 8 of trailer before 48-octet
/// payloads, `cells` cells.
fn datagram(start_us: u64, cells: u64) -> String {
    let payload = cells * 48 - 44;
    format!(
        "kind = \"udp\", start = \"{start_us} us\", size = \"{payload} bytes\", \
         udp = {{ payload = \"{payload} bytes\", rate = \"line\" }}"
    )
}

/// Two sources with a frame of 5 cells each at a port with room for 3.
fn two_frames(tie: &str, occupancy: &str) -> Outcome {
    let settings = format!(
        "duration = \"200 us\"\ntie = \"{tie}\"\n\
         switch = {{ buffer = \"3 cells\", occupancy = \"{occupancy}\" }}\n\
         [probes]\nqueue = {{ port = \"sw.d\" }}\noccupancy = {{ port = \"sw.d\", vc = \"*\" }}\n"
    );
    run(&shared_port(&settings, "424 Mbit/s", "42.4 Mbit/s", &[datagram(0, 5), datagram(0, 5)]))
}

#[test]
fn two_frames_meet_a_buffer_of_three_cells_that_serves_the_first_source_first() {
    let outcome = two_frames("fixed", "waiting");
    let mut text = columns(&outcome.vcs, &VCS);
    for name in ["queue sw.d", "occupancy sw.d v1", "occupancy sw.d v2"] {
        text += &timeline(series(&outcome, name));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_buffer_that_counts_the_cell_in_service_holds_one_less() {
    let outcome = two_frames("fixed", "with-service");
    let text = columns(&outcome.vcs, &VCS) + &timeline(series(&outcome, "queue sw.d"));
    insta::assert_snapshot!(text);
}

/// On one VC a frame of 5 cells, whose last cell meets a full buffer, then one of 3 cells.
fn merging(drop: &str, more: &str) -> Outcome {
    let settings =
        format!("duration = \"300 us\"\nswitch = {{ buffer = \"3 cells\", drop = {{ {drop} }} }}\n{more}");
    let first = datagram(0, 5);
    let text = shared_port(&settings, "424 Mbit/s", "42.4 Mbit/s", &[first]);
    run(&format!("{text}second = {{ vc = \"v1\", {} }}\n", datagram(100, 3)))
}

#[test]
fn a_lost_last_cell_merges_two_frames_and_both_die() {
    let outcome = merging("policy = \"tail\"", "");
    insta::assert_snapshot!(columns(&outcome.vcs, &FAILURES));
}

#[test]
fn a_merged_frame_beyond_the_largest_sdu_is_oversize() {
    // 232 octets, with the trailer, are 5 cells; the arrived ones of the first frame and the second are 7.
    let outcome = merging("policy = \"tail\"", "atm = { max_sdu = \"232 bytes\" }\n");
    insta::assert_snapshot!(columns(&outcome.vcs, &FAILURES));
}

#[test]
fn a_reassembly_timeout_saves_the_second_frame() {
    let outcome = merging("policy = \"tail\"", "atm = { reassembly_timeout = \"50 us\" }\n");
    let names = ["vc", "frames_sent", "frames_delivered", "failed_crc_frames", "failed_timeout_frames"];
    insta::assert_snapshot!(columns(&outcome.vcs, &names));
}

#[test]
fn a_receiver_that_keeps_frames_apart_saves_the_second_frame() {
    let names = ["frames_sent", "frames_delivered", "failed_crc_frames", "wasted_cells"];
    for (way, expected) in [("merge", ["2", "0", "1", "7"]), ("separate", ["2", "1", "1", "4"])] {
        let outcome = merging("policy = \"tail\"", &format!("atm = {{ after_lost_end = \"{way}\" }}\n"));
        let table = columns(&outcome.vcs, &names);
        let row = table.lines().nth(1).expect("one connection").split_whitespace().collect::<Vec<_>>();
        assert_eq!(row, expected, "{table}");
    }
}

/// A frame of 12 cells at 4 us a cell, and behind it one of 2, at a port of 10 us with room for 3.
fn long_frame(drop: &str) -> Outcome {
    let settings = format!(
        "duration = \"500 us\"\nswitch = {{ buffer = \"3 cells\", drop = {{ {drop} }} }}\n\
         [probes]\nqueue = {{ port = \"sw.d\" }}\n"
    );
    let text = shared_port(&settings, "106 Mbit/s", "42.4 Mbit/s", &[datagram(0, 12)]);
    run(&format!("{text}second = {{ vc = \"v1\", {} }}\n", datagram(200, 2)))
}

#[test]
fn partial_packet_discard_loses_the_rest_of_a_frame_but_its_last_cell() {
    let mut text = String::new();
    for drop in ["policy = \"tail\"", "policy = \"ppd\""] {
        let outcome = long_frame(drop);
        let _ = write!(
            text,
            "{drop}\n{}{}{}\n",
            columns(&outcome.vcs, &VCS),
            columns(&outcome.vcs, &FAILURES),
            timeline(series(&outcome, "queue sw.d"))
        );
    }
    insta::assert_snapshot!(text);
}

#[test]
fn early_packet_discard_finishes_the_frame_begun_below_the_threshold_and_refuses_the_one_begun_above() {
    // Of two frames of 5 cells, the second begins at 3 us, when more than 1 cell waits.
    let settings = "duration = \"200 us\"\n\
                    switch = { buffer = \"20 cells\", drop = { policy = \"epd\", threshold = \"1 cells\" } }\n\
                    [probes]\nqueue = { port = \"sw.d\" }\n";
    let flows = [datagram(0, 5), datagram(3, 5)];
    let outcome = run(&shared_port(settings, "424 Mbit/s", "42.4 Mbit/s", &flows));
    insta::assert_snapshot!(columns(&outcome.vcs, &VCS) + &timeline(series(&outcome, "queue sw.d")));
}

#[test]
fn a_transfer_of_seven_segments_in_slow_start() {
    // A segment of 512 octets is 12 cells of 1 us, an acknowledgment 2 cells; 10 us each way.
    let settings = "duration = \"1 ms\"\ntcp = { delayed_ack = false }\n[probes]\n\
                    cwnd = { flow = \"f\" }\nsequence = { flow = \"f\" }\nacknowledgment = { flow = \"f\" }\n";
    let text = two_hosts(settings, "424 Mbit/s", "10 us", "kind = \"tcp\", size = \"3584 bytes\"");
    let outcome = run(&text);
    let mut text =
        columns(&outcome.flows, &["flow", "segments_sent", "delivered_bytes", "acks_sent", "timeouts"]);
    for name in ["cwnd f", "sequence f", "acknowledgment f"] {
        text += &timeline(series(&outcome, name));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_lost_segment_is_sent_again_after_the_timeout() {
    // A slow port refuses segments while more than 18 cells wait; ticks of 10 ms.
    let settings = "duration = \"200 ms\"\nswitch = { buffer = \"30 cells\", drop = { policy = \"epd\", threshold = \"18 cells\" } }\n\
                    tcp = { variant = \"no-fast-retransmit\", delayed_ack = false, timer_tick = \"10 ms\", initial_rto = \"20 ms\" }\n\
                    [probes]\ncwnd = { flow = \"*\" }\nssthresh = { flow = \"*\" }\n\
                    sequence = { flow = \"*\" }\nacknowledgment = { flow = \"*\" }\n";
    let flow = "kind = \"tcp\", size = \"5120 bytes\"".to_owned();
    let outcome = run(&shared_port(settings, "424 Mbit/s", "42.4 Mbit/s", &[flow]));
    let names = [
        "flow",
        "segments_sent",
        "retransmitted_segments",
        "timeouts",
        "delivered_bytes",
        "out_of_order_segments",
    ];
    let mut text = columns(&outcome.flows, &names) + &columns(&outcome.vcs, &VCS);
    for name in ["cwnd f1", "ssthresh f1", "sequence f1", "acknowledgment f1"] {
        text += &timeline(series(&outcome, name));
    }
    insta::assert_snapshot!(text);
}

/// Two ABR connections at a shared port of 100000 cells/s, of which one begins 500 us later.
fn two_abr_sources(reverse: &str) -> Outcome {
    let settings = format!(
        "duration = \"800 us\"\nswitch = {{ scheduler = \"priority\", \
         rate_rule = {{ rule = \"fmmra\", interval = \"100 us\", low = \"2 cells\", high = \"8 cells\" }} }}\n\
         atm.category = \"abr\"\nudp.payload = \"180 bytes\"\n\
         abr = {{ icr = \"8.48 Mbit/s\", pcr = \"84.8 Mbit/s\", nrm = 4, rif = 0.0625, reverse = \"{reverse}\" }}\n\
         [probes]\nacr = {{ vc = \"*\" }}\ner = {{ port = \"sw.d\", vc = \"*\" }}\nqueue = {{ port = \"sw.d\" }}\n"
    );
    let flow = |start_us: u64| format!("kind = \"udp\", start = \"{start_us} us\"");
    run(&shared_port(&settings, "424 Mbit/s", "42.4 Mbit/s", &[flow(0), flow(500)]))
}

const ABR: [&str; 7] = [
    "vc",
    "direction",
    "cells_sent",
    "cells_delivered",
    "forward_rm_cells",
    "backward_rm_cells",
    "acr_mean_cells_per_s",
];

#[test]
fn an_abr_source_starts_and_makes_room_for_a_second_one() {
    let outcome = two_abr_sources("unlimited");
    let mut text = columns(&outcome.vcs, &ABR);
    for name in ["acr v1", "acr v2", "er sw.d v1", "er sw.d v2", "queue sw.d"] {
        text += &timeline(series(&outcome, name));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn backward_rm_cells_that_share_the_rate_of_an_abr_source_come_later() {
    let outcome = two_abr_sources("abr");
    let text = columns(&outcome.vcs, &ABR) + &timeline(series(&outcome, "acr v1"));
    insta::assert_snapshot!(text);
}

/// Efficiency, fairness and losses of N sources in the LAN of ATM Forum 96-1269 over 1 s, for
/// every policy and buffer.
fn by_policy_and_buffer(sources: u32) -> String {
    let policies = ["tail", "ppd", "epd", "selective-drop", "fba"];
    let mut text = format!(
        "{:<15} {:>6}  {:>10} {:>8} {:>10} {:>8}\n",
        "policy", "buffer", "efficiency", "fairness", "lost cells", "timeouts"
    );
    for policy in policies {
        for cells in [1000, 2000, 3000] {
            let (buffer, drop) = (format!("{cells} cells"), format!("policy = \"{policy}\""));
            let scenario =
                NSource { sources, duration: "1 s", buffer: &buffer, drop: &drop, ..NSource::default() };
            let outcome = run(&scenario.text());
            let rates = outcome.flows.reals("throughput_bps");
            let (sum, squares) =
                rates.iter().fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
            let fairness = sum * sum / (f64::from(sources) * squares);
            let timeouts: u64 = outcome.flows.counts("timeouts").iter().sum();
            let _ = writeln!(
                text,
                "{policy:<15} {cells:>6}  {:>10.4} {fairness:>8.4} {:>10} {timeouts:>8}",
                sum / 125.198e6,
                outcome.audit.lost
            );
        }
    }
    text
}

#[test]
fn lan_of_five_sources_by_policy_and_buffer() {
    insta::assert_snapshot!(by_policy_and_buffer(5));
}

#[test]
fn lan_of_fifteen_sources_by_policy_and_buffer() {
    insta::assert_snapshot!(by_policy_and_buffer(15));
}
