//! Driven from outside, a network is the same network: on random ones, how the caller slices time, when it offers what,
//! what it promises, reference mode and forks change nothing.
//!
//! `PROPTEST_CASES` overrides the number of networks.

use cellwise_net::{Arrived, OpenRun, Outcome, OutsidePacket, Reached};
use cellwise_packet::Codepoint;
use cellwise_scenario::{FlowIndex, FlowKind, Network, Records};
use cellwise_units::{Bytes, Span, Time};
use proptest::prelude::*;

use crate::common::random::scenario;
use crate::common::{cases, differences, network, run_network};
use crate::parallel::run_in_parts;

/// A packet to be offered: which port, when and how long, in thousandths of what there is.
#[derive(Clone, Copy, Debug)]
struct Offer {
    port: usize,
    at_permille: u64,
    size_permille: u64,
    codepoint: usize,
    /// How many of the same at once.
    burst: usize,
}

fn offers() -> impl Strategy<Value = Vec<Offer>> {
    let offer = (0usize..64, 0u64..=1000, 0u64..=1000, 0usize..4, 1usize..12).prop_map(
        |(port, at_permille, size_permille, codepoint, burst)| Offer {
            port,
            at_permille,
            size_permille,
            codepoint,
            burst,
        },
    );
    prop::collection::vec(offer, 1..40)
}

/// The longest packet that a flow of a random network may send, if it sends packets.
pub(crate) fn longest(kind: &FlowKind) -> Option<Bytes> {
    let octets = match kind {
        FlowKind::Tcp { settings, .. } | FlowKind::Web { settings, .. } => settings.mss.get() + 40,
        FlowKind::Udp { settings, .. } => settings.payload.get() + 28,
        FlowKind::Ping { settings } => settings.payload.get() + 28,
        FlowKind::Outside { mtu } => mtu.get(),
        FlowKind::Cells { .. } => return None,
    };
    Some(Bytes::new(octets))
}

/// The network with the transport of some flows outside, by the bits of `which`; nothing is recorded of flows then. What is outside
/// shares no connection with anybody inside.
fn opened(text: &str, which: u64) -> Network {
    let mut network = network(text);
    network.probes.clear();
    network.records = Records::default();
    let shared: Vec<_> = network.flows.iter().filter_map(|flow| flow.connection).collect();
    for (number, flow) in network.flows.iter_mut().enumerate() {
        if which >> (number % 64) & 1 == 1
            && flow.connection.is_none()
            && !shared.contains(&FlowIndex(number))
            && let Some(mtu) = longest(&flow.kind)
        {
            flow.kind = FlowKind::Outside { mtu };
        }
    }
    network
}

/// The packets of a run, with their ports, in the order in which they enter.
fn packets(run: &OpenRun, network: &Network, offers: &[Offer]) -> Vec<(u32, OutsidePacket)> {
    let (ports, codepoints) =
        (run.ports(), [Codepoint::NotEct, Codepoint::Ect0, Codepoint::Ect1, Codepoint::Ce]);
    let mut made = Vec::new();
    for offer in offers.iter().filter(|_| !ports.is_empty()) {
        let port = offer.port % ports.len();
        let mtu = u64::from(ports[port].mtu_octets);
        for _ in 0..offer.burst {
            let packet = OutsidePacket {
                octets: (1 + (mtu - 1) * offer.size_permille / 1000) as u32,
                codepoint: codepoints[offer.codepoint],
                dscp: (offer.burst * 4) as u8,
                tag: made.len() as u64,
                offered_at: Time::from_ps(network.duration.get() / 1000 * offer.at_permille),
            };
            made.push((port as u32, packet));
        }
    }
    made.sort_by_key(|(port, packet)| (packet.offered_at, *port));
    made
}

/// How a run is driven.
#[derive(Clone, Debug)]
enum Way {
    /// Everything is offered before anything happens.
    Ahead,
    /// The same, and nothing else is promised to come.
    Promised,
    /// Each packet is offered when its instant is reached, and the run is cut at other instants besides, in
    /// thousandths of its length.
    Cut(Vec<u64>),
    /// As the first, but what goes on half way is a copy.
    Forked,
}

