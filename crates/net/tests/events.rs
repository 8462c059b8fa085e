//! Events that are recorded one by one: every lost cell, every cell offered to a port, every packet that reaches a
//! packet port, every segment and acknowledgment at senders.
//!
//! `PROPTEST_CASES` overrides the number of networks.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_net::{Outcome, Table};
use cellwise_scenario::{FlowIndex, FlowKind, LinkIndex, LinkKind, LostCells, Network, Records, Window};
use cellwise_units::Time;
use proptest::prelude::*;

use crate::common::networks::{NSource, two_hosts};
use crate::common::random::scenario;
use crate::common::{cases, count, differences, network, run, run_network};

/// The network with every event recorded, of cells and packets those in a window.
fn recorded(network: Network, window: Window) -> Network {
    let is_tcp = |flow: &FlowIndex| matches!(network.flows[flow.get()].kind, FlowKind::Tcp { .. });
    let segments: BTreeSet<_> = (0..network.flows.len()).map(FlowIndex).filter(is_tcp).collect();
    let cells = atm_ports(&network).map(|port| (port, window)).collect();
    let delays = (0..network.flows.len()).map(FlowIndex).collect();
    let packets = packet_ports(&network).map(|port| (port, window)).collect();
    let records = Records { losses: LostCells::Everywhere, segments, delays, cells, packets };
    Network { records, ..network }
}

const ALL_CELLS: Window = Window { from: Time::ZERO, until: Time::NEVER, limit: u64::MAX };

/// The ports at both ends of all links that carry cells.
fn atm_ports(network: &Network) -> impl Iterator<Item = (LinkIndex, usize)> {
    let links = network.links.iter().enumerate().filter(|(_, link)| link.kind == LinkKind::Atm);
    links.flat_map(|(link, _)| [0, 1].map(|end| (LinkIndex(link), end)))
}

/// The ports at both ends of all links at which packets wait.
fn packet_ports(network: &Network) -> impl Iterator<Item = (LinkIndex, usize)> {
    let ports = (0..network.links.len()).flat_map(|link| [0, 1].map(|end| (LinkIndex(link), end)));
    ports.filter(|port| network.has_packet_port(*port))
}

fn losses(outcome: &Outcome) -> &Table {
    outcome.losses.as_ref().expect("losses are recorded")
}

/// Cells of the table that are lost: damaged ones continue.
fn recorded_as_lost(table: &Table) -> u64 {
    let rows = table.texts("reason").iter().zip(table.counts("cells"));
    rows.filter(|(reason, _)| *reason != "damaged").map(|(_, cells)| cells).sum()
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn every_lost_cell_is_recorded_the_same_in_both_modes_and_recording_changes_nothing(
        scenario in scenario(6_000),
    ) {
        let network = network(&scenario.0);
        let recorded_all = recorded(network.clone(), ALL_CELLS);
        let outcome = run_network(recorded_all.clone());
        let reference = run_network(Network { reference: true, ..recorded_all });
        prop_assert_eq!(differences(&outcome, &reference).join("\n"), "");
        prop_assert_eq!(recorded_as_lost(losses(&outcome)), outcome.audit.lost);
        prop_assert_eq!(miscounted(&network, &outcome), Vec::<String>::new());
        prop_assert_eq!(unlike_delays(&outcome), Vec::<String>::new());
        let plain = Outcome { losses: None, segments: None, delays: None, offered: None, coming: None, ..outcome };
        let unrecorded = Network { records: Records::default(), ..network };
        prop_assert_eq!(differences(&run_network(unrecorded), &plain).join("\n"), "");
    }

    #[test]
    fn of_a_window_the_first_cells_are_recorded_the_same_in_both_modes(
        scenario in scenario(3_000), from in 0_u64..20, until in 20_u64..50, limit in 1_u64..200,
    ) {
        let network = network(&scenario.0);
        let part = |parts: u64| Time::from_ps(network.duration.get() / 40 * parts);
        let window = Window { from: part(from), until: part(until), limit };
        let outcome = run_network(recorded(network.clone(), window));
        let reference = run_network(Network { reference: true, ..recorded(network.clone(), window) });
        prop_assert_eq!(differences(&outcome, &reference).join("\n"), "");
        let all = run_network(recorded(network, ALL_CELLS));
        if all.stopped.is_none() {
            prop_assert_eq!(unlike_window(&all, &outcome, window), Vec::<String>::new());
        }
    }
}

