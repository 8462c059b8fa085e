//! Laws that every network keeps: cells are conserved, nobody exceeds a link or a buffer.

mod common;

use cellwise_net::Outcome;
use cellwise_scenario::{FlowKind, Network, Occupancy};
use cellwise_tcp::Application;
use cellwise_units::{CELL_BITS, Capacity, Span};
use common::random::scenario;
use common::{cases, network, run_network};
use proptest::prelude::*;

const PS_PER_S: u128 = 1_000_000_000_000;

/// Cells of a rate in a span, rounded up.
fn cells_in(rate_bps: u64, span: Span) -> u64 {
    let bits = (u128::from(rate_bps) * u128::from(span.get())).div_ceil(PS_PER_S);
    u64::try_from(bits).unwrap_or(u64::MAX).div_ceil(CELL_BITS)
}

/// A broken law.
fn check(holds: bool, law: impl FnOnce() -> String, broken: &mut Vec<String>) {
    if !holds {
        broken.push(law());
    }
}

/// The columns of losses by reason.
const LOSSES: [&str; 3] = ["lost_overflow_cells", "lost_frame_refused_cells", "lost_frame_remainder_cells"];

/// What is wrong with the ports; without a warm-up also with what is left in them.
fn broken_at_ports(network: &Network, outcome: &Outcome) -> Vec<String> {
    let mut broken = Vec::new();
    let measured = Span::from_ps(network.duration.get() - network.warmup.get());
    let directions = network.links.iter().flat_map(|link| &link.directions);
    let ports = &outcome.ports;
    let column = |name: &str| ports.counts(name).to_vec();
    let (arrived, sent, lost) = (column("arrived_cells"), column("transmitted_cells"), column("lost_cells"));
    let (most, most_with_service) = (column("queue_max_waiting_cells"), column("queue_max_cells"));
    for (row, direction) in directions.enumerate() {
        let name = &direction.port_name;
        let reasons: u64 = LOSSES.iter().map(|reason| ports.counts(reason)[row]).sum();
        check(
            reasons == lost[row],
            || format!("{name}: {reasons} of {} lost have a reason", lost[row]),
            &mut broken,
        );
        let most_sent = cells_in(direction.rate.get(), measured) + 1;
        check(sent[row] <= most_sent, || format!("{name}: sent {} of {most_sent}", sent[row]), &mut broken);
        let utilisation = ports.reals("utilisation")[row];
        let most_used =
            most_sent as f64 * CELL_BITS as f64 / (direction.rate.get() as f64 * measured.as_secs_f64());
        check(utilisation <= most_used, || format!("{name}: utilisation {utilisation}"), &mut broken);
        // Counting starts with the last picosecond of the warm-up.
        let longest = 1.0 + 1.1 / measured.get() as f64;
        let (mean, bound) = (ports.reals("queue_mean_waiting_cells")[row], most[row] as f64 * longest);
        check(
            (0.0..=bound).contains(&mean),
            || format!("{name}: mean {mean}, most {}", most[row]),
            &mut broken,
        );
        check(
            most_with_service[row] - most[row] <= 1,
            || format!("{name}: most {} and {}", most[row], most_with_service[row]),
            &mut broken,
        );
        let room = match direction.queue.as_ref().map(|queue| (queue.buffer, queue.occupancy)) {
            Some((Capacity::Limited(cells), Occupancy::Waiting)) => cells.get(),
            Some((Capacity::Limited(cells), Occupancy::WithService)) => cells.get() - 1,
            _ => u64::MAX,
        };
        check(most[row] <= room, || format!("{name}: {} waiting, room for {room}", most[row]), &mut broken);
        if network.warmup.is_zero() {
            let left = arrived[row].checked_sub(lost[row] + sent[row]);
            check(
                left.is_some_and(|left| left <= most_with_service[row]),
                || format!("{name}: arrived {} lost {} sent {}", arrived[row], lost[row], sent[row]),
                &mut broken,
            );
        }
    }
    broken
}

