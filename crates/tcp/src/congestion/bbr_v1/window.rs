//! The congestion window by the model.
//!
//! Source: Linux `net/ipv4/tcp_bbr.c` (`bbr_bdp`, `bbr_quantization_budget`, `bbr_set_cwnd`).

use cellwise_units::Span;

use super::model::{Mode, Model};
use crate::congestion::path_model::seconds;
use crate::delivery::Sample;
use crate::window::CongestionWindow;

/// Segments in the smallest window (`bbr_cwnd_min_target`).
const LEAST_SEGMENTS: u64 = 4;
/// Quanta that wait in the ends.
const QUANTA: u64 = 3;
/// What acknowledgments bring together counts up to what the path delivers in this time (`bbr_extra_acked_max_us`).
const MOST_AGGREGATION: Span = Span::from_ps(100_000_000_000);

impl Model {
    pub(super) fn least_window(&self) -> u64 {
        LEAST_SEGMENTS * self.mss
    }

    /// So many times the volume of the path; the first window before there is a round trip.
    fn volume(&self, gain: f64, rate: f64) -> u64 {
        self.min_rtt.map_or(self.initial_cwnd, |rtt| (gain * (rate * seconds(rtt))).ceil() as u64)
    }

    /// What is in the network when it holds so many times the volume.
    pub(super) fn in_flight_for(&self, gain: f64) -> u64 {
        self.with_quanta(self.volume(gain, self.max_rate.greatest()))
    }

    /// Room for what ends hold, an even number of segments.
    // linux: bbr_quantization_budget
    fn with_quanta(&self, octets: u64) -> u64 {
        let quantum = self.pacing.pace(self.config.offload, self.mss).quantum.max(self.mss);
        let segments = octets.saturating_add(QUANTA * quantum).div_ceil(self.mss).saturating_add(1) & !1;
        let more = if self.mode == Mode::ProbeBw(0) { 2 } else { 0 };
        segments.saturating_add(more).saturating_mul(self.mss)
    }

    /// What acknowledgments bring together, once the path was full.
    fn extra(&self) -> u64 {
        let most = (self.rate() * seconds(MOST_AGGREGATION)) as u64;
        if self.pipe.reached { self.aggregation.extra().min(most) } else { 0 }
    }

    // linux: bbr_set_cwnd
    pub(super) fn set_window(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
        if sample.newly_acked > 0 && !self.answer_recovery(sample, window) {
            let most =
                self.with_quanta(self.volume(self.window_gain(), self.rate()).saturating_add(self.extra()));
            let (cwnd, acked) = (window.cwnd(), sample.newly_acked);
            let grown = if self.pipe.reached {
                cwnd.saturating_add(acked).min(most)
            } else if cwnd < most || sample.total_delivered < self.initial_cwnd {
                cwnd.saturating_add(acked)
            } else {
                cwnd
            };
            window.set(grown.max(self.least_window()));
        }
        if self.mode == Mode::ProbeRtt {
            window.set(window.cwnd().min(self.least_window()));
        }
    }

    /// Takes losses off the window, and holds it to what is delivered for the first round of a recovery; whether it does.
    // linux: bbr_set_cwnd_to_recover_or_restore
    fn answer_recovery(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) -> bool {
        let lost: u64 = sample.losses.iter().map(|lost| lost.end - lost.start).sum();
        let carried = sample.in_flight + sample.newly_acked;
        window.set(window.cwnd().saturating_sub(lost));
        if sample.in_recovery && !self.was_in_recovery {
            self.conserves = true;
            self.rounds.restart(sample);
            window.set(carried);
        } else if self.was_in_recovery && !sample.in_recovery {
            self.conserves = false;
            self.restore_window(window);
        }
        self.was_in_recovery = sample.in_recovery;
        if self.conserves {
            window.set(window.cwnd().max(carried));
        }
        self.conserves
    }
}
