//! RACK-TLP: the vectors of RFC 8985 and of hand arithmetic, and what a duplicate report does.

use cellwise_tcp::recovery::RecoveryKind;
use cellwise_tcp::{Application, RtoRule, Seq, Settings, SsthreshRule};
use cellwise_units::{Bytes, Span};

use crate::toy::{Direction, MS, Path, Toy};

/// Four segments of 1000 octets at a time, every one acknowledged, over a way of 50 ms each way.
fn settings() -> Settings {
    Settings {
        recovery: Some(RecoveryKind::RackTlp),
        mss: Bytes::new(1_000),
        receive_window: Bytes::new(60_000),
        initial_cwnd_segments: 4,
        delayed_ack: false,
        rto_rule: RtoRule::Rfc6298,
        ssthresh_rule: SsthreshRule::Rfc5681,
        ..Settings::default()
    }
}

/// Delays of 50 ms; the numbered data segments are lost, or come later by so many milliseconds.
fn path(lost: &'static [u64], late: &'static [(u64, u64)]) -> Path {
    Box::new(move |direction, number, now| {
        let is_data = direction == Direction::Data;
        if is_data && lost.contains(&number) {
            return Vec::new();
        }
        let more = late.iter().find(|(late, _)| is_data && *late == number).map_or(0, |(_, ms)| *ms);
        vec![now + Span::from_ps((50 + more) * MS)]
    })
}

fn transfer(settings: &Settings, octets: u64, path: Path) -> Toy {
    let mut toy = Toy::new(settings, Application::Finite { octets }, Seq(0), path);
    toy.run(60_000);
    assert!(toy.sender.is_finished(), "{}", toy.log);
    toy
}

/// When the segments that were sent again left, in milliseconds.
fn resent(toy: &Toy) -> Vec<u64> {
    let lines = toy.log.lines().filter(|line| line.contains("again"));
    lines.map(|line| line.trim().split('.').next().expect("a time").parse().expect("milliseconds")).collect()
}

/// Of the second flight only the last arrives: after a quarter of the shortest round trip, 25 ms, the rest is lost.
#[test]
fn one_segment_that_arrives_shows_those_before_it_after_the_reordering_window() {
    let toy = transfer(&settings(), 12_000, path(&[4, 5, 6, 7, 8, 9, 10], &[]));
    assert_eq!(resent(&toy)[0], 225, "{}", toy.log);
    assert_eq!(toy.sender.stats().timeouts, 0);
}

/// With three that have arrived there is no window.
#[test]
fn three_that_arrive_show_it_at_once() {
    let toy = transfer(&settings(), 12_000, path(&[4], &[]));
    assert_eq!(resent(&toy), [200], "{}", toy.log);
    assert_eq!((toy.sender.stats().timeouts, toy.sender.stats().fast_retransmits), (0, 1));
}

/// The last two of a flight are lost: a probe after two round trips, its acknowledgment shows the other, and nothing
/// waits for the timer of a second.
#[test]
fn a_probe_repairs_the_tail() {
    let toy = transfer(&settings(), 12_000, path(&[10, 11], &[]));
    let stats = toy.sender.stats();
    assert_eq!((stats.tail_loss_probes, stats.timeouts), (1, 0), "{}", toy.log);
    assert_eq!(resent(&toy), [400, 500], "{}", toy.log);
}

/// A retransmission that is lost is found by what was sent after it, where RFC 6675 waits for the timer.
#[test]
fn a_lost_retransmission_is_found_without_a_timeout() {
    // Segment 4 is lost, and so is the twelfth that is sent, its retransmission.
    let toy = transfer(&settings(), 40_000, path(&[4, 12], &[]));
    let again = resent(&toy);
    assert_eq!((again.len(), toy.sender.stats().timeouts), (2, 0), "{}", toy.log);
    let sack = Settings { recovery: Some(RecoveryKind::Sack), ..settings() };
    assert!(transfer(&sack, 40_000, path(&[4, 12], &[])).sender.stats().timeouts > 0);
}

/// Once reordering was seen (segment 10, behind which only one comes), what comes within a quarter of a round trip is not sent again.
#[test]
fn reordering_within_the_window_is_borne() {
    let toy = transfer(&settings(), 60_000, path(&[], &[(10, 1), (20, 20), (30, 20)]));
    assert_eq!(toy.receiver.stats().duplicate_octets, 0, "{}", toy.log);
    assert_eq!(toy.sender.stats().fast_retransmits, 0);
}

/// A probe that was not needed: with reports of duplicates the window stays, as nothing was lost.
#[test]
fn a_reported_duplicate_of_the_probe_leaves_the_window() {
    for (dsack, reduced) in [(true, false), (false, false)] {
        let settings = Settings { dsack, ..settings() };
        let mut toy =
            Toy::new(&settings, Application::Finite { octets: 8_000 }, Seq(0), path(&[], &[(11, 260)]));
        toy.run(60_000);
        assert_eq!(toy.sender.ssthresh() != u64::MAX, reduced, "{dsack}: {}", toy.log);
    }
}

/// The first block of the acknowledgment of a duplicate is the duplicate.
// spec: rfc2883 4.1
#[test]
fn duplicates_are_reported_once() {
    use cellwise_tcp::{Flags, Receiver, Segment, TickClock};
    use cellwise_units::Time;
    let settings = Settings { dsack: true, ..settings() };
    let mut receiver = Receiver::new(&settings, TickClock::aligned(Span::from_ps(200 * MS)));
    let mut blocks = Vec::new();
    for (start, len) in [(3_000, 500), (3_000, 500), (3_500, 500), (4_500, 500), (4_000, 1_000)] {
        let mut out = Vec::new();
        let segment = Segment::plain(Seq(start), len, Seq(0), 60_000, Flags::ACK);
        receiver.on_data(Time::ZERO, &segment, &mut out);
        blocks.push(out[0].options.sack.as_slice().iter().map(|(a, b)| (a.0, b.0)).collect::<Vec<_>>());
    }
    assert_eq!(
        blocks,
        [
            vec![(3_000, 3_500)],
            vec![(3_000, 3_500), (3_000, 3_500)],
            vec![(3_000, 4_000)],
            vec![(4_500, 5_000), (3_000, 4_000)],
            vec![(4_500, 5_000), (3_000, 5_000)],
        ]
    );
}
