//! Tests of the uplink queue by hand.

use super::*;
use crate::seq::Seq;

fn ack(connection: u32, ack: u32, handle: u32) -> Packet<u32> {
    Packet {
        class: Class::Acknowledgment,
        connection,
        ack: Seq(ack),
        duplicate: false,
        selective: false,
        ecn: Ecn::NotCapable,
        octets: 40,
        handle,
    }
}

fn duplicate(connection: u32, number: u32, handle: u32) -> Packet<u32> {
    Packet { duplicate: true, ..ack(connection, number, handle) }
}

fn data(handle: u32) -> Packet<u32> {
    Packet::other(9, 1_500, handle)
}

/// Pushes packets; returns the queue and the handles of what was filtered and dropped.
fn filled(settings: &Settings, packets: &[Packet<u32>]) -> (UplinkQueue<u32>, Vec<u32>, Vec<u32>) {
    assert_eq!(settings.check(), []);
    let mut queue = UplinkQueue::new(settings);
    let (mut filtered, mut dropped) = (Vec::new(), Vec::new());
    for packet in packets {
        let pushed = queue.push(*packet, &mut || 0.4);
        filtered.extend(pushed.filtered.iter().map(|packet| packet.handle));
        dropped.extend(pushed.dropped.map(|packet| packet.handle));
    }
    (queue, filtered, dropped)
}

/// The handles of what leaves, in order.
fn drained(queue: &mut UplinkQueue<u32>) -> Vec<u32> {
    std::iter::from_fn(|| queue.pop()).map(|packet| packet.handle).collect()
}

fn filtering(ack_filtering: AckFiltering) -> Settings {
    Settings { ack_filtering, ..Settings::default() }
}

#[test]
fn a_plain_queue_is_first_come_first_served_and_forgets_nothing() {
    let packets = [ack(1, 100, 0), data(1), ack(1, 200, 2), ack(1, 300, 3), data(4)];
    let (mut queue, filtered, dropped) = filled(&Settings::default(), &packets);
    assert_eq!((filtered, dropped), (vec![], vec![]));
    assert_eq!(drained(&mut queue), [0, 1, 2, 3, 4]);
    assert_eq!(queue.pop(), None);
}

#[test]
fn a_packet_that_finds_the_queue_full_is_dropped() {
    let settings = Settings { limit_packets: Some(2), ..Settings::default() };
    let (mut queue, _, dropped) = filled(&settings, &[data(0), ack(1, 1, 1), ack(1, 2, 2), data(3)]);
    assert_eq!((dropped, queue.stats().dropped, queue.stats().most_waiting), (vec![2, 3], 2, 2));
    assert_eq!(drained(&mut queue), [0, 1]);
}

#[test]
fn the_limit_of_data_leaves_room_for_acknowledgments() {
    let settings = Settings { limit_packets: Some(3), data_limit_packets: Some(1), ..Settings::default() };
    let packets = [data(0), data(1), ack(1, 1, 2), ack(1, 2, 3), ack(1, 3, 4)];
    let (mut queue, _, dropped) = filled(&settings, &packets);
    assert_eq!(dropped, [1, 4]);
    assert_eq!(drained(&mut queue), [0, 2, 3]);
}

#[test]
fn filtering_all_leaves_the_newest_acknowledgment_of_each_connection_at_the_end() {
    let packets = [ack(1, 100, 0), ack(2, 100, 1), data(2), ack(1, 200, 3), ack(1, 300, 4)];
    let (mut queue, filtered, _) = filled(&filtering(AckFiltering::All), &packets);
    assert_eq!((filtered, queue.stats().filtered), (vec![0, 3], 2));
    assert_eq!(drained(&mut queue), [1, 2, 4]);
}

#[test]
fn a_newer_acknowledgment_may_take_the_place_of_the_oldest_one_removed() {
    let settings = Settings { ack_filtering_in_place: true, ..filtering(AckFiltering::All) };
    let packets = [ack(1, 100, 0), ack(2, 100, 1), data(2), ack(1, 200, 3), ack(1, 300, 4)];
    assert_eq!(drained(&mut filled(&settings, &packets).0), [4, 1, 2]);
}

#[test]
fn filtering_with_some_kept_leaves_the_newest_of_the_older_ones() {
    let settings = Settings { ack_filtering_keep: 2, ..filtering(AckFiltering::Keep) };
    let packets: Vec<_> = (0..6).map(|n| ack(1, 100 * n, n)).collect();
    let (mut queue, filtered, _) = filled(&settings, &packets);
    assert_eq!(filtered, [0, 1, 2]);
    assert_eq!(drained(&mut queue), [3, 4, 5]);
}

#[test]
fn random_filtering_removes_what_the_draw_falls_upon() {
    // Every draw is 0.4.
    for (ack_filtering_probability, left) in [(0.4, vec![0, 1, 2]), (0.41, vec![2])] {
        let settings = Settings { ack_filtering_probability, ..filtering(AckFiltering::Random) };
        let packets: Vec<_> = (0..3).map(|n| ack(1, 100 * n, n)).collect();
        assert_eq!(drained(&mut filled(&settings, &packets).0), left);
    }
}

