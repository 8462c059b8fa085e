//! Limits stop a run, which keeps what it has; and what a run holds does not grow without reason.

use cellwise_net::{Outcome, Run, Status};
use cellwise_scenario::Network;
use cellwise_units::Span;
use proptest::prelude::*;

use crate::common::networks::{self, NSource, shared_port};
use crate::common::random::scenario;
use crate::common::{cases, count, differences, network, real, run_network, series};
use cellwise_engine::memory::{begin_peak, peak};

fn lan(more: &str) -> Network {
    let drop = "policy = \"epd\"";
    let rest = format!("{}{more}", networks::GOYAL96_TCP);
    network(
        &NSource { duration: "1 s", buffer: "1000 cells", drop, rest: &rest, ..NSource::default() }.text(),
    )
}

/// Runs in slices of so many events; the last status, and the outcome.
fn run_to_stop(network: Network, slice: u64) -> (Status, Outcome) {
    let mut run = Run::new(network);
    let mut status = Status::Running;
    while status == Status::Running {
        status = run.advance(slice);
    }
    (status, run.finish().unwrap())
}

#[test]
fn the_limit_of_events_stops_a_run_that_keeps_what_it_has() {
    let (status, outcome) = run_to_stop(lan("[limits]\nevents = 20000\n"), 1000);
    let stopped = outcome.stopped.clone().expect("20000 events are not enough for 1 s");
    assert_eq!(status, Status::Stopped(stopped.clone()));
    assert!(
        stopped.limit.starts_with("limits.events") && stopped.limit.contains("20000"),
        "{}",
        stopped.limit
    );
    assert!((0.01..1.0).contains(&stopped.at_s), "{}", stopped.at_s);
    assert_eq!(outcome.simulated_s, stopped.at_s);
    assert!(outcome.events >= 20000 && outcome.events < 21000, "{}", outcome.events);
    assert!(outcome.flows.counts("delivered_bytes").iter().sum::<u64>() > 100_000);
    let audit = outcome.audit;
    assert_eq!(audit.sent, audit.delivered + audit.lost + audit.held);
}

#[test]
fn a_stopped_run_gives_what_a_run_of_its_length_gives_but_for_what_was_ahead() {
    let probes = "[probes]\nqueue = { port = \"sw1.trunk\", every = \"1 ms\" }\n";
    let network = lan(probes);
    let mut limited = network.clone();
    limited.limits.events = 20_000;
    let (_, stopped) = run_to_stop(limited, 1000);
    let duration = Span::from_ps((stopped.simulated_s * 1e12) as u64);
    let whole = run_network(Network { duration, ..network });
    assert_eq!(stopped.measured_s, whole.measured_s);
    assert_eq!(series(&stopped, "queue sw1.trunk"), series(&whole, "queue sw1.trunk"));
    // Elements are ahead by no more than a few delays of 5 us: some cells, and a window or two.
    for port in ["sw1.trunk", "sw2.trunk", "s1.nic", "sw2.d1"] {
        for column in ["arrived_cells", "transmitted_cells"] {
            let (of_stopped, of_whole) =
                (count(&stopped.ports, port, column), count(&whole.ports, port, column));
            assert!(of_stopped.abs_diff(of_whole) <= 24, "{port} {column}: {of_stopped}, {of_whole}");
        }
        let utilisation = real(&stopped.ports, port, "utilisation");
        assert!((0.001..=1.0).contains(&utilisation), "{port}: {utilisation}");
    }
}

#[test]
fn a_stopped_run_does_not_go_on() {
    let mut run = Run::new(lan("[limits]\nevents = 5000\n"));
    let first = run.advance(u64::MAX);
    assert!(matches!(first, Status::Stopped(_)));
    assert_eq!(run.advance(u64::MAX), first);
    assert!(run.progress() < 1.0);
}

#[test]
fn the_limit_of_memory_stops_a_run_that_records_too_much() {
    // 2 MB are 125 000 points, and what the network takes; the queue changes twice a cell.
    let (_, outcome) =
        run_to_stop(lan("[probes]\nqueue = { port = \"sw1.trunk\" }\n[limits]\nmemory = \"2 MB\"\n"), 1000);
    let stopped = outcome.stopped.as_ref().expect("2 MB are not enough");
    assert!(stopped.limit.starts_with("limits.memory"), "{}", stopped.limit);
    let points = series(&outcome, "queue sw1.trunk").values.len();
    assert!((80_000..125_000).contains(&points), "{points}");
}

