//! Startup, drain, and the cycle of probes for bandwidth.
//!
//! Source: draft-ietf-ccwg-bbr, "Startup", "Drain" and "ProbeBW".

use cellwise_units::{Span, Time};

use super::model::{AckPhase, Model, Phase};
use crate::congestion::path_model::since;
use crate::delivery::Sample;
use crate::window::CongestionWindow;

/// Runs of octets lost in a round that end startup, if enough is lost.
const STARTUP_RUNS: u32 = 6;
/// Rounds after which draining ends in any case.
const DRAIN_ROUNDS: u64 = 3;
/// Rounds between probes, at most, so that Reno has its share.
const RENO_ROUNDS: u64 = 63;
/// What is drawn at random is added to the wait: so many picoseconds, one second.
const SPREAD_PS: u64 = 1_000_000_000_000;

/// The state of the cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cycle {
    /// When the last probe ended (cycle_stamp), and how long the next one waits.
    begun: Time,
    wait: Span,
    pub(super) rounds_since_up: u64,
    drain_from: u64,
    /// The round in which a recovery in startup began.
    recovery_from: Option<u64>,
}

#[cfg(test)]
impl Cycle {
    pub(super) fn wait(&self) -> Span {
        self.wait
    }
}

impl Model {
    /// Ends startup when the path is full, or bears no more.
    pub(super) fn end_startup(&mut self, sample: &Sample<'_>) {
        self.end_startup_by_losses(sample);
        if self.phase == Phase::Startup && self.pipe.reached {
            self.phase = Phase::Drain;
            self.cycle.drain_from = self.rounds.count;
        }
    }

    // spec: draft-ietf-ccwg-bbr, "Exiting Startup Based on Packet Loss"
    fn end_startup_by_losses(&mut self, sample: &Sample<'_>) {
        let count = self.rounds.count;
        let from = self.cycle.recovery_from.get_or_insert(count);
        let lasts = sample.in_recovery && count > *from;
        if !sample.in_recovery {
            self.cycle.recovery_from = None;
        }
        if !self.short.ends_round {
            return;
        }
        let runs = std::mem::take(&mut self.short.runs_lost);
        let is_too_high = self.is_too_high(sample.lost_since, sample.sent_in_flight);
        let shows =
            if self.is_selective { lasts && runs >= STARTUP_RUNS } else { sample.in_recovery && runs > 0 };
        if self.phase == Phase::Startup && !self.pipe.reached && shows && is_too_high {
            self.pipe.reached = true;
            self.long.in_flight = self.volume(1.0).max(self.short.latest_in_flight);
        }
    }

    /// Ends drain when the queue is empty, or after three rounds.
    pub(super) fn end_drain(&mut self, sample: &Sample<'_>) {
        let lasts = self.rounds.count > self.cycle.drain_from + DRAIN_ROUNDS;
        if self.phase == Phase::Drain && (lasts || sample.in_flight <= self.in_flight_for(1.0, self.rate())) {
            self.start_down(sample);
        }
    }

    pub(super) fn start_down(&mut self, sample: &Sample<'_>) {
        self.short.forget();
        self.long.stop();
        // Which of both is drawn first is the draft's order.
        self.cycle.rounds_since_up = self.draws.below(2);
        self.cycle.wait = self.config.probe_wait + Span::from_ps(self.draws.below(SPREAD_PS + 1));
        self.cycle.begun = sample.now;
        self.ack_phase = AckPhase::Stopping;
        self.rounds.restart(sample);
        self.phase = Phase::Down;
    }

    pub(super) fn start_refill(&mut self, sample: &Sample<'_>) {
        self.short.unbound();
        self.long.prepare();
        self.ack_phase = AckPhase::Refilling;
        self.rounds.restart(sample);
        self.phase = Phase::Refill;
    }

    fn start_up(&mut self, sample: &Sample<'_>, window: &CongestionWindow) {
        self.ack_phase = AckPhase::Starting;
        self.rounds.restart(sample);
        self.pipe.restart(sample.rate);
        self.phase = Phase::Up;
        self.long.steepen(window.cwnd(), self.mss);
    }

    /// Moves on in the cycle (UpdateProbeBWCyclePhase).
    pub(super) fn move_cycle(&mut self, sample: &Sample<'_>, window: &CongestionWindow) {
        if !self.pipe.reached || self.end_probe(sample) {
            return;
        }
        self.raise_bound(sample, window);
        let phase = self.phase;
        match phase {
            Phase::Down | Phase::Cruise if self.is_time_to_probe(sample.now, window) => {
                self.start_refill(sample)
            }
            Phase::Down if self.is_time_to_cruise(sample) => self.phase = Phase::Cruise,
            Phase::Refill if self.rounds.begins => {
                self.long.is_probe_sample = true;
                self.start_up(sample, window);
            }
            Phase::Up if self.is_time_to_go_down(sample, window) => {
                self.long.was_too_high = false;
                self.start_down(sample);
            }
            _ => {}
        }
    }

    /// Follows the acknowledgments of a probe; whether the next one begins at once (AdaptLongTermModel).
    fn end_probe(&mut self, sample: &Sample<'_>) -> bool {
        if !self.rounds.begins {
            return false;
        }
        if self.ack_phase == AckPhase::Starting {
            self.ack_phase = AckPhase::Feedback;
        }
        if self.ack_phase != AckPhase::Stopping {
            return false;
        }
        self.long.is_probe_sample = false;
        self.ack_phase = AckPhase::Before;
        if self.cycles() && !sample.is_app_limited {
            self.cycles += 1;
        }
        let goes_on = self.cycles() && self.long.was_precautionary && !self.long.was_too_high;
        if goes_on {
            self.start_refill(sample);
        }
        goes_on
    }

    // spec: draft-ietf-ccwg-bbr, "Time Scale for Bandwidth Probing"
    fn is_time_to_probe(&self, now: Time, window: &CongestionWindow) -> bool {
        let rounds = (self.target_in_flight(window) / self.mss).min(RENO_ROUNDS);
        since(self.cycle.begun, now) > self.cycle.wait || self.cycle.rounds_since_up >= rounds
    }

    fn is_time_to_cruise(&self, sample: &Sample<'_>) -> bool {
        let full = self.in_flight_for(1.0, self.max_rate.greatest());
        sample.in_flight <= self.bound_with_headroom() && sample.in_flight <= full
    }

    fn is_time_to_go_down(&mut self, sample: &Sample<'_>, window: &CongestionWindow) -> bool {
        let careful = self.config.precautionary_probes && self.long.was_too_high;
        if careful && sample.in_flight >= self.long.in_flight {
            self.long.was_precautionary = true;
            return true;
        }
        if self.is_bounded_by_it(window) {
            // It cannot be seen what the path would bear.
            self.pipe.restart(sample.rate);
            return false;
        }
        self.pipe.now
    }

    /// Continues after a probe for the round trip, when little is in the network (ExitProbeRTT).
    pub(super) fn leave_probe_rtt(&mut self, sample: &Sample<'_>) {
        self.short.unbound();
        if self.pipe.reached {
            self.start_down(sample);
            self.phase = Phase::Cruise;
        } else {
            self.phase = Phase::Startup;
        }
    }
}
