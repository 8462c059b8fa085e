//! Laws that every network keeps: cells are conserved, no element exceeds a link or a buffer.

use std::fmt::Debug;

use cellwise_atm::LossReason;
use cellwise_atm::abr::Reverse;
use cellwise_atm::error_model::ErroredCells;
use cellwise_net::Outcome;
use cellwise_scenario::{
    Architecture, FlowKind, Hop, Link, LinkKind, Network, NodeIndex, NodeKind, Occupancy, Sharing, Vc,
};
use cellwise_tcp::Application;
use cellwise_units::{CELL_BITS, Capacity, Span};
use proptest::prelude::*;

use crate::common::random::scenario;
use crate::common::{cases, network, run_network};

const PS_PER_S: u128 = 1_000_000_000_000;

/// Cells of a rate in a span, rounded up.
fn cells_in(rate_bps: u64, span: Span) -> u64 {
    let bits = (u128::from(rate_bps) * u128::from(span.get())).div_ceil(PS_PER_S);
    u64::try_from(bits).unwrap_or(u64::MAX).div_ceil(CELL_BITS)
}

/// The laws that one element breaks, with the numbers that show it.
struct Laws {
    element: String,
    broken: Vec<String>,
}

impl Laws {
    fn of(element: impl ToString) -> Self {
        Self { element: element.to_string(), broken: Vec::new() }
    }

    fn hold(&mut self, law: &str, holds: bool, numbers: impl Debug) {
        if !holds {
            self.broken.push(format!("{}: not {law}: {numbers:?}", self.element));
        }
    }
}

/// The columns of losses by reason.
fn losses() -> impl Iterator<Item = String> {
    let reasons = LossReason::ALL.iter().filter(|reason| reason.is_of_cells());
    reasons.map(|reason| format!("lost_{}_cells", reason.name().replace('-', "_")))
}

/// Cells that may wait in a buffer, the one in transmission not counted.
fn room_in(buffer: Capacity, occupancy: Occupancy) -> u64 {
    match (buffer, occupancy) {
        (Capacity::Unlimited, _) => u64::MAX,
        (Capacity::Limited(cells), Occupancy::Waiting) => cells.get(),
        (Capacity::Limited(cells), Occupancy::WithService) => cells.get() - 1,
    }
}

/// Cells that may wait at the port of a link's direction: in the buffer that its connections share,
/// in the reserved part, and in the parts of its switch.
fn room(network: &Network, link: &Link, end: usize) -> u64 {
    let Some(queue) = &link.directions[end].queue else { return u64::MAX };
    let reserved: u64 = queue.reserved.iter().map(|cells| cells.get()).sum();
    let buffer = room_in(queue.buffer, queue.occupancy).saturating_add(reserved);
    let NodeKind::Switch(switch) = &network.nodes[link.ends[end].get()].kind else { return buffer };
    let is_here = |node: &&NodeIndex| **node == link.ends[end];
    let ports = network.links.iter().flat_map(|link| &link.ends).filter(is_here).count() as u64;
    let in_switch = match &switch.architecture {
        Architecture::SharedMemory(memory) if memory.sharing == Sharing::Partitioned => {
            memory.memory.get() / ports
        }
        Architecture::SharedMemory(memory) => memory.memory.get(),
        // A virtual source is one more input.
        Architecture::Crossbar(crossbar) => match crossbar.crosspoint_buffer {
            Capacity::Limited(cells) => (ports + network.vcs.len() as u64) * cells.get(),
            Capacity::Unlimited => u64::MAX,
        },
        Architecture::OutputBuffered(_) | Architecture::TwoStage(_) => u64::MAX,
    };
    buffer.min(in_switch)
}

/// A port's row, and what bounds it.
struct Bounded {
    name: String,
    /// Bits per second of cells.
    rate_bps: u64,
    room: u64,
}

