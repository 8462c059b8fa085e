//! The inside twin: the sender and receiver of `cellwise-tcp`, driven through the ports of a network, have the same
//! results as those inside it, to the bit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cellwise_engine::{RandomStream, StreamName};
use cellwise_net::{Arrived, OpenRun, Outcome, OutsideFlow, OutsidePacket};
use cellwise_scenario::{Flow, FlowKind, Network, Records};
use cellwise_tcp::{
    Application, Receiver, ReceiverStats, Segment, Sender, SenderStats, Settings, TickClock, TimerPhase,
};
use cellwise_units::{Bytes, Span, Time};
use proptest::prelude::*;

use crate::common::outside::longest;
use crate::common::random::scenario;
use crate::common::{cases, differences, network, run_network};

/// The end of a connection.
#[derive(Debug)]
enum End {
    Sender { sender: Box<Sender>, start: Time, stop: Time },
    Receiver(Box<Receiver>),
}

impl End {
    fn next_deadline(&self) -> Time {
        match self {
            Self::Sender { start, .. } if *start != Time::NEVER => *start,
            Self::Sender { sender, stop, .. } => sender.next_deadline().min(*stop),
            Self::Receiver(receiver) => receiver.next_deadline(),
        }
    }

    fn on_deadline(&mut self, now: Time, out: &mut Vec<Segment>) {
        match self {
            Self::Sender { sender, start, .. } if *start <= now => {
                *start = Time::NEVER;
                sender.start(now, out);
            }
            Self::Sender { sender, stop, .. } if *stop <= now => {
                *stop = Time::NEVER;
                sender.close(now, out);
            }
            Self::Sender { sender, .. } => sender.on_deadline(now, out),
            Self::Receiver(receiver) => receiver.on_deadline(now, out),
        }
    }

    fn on_segment(&mut self, now: Time, segment: &Segment, out: &mut Vec<Segment>) {
        match self {
            Self::Sender { sender, .. } => sender.on_ack(now, segment, out),
            Self::Receiver(receiver) => receiver.on_data(now, segment, out),
        }
    }
}

/// Transports outside, and what they have under way.
struct Twin {
    run: OpenRun,
    ends: Vec<End>,
    dscp: Vec<u8>,
    under_way: BTreeMap<u64, Segment>,
    /// Whether links make copies: then each segment may arrive again, and none is forgotten.
    makes_copies: bool,
    offered: u64,
}

impl Twin {
    fn new(network: &Network, tcp: &[Flow]) -> Self {
        let run = OpenRun::new(network.clone()).expect("it fits");
        let mut ends = Vec::new();
        let mut dscp = Vec::new();
        for flow in tcp {
            let FlowKind::Tcp { settings, application } = &flow.kind else { unreachable!("{flow:?}") };
            ends.extend(ends_of(network, flow, settings, *application));
            dscp.extend([flow.dscp.get(); 2]);
        }
        let directions = network.links.iter().flat_map(|link| &link.directions);
        let makes_copies =
            directions.flat_map(|direction| &direction.packets).any(|packets| packets.duplicate_ratio > 0.0);
        Self { run, ends, dscp, under_way: BTreeMap::new(), makes_copies, offered: 0 }
    }

    fn send(&mut self, port: usize, now: Time, segments: &mut Vec<Segment>) {
        for segment in segments.drain(..) {
            let codepoint = segment.codepoint;
            let octets = segment.len + segment.header_octets() as u32;
            let (dscp, tag) = (self.dscp[port], self.offered);
            let flow = OutsideFlow::default();
            self.run
                .offer(port as u32, OutsidePacket { octets, codepoint, dscp, tag, offered_at: now, flow });
            self.under_way.insert(tag, segment);
            self.offered += 1;
        }
    }

    /// Runs to the end, cut at instants of the caller's; the longest slices are those between two deadlines.
    fn run_to(&mut self, end: Time, mut cuts: Vec<Time>, promises: bool) {
        cuts.sort_unstable();
        cuts.reverse();
        let (mut arrived, mut out) = (Vec::new(), Vec::new());
        loop {
            let due = self.ends.iter().map(End::next_deadline).min().unwrap_or(Time::NEVER);
            let cut = cuts.last().copied().unwrap_or(end);
            let until = due.min(cut).min(end);
            if promises && self.under_way.is_empty() {
                // Nothing can arrive, so nothing is answered.
                self.run.promise_open(until);
            }
            self.run.advance(until);
            let now = self.run.now();
            self.run.take(&mut arrived);
            for Arrived { at, port, packet } in arrived.drain(..) {
                let sent = match self.makes_copies {
                    true => self.under_way.get(&packet.tag).cloned(),
                    false => self.under_way.remove(&packet.tag),
                };
                let mut segment = sent.expect("what arrives was sent");
                segment.codepoint = packet.codepoint;
                self.ends[port as usize].on_segment(at, &segment, &mut out);
                self.send(port as usize, at, &mut out);
            }
            for port in 0..self.ends.len() {
                while self.ends[port].next_deadline() <= now {
                    self.ends[port].on_deadline(now, &mut out);
                    self.send(port, now, &mut out);
                }
            }
            if now >= end {
                return;
            }
            cuts.pop_if(|cut| *cut <= now);
        }
    }
}