#[test]
fn a_fast_source_is_stopped_within_a_tenth_of_the_limit_of_memory() {
    let abr = "[atm]\ncategory = \"abr\"\n[abr]\ntcr = \"10 Tbit/s\"\n";
    let far =
        format!("warmup = \"9 ms\"\n[topology]\ntemplate = \"two-node\"\naccess_delay = \"10 ms\"\n{abr}");
    let near = format!("[topology]\ntemplate = \"two-node\"\n{abr}");
    let recorded = "[topology]\ntemplate = \"two-node\"\n[probes]\nqueue = { port = \"*\" }\n".to_owned();
    for (text, limit) in [(&near, 60_000_000), (&far, 60_000_000), (&far, 20_000_000), (&recorded, 5_000_000)]
    {
        let network = network(&format!("duration = \"30 s\"\n{text}[limits]\nmemory = \"{limit} bytes\"\n"));
        let before = begin_peak();
        let (status, outcome) = run_to_stop(network, 300_000);
        let Status::Stopped(stopped) = status else { panic!("{status:?}") };
        assert!(stopped.limit.starts_with("limits.memory"), "{}", stopped.limit);
        let most = peak() - before;
        // Tables come on top, and the little that adapters still send.
        assert!(
            (limit * 9 / 10..limit * 11 / 10 + 2_000_000).contains(&most),
            "{most} octets of {limit}: {text}"
        );
        drop(outcome);
    }
}

#[test]
fn writes_of_an_octet_or_two_into_a_large_buffer_take_no_longer_than_large_ones() {
    // Half a thousand million writes; each a step, they would take a minute.
    let text = "duration = \"20 ms\"\n[topology]\ntemplate = \"two-node\"\n[flow]\nsize = \"1 GB\"\n[tcp]\n\
                send_buffer = \"1 GB\"\nwrite_size = \"2 bytes\"\n";
    let outcome = run_network(network(text));
    assert!(outcome.flows.counts("segments_sent")[0] > 0);
}

#[test]
fn a_run_that_was_given_up_keeps_what_it_has() {
    let mut run = Run::new(lan(""));
    assert_eq!(run.advance(20_000), Status::Running);
    let progress = run.progress();
    assert!((0.01..1.0).contains(&progress), "{progress}");
    let outcome = run.finish().unwrap();
    assert!(outcome.audit.delivered > 10_000, "{:?}", outcome.audit);
    // A whole second is simulated, so progress and time are one.
    assert_eq!(outcome.simulated_s, progress);
}

#[test]
fn frames_that_lose_their_last_cell_do_not_pile_up() {
    // Every frame of 5 cells comes at 1 us a cell to a port that takes 10 us, with room for 3: the
    // last cell is always lost. 60 000 such frames take more than 1 MB, if they are kept.
    let settings = "duration = \"6.1 s\"\n[limits]\nmemory = \"1 MB\"\n[switch]\nbuffer = \"3 cells\"\n";
    let flow = "kind = \"udp\", udp = { payload = \"180 bytes\", rate = \"14.4 Mbit/s\" }".to_owned();
    let (_, outcome) =
        run_to_stop(network(&shared_port(settings, "424 Mbit/s", "42.4 Mbit/s", &[flow])), 1000);
    assert_eq!(outcome.stopped, None);
    assert_eq!(outcome.vcs.counts("frames_delivered")[0], 0);
    assert!(outcome.vcs.counts("frames_sent")[0] >= 60_000);
    assert!(outcome.audit.lost >= 60_000);
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_stopped_run_balances_and_records_nothing_beyond_its_end(scenario in scenario(10_000), events in 1u64..3000) {
        let mut network = network(&scenario.0);
        network.limits.events = events;
        let (_, outcome) = run_to_stop(network, 100);
        prop_assert_eq!(outcome.audit.sent, outcome.audit.delivered + outcome.audit.lost + outcome.audit.held);
        for series in &outcome.series {
            let last_s = series.times_ps.last().map_or(0.0, |&last| last as f64 / 1e12);
            prop_assert!(last_s <= outcome.simulated_s, "{} at {} s", series.name, last_s);
        }
        prop_assert!(outcome.measured_s >= 0.0, "measured {}", outcome.measured_s);
    }

    #[test]
    fn limits_that_are_not_reached_change_nothing(scenario in scenario(10_000)) {
        let unlimited = network(&scenario.0);
        let mut limited = unlimited.clone();
        limited.limits.events = 1_000_000;
        let (unlimited, limited) = (run_network(unlimited), run_network(limited));
        prop_assert_eq!(differences(&unlimited, &limited), Vec::<String>::new());
    }
}

#[test]
fn a_run_stopped_in_its_warm_up_has_measured_nothing() {
    let network = Network { warmup: Span::from_ps(900_000_000_000), ..lan("[limits]\nevents = 5000\n") };
    let (_, outcome) = run_to_stop(network, 1000);
    assert_eq!(outcome.measured_s, 0.0);
    assert!(outcome.flows.reals("throughput_bps").iter().all(|rate| rate.is_nan() || *rate == 0.0));
}
