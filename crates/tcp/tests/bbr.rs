//! BBR over a line of 10 Mbit/s of payload: the values of the model, by hand arithmetic.

use cellwise_tcp::{Application, InitialCwnd, RtoRule, Seq, Settings, VariantName};
use cellwise_units::{Bytes, Span, Time};

use crate::toy::{Act, Direction, MS, Path, Toy};

const MSS: u64 = 1_250;

/// A segment takes 1 ms of the line; 40 ms without a queue, so 40 segments fill the path.
fn settings(variant: &str) -> Settings {
    Settings {
        variant: VariantName::find(variant).expect("a known variant"),
        mss: Bytes::new(MSS),
        receive_window: Bytes::new(1_000_000),
        initial_cwnd: InitialCwnd::Rfc6928,
        delayed_ack: false,
        rto_rule: RtoRule::Rfc6298,
        ..Settings::default()
    }
}

/// A line that takes 1 ms for a segment, then 19 ms to arrive and 20 ms back, with room for so many that wait; those are
/// lost that `lost` says.
fn line(room: u64, mut lost: impl FnMut(u64) -> bool + 'static) -> Path {
    let mut free = Time::ZERO;
    Box::new(move |direction, number, now| match direction {
        Direction::Ack => vec![now + Span::from_ps(20 * MS)],
        Direction::Data => {
            let waits = free.ps().saturating_sub(now.ps());
            if waits > room * MS || lost(number) {
                return Vec::new();
            }
            free = now.max(free) + Span::from_ps(MS);
            vec![free + Span::from_ps(19 * MS)]
        }
    })
}

/// What is seen of a transfer, every millisecond: segments of the window, outstanding and delivered.
struct Seen {
    cwnd: Vec<u64>,
    flight: Vec<u64>,
    delivered: Vec<u64>,
}

impl Seen {
    /// Segments delivered per second from one second to another.
    fn rate(&self, from_s: usize, to_s: usize) -> f64 {
        (self.delivered[to_s * 1_000 - 1] - self.delivered[from_s * 1_000]) as f64 / (to_s - from_s) as f64
    }

    /// The mean number outstanding.
    fn mean_flight(&self, from_s: usize, to_s: usize) -> f64 {
        let range = &self.flight[from_s * 1_000..to_s * 1_000];
        range.iter().sum::<u64>() as f64 / range.len() as f64
    }

    /// When windows of at most so many segments begin, and how long they last, in milliseconds.
    fn small_windows(&self, segments: u64) -> Vec<(usize, usize)> {
        let is_small: Vec<_> = self.cwnd.iter().map(|cwnd| *cwnd <= segments).collect();
        let begins = (1_000..is_small.len()).filter(|ms| is_small[*ms] && !is_small[*ms - 1]);
        begins.map(|ms| (ms, is_small[ms..].iter().take_while(|small| **small).count())).collect()
    }
}

fn watch(settings: &Settings, path: Path, seconds: u64) -> (Seen, Toy) {
    let mut toy = Toy::new(settings, Application::Greedy, Seq(0), path);
    let mut seen = Seen { cwnd: Vec::new(), flight: Vec::new(), delivered: Vec::new() };
    toy.start();
    for ms in 0..seconds * 1_000 {
        while toy.step(Time::from_ps(ms * MS)) {}
        let sender = &toy.sender;
        seen.cwnd.push(sender.cwnd() / MSS);
        seen.flight.push((sender.snd_max_offset() - sender.snd_una_offset()) / MSS);
        seen.delivered.push(toy.receiver.rcv_nxt_offset() / MSS);
    }
    (seen, toy)
}

/// The number of a segment that is lost with this probability, as a hash of it says.
fn at_random(percent: u64) -> impl FnMut(u64) -> bool {
    move |number| (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) % 1_000_003 < percent * 10_000
}

