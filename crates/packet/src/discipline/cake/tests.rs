//! CAKE as a discipline: the times of the shaper, the shares, the losses.

use cellwise_units::Time;

use super::*;
use crate::discipline::testing::{acknowledgment, packet, service};
use crate::discipline::{Around, Discipline, DropReason};
use crate::packet::{Flow, Packet};

/// The discipline with its losses; times are in picoseconds.
struct Bench {
    cake: Cake,
    lost: Vec<(u32, DropReason)>,
}

impl Bench {
    fn new(config: Config) -> Self {
        assert_eq!(config.check(&service()), []);
        Self { cake: config.build(&service()), lost: Vec::new() }
    }

    fn ask<R>(&mut self, at_ps: u64, question: impl FnOnce(&mut Cake, &mut Around<'_>) -> R) -> R {
        let lost = &mut self.lost;
        let mut lose = |packet: &Packet, reason| lost.push((packet.handle, reason));
        let mut around = Around { now: Time::from_ps(at_ps), draw: &mut || 0.5, lose: &mut lose };
        question(&mut self.cake, &mut around)
    }

    fn put(&mut self, at_ps: u64, packet: Packet) {
        let arrived = Time::from_ps(at_ps);
        self.ask(at_ps, |cake, around| cake.enqueue(Packet { arrived, ..packet }, around));
    }

    fn take(&mut self, at_ps: u64) -> Option<Packet> {
        self.ask(at_ps, Discipline::dequeue)
    }

    /// Takes all, each as soon as it may leave: the instants and the packets.
    fn drain(&mut self) -> Vec<(u64, Packet)> {
        let mut now = 0;
        std::iter::from_fn(|| {
            while self.cake.backlog().packets > 0 {
                now = self.cake.ready_at().ps().max(now);
                if let Some(packet) = self.take(now) {
                    return Some((now, packet));
                }
            }
            None
        })
        .collect()
    }
}

fn ip(handle: u32, octets: u32) -> Packet {
    Packet { ip_octets: octets, ..packet(handle, octets + 14) }
}

fn of_flow(number: u64, packet: Packet) -> Packet {
    Packet { flow: Flow { number, source: number as u32, destination: 0 }, ..packet }
}

fn mbit(mbit: u64) -> Option<BitRate> {
    Some(BitRate::from_bps(mbit * 1_000_000))
}

fn patient() -> Config {
    Config { rtt: Span::from_ps(1_000_000_000_000_000), ..Config::default() }
}

#[test]
fn a_burst_at_10_mbit_per_s_leaves_at_the_rate_of_ethernet() {
    let mut bench = Bench::new(Config { bandwidth: mbit(10), overhead: Keyword::Ethernet, ..patient() });
    (0..100).for_each(|handle| bench.put(0, ip(handle, 1500)));
    let sent = bench.drain();
    let instants: Vec<u64> = sent.iter().map(|(at, _)| *at).collect();
    assert_eq!(instants, (0..100).map(|packet| packet * 1_230_400_000).collect::<Vec<_>>());
}

#[test]
fn departures_are_the_exact_time_of_the_adjusted_length_apart() {
    // 640 kbit/s and 33 cells: 21.8625 ms; at 7 Mbit/s, 13992/7 us, which no picosecond ends.
    for (bps, adjusted, config) in [
        (640_000u64, 1749, Config { overhead: Keyword::PppoeLlcsnap, ..patient() }),
        (7_000_000, 1749, Config { overhead: Keyword::PppoeLlcsnap, ..patient() }),
        (999_983, 1554, Config { overhead: Keyword::PppoePtm, ..patient() }),
    ] {
        let mut bench = Bench::new(Config { bandwidth: Some(BitRate::from_bps(bps)), ..config });
        (0..50).for_each(|handle| bench.put(0, ip(handle, 1500)));
        for (number, (at, _)) in bench.drain().into_iter().enumerate() {
            let parts = number as u128 * adjusted * 8 * 1_000_000_000_000;
            assert_eq!(u128::from(at), parts.div_ceil(u128::from(bps)), "{bps}");
        }
    }
}

#[test]
fn time_without_packets_earns_nothing() {
    let mut bench = Bench::new(Config { bandwidth: mbit(10), ..patient() });
    bench.put(0, packet(0, 1250));
    assert!(bench.take(0).is_some());
    let later = 1_000_000_000_000;
    bench.put(later, packet(1, 1250));
    bench.put(later, packet(2, 1250));
    assert!(bench.take(later).is_some() && bench.take(later).is_none());
    assert_eq!(bench.cake.ready_at().ps(), later + 1_000_000_000);
    assert!(bench.take(later + 999_999_999).is_none() && bench.take(later + 1_000_000_000).is_some());
    assert_eq!(bench.cake.ready_at(), Time::NEVER);
}

/// The most packets that wait in front of a line of cells of `bps`, which the shaper feeds for so many packets.
fn most_on_the_line(config: Config, bps: u64, packets: u32) -> u64 {
    let mut bench = Bench::new(config);
    (0..packets).for_each(|handle| bench.put(0, ip(handle, 1500)));
    // PPPoE over AAL5: 40 octets with the trailer, in whole cells, each as long as the line takes for it.
    let cells = (1500u64 + 40).div_ceil(48);
    let on_the_line = |cells: u64| u128::from(cells) * 53 * 8 * 1_000_000_000_000;
    let (mut free_parts, mut most, mut ends) = (0u128, 0, std::collections::VecDeque::new());
    for (at, _) in bench.drain() {
        let now = u128::from(at) * u128::from(bps);
        while ends.front().is_some_and(|end| *end <= now) {
            ends.pop_front();
        }
        // What is being sent does not wait.
        most = most.max(ends.len() as u64);
        free_parts = free_parts.max(now) + on_the_line(cells);
        ends.push_back(free_parts);
    }
    most
}

#[test]
fn a_shaper_at_the_rate_of_an_atm_line_keeps_its_queue_empty_only_with_the_right_overhead() {
    let bps = 640_000;
    let config = |overhead| Config { bandwidth: Some(BitRate::from_bps(bps)), overhead, ..patient() };
    assert!(most_on_the_line(config(Keyword::PppoeLlcsnap), bps, 500) <= 1);
    let grown = [100, 200, 400].map(|packets| most_on_the_line(config(Keyword::Raw), bps, packets));
    assert!(grown[0] > 10 && grown[1] >= 2 * grown[0] - 1 && grown[2] >= 2 * grown[1] - 1, "{grown:?}");
}

#[test]
fn voice_goes_first_while_it_keeps_to_its_share() {
    let mut bench = Bench::new(Config { bandwidth: mbit(10), ..patient() });
    (0..4).for_each(|handle| bench.put(0, packet(handle, 1250)));
    (4..6).for_each(|handle| bench.put(0, Packet { dscp: 46, ..packet(handle, 1250) }));
    let order: Vec<u32> = bench.drain().into_iter().map(|(_, packet)| packet.handle).collect();
    // A packet takes 1 ms, or 4 ms at the threshold of voice: the second is due at 4 ms.
    assert_eq!(order, [4, 0, 1, 2, 5, 3]);
    let name = |dscp| {
        let mut bench = Bench::new(Config::default());
        bench.put(0, Packet { dscp, ..packet(0, 100) });
        let queue = bench.take(0).unwrap().queue;
        bench.cake.queue_name(queue)
    };
    assert_eq!([0, 8, 46].map(name), [Some("best effort"), Some("bulk"), Some("voice")]);
}

#[test]
fn a_tin_may_use_the_whole_link_while_the_others_are_idle() {
    let mut bench = Bench::new(Config { bandwidth: mbit(10), ..patient() });
    (0..50).for_each(|handle| bench.put(0, Packet { dscp: 8, ..packet(handle, 1250) }));
    assert_eq!(bench.drain().last().unwrap().0, 49_000_000_000);
}

/// Octets by flow among so many packets, while all flows have enough.
fn shares(config: Config, packets: &[Packet], taken: usize) -> Vec<u64> {
    let mut bench = Bench::new(config);
    for handle in 0..400 {
        packets.iter().for_each(|packet| bench.put(0, Packet { handle, ..*packet }));
    }
    let mut octets = vec![0; packets.len()];
    for _ in 0..taken {
        let sent = bench.take(0).unwrap();
        let flow =
            packets.iter().position(|packet| packet.flow == sent.flow && packet.dscp == sent.dscp).unwrap();
        octets[flow] += u64::from(sent.octets);
    }
    octets
}

#[test]
fn flows_get_as_many_octets_whatever_their_packets() {
    let octets = shares(patient(), &[of_flow(1, packet(0, 1500)), of_flow(2, packet(0, 300))], 300);
    assert!(octets[0].abs_diff(octets[1]) <= 1514 + 1500, "{octets:?}");
}

#[test]
fn hosts_get_as_many_octets_whatever_the_number_of_their_flows() {
    let from = |number, source| Packet {
        flow: Flow { number, source, destination: number as u32 },
        ..packet(0, 1000)
    };
    let packets = [from(1, 1), from(2, 1), from(3, 1), from(4, 2)];
    for sharing in [Sharing::Exact, Sharing::Linux] {
        let octets =
            shares(Config { isolation: Isolation::DualSrchost, sharing, ..patient() }, &packets, 600);
        let hosts = [octets[..3].iter().sum::<u64>(), octets[3]];
        assert!(hosts[0].abs_diff(hosts[1]) < 12_000, "{sharing:?}: {octets:?}");
    }
    let octets = shares(Config { isolation: Isolation::Flows, ..patient() }, &packets, 600);
    assert!(octets.iter().all(|flow| flow.abs_diff(octets[0]) <= 3000), "{octets:?}");
}

#[test]
fn without_a_shaper_tins_share_by_their_weights() {
    let packets = [0, 8, 46].map(|dscp| Packet { dscp, ..packet(0, 1000) });
    let octets = shares(patient(), &packets, 420);
    // 1024, 64 and 256.
    let weight = |tin: usize| octets[tin] as f64 / octets.iter().sum::<u64>() as f64 * 1344.0;
    assert!((weight(0) - 1024.0).abs() < 30.0 && (weight(1) - 64.0).abs() < 10.0, "{octets:?}");
}

#[test]
fn a_flow_that_begins_goes_before_those_that_go_on() {
    let mut bench = Bench::new(patient());
    (0..4).for_each(|handle| bench.put(0, of_flow(1, packet(handle, 1500))));
    assert!((0..2).all(|_| bench.take(0).is_some()));
    bench.put(0, of_flow(2, packet(9, 100)));
    assert_eq!(bench.take(0).map(|packet| packet.handle), Some(9));
}

#[test]
fn the_longest_queue_loses_its_oldest_packet_once_the_memory_is_used_up() {
    let mut bench = Bench::new(Config { memory: Some(Bytes::new(5000)), ..patient() });
    (0..3).for_each(|handle| bench.put(0, of_flow(1, packet(handle, 1500))));
    bench.put(0, of_flow(2, packet(3, 500)));
    assert_eq!(bench.lost, []);
    bench.put(0, of_flow(2, packet(4, 500)));
    assert_eq!(bench.lost, [(0, DropReason::Limit)]);
    let mut heavy = Bench::new(Config {
        memory: Some(Bytes::new(5000)),
        memory_per_packet: Bytes::new(1000),
        ..patient()
    });
    (0..2).for_each(|handle| heavy.put(0, packet(handle, 1500)));
    assert_eq!(heavy.lost, []);
    heavy.put(0, packet(2, 100));
    assert_eq!(heavy.lost, [(0, DropReason::Limit)]);
}

#[test]
fn the_memory_is_what_the_manual_says() {
    let memory = |config: Config| config.memory_limit(&service());
    assert_eq!(memory(Config { bandwidth: mbit(100), ..Config::default() }), 5_000_000);
    assert_eq!(memory(Config { bandwidth: mbit(1), ..Config::default() }), 4 << 20);
    assert_eq!(memory(Config::default()), 10_240 * 1514);
    assert_eq!(memory(Config { memory: Some(Bytes::new(1 << 30)), ..Config::default() }), 1 << 30);
    assert_eq!(memory(Config { memory: Some(Bytes::new(9999)), ..Config::default() }), 9999);
    let small = Config { memory: Some(Bytes::new(1513)), ..Config::default() };
    assert_eq!(small.check(&service()).len(), 1);
}

/// What is lost of 30 packets of one flow that have waited for a second, and when the others leave, in ms.
fn fates_when_late(config: Config) -> (usize, Vec<u64>) {
    let mut bench = Bench::new(config);
    bench.put(0, packet(0, 1250));
    bench.take(0);
    (0..30).for_each(|handle| bench.put(0, packet(handle, 1250)));
    let (mut now, mut sent) = (1_000_000_000_000, Vec::new());
    while bench.cake.backlog().packets > 0 {
        now = now.max(bench.cake.ready_at().ps());
        if bench.take(now).is_some() {
            sent.push(now / 1_000_000_000);
            now += 20_000_000_000;
        }
    }
    (bench.lost.len(), sent)
}

#[test]
fn a_flow_that_waits_is_signalled_but_never_loses_its_last_packet() {
    let (lost, sent) = fates_when_late(Config::default());
    assert!(lost > 2 && lost + sent.len() == 30, "{lost}");
    let mut bench = Bench::new(Config::default());
    for second in 1..20 {
        bench.put((second - 1) * 1_000_000_000_000, packet(0, 1250));
        assert!(
            bench.take(second * 1_000_000_000_000).is_some(),
            "alone in its queue, however long it waits"
        );
    }
}

#[test]
fn behind_the_bottleneck_what_is_dropped_is_charged_but_cannot_stop_the_rest() {
    let instants = |ingress| {
        let memory = Some(Bytes::new(5000));
        let mut bench = Bench::new(Config { bandwidth: mbit(10), memory, ingress, ..patient() });
        (0..6).for_each(|handle| bench.put(0, packet(handle, 1250)));
        assert_eq!(bench.lost, [(0, DropReason::Limit), (1, DropReason::Limit)]);
        bench.drain().into_iter().map(|(at, _)| at / 1_000_000).collect::<Vec<_>>()
    };
    assert_eq!(instants(false), [0, 1000, 2000, 3000]);
    // The two that were dropped put off the next by 2 ms, but each that is sent takes 1.5 ms at most.
    assert_eq!(instants(true), [0, 1500, 3000, 4500]);
}

#[test]
fn acknowledgments_that_others_supersede_are_dropped() {
    let ack = |handle, number| Packet { acknowledgment: Some(acknowledgment(number)), ..packet(handle, 54) };
    let lost = |ack_filter| {
        let mut bench = Bench::new(Config { ack_filter, ..patient() });
        (0..6).for_each(|handle| bench.put(0, ack(handle, 1000 * handle)));
        let sent: Vec<u32> = bench.drain().into_iter().map(|(_, packet)| packet.handle).collect();
        assert!(bench.lost.iter().all(|(_, reason)| *reason == DropReason::AckFiltered));
        sent
    };
    assert_eq!(lost(AckFilter::Off), [0, 1, 2, 3, 4, 5]);
    assert_eq!(lost(AckFilter::On), [4, 5]);
    assert_eq!(lost(AckFilter::Aggressive), [5]);
}

#[test]
fn washed_packets_leave_without_their_codepoint_from_the_tin_that_it_chose() {
    let mut bench = Bench::new(Config { wash: true, ..patient() });
    bench.put(0, Packet { dscp: 46, ..packet(0, 100) });
    let sent = bench.take(0).unwrap();
    assert_eq!((sent.dscp, bench.cake.queue_name(sent.queue)), (0, Some("voice")));
}
