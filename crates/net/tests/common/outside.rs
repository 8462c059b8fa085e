//! A network that is driven from outside: offers, answers and settings at drawn instants, in slices of time.

use cellwise_net::{
    Arrived, LinkKey, LinkValue, OpenRun, Outcome, OutsideFlow, OutsidePacket, Reached, Value, link_keys,
};
use cellwise_packet::Codepoint;
use cellwise_scenario::{Flow, FlowIndex, FlowKind, Network, Records, WAYS_OUTSIDE, Ways};
use cellwise_units::{Bytes, Span, Time};
use proptest::prelude::*;

use super::{differences, network};

/// A packet to be offered: which port, when and how long, in thousandths of the range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    port: usize,
    at_permille: u64,
    size_permille: u64,
    codepoint: usize,
    /// How many of the same at once.
    burst: usize,
}

pub(crate) fn offers() -> impl Strategy<Value = Vec<Offer>> {
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

/// The network with the transport of some flows outside, by the bits of `which`; nothing is recorded of flows then. An
/// outside flow shares no connection with an inside one.
pub(crate) fn opened(text: &str, which: u64) -> Network {
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
    spread(&mut network);
    network
}

/// Has the flows outside of each port take the ways of all flows between the same hosts.
fn spread(network: &mut Network) {
    let ways_of = |flow: &Flow| Some(Ways { usual: flow.links()?, detours: flow.detours.clone() });
    let flows = network.flows.clone();
    for flow in &mut network.flows {
        let FlowKind::Outside { mtu } = &mut flow.kind else { continue };
        let beside = flows.iter().filter(|other| other.hosts == flow.hosts && longest(&other.kind).is_some());
        let ways: Vec<Ways> = beside.clone().filter_map(ways_of).collect();
        if ways.len() > 1 {
            *mtu = beside.filter_map(|other| longest(&other.kind)).min().unwrap_or(*mtu);
            flow.spread = ways.into_iter().cycle().take(WAYS_OUTSIDE).collect();
        }
    }
}

/// The packets of a run, with their ports, in the order in which they enter.
pub(crate) fn packets(run: &OpenRun, network: &Network, offers: &[Offer]) -> Vec<(u32, OutsidePacket)> {
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
                flow: OutsideFlow { number: offer.burst as u32 % 3, ..OutsideFlow::default() },
            };
            made.push((port as u32, packet));
        }
    }
    made.sort_by_key(|(port, packet)| (packet.offered_at, *port));
    made
}

/// A value to be set: which of those that were declared, when, and to which of some values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Set {
    key: usize,
    at_permille: u64,
    value: usize,
}

fn sets() -> impl Strategy<Value = Vec<Set>> {
    let set = (0usize..64, 0u64..=1000, 0usize..5).prop_map(|(key, at_permille, value)| Set {
        key,
        at_permille,
        value,
    });
    prop::collection::vec(set, 0..30)
}

/// What a caller does with a network, however it slices time.
#[derive(Clone, Debug)]
pub(crate) struct Doings {
    pub(crate) offers: Vec<Offer>,
    pub(crate) sets: Vec<Set>,
    /// Which of the values that may be set are declared, in bits.
    pub(crate) declared: u64,
    /// Whether some arrivals are answered, at its instant or a little later.
    pub(crate) answers: bool,
}

pub(crate) fn doings() -> impl Strategy<Value = Doings> {
    (offers(), sets(), any::<u64>(), any::<bool>()).prop_map(|(offers, sets, declared, answers)| Doings {
        offers,
        sets,
        declared,
        answers,
    })
}

/// What may be set of the links of a network and is declared.
pub(crate) fn declared(network: &Network, bits: u64) -> Vec<LinkKey> {
    let keys = link_keys(network).into_iter().filter(|key| key.refused.is_none());
    keys.enumerate().filter(|(place, _)| bits >> (place % 64) & 1 == 1).map(|(_, key)| key).collect()
}

/// The values that are set, by number and instant; of one instant in their order.
fn values(run: &OpenRun, network: &Network, keys: &[LinkKey], sets: &[Set]) -> Vec<(u32, Time, Value)> {
    let windows = run.variables().len();
    let rate = network.links.first().map_or(1_000_000, |link| link.directions[0].rate.get());
    let made = sets.iter().filter(|_| !keys.is_empty()).map(|set| {
        let place = set.key % keys.len();
        let value = match keys[place].value {
            LinkValue::Rate => Value::Whole([0, rate / 7, rate / 2, rate, 3 * rate][set.value]),
            LinkValue::ErrorRatio => Value::Share([0.0, 0.01, 0.2, 0.0, 1.0][set.value]),
        };
        let at = Time::from_ps(network.duration.get() / 1000 * set.at_permille);
        ((windows + place) as u32, at, value)
    });
    let mut made: Vec<_> = made.collect();
    made.sort_by_key(|(_, at, _)| *at);
    made
}

/// How a run is driven.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// Everything is offered before anything happens.
    Ahead,
    /// The same, and nothing else is promised to come.
    Promised,
    /// Each packet is offered when its instant is reached, and the run is cut at other instants besides, in
    /// thousandths of its length.
    Cut(Vec<u64>),
    /// As the first, but a copy continues half way.
    Forked,
}

