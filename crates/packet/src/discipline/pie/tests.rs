//! PIE as a discipline: the trends that ns-3's tests look for, and what becomes of single packets.

use cellwise_units::{Bytes, Span};

use super::*;
use crate::discipline::DisciplineConfig;
use crate::discipline::testing::{Bench, packet, service};
use crate::packet::{Codepoint, MarkReason};

const MS: u64 = 1_000_000_000;

fn ms(ms: u64) -> Span {
    Span::from_ps(ms * MS)
}

fn some_ms(count: u64) -> Option<Span> {
    Some(ms(count))
}

fn trend() -> Settings {
    Settings {
        target: some_ms(20),
        update: some_ms(30),
        burst: some_ms(100),
        mean_packet: Some(Bytes::new(1000)),
        rules: Rules::Ns3,
        ..Settings::default()
    }
}

/// Drops among 400 packets of 1000 octets that come every 10 ms and are served at this interval.
fn drops(control: Settings, served_every_ms: u64) -> usize {
    let mut bench = Bench::new(&DisciplineConfig::Pie(Config { control, ..Config::default() }));
    let mut state = 1u64;
    bench.draws = (0..400)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        })
        .collect();
    let mut served_at = served_every_ms;
    for number in 0..400u32 {
        let at = 10 * u64::from(number);
        while served_at <= at {
            bench.take(1000 * served_at);
            served_at += served_every_ms;
        }
        bench.put(1000 * at, packet(number, 1000));
    }
    bench.lost().len()
}

#[test]
fn drops_follow_target_load_and_update_as_in_the_tests_of_ns_3() {
    let plain = drops(trend(), 12);
    assert!(plain > 0);
    assert!(drops(Settings { target: some_ms(80), ..trend() }, 12) < plain);
    let loaded = drops(trend(), 15);
    assert!(loaded > plain);
    assert!(drops(Settings { update: some_ms(90), ..trend() }, 15) < loaded);
}

/// The same packets, with the accumulated probability forced before each.
fn forced(accumulated_millionths: i64, probability: Option<f64>) -> (Vec<(u32, DropReason)>, Vec<u32>) {
    let control = Settings { derandomise: Some(true), burst: Some(Span::ZERO), ..trend() };
    let mut pie = Config { control, ..Config::default() }.build(&service());
    let (mut lost, mut long) = (Vec::new(), Vec::new());
    let mut served_at = ms(12);
    for number in 0..400u32 {
        let now = Time::from_ps(10 * MS * u64::from(number));
        let mut lose = |packet: &Packet, reason| lost.push((packet.handle, reason));
        let mut around = Around { now, draw: &mut || 0.999_999, lose: &mut lose };
        while Time::ZERO + served_at <= now {
            around.now = Time::ZERO + served_at;
            pie.dequeue(&mut around);
            served_at = served_at + ms(12);
        }
        around.now = now;
        let waiting = pie.backlog();
        pie.law.catch_up(&mut pie.state, now, waiting);
        pie.state.accumulated = 1_000_000_000 * accumulated_millionths;
        pie.state.probability = probability.unwrap_or(pie.state.probability);
        if pie.backlog().packets > 2 {
            long.push(number);
        }
        pie.enqueue(Packet { arrived: now, ..packet(number, 1000) }, &mut around);
    }
    (lost, long)
}

#[test]
fn an_accumulated_probability_that_is_too_small_drops_nothing() {
    assert_eq!(forced(-160_000, Some(0.9)).0, []);
}

#[test]
fn one_that_is_too_large_drops_every_packet_that_meets_more_than_two() {
    let (lost, long) = forced(8_600_000, Some(0.001));
    assert!(long.len() > 10);
    assert_eq!(lost.into_iter().map(|(handle, _)| handle).collect::<Vec<_>>(), long);
}

/// What becomes of a packet at a probability; the draw decides against it.
fn fate(control: Settings, probability: f64, codepoint: Codepoint) -> (Vec<DropReason>, Option<MarkReason>) {
    let mut pie = Config { control, ..Config::default() }.build(&service());
    let mut lost = Vec::new();
    let mut lose = |_: &Packet, reason| lost.push(reason);
    let mut around = Around { now: Time::ZERO, draw: &mut || 0.0, lose: &mut lose };
    for handle in 0..3 {
        pie.enqueue(packet(handle, 1500), &mut around);
    }
    pie.state.probability = probability;
    (pie.state.delay, pie.state.delay_before) = (ms(100), ms(100));
    pie.enqueue(Packet { codepoint, ..packet(3, 1500) }, &mut around);
    let last = std::iter::from_fn(|| pie.queue.pop()).last();
    (lost, last.and_then(|packet| packet.marked))
}

#[test]
fn a_mark_stands_for_a_drop_up_to_the_limit_which_belongs_to_linux_and_not_to_the_rfc() {
    let config = |rules| Settings {
        ecn: true,
        burst: Some(Span::ZERO),
        derandomise: Some(false),
        rules,
        ..Settings::default()
    };
    let marked = (vec![], Some(MarkReason::Aqm));
    let dropped = (vec![DropReason::Aqm], None);
    assert_eq!(fate(config(Rules::Linux), 0.1, Codepoint::Ect0), marked);
    assert_eq!(fate(config(Rules::Linux), 0.100_1, Codepoint::Ect0), dropped);
    assert_eq!(fate(config(Rules::Rfc8033), 0.099_9, Codepoint::Ect0), marked);
    assert_eq!(fate(config(Rules::Rfc8033), 0.1, Codepoint::Ect0), dropped);
    assert_eq!(fate(config(Rules::Linux), 0.1, Codepoint::NotEct), dropped);
    let off = Settings { ecn: false, ..config(Rules::Linux) };
    assert_eq!(fate(off, 0.05, Codepoint::Ect0), dropped);
}

#[test]
fn an_idle_queue_is_at_rest_whenever_it_is_asked() {
    let mut bench = Bench::new(&DisciplineConfig::Pie(Config::default()));
    assert_eq!(bench.take(86_400_000_000), None);
    assert_eq!(bench.discipline.drop_probability(Time::from_ps(172_800_000 * MS)), Some(0.0));
}
