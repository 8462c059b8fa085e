//! Acknowledgments that wait at a narrow uplink, and what can be done for them.
//!
//! A data segment needs 1 ms on the line and 10 ms on the way. An acknowledgment of 40 octets needs
//! 10 ms on the uplink, where it may have to wait, and 10 ms on the way.

use cellwise_packet::discipline::uplink::{AckFiltering, Config, Priority, red};
use cellwise_tcp::{Application, ByteCounting, Seq, Settings, VariantName};
use cellwise_units::{Bytes, Span, Time};

use crate::toy::uplink::{Counts, Uplink};
use crate::toy::{Act, Direction, MS, Path, Toy, line};

/// Octets per millisecond: 32 kbit/s.
const NARROW: u64 = 4;

fn settings(variant: &str) -> Settings {
    Settings {
        variant: VariantName::find(variant).expect("a known variant"),
        mss: Bytes::new(1000),
        receive_window: Bytes::new(16_000),
        timer_tick: Span::from_ps(500 * MS),
        delayed_ack: false,
        ..Settings::default()
    }
}

/// Filtering all; a newer acknowledgment joins the end.
fn filtering() -> Config {
    Config { ack_filtering: AckFiltering::All, ..Config::default() }
}

/// A transfer of so many octets with the acknowledgments through an uplink, with a packet of other traffic
/// of so many octets before each so many-th acknowledgment.
fn transfer(
    settings: &Settings,
    octets: u64,
    lost: &[u64],
    queue: &Config,
    other: Option<(u64, u64)>,
) -> Toy {
    let mut toy = Toy::new(settings, Application::Finite { octets }, Seq(0), line(lost));
    let mut uplink = Uplink::new(queue, NARROW);
    uplink.other = other;
    toy.uplink = Some(uplink);
    toy.run(600_000);
    assert!(toy.sender.is_finished(), "{}", toy.log);
    assert_eq!(toy.receiver.stats().delivered_octets, octets);
    toy
}

fn stats(toy: &Toy) -> Counts {
    toy.uplink.as_ref().expect("it has an uplink").counts
}

fn done_ms(toy: &Toy) -> u64 {
    toy.sender.acknowledged_at().expect("it is done").ps() / MS
}

/// 24 acknowledgments need 240 ms; with filtering, each newer one that finds an older one waiting saves
/// 10 ms.
#[test]
fn filtering_lets_one_acknowledgment_stand_for_those_that_wait() {
    let plain = transfer(&settings("reno"), 24_000, &[], &Config::default(), None);
    let filtered = transfer(&settings("reno"), 24_000, &[], &filtering(), None);
    assert_eq!((stats(&plain).sent, stats(&plain).filtered), (24, 0));
    let counts = stats(&filtered);
    assert_eq!(counts.sent + counts.filtered, 24);
    assert!(counts.filtered >= 8 && done_ms(&filtered) + 80 <= done_ms(&plain), "{}", filtered.log);
    insta::assert_snapshot!(format!("=== off\n{}\n=== all\n{}", plain.log, filtered.log));
}

/// Segment 15 is lost. Its duplicates all come through, so that it is resent without a timeout.
#[test]
fn filtering_leaves_the_duplicates_that_show_a_loss() {
    let filtered = transfer(&settings("reno"), 40_000, &[15], &filtering(), None);
    let sent = filtered.sender.stats();
    assert_eq!((sent.fast_retransmits, sent.timeouts), (1, 0), "{}", filtered.log);
    assert!(stats(&filtered).filtered > 0);
    insta::assert_snapshot!(filtered.log);
}

#[test]
fn filtering_leaves_what_acknowledges_selectively() {
    for lost in [&[15][..], &[15, 17], &[15, 18, 20]] {
        let filtered = transfer(&settings("sack"), 40_000, lost, &filtering(), None);
        let sent = filtered.sender.stats();
        assert_eq!((sent.timeouts, sent.retransmitted_segments), (0, lost.len() as u64), "{lost:?}");
    }
}

/// RED that uses the present queue, and marks at 2 packets or more.
fn marking() -> Config {
    let red = red::Settings {
        min_threshold_packets: 2.0,
        max_threshold_packets: 4.0,
        max_probability: 0.5,
        weight: 1.0,
        ..red::Settings::default()
    };
    Config { red: Some(red), ..Config::default() }
}

/// The uplink marks acknowledgments, the sender echoes that on its next data, and the receiver sends
/// half as many; later it tries more again.
#[test]
fn marked_acknowledgments_become_fewer() {
    let settings = Settings {
        ack_congestion_control: true,
        mss: Bytes::new(1004),
        initial_cwnd_segments: 8,
        byte_counting: ByteCounting::Unlimited,
        ..settings("reno")
    };
    let off = Settings { ack_congestion_control: false, mss: Bytes::new(1000), ..settings.clone() };
    let plain = transfer(&off, 120_000, &[], &marking(), None);
    let controlled = transfer(&settings, 120_000, &[], &marking(), None);
    assert_eq!(stats(&plain).marked, 0, "nobody would understand the marks");
    assert_eq!(plain.receiver.stats().acks_sent, 120);
    let (sent, received) = (controlled.sender.stats(), controlled.receiver.stats());
    assert_eq!(sent.marked_acks, stats(&controlled).marked);
    assert!((1..=sent.marked_acks).contains(&received.ack_mark_echoes));
    assert!(received.acks_sent < 70, "{} acknowledgments\n{}", received.acks_sent, controlled.log);
    assert!(stats(&controlled).most_waiting < stats(&plain).most_waiting);
    assert!(done_ms(&controlled) < done_ms(&plain), "{} {}", done_ms(&controlled), done_ms(&plain));
    insta::assert_snapshot!(controlled.log);
}