/// Every port of which the table of ports has a row, but adapters at switches, which have no bound.
fn bounded_ports(network: &Network) -> Vec<Bounded> {
    let atm = network.links.iter().filter(|link| link.kind == LinkKind::Atm);
    let of_links = atm.flat_map(|link| {
        link.directions.iter().enumerate().map(move |(end, direction)| (link, end, direction))
    });
    let mut found: Vec<Bounded> = of_links
        .map(|(link, end, direction)| Bounded {
            name: direction.port_name.clone(),
            rate_bps: direction.rate.get(),
            room: room(network, link, end),
        })
        .collect();
    for node in &network.nodes {
        let NodeKind::Switch(switch) = &node.kind else { continue };
        let Architecture::TwoStage(fabric) = &switch.architecture else { continue };
        let room = room_in(fabric.fabric_buffer, Occupancy::Waiting);
        found.push(Bounded {
            name: format!("{}.fabric", node.name),
            rate_bps: fabric.fabric_rate.get(),
            room,
        });
    }
    found.extend(network.vcs.iter().flat_map(|vc| adapters(network, vc)));
    found
}

/// The adapters at the ends of a connection: those of ABR sources.
fn adapters(network: &Network, vc: &Vc) -> Vec<Bounded> {
    let Some(abr) = &vc.abr else { return Vec::new() };
    let (first, last) = (vc.hops[0], vc.hops[vc.hops.len() - 1]);
    let nodes = [(first.link, first.end), (last.link, 1 - last.end)];
    let is_paced = |side: &usize| *side == 0 || abr[1].reverse == Reverse::Abr;
    let adapter = |side: usize| {
        let (link, end) = nodes[side];
        let node = network.links[link.get()].ends[end];
        let name = format!("{}.{}", network.nodes[node.get()].name, vc.name);
        // The peak rate, rounded up.
        let rate_bps = (abr[side].pcr * CELL_BITS as f64).ceil() as u64;
        Bounded { name, rate_bps, room: room_in(vc.adapters[side].buffer, Occupancy::Waiting) }
    };
    (0..2).filter(is_paced).map(adapter).collect()
}

fn laws_of_port(port: &Bounded, network: &Network, outcome: &Outcome) -> Vec<String> {
    let mut laws = Laws::of(&port.name);
    let measured = Span::from_ps(network.duration.get() - network.warmup.get());
    let names = outcome.ports.texts("port");
    // A fabric that nothing passes has no row.
    let Some(row) = names.iter().position(|name| *name == port.name) else { return laws.broken };
    let (count, real) =
        (|name: &str| outcome.ports.counts(name)[row], |name: &str| outcome.ports.reals(name)[row]);
    let (arrived, sent, lost) = (count("arrived_cells"), count("transmitted_cells"), count("lost_cells"));
    let (most, most_with_service) = (count("queue_max_waiting_cells"), count("queue_max_cells"));
    let reasons: u64 = losses().map(|reason| count(&reason)).sum();
    laws.hold("every loss has a reason", reasons == lost, (reasons, lost));
    let most_sent = cells_in(port.rate_bps, measured) + 1;
    laws.hold("sent <= rate x time", sent <= most_sent, (sent, most_sent));
    let (used, time_s) = (real("utilisation"), measured.as_secs_f64());
    let most_used = (most_sent * CELL_BITS) as f64 / (count("rate_bps") as f64 * time_s);
    laws.hold("utilisation <= 1", used <= most_used * (1.0 + 1e-12), (used, most_used));
    // Counting starts with the last picosecond of the warm-up; and each waiting time is exact, where
    // the instant up to which a cell is counted is rounded down to picoseconds.
    let rounding = arrived as f64 * 1e-12 / time_s;
    let bound = most as f64 * (1.0 + 1.1 / measured.get() as f64) + 1.01 * rounding;
    let mean = real("queue_mean_waiting_cells");
    laws.hold("0 <= mean queue <= longest queue", (0.0..=bound).contains(&mean), (mean, most));
    laws.hold("one cell is in transmission", most_with_service - most <= 1, (most, most_with_service));
    laws.hold("waiting <= buffer", most <= port.room, (most, port.room));
    if network.warmup.is_zero() {
        let left = arrived.checked_sub(lost + sent);
        let is_left = left.is_some_and(|left| left <= most_with_service);
        laws.hold("arrived = sent + lost + queued", is_left, (arrived, sent, lost, most_with_service));
    }
    laws.broken
}

