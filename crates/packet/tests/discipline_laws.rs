//! Laws of all disciplines: whatever the settings and the packets, each packet leaves, is dropped or waits.

use std::collections::BTreeSet;

use cellwise_packet::discipline::{Around, Backlog, Discipline, DisciplineConfig, DropReason, Service};
use cellwise_packet::{Codepoint, Flow, Packet};
use cellwise_units::{BitRate, Time};
use proptest::prelude::*;
use serde_json::Value;

const SERVICE: Service = Service { rate: BitRate::from_bps(2_000_000), mtu_octets: 1514, salt: 3 };

/// What happens at a queue: so long after what happened before, a packet comes or the link is free.
#[derive(Clone, Debug)]
enum Event {
    Comes { octets: u32, flow: u32, dscp: u8, codepoint: Codepoint },
    IsFree,
}

fn codepoint() -> impl Strategy<Value = Codepoint> {
    prop_oneof![Just(Codepoint::NotEct), Just(Codepoint::Ect0), Just(Codepoint::Ect1), Just(Codepoint::Ce)]
}

fn event() -> impl Strategy<Value = Event> {
    let comes = (40u32..=1514, 0u32..6, 0u8..64, codepoint())
        .prop_map(|(octets, flow, dscp, codepoint)| Event::Comes { octets, flow, dscp, codepoint });
    prop_oneof![3 => comes, 2 => Just(Event::IsFree)]
}

fn events() -> impl Strategy<Value = Vec<(u64, Event)>> {
    prop::collection::vec((prop_oneof![Just(0u64), 1u64..9_000_000_000], event()), 1..300)
}

/// The codepoints that policers give, whatever discipline they are in.
fn given_dscps(settings: &Value) -> Vec<u64> {
    let Value::Object(table) = settings else { return Vec::new() };
    let given = ["yellow_dscp", "red_dscp"].iter().filter_map(|key| table.get(*key)?.as_u64());
    given.chain(table.values().flat_map(given_dscps)).collect()
}

/// A packet with the number `handle`.
fn packet(handle: u32, now: Time, event: &Event) -> Option<Packet> {
    let &Event::Comes { octets, flow, dscp, codepoint } = event else { return None };
    let flow = Flow { number: flow.into(), source: flow / 2, destination: flow % 2 };
    Some(Packet {
        handle,
        ip_octets: octets - 14,
        octets,
        flow,
        dscp,
        codepoint,
        acknowledgment: None,
        arrived: now,
        queue: 0,
        marked: None,
    })
}

/// The packets as they come.
fn arrivals(events: &[(u64, Event)]) -> Vec<Packet> {
    let mut now = Time::ZERO;
    let mut came = Vec::new();
    for (after_ps, event) in events {
        now = Time::from_ps(now.ps() + after_ps);
        came.extend(packet(came.len() as u32, now, event));
    }
    came
}

/// The fates of the packets: those that were sent, in order, those that were dropped, those that wait.
#[derive(Debug, Default, PartialEq)]
struct Fates {
    sent: Vec<Packet>,
    dropped: Vec<(Packet, DropReason)>,
    waiting: Backlog,
    came: u32,
}

fn run(config: &DisciplineConfig, events: &[(u64, Event)]) -> Fates {
    run_asking(config, events, true)
}

