//! What is known of the path, and what the control is doing.

use cellwise_units::{Span, Time};

use super::Config;
use super::policer::Policer;
use crate::basics::Basics;
use crate::congestion::path_model::{Aggregation, FullPipe, MaxFilter, PacingRate, Rounds, since};
use crate::delivery::Sample;
use crate::draws::Draws;
use crate::window::CongestionWindow;

/// Rounds of which the greatest rate and aggregation count (`bbr_bw_rtts`).
const ROUNDS: u64 = 10;
/// Pacing gains of the cycle (`bbr_pacing_gain`).
const CYCLE: [f64; 8] = [1.25, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
/// The gain of the window (`bbr_cwnd_gain`).
const WINDOW_GAIN: f64 = 2.0;

/// What the control is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Startup,
    Drain,
    /// In this phase of the cycle.
    ProbeBw(usize),
    ProbeRtt,
}

/// The model of a connection's path. Rates are octets per second.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) config: Config,
    pub(super) draws: Draws,
    pub(super) mss: u64,
    pub(super) initial_cwnd: u64,
    pub(super) mode: Mode,
    pub(super) rounds: Rounds,
    pub(super) pipe: FullPipe,
    pub(super) pacing: PacingRate,
    pub(super) aggregation: Aggregation,
    pub(super) max_rate: MaxFilter,
    pub(super) policer: Policer,
    pub(super) min_rtt: Option<Span>,
    min_rtt_at: Time,
    /// When the present phase of the cycle began.
    phase_begun: Time,
    /// From when on a probe for the round trip may end, once little is in the network.
    probe_until: Option<Time>,
    probe_round_done: bool,
    pub(super) prior_cwnd: u64,
    pub(super) was_in_recovery: bool,
    /// Whether no more is sent than is acknowledged: for the first round of a recovery.
    pub(super) conserves: bool,
    restarts: bool,
}

impl Model {
    pub(super) fn new(basics: &Basics, config: Config) -> Self {
        let initial_cwnd = basics.initial_cwnd;
        Self {
            config,
            draws: Draws::default(),
            mss: basics.mss,
            initial_cwnd,
            mode: Mode::Startup,
            rounds: Rounds::default(),
            pipe: FullPipe::default(),
            pacing: PacingRate::new(initial_cwnd, config.startup_gain),
            aggregation: Aggregation::default(),
            max_rate: MaxFilter::default(),
            policer: Policer::default(),
            min_rtt: None,
            min_rtt_at: Time::ZERO,
            phase_begun: Time::ZERO,
            probe_until: None,
            probe_round_done: false,
            prior_cwnd: 0,
            was_in_recovery: false,
            conserves: false,
            restarts: false,
        }
    }

    /// Takes a sample that has delivered something.
    // linux: bbr_update_model
    pub(super) fn take_sample(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
        self.pacing.measure(sample.rtt);
        self.take_rate(sample);
        self.aggregation.take(sample, self.rate(), (self.rounds.count, ROUNDS), window.cwnd());
        if let Mode::ProbeBw(phase) = self.mode
            && self.phase_is_over(CYCLE[phase], sample)
        {
            self.enter_phase((phase + 1) % CYCLE.len(), sample.now);
        }
        if self.rounds.begins && !sample.is_app_limited && !self.pipe.reached {
            self.pipe.take(self.max_rate.greatest());
        }
        self.drain(sample);
        self.take_round_trip(sample, window);
    }

    // linux: bbr_update_bw
    fn take_rate(&mut self, sample: &Sample<'_>) {
        self.rounds.take(sample);
        self.conserves &= !self.rounds.begins;
        if self.config.detects_policers {
            let cycles = matches!(self.mode, Mode::ProbeBw(_));
            if self.policer.take(sample, self.rounds.begins, cycles) {
                self.enter_cycle(sample.now);
            }
        }
        if sample.rate > 0.0 && (!sample.is_app_limited || sample.rate >= self.max_rate.greatest()) {
            self.max_rate.take(self.rounds.count, ROUNDS, sample.rate);
        }
    }

    /// The rate that the path is taken to have now.
    pub(super) fn rate(&self) -> f64 {
        self.policer.rate().unwrap_or(self.max_rate.greatest())
    }

    pub(super) fn pacing_gain(&self) -> f64 {
        match self.mode {
            Mode::Startup => self.config.startup_gain,
            Mode::Drain => self.config.drain_gain,
            Mode::ProbeBw(phase) if self.policer.rate().is_none() => CYCLE[phase],
            Mode::ProbeBw(_) | Mode::ProbeRtt => 1.0,
        }
    }

