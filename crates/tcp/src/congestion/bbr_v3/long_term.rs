//! The long-term bound: what was in the network when losses were too many, raised by probes that find them few.
//!
//! Source: draft-ietf-ccwg-bbr, "Probing for Bandwidth In ProbeBW" and "Accelerating to Probe for Bandwidth".

use super::model::{Model, Phase, UNBOUNDED};
use crate::congestion::path_model::part;
use crate::delivery::{Lost, Sample};
use crate::window::CongestionWindow;

/// The bound, and how a probe raises it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LongTerm {
    /// Octets (inflight_longterm).
    pub(super) in_flight: u64,
    /// Whether what is acknowledged was sent by a probe that no loss has ended.
    pub(super) is_probe_sample: bool,
    /// Whether the last probe had too many losses.
    pub(super) was_too_high: bool,
    /// Whether the last probe ended before it could.
    pub(super) was_precautionary: bool,
    up_rounds: u32,
    up_acked: u64,
    acked_per_step: u64,
}

impl Default for LongTerm {
    fn default() -> Self {
        Self {
            in_flight: UNBOUNDED,
            is_probe_sample: false,
            was_too_high: false,
            was_precautionary: false,
            up_rounds: 0,
            up_acked: 0,
            acked_per_step: UNBOUNDED,
        }
    }
}

impl LongTerm {
    /// A probe is about to begin.
    pub(super) fn prepare(&mut self) {
        (self.up_rounds, self.up_acked, self.was_precautionary) = (0, 0, false);
    }

    /// The bound no longer grows.
    pub(super) fn stop(&mut self) {
        self.acked_per_step = UNBOUNDED;
    }

    /// Doubles the growth per round (RaiseInflightLongtermSlope).
    pub(super) fn steepen(&mut self, cwnd: u64, mss: u64) {
        self.acked_per_step = (cwnd >> self.up_rounds).max(mss);
        self.up_rounds = (self.up_rounds + 1).min(30);
    }
}

impl Model {
    /// Takes a segment that is lost (HandleLostPacket).
    pub(super) fn take_loss(&mut self, lost: &Lost, sample: &Sample<'_>, window: &mut CongestionWindow) {
        if self.short.note_loss((lost.start, lost.end), sample.total_delivered) {
            self.save_window(window);
        }
        if !self.long.is_probe_sample || !self.is_too_high(lost.lost_since, lost.sent_in_flight) {
            return;
        }
        self.long.was_too_high = true;
        // Only one answer per probe.
        self.long.is_probe_sample = false;
        if !lost.is_app_limited {
            let least = part(self.config.beta, self.target_in_flight(window));
            self.long.in_flight = self.in_flight_at(lost).max(least);
        }
        if self.phase == Phase::Up {
            self.start_down(sample);
        }
    }

    /// Whether losses show that too much was in the network (IsInflightTooHigh).
    pub(super) fn is_too_high(&self, lost: u64, sent_in_flight: u64) -> bool {
        lost as f64 > sent_in_flight as f64 * self.config.loss_threshold || (lost > 0 && !self.is_selective)
    }

    /// How much was in the network where losses crossed the threshold (InflightAtLoss).
    fn in_flight_at(&self, lost: &Lost) -> u64 {
        let (threshold, size) = (self.config.loss_threshold, lost.end - lost.start);
        let before = lost.sent_in_flight.saturating_sub(size);
        let lost_before = lost.lost_since.saturating_sub(size) as f64;
        let prefix = (threshold * before as f64 - lost_before) / (1.0 - threshold).max(f64::MIN_POSITIVE);
        before + prefix.clamp(0.0, size as f64) as u64
    }

    /// The estimated volume of the path, unless losses have cut the window below it (TargetInflight).
    pub(super) fn target_in_flight(&self, window: &CongestionWindow) -> u64 {
        self.volume(1.0).min(window.cwnd())
    }

    /// The bound less the headroom for others (InflightWithHeadroom).
    pub(super) fn bound_with_headroom(&self) -> u64 {
        let bound = self.long.in_flight;
        if bound == UNBOUNDED {
            return UNBOUNDED;
        }
        let headroom = part(self.config.headroom, bound).max(self.mss);
        bound.saturating_sub(headroom).max(self.least_window())
    }

    /// Raises the bound where losses are few.
    pub(super) fn raise_bound(&mut self, sample: &Sample<'_>, window: &CongestionWindow) {
        if self.long.in_flight == UNBOUNDED || self.is_too_high(sample.lost_since, sample.sent_in_flight) {
            return;
        }
        self.long.in_flight = self.long.in_flight.max(sample.sent_in_flight);
        if self.phase == Phase::Up && self.is_bounded_by_it(window) {
            let long = &mut self.long;
            long.up_acked += sample.newly_acked;
            let steps = long.up_acked / long.acked_per_step;
            long.up_acked -= steps * long.acked_per_step;
            long.in_flight = long.in_flight.saturating_add(steps * self.mss);
            if self.rounds.begins {
                long.steepen(window.cwnd(), self.mss);
            }
        }
    }

    /// Whether the window was full and is no smaller than the bound.
    pub(super) fn is_bounded_by_it(&self, window: &CongestionWindow) -> bool {
        self.rounds.is_window_limited() && window.cwnd() >= self.long.in_flight
    }
}
