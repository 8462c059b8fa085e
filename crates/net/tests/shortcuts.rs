//! Shortcuts at ports that are taken cell by cell: they change no result, and they are taken.
//!
//! [`reference`](crate::reference) tries all shortcuts on random networks; the networks here are made so that these
//! happen often.

use cellwise_net::{Outcome, Shortcut, Shortcuts};
use cellwise_scenario::{Network, TieOrder};
use cellwise_units::Span;
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::{cases, count, differences, network, run_network, run_with};

/// Sources with queues per connection, of which each has frames of 192 cells under way most of the time.
fn in_rounds(sources: u32, link_rate: &str, trunk_delay: &str, settings: &str) -> Network {
    with_mss(9140, sources, (link_rate, trunk_delay), settings)
}

/// Sources that send segments of so many octets.
fn with_mss(mss: u32, sources: u32, (link_rate, trunk_delay): (&str, &str), settings: &str) -> Network {
    network(&format!(
        "duration = \"60 ms\"\n[topology]\ntemplate = \"n-source\"\nsources = {sources}\n\
         link_rate = \"{link_rate}\"\ntrunk_rate = \"155.52 Mbit/s\"\ntrunk_delay = \"{trunk_delay}\"\n\
         [tcp]\nmss = \"{mss} bytes\"\nreceive_window = \"65535 bytes\"\ntimer_tick = \"20 ms\"\ndelayed_ack = false\n{settings}"
    ))
}

const ROUND_ROBIN: &str = "[switch]\nbuffer = \"8000 cells\"\nscheduler = \"round-robin\"\n\
                           drop = { policy = \"epd\", threshold = 0.8 }\n";
const FIFO: &str = "[switch]\nbuffer = \"8000 cells\"\ndrop = { policy = \"epd\", threshold = 0.8 }\n";
const ABR: &str = "[switch]\nscheduler = \"round-robin\"\n[atm]\ncategory = \"abr\"\n\
                   [nodes.sw1.ports.trunk]\nrate_rule = { rule = \"erica\" }\n";
const RATE: &str = "155.52 Mbit/s";
const RATES: [&str; 4] = [RATE, "155520010 bit/s", "149.76 Mbit/s", "622.08 Mbit/s"];
const DELAYS: [&str; 3] = ["0 s", "50 us", "2 ms"];
const DROPS: [&str; 3] = ["policy = \"tail\"", "policy = \"ppd\"", "policy = \"epd\", threshold = 0.6"];

/// Switches with a drop policy at a limited buffer, and the lengths of their queues.
fn limited(buffer_cells: u32, drop: &str, more: &str) -> String {
    format!(
        "[switch]\nbuffer = \"{buffer_cells} cells\"\ndrop = {{ {drop} }}\n{more}\n\
         [probes]\nqueue = {{ port = \"*\", every = \"7 ms\", keep = \"most\" }}\n"
    )
}

/// A scheduler, and connections of a category; with ABR a rule, if one is named, at the trunk alone.
fn at_trunk(scheduler: &str, category: &str, rule: &str) -> String {
    let rule = match (category, rule) {
        ("abr", rule) if !rule.is_empty() => {
            format!("[nodes.sw1.ports.trunk]\nrate_rule = {{ rule = \"{rule}\" }}\n")
        }
        _ => String::new(),
    };
    format!("scheduler = \"{scheduler}\"\n[atm]\ncategory = \"{category}\"\n{rule}")
}

/// The network with another warm-up, run in both modes.
fn differences_with_warmup(network: Network, warmup_ms: u64) -> String {
    let network = Network { warmup: Span::from_ps(warmup_ms * 1_000_000_000), ..network };
    let (normal, reference) = both(network);
    differences(&normal, &reference).join("\n")
}

fn both(network: Network) -> (Outcome, Outcome) {
    let normal = run_network(network.clone());
    (normal, run_network(Network { reference: true, ..network }))
}

#[test]
fn trains_join_busy_queues_without_an_event_a_cell() {
    let (normal, reference) = both(in_rounds(5, RATE, "50 us", ROUND_ROBIN));
    assert_eq!(differences(&normal, &reference), Vec::<String>::new());
    let arrived = count(&normal.ports, "sw1.trunk", "arrived_cells");
    assert!(2 * normal.events < 3 * arrived, "{} events for {arrived} cells", normal.events);
}

