//! The model by hand: samples in, modes and windows out.

use cellwise_units::{Bytes, Span, Time};

use super::model::{Mode, Model};
use super::*;
use crate::config::Settings;
use crate::delivery::Lost;

const MSS: u64 = 1_000;
const MS: u64 = 1_000_000_000;
/// 100 segments per second and a round trip of 100 ms: ten segments fill the path.
const RATE: f64 = 1e5;
const RTT_MS: u64 = 100;

/// A connection whose samples come once per round trip.
struct Fed {
    control: BbrV1,
    window: CongestionWindow,
    delivered: u64,
    lost: u64,
    now_ms: u64,
}

impl Fed {
    fn new() -> Self {
        let settings = Settings {
            variant: crate::VariantName::find("bbr-v1").expect("a variant"),
            mss: Bytes::new(MSS),
            initial_cwnd_segments: 10,
            receive_window: Bytes::new(10_000_000),
            ..Settings::default()
        };
        let window = CongestionWindow::new(&settings.basics());
        Self {
            control: BbrV1::new(&settings.basics(), &settings.congestion.bbr_v1),
            window,
            delivered: 0,
            lost: 0,
            now_ms: 0,
        }
    }

    /// One that has found the path.
    fn cycling() -> Self {
        let mut fed = Self::new();
        (0..4).for_each(|_| fed.round(RATE));
        assert!(
            matches!(fed.model().mode, Mode::ProbeBw(_)),
            "drain ends at once, as little is in the network"
        );
        fed
    }

    fn model(&mut self) -> &mut Model {
        &mut self.control.model
    }

    /// A sample that ends a round.
    fn sample(&mut self, rate: f64) -> Sample<'static> {
        self.now_ms += RTT_MS;
        let prior = self.delivered;
        self.delivered += 10 * MSS;
        Sample {
            now: Time::from_ps(self.now_ms * MS),
            rtt: Some(Span::from_ps(RTT_MS * MS)),
            rate,
            delivered: 10 * MSS,
            prior_delivered: Some(prior),
            total_delivered: self.delivered,
            total_lost: self.lost,
            newly_acked: 10 * MSS,
            sent_in_flight: 10 * MSS,
            in_flight: 4 * MSS,
            ..Sample::default()
        }
    }

    fn give(&mut self, sample: &Sample<'_>) {
        self.control.on_delivery(sample, &mut self.window);
    }

    fn round(&mut self, rate: f64) {
        let sample = self.sample(rate);
        self.give(&sample);
    }
}

fn losses(segments: u64) -> Vec<Lost> {
    let one = |n| Lost {
        start: n * MSS,
        end: (n + 1) * MSS,
        sent_in_flight: 10 * MSS,
        lost_since: MSS,
        is_app_limited: false,
    };
    (0..segments).map(one).collect()
}

#[test]
fn the_gains_are_those_of_the_kernel() {
    let mut fed = Fed::new();
    assert_eq!(fed.model().pacing_gain(), 2.886_718_75);
    fed.model().mode = Mode::Drain;
    assert_eq!((fed.model().pacing_gain(), fed.model().window_gain()), (0.343_75, 2.886_718_75));
    fed.model().mode = Mode::ProbeRtt;
    assert_eq!((fed.model().pacing_gain(), fed.model().window_gain()), (1.0, 1.0));
}

/// Each seed begins the cycle in one of seven phases, never in that which sends less.
#[test]
fn the_cycle_begins_in_any_phase_but_the_one_below() {
    let phases: std::collections::BTreeSet<_> = (0..200)
        .map(|seed| {
            let mut fed = Fed::new();
            fed.control.seed(seed);
            (0..4).for_each(|_| fed.round(RATE));
            match fed.model().mode {
                Mode::ProbeBw(phase) => phase,
                mode => panic!("{mode:?}"),
            }
        })
        .collect();
    assert_eq!(phases.into_iter().collect::<Vec<_>>(), [0, 2, 3, 4, 5, 6, 7]);
}

/// A phase takes more than a round trip. That above lasts until its volume is in the network: 12.5 segments and three,
/// an even number, and two more.
#[test]
fn a_phase_lasts_a_round_trip_and_the_one_above_until_the_network_holds_more() {
    let mut fed = Fed::cycling();
    fed.model().mode = Mode::ProbeBw(0);
    for in_flight in [4, 5, 7] {
        let sample = Sample { in_flight: in_flight * MSS, ..fed.sample(RATE) };
        fed.give(&sample);
        assert_eq!(fed.model().mode, Mode::ProbeBw(0), "{in_flight} and 10 before");
    }
    let sample = Sample { in_flight: 8 * MSS, ..fed.sample(RATE) };
    fed.give(&sample);
    assert_eq!(fed.model().mode, Mode::ProbeBw(1));
    // 14 segments in the network are the volume and what the ends hold: the phase below is over at once.
    fed.round(RATE);
    assert_eq!(fed.model().mode, Mode::ProbeBw(2));
}

