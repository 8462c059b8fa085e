//! What is known of the path, and what the control is doing.

use cellwise_units::{Span, Time};

use super::Config;
use crate::basics::Basics;
use crate::congestion::path_model::{Aggregation, FullPipe, MaxFilter, PacingRate, Rounds};
use crate::delivery::Sample;
use crate::draws::Draws;
use crate::window::CongestionWindow;

/// Stands for a bound that is not set.
pub(super) const UNBOUNDED: u64 = u64::MAX;
/// Probes for bandwidth of which the greatest rate counts (MaxBwFilterLen).
const RATE_CYCLES: u64 = 2;
/// Rounds of which the greatest aggregation counts (ExtraAckedFilterLen).
const AGGREGATION_ROUNDS: u64 = 10;

/// What the control is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Startup,
    Drain,
    /// The queue of a probe for bandwidth drains (ProbeBW_DOWN).
    Down,
    Cruise,
    /// What is in the network grows to its bounds before a probe (ProbeBW_REFILL).
    Refill,
    /// A probe for bandwidth (ProbeBW_UP).
    Up,
    /// A probe for the shortest round trip.
    ProbeRtt,
}

/// The part of a probe for bandwidth that acknowledgments are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AckPhase {
    Before,
    Refilling,
    Starting,
    Feedback,
    Stopping,
}

/// The model of a connection's path, with the draft's variables. Rates are octets per second.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) config: Config,
    pub(super) draws: Draws,
    pub(super) mss: u64,
    pub(super) initial_cwnd: u64,
    /// Whether the recovery sees more than one loss per round trip.
    pub(super) is_selective: bool,
    pub(super) phase: Phase,
    pub(super) ack_phase: AckPhase,
    pub(super) rounds: Rounds,
    pub(super) pipe: FullPipe,
    pub(super) pacing: PacingRate,
    pub(super) aggregation: Aggregation,
    pub(super) max_rate: MaxFilter,
    /// Probes for bandwidth that are over.
    pub(super) cycles: u64,
    /// The shortest round trip and when it was seen.
    pub(super) min_rtt: Option<Span>,
    pub(super) min_rtt_at: Time,
    pub(super) probe_rtt: super::probe_rtt::ProbeRtt,
    pub(super) short: super::short_term::ShortTerm,
    pub(super) long: super::long_term::LongTerm,
    pub(super) cycle: super::cycle::Cycle,
    pub(super) before_loss: super::spurious::BeforeLoss,
    /// The window that was known to be good before a recovery or a probe for the round trip (prior_cwnd).
    pub(super) prior_cwnd: u64,
    was_in_recovery: bool,
    /// Whether what was sent after an idle time is still to be delivered.
    pub(super) restarts: bool,
}

impl Model {
    pub(super) fn new(basics: &Basics, config: Config) -> Self {
        let initial_cwnd = basics.initial_cwnd;
        Self {
            config,
            draws: Draws::default(),
            mss: basics.mss,
            initial_cwnd,
            is_selective: basics.uses_sack,
            phase: Phase::Startup,
            ack_phase: AckPhase::Before,
            rounds: Rounds::default(),
            pipe: FullPipe::default(),
            pacing: PacingRate::new(initial_cwnd, config.startup_gain),
            aggregation: Aggregation::default(),
            max_rate: MaxFilter::default(),
            cycles: 0,
            min_rtt: None,
            min_rtt_at: Time::ZERO,
            probe_rtt: super::probe_rtt::ProbeRtt::default(),
            short: super::short_term::ShortTerm::default(),
            long: super::long_term::LongTerm::default(),
            cycle: super::cycle::Cycle::default(),
            before_loss: super::spurious::BeforeLoss::default(),
            prior_cwnd: 0,
            was_in_recovery: false,
            restarts: false,
        }
    }