#[test]
fn adapters_send_runs_of_data_without_being_asked_for_each_cell() {
    let (normal, reference) = both(in_rounds(5, RATE, "50 us", ABR));
    assert_eq!(differences(&normal, &reference), Vec::<String>::new());
    let arrived = count(&normal.ports, "sw1.trunk", "arrived_cells");
    assert!(2 * normal.events < 5 * arrived, "{} events for {arrived} cells", normal.events);
}

/// Two nodes and sources of datagrams that together send more than the trunk carries, to be lost at its switch.
fn overloaded(sources: u32, datagram_bytes: u32, mbps: u32, settings: &str) -> Network {
    network(&format!(
        "duration = \"40 ms\"\ntopology = {{ template = \"two-node\", sources = {sources}, trunk_delay = \"100 us\" }}\n\
         flow.kind = \"udp\"\nudp = {{ payload = \"{datagram_bytes} bytes\", rate = \"{mbps} Mbit/s\" }}\n{settings}"
    ))
}

#[test]
fn cells_behind_a_lost_one_of_a_frame_that_may_not_go_on_are_lost_with_it() {
    let epd = "drop = { policy = \"epd\", threshold = 0.8 }";
    for scheduler in ["fifo", "round-robin"] {
        let switch = format!("[switch]\nbuffer = \"500 cells\"\nscheduler = \"{scheduler}\"\n{epd}\n");
        let (normal, reference) = both(overloaded(6, 9000, 100, &switch));
        assert_eq!(differences(&normal, &reference), Vec::<String>::new());
        let (came, lost) = (
            count(&normal.ports, "sw1.trunk", "arrived_cells"),
            count(&normal.ports, "sw1.trunk", "lost_cells"),
        );
        assert!(2 * lost > came, "{lost} of {came}");
        // Of the rest, each comes and goes.
        assert!(normal.events < 2 * (came - lost) + lost / 4, "{} events: {lost} of {came}", normal.events);
    }
}

/// Connections over ABR between routers that send at the line's rate what comes faster than the connections may go.
fn behind_routers(sources: u32, mbps: u32, icr: &str, settings: &str) -> Network {
    let settings = format!(
        "router.rate = \"line\"\n[topology]\ntemplate = \"two-node\"\nsources = {sources}\ntrunk_delay = \"100 us\"\n\
         routers = true\n[udp]\npayload = \"9000 bytes\"\nrate = \"{mbps} Mbit/s\"\n[atm]\ncategory = \"abr\"\n\
         [abr]\nicr = \"{icr}\"\n{settings}"
    );
    network(&format!("duration = \"40 ms\"\nflow.kind = \"udp\"\n{settings}"))
}

#[test]
fn adapters_take_data_that_come_while_they_send_none_together() {
    let settings = "[adapter]\nbuffer = \"1000 cells\"\n[switch]\nrate_rule = { rule = \"erica\" }\n";
    let (normal, reference) = both(behind_routers(4, 100, "3 Mbit/s", settings));
    assert_eq!(differences(&normal, &reference), Vec::<String>::new());
    let frames: u64 = normal.flows.counts("segments_sent").iter().sum();
    let (came, went) = (189 * frames, count(&normal.ports, "sw1.trunk", "arrived_cells"));
    assert!(came > 2 * went, "{came} have come and {went} gone");
    // Those that continue have an event where they reach the trunk and where they leave it, at most.
    assert!(normal.events < 2 * went, "{} events for {came} and {went} cells", normal.events);
}

/// TCP between routers over a bottleneck that all share.
fn between_routers(sources: u32, mss: u32, settings: &str) -> String {
    format!(
        "duration = \"60 ms\"\n[topology]\ntemplate = \"two-node\"\nsources = {sources}\ntrunk_delay = \"100 us\"\n\
         routers = true\n[tcp]\nmss = \"{mss} bytes\"\nreceive_window = \"65535 bytes\"\ntimer_tick = \"20 ms\"\n{settings}"
    )
}