/// The flows of which the classes of delays do not rise from the least delay to the largest.
fn unlike_delays(outcome: &Outcome) -> Vec<String> {
    let delays = outcome.delays.as_ref().expect("delays are recorded");
    let edges: Vec<_> = delays.reals("from_s").iter().zip(delays.reals("to_s")).collect();
    let of_flow = |name: &str| {
        let rows = delays.texts("flow").iter().zip(&edges).filter(move |(flow, _)| *flow == name);
        rows.map(|(_, edges)| *edges).collect::<Vec<_>>()
    };
    let is_right = |row: usize, name: &str| {
        let classes = of_flow(name);
        let known = ["delay_min_s", "delay_max_s"].map(|column| outcome.flows.reals(column)[row]);
        let holds = |(from, to): &(&f64, &f64), delay: f64| **from <= delay && delay < **to;
        match (classes.first(), classes.last()) {
            (Some(first), Some(last)) => {
                holds(first, known[0])
                    && holds(last, known[1])
                    && classes.is_sorted_by(|(_, end), (begin, _)| end <= begin)
            }
            _ => known.iter().all(|delay| delay.is_nan()),
        }
    };
    let flows = outcome.flows.texts("flow").iter().enumerate();
    flows.filter(|(row, name)| !is_right(*row, name)).map(|(_, name)| name.to_owned()).collect()
}

/// The ports of which other cells are recorded than the table of ports counts: port, offered cells and lost
/// ones as recorded, as counted.
fn miscounted(network: &Network, outcome: &Outcome) -> Vec<String> {
    if outcome.stopped.is_some() {
        return Vec::new();
    }
    let cells = offered(outcome);
    let mut found: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for ((port, fate), time_s) in
        cells.texts("port").iter().zip(cells.texts("fate").iter()).zip(cells.reals("time_s"))
    {
        if *time_s >= network.warmup.as_secs_f64() {
            let (offered, lost) = found.entry(port).or_default();
            *offered += 1;
            *lost += u64::from(fate != "taken");
        }
    }
    let ports = atm_ports(network).map(|(link, end)| &network.links[link.get()].directions[end].port_name);
    let ports = ports.map(|port| {
        let counted = ["arrived_cells", "lost_cells"].map(|column| count(&outcome.ports, port, column));
        (port, found.get(port.as_str()).copied().unwrap_or_default(), (counted[0], counted[1]))
    });
    ports.filter(|(_, found, counted)| found != counted).map(|port| format!("{port:?}")).collect()
}

/// The ports of which a probe with a window has not recorded the first so many of all cells in it, or has
/// not counted the others.
fn unlike_window(all: &Outcome, windowed: &Outcome, window: Window) -> Vec<String> {
    let times = |outcome: &Outcome| {
        let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        let cells = offered(outcome);
        let is_within = |at: &f64| window.from.as_secs_f64() <= *at && *at < window.until.as_secs_f64();
        let rows = cells.texts("port").iter().zip(cells.reals("time_s")).filter(|(_, at)| is_within(at));
        rows.for_each(|(port, at)| times.entry(port.to_owned()).or_default().push(*at));
        times
    };
    let left_out = &windowed.offered.as_ref().expect("cells are recorded").left_out;
    let (all, found) = (times(all), times(windowed));
    let limit = window.limit as usize;
    let is_unlike = |(port, expected): &(&String, &Vec<f64>)| {
        let left = left_out.iter().find(|(name, _)| name == *port).map_or(0, |(_, left)| *left as usize);
        let first = &expected[..expected.len().min(limit)];
        found.get(*port).is_none_or(|found| found != first) || left != expected.len() - first.len()
    };
    all.iter().filter(is_unlike).map(|(port, _)| port.to_owned()).collect()
}

fn offered(outcome: &Outcome) -> &Table {
    &outcome.offered.as_ref().expect("cells are recorded").table
}