/// Ten segments, then about twice as many per round trip: 10, 20, 40, 80 fill the path in four. The window bounds startup at
/// its gain, two (version 1: 2.89) volumes of the path, 80 or 115, and what came together. That lasts three rounds
/// of 81 or 116 ms; then 40 or 75 segments drain at 0.5 or 0.66 of them per ms, and a round passes before it is seen.
#[test]
fn startup_fills_the_path_and_the_queue_that_it_leaves_drains() {
    for (variant, volumes, most_ms) in [("bbr-v1", 115..=128, 580), ("bbr-v3", 80..=88, 405)] {
        let (seen, toy) = watch(&settings(variant), line(1_000, |_| false), 5);
        let most = *seen.flight.iter().max().expect("a flight");
        assert!(volumes.contains(&most), "{variant}: {most}");
        let full = seen.flight.iter().position(|flight| *flight >= 40).expect("it fills");
        assert!((100..=200).contains(&full), "{variant}: {full} ms");
        let begun = seen.flight.iter().position(|flight| *flight == most).expect("it is reached");
        let drained = (begun..).find(|ms| seen.flight[*ms] <= 44).expect("it drains");
        assert!(drained - begun < most_ms, "{variant}: {begun} to {drained} ms");
        assert_eq!(toy.sender.stats().retransmitted_segments, 0);
    }
}

/// A little less than the line's 1000 segments per second, and hardly a queue: 40 segments fill the path. A probe adds a
/// quarter of them per round for three rounds of some forty.
#[test]
fn a_single_flow_takes_the_line_with_hardly_a_queue() {
    for variant in ["bbr-v1", "bbr-v3"] {
        let (seen, _) = watch(&settings(variant), line(1_000, |_| false), 30);
        let rate = seen.rate(1, 30);
        assert!((950.0..1_000.0).contains(&rate), "{variant}: {rate} segments per second");
        let queue = seen.mean_flight(1, 30) - 40.0;
        assert!((-2.0..10.0).contains(&queue), "{variant}: {queue} segments wait on average");
    }
}

/// Half the volume of the path, 20 segments, for 200 ms and what a round takes, 5 s after the last shortest round trip.
#[test]
fn the_round_trip_is_probed_for_every_five_seconds() {
    let (seen, _) = watch(&settings("bbr-v3"), line(1_000, |_| false), 30);
    let probes = seen.small_windows(20);
    assert_eq!(probes.len(), 5, "{probes:?}");
    let mut last_end = 0;
    for (begin, lasts) in probes {
        assert!((200..=300).contains(&lasts), "{lasts} ms");
        assert!((5_000..=5_100).contains(&(begin - last_end)), "from {last_end} to {begin} ms");
        last_end = begin + lasts;
    }
}

/// Four segments for 200 ms and as long as the others take to leave, 40 ms less four segments at least, 10 s after the last shortest round trip.
#[test]
fn version_1_probes_for_the_round_trip_every_ten_seconds() {
    let (seen, _) = watch(&settings("bbr-v1"), line(1_000, |_| false), 35);
    let probes = seen.small_windows(4);
    assert_eq!(probes.len(), 3, "{probes:?}");
    let mut last_end = 0;
    for (begin, lasts) in probes {
        assert!((235..=350).contains(&lasts), "{lasts} ms");
        assert!((10_000..=10_200).contains(&(begin - last_end)), "from {last_end} to {begin} ms");
        last_end = begin + lasts;
    }
}

/// Version 1 does not answer them, except by a round's pause in growth.
#[test]
fn random_losses_of_one_per_cent_take_little_from_version_1() {
    let rate = watch(&settings("bbr-v1"), line(1_000, at_random(1)), 30).0.rate(5, 30);
    assert!((930.0..1_000.0).contains(&rate), "{rate}");
}

/// One segment in a hundred is lost: Reno's formula gives CUBIC 12 segments per round trip of 40 ms (300 per second). A path
/// of 40 segments is probed every forty rounds; between probes a round leaves what it has delivered, 0.99 of the rate, as
/// the draft says of its "design considerations": 0.83 of it on average.
#[test]
fn random_losses_of_one_per_cent_take_what_the_drafts_own_model_says() {
    let cubic = watch(&settings("cubic"), line(1_000, at_random(1)), 30).0.rate(5, 30);
    assert!((150.0..450.0).contains(&cubic), "CUBIC: {cubic}");
    let (seen, toy) = watch(&settings("bbr-v3"), line(1_000, at_random(1)), 30);
    let expected = 1_000.0 * (1.0 - 0.99f64.powi(40)) / (40.0 * 0.01);
    let rate = seen.rate(5, 30);
    assert!((rate / expected - 1.0).abs() < 0.07, "{rate} for {expected}");
    let stats = toy.sender.stats();
    let resent = stats.retransmitted_segments as f64 / stats.segments_sent as f64;
    assert!((0.008..0.013).contains(&resent), "{resent} of all segments again");
}