fn laws_of_ports(network: &Network, outcome: &Outcome) -> Vec<String> {
    bounded_ports(network).iter().flat_map(|port| laws_of_port(port, network, outcome)).collect()
}

/// The laws of one direction of a virtual connection, in a run without a warm-up.
fn laws_of_vc(row: usize, network: &Network, outcome: &Outcome) -> Vec<String> {
    let (vc, count) = (&network.vcs[row / 2], |name: &str| outcome.vcs.counts(name)[row]);
    let mut laws = Laws::of(format!("{} {}", vc.name, &outcome.vcs.texts("direction")[row]));
    let (sent, delivered, lost) = (count("cells_sent"), count("cells_delivered"), count("cells_lost"));
    laws.hold("delivered + lost <= sent", delivered + lost <= sent, (delivered, lost, sent));
    let reasons: u64 = losses().map(|reason| count(&reason)).sum();
    laws.hold("every loss has a reason", reasons == lost, (reasons, lost));
    let frames = (count("frames_sent"), count("frames_delivered"), count("frames_failed"));
    laws.hold("frames delivered <= sent", frames.1 <= frames.0, frames);
    let damages = |hop: &Hop| {
        let directions = &network.links[hop.link.get()].directions;
        directions.iter().any(|direction| direction.errored_cells == ErroredCells::Delivered)
    };
    let may_fail = lost > 0 || vc.reassembly.timeout.is_some() || vc.hops.iter().any(damages);
    laws.hold("no failure without loss, damage or timeout", may_fail || frames.2 == 0, frames);
    let wasted = count("wasted_cells");
    laws.hold("wasted <= delivered", wasted <= delivered, (wasted, delivered));
    let rates = vc.hops.iter().map(|hop| {
        let end = if row.is_multiple_of(2) { hop.end } else { 1 - hop.end };
        network.links[hop.link.get()].directions[end].rate.get()
    });
    let most = cells_in(rates.min().unwrap_or(0), network.duration) + 1;
    laws.hold("delivered <= slowest rate x time", delivered <= most, (delivered, most));
    laws.broken
}

/// The counts of virtual connections, ports, hosts and the audit are the same. The audit also
/// counts RM cells, once for each sending.
fn laws_of_sums(outcome: &Outcome) -> Vec<String> {
    let sum = |column: &[u64]| column.iter().sum::<u64>();
    let Outcome { vcs, ports, policers, queues, hosts, audit, .. } = outcome;
    let mut laws = Laws::of("sums");
    let lost_on_vcs = sum(vcs.counts("cells_lost")) + sum(vcs.counts("lost_rm_cells"));
    // Policers of packets are in queues, whose tables count no cells.
    let policed = ["lost_policed_cells", "lost_policed_frame_cells", "lost_policed_remainder_cells"];
    let by_policers = match sum(queues.counts("dropped_policed_packets")) {
        0 => sum(policers.counts("discarded_cells")),
        _ => policed.iter().map(|column| sum(vcs.counts(column))).sum(),
    };
    let before_ports = by_policers
        + sum(vcs.counts("lost_driver_queue_cells"))
        + sum(vcs.counts("lost_ack_filtered_cells"))
        + sum(vcs.counts("lost_queue_limit_cells"))
        + sum(vcs.counts("lost_aqm_cells"));
    let behind_ports = sum(outcome.noise.counts("dropped_cells"));
    let lost = [lost_on_vcs, sum(ports.counts("lost_cells")) + before_ports + behind_ports, audit.lost];
    laws.hold("lost", lost.iter().all(|count| *count == lost[0]), lost);
    let has_abr = vcs.texts("category").iter().any(|category| category == "abr");
    for (what, data, hosts, all) in [
        ("sent", sum(vcs.counts("cells_sent")), sum(hosts.counts("cells_sent")), audit.sent),
        (
            "delivered",
            sum(vcs.counts("cells_delivered")),
            sum(hosts.counts("cells_received")),
            audit.delivered,
        ),
    ] {
        laws.hold(what, data == hosts && data <= all && (has_abr || data == all), (data, hosts, all));
    }
    laws.hold("conservation", audit.sent == audit.delivered + audit.lost + audit.held, audit);
    let packets = &outcome.packet_audit;
    let is_whole = packets.sent + packets.duplicated == packets.delivered + packets.lost + packets.held;
    laws.hold("conservation of packets", is_whole, packets);
    laws.broken
}