/// Four segments, 10 s after the last shortest round trip, for 200 ms and a round.
#[test]
fn the_round_trip_is_probed_for_with_four_segments() {
    let mut fed = Fed::cycling();
    let window = fed.window.cwnd();
    while fed.model().mode != Mode::ProbeRtt {
        fed.round(RATE);
    }
    assert_eq!((fed.now_ms, fed.window.cwnd()), (10_200, 4 * MSS));
    assert!(fed.control.ignores_rates());
    let from = fed.now_ms;
    while fed.model().mode == Mode::ProbeRtt {
        fed.round(RATE / 2.0);
    }
    // It began with no more than four in the network.
    assert_eq!(fed.now_ms - from, 300);
    assert!(fed.window.cwnd() >= window);
}

/// The rate of ten rounds ago is forgotten.
#[test]
fn the_greatest_rate_of_ten_rounds_counts() {
    let mut fed = Fed::cycling();
    let mut rounds = 0;
    while fed.model().rate() == RATE {
        fed.round(RATE / 2.0);
        rounds += 1;
    }
    assert_eq!((rounds, fed.model().rate()), (10, RATE / 2.0));
}

/// In the first round of a recovery what was in the network, then as before, and at its end the window comes back.
#[test]
fn a_recovery_conserves_for_a_round() {
    let mut fed = Fed::cycling();
    fed.window.set(20 * MSS);
    let loss =
        LossEvent { now: Time::ZERO, cause: super::super::LossCause::DuplicateAcks, flight: 0, snd_wnd: 0 };
    fed.control.ssthresh_after(&loss, &fed.window);
    let lost = losses(1);
    let first =
        Sample { losses: &lost, in_recovery: true, newly_acked: MSS, in_flight: 8 * MSS, ..fed.sample(RATE) };
    fed.give(&first);
    assert_eq!(fed.window.cwnd(), 9 * MSS);
    let sample = Sample { in_recovery: true, newly_acked: MSS, ..fed.sample(RATE) };
    fed.give(&sample);
    assert_eq!(fed.window.cwnd(), 10 * MSS, "a round has passed: it grows");
    let sample = Sample { newly_acked: MSS, ..fed.sample(RATE) };
    fed.give(&sample);
    assert_eq!(fed.window.cwnd(), 21 * MSS, "and what is acknowledged");
}

/// A quarter of the delivered octets is lost, in two intervals of four rounds with the same rate: it is kept for 48
/// rounds.
#[test]
fn two_intervals_of_heavy_loss_show_a_policer() {
    let mut fed = Fed::cycling();
    let lost = losses(3);
    let mut rounds = 0;
    while fed.model().policer.rate().is_none() && rounds < 20 {
        fed.lost += 3 * MSS;
        let sample = Sample { losses: &lost, ..fed.sample(RATE) };
        fed.give(&sample);
        rounds += 1;
    }
    assert_eq!((rounds, fed.model().rate()), (8, RATE));
    assert_eq!(fed.model().pacing_gain(), 1.0);
    let mut kept = 0;
    while fed.model().policer.rate().is_some() {
        fed.round(RATE);
        kept += 1;
    }
    assert_eq!(kept, 48);
}

#[test]
fn few_losses_show_no_policer() {
    let mut fed = Fed::cycling();
    let lost = losses(1);
    for _ in 0..40 {
        fed.lost += MSS;
        let sample = Sample { losses: &lost, ..fed.sample(RATE) };
        fed.give(&sample);
    }
    assert_eq!(fed.model().policer.rate(), None);
}

/// Little growth is counted again, and the supposed policer is forgotten.
// linux: bbr_undo_cwnd
#[test]
fn losses_that_were_none_show_neither_a_full_path_nor_a_policer() {
    let mut fed = Fed::new();
    (0..3).for_each(|_| fed.round(RATE));
    fed.control.restore();
    (0..3).for_each(|_| fed.round(RATE));
    assert_eq!(fed.model().mode, Mode::Startup, "one round of growth from nothing and two of little");
    fed.round(RATE);
    assert_ne!(fed.model().mode, Mode::Startup);
}
