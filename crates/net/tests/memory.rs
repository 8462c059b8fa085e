//! What a run takes stays within `limits.memory`: networks are refused while they are built, and tables fit.

use cellwise_net::{Beginning, Run, RunError, Status};
use cellwise_scenario::Network;
use cellwise_units::Bytes;

use crate::common::network;
use cellwise_engine::memory::{begin_peak, peak};

/// A tenth and 2 MB more.
fn most(limit: i64) -> i64 {
    limit + limit / 10 + 2_000_000
}

fn many(sources: u32, more: &str) -> Network {
    network(&format!("duration = \"1 ms\"\n[topology]\ntemplate = \"n-source\"\nsources = {sources}\n{more}"))
}

fn refusal(mut network: Network, limit: i64) -> RunError {
    network.limits.memory = Bytes::new(limit as u64);
    let before = begin_peak();
    let error = Run::begin(network, Beginning::default()).expect_err("the network takes more");
    assert!(peak() - before < most(limit), "{} octets of {limit}", peak() - before);
    error
}

#[test]
fn a_network_that_is_too_large_is_refused_while_it_is_built() {
    for more in ["", "[atm]\ncategory = \"abr\"\n[switch]\nrate_rule = { rule = \"erica\" }\n"] {
        for limit in [1_000_000, 4_000_000] {
            let error = refusal(many(4_000, more), limit);
            let RunError::Memory { limit: reported, held, there, of, .. } = &error else {
                panic!("{error:?}")
            };
            assert_eq!(reported.get() as i64, limit);
            assert!(
                held.get() > reported.get() && (held.get() as i64) < most(limit) && there < of,
                "{error}"
            );
            assert!(error.to_string().starts_with("limits.memory: \""), "{error}");
        }
    }
}

#[test]
fn a_network_of_packet_links_that_is_too_large_is_refused_while_it_is_built() {
    for more in ["", "reference = true\nprobes.queue = { port = \"*\", every = \"1 us\" }\n"] {
        for limit in [1_000_000, 4_000_000, 10_000_000] {
            let network = network(&format!(
                "duration = \"1 ms\"\n{more}topology = {{ template = \"ethernet-bottleneck\", hosts = 2000 }}\n"
            ));
            let error = refusal(network, limit);
            assert!(error.to_string().starts_with("limits.memory: \""), "{error}");
        }
    }
}

#[test]
fn a_network_whose_results_do_not_fit_is_refused_before_it_runs() {
    let more = "[probes]\nqueue = { port = \"*\" }\n";
    let mut begun = 0;
    for limit in (6_000_000..30_000_000).step_by(1_000_000) {
        let mut network = many(400, more);
        network.limits.memory = Bytes::new(limit);
        let Ok(mut run) = Run::begin(network, Beginning::default()) else { continue };
        begun += 1;
        assert!(!matches!(run.advance(0), Status::Stopped(_)), "{limit}");
    }
    assert!((1..24).contains(&begun), "{begun} of 24");
}

#[test]
fn what_the_scenario_has_taken_already_counts() {
    let mut network = many(2, "");
    network.limits.memory = Bytes::new(2_000_000);
    assert!(Run::begin(network.clone(), Beginning { held: 1_000_000, ..Beginning::default() }).is_ok());
    let error = Run::begin(network, Beginning { held: 2_000_000, ..Beginning::default() });
    assert!(matches!(error, Err(RunError::Memory { .. })), "{error:?}");
}

#[test]
fn tables_of_records_fit_into_the_limit() {
    // The schema comes with the first scenario of a process, and is no part of a run.
    many(2, "");
    let (limit, tcp) = (20_000_000, "");
    let udp = "[flow]\nkind = \"udp\"\n[udp]\npayload = \"500 bytes\"\nrate = \"100 Mbit/s\"\n";
    for (flow, probe) in [
        (udp, "losses = { port = \"*\" }"),
        (tcp, "segments = { flow = \"*\" }"),
        (tcp, "cells = { port = \"sw1.trunk\", limit = 500_000 }"),
    ] {
        let text = format!(
            "duration = \"100 s\"\n[topology]\ntemplate = \"n-source\"\n{flow}[probes]\n{probe}\n\
             [limits]\nmemory = \"{limit} bytes\"\n"
        );
        let before = begin_peak();
        let mut run = Run::new(network(&text));
        let mut status = Status::Running;
        while status == Status::Running {
            status = run.advance(300_000);
        }
        let outcome = run.finish().unwrap();
        let taken = peak() - before;
        println!("{probe}: {taken} octets, {status:?}");
        assert!(outcome.stopped.is_some(), "{probe}");
        assert!(taken < most(limit), "{probe}: {taken} octets of {limit}");
    }
}

#[test]
fn many_flows_that_send_at_one_instant_keep_to_the_limit() {
    let limit = 20_000_000;
    let text = format!(
        "duration = \"1 ms\"\n[topology]\ntemplate = \"policed-vc\"\nconnections = 200\n[flow]\nkind = \"udp\"\n[udp]\n\
         payload = \"2 bytes\"\nrate = \"10 Gbit/s\"\n[limits]\nmemory = \"{limit} bytes\"\n"
    );
    let before = begin_peak();
    let mut run = Run::new(network(&text));
    let mut status = Status::Running;
    while status == Status::Running {
        status = run.advance(300_000);
    }
    let taken = peak() - before;
    assert!(
        matches!(status, Status::Stopped(_)) && taken < most(limit),
        "{taken} octets of {limit}, {status:?}"
    );
}

#[test]
fn samples_that_are_outstanding_when_a_run_is_stopped_are_written_as_far_as_there_is_room() {
    let mut stopped = 0;
    for limit in [28_000_000, 32_000_000, 40_000_000, 60_000_000] {
        let text = format!(
            "duration = \"1 ms\"\n[topology]\ntemplate = \"two-node\"\nsources = 800\n[probes]\n\
             queue = {{ port = \"*\", every = \"1 us\" }}\n[limits]\nmemory = \"{limit} bytes\"\n"
        );
        let before = begin_peak();
        let mut run = Run::new(network(&text));
        while run.advance(300_000) == Status::Running {}
        let outcome = run.finish().unwrap();
        let taken = peak() - before;
        stopped += usize::from(outcome.stopped.is_some());
        assert!(taken < most(limit), "{taken} octets of {limit}");
        assert!(outcome.series.iter().any(|series| series.values.len() > 1), "{limit}");
    }
    assert!((1..4).contains(&stopped), "{stopped} of 4");
}

#[test]
fn tables_of_elements_are_counted_before_they_are_there() {
    for more in ["", "[atm]\ncategory = \"abr\"\n"] {
        let mut run = Run::new(many(2_000, more));
        run.advance(2_000);
        let before = begin_peak();
        let outcome = run.finish().unwrap();
        let taken = peak() - before;
        let (flows, vcs, ports) = (2_000, 2 * 2_000, outcome.ports.counts("transmitted_cells").len() as i64);
        let counted = flows * 1_200 + vcs * 700 + ports * 500 + 4_002 * 200;
        assert!(taken < counted + 1_000_000, "{taken} octets, {counted} counted");
    }
}