/// Adds a flow whose transport is outside, and does nothing, next to one that sends packets; says whether there is one.
pub(crate) fn add_idle(network: &mut Network, which: &prop::sample::Index) -> bool {
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

/// So much more is the tag of an answer than that of its cause.
const ANSWER: u64 = 1 << 40;

/// A run with the actions of its caller.
struct Driver {
    run: OpenRun,
    packets: Vec<(u32, OutsidePacket)>,
    values: Vec<(u32, Time, Value)>,
    answers: bool,
    arrived: Vec<Arrived>,
}

impl Driver {
    fn new(network: &Network, doings: &Doings) -> Self {
        let keys = declared(network, doings.declared);
        let run = OpenRun::with_variable(network.clone(), &keys, 0).expect("it fits");
        let packets = packets(&run, network, &doings.offers);
        let values = values(&run, network, &keys, &doings.sets);
        Self { run, packets, values, answers: doings.answers, arrived: Vec::new() }
    }

    fn do_all(&mut self) {
        self.values.iter().for_each(|&(number, at, value)| self.run.set(number, at, value));
        self.packets.iter().for_each(|&(port, packet)| self.run.offer(port, packet));
    }

    fn do_at(&mut self, instant: Time) {
        let due = self.values.iter().filter(|(_, at, _)| *at == instant);
        due.for_each(|&(number, at, value)| self.run.set(number, at, value));
        let due = self.packets.iter().filter(|(_, packet)| packet.offered_at == instant);
        due.for_each(|&(port, packet)| self.run.offer(port, packet));
    }

    /// The instants at which something is done.
    fn instants(&self) -> impl Iterator<Item = Time> {
        let packets = self.packets.iter().map(|(_, packet)| packet.offered_at);
        packets.chain(self.values.iter().map(|(_, at, _)| *at))
    }

    /// Answers two of three packets that have arrived, answers among them: one at once, one later.
    fn answer(&mut self, from: usize) {
        for arrived in &self.arrived[from..] {
            let OutsidePacket { tag, octets, .. } = arrived.packet;
            let later =
                [None, Some(0), Some(12_345)][(tag.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % 3];
            let Some(later) = later.filter(|_| tag < ANSWER * 4) else { continue };
            let offered_at = arrived.at + Span::from_ps(later);
            // Of one instant and port what is offered first enters first, and that would depend on the way.
            if self.instants().all(|at| at != offered_at) {
                let octets = 1 + octets / 2;
                let tag = tag + ANSWER;
                self.run.offer(arrived.port, OutsidePacket { octets, tag, offered_at, ..arrived.packet });
            }
        }
    }

    fn run_to(&mut self, until: Time) {
        loop {
            let earliest = self.run.earliest();
            let reached = self.run.advance(until);
            let from = self.arrived.len();
            self.run.take(&mut self.arrived);
            match reached {
                Reached::Arrived(at) => {
                    assert_eq!(self.run.now(), at);
                    assert!(at >= earliest, "{at} was to be no earlier than {earliest}");
                    assert!(self.arrived[from..].iter().all(|packet| packet.at == at));
                    assert!(from < self.arrived.len());
                    if self.answers {
                        self.answer(from);
                    }
                }
                Reached::Until => {
                    assert_eq!(self.run.now(), until);
                    assert_eq!(from, self.arrived.len());
                    return;
                }
                other => panic!("{other:?}"),
            }
        }
    }

    fn fork(&self) -> Self {
        let (packets, values) = (self.packets.clone(), self.values.clone());
        Self { run: self.run.clone(), packets, values, answers: self.answers, arrived: self.arrived.clone() }
    }
}

/// Drives a run to its end.
pub(crate) fn drive(network: &Network, doings: &Doings, way: &Way) -> (Vec<Arrived>, Outcome) {
    let mut driver = Driver::new(network, doings);
    let end = Time::ZERO + network.duration;
    match way {
        Way::Ahead | Way::Promised | Way::Forked => {
            driver.do_all();
            if matches!(way, Way::Promised) {
                assert!(!driver.answers, "nothing is offered before the end of a promise");
                driver.run.promise_open(end);
            }
            if matches!(way, Way::Forked) {
                driver.run_to(Time::from_ps(end.ps() / 2));
                let fork = driver.fork();
                let mut original = std::mem::replace(&mut driver, fork);
                original.run_to(end);
            }
        }
        Way::Cut(cuts) => {
            let cuts = cuts.iter().map(|permille| Time::from_ps(end.ps() / 1000 * permille));
            let mut instants: Vec<Time> = driver.instants().chain(cuts).collect();
            instants.sort_unstable();
            instants.dedup();
            for instant in instants {
                driver.run_to(instant);
                driver.do_at(instant);
            }
        }
    }
    driver.run_to(end);
    (driver.arrived, driver.run.finish().unwrap_or_else(|error| panic!("{error}")))
}

/// The same, ahead, of a run in which these keys may be set.
pub(crate) fn drive_with(network: &Network, keys: &[LinkKey], doings: &Doings) -> (Vec<Arrived>, Outcome) {
    let mut driver = Driver::new(network, doings);
    driver.run = OpenRun::with_variable(network.clone(), keys, 0).expect("it fits");
    driver.do_all();
    driver.run_to(Time::ZERO + network.duration);
    (driver.arrived, driver.run.finish().unwrap_or_else(|error| panic!("{error}")))
}

/// The differences between two ways of driving a network.
pub(crate) fn compared(left: &(Vec<Arrived>, Outcome), right: &(Vec<Arrived>, Outcome)) -> String {
    let mut found = differences(&left.1, &right.1);
    let first = left.0.iter().zip(&right.0).position(|(a, b)| a != b);
    if let Some(first) = first {
        found.push(format!("arrival {first}: {:?} | {:?}", left.0[first], right.0[first]));
    } else if left.0.len() != right.0.len() {
        found.push(format!("{} | {} arrivals", left.0.len(), right.0.len()));
    }
    found.join("\n")
}