#[test]
fn without_a_congested_queue_acknowledgment_congestion_control_changes_only_the_option() {
    let controlled = Settings { ack_congestion_control: true, mss: Bytes::new(1004), ..settings("reno") };
    let [plain, controlled] = [settings("reno"), controlled].map(|settings| {
        let mut toy = Toy::new(&settings, Application::Finite { octets: 50_000 }, Seq(0), line(&[20]));
        toy.run(60_000);
        toy.log
    });
    assert_eq!(plain, controlled);
}

/// The octets of data in a full segment make room for the option.
#[test]
fn the_option_that_reports_the_window_takes_four_octets_of_each_segment() {
    let settings = Settings { ack_congestion_control: true, ..settings("reno") };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 9_960 }, Seq(0), line(&[]));
    toy.run(60_000);
    assert!(toy.data.iter().all(|&(_, len)| len == 996));
}

/// A path that loses all but every eighth acknowledgment.
fn few_acks() -> Path {
    let mut line = line(&[]);
    Box::new(move |direction, number, now| {
        let lost = direction == Direction::Ack && number > 3 && number % 8 != 3;
        if lost { Vec::new() } else { line(direction, number, now) }
    })
}

/// One acknowledgment of eight segments lets two go at once; the next two follow after two sixteenths of
/// a round trip, and so on.
#[test]
fn a_burst_is_split_and_its_rest_paced_at_the_rate_of_the_window() {
    let run = |max_burst| {
        let settings = Settings {
            max_burst,
            initial_cwnd_segments: 16,
            byte_counting: ByteCounting::Unlimited,
            ..settings("reno")
        };
        let mut toy = Toy::new(&settings, Application::Finite { octets: 51_000 }, Seq(0), few_acks());
        toy.start();
        let (mut largest, mut before) = (0, toy.data.len());
        while toy.step(Time::from_ps(60_000 * MS)) {
            largest = largest.max(toy.data.len() - before);
            before = toy.data.len();
        }
        (largest, toy)
    };
    let (largest, whole) = run(None);
    assert_eq!((largest, whole.sender.stats().burst_pauses), (8, 0), "{}", whole.log);
    let (largest, split) = run(Some(2));
    assert_eq!((largest, split.sender.stats().timeouts), (2, whole.sender.stats().timeouts), "{}", split.log);
    assert!(split.sender.stats().burst_pauses > 0);
    insta::assert_snapshot!(split.log);
}

/// A packet of 1000 octets of other traffic, which needs 250 ms, comes before every eighth acknowledgment.
#[test]
fn priority_takes_acknowledgments_past_waiting_data() {
    let run = |priority, after: Option<u64>| {
        let queue = Config { priority, data_after_ack_octets: after.map(Bytes::new), ..Config::default() };
        let toy = transfer(&settings("reno"), 60_000, &[], &queue, Some((1_000, 8)));
        done_ms(&toy)
    };
    let plain = run(Priority::None, None);
    let first = run(Priority::Acknowledgments, None);
    let shared = run(Priority::Acknowledgments, Some(160));
    assert!(first < shared && shared < plain, "{first} {shared} {plain}");
}

/// Of 60 acknowledgments more than a fourth is lost; only the last one is covered by no other, so that one
/// segment is sent again.
#[test]
fn acknowledgments_that_find_the_uplink_full_are_lost_and_the_next_ones_stand_for_them() {
    let queue = Config { limit_packets: Some(2), ..Config::default() };
    let toy = transfer(&settings("reno"), 60_000, &[], &queue, None);
    assert!(stats(&toy).dropped > 15 && stats(&toy).most_waiting == 2, "{:?}", stats(&toy));
    assert_eq!(toy.sender.stats().retransmitted_segments, 1, "{}", toy.log);
}

/// While the rest of a burst waits, the octets that the application writes wait with it: at none of the writes a
/// segment leaves.
#[test]
fn writing_more_does_not_break_the_limit_of_a_burst() {
    let sent_at_writes = |max_burst| {
        let settings = Settings {
            max_burst,
            initial_cwnd_segments: 16,
            byte_counting: ByteCounting::Unlimited,
            ..settings("reno")
        };
        let mut toy = Toy::new(&settings, Application::Finite { octets: 24_000 }, Seq(0), few_acks());
        // The acknowledgment at 32 ms covers eight segments; two by two they would go until 41 ms.
        toy.at(33, Act::Supply(1_000));
        toy.at(34, Act::Supply(1_000));
        toy.start();
        let (mut at_writes, mut before) = (0, 0);
        while toy.step(Time::from_ps(40 * MS)) {
            let at_write = [33, 34].contains(&(toy.now.ps() / MS)) && toy.now.ps().is_multiple_of(MS);
            if at_write {
                at_writes += toy.data.len() - before;
            }
            before = toy.data.len();
        }
        at_writes
    };
    assert_eq!((sent_at_writes(Some(2)), sent_at_writes(None)), (0, 2));
}
