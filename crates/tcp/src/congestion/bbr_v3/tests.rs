//! The model by hand: samples in, phases, bounds and windows out.

use cellwise_units::{Bytes, ConfigIssue, Span, Time};

use super::model::{AckPhase, Model, Phase, UNBOUNDED};
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
    control: BbrV3,
    window: CongestionWindow,
    delivered: u64,
    now_ms: u64,
}

impl Fed {
    fn new(config: Config) -> Self {
        let mut settings = Settings {
            variant: crate::VariantName::find("bbr-v3").expect("a variant"),
            mss: Bytes::new(MSS),
            initial_cwnd_segments: 10,
            receive_window: Bytes::new(10_000_000),
            ..Settings::default()
        };
        settings.congestion.bbr_v3 = config;
        let window = CongestionWindow::new(&settings.basics());
        Self {
            control: BbrV3::new(&settings.basics(), &settings.congestion.bbr_v3),
            window,
            delivered: 0,
            now_ms: 0,
        }
    }

    /// One that has found the path and cruises.
    fn cruising() -> Self {
        let mut fed = Self::new(Config::default());
        (0..4).for_each(|_| fed.round(RATE));
        // Little is in the network: one acknowledgment ends startup, drain and the phase below.
        assert_eq!(fed.model().phase, Phase::Cruise);
        fed.round(RATE);
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
            newly_acked: 10 * MSS,
            sent_in_flight: 10 * MSS,
            in_flight: 9 * MSS,
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

    /// Rounds until a phase comes.
    fn rounds_to(&mut self, phase: Phase) -> u64 {
        (1..200)
            .find(|_| {
                self.round(RATE);
                self.model().phase == phase
            })
            .expect("it comes")
    }
}

fn lost(segment: u64, sent_in_flight: u64, lost_since: u64) -> Lost {
    Lost {
        start: segment * MSS,
        end: (segment + 1) * MSS,
        sent_in_flight: sent_in_flight * MSS,
        lost_since: lost_since * MSS,
        is_app_limited: false,
    }
}

#[test]
fn three_rounds_without_growth_end_startup() {
    let mut fed = Fed::new(Config::default());
    for rate in [RATE / 4.0, RATE / 2.0, RATE, RATE, RATE] {
        let mut sample = fed.sample(rate);
        sample.in_flight = 20 * MSS;
        fed.give(&sample);
        assert_eq!(fed.model().phase, Phase::Startup);
    }
    let mut sample = fed.sample(RATE);
    sample.in_flight = 20 * MSS;
    fed.give(&sample);
    assert_eq!((fed.model().phase, fed.model().pacing_gain()), (Phase::Drain, 0.5));
}

#[test]
fn too_little_to_send_shows_nothing_of_the_path() {
    let mut fed = Fed::new(Config::default());
    for _ in 0..20 {
        let sample = Sample { is_app_limited: true, ..fed.sample(RATE) };
        fed.give(&sample);
    }
    assert_eq!(fed.model().phase, Phase::Startup);
}

/// The first round begins the recovery, in the next one six runs are lost: above 2 % of ten segments.
#[test]
fn six_runs_lost_in_a_round_of_recovery_end_startup() {
    for (runs, ends) in [(5, false), (6, true)] {
        let mut fed = Fed::new(Config::default());
        let mut rate = RATE;
        for round in 0..3 {
            let losses: Vec<_> =
                (0..if round == 1 { runs } else { 0 }).map(|run| lost(2 * run, 10, run + 1)).collect();
            let sample =
                Sample { in_recovery: true, lost_since: runs * MSS, losses: &losses, ..fed.sample(rate) };
            fed.give(&sample);
            rate *= 2.0;
        }
        assert_eq!(fed.model().pipe.reached, ends, "{runs}");
        // The volume of the path with the rate of the last round.
        assert_eq!(fed.model().long.in_flight == UNBOUNDED, !ends);
    }
}

#[test]
fn draining_ends_after_three_rounds_even_if_the_queue_stays() {
    let mut fed = Fed::new(Config::default());
    let mut phases = Vec::new();
    for _ in 0..9 {
        let sample = Sample { in_flight: 30 * MSS, ..fed.sample(RATE) };
        fed.give(&sample);
        phases.push(fed.model().phase);
    }
    assert_eq!(phases[3..8], [Phase::Drain, Phase::Drain, Phase::Drain, Phase::Drain, Phase::Down]);
}

/// Ten segments fill the path: a probe follows ten rounds after the last one, less what was drawn.
#[test]
fn a_probe_follows_after_as_many_rounds_as_segments_fill_the_path() {
    let mut fed = Fed::cruising();
    let drawn = fed.model().cycle.rounds_since_up;
    assert_eq!(fed.rounds_to(Phase::Refill), 10 - drawn);
    assert_eq!(fed.rounds_to(Phase::Up), 1);
    assert_eq!((fed.model().pacing_gain(), fed.model().window_gain()), (1.25, 2.25));
    // The first of three rounds is that whose rate was the base.
    assert_eq!(fed.rounds_to(Phase::Down), 3);
}

#[test]
fn the_wait_for_a_probe_is_drawn_from_two_to_three_seconds() {
    let mut waits = Vec::new();
    for seed in 0..50 {
        let mut fed = Fed::new(Config::default());
        fed.control.seed(seed);
        let sample = fed.sample(RATE);
        fed.model().start_down(&sample);
        assert!(fed.model().cycle.rounds_since_up < 2);
        waits.push(fed.model().cycle.wait().get() / MS);
    }
    assert!(waits.iter().all(|ms| (2_000..=3_000).contains(ms)));
    assert!(waits.iter().any(|ms| *ms < 2_200) && waits.iter().any(|ms| *ms > 2_800), "{waits:?}");
}

/// Losses while cruising: at the end of their round the bounds are the octets delivered in it and at its beginning, at
/// least 0.7 of the earlier bounds. The first such round begins with the full rate.
#[test]
fn losses_outside_probes_bound_rate_and_window_until_the_next_probe() {
    let mut fed = Fed::cruising();
    let losses = [lost(0, 10, 1)];
    let mut windows = Vec::new();
    for rate in [RATE, 0.7 * RATE] {
        let sample = Sample { losses: &losses, in_recovery: true, ..fed.sample(RATE / 2.0) };
        // In the middle of a round.
        fed.give(&Sample { prior_delivered: Some(0), ..sample });
        windows.push(fed.window.cwnd());
        let sample = Sample { in_recovery: true, ..fed.sample(RATE / 2.0) };
        fed.give(&sample);
        assert_eq!(fed.model().rate(), rate);
    }
    let once = (0.7 * windows[0] as f64) as u64;
    assert_eq!(fed.model().short.in_flight, ((0.7 * once as f64) as u64).max(10 * MSS));
    fed.rounds_to(Phase::Refill);
    assert_eq!((fed.model().rate(), fed.model().short.in_flight), (RATE, UNBOUNDED));
}

/// A probe with more than 2 % lost: the bound is the amount in the network, and the next probe ends when as much is.
#[test]
fn a_probe_that_loses_too_much_sets_the_bound_and_makes_the_next_one_careful() {
    let mut fed = Fed::cruising();
    fed.rounds_to(Phase::Up);
    let losses = [lost(0, 15, 1)];
    let sample = Sample { losses: &losses, ..fed.sample(RATE) };
    fed.give(&sample);
    // Of 14 segments before none was lost: the threshold is crossed 0.28 / 0.98 of a segment later.
    assert_eq!(fed.model().long.in_flight, 14_000 + 285);
    assert_eq!(fed.model().phase, Phase::Cruise, "little is in the network: the phase below is over at once");
    assert!(fed.model().long.was_too_high);
    fed.rounds_to(Phase::Up);
    let sample = Sample { in_flight: 15 * MSS, ..fed.sample(RATE) };
    fed.give(&sample);
    assert!(fed.model().long.was_precautionary && fed.model().phase == Phase::Down);
    // No loss shows within a round: the probe continues.
    assert_eq!(fed.rounds_to(Phase::Refill), 1);
}

#[test]
fn where_a_burst_crosses_the_threshold_is_found_within_it() {
    let mut fed = Fed::cruising();
    fed.rounds_to(Phase::Up);
    let burst = Lost { end: 10 * MSS, sent_in_flight: 110 * MSS, lost_since: 10 * MSS, ..lost(0, 0, 0) };
    let losses = [burst];
    let sample = Sample { losses: &losses, ..fed.sample(RATE) };
    fed.give(&sample);
    // (0.02 * 100 - 0) / 0.98 segments of the ten.
    assert_eq!(fed.model().long.in_flight, 102_040);
}

/// By 1, 2, 4, 8 segments per round of acknowledgments.
#[test]
fn a_probe_raises_the_bound_twice_as_fast_each_round() {
    let mut fed = Fed::cruising();
    fed.rounds_to(Phase::Up);
    let mut window = fed.window.clone();
    window.set(20 * MSS);
    let long = &mut fed.model().long;
    long.prepare();
    long.steepen(window.cwnd(), MSS);
    long.in_flight = 12 * MSS;
    let mut bounds = Vec::new();
    for _ in 0..4 {
        let sample = Sample { is_window_limited: true, newly_acked: 20 * MSS, ..fed.sample(RATE) };
        fed.model().rounds.take(&sample);
        fed.model().raise_bound(&sample, &window);
        bounds.push(fed.model().long.in_flight / MSS);
        window.set(window.cwnd().max(fed.model().long.in_flight));
    }
    assert_eq!(bounds, [13, 15, 19, 27]);
}

/// 15 % of twenty segments are three; of four there is always one, and never fewer than four remain.
#[test]
fn cruising_leaves_headroom_below_the_bound() {
    let mut fed = Fed::cruising();
    for (bound, left) in [(20, 17), (6, 5), (4, 4)] {
        fed.model().long.in_flight = bound * MSS;
        assert_eq!(fed.model().bound_with_headroom(), left * MSS);
    }
}

/// No shorter round trip for 5 s: half the path's volume for 200 ms and a round, then the window as before.
#[test]
fn little_is_in_the_network_while_the_round_trip_is_probed_for() {
    let mut fed = Fed::cruising();
    let rounds = fed.rounds_to(Phase::ProbeRtt);
    assert_eq!(fed.now_ms, 5_200, "the first sample, of 100 ms, and more than 5 s; {rounds} rounds");
    assert!(fed.control.ignores_rates());
    assert_eq!(fed.window.cwnd(), 5 * MSS);
    let mut lasted = 0;
    while fed.model().phase == Phase::ProbeRtt {
        let sample = Sample { in_flight: 5 * MSS, ..fed.sample(RATE / 2.0) };
        fed.give(&sample);
        lasted += RTT_MS;
    }
    assert_eq!((lasted, fed.model().phase), (400, Phase::Cruise));
    assert!(fed.window.cwnd() >= 10 * MSS);
}

#[test]
fn an_idle_connection_need_not_probe_for_the_round_trip() {
    let mut fed = Fed::cruising();
    fed.now_ms += 20_000;
    let now = Time::from_ps(fed.now_ms * MS);
    fed.control.on_restart(now, &mut fed.window);
    fed.round(RATE);
    assert_ne!(fed.model().phase, Phase::ProbeRtt);
    fed.round(RATE);
    assert_ne!(fed.model().phase, Phase::ProbeRtt, "the sample after the idle time is the shortest");
}

/// A recovery takes the window only as far as the model says, and gives it back.
#[test]
fn the_window_before_a_recovery_comes_back_after_it() {
    let mut fed = Fed::cruising();
    let before = fed.window.cwnd();
    let loss = LossEvent { now: Time::ZERO, cause: super::super::LossCause::Timeout, flight: 0, snd_wnd: 0 };
    let ssthresh = fed.control.ssthresh_after(&loss, &fed.window);
    assert_eq!(ssthresh, before);
    fed.window.set(MSS);
    let sample = Sample { in_recovery: true, newly_acked: MSS, ..fed.sample(RATE) };
    fed.give(&sample);
    assert_eq!(fed.window.cwnd(), 4 * MSS, "the least that keeps acknowledgments coming");
    fed.round(RATE);
    assert!(fed.window.cwnd() >= before);
}

#[test]
fn a_window_without_a_probe_is_refused() {
    let ms = |ms| Span::from_ps(ms * MS);
    let config = Config { min_rtt_window: ms(4_000), ..Config::default() };
    let rule = "give at least probe_rtt_interval (5 s)".to_owned();
    assert_eq!(config.check(), [ConfigIssue::new("bbr_v3.min_rtt_window", "4 s", rule)]);
    assert_eq!(Config { probe_rtt_interval: ms(4_000), ..config }.check(), []);
}

#[test]
fn phases_of_acknowledgments_follow_the_probe() {
    let mut fed = Fed::cruising();
    assert_eq!(fed.model().ack_phase, AckPhase::Before);
    let cycles = fed.model().cycles;
    fed.rounds_to(Phase::Refill);
    assert_eq!(fed.model().ack_phase, AckPhase::Refilling);
    fed.rounds_to(Phase::Up);
    assert_eq!(fed.model().ack_phase, AckPhase::Starting);
    fed.round(RATE);
    assert_eq!(fed.model().ack_phase, AckPhase::Feedback);
    fed.rounds_to(Phase::Down);
    fed.round(RATE);
    assert_eq!((fed.model().ack_phase, fed.model().cycles), (AckPhase::Before, cycles + 1));
}

/// The bounds of [`losses_outside_probes_bound_rate_and_window_until_the_next_probe`] go as soon as the losses are
/// known to be none.
#[test]
fn bounds_by_losses_that_were_none_are_taken_back() {
    let mut fed = Fed::cruising();
    fed.control.save();
    let losses = [lost(0, 10, 1)];
    for _ in 0..2 {
        let sample = Sample { losses: &losses, in_recovery: true, ..fed.sample(RATE / 2.0) };
        fed.give(&Sample { prior_delivered: Some(0), ..sample });
        let sample = Sample { in_recovery: true, ..fed.sample(RATE / 2.0) };
        fed.give(&sample);
    }
    assert!(fed.model().rate() < RATE && fed.model().short.in_flight < UNBOUNDED);
    fed.control.restore();
    assert_eq!((fed.model().rate(), fed.model().short.in_flight), (RATE, UNBOUNDED));
}

/// A probe that a loss has ended begins again when the loss is known to be none, and so does startup.
#[test]
fn what_was_left_for_losses_that_were_none_goes_on() {
    let mut fed = Fed::cruising();
    fed.rounds_to(Phase::Up);
    let bound = fed.model().long.in_flight;
    fed.control.save();
    let losses = [lost(0, 10, 1)];
    let sample = Sample { losses: &losses, in_recovery: true, ..fed.sample(RATE) };
    fed.give(&Sample { prior_delivered: Some(0), ..sample });
    assert_eq!(fed.model().phase, Phase::Down);
    assert!(fed.model().long.in_flight < UNBOUNDED);
    fed.control.restore();
    let sample = fed.sample(RATE);
    fed.give(&Sample { prior_delivered: Some(0), ..sample });
    assert_eq!((fed.model().phase, fed.model().long.in_flight), (Phase::Refill, bound));

    let mut fed = Fed::new(Config::default());
    fed.control.save();
    fed.model().pipe.reached = true;
    fed.model().phase = Phase::Drain;
    fed.control.restore();
    fed.round(RATE);
    assert_eq!((fed.model().phase, fed.model().pipe.reached), (Phase::Startup, false));
}

/// What is sent for a shorter round trip stays little whatever the losses before were.
#[test]
fn a_probe_for_the_round_trip_goes_on() {
    let mut fed = Fed::new(Config::default());
    fed.control.save();
    fed.model().phase = Phase::ProbeRtt;
    fed.control.restore();
    let sample = fed.sample(RATE);
    fed.model().return_to_phase(&sample);
    assert_eq!(fed.model().phase, Phase::ProbeRtt);
}