/// Adds a flow whose transport is outside, and does nothing, beside one that sends packets; says whether there is one.
fn add_idle(network: &mut Network, which: &prop::sample::Index) -> bool {
    let packets = network.flows.iter().filter(|flow| longest(&flow.kind).is_some());
    let packets: Vec<_> = packets.cloned().collect();
    if packets.is_empty() {
        return false;
    }
    let mut idle = which.get(&packets).clone();
    (idle.name, idle.kind) = ("idle".to_owned(), FlowKind::Outside { mtu: Bytes::new(100) });
    idle.connection = None;
    network.flows.push(idle);
    true
}

/// Drives a run to its end.
fn drive(network: &Network, offers: &[Offer], way: &Way) -> (Vec<Arrived>, Outcome) {
    let mut run = OpenRun::new(network.clone()).expect("it fits");
    let packets = packets(&run, network, offers);
    let end = Time::ZERO + network.duration;
    let mut arrived = Vec::new();
    match way {
        Way::Ahead | Way::Promised | Way::Forked => {
            packets.iter().for_each(|(port, packet)| run.offer(*port, *packet));
            if matches!(way, Way::Promised) {
                run.promise_open(end);
            }
            if matches!(way, Way::Forked) {
                run_to(&mut run, Time::from_ps(end.ps() / 2), &mut arrived);
                let fork = run.clone();
                let mut original = std::mem::replace(&mut run, fork);
                run_to(&mut original, end, &mut Vec::new());
            }
        }
        Way::Cut(cuts) => {
            let cuts = cuts.iter().map(|permille| Time::from_ps(end.ps() / 1000 * permille));
            let mut instants: Vec<Time> =
                packets.iter().map(|(_, packet)| packet.offered_at).chain(cuts).collect();
            instants.sort_unstable();
            instants.dedup();
            for instant in instants {
                run_to(&mut run, instant, &mut arrived);
                let due = packets.iter().filter(|(_, packet)| packet.offered_at == instant);
                due.for_each(|(port, packet)| run.offer(*port, *packet));
            }
        }
    }
    run_to(&mut run, end, &mut arrived);
    (arrived, run.finish().unwrap_or_else(|error| panic!("{error}")))
}

fn run_to(run: &mut OpenRun, until: Time, arrived: &mut Vec<Arrived>) {
    loop {
        let earliest = run.earliest();
        let reached = run.advance(until);
        let from = arrived.len();
        run.take(arrived);
        match reached {
            Reached::Arrived(at) => {
                assert_eq!(run.now(), at);
                assert!(at >= earliest, "{at} was to be no earlier than {earliest}");
                assert!(arrived[from..].iter().all(|packet| packet.at == at));
                assert!(from < arrived.len());
            }
            Reached::Until => {
                assert_eq!(run.now(), until);
                assert_eq!(from, arrived.len());
                return;
            }
            other => panic!("{other:?}"),
        }
    }
}

