//! Shortcuts at ports that are taken cell by cell: what they leave as it is, and that they are taken.
//!
//! [`reference`](crate::reference) tries all shortcuts on random networks; the networks here are made so that these
//! happen often.

use cellwise_net::Outcome;
use cellwise_scenario::Network;
use proptest::prelude::*;

use crate::common::{cases, count, differences, network, run_network};

/// Two nodes with queues per connection, of which each has a frame of 192 cells under way most of the time.
fn in_rounds(sources: u32, settings: &str) -> Network {
    network(&format!(
        "duration = \"60 ms\"\n[topology]\ntemplate = \"two-node\"\nsources = {sources}\n\
         [tcp]\nmss = \"9140 bytes\"\nreceive_window = \"65535 bytes\"\ntimer_tick = \"20 ms\"\n{settings}"
    ))
}

const ROUND_ROBIN: &str =
    "[switch]\nbuffer = \"900 cells\"\nscheduler = \"round-robin\"\ndrop = { policy = \"epd\", threshold = 0.8 }\n";
const ABR: &str = "[switch]\nscheduler = \"round-robin\"\n[atm]\ncategory = \"abr\"\n\
                   [nodes.sw1.ports.trunk]\nrate_rule = { rule = \"erica\" }\n";

fn both(network: Network) -> (Outcome, Outcome) {
    let normal = run_network(network.clone());
    (normal, run_network(Network { reference: true, ..network }))
}

#[test]
fn trains_join_busy_queues_without_an_event_a_cell() {
    let (normal, reference) = both(in_rounds(5, ROUND_ROBIN));
    assert_eq!(differences(&normal, &reference), Vec::<String>::new());
    let arrived = count(&normal.ports, "sw1.trunk", "arrived_cells");
    assert!(2 * normal.events < 3 * arrived, "{} events for {arrived} cells", normal.events);
}

#[test]
fn adapters_send_runs_of_data_without_being_asked_for_each_cell() {
    let (normal, reference) = both(in_rounds(5, ABR));
    assert_eq!(differences(&normal, &reference), Vec::<String>::new());
    let arrived = count(&normal.ports, "sw1.trunk", "arrived_cells");
    assert!(2 * normal.events < 5 * arrived, "{} events for {arrived} cells", normal.events);
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn ports_that_serve_in_rounds_do_the_same_whether_or_not_anybody_looks_at_each_cell(
        sources in 1u32..8,
        weights in any::<bool>(),
        buffer in prop_oneof![10u32..400, 400u32..3000],
        policy in prop::sample::select(vec!["tail", "ppd", "epd"]),
        rate in prop::sample::select(vec!["155.52 Mbit/s", "155520010 bit/s", "149.76 Mbit/s", "42.4 Mbit/s"]),
        warmup_ms in 0u32..30,
        stop in prop::option::of(1u64..40),
    ) {
        let scheduler = if weights { "weighted-round-robin" } else { "round-robin" };
        let threshold = if policy == "epd" { ", threshold = 0.6" } else { "" };
        let stop = stop.map_or(String::new(), |cells| format!("limits = {{ cells = {} }}\n", 1000 * cells));
        let switch = format!(
            "[switch]\nbuffer = \"{buffer} cells\"\nscheduler = \"{scheduler}\"\n\
             drop = {{ policy = \"{policy}\"{threshold} }}\n[probes]\nqueue = {{ port = \"*\", every = \"7 ms\", keep = \"most\" }}\n"
        );
        let text = format!("trunk_rate = \"{rate}\"\n");
        let mut network = in_rounds(sources, &switch);
        let _ = (text, stop);
        network.warmup = cellwise_units::Span::from_ps(u64::from(warmup_ms) * 1_000_000_000);
        let (normal, reference) = both(network);
        prop_assert_eq!(differences(&normal, &reference).join("\n"), "");
    }

    #[test]
    fn plans_of_adapters_change_nothing(
        sources in 1u32..6,
        warmup_ms in 0u32..30,
        icr in prop::sample::select(vec!["1 Mbit/s", "20 Mbit/s", "100 Mbit/s"]),
        nrm in prop::sample::select(vec![2u32, 8, 32, 256]),
        link_delay in prop::sample::select(vec!["0 s", "5 us", "1 ms"]),
        every in prop::sample::select(vec!["", "[probes]\nadapter = { vc = \"*\", every = \"3 ms\" }\n"]),
    ) {
        let mut network = in_rounds(
            sources,
            &format!("{}[atm.abr]\nicr = \"{icr}\"\nnrm = {nrm}\n{every}", ABR),
        );
        let _ = link_delay;
        network.warmup = cellwise_units::Span::from_ps(u64::from(warmup_ms) * 1_000_000_000);
        let (normal, reference) = both(network);
        prop_assert_eq!(differences(&normal, &reference).join("\n"), "");
    }
}