/// The laws of a flow in a run without a warm-up.
fn laws_of_flow(row: usize, network: &Network, outcome: &Outcome) -> Vec<String> {
    let mut laws = Laws::of(&network.flows[row].name);
    let (count, real) =
        (|name: &str| outcome.flows.counts(name)[row], |name: &str| outcome.flows.reals(name)[row]);
    let (full, application) = match &network.flows[row].kind {
        FlowKind::Tcp { settings, application } => (settings.mss.get(), application),
        FlowKind::Udp { settings, application } => (settings.payload.get(), application),
        FlowKind::Cells { .. } => (48, &Application::Greedy),
        FlowKind::Ping { settings } => (settings.payload.get(), &Application::Greedy),
        FlowKind::Web { settings, .. } => (settings.mss.get(), &Application::Greedy),
        FlowKind::Outside { mtu } => (mtu.get(), &Application::Greedy),
    };
    let (sent, received) = (count("segments_sent"), count("segments_received"));
    let (delivered, again) = (count("delivered_bytes"), count("retransmitted_segments"));
    // Links may have made copies of any of its packets.
    let copies = outcome.packet_audit.duplicated;
    laws.hold("received <= sent", received <= sent + copies, (received, sent));
    laws.hold("delivered <= received segments", delivered <= received * full, (delivered, received));
    laws.hold("sent again <= sent", again <= sent, (again, sent));
    if let Application::Finite { octets } = application {
        let most = (octets.div_ceil(full) + copies) * full;
        laws.hold("delivered <= given", delivered <= most, (delivered, octets));
    }
    let by_rate = real("throughput_bps") * outcome.measured_s / 8.0;
    let agrees = (by_rate - delivered as f64).abs() <= 1e-6 * by_rate;
    laws.hold("throughput x time = delivered", agrees, (by_rate, delivered));
    let delays = [real("delay_min_s"), real("delay_mean_s"), real("delay_max_s")];
    let rises = |pair: &[f64]| pair[0] <= pair[1] * (1.0 + 1e-12);
    laws.hold("delays rise", delays[0].is_nan() || delays.windows(2).all(rises), delays);
    laws.broken
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn cells_are_conserved_and_nobody_exceeds_a_link_or_a_buffer(scenario in scenario(20_000)) {
        let network = Network { warmup: Span::ZERO, ..network(&scenario.0) };
        let outcome = run_network(network.clone());
        let mut broken = laws_of_ports(&network, &outcome);
        broken.extend((0..2 * network.vcs.len()).flat_map(|row| laws_of_vc(row, &network, &outcome)));
        broken.extend((0..network.flows.len()).flat_map(|row| laws_of_flow(row, &network, &outcome)));
        broken.extend(laws_of_sums(&outcome));
        prop_assert_eq!(broken, Vec::<String>::new());
    }

    #[test]
    fn links_and_buffers_also_bound_what_is_measured_after_a_warm_up(scenario in scenario(20_000), permille in 1u64..1000) {
        let network = network(&scenario.0);
        let warmup = Span::from_ps(network.duration.get() / 1000 * permille);
        let network = Network { warmup, ..network };
        let outcome = run_network(network.clone());
        prop_assert_eq!(laws_of_ports(&network, &outcome), Vec::<String>::new());
    }
}