#[test]
fn duplicates_and_what_they_repeat_stay() {
    let packets = [
        ack(1, 100, 0),
        ack(1, 200, 1),
        duplicate(1, 200, 2),
        duplicate(1, 200, 3),
        duplicate(1, 200, 4),
        ack(1, 900, 5),
    ];
    let (mut queue, filtered, _) = filled(&filtering(AckFiltering::All), &packets);
    assert_eq!(filtered, [0], "what came before the first of the equal ones");
    assert_eq!(drained(&mut queue), [1, 2, 3, 4, 5]);
}

#[test]
fn what_acknowledges_selectively_stays_and_removes_the_older_ones() {
    let selective = Packet { selective: true, ..ack(1, 200, 1) };
    let packets = [ack(1, 100, 0), selective, ack(1, 300, 2)];
    let (mut queue, filtered, _) = filled(&filtering(AckFiltering::All), &packets);
    assert_eq!(filtered, [0]);
    assert_eq!(drained(&mut queue), [1, 2]);
}

#[test]
fn an_overtaken_acknowledgment_removes_no_newer_one_and_numbers_wrap() {
    let packets = [ack(1, 300, 0), ack(1, 100, 1)];
    assert_eq!(drained(&mut filled(&filtering(AckFiltering::All), &packets).0), [0, 1]);
    let wrapped = [ack(1, u32::MAX - 9, 0), ack(1, 500, 1)];
    assert_eq!(drained(&mut filled(&filtering(AckFiltering::All), &wrapped).0), [1]);
}

#[test]
fn filtering_makes_room_in_a_full_queue() {
    let settings = Settings { limit_packets: Some(2), ..filtering(AckFiltering::All) };
    let (mut queue, filtered, dropped) =
        filled(&settings, &[data(0), ack(1, 100, 1), ack(1, 200, 2), ack(2, 100, 3)]);
    assert_eq!((filtered, dropped), (vec![1], vec![3]));
    assert_eq!(drained(&mut queue), [0, 2]);
}

#[test]
fn acknowledgments_first_keeps_the_order_within_each_class() {
    let settings = Settings { priority: Priority::Acknowledgments, ..Settings::default() };
    let packets = [data(0), ack(1, 100, 1), data(2), ack(2, 50, 3)];
    assert_eq!(drained(&mut filled(&settings, &packets).0), [1, 3, 0, 2]);
}

#[test]
fn after_so_many_octets_of_acknowledgments_a_packet_of_data_goes() {
    let settings = Settings {
        priority: Priority::Acknowledgments,
        data_after_ack_octets: Some(Bytes::new(100)),
        ..Settings::default()
    };
    let mut packets: Vec<_> = (0..7).map(|n| ack(1, n, n)).collect();
    packets.extend([data(7), data(8), data(9)]);
    let (mut queue, ..) = filled(&settings, &packets);
    // Three acknowledgments are 120 octets.
    assert_eq!(drained(&mut queue), [0, 1, 2, 7, 3, 4, 5, 8, 6, 9]);
    assert_eq!(queue.stats().forced, 2, "the last one met no waiting acknowledgment");
}

#[test]
fn red_marks_only_what_may_be_marked() {
    let red = red::Settings {
        min_threshold_packets: 1.0,
        max_threshold_packets: 2.0,
        weight: 1.0,
        ..red::Settings::default()
    };
    let settings = Settings { red: Some(red), ..Settings::default() };
    let capable = |n| Packet { ecn: Ecn::Capable, ..ack(1, n, n) };
    let (mut queue, ..) = filled(&settings, &[capable(0), capable(1), capable(2), ack(1, 3, 3), capable(4)]);
    assert_eq!((queue.stats().marked, queue.average_packets()), (2, Some(4.0)));
    let marked: Vec<_> = queue.iter().filter(|p| p.ecn == Ecn::Marked).map(|p| p.handle).collect();
    assert_eq!(marked, [2, 4], "from an average of two packets on");
    assert_eq!(drained(&mut queue).len(), 5);
    queue.note_idle(1);
    assert_eq!(queue.average_packets(), Some(0.0));
}

#[test]
fn the_mark_of_what_is_filtered_passes_to_what_takes_its_place() {
    let with = |ecn, n| Packet { ecn, ..ack(1, n, n) };
    for (ecn, left) in [(Ecn::Capable, Ecn::Marked), (Ecn::NotCapable, Ecn::NotCapable)] {
        let packets = [with(Ecn::Marked, 0), with(ecn, 1)];
        let mut queue = filled(&filtering(AckFiltering::All), &packets).0;
        assert_eq!(queue.pop().map(|packet| packet.ecn), Some(left));
    }
}

#[test]
fn what_was_counted_before_a_look_is_not_counted_after_it() {
    let (mut queue, ..) = filled(&filtering(AckFiltering::All), &[ack(1, 1, 0), ack(1, 2, 1)]);
    let earlier = *queue.stats();
    queue.pop();
    let since = UplinkStats { sent: 1, most_waiting: 1, ..UplinkStats::default() };
    assert_eq!(queue.stats().since(&earlier), since);
}