#[test]
fn frames_come_to_routers_with_their_last_cell() {
    let network = network(&between_routers(5, 9140, FIFO));
    let network = Network { duration: Span::from_ps(300_000_000_000), ..network };
    let (normal, reference) = both(network.clone());
    assert_eq!(differences(&normal, &reference), Vec::<String>::new());
    let singly = run_with(network, Shortcuts::ALL.without(Shortcut::HeldForHost));
    assert!(3 * normal.events < 2 * singly.events, "{} events, singly {}", normal.events, singly.events);
}

/// Switches of which every port has a rate rule, also the last one before a host.
fn ruled(scheduler: &str, rule: &str, more: &str) -> String {
    format!(
        "[switch]\nbuffer = \"8000 cells\"\nscheduler = \"{scheduler}\"\nrate_rule = {{ rule = \"{rule}\" }}\n{more}\n\
         [atm]\ncategory = \"abr\"\n"
    )
}

#[test]
fn ports_before_hosts_are_informed_of_cells_without_an_event_for_each() {
    for scheduler in ["fifo", "round-robin"] {
        let (normal, reference) = both(in_rounds(5, RATE, "50 us", &ruled(scheduler, "erica", "")));
        assert_eq!(differences(&normal, &reference), Vec::<String>::new());
        let arrived = count(&normal.ports, "sw1.trunk", "arrived_cells");
        let without_rule_behind = run_network(in_rounds(5, RATE, "50 us", ABR)).events;
        assert!(
            normal.events < without_rule_behind + arrived / 4,
            "{scheduler}: {} events for {arrived} cells, {without_rule_behind} without a rule",
            normal.events
        );
    }
}

#[test]
fn what_waits_at_the_end_of_the_warm_up_is_not_passed_by_what_is_held_behind_it() {
    let network = network(&format!(
        "duration = \"9 ms\"\ntopology = {{ template = \"n-source\", sources = 2 }}\nflow.kind = \"udp\"\n\
         udp = {{ payload = \"1 byte\", rate = \"100 Mbit/s\" }}\n{}",
        ruled("fifo", "erica", "")
    ));
    assert_eq!(differences_with_warmup(network, 1), "");
}

/// Runs as far as so many events.
fn stopped_after(network: &Network, events: u64) -> Outcome {
    let mut network = network.clone();
    network.limits.events = events;
    run_network(network)
}