/// What is wrong with the virtual connections of a run without a warm-up.
fn broken_on_vcs(network: &Network, outcome: &Outcome) -> Vec<String> {
    let mut broken = Vec::new();
    let vcs = &outcome.vcs;
    let of = |row: usize| move |name: &str| vcs.counts(name)[row];
    for row in 0..vcs.counts("cells_sent").len() {
        let (vc, count) = (&network.vcs[row / 2], of(row));
        let name = format!("{} {}", vc.name, vcs.texts("direction")[row]);
        let (sent, delivered, lost) = (count("cells_sent"), count("cells_delivered"), count("cells_lost"));
        check(delivered + lost <= sent, || format!("{name}: {sent} sent, {delivered} + {lost}"), &mut broken);
        let reasons: u64 = LOSSES.iter().map(|reason| count(reason)).sum();
        check(reasons == lost, || format!("{name}: {reasons} of {lost} lost have a reason"), &mut broken);
        let frames = (count("frames_sent"), count("frames_delivered"), count("frames_failed"));
        check(frames.1 <= frames.0, || format!("{name}: frames {frames:?}"), &mut broken);
        check(
            lost > 0 || !vc.reassembly.timeout.is_none() || frames.2 == 0,
            || format!("{name}: frames {frames:?} without loss"),
            &mut broken,
        );
        check(count("wasted_cells") <= delivered, || format!("{name}: wasted of {delivered}"), &mut broken);
        let slowest = vc.hops.iter().map(|hop| {
            let end = if row % 2 == 0 { hop.end } else { 1 - hop.end };
            network.links[hop.link.get()].directions[end].rate.get()
        });
        let most = cells_in(slowest.min().unwrap_or(0), network.duration) + 1;
        check(delivered <= most, || format!("{name}: {delivered} of at most {most}"), &mut broken);
    }
    let sum = |column: &[u64]| column.iter().sum::<u64>();
    let sums = [
        ("lost", sum(vcs.counts("cells_lost")), sum(outcome.ports.counts("lost_cells")), outcome.audit.lost),
        ("sent", sum(vcs.counts("cells_sent")), sum(outcome.hosts.counts("cells_sent")), outcome.audit.sent),
        (
            "delivered",
            sum(vcs.counts("cells_delivered")),
            sum(outcome.hosts.counts("cells_received")),
            outcome.audit.delivered,
        ),
    ];
    for (what, by_vc, elsewhere, audit) in sums {
        check(
            by_vc == audit && elsewhere == audit,
            || format!("{what}: {by_vc}, {elsewhere}, {audit}"),
            &mut broken,
        );
    }
    let audit = &outcome.audit;
    check(audit.sent == audit.delivered + audit.lost + audit.held, || format!("{audit:?}"), &mut broken);
    broken
}

/// What is wrong with the flows of a run without a warm-up.
fn broken_in_flows(network: &Network, outcome: &Outcome) -> Vec<String> {
    let mut broken = Vec::new();
    let flows = &outcome.flows;
    for (row, flow) in network.flows.iter().enumerate() {
        let (count, real) = (|name: &str| flows.counts(name)[row], |name: &str| flows.reals(name)[row]);
        let (sent, received) = (count("segments_sent"), count("segments_received"));
        let (full, application) = match &flow.kind {
            FlowKind::Tcp { settings, application } => (settings.mss.get(), application),
            FlowKind::Udp { settings, application } => (settings.payload.get(), application),
        };
        let delivered = count("delivered_bytes");
        let name = &flow.name;
        check(received <= sent, || format!("{name}: {received} of {sent} segments"), &mut broken);
        check(
            delivered <= received * full,
            || format!("{name}: {delivered} bytes in {received}"),
            &mut broken,
        );
        check(
            count("retransmitted_segments") <= sent,
            || format!("{name}: {} of {sent} again", count("retransmitted_segments")),
            &mut broken,
        );
        if let Application::Finite { octets } = application {
            let most = octets.div_ceil(full) * full;
            check(delivered <= most, || format!("{name}: {delivered} bytes of {octets}"), &mut broken);
        }
        let throughput = real("throughput_bps") * outcome.measured_s / 8.0;
        check(
            (throughput - delivered as f64).abs() <= 1e-6 * throughput,
            || format!("{name}: {throughput} against {delivered} bytes"),
            &mut broken,
        );
        let delays = [real("delay_min_s"), real("delay_mean_s"), real("delay_max_s")];
        let in_order = delays[0] <= delays[1] * (1.0 + 1e-12) && delays[1] <= delays[2] * (1.0 + 1e-12);
        check(in_order || delays[0].is_nan(), || format!("{name}: delays {delays:?}"), &mut broken);
    }
    broken
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn cells_are_conserved_and_nobody_exceeds_a_link_or_a_buffer(scenario in scenario(20_000)) {
        let network = Network { warmup: Span::ZERO, ..network(&scenario.0) };
        let outcome = run_network(network.clone());
        prop_assert_eq!(broken_at_ports(&network, &outcome), Vec::<String>::new());
        prop_assert_eq!(broken_on_vcs(&network, &outcome), Vec::<String>::new());
        prop_assert_eq!(broken_in_flows(&network, &outcome), Vec::<String>::new());
    }

    #[test]
    fn links_and_buffers_also_bound_what_is_measured_after_a_warm_up(scenario in scenario(20_000), permille in 1u64..1000) {
        let network = network(&scenario.0);
        let warmup = Span::from_ps(network.duration.get() / 1000 * permille);
        let network = Network { warmup, ..network };
        let outcome = run_network(network.clone());
        prop_assert_eq!(broken_at_ports(&network, &outcome), Vec::<String>::new());
    }
}
