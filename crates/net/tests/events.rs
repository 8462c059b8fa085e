//! Events that are recorded one by one: every lost cell, every segment and acknowledgment at senders.
//!
//! `PROPTEST_CASES` overrides the number of networks.

mod common;

use std::collections::BTreeSet;

use cellwise_net::{Outcome, Table};
use cellwise_scenario::{FlowIndex, FlowKind, LostCells, Network, Records};
use common::networks::{NSource, two_hosts};
use common::random::scenario;
use common::{cases, differences, network, run, run_network};
use proptest::prelude::*;

/// The network with every event recorded.
fn recorded(network: Network) -> Network {
    let is_tcp = |flow: &FlowIndex| matches!(network.flows[flow.get()].kind, FlowKind::Tcp { .. });
    let segments: BTreeSet<_> = (0..network.flows.len()).map(FlowIndex).filter(is_tcp).collect();
    Network { records: Records { losses: LostCells::Everywhere, segments }, ..network }
}

fn losses(outcome: &Outcome) -> &Table {
    outcome.losses.as_ref().expect("losses are recorded")
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn every_lost_cell_is_recorded_the_same_in_both_modes_and_recording_changes_nothing(
        scenario in scenario(6_000),
    ) {
        let network = network(&scenario.0);
        let outcome = run_network(recorded(network.clone()));
        let reference = run_network(Network { reference: true, ..recorded(network.clone()) });
        prop_assert_eq!(differences(&outcome, &reference).join("\n"), "");
        prop_assert_eq!(losses(&outcome).counts("cells").iter().sum::<u64>(), outcome.audit.lost);
        let plain = Outcome { losses: None, segments: None, ..outcome };
        prop_assert_eq!(differences(&run_network(network), &plain).join("\n"), "");
    }
}

/// Losses of each kind of place, in one line each.
fn told(outcome: &Outcome) -> Vec<String> {
    let losses = losses(outcome);
    let (text, count) = (|name: &str| losses.texts(name).to_vec(), |name: &str| losses.counts(name).to_vec());
    let [place, reason, kind] = ["place", "reason", "kind"].map(text);
    let [packet, first, cells, all, wasted] =
        ["packet", "first_cell", "cells", "frame_cells", "wasted_cells"].map(count);
    (0..place.len())
        .map(|row| {
            format!(
                "{} {} {}: {}+{} of {} at {}, {} in vain",
                kind[row],
                packet[row],
                reason[row],
                first[row],
                cells[row],
                all[row],
                place[row],
                wasted[row]
            )
        })
        .collect()
}

#[test]
fn of_a_frame_that_meets_a_full_buffer_the_rest_is_carried_in_vain() {
    // Datagrams of 12 cells at twice the rate of the port behind: every other cell waits, 4 may.
    let text = "duration = \"400 us\"\n\
        [nodes]\na = { kind = \"host\" }\nb = { kind = \"host\" }\nsw = { kind = \"switch\", buffer = \"4 cells\" }\n\
        [links]\na = { ends = [\"a\", \"sw\"], rate = \"84.8 Mbit/s\", delay = \"0 s\" }\n\
        b = { ends = [\"sw\", \"b\"], rate = \"42.4 Mbit/s\", delay = \"0 s\" }\n\
        [vcs]\nv = { path = [\"a\", \"sw\", \"b\"] }\n\
        [flows]\nf = { vc = \"v\", kind = \"udp\", udp = { payload = \"512 bytes\", rate = \"8.192 Mbit/s\" } }\n\
        [probes]\nlosses = { port = \"sw.b\" }\n";
    // A cell comes each 5 us and leaves each 10 us: the tenth and the twelfth of a frame find four waiting.
    assert_eq!(
        told(&run(text)),
        [
            "datagram 1 overflow: 10+1 of 12 at sw.b, 10 in vain",
            "datagram 1 overflow: 12+1 of 12 at sw.b, 0 in vain",
        ]
    );
}

#[test]
fn losses_at_a_driver_queue_and_on_a_line_have_their_places() {
    let text = two_hosts(
        "duration = \"1 s\"\nseed = 4",
        "10 Mbit/s",
        "1 ms",
        "kind = \"udp\", udp = { payload = \"512 bytes\", rate = \"1 Mbit/s\" }",
    )
    .replace(
        "delay = \"1 ms\"",
        "delay = \"1 ms\", errors = { model = \"independent\", cell_error_ratio = 0.01 }",
    );
    let outcome = run(&format!("{text}\n[probes]\nlosses = {{ port = \"a.nic\" }}\n"));
    let told = told(&outcome);
    assert!(told.len() > 10, "{told:?}");
    assert!(
        told.iter().all(|line| line.contains(" line-error: ") && line.contains(" of 12 at a.nic, ")),
        "{told:?}"
    );
}

#[test]
fn segments_sent_again_and_duplicates_are_those_that_are_counted() {
    let rest = "[tcp]\nvariant = \"reno\"\ntimer_tick = \"10 ms\"\n[probes]\nsegments = { flow = \"*\" }\n";
    let text = NSource {
        sources: 3,
        duration: "2 s",
        link_delay: "1 ms",
        buffer: "100 cells",
        rest,
        ..NSource::default()
    };
    let outcome = run(&text.text());
    let segments = outcome.segments.as_ref().expect("segments are recorded");
    let count = |flow: &String, event: &str| {
        let rows = segments.texts("flow").iter().zip(segments.texts("event"));
        rows.filter(|(of, what)| *of == flow && *what == event).count() as u64
    };
    for (row, flow) in outcome.flows.texts("flow").iter().enumerate() {
        let counted = |column| outcome.flows.counts(column)[row];
        assert!(counted("retransmitted_segments") > 0 && counted("duplicate_acks") > 0);
        assert_eq!(count(flow, "sent-again"), counted("retransmitted_segments"));
        assert_eq!(count(flow, "sent") + count(flow, "sent-again"), counted("segments_sent"));
        assert_eq!(count(flow, "duplicate"), counted("duplicate_acks"));
    }
}
