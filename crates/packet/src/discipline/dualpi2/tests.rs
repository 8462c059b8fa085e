//! DualPI2 as a discipline: shares of the queues, probabilities of both, marks and drops.

use cellwise_units::Time;

use super::queues::Native;
use super::*;
use crate::codepoint::Codepoint;
use crate::discipline::testing::{packet, service};
use crate::discipline::{Around, Discipline};
use crate::packet::{MarkReason, Packet};

const MS: u64 = 1_000_000_000;

/// The discipline, with a number for each decision.
fn ask<R>(
    dualpi2: &mut DualPi2,
    at_ms: u64,
    mut draw: impl FnMut() -> f64,
    question: impl FnOnce(&mut DualPi2, &mut Around<'_>) -> R,
) -> (R, Vec<u32>) {
    let mut lost = Vec::new();
    let mut lose = |packet: &Packet, _| lost.push(packet.handle);
    let answer =
        question(dualpi2, &mut Around { now: Time::from_ps(at_ms * MS), draw: &mut draw, lose: &mut lose });
    (answer, lost)
}

fn put(dualpi2: &mut DualPi2, at_ms: u64, packets: impl IntoIterator<Item = Packet>) {
    for packet in packets {
        let arrived = Time::from_ps(at_ms * MS);
        ask(
            dualpi2,
            at_ms,
            || 0.5,
            |dualpi2, around| {
                dualpi2.enqueue(Packet { arrived, ..packet }, around);
            },
        );
    }
}

fn l4s(handle: u32, octets: u32) -> Packet {
    Packet { codepoint: Codepoint::Ect1, ..packet(handle, octets) }
}

/// Octets of both kinds among so many packets, while both wait in this order of sizes.
fn shares(config: Config, sizes: &[u32], packets: usize) -> [u64; 2] {
    let mut dualpi2 = config.build(&service());
    let all = sizes.iter().cycle().zip(0..2 * packets as u32);
    put(&mut dualpi2, 0, all.flat_map(|(&octets, handle)| [l4s(handle, octets), packet(handle, octets)]));
    let mut sent = [0; 2];
    for _ in 0..packets {
        let packet = ask(&mut dualpi2, 0, || 1.0, |dualpi2, around| dualpi2.dequeue(around)).0.unwrap();
        sent[packet.queue as usize] += u64::from(packet.octets);
    }
    sent
}

#[test]
fn nine_l4s_packets_are_sent_for_each_classic_one() {
    let config = Config::default();
    assert_eq!(shares(config, &[1514], 9), [9 * 1514, 0]);
    assert_eq!(shares(config, &[1514], 10), [9 * 1514, 1514]);
    assert_eq!(shares(config, &[1514], 1000), [900 * 1514, 100 * 1514]);
}

#[test]
fn sizes_that_alternate_leave_the_shares_of_octets_as_they_are() {
    let [l4s, classic] = shares(Config::default(), &[100, 1500], 2000);
    let share = classic as f64 / (l4s + classic) as f64;
    assert!((share - 0.1).abs() < 0.001, "{share}");
}

#[test]
fn the_classic_queue_never_gets_less_than_its_share() {
    for percent in [0, 10, 50, 90, 100] {
        let config = Config { classic_percent: percent, ..Config::default() };
        for packets in [20, 100, 700] {
            let [l4s, classic] = shares(config, &[1514, 60, 700], packets);
            let expected = u64::from(percent) * (l4s + classic);
            // Within what the first period and a packet take.
            assert!(
                100 * classic + 180 * 1514 >= expected,
                "{percent} {packets}: {classic} of {}",
                l4s + classic
            );
        }
    }
}

/// How often a packet of each kind is hit at a base probability, by deterministic decisions over many packets.
fn hits(base: f64) -> [usize; 2] {
    let config = Config { chance: Chance::Deterministic, threshold: Threshold::Ramp, ..Config::default() };
    let mut dualpi2 = config.build(&service());
    put(&mut dualpi2, 0, (0..10).map(|handle| packet(handle, 1500)));
    [L4S, CLASSIC].map(|queue| {
        dualpi2.controller.base = base;
        let is_hit = |_: &usize| {
            let mut packet = Packet { queue, codepoint: Codepoint::Ect1, ..packet(0, 1500) };
            !dualpi2.is_dropped_now(&mut packet) && packet.marked.is_some()
        };
        (0..100_000).filter(is_hit).count()
    })
}

impl DualPi2 {
    fn is_dropped_now(&mut self, packet: &mut Packet) -> bool {
        self.is_dropped(packet, Native::Step(false), &mut || 0.5)
    }
}

#[test]
fn the_coupled_probability_is_twice_the_base_and_the_classic_one_its_square() {
    assert_eq!(hits(0.125), [25_000 - 1, 1562]);
    assert_eq!(hits(0.25), [50_000 - 1, 6249]);
}

#[test]
fn a_classic_packet_is_hit_only_if_both_draws_are_below_the_base() {
    let fate = |draws: [f64; 2]| {
        let mut dualpi2 = Config::default().build(&service());
        put(&mut dualpi2, 0, (0..4).map(|handle| packet(handle, 1500)));
        dualpi2.controller.base = 0.4;
        let mut draws = draws.into_iter().cycle();
        let (sent, lost) =
            ask(&mut dualpi2, 1, || draws.next().unwrap(), |dualpi2, around| dualpi2.dequeue(around));
        (sent.map(|packet| packet.handle), lost)
    };
    assert_eq!(fate([0.1, 0.5]), (Some(0), vec![]));
    assert_eq!(fate([0.5, 0.1]), (Some(0), vec![]));
    // Behind the second, less than two packets of the longest wait.
    assert_eq!(fate([0.1, 0.1]), (Some(1), vec![0]));
}

#[test]
fn overload_drops_both_kinds_or_marks_every_l4s_packet() {
    let fate = |overload, base| {
        let mut dualpi2 = Config { overload, ..Config::default() }.build(&service());
        put(&mut dualpi2, 0, (0..4).map(|handle| l4s(handle, 1500)));
        dualpi2.controller.base = base;
        let (sent, lost) = ask(&mut dualpi2, 1, || 0.3, |dualpi2, around| dualpi2.dequeue(around));
        (sent.and_then(|packet| packet.marked), lost)
    };
    let marked = Some(MarkReason::Aqm);
    assert_eq!(fate(Overload::Drop, 0.51), (None, vec![0]), "the second is below the floor");
    assert_eq!(fate(Overload::Overflow, 0.51), (marked, vec![]));
    assert_eq!(fate(Overload::Drop, 0.5), (marked, vec![]));
    assert_eq!(fate(Overload::Drop, 0.14), (None, vec![]));
}

#[test]
fn the_step_marks_what_waited_for_longer_than_a_millisecond() {
    let marked = |config: Config, waited_ms| {
        let mut dualpi2 = config.build(&service());
        put(&mut dualpi2, 0, [l4s(0, 100), l4s(1, 100)]);
        ask(&mut dualpi2, waited_ms, || 0.5, |dualpi2, around| dualpi2.dequeue(around)).0.unwrap().marked
    };
    let reason = Some(MarkReason::Threshold);
    assert_eq!([1, 2].map(|ms| marked(Config::default(), ms)), [None, reason]);
    let packets = |step_packets| Config { step_packets: Some(step_packets), ..Config::default() };
    assert_eq!([0, 1].map(|most| marked(packets(most), 0)), [reason, None]);
    assert_eq!(marked(Config { least_packets: 2, ..Config::default() }, 9), None);
}

#[test]
fn the_ramp_rises_from_0_to_1() {
    let config = Config { threshold: Threshold::Ramp, ..Config::default() };
    let dualpi2 = config.build(&service());
    let ramp = [0, 800, 900, 1000, 1200, 5000].map(|us| dualpi2.ramp(Span::from_ps(us * 1_000_000)));
    assert_eq!(ramp, [0.0, 0.0, 0.25, 0.5, 1.0, 1.0]);
}

#[test]
fn the_time_shifted_scheduler_serves_classic_packets_that_are_older_by_the_shift() {
    let first = |l4s_at_ms| {
        let mut dualpi2 = Config { scheduler: Scheduler::TimeShifted, ..Config::default() }.build(&service());
        put(&mut dualpi2, 0, [packet(0, 100)]);
        put(&mut dualpi2, l4s_at_ms, [l4s(1, 100)]);
        ask(&mut dualpi2, 60, || 1.0, |dualpi2, around| dualpi2.dequeue(around)).0.map(|packet| packet.handle)
    };
    assert_eq!([50, 51].map(first), [Some(1), Some(0)]);
}

#[test]
fn the_classifier_sends_scalable_packets_to_the_l4s_queue() {
    let queues = |classifier| {
        let dualpi2 = Config { classifier, ..Config::default() }.build(&service());
        [Codepoint::NotEct, Codepoint::Ect0, Codepoint::Ect1, Codepoint::Ce]
            .map(|point| dualpi2.is_l4s(point))
    };
    assert_eq!(queues(Classifier::L4s), [false, false, true, true]);
    assert_eq!(queues(Classifier::AnyEct), [false, true, true, true]);
    assert_eq!(queues(Classifier::None), [false; 4]);
}

#[test]
fn a_ramp_that_falls_is_reported() {
    let us = |us: u64| Span::from_ps(us * 1_000_000);
    let config = Config { ramp_from: us(900), ramp_to: us(900), ..Config::default() };
    let issues = config.check(&service());
    assert_eq!(issues.iter().map(|issue| issue.field.as_str()).collect::<Vec<_>>(), ["ramp_from"]);
}

/// The share of L4S packets that are marked, at this coupled probability, after this wait; the decisions are
/// deterministic.
fn share_marked(coupled: f64, waited_us: u64) -> f64 {
    let ramp = Config { chance: Chance::Deterministic, threshold: Threshold::Ramp, ..Config::default() };
    let mut dualpi2 = Config { update: Span::from_ps(1_000_000 * MS), ..ramp }.build(&service());
    put(&mut dualpi2, 0, (0..8_100).map(|handle| l4s(handle, 1500)));
    dualpi2.controller.base = coupled / 2.0;
    let mut around =
        Around { now: Time::from_ps(1_000_000 * waited_us), draw: &mut || 0.5, lose: &mut |_, _| () };
    let is_marked = |_: &u32| dualpi2.dequeue(&mut around).unwrap().marked.is_some();
    f64::from((0..8_000).filter(is_marked).count() as u32) / 8_000.0
}

#[test]
fn a_ramp_and_the_coupled_probability_are_one_decision_with_the_greater() {
    // At a coupled probability of .3, and .25, .5 and .75 of the ramp from 800 to 1200 us.
    for (waited_us, expected) in [(900, 0.30), (1000, 0.50), (1100, 0.75)] {
        let share = share_marked(0.3, waited_us);
        assert!((share - expected).abs() < 2.0 / 8_000.0, "{waited_us} us: {share}");
    }
}

#[test]
fn a_limit_in_octets_keeps_room_for_the_longest_packet_whatever_comes() {
    let limit = Limit::Octets(cellwise_units::Bytes::new(3000));
    let mut dualpi2 = Config { limit, ..Config::default() }.build(&service());
    put(&mut dualpi2, 0, (0..30).map(|handle| packet(handle, 100)));
    // 1514 octets fit behind 1400, and not behind 1500.
    assert_eq!(dualpi2.backlog().octets, 1500);
}

#[test]
fn the_base_probability_follows_the_longer_of_both_delays_or_the_classic_one() {
    let base = |delay_of| {
        let mut dualpi2 = Config { delay_of, ..Config::default() }.build(&service());
        put(&mut dualpi2, 0, [l4s(0, 1500)]);
        put(&mut dualpi2, 30, [packet(1, 1500)]);
        ask(&mut dualpi2, 32, || 0.5, |dualpi2, around| dualpi2.catch_up(around.now));
        dualpi2.controller.base
    };
    // At 16 ms the L4S packet is 16 ms old and at 32 ms twice that; the classic one is 2 ms old then.
    let (alpha, beta) = (41.0 / 256.0, 819.0 / 256.0);
    let longer = alpha * (0.001 + 0.017) + beta * 0.032;
    assert!((base(DelayOf::Longer) - longer).abs() < 1e-12);
    let classic = alpha * (0.002 - 0.015) + beta * 0.002;
    assert!((base(DelayOf::Classic) - classic).abs() < 1e-12);
}