/// Losses of each kind of place, in one line each.
fn reported(outcome: &Outcome) -> Vec<String> {
    let losses = losses(outcome);
    let (text, count) = (
        |name: &str| losses.texts(name).iter().map(str::to_owned).collect::<Vec<_>>(),
        |name: &str| losses.counts(name).to_vec(),
    );
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

/// Datagrams of 12 cells at twice the rate of the port behind: every other cell waits, 4 may.
fn two_rates(probe: &str) -> String {
    format!(
        "duration = \"400 us\"\n\
        [nodes]\na = {{ kind = \"host\" }}\nb = {{ kind = \"host\" }}\n\
        sw = {{ kind = \"switch\", buffer = \"4 cells\" }}\n\
        [links]\na = {{ ends = [\"a\", \"sw\"], rate = \"84.8 Mbit/s\", delay = \"0 s\" }}\n\
        b = {{ ends = [\"sw\", \"b\"], rate = \"42.4 Mbit/s\", delay = \"0 s\" }}\n\
        [vcs]\nv = {{ path = [\"a\", \"sw\", \"b\"] }}\n\
        [flows]\nf = {{ vc = \"v\", kind = \"udp\", \
        udp = {{ payload = \"512 bytes\", rate = \"8.192 Mbit/s\" }} }}\n\
        [probes]\n{probe}\n"
    )
}

#[test]
fn of_a_frame_that_meets_a_full_buffer_the_rest_is_carried_in_vain() {
    // A cell comes each 5 us and leaves each 10 us: the tenth and the twelfth of a frame find four waiting.
    assert_eq!(
        reported(&run(&two_rates("losses = { port = \"sw.b\" }"))),
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
    let reported = reported(&outcome);
    assert!(reported.len() > 10, "{reported:?}");
    assert!(
        reported.iter().all(|line| line.contains(" line-error: ") && line.contains(" of 12 at a.nic, ")),
        "{reported:?}"
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
    let count = |flow: &str, event: &str| {
        let rows = segments.texts("flow").iter().zip(segments.texts("event").iter());
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

/// Cells of a table in one line each.
fn cells_reported(outcome: &Outcome) -> Vec<String> {
    let cells = offered(outcome);
    let (text, count) = (
        |name: &str| cells.texts(name).iter().map(str::to_owned).collect::<Vec<_>>(),
        |name: &str| cells.counts(name).to_vec(),
    );
    let [vc, direction, flow, kind, fate] = ["vc", "direction", "flow", "kind", "fate"].map(text);
    let [packet, frame, cell, all, last] = ["packet", "frame", "cell", "frame_cells", "last_cell"].map(count);
    (0..vc.len())
        .map(|row| {
            format!(
                "{:.1} us: {} {} {} {} {}: frame {}, cell {} of {}{}, {}",
                cells.reals("time_s")[row] * 1e6,
                vc[row],
                direction[row],
                flow[row],
                kind[row],
                packet[row],
                frame[row],
                cell[row],
                all[row],
                if last[row] == 1 { ", the last" } else { "" },
                fate[row]
            )
        })
        .collect()
}

#[test]
fn every_cell_offered_to_a_port_has_its_frame_and_its_fate() {
    let outcome = run(&two_rates("cells = { port = \"sw.b\", from = \"40 us\", until = \"60 us\" }"));
    let lines = [
        "40.0 us: v forward f datagram 1: frame 1, cell 8 of 12, taken",
        "45.0 us: v forward f datagram 1: frame 1, cell 9 of 12, taken",
        "50.0 us: v forward f datagram 1: frame 1, cell 10 of 12, overflow",
        "55.0 us: v forward f datagram 1: frame 1, cell 11 of 12, taken",
    ];
    assert_eq!(cells_reported(&outcome), lines, "the cell at 60 us is not in the window");
    assert_eq!(outcome.offered.map(|cells| cells.left_out), Some(Vec::new()));
}

#[test]
fn cells_beyond_the_limit_are_counted() {
    let outcome = run(&two_rates("cells = { port = \"*\", until = \"100 us\", limit = 3 }"));
    assert_eq!(offered(&outcome).texts("port"), ["sw.b"; 3]);
    assert_eq!(outcome.offered.map(|cells| cells.left_out), Some(vec![("sw.b".to_owned(), 9)]));
}

#[test]
fn rm_cells_have_no_frame() {
    let text = "duration = \"10 ms\"\natm.category = \"abr\"\nswitch.rate_rule = { rule = \"erica\" }\n\
                topology = { template = \"n-source\", sources = 1, link_delay = \"5 us\" }\n\
                probes.cells = [{ port = \"sw1.trunk\" }, { port = \"s1.nic\" }]\n";
    let outcome = run(text);
    let reported = cells_reported(&outcome);
    let rm_cells: Vec<_> = reported.iter().filter(|line| line.contains("rm-cell")).collect();
    assert!(rm_cells.len() > 2, "{reported:?}");
    let of_rm = "vc1 forward  rm-cell 0: frame 0, cell 1 of 1, taken";
    assert!(rm_cells.iter().all(|line| line.ends_with(of_rm)), "{rm_cells:?}");
    assert!(
        reported.iter().any(|line| line.contains("tcp1 data 1: frame 1, cell 1 of 12, taken")),
        "{reported:?}"
    );
}

/// A link of 1 Mbit/s between two hosts, on which datagrams of 1000 octets take 8 ms and come every 4 ms.
fn packets_reported(queue: &str, udp: &str) -> Vec<String> {
    let text = format!(
        r#"
duration = "30 ms"
[nodes]
s.kind = "host"
d.kind = "host"
[links]
line = {{ ends = ["s", "d"], kind = "raw", rate = "1 Mbit/s", delay = "3 ms", queue = {queue} }}
[flows]
f = {{ kind = "udp", from = "s", to = "d", udp = {{ payload = "972 bytes", {udp} }} }}
[probes]
packets = {{ port = "*" }}
"#
    );
    let packets = run(&text).coming.expect("packets are recorded").table;
    let (text, count) = (
        |name: &str| packets.texts(name).iter().map(str::to_owned).collect::<Vec<_>>(),
        |name: &str| packets.counts(name).to_vec(),
    );
    let [port, flow, direction, kind, mark, fate] =
        ["port", "flow", "direction", "kind", "mark", "fate"].map(text);
    let [packet, octets] = ["packet", "ip_bytes"].map(count);
    let [came, begins, ends] = ["time_s", "begins_s", "ends_s"]
        .map(|name| packets.reals(name).iter().map(|s| s * 1e3).collect::<Vec<_>>());
    let reported = |row: usize| {
        let [flow, direction, kind, mark, fate] =
            [&flow[row], &direction[row], &kind[row], &mark[row], &fate[row]];
        format!(
            "{} {flow} {direction} {kind} {}, {} octets: {:.1} ms, from {:.1} to {:.1}, {fate}{mark}",
            port[row], packet[row], octets[row], came[row], begins[row], ends[row]
        )
    };
    (0..fate.len()).map(reported).collect()
}

#[test]
fn every_packet_that_comes_to_a_packet_port_has_its_transmission_and_its_fate() {
    let gaps = "gap_s = { distribution = \"constant\", value = 0.004 }";
    let reported = packets_reported("{ discipline = \"tail\", limit = \"1 packets\" }", gaps);
    let lines = [
        "s.nic f forward datagram 1, 1000 octets: 4.0 ms, from 4.0 to 12.0, sent",
        "s.nic f forward datagram 2, 1000 octets: 8.0 ms, from 12.0 to 20.0, sent",
        // The transmission ends before the packet of that instant comes.
        "s.nic f forward datagram 3, 1000 octets: 12.0 ms, from 20.0 to 28.0, sent",
        "s.nic f forward datagram 4, 1000 octets: 16.0 ms, from NaN to NaN, queue-limit",
        "s.nic f forward datagram 5, 1000 octets: 20.0 ms, from 28.0 to 36.0, sent",
        "s.nic f forward datagram 6, 1000 octets: 24.0 ms, from NaN to NaN, queue-limit",
        "s.nic f forward datagram 7, 1000 octets: 28.0 ms, from NaN to NaN, held",
    ];
    assert_eq!(reported, lines);
}

#[test]
fn packets_beyond_the_limit_are_counted_and_those_outside_the_window_are_not() {
    let text = |probe: &str| {
        format!(
            "duration = \"30 ms\"\n[nodes]\ns.kind = \"host\"\nd.kind = \"host\"\n[links]\n\
             line = {{ ends = [\"s\", \"d\"], kind = \"raw\", rate = \"1 Mbit/s\", delay = \"3 ms\" }}\n[flows]\n\
             f = {{ kind = \"udp\", from = \"s\", to = \"d\", udp = {{ rate = \"1 Mbit/s\", payload = \"500 bytes\" }} }}\n\
             [probes]\npackets = {{ port = \"s.nic\", {probe} }}\n"
        )
    };
    // They come at 0, 4, 8, ... ms.
    let records =
        run(&text("from = \"4 ms\", until = \"20 ms\", limit = 3")).coming.expect("packets are recorded");
    assert_eq!(records.table.counts("packet"), [2, 3, 4]);
    assert_eq!(records.table.texts("fate"), ["sent"; 3]);
    assert_eq!(records.left_out, [("s.nic".to_owned(), 1)]);
}
