//! No step of a run is long: the work between two tests of the limits is bounded, whatever the scenario says.

use std::time::{Duration, Instant};

use cellwise_net::{Run, Status};
use proptest::prelude::*;

use crate::common::{cases, network};
use cellwise_engine::memory::{begin_peak, peak};

/// Events of a step.
const STEP: u64 = 200;
/// The most cells that ports handle in a step: those of an event, and all ports on their way.
const MOST_CELLS: u64 = 500_000;
/// The most octets that a step asks for.
const MOST_OCTETS: i64 = 32_000_000;

/// What is extreme about a scenario.
#[derive(Clone, Debug)]
struct Extremes {
    topology: &'static str,
    transport: &'static str,
    network: &'static str,
    probes: &'static str,
    warmup_ms: u64,
}

impl Extremes {
    fn text(&self) -> String {
        let Self { topology, transport, network, probes, warmup_ms } = self;
        format!(
            "duration = \"9 ms\"\nwarmup = \"{warmup_ms} ms\"\n[topology]\n{topology}\n{transport}\n{network}\n\
             [probes]\n{probes}\n"
        )
    }
}

fn extremes() -> impl Strategy<Value = Extremes> {
    let topologies = vec![
        "template = \"two-node\"",
        "template = \"two-node\"\naccess_delay = \"2 ms\"",
        "template = \"n-source\"\nsources = 2",
        "template = \"n-source\"\nsources = 20",
    ];
    let transports = vec![
        "[tcp]\nsend_buffer = \"1 GB\"\nwrite_size = \"1 byte\"\nmss = \"64000 bytes\"",
        "[tcp]\nsend_buffer = \"1 GB\"\nreceive_buffer = \"1 GB\"\nmss = \"1 byte\"",
        "[flow]\nkind = \"udp\"\n[udp]\npayload = \"1 byte\"\nrate = \"100 Mbit/s\"",
        "[flow]\nkind = \"udp\"\n[udp]\npayload = \"60000 bytes\"\nrate = \"10 Gbit/s\"",
    ];
    let networks = vec![
        "",
        "[atm]\ncategory = \"abr\"\n[abr]\ntcr = \"10 Tbit/s\"",
        "[atm]\ncategory = \"abr\"\n[switch]\nrate_rule = { rule = \"erica\" }",
        "[switch]\nbuffer = \"1000000 cells\"",
    ];
    let probes = vec![
        "",
        "queue = { port = \"*\", every = \"20 ns\" }",
        "queue = { port = \"*\", every = \"20 ns\", keep = \"most\" }\nacknowledgment = { flow = \"*\", every = \"10 ns\" }",
        "queue = { port = \"*\" }\nlosses = { port = \"*\" }",
    ];
    (
        prop::sample::select(topologies),
        prop::sample::select(transports),
        prop::sample::select(networks),
        prop::sample::select(probes),
        0u64..8,
    )
        .prop_map(|(topology, transport, network, probes, warmup_ms)| Extremes {
            topology,
            transport,
            network,
            probes,
            warmup_ms,
        })
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn a_step_does_a_bounded_amount_of_work(extremes in extremes()) {
        let text = extremes.text();
        // What is refused takes no step.
        let Ok(document) = cellwise_scenario::parse_toml(&text) else { return Ok(()) };
        prop_assume!(document.scenario().is_ok_and(|scenario| cellwise_scenario::resolve(&scenario).is_ok()));
        let mut run = Run::new(network(&text));
        let mut longest = Duration::ZERO;
        for _ in 0..3_000 {
            let (cells, start) = (run.cells(), Instant::now());
            let before = begin_peak();
            let status = run.advance(STEP);
            longest = longest.max(start.elapsed());
            prop_assert!(run.cells() - cells <= MOST_CELLS, "{} cells in a step of\n{text}", run.cells() - cells);
            let octets = peak() - before;
            prop_assert!(octets <= MOST_OCTETS, "{octets} octets in a step of\n{text}");
            if status != Status::Running {
                break;
            }
        }
        println!("{longest:?} {extremes:?}");
    }
}

#[test]
fn samples_of_an_idle_time_are_written_in_pieces() {
    // Half a million samples of each port before the first cell.
    let text = "duration = \"6 ms\"\n[topology]\ntemplate = \"n-source\"\nsources = 1\nstart_stagger = \"0 s\"\n\
                [flow]\nstart = \"5 ms\"\n[probes]\nqueue = { port = \"sw1.trunk\", every = \"10 ns\" }\n";
    let mut run = Run::new(network(text));
    let mut steps = 0;
    while run.advance(STEP) == Status::Running {
        steps += 1;
    }
    assert!(steps > 25, "{steps} steps for 600 000 samples");
    let outcome = run.finish().unwrap();
    let queue = &outcome.series[0];
    assert_eq!(queue.times_ps.len(), 600_001);
    assert!(queue.times_ps.iter().enumerate().all(|(n, &at)| at == 10_000 * n as u64));
}