fn ends_of(network: &Network, flow: &Flow, settings: &Settings, application: Application) -> [End; 2] {
    let stream = |element, purpose| {
        RandomStream::new(StreamName {
            seed: network.seed,
            replication: network.replication,
            element,
            purpose,
        })
    };
    let timer = |end: usize, period: Span, purpose| match settings.timer_phase {
        TimerPhase::Aligned => TickClock::aligned(period),
        TimerPhase::Random => {
            let mut random = stream(&network.nodes[flow.hosts[end].get()].name, purpose);
            TickClock::new(period, Time::from_ps(random.below(period.get().max(1))))
        }
    };
    let draws = settings.variant.variant().congestion.models_path();
    let seed = if draws { stream(&flow.name, "congestion control").bits() } else { 0 };
    let sender =
        Sender::new(settings, application, timer(0, settings.timer_tick, "slow timer")).with_seed(seed);
    let receiver = Receiver::new(settings, timer(1, settings.delayed_ack_timer, "fast timer"))
        .with_slow_timer(timer(1, settings.timer_tick, "slow timer"));
    let receiver = match application {
        Application::Finite { octets } => receiver.expecting(octets),
        Application::Greedy | Application::OnDemand => receiver,
    };
    let stop = flow.stop.unwrap_or(Time::NEVER);
    [End::Sender { sender: Box::new(sender), start: flow.start, stop }, End::Receiver(Box::new(receiver))]
}

/// The columns of the flows' table with the counts of the two ends in a run without a warm-up.
fn counted(sender: &SenderStats, receiver: &ReceiverStats) -> [(&'static str, u64); 8] {
    [
        ("segments_sent", sender.segments_sent),
        ("retransmitted_segments", sender.retransmitted_segments),
        ("timeouts", sender.timeouts),
        ("fast_retransmits", sender.fast_retransmits),
        ("duplicate_acks", sender.duplicate_acks),
        ("segments_received", receiver.segments_received),
        ("delivered_bytes", receiver.delivered_octets),
        ("acks_sent", receiver.acks_sent),
    ]
}

/// The differences of the run with its TCP outside from that with it inside.
fn differences_of_twins(network: &Network, cuts: Vec<Time>, promises: bool) -> Vec<String> {
    let inside = run_network(network.clone());
    let is_tcp = |flow: &&Flow| matches!(flow.kind, FlowKind::Tcp { .. });
    let tcp: Vec<Flow> = network.flows.iter().filter(is_tcp).cloned().collect();
    let mut opened = network.clone();
    for flow in opened.flows.iter_mut().filter(|flow| matches!(flow.kind, FlowKind::Tcp { .. })) {
        flow.kind = FlowKind::Outside { mtu: longest(&flow.kind).unwrap_or(Bytes::new(1)) };
    }
    let mut twin = Twin::new(&opened, &tcp);
    twin.run_to(Time::ZERO + network.duration, cuts, promises);
    let outside: Outcome = twin.run.finish().unwrap_or_else(|error| panic!("{error}"));
    // An exact timer may still expire at the instant at which an adapter sends: a packet that enters is after that,
    // where a timer inside is before it, and the longest queue shows it. Nothing else does: it takes no time.
    let of_network = |found: &String| !found.starts_with("flows") && !found.contains(".queue_max");
    let mut found: Vec<String> = differences(&inside, &outside).into_iter().filter(of_network).collect();
    for (flow, ends) in tcp.iter().zip(twin.ends.chunks(2)) {
        let [End::Sender { sender, .. }, End::Receiver(receiver)] = ends else { unreachable!("{ends:?}") };
        let row = network.flows.iter().position(|known| known.name == flow.name).unwrap();
        for (column, value) in counted(sender.stats(), receiver.stats()) {
            let known = inside.flows.counts(column)[row];
            if known != value {
                found.push(format!("{column} of {}: {known} inside, {value} outside", flow.name));
            }
        }
    }
    found
}

/// Leaves nothing to happen at a host at the instant of something else: what enters does so behind everything of its
/// instant and by the order of ports, where timers inside come before some of it and by an order of their own.
fn without_ties(flows: &mut Vec<Flow>) {
    let mut hosts = BTreeSet::new();
    flows.retain(|flow| {
        let is_alone = flow.hosts.iter().all(|host| !hosts.contains(&host.get()));
        if is_alone {
            hosts.extend(flow.hosts.map(|host| host.get()));
        }
        is_alone
    });
    for (flow, start_ps) in flows.iter_mut().zip((7_919u64..).step_by(104_729)) {
        flow.start += Span::from_ps(start_ps);
        if let FlowKind::Tcp { settings, .. } = &mut flow.kind {
            Arc::make_mut(settings).timer_phase = TimerPhase::Random;
        }
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_transport_outside_comes_to_the_same_as_inside(
        scenario in scenario(20_000), promises: bool, reference: bool,
        cuts in prop::collection::vec(0u64..1_000_000, 0..100),
    ) {
        // Where packets are distinguished by their contents, these matter.
        let looks_inside = ["uplink", "ack_filter"];
        prop_assume!(!looks_inside.iter().any(|word| scenario.0.contains(word)));
        let mut network = network(&scenario.0);
        (network.warmup, network.reference) = (Span::ZERO, reference);
        network.flows.retain(|flow| matches!(flow.kind, FlowKind::Tcp { .. }) && flow.connection.is_none());
        without_ties(&mut network.flows);
        prop_assume!(!network.flows.is_empty());
        network.probes.clear();
        network.records = Records::default();
        let cuts = cuts.into_iter().map(|part| Time::from_ps(network.duration.get() / 1_000_000 * part)).collect();
        prop_assert_eq!(differences_of_twins(&network, cuts, promises).join("\n"), "");
    }
}
