//! Tests of the uplink queue by hand.

use super::*;
use crate::discipline::testing::{acknowledgment, packet, service};
use crate::packet::{Acknowledgment, Flow};
use cellwise_units::Time;

const OTHER: u64 = 9;

fn ack(connection: u64, number: u32, handle: u32) -> Packet {
    let flow = Flow { number: connection, ..Flow::default() };
    Packet { flow, acknowledgment: Some(acknowledgment(number)), ..packet(handle, 40) }
}

fn data(handle: u32) -> Packet {
    Packet { flow: Flow { number: OTHER, ..Flow::default() }, ..packet(handle, 1_500) }
}

/// A queue, and what was lost in it: handles, by reason.
struct Bench {
    queue: Uplink,
    filtered: Vec<u32>,
    dropped: Vec<u32>,
}

impl Bench {
    /// Pushes packets, one in each second.
    fn filled(config: &Config, packets: &[Packet]) -> Self {
        assert_eq!(config.check(&service()), []);
        let mut bench = Self { queue: config.build(&service()), filtered: Vec::new(), dropped: Vec::new() };
        packets.iter().for_each(|&packet| bench.ask(|queue, around| queue.enqueue(packet, around)));
        bench
    }

    /// Every draw is 0.4.
    fn ask<R>(&mut self, question: impl FnOnce(&mut Uplink, &mut Around<'_>) -> R) -> R {
        let Self { queue, filtered, dropped } = self;
        let mut lose = |packet: &Packet, reason| match reason {
            DropReason::AckFiltered => filtered.push(packet.handle),
            _ => dropped.push(packet.handle),
        };
        question(queue, &mut Around { now: Time::ZERO, draw: &mut || 0.4, lose: &mut lose })
    }

    fn pop(&mut self) -> Option<Packet> {
        self.ask(Discipline::dequeue)
    }

    /// The handles of the packets that leave, in order.
    fn drained(&mut self) -> Vec<u32> {
        std::iter::from_fn(|| self.pop()).map(|packet| packet.handle).collect()
    }
}

fn filtering(ack_filtering: AckFiltering) -> Config {
    Config { ack_filtering, ..Config::default() }
}

#[test]
fn a_plain_queue_is_first_come_first_served_and_forgets_nothing() {
    let packets = [ack(1, 100, 0), data(1), ack(1, 200, 2), ack(1, 300, 3), data(4)];
    let mut bench = Bench::filled(&Config::default(), &packets);
    assert_eq!((bench.filtered.len(), bench.dropped.len()), (0, 0));
    assert_eq!(bench.drained(), [0, 1, 2, 3, 4]);
    assert_eq!(bench.queue.backlog(), Backlog::default());
}

#[test]
fn a_packet_that_finds_the_queue_full_is_dropped() {
    let settings = Config { limit_packets: Some(2), ..Config::default() };
    let mut bench = Bench::filled(&settings, &[data(0), ack(1, 1, 1), ack(1, 2, 2), data(3)]);
    assert_eq!(bench.dropped, [2, 3]);
    assert_eq!(bench.queue.backlog(), Backlog { packets: 2, octets: 1_540 });
    assert_eq!(bench.drained(), [0, 1]);
}

#[test]
fn the_limit_of_data_leaves_room_for_acknowledgments() {
    let settings = Config { limit_packets: Some(3), data_limit_packets: Some(1), ..Config::default() };
    let packets = [data(0), data(1), ack(1, 1, 2), ack(1, 2, 3), ack(1, 3, 4)];
    let mut bench = Bench::filled(&settings, &packets);
    assert_eq!(bench.dropped, [1, 4]);
    assert_eq!(bench.drained(), [0, 2, 3]);
}

#[test]
fn filtering_all_leaves_the_newest_acknowledgment_of_each_connection_at_the_end() {
    let packets = [ack(1, 100, 0), ack(2, 100, 1), data(2), ack(1, 200, 3), ack(1, 300, 4)];
    let mut bench = Bench::filled(&filtering(AckFiltering::All), &packets);
    assert_eq!(bench.filtered, [0, 3]);
    assert_eq!(bench.drained(), [1, 2, 4]);
}

#[test]
fn a_newer_acknowledgment_may_take_the_place_of_the_oldest_one_removed() {
    let settings = Config { ack_filtering_in_place: true, ..filtering(AckFiltering::All) };
    let packets = [ack(1, 100, 0), ack(2, 100, 1), data(2), ack(1, 200, 3), ack(1, 300, 4)];
    assert_eq!(Bench::filled(&settings, &packets).drained(), [4, 1, 2]);
}

#[test]
fn filtering_with_some_kept_leaves_the_newest_of_the_older_ones() {
    let settings = Config { ack_filtering_keep: 2, ..filtering(AckFiltering::Keep) };
    let packets: Vec<_> = (0..6).map(|n| ack(1, 100 * n, n)).collect();
    let mut bench = Bench::filled(&settings, &packets);
    assert_eq!(bench.filtered, [0, 1, 2]);
    assert_eq!(bench.drained(), [3, 4, 5]);
}

#[test]
fn random_filtering_removes_what_the_draw_falls_upon() {
    // Every draw is 0.4.
    for (ack_filtering_probability, left) in [(0.4, vec![0, 1, 2]), (0.41, vec![2])] {
        let settings = Config { ack_filtering_probability, ..filtering(AckFiltering::Random) };
        let packets: Vec<_> = (0..3).map(|n| ack(1, 100 * n, n)).collect();
        assert_eq!(Bench::filled(&settings, &packets).drained(), left);
    }
}

#[test]
fn duplicates_and_what_they_repeat_stay() {
    let numbers = [100, 200, 200, 200, 200, 900];
    let packets: Vec<_> =
        numbers.into_iter().zip(0..).map(|(number, handle)| ack(1, number, handle)).collect();
    let mut bench = Bench::filled(&filtering(AckFiltering::All), &packets);
    assert_eq!(bench.filtered, [0], "what came before the first of the equal ones");
    assert_eq!(bench.drained(), [1, 2, 3, 4, 5]);
}

#[test]
fn what_acknowledges_selectively_stays_and_removes_the_older_ones() {
    let said = Acknowledgment { sack_blocks: 1, ..acknowledgment(200) };
    let selective = Packet { acknowledgment: Some(said), ..ack(1, 200, 1) };
    let mut bench =
        Bench::filled(&filtering(AckFiltering::All), &[ack(1, 100, 0), selective, ack(1, 300, 2)]);
    assert_eq!(bench.filtered, [0]);
    assert_eq!(bench.drained(), [1, 2]);
}

#[test]
fn an_overtaken_acknowledgment_removes_no_newer_one_and_numbers_wrap() {
    let packets = [ack(1, 300, 0), ack(1, 100, 1)];
    assert_eq!(Bench::filled(&filtering(AckFiltering::All), &packets).drained(), [0, 1]);
    let wrapped = [ack(1, u32::MAX - 9, 0), ack(1, 500, 1)];
    assert_eq!(Bench::filled(&filtering(AckFiltering::All), &wrapped).drained(), [1]);
}

#[test]
fn filtering_makes_room_in_a_full_queue() {
    let settings = Config { limit_packets: Some(2), ..filtering(AckFiltering::All) };
    let mut bench = Bench::filled(&settings, &[data(0), ack(1, 100, 1), ack(1, 200, 2), ack(2, 100, 3)]);
    assert_eq!((bench.filtered.as_slice(), bench.dropped.as_slice()), (&[1][..], &[3][..]));
    assert_eq!(bench.drained(), [0, 2]);
}

#[test]
fn acknowledgments_first_keeps_the_order_within_each_class() {
    let settings = Config { priority: Priority::Acknowledgments, ..Config::default() };
    let packets = [data(0), ack(1, 100, 1), data(2), ack(2, 50, 3)];
    assert_eq!(Bench::filled(&settings, &packets).drained(), [1, 3, 0, 2]);
}

#[test]
fn after_so_many_octets_of_acknowledgments_a_packet_of_data_goes() {
    let settings = Config {
        priority: Priority::Acknowledgments,
        data_after_ack_octets: Some(Bytes::new(100)),
        ..Config::default()
    };
    let mut packets: Vec<_> = (0..7).map(|n| ack(1, n, n)).collect();
    packets.extend([data(7), data(8), data(9)]);
    // Three acknowledgments are 120 octets.
    assert_eq!(Bench::filled(&settings, &packets).drained(), [0, 1, 2, 7, 3, 4, 5, 8, 6, 9]);
}

#[test]
fn red_marks_only_what_may_be_marked() {
    let red = red::Settings {
        min_threshold_packets: 1.0,
        max_threshold_packets: 2.0,
        weight: 1.0,
        ..red::Settings::default()
    };
    let settings = Config { red: Some(red), ..Config::default() };
    let capable = |n| Packet { codepoint: Codepoint::Ect0, ..ack(1, n, n) };
    let mut bench = Bench::filled(&settings, &[capable(0), capable(1), capable(2), ack(1, 3, 3), capable(4)]);
    assert_eq!(bench.queue.average_packets(), Some(4.0));
    let left: Vec<Packet> = std::iter::from_fn(|| bench.pop()).collect();
    let marked: Vec<u32> = left.iter().filter(|p| p.codepoint == Codepoint::Ce).map(|p| p.handle).collect();
    assert_eq!((left.len(), marked), (5, vec![2, 4]), "from an average of two packets on");
}

#[test]
fn while_nothing_waits_the_average_falls_by_mean_packets() {
    let red = red::Settings { weight: 0.5, ..red::Settings::default() };
    let mut bench =
        Bench::filled(&Config { red: Some(red), ..Config::default() }, &[data(0), data(1), data(2)]);
    assert_eq!((bench.drained().len(), bench.queue.average_packets()), (3, Some(1.25)));
    // 500 octets take 400 us at 10 Mbit/s: two of them fit, and the packet itself finds nothing.
    let now = Time::from_ps(1_199_999_999);
    let mut around = Around { now, draw: &mut || 0.4, lose: &mut |_, _| unreachable!() };
    bench.queue.enqueue(data(3), &mut around);
    assert_eq!(bench.queue.average_packets(), Some(1.25 / 8.0));
}

#[test]
fn the_mark_of_what_is_filtered_passes_to_what_takes_its_place() {
    let with = |codepoint, n| Packet { codepoint, ..ack(1, n, n) };
    for (codepoint, left) in [(Codepoint::Ect0, Codepoint::Ce), (Codepoint::NotEct, Codepoint::NotEct)] {
        let packets = [with(Codepoint::Ce, 0), with(codepoint, 1)];
        let mut bench = Bench::filled(&filtering(AckFiltering::All), &packets);
        assert_eq!(bench.pop().map(|packet| packet.codepoint), Some(left));
    }
}