/// The same; the probability of drops is asked for between events and after each, or never.
fn run_asking(config: &DisciplineConfig, events: &[(u64, Event)], asks: bool) -> Fates {
    let mut discipline = config.build(&SERVICE);
    let mut fates = Fates::default();
    let (mut now, mut state) = (Time::ZERO, 1u64);
    for (after_ps, event) in events {
        if asks {
            let probability = discipline.drop_probability(Time::from_ps(now.ps() + after_ps / 2));
            assert!(probability.is_none_or(|p| (0.0..=1.0).contains(&p)), "{probability:?}");
        }
        now = Time::from_ps(now.ps() + after_ps);
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let dropped = &mut fates.dropped;
        let mut lose = |packet: &Packet, reason| dropped.push((*packet, reason));
        let mut around = Around { now, draw: &mut draw, lose: &mut lose };
        let ready_at = discipline.ready_at();
        match packet(fates.came, now, event) {
            Some(packet) => {
                fates.came += 1;
                discipline.enqueue(packet, &mut around);
            }
            None => {
                let sent = discipline.dequeue(&mut around);
                assert!(sent.is_none() || ready_at <= now, "sent at {now} and not at {ready_at}");
                assert!(sent.is_some() || discipline.ready_at() > now, "ready at {now}, but none was sent");
                fates.sent.extend(sent);
            }
        }
        fates.waiting = discipline.backlog();
        assert_eq!(discipline.ready_at() == Time::NEVER, fates.waiting.packets == 0);
        if asks {
            let probability = discipline.drop_probability(now);
            assert!(probability.is_none_or(|p| (0.0..=1.0).contains(&p)), "{probability:?}");
        }
    }
    fates
}

fn config() -> impl Strategy<Value = DisciplineConfig> {
    DisciplineConfig::arbitrary()
}

proptest! {
    #[test]
    fn what_comes_is_sent_dropped_or_waits(config in config(), events in events()) {
        let fates = run(&config, &events);
        let handles = |packets: &[Packet]| packets.iter().map(|packet| packet.handle).collect::<Vec<_>>();
        let dropped: Vec<Packet> = fates.dropped.iter().map(|(packet, _)| *packet).collect();
        let gone = [handles(&fates.sent), handles(&dropped)].concat();
        prop_assert_eq!(gone.iter().collect::<BTreeSet<_>>().len(), gone.len(), "none goes twice");
        prop_assert_eq!(gone.len() as u64 + fates.waiting.packets, u64::from(fates.came));
        let octets = |packets: &[Packet]| packets.iter().map(|packet| u64::from(packet.octets)).sum::<u64>();
        let (_, all) = events.iter().fold((0, 0u64), |(at, sum), (_, event)| {
            let octets = packet(0, Time::ZERO, event).map_or(0, |packet| u64::from(packet.octets));
            (at + 1, sum + octets)
        });
        prop_assert_eq!(octets(&fates.sent) + octets(&dropped) + fates.waiting.octets, all);
    }

    #[test]
    fn packets_of_a_flow_with_one_codepoint_and_class_stay_in_order(config in config(), events in events()) {
        let came = arrivals(&events);
        let mut last = std::collections::BTreeMap::new();
        for packet in run(&config, &events).sent {
            // Marks change the ECN field, so that two packets may be alike that did not share a queue.
            let came = came[packet.handle as usize];
            let key = (came.flow.number, came.dscp, came.codepoint as u8);
            let before = last.insert(key, packet.handle);
            prop_assert!(before.is_none_or(|before| before < packet.handle), "{key:?}");
        }
    }

    #[test]
    fn only_what_understands_marks_is_marked_and_only_the_ecn_field_changes(
        config in config(), events in events(),
    ) {
        let came = arrivals(&events);
        let settings = serde_json::to_value(&config).unwrap();
        for packet in run(&config, &events).sent {
            let before = came[packet.handle as usize];
            let expected = Packet { queue: packet.queue, marked: packet.marked, ..before };
            // A class of service may be washed off or be given by a policer, each by a setting of its own.
            let is_given = packet.dscp == 0 || given_dscps(&settings).contains(&packet.dscp.into());
            let expected = if is_given { Packet { dscp: packet.dscp, ..expected } } else { expected };
            if packet.marked.is_some() {
                prop_assert_ne!(before.codepoint, Codepoint::NotEct);
                prop_assert_eq!(packet, Packet { codepoint: Codepoint::Ce, ..expected });
            } else {
                prop_assert_eq!(packet, expected);
            }
        }
    }

    #[test]
    fn to_ask_for_the_probability_of_drops_changes_nothing(config in config(), events in events()) {
        prop_assert_eq!(run_asking(&config, &events, true), run_asking(&config, &events, false));
    }

    #[test]
    fn the_same_packets_meet_the_same_fate(config in config(), events in events()) {
        prop_assert_eq!(run(&config, &events), run(&config, &events));
    }
}
