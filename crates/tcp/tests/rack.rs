//! RACK-TLP: the vectors of RFC 8985 and of hand arithmetic, and what a duplicate report does.

use cellwise_tcp::profile::Profile;
use cellwise_tcp::recovery::RecoveryKind;
use cellwise_tcp::{
    Application, Flags, RecoveryWindow, RtoRule, Segment, Sender, Seq, Settings, SsthreshRule, TickClock,
};
use cellwise_units::{Bytes, Span, Time};

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

/// The same, with a microsecond between what is sent at one instant.
fn apart(lost: &'static [u64]) -> Path {
    let mut path = path(lost, &[]);
    Box::new(move |direction, number, now| {
        let later = Span::from_ps(number * MS / 1_000);
        path(direction, number, now).into_iter().map(|at| at + later).collect()
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

/// A retransmission that is lost is found by segments sent after it, where RFC 6675 waits for the timer.
#[test]
fn a_lost_retransmission_is_found_without_a_timeout() {
    // Segment 4 is lost, and so is the twelfth that is sent, its retransmission.
    let toy = transfer(&settings(), 40_000, apart(&[4, 12]));
    let again = resent(&toy);
    assert_eq!((again.len(), toy.sender.stats().timeouts), (2, 0), "{}", toy.log);
    let sack = Settings { recovery: Some(RecoveryKind::Sack), ..settings() };
    assert!(transfer(&sack, 40_000, apart(&[4, 12])).sender.stats().timeouts > 0);
}

/// Once reordering was seen (segment 10, behind which only one comes), a segment that comes within a quarter of a round
/// trip is not sent again.
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

/// Segments of 1000 octets that have been sent, and acknowledgments by hand.
struct Hand {
    sender: Sender,
    out: Vec<Segment>,
}

impl Hand {
    fn new(settings: &Settings, at: u64) -> Self {
        let ticks = TickClock::aligned(settings.timer_tick);
        let mut hand = Self { sender: Sender::new(settings, Application::Greedy, ticks), out: Vec::new() };
        hand.sender.start(Time::from_ps(at * MS), &mut hand.out);
        hand
    }

    /// Takes an acknowledgment of so many segments, and of some beyond; the segments that leave, by number, and whether
    /// again.
    fn ack(&mut self, ms: u64, ack: u32, blocks: &[(u32, u32)]) -> Vec<(u32, bool)> {
        let mut segment = Segment::plain(Seq(0), 0, Seq(ack * 1_000), 60_000, Flags::ACK);
        for (start, end) in blocks {
            segment.options.sack.push(Seq(start * 1_000), Seq(end * 1_000));
        }
        self.out.clear();
        self.sender.on_ack(Time::from_ps(ms * MS), &segment, &mut self.out);
        self.sent()
    }

    fn fire(&mut self) -> (u64, Vec<(u32, bool)>) {
        let at = self.sender.next_deadline();
        self.out.clear();
        self.sender.on_deadline(at, &mut self.out);
        (at.ps() / MS, self.sent())
    }

    fn sent(&self) -> Vec<(u32, bool)> {
        self.out.iter().map(|segment| (segment.seq.0 / 1_000, segment.retransmission)).collect()
    }
}

fn ten() -> Settings {
    Settings { initial_cwnd_segments: 10, ..settings() }
}

/// Ten are sent, and one acknowledgment reports the second to the fifth: they came in order, so nothing is reordered,
/// and three beyond the hole are a loss.
// spec: rfc8985 6.2 step 3: in ascending order of end_seq
#[test]
fn several_segments_that_one_acknowledgment_reports_are_no_reordering() {
    let mut hand = Hand::new(&ten(), 0);
    assert_eq!(hand.ack(100, 0, &[(1, 5)])[0], (0, true));
    // The blocks are in the order of their arrival, not of their octets.
    let mut hand = Hand::new(&ten(), 0);
    assert_eq!(hand.ack(100, 0, &[(7, 8), (1, 3)])[0], (0, true));
}

/// An acknowledgment that brings what an earlier one had passed over does show it.
#[test]
fn a_segment_below_what_was_reported_before_is_reordering() {
    let mut hand = Hand::new(&ten(), 0);
    hand.ack(100, 0, &[(3, 4)]);
    hand.ack(101, 0, &[(2, 4)]);
    assert!(hand.ack(102, 0, &[(1, 4)]).iter().all(|(_, again)| !again), "the window of reordering stays");
}

/// With one of 100 acknowledgments lost, most retransmissions go by acknowledgments: 450 losses of 45 000 segments.
#[test]
fn lost_acknowledgments_make_few_retransmissions_wait_for_a_timer() {
    let mut random = 1_u64;
    let mut is_lost = move || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33).is_multiple_of(100)
    };
    let mut free = Time::ZERO;
    let path: Path = Box::new(move |direction, _, now| {
        let mut sent = now;
        if direction == Direction::Data {
            free = now.max(free) + Span::from_ps(MS);
            sent = free;
        }
        if is_lost() { Vec::new() } else { vec![sent + Span::from_ps(10 * MS)] }
    });
    let octets = Application::Finite { octets: 45_000_000 };
    let mut toy = Toy::new(&settings(), octets, Seq(0), path);
    toy.start();
    let (mut by_timer, mut all) = (0, 0);
    loop {
        let (before, acks) = (*toy.sender.stats(), toy.sender.stats().acks_received);
        if !toy.step(Time::from_ps(u64::MAX - 1)) {
            break;
        }
        let since = toy.sender.stats().since(&before);
        all += since.retransmitted_segments;
        let is_timer = toy.sender.stats().acks_received == acks;
        by_timer += if is_timer { since.retransmitted_segments } else { 0 };
        toy.log.clear();
    }
    assert!(toy.sender.is_finished());
    assert!((400..520).contains(&all), "{all}");
    assert!(by_timer * 7 <= all, "{by_timer} of {all}");
}

/// The handshake has taken 100 ms; all of the first flight is lost.
// spec: rfc8985 7.2: PTO = 2 * SRTT
#[test]
fn the_first_probe_knows_the_round_trip_of_the_handshake() {
    let settings = Settings {
        handshake: true,
        min_rto: Span::from_ps(200 * MS),
        initial_rto: Span::from_ps(1_000 * MS),
        ..settings()
    };
    // The SYN and its acknowledgment are 0 and 1.
    let toy = transfer(&settings, 4_000, path(&[2, 3, 4, 5], &[]));
    assert_eq!((resent(&toy)[0], toy.sender.stats().tail_loss_probes), (100 + 200, 1), "{}", toy.log);
}

/// Ten are in the window and the first is lost; two more go for the two that are reported first. The threshold is half of ten.
// spec: rfc5681 3.2 step 1
#[test]
fn segments_of_limited_transmit_are_not_in_flight_for_the_threshold() {
    let mut hand = Hand::new(&ten(), 0);
    assert_eq!(hand.ack(100, 0, &[(1, 2)]), [(10, false)]);
    assert_eq!(hand.ack(101, 0, &[(1, 3)]), [(11, false)]);
    assert_eq!(hand.ack(102, 0, &[(1, 4)])[0], (0, true));
    assert_eq!(hand.sender.ssthresh(), 5_000);
    assert_eq!(hand.sender.stats().limited_transmits, 2);
}

/// Of ten the last two are reported at 100 ms; the timer begins the recovery at 125 ms, when nothing new arrives: DeliveredData is 0, and RecoverFS
/// the eight that are missing. So one segment goes at first, and then ssthresh (5) of 8 for what is delivered.
// spec: rfc9937 6.2
#[test]
fn a_recovery_that_the_timer_begins_has_delivered_nothing() {
    let settings = Settings { recovery_window: RecoveryWindow::Prr, limited_transmit: false, ..ten() };
    let mut hand = Hand::new(&settings, 0);
    let limited = hand.ack(100, 0, &[(8, 10)]);
    assert_eq!(limited, [(10, false), (11, false)]);
    assert_eq!(hand.fire(), (125, vec![(0, true)]));
    // In flight are two that are new and one that was sent again; one more may go.
    assert_eq!((hand.sender.cwnd(), hand.sender.ssthresh()), (3_000, 5_000));
}

/// Two of ten are reported, which limited transmit answers, and then acknowledged with the first: only the first opens the window, as one of
/// Google's scripts has it (limited-transmit-sack).
// linux: tcp_cong_control (acked_sacked)
#[test]
fn in_linux_what_was_reported_before_opens_the_window_no_more() {
    let profile = Profile::find("linux-6").and_then(|profile| profile.settings().ok()).expect("a profile");
    let linux = Settings { mss: Bytes::new(1_012), receive_window: Bytes::new(60_000), ..profile };
    let mut hand = Hand::new(&linux, 0);
    assert_eq!(hand.ack(110, 0, &[(1, 2)]), [(10, false)]);
    assert_eq!(hand.ack(120, 0, &[(1, 3)]), [(11, false)]);
    assert_eq!(hand.ack(130, 3, &[]), [(12, false), (13, false)]);
    assert_eq!(hand.sender.cwnd(), 11_000);
}

/// The entering acknowledgment acknowledges one segment and reports three: all four are delivered by it and are part of RecoverFS.
// spec: rfc9937 6.2
#[test]
fn what_the_entering_acknowledgment_acknowledges_belongs_to_the_recovery() {
    let settings = Settings { recovery_window: RecoveryWindow::Prr, initial_cwnd_segments: 20, ..settings() };
    let mut hand = Hand::new(&settings, 0);
    let sent = hand.ack(100, 1, &[(2, 5)]);
    // ssthresh 19 / 2 = 9.5; RecoverFS 20; in flight 15: ceil(4 * 9.5 / 20) = 2 segments.
    assert_eq!((hand.sender.ssthresh(), sent), (9_500, vec![(1, true), (20, false)]));
}

/// The first block of the acknowledgment of a duplicate is the duplicate.
// spec: rfc2883 4.1
#[test]
fn duplicates_are_reported_once() {
    use cellwise_tcp::Receiver;
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