    pub(super) fn window_gain(&self) -> f64 {
        match self.mode {
            Mode::Startup | Mode::Drain => self.config.startup_gain,
            Mode::ProbeBw(_) => WINDOW_GAIN,
            Mode::ProbeRtt => 1.0,
        }
    }

    // linux: bbr_is_next_cycle_phase
    fn phase_is_over(&self, gain: f64, sample: &Sample<'_>) -> bool {
        let has_lasted = self.min_rtt.is_some_and(|rtt| since(self.phase_begun, sample.now) > rtt);
        let before = sample.in_flight + sample.newly_acked;
        if gain > 1.0 {
            let is_full = before >= self.in_flight_for(gain);
            return has_lasted && (!sample.losses.is_empty() || is_full);
        }
        has_lasted || (gain < 1.0 && before <= self.in_flight_for(1.0))
    }

    fn enter_phase(&mut self, phase: usize, now: Time) {
        self.mode = Mode::ProbeBw(phase);
        self.phase_begun = now;
    }

    /// Enters the cycle in any phase but that which sends less.
    // linux: bbr_reset_probe_bw_mode
    fn enter_cycle(&mut self, now: Time) {
        let last = CYCLE.len() - 1 - self.draws.below(CYCLE.len() as u64 - 1) as usize;
        self.enter_phase((last + 1) % CYCLE.len(), now);
    }

    // linux: bbr_check_drain
    fn drain(&mut self, sample: &Sample<'_>) {
        if self.mode == Mode::Startup && self.pipe.reached {
            self.mode = Mode::Drain;
        }
        if self.mode == Mode::Drain && sample.in_flight <= self.in_flight_for(1.0) {
            self.enter_cycle(sample.now);
        }
    }

    // linux: bbr_update_min_rtt
    fn take_round_trip(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
        let is_old = self.min_rtt.is_some() && sample.now > self.min_rtt_at + self.config.min_rtt_window;
        if let Some(rtt) = sample.rtt
            && (is_old || self.min_rtt.is_none_or(|shortest| rtt < shortest))
        {
            (self.min_rtt, self.min_rtt_at) = (Some(rtt), sample.now);
        }
        if is_old && !self.restarts && self.mode != Mode::ProbeRtt {
            self.save_window(window);
            self.mode = Mode::ProbeRtt;
            self.probe_until = None;
        }
        if self.mode == Mode::ProbeRtt {
            self.hold_probe(sample, window);
        }
        self.restarts = false;
    }

    fn hold_probe(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
        if self.probe_until.is_some() {
            self.probe_round_done |= self.rounds.begins;
            if self.probe_round_done {
                self.end_probe_if_over(sample.now, window);
            }
        } else if sample.in_flight <= self.least_window() {
            self.probe_until = Some(sample.now + self.config.probe_rtt_duration);
            self.probe_round_done = false;
            self.rounds.restart(sample);
        }
    }

    // linux: bbr_check_probe_rtt_done
    fn end_probe_if_over(&mut self, now: Time, window: &mut CongestionWindow) {
        if self.probe_until.is_some_and(|until| now > until) {
            self.min_rtt_at = now;
            self.restore_window(window);
            if self.pipe.reached {
                self.enter_cycle(now);
            } else {
                self.mode = Mode::Startup;
            }
        }
    }

    // linux: bbr_save_cwnd
    pub(super) fn save_window(&mut self, window: &CongestionWindow) {
        let is_normal = !self.was_in_recovery && self.mode != Mode::ProbeRtt;
        self.prior_cwnd = if is_normal { window.cwnd() } else { self.prior_cwnd.max(window.cwnd()) };
    }

    pub(super) fn restore_window(&self, window: &mut CongestionWindow) {
        window.set(window.cwnd().max(self.prior_cwnd));
    }

    /// The application writes after an idle time.
    // linux: bbr_cwnd_event
    pub(super) fn restart(&mut self, now: Time, window: &mut CongestionWindow) {
        self.restarts = true;
        self.aggregation.restart(now);
        match self.mode {
            Mode::ProbeBw(_) => self.pacing.set(1.0, self.rate(), self.pipe.reached),
            Mode::ProbeRtt => self.end_probe_if_over(now, window),
            Mode::Startup | Mode::Drain => {}
        }
    }
}