/// Room for a quarter of the path's volume: what is lost stays about the threshold of 2 %.
#[test]
fn a_short_queue_is_not_filled_without_end() {
    let (seen, toy) = watch(&settings("bbr-v3"), line(10, |_| false), 30);
    let stats = toy.sender.stats();
    let resent = stats.retransmitted_segments as f64 / stats.segments_sent as f64;
    assert!(resent < 0.02, "{resent} of all segments again");
    assert!(seen.rate(1, 30) > 900.0, "{} segments per second", seen.rate(1, 30));
}

/// Ten segments each 200 ms: no rate that is measured counts for a full path, so nothing drains.
#[test]
fn an_application_that_writes_little_does_not_make_the_path_seem_full() {
    let settings = settings("bbr-v3");
    let mut toy = Toy::new(&settings, Application::OnDemand, Seq(0), line(1_000, |_| false));
    for write in 0..50 {
        toy.at(write * 200, Act::Supply(10 * MSS));
    }
    toy.run(20_000);
    let before = toy.sender.cwnd() / MSS;
    assert_eq!(toy.receiver.rcv_nxt_offset(), 500 * MSS);
    assert!(before >= 10, "{before}");
    // What comes then fills the path as from the start.
    toy.at(20_000, Act::Supply(10_000 * MSS));
    let mut most = 0;
    while toy.step(Time::from_ps(25_000 * MS)) {
        most = most.max((toy.sender.snd_max_offset() - toy.sender.snd_una_offset()) / MSS);
    }
    assert!((75..=95).contains(&most), "{most}");
}

/// The scenario needs no pacing: the first segments are a round trip's worth apart, 2.77 windows of ten per millisecond.
#[test]
fn pacing_is_its_own_whatever_the_settings_say() {
    use cellwise_tcp::pacing::{PacingConfig, linux};
    let with = |pacing| {
        let settings = Settings { pacing, ..settings("bbr-v3") };
        watch(&settings, line(1_000, |_| false), 2).1.data.len()
    };
    let own = with(PacingConfig::default());
    assert_eq!(own, with(PacingConfig::Linux(linux::Config::default())));
    let mut toy = Toy::new(&settings("bbr-v3"), Application::Greedy, Seq(0), line(1_000, |_| false));
    toy.start();
    let mut left = vec![Time::ZERO];
    while left.len() < 10 && toy.step(Time::from_ps(10 * MS)) {
        left.push(toy.now);
    }
    for (n, at) in (0..).zip(&left) {
        assert!(at.ps().abs_diff(n * MS * 100 / 2_770) <= n, "{left:?}");
    }
}

/// A segment that leaves at 4.4 s and comes at 5.15 s was sent again long before. The report of its duplicate, which acknowledges
/// nothing new, comes while little is sent for a shorter round trip: what is taken back does not open the window beyond the half of
/// the path's 40 segments.
#[test]
fn a_loss_that_was_none_is_taken_back_within_what_the_model_allows() {
    use cellwise_tcp::undo::{UndoConfig, dsack};
    let settings =
        Settings { undo: UndoConfig::Dsack(dsack::Config::default()), dsack: true, ..settings("bbr-v3") };
    let (leaves, comes) = (Time::from_ps(4_400 * MS), Time::from_ps(5_150 * MS));
    let (mut plain, mut is_held) = (line(1_000, |_| false), false);
    let path: Path = Box::new(move |direction, number, now| {
        if direction == Direction::Data && now >= leaves && !is_held {
            is_held = true;
            return vec![comes];
        }
        plain(direction, number, now)
    });
    let mut toy = Toy::new(&settings, Application::Greedy, Seq(0), path);
    toy.start();
    while toy.sender.stats().undone_recoveries == 0 {
        assert!(toy.step(Time::from_ps(6_000 * MS)), "it is taken back");
    }
    assert!(toy.now > comes, "{}", toy.now);
    assert!(toy.sender.cwnd() <= 20 * MSS, "{} segments", toy.sender.cwnd() / MSS);
}