#[test]
fn a_stopped_run_has_what_came_by_then_and_nothing_that_was_planned_for_later() {
    for settings in [ROUND_ROBIN, ABR] {
        let network = in_rounds(5, RATE, "50 us", settings);
        for events in (1..8).map(|step| 1_000 * step) {
            let stopped = stopped_after(&network, events);
            assert!(stopped.stopped.is_some(), "{events} events are enough");
            let duration = Span::from_ps((stopped.simulated_s * 1e12).round() as u64);
            let whole = run_network(Network { duration, ..network.clone() });
            for (port, column) in [
                ("sw1.trunk", "arrived_cells"),
                ("sw1.trunk", "queue_max_waiting_cells"),
                ("s1.nic", "transmitted_cells"),
            ] {
                let (of_stopped, of_whole) =
                    (count(&stopped.ports, port, column), count(&whole.ports, port, column));
                // A port is ahead by no more than the link of 5 us before it lets it be, of five sources.
                assert!(
                    of_stopped.abs_diff(of_whole) <= 24,
                    "{events}: {port} {column}: {of_stopped}, {of_whole}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn ports_that_serve_in_rounds_do_the_same_whether_or_not_anybody_looks_at_each_cell(
        sources in 1u32..8,
        scheduler in select(vec!["round-robin", "weighted-round-robin"]),
        buffer in prop_oneof![10u32..400, 400u32..8000],
        drop in select(&DROPS[..]),
        rate in select(&RATES[..]),
        delay in select(&DELAYS[..]),
        warmup_ms in 0u64..30,
    ) {
        let settings = limited(buffer, drop, &format!("scheduler = \"{scheduler}\""));
        let network = in_rounds(sources, rate, delay, &settings);
        prop_assert_eq!(differences_with_warmup(network, warmup_ms), "");
    }

    #[test]
    fn long_frames_at_a_fifo_port_change_nothing(
        sources in 2u32..8,
        mss in select(vec![512u32, 1460, 4352, 9140]),
        tie in select(vec![TieOrder::Random, TieOrder::Rotate, TieOrder::Fixed]),
        buffer in prop_oneof![10u32..400, 400u32..8000],
        drop in select(&DROPS[..]),
        rate in select(&RATES[..]),
        delay in select(&DELAYS[..]),
        warmup_ms in 0u64..30,
    ) {
        let settings = limited(buffer, drop, "");
        let network = Network { tie, ..with_mss(mss, sources, (rate, delay), &settings) };
        prop_assert_eq!(differences_with_warmup(network, warmup_ms), "");
    }

    #[test]
    fn cells_that_are_lost_together_change_nothing(
        sources in 1u32..8,
        datagram_bytes in select(vec![40u32, 1000, 9000, 30_000]),
        mbps in select(vec![20u32, 60, 140]),
        category in select(vec!["ubr", "abr"]),
        scheduler in select(vec!["fifo", "round-robin"]),
        rule in select(vec!["", "erica", "efci"]),
        buffer in prop_oneof![1u32..300, 300u32..3000],
        drop in select(&DROPS[..]),
        warmup_ms in 0u64..30,
        tie in select(vec![TieOrder::Random, TieOrder::Rotate, TieOrder::Fixed]),
    ) {
        let settings = limited(buffer, drop, &at_trunk(scheduler, category, rule));
        let network = Network { tie, ..overloaded(sources, datagram_bytes, mbps, &settings) };
        prop_assert_eq!(differences_with_warmup(network, warmup_ms), "");
    }

    #[test]
    fn runs_at_adapters_change_nothing(
        sources in 1u32..6,
        mbps in select(vec![5u32, 40, 140]),
        icr in select(vec!["1 Mbit/s", "20 Mbit/s", "100 Mbit/s"]),
        nrm in select(vec![2u32, 8, 32, 256]),
        reverse in select(vec!["unlimited", "abr"]),
        rule in select(vec!["erica", "osu", "efci", "capc"]),
        buffer in prop_oneof![1u32..300, 300u32..3000],
        drop in select(&DROPS[..]),
        warmup_ms in 0u64..30,
        more in select(vec!["", "vs_vd = true\n", "[probes]\nadapter = { vc = \"*\", every = \"3 ms\" }\n", "[probes]\nadapter = { vc = \"*\" }\n"]),
        tie in select(vec![TieOrder::Random, TieOrder::Rotate, TieOrder::Fixed]),
    ) {
        let settings = format!(
            "nrm = {nrm}\nreverse = \"{reverse}\"\n[adapter]\nbuffer = \"{buffer} cells\"\ndrop = {{ {drop} }}\n\
             [switch]\nrate_rule = {{ rule = \"{rule}\" }}\n{more}"
        );
        let network = Network { tie, ..behind_routers(sources, mbps, icr, &settings) };
        prop_assert_eq!(differences_with_warmup(network, warmup_ms), "");
    }

    #[test]
    fn frames_that_are_held_for_routers_change_nothing(
        sources in 1u32..6,
        mss in select(vec![512u32, 1460, 9140]),
        category in select(vec!["abr", "ubr"]),
        scheduler in select(vec!["fifo", "round-robin"]),
        router in select(vec!["", "router.rate = \"line\"\n"]),
        buffer in prop_oneof![10u32..400, 400u32..8000],
        drop in select(&DROPS[..]),
        warmup_ms in 0u64..50,
        tie in select(vec![TieOrder::Random, TieOrder::Rotate, TieOrder::Fixed]),
    ) {
        let rule = if category == "abr" { "rate_rule = { rule = \"erica\" }\n" } else { "" };
        let settings = format!(
            "[switch]\nbuffer = \"{buffer} cells\"\ndrop = {{ {drop} }}\nscheduler = \"{scheduler}\"\n{rule}\
             [atm]\ncategory = \"{category}\"\n"
        );
        let mut network = network(&format!("{router}{}", between_routers(sources, mss, &settings)));
        network.tie = tie;
        prop_assert_eq!(differences_with_warmup(network, warmup_ms), "");
    }

    #[test]
    fn cells_that_ports_are_informed_of_later_change_nothing(
        routers in any::<bool>(),
        network_of in select(vec!["template = \"two-node\", sources = 1", "template = \"two-node\", sources = 5", "template = \"parking-lot\", links = 1, long = 2, local = 2", "template = \"parking-lot\", links = 3, long = 2, local = 1"]),
        flow in select(vec!["tcp.mss = \"512 bytes\"", "tcp.mss = \"9140 bytes\"", "flow.kind = \"udp\"\nudp = { payload = \"1 byte\", rate = \"30 Mbit/s\" }", "flow.kind = \"udp\"\nudp = { payload = \"3000 bytes\", rate = \"100 Mbit/s\" }"]),
        scheduler in select(vec!["fifo", "priority", "round-robin", "weighted-round-robin"]),
        rule in select(vec!["erica", "erica-plus", "eprca", "osu", "fmmra", "mmrca", "efci", "capc", "relative-rate", "operating-region"]),
        backward in select(vec!["unqueued", "queued"]),
        nrm in select(vec![2u32, 8, 32]),
        delays in (select(&DELAYS[..]), select(&DELAYS[..])),
        adapter in prop_oneof![1u32..300, 300u32..8000],
        after_lost_end in select(vec!["merge", "separate"]),
        more in select(vec!["", "[switch.reserved]\nabr = \"100 cells\"\n", "[probes]\nqueue = { port = \"*\", every = \"3 ms\" }\n"]),
        warmup_ms in 0u64..30,
        tie in select(vec![TieOrder::Random, TieOrder::Rotate, TieOrder::Fixed]),
    ) {
        let (trunk_delay, access_delay) = delays;
        let template = format!(
            "{{ {network_of}, trunk_delay = \"{trunk_delay}\", access_delay = \"{access_delay}\", routers = {routers} }}"
        );
        let settings = ruled(scheduler, rule, &format!("backward_rm = \"{backward}\""));
        let text = format!(
            "duration = \"31 ms\"\n{flow}\ntopology = {template}\nadapter.buffer = \"{adapter} cells\"\n{settings}\
             after_lost_end = \"{after_lost_end}\"\n[abr]\nicr = \"20 Mbit/s\"\nnrm = {nrm}\n{more}"
        );
        prop_assert_eq!(differences_with_warmup(Network { tie, ..network(&text) }, warmup_ms), "");
    }

    #[test]
    fn plans_of_adapters_change_nothing(
        sources in 1u32..6,
        warmup_ms in 0u64..30,
        icr in select(vec!["1 Mbit/s", "20 Mbit/s", "100 Mbit/s"]),
        nrm in select(vec![2u32, 8, 32, 256]),
        delay in select(&DELAYS[..]),
        probes in select(vec!["", "[probes]\nadapter = { vc = \"*\", every = \"3 ms\" }\n"]),
    ) {
        let settings = format!("{ABR}[abr]\nicr = \"{icr}\"\nnrm = {nrm}\n{probes}");
        let network = in_rounds(sources, RATE, delay, &settings);
        prop_assert_eq!(differences_with_warmup(network, warmup_ms), "");
    }

    #[test]
    fn a_port_that_goes_on_with_cells_within_their_frames_changes_nothing(
        sources in 2u32..7,
        mss in select(vec![512u32, 1460, 9140]),
        category in select(vec!["abr", "ubr"]),
        scheduler in select(vec!["fifo", "priority", "round-robin", "weighted-round-robin"]),
        rule in select(vec!["erica", "erica-plus", "osu", "fmmra", "efci", "capc"]),
        buffer in prop_oneof![10u32..400, 400u32..8000],
        drop in select(&DROPS[..]),
        delay in select(&DELAYS[..]),
        warmup_ms in 0u64..30,
        tie in select(vec![TieOrder::Random, TieOrder::Rotate, TieOrder::Fixed]),
    ) {
        let settings = limited(buffer, drop, &at_trunk(scheduler, category, rule));
        let network = Network { tie, ..with_mss(mss, sources, (RATE, delay), &settings) };
        prop_assert_eq!(differences_with_warmup(network, warmup_ms), "");
    }
}
