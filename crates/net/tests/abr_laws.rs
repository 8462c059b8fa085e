//! Laws of ABR and of schedulers on random networks: rates stay in their ranges, sources within
//! their rates, and a scheduler without a choice serves as a FIFO port does.

use std::sync::Arc;

use cellwise_atm::abr::{Reverse, TurnAroundPolicy};
use cellwise_atm::scheduler::Discipline;
use cellwise_net::Outcome;
use cellwise_scenario::{Network, Occupancy, PortVc, Probe, Quantity, Records, Vc, VcIndex};
use cellwise_units::Span;
use proptest::prelude::*;

use crate::common::random::{plain_scenario, scenario};
use crate::common::{cases, count, differences, network, run_network};

/// The network with a record of every change of ACR and of every explicit rate, and no others.
fn with_rates_recorded(network: &Network) -> Network {
    let mut probes = Vec::new();
    for (number, vc) in network.vcs.iter().enumerate().filter(|(_, vc)| vc.abr.is_some()) {
        let vc_index = VcIndex(number);
        let name = format!("acr {}", vc.name);
        probes.push(Probe { name, quantity: Quantity::Acr(vc_index), every: None });
        for hop in &vc.hops {
            let direction = &network.links[hop.link.get()].directions[hop.end];
            if direction.queue.as_ref().is_some_and(|queue| queue.rate_rule.is_some()) {
                let name = format!("er {} {}", direction.port_name, vc.name);
                probes.push(Probe {
                    name,
                    quantity: Quantity::Er(PortVc { port: (hop.link, hop.end), vc: vc_index }),
                    every: None,
                });
            }
        }
    }
    Network { probes, warmup: Span::ZERO, ..network.clone() }
}

/// What is wrong with the rates that a run has recorded.
fn wrong_rates(network: &Network, outcome: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    for (probe, series) in network.probes.iter().zip(&outcome.series) {
        let range = match probe.quantity {
            Quantity::Acr(vc) => {
                network.vcs[vc.get()].abr.as_deref().map(|[first, _]| (first.mcr, first.pcr))
            }
            _ => None,
        };
        let (least, most) = range.unwrap_or((0.0, f64::MAX));
        let wrong = series.values.iter().find(|value| !(least..=most).contains(*value));
        found.extend(wrong.map(|value| format!("{}: {value} is not from {least} to {most}", probe.name)));
    }
    found
}

/// Cells that the source at the first end of a connection may send out of rate.
fn most_out_of_rate(vc: &Vc, duration: Span) -> f64 {
    let Some([first, last]) = vc.abr.as_deref() else { return 0.0 };
    // Its own, and what it turns around.
    (first.tcr + last.tcr) * duration.as_secs_f64() + 4.0
}

/// Sources that have sent more than their rate allowed. Each rise of the rate may bring a cell forward,
/// by less than a cell's time; only a backward RM cell raises it, and each answers a forward one. The
/// recorded changes would be too few: a rise and the fall that rule 5 makes of it when it lets the next
/// cell go at once are one instant.
fn too_fast(network: &Network, outcome: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    for (number, vc) in network.vcs.iter().enumerate() {
        let Some([first, _]) = vc.abr.as_deref() else { continue };
        if first.turn_around == TurnAroundPolicy::OutOfRate {
            continue;
        }
        let of_vc = |column: &str| outcome.vcs.counts(column)[2 * number];
        let (link, end) = (vc.hops[0].link.get(), vc.hops[0].end);
        let node = &network.nodes[network.links[link].ends[end].get()].name;
        let data = count(&outcome.ports, &format!("{node}.{}", vc.name), "transmitted_cells");
        let rises = of_vc("forward_rm_cells");
        let sent = (data + rises + of_vc("backward_rm_cells")) as f64;
        let allowed = outcome.vcs.reals("acr_mean_cells_per_s")[2 * number] * outcome.measured_s;
        let most = allowed * (1.0 + 1e-9) + rises as f64 + 1.0 + most_out_of_rate(vc, network.duration);
        if sent > most {
            found.push(format!("{}: {sent} cells in rate, {allowed} and {rises} allowed", vc.name));
        }
    }
    found
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn rates_stay_in_their_ranges_and_sources_within_their_rates(scenario in scenario(20_000)) {
        let network = with_rates_recorded(&network(&scenario.0));
        let outcome = run_network(network.clone());
        prop_assert_eq!(wrong_rates(&network, &outcome), Vec::<String>::new());
        prop_assert_eq!(too_fast(&network, &outcome), Vec::<String>::new());
    }

    #[test]
    fn a_scheduler_of_one_category_serves_as_a_fifo_port_does(scenario in plain_scenario(20_000)) {
        let mut fifo = network(&scenario.0);
        let queues = |network: &mut Network, see: &mut dyn FnMut(&mut cellwise_scenario::QueueSettings)| {
            let directions = network.links.iter_mut().flat_map(|link| &mut link.directions);
            directions.filter_map(|direction| direction.queue.as_mut()).map(Arc::make_mut).for_each(see);
        };
        let mut counts_service = false;
        queues(&mut fifo, &mut |queue| counts_service |= queue.occupancy == Occupancy::WithService);
        if counts_service {
            // Records of scheduled ports are of the cells that wait.
            fifo.probes.clear();
            fifo.records = Records::default();
        }
        let mut scheduled = fifo.clone();
        queues(&mut scheduled, &mut |queue| queue.scheduler = Discipline::Priority);
        let (fifo, scheduled) = (run_network(fifo), run_network(scheduled));
        // The integral of a queue is rounded otherwise than the sum of its waiting times.
        let is_mean = |difference: &String| difference.contains("_mean_");
        let differences: Vec<String> = differences(&fifo, &scheduled).into_iter().filter(|line| !is_mean(line)).collect();
        prop_assert_eq!(differences, Vec::<String>::new());
    }
}

#[test]
fn an_unlimited_reverse_has_no_source_of_its_own() {
    let text = "duration = \"20 ms\"\nflow.kind = \"udp\"\natm.category = \"abr\"\nabr.reverse = \"unlimited\"\n\
                topology = { template = \"two-node\", sources = 1, trunk_delay = \"100 us\" }\n\
                switch.rate_rule = { rule = \"erica\" }\n";
    let network = network(text);
    assert!(
        network
            .vcs
            .iter()
            .all(|vc| vc.abr.as_deref().is_some_and(|[_, last]| last.reverse == Reverse::Unlimited))
    );
    let outcome = run_network(network);
    assert!(!outcome.ports.texts("port").iter().any(|port| port == "d1.vc1"));
    assert!(outcome.vcs.counts("forward_rm_cells")[0] > 0);
    assert!(outcome.vcs.reals("acr_mean_cells_per_s")[1].is_nan());
}
