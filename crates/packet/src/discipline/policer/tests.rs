use super::*;
use crate::discipline::testing::{Bench, packet, service};
use crate::discipline::{priority, token_bucket};

/// An octet in a microsecond.
const RATE: BitRate = BitRate::from_bps(8_000_000);

fn ip(handle: u32, octets: u32) -> Packet {
    Packet { ip_octets: octets, ..packet(handle, octets) }
}

fn config() -> Config {
    Config { rate: Some(RATE), burst: Some(Bytes::new(3000)), ..Config::default() }
}

fn bench(config: &Config) -> Bench {
    assert_eq!(config.check(&service()), []);
    Bench::new(&DisciplineConfig::Policer(config.clone()))
}

fn policed(config: &Config, packets: &[(u64, u32)]) -> Vec<u32> {
    let mut bench = bench(config);
    for (handle, &(us, octets)) in (0..).zip(packets) {
        bench.put(us, ip(handle, octets));
    }
    let lost = bench.lost();
    assert!(lost.iter().all(|(_, reason)| *reason == DropReason::Policed));
    lost.into_iter().map(|(handle, _)| handle).collect()
}

#[test]
fn what_exceeds_the_burst_and_the_rate_is_dropped() {
    let packets = [(0, 1500), (0, 1500), (0, 64), (1000, 1500), (1500, 1500)];
    assert_eq!(policed(&config(), &packets), [2, 3]);
}

#[test]
fn without_a_rate_nothing_is_policed() {
    assert!(policed(&Config::default(), &[(0, 1500); 20]).is_empty());
}

#[test]
fn the_burst_is_a_tenth_of_a_second_and_a_packet_at_least() {
    let burst =
        |bps| policed(&Config { rate: Some(BitRate::from_bps(bps)), ..Config::default() }, &[(0, 1000); 120]);
    assert_eq!(burst(8_000_000).first(), Some(&100));
    assert_eq!(burst(8_000).first(), Some(&1));
}

#[test]
fn yellow_packets_pass_or_are_dropped_as_the_action_says() {
    let yellow = Config { excess_burst: Some(Bytes::new(1000)), ..config() };
    let packets = [(0, 1500), (0, 1500), (0, 1000), (0, 1000)];
    assert_eq!(policed(&yellow, &packets), [3]);
    assert_eq!(policed(&Config { yellow: Action::Drop, ..yellow }, &packets), [2, 3]);
}

#[test]
fn colours_are_codepoints_for_the_discipline_behind() {
    // Yellow and red packets get the codepoint of background traffic, and wait for those that are green.
    let queue = Box::new(DisciplineConfig::Priority(priority::Config::default()));
    let marks = Config {
        excess_burst: Some(Bytes::new(1000)),
        red: Action::Pass,
        yellow_dscp: Some(10),
        red_dscp: Some(10),
        queue,
        ..config()
    };
    let mut bench = bench(&marks);
    for (handle, (us, octets)) in (0..).zip([(0, 3000), (0, 1000), (0, 1000), (1000, 1000)]) {
        bench.put(us, ip(handle, octets));
    }
    let left: Vec<_> =
        std::iter::from_fn(|| bench.take_packet(1000)).map(|left| (left.handle, left.dscp)).collect();
    assert_eq!(left, [(0, 0), (3, 0), (1, 10), (2, 10)]);
}

#[test]
fn a_shaper_at_the_same_rate_in_front_leaves_it_nothing_to_drop() {
    let shaper =
        token_bucket::Config { rate: Some(RATE), burst: Some(Bytes::new(1500)), ..Default::default() };
    let mut shaped = Bench::new(&DisciplineConfig::TokenBucket(shaper));
    (0..200).for_each(|handle| shaped.put(0, ip(handle, 1500)));
    let (mut us, mut left) = (0, Vec::new());
    while left.len() < 200 {
        match shaped.take(us) {
            Some(_) => left.push((us, 1500)),
            None => us = shaped.discipline.ready_at().ps().div_ceil(1_000_000),
        }
    }
    assert!(policed(&config(), &left).is_empty());
    let small = Config { burst: Some(Bytes::new(1514)), ..config() };
    assert_eq!(policed(&small, &left).len(), 1, "htb sends a packet beyond its bucket once");
}

#[test]
fn what_makes_no_sense_is_refused_with_its_field() {
    let fields = |config: Config| -> Vec<String> {
        config.check(&service()).into_iter().map(|issue| issue.field).collect()
    };
    let (bytes, rate) = (|octets| Some(Bytes::new(octets)), |bps| Some(BitRate::from_bps(bps)));
    assert_eq!(
        fields(Config { burst: bytes(9000), excess_burst: bytes(1), ..Config::default() }),
        ["burst", "excess_burst"]
    );
    assert_eq!(fields(Config { peak_rate: rate(1_000_000), ..config() }), ["peak_rate"]);
    assert_eq!(fields(Config { peak_burst: bytes(9000), ..config() }), ["peak_burst"]);
    assert_eq!(
        fields(Config { peak_rate: rate(9_000_000), excess_burst: bytes(9), ..config() }),
        ["excess_burst"]
    );
    let queue = Box::new(DisciplineConfig::TokenBucket(token_bucket::Config {
        burst: bytes(9000),
        ..Default::default()
    }));
    assert_eq!(fields(Config { queue, ..config() }), ["queue.burst"]);
}
