//! Pacing: when segments leave, by exact arithmetic, and what a rule must never do.

use cellwise_tcp::pacing::{PacingConfig, linux};
use cellwise_tcp::{
    Application, CwndCap, Flags, SackBlocks, Segment, Sender, Seq, Settings, TickClock, VariantName,
};
use cellwise_units::{Bytes, Span, Time};

use crate::toy::{Direction, MS, Toy};

const MSS: u64 = 1_000;
const WINDOW: u64 = 10;

/// A window of ten segments since the start.
fn settings(variant: &str, pacing: PacingConfig) -> Settings {
    Settings {
        variant: VariantName::find(variant).expect("a known variant"),
        pacing,
        mss: Bytes::new(MSS),
        receive_window: Bytes::new(WINDOW * MSS),
        cwnd_cap: CwndCap::ReceiveWindow,
        initial_cwnd_segments: WINDOW as u32,
        delayed_ack: false,
        limited_transmit: true,
        timer_tick: Span::from_ps(100 * MS),
        ..Settings::default()
    }
}

fn linux() -> PacingConfig {
    PacingConfig::Linux(linux::Config::default())
}

/// Fires what is due until `end`; the instants at which segments left, in picoseconds.
fn departures(sender: &mut Sender, end: Time) -> Vec<(u64, bool)> {
    let (mut left, mut out) = (Vec::new(), Vec::new());
    while sender.next_deadline() <= end {
        let now = sender.next_deadline();
        sender.on_deadline(now, &mut out);
        left.extend(out.drain(..).map(|segment: Segment| (now.ps(), segment.retransmission)));
    }
    left
}

/// Ten segments leave at once at the start; their acknowledgments come together 100 ms later.
fn after_a_round_trip(variant: &str) -> (Sender, Vec<Segment>) {
    let settings = settings(variant, linux());
    let mut sender = Sender::new(&settings, Application::Greedy, TickClock::aligned(settings.timer_tick));
    let mut out = Vec::new();
    sender.start(Time::ZERO, &mut out);
    assert_eq!(out.len() as u64, WINDOW, "nothing waits before there is a round-trip time");
    out.clear();
    let ack = Segment::plain(Seq(0), 0, Seq((WINDOW * MSS) as u32), (WINDOW * MSS) as u32, Flags::ACK);
    sender.on_ack(Time::from_ps(100 * MS), &ack, &mut out);
    (sender, out)
}

/// Two windows per round trip, as slow start has no end: a segment each 100 ms / 20, the second earlier by the credit
/// of the first for leaving late.
#[test]
fn segments_leave_at_twice_the_window_per_round_trip_in_slow_start() {
    let (mut sender, at_once) = after_a_round_trip("sack");
    assert_eq!(at_once.len(), 1, "the first outstanding octet does not wait");
    let left = departures(&mut sender, Time::from_ps(190 * MS));
    let expected: Vec<_> = (0..9).map(|n| (102_500 * MS / 1_000 + n * 5 * MS, false)).collect();
    assert_eq!(left, expected);
}

/// The first of ten is lost: the recovery's first retransmission leaves at once, the rest is paced.
#[test]
fn retransmissions_are_paced_behind_the_first() {
    let (mut sender, mut out) = after_a_round_trip("sack");
    departures(&mut sender, Time::from_ps(190 * MS));
    out.clear();
    let (first, window) = ((WINDOW * MSS) as u32, (WINDOW * MSS) as u32);
    // Of ten outstanding, those but 0, 1 and 2 arrive.
    let mut resent = Vec::new();
    for arrived in 4..=10 {
        let mut segment = Segment::plain(Seq(0), 0, Seq(first), window, Flags::ACK);
        let mut blocks = SackBlocks::default();
        blocks.push(Seq(first + 3_000), Seq(first + arrived * 1_000));
        segment.options.sack = blocks;
        let now = Time::from_ps((200 + u64::from(arrived)) * MS);
        resent.extend(departures(&mut sender, now).into_iter().filter(|(_, again)| *again));
        sender.on_ack(now, &segment, &mut out);
        resent.extend(out.drain(..).filter(|sent| sent.retransmission).map(|_| (now.ps(), true)));
    }
    resent.extend(departures(&mut sender, Time::from_ps(290 * MS)).into_iter().filter(|(_, again)| *again));
    assert_eq!(resent.len(), 3, "{resent:?}");
    assert_eq!(resent[0].0, 206 * MS, "at the third duplicate");
    for pair in resent.windows(2) {
        assert!(pair[1].0 - pair[0].0 >= 2 * MS, "{resent:?}");
    }
}

/// Over a path that only delays: every rule and variant delivers all, and a paced sender never has more segments leave
/// within a tenth of the round trip than its rate allows.
#[test]
fn no_interval_has_more_than_its_rate() {
    for pacing in PacingConfig::all() {
        for variant in ["reno", "newreno", "sack", "fack", "cubic", "cubic-linux", "vegas"] {
            let settings = settings(variant, pacing.clone());
            let path = |_: Direction, _: u64, now: Time| vec![now + Span::from_ps(50 * MS)];
            let mut toy =
                Toy::new(&settings, Application::Finite { octets: 100_000 }, Seq(0), Box::new(path));
            let mut left = Vec::new();
            toy.start();
            let mut before = toy.data.len();
            while toy.step(Time::from_ps(60_000 * MS)) {
                left.extend((before..toy.data.len()).map(|_| toy.now.ps()));
                before = toy.data.len();
            }
            assert_eq!(toy.receiver.stats().delivered_octets, 100_000, "{variant}");
            let most = match pacing.name() {
                "none" | "rfc9002" => 10,
                // Two windows per round trip are two segments in a tenth of it, and one each at its ends.
                _ => 4,
            };
            let tenth = 10 * MS;
            for (index, start) in left.iter().enumerate() {
                let within = left[index..].iter().take_while(|at| **at < start + tenth).count();
                assert!(within <= most, "{variant} {}: {within} segments from {start} ps on", pacing.name());
            }
        }
    }
}