/// In what two ways of driving a network differ.
fn compared(left: &(Vec<Arrived>, Outcome), right: &(Vec<Arrived>, Outcome)) -> String {
    let mut found = differences(&left.1, &right.1);
    let first = left.0.iter().zip(&right.0).position(|(a, b)| a != b);
    if let Some(first) = first {
        found.push(format!("arrival {first}: {:?} | {:?}", left.0[first], right.0[first]));
    } else if left.0.len() != right.0.len() {
        found.push(format!("{} | {} arrivals", left.0.len(), right.0.len()));
    }
    found.join("\n")
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn how_the_caller_slices_time_changes_nothing(
        scenario in scenario(10_000), which: u64, offers in offers(),
        cuts in prop::collection::vec(0u64..1000, 0..30),
    ) {
        let network = opened(&scenario.0, which);
        let ahead = drive(&network, &offers, &Way::Ahead);
        let cut = drive(&network, &offers, &Way::Cut(cuts));
        prop_assert_eq!(compared(&ahead, &cut), "");
    }

    #[test]
    fn an_open_promise_changes_nothing(scenario in scenario(10_000), which: u64, offers in offers()) {
        let network = opened(&scenario.0, which);
        let (ahead, promised) =
            (drive(&network, &offers, &Way::Ahead), drive(&network, &offers, &Way::Promised));
        prop_assert_eq!(compared(&ahead, &promised), "");
    }

    #[test]
    fn a_fork_goes_on_as_the_original(scenario in scenario(10_000), which: u64, offers in offers()) {
        let network = opened(&scenario.0, which);
        let (ahead, forked) =
            (drive(&network, &offers, &Way::Ahead), drive(&network, &offers, &Way::Forked));
        prop_assert_eq!(compared(&ahead, &forked), "");
    }

    #[test]
    fn reference_mode_agrees_on_every_arrival(
        scenario in scenario(10_000), which: u64, offers in offers(),
        cuts in prop::collection::vec(0u64..1000, 0..30),
    ) {
        let network = opened(&scenario.0, which);
        let normal = drive(&network, &offers, &Way::Ahead);
        let reference = drive(&Network { reference: true, ..network }, &offers, &Way::Cut(cuts));
        prop_assert_eq!(compared(&normal, &reference), "");
    }

    #[test]
    fn a_host_outside_that_is_idle_changes_nothing(scenario in scenario(10_000), which: prop::sample::Index) {
        let mut network = network(&scenario.0);
        let alone = run_network(network.clone());
        prop_assume!(add_idle(&mut network, &which));
        let beside = run_network(network);
        // Its row among the flows, and that it is counted at its hosts.
        let of_itself = ["flows: ", "hosts.flow_ends "];
        let of_others = |found: &String| !of_itself.iter().any(|own| found.starts_with(own));
        let found: Vec<String> = differences(&alone, &beside).into_iter().filter(of_others).collect();
        prop_assert_eq!(found.join("\n"), "");
    }

    #[test]
    fn with_idle_hosts_outside_parts_and_the_whole_agree(
        scenario in scenario(10_000), which: prop::sample::Index, threads in 2usize..5, reference: bool,
        events in 100u64..100_000,
    ) {
        let mut network = network(&scenario.0);
        // Cells that are recorded one by one would keep it whole.
        network.records = Records { segments: network.records.segments.clone(), ..Records::default() };
        network.reference = reference;
        prop_assume!(add_idle(&mut network, &which));
        let whole = run_network(network.clone());
        let (parts, _) = run_in_parts(network, threads, events);
        prop_assert_eq!(differences(&whole, &parts).join("\n"), "");
    }
}

#[test]
fn a_packet_comes_out_at_the_other_end_after_its_cells() {
    let text = "duration = \"1 s\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n\
        [links]\nl = { ends = [\"a\", \"b\"], rate = \"424 kbit/s\", delay = \"2 ms\" }\n\
        [vcs]\nv = { path = [\"a\", \"b\"] }\n[flows]\nf = { vc = \"v\", kind = \"outside\" }\n";
    let mut run = OpenRun::new(network(text)).unwrap();
    let packet = |tag, at_ms: u64| OutsidePacket {
        octets: 100,
        codepoint: Codepoint::Ect1,
        dscp: 9,
        tag,
        offered_at: Time::ZERO + Span::from_ps(at_ms * 1_000_000_000),
    };
    // 100 octets, 8 of encapsulation and 8 of trailer are 3 cells of 1 ms each.
    run.offer(0, packet(7, 1));
    run.offer(1, packet(8, 1));
    let at = Time::ZERO + Span::from_ps(6_000_000_000);
    assert_eq!(run.advance(Time::NEVER), Reached::Arrived(at));
    let mut arrived = Vec::new();
    run.take(&mut arrived);
    let expected = [(0, packet(8, 1)), (1, packet(7, 1))];
    assert_eq!(arrived, expected.map(|(port, packet)| Arrived { at, port, packet }));
    assert_eq!(run.earliest(), Time::NEVER);
    assert_eq!(run.advance(Time::NEVER), Reached::End);
}
