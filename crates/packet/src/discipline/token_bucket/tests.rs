use super::*;
use crate::discipline::testing::{Bench, packet, service};
use crate::discipline::{DropReason, cake, fq_codel, tail};
use crate::limit::Limit;
use crate::packet::Flow;

/// An octet in a microsecond.
const RATE: BitRate = BitRate::from_bps(8_000_000);

fn config() -> Config {
    Config { rate: Some(RATE), burst: Some(Bytes::new(3000)), ..Config::default() }
}

fn bench(config: &Config) -> Bench {
    Bench::new(&DisciplineConfig::TokenBucket(config.clone()))
}

/// When each of `count` packets of 1000 octets leaves that come at once and are asked for as soon as they may leave.
fn departures(config: &Config, count: u32) -> Vec<u64> {
    let mut bench = bench(config);
    (0..count).for_each(|handle| bench.put(0, packet(handle, 1000)));
    let mut left = Vec::new();
    let mut us = 0;
    while left.len() < count as usize {
        match bench.take(us) {
            Some(_) => left.push(us),
            None => us = bench.discipline.ready_at().ps().div_ceil(1_000_000),
        }
    }
    left
}

#[test]
fn htb_sends_a_bucket_and_the_packet_that_overdraws_it() {
    assert_eq!(departures(&config(), 7), [0, 0, 0, 0, 1000, 2000, 3000]);
}

#[test]
fn tbf_sends_what_the_bucket_holds() {
    assert_eq!(departures(&Config { rule: Rule::Tbf, ..config() }, 6), [0, 0, 0, 1000, 2000, 3000]);
}

#[test]
fn a_peak_rate_spaces_the_packets_of_a_burst() {
    let peak_rate = Some(BitRate::from_bps(16_000_000));
    assert_eq!(
        departures(&Config { peak_rate, ..config() }, 9),
        [0, 500, 1000, 1500, 2000, 2500, 3000, 4000, 5000]
    );
    // A bucket of one packet, which counts as 1514 octets: the second packet needs 486 more.
    let tbf = Config { peak_rate, rule: Rule::Tbf, ..config() };
    assert_eq!(departures(&tbf, 7), [0, 243, 743, 1243, 2000, 3000, 4000]);
}

#[test]
fn octets_are_counted_as_the_line_below_carries_them() {
    // 1000 octets and the 40 of PPPoE over LLC/SNAP are 22 cells.
    let config = Config { overhead: Keyword::PppoeLlcsnap, burst: Some(Bytes::new(1)), ..config() };
    assert_eq!(departures(&config, 4), [0, 1165, 2331, 3497]);
}

#[test]
fn the_bucket_of_which_nothing_is_said_holds_a_millisecond_and_a_packet_at_least() {
    let usual = |bps| departures(&Config { rate: Some(BitRate::from_bps(bps)), ..Config::default() }, 12);
    // 1514 octets at 8 Mbit/s; 8000 octets at 64 Mbit/s.
    assert_eq!(usual(8_000_000)[..4], [0, 0, 486, 1486]);
    assert_eq!(usual(64_000_000)[8..], [0, 125, 250, 375]);
}

#[test]
fn the_inner_discipline_chooses_what_leaves_and_what_is_lost() {
    let queue = Box::new(DisciplineConfig::FqCodel(fq_codel::Config::default()));
    let mut fair = bench(&Config { queue, ..config() });
    for handle in 0..9 {
        let flow = Flow { number: u64::from(handle / 8), ..Flow::default() };
        fair.put(0, crate::packet::Packet { flow, ..packet(handle, 1514) });
    }
    let order: Vec<_> = (0..4).map(|turn| fair.take(turn * 1514)).collect();
    assert_eq!(order, [Some(0), Some(8), Some(1), Some(2)], "a new flow does not wait behind eight packets");

    let queue = Box::new(DisciplineConfig::Tail(tail::Config { limit: Limit::Packets(2) }));
    let mut short = bench(&Config { queue, ..config() });
    (0..3).for_each(|handle| short.put(0, packet(handle, 1000)));
    assert_eq!(short.lost(), [(2, DropReason::Limit)]);
}

#[test]
fn tbf_keeps_the_next_packet_and_counts_it_as_waiting() {
    let mut bench = bench(&Config { rule: Rule::Tbf, burst: Some(Bytes::new(1514)), ..config() });
    (0..3).for_each(|handle| bench.put(0, packet(handle, 1000)));
    assert_eq!((bench.take(0), bench.take(0)), (Some(0), None));
    assert_eq!(bench.discipline.backlog(), Backlog { packets: 2, octets: 2000 });
    assert_eq!(bench.discipline.ready_at(), Time::from_ps(486_000_000));
}

#[test]
fn without_a_rate_it_is_the_inner_discipline() {
    let queue = DisciplineConfig::Cake(cake::Config { bandwidth: Some(RATE), ..cake::Config::default() });
    let outer = DisciplineConfig::TokenBucket(Config { queue: Box::new(queue.clone()), ..Config::default() });
    let mut both = [queue, outer].map(|config| Bench::new(&config));
    for us in (0..40_000u64).step_by(500) {
        let came = both.each_mut().map(|bench| {
            bench.put(us, packet(us as u32, 400));
            (bench.take(us), bench.discipline.ready_at(), bench.discipline.backlog())
        });
        assert_eq!(came[0], came[1]);
    }
}

#[test]
fn every_mistake_is_reported_at_once() {
    let fields = |config: Config| -> Vec<String> {
        config.check(&service()).into_iter().map(|issue| issue.field).collect()
    };
    let queue = Box::new(DisciplineConfig::Tail(tail::Config { limit: Limit::Octets(Bytes::new(100)) }));
    let peak_rate = Some(BitRate::from_bps(1_000_000));
    let small = Config { burst: Some(Bytes::new(1500)), rule: Rule::Tbf, peak_rate, queue, ..config() };
    assert_eq!(fields(small), ["burst", "peak_rate", "queue.limit"]);
    assert_eq!(fields(Config { rate: None, peak_rate, ..config() }), ["burst", "peak_rate"]);
}