    /// Takes a sample that has delivered something.
    // spec: draft-ietf-ccwg-bbr, "Per-ACK Steps" (UpdateModelAndState)
    pub(super) fn take_sample(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
        self.pacing.measure(sample.rtt);
        self.note_latest(sample);
        self.take_rate(sample);
        self.bound_short_term(window);
        let length = if self.pipe.reached { AGGREGATION_ROUNDS } else { 1 };
        self.aggregation.take(sample, self.rate(), (self.rounds.count, length), window.cwnd());
        if self.rounds.begins && !sample.is_app_limited {
            self.pipe.take(sample.rate);
        }
        self.end_startup(sample);
        self.end_drain(sample);
        self.move_cycle(sample, window);
        self.take_round_trip(sample);
        self.probe_round_trip(sample, window);
        self.forget_latest(sample);
    }

    /// Counts the round and takes the rate.
    // spec: draft-ietf-ccwg-bbr, "Updating the BBR.max_bw Max Filter"
    fn take_rate(&mut self, sample: &Sample<'_>) {
        self.rounds.take(sample);
        self.cycle.rounds_since_up += u64::from(self.rounds.begins);
        if sample.rate > 0.0 && (sample.rate >= self.max_rate.greatest() || !sample.is_app_limited) {
            self.max_rate.take(self.cycles, RATE_CYCLES, sample.rate);
        }
    }

    /// The rate that the path is taken to have now (BBR.bw).
    pub(super) fn rate(&self) -> f64 {
        self.max_rate.greatest().min(self.short.rate)
    }

    /// The pacing gain.
    // spec: draft-ietf-ccwg-bbr, "Summary of Control Behavior in the State Machine"
    pub(super) fn pacing_gain(&self) -> f64 {
        match self.phase {
            Phase::Startup => self.config.startup_gain,
            Phase::Drain => self.config.drain_gain,
            Phase::Down => self.config.down_gain,
            Phase::Cruise | Phase::Refill | Phase::ProbeRtt => 1.0,
            Phase::Up => 1.25,
        }
    }

    /// The gain of the window.
    pub(super) fn window_gain(&self) -> f64 {
        match self.phase {
            Phase::Up => 2.25,
            Phase::ProbeRtt => 0.5,
            _ => 2.0,
        }
    }

    /// Whether it is in the cycle of probes for bandwidth.
    pub(super) fn cycles(&self) -> bool {
        matches!(self.phase, Phase::Down | Phase::Cruise | Phase::Refill | Phase::Up)
    }

    /// Whether it sends faster than the path to see what it bears (IsProbingBW).
    pub(super) fn probes_rate(&self) -> bool {
        matches!(self.phase, Phase::Startup | Phase::Refill | Phase::Up)
    }

    /// Remembers the window before it falls.
    pub(super) fn save_window(&mut self, window: &CongestionWindow) {
        let is_normal = !self.was_in_recovery && self.phase != Phase::ProbeRtt;
        self.prior_cwnd = if is_normal { window.cwnd() } else { self.prior_cwnd.max(window.cwnd()) };
    }

    /// Returns to the window that was known to be good.
    pub(super) fn restore_window(&self, window: &mut CongestionWindow) {
        window.set(window.cwnd().max(self.prior_cwnd));
    }

    /// Takes note of recoveries; one that has ended gives the window back, as far as the model allows it.
    pub(super) fn end_recovery(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
        if self.was_in_recovery && !sample.in_recovery {
            self.restore_window(window);
        }
        self.was_in_recovery = sample.in_recovery;
    }

    /// The application writes after an idle time.
    // spec: draft-ietf-ccwg-bbr, "Actions when Restarting from Idle"
    pub(super) fn restart(&mut self, now: Time, window: &mut CongestionWindow) {
        self.restarts = true;
        self.aggregation.restart(now);
        if self.cycles() {
            self.pacing.set(1.0, self.rate(), self.pipe.reached);
        } else if self.phase == Phase::ProbeRtt {
            self.end_probe_if_over(now, None, window);
        }
    }
}
