//! The congestion window by the model.
//!
//! Source: draft-ietf-ccwg-bbr, "Congestion Window".

use super::model::{Model, Phase, UNBOUNDED};
use crate::congestion::path_model::seconds;
use crate::delivery::Sample;
use crate::window::CongestionWindow;

/// Segments in the smallest window (MinPipeCwnd).
const LEAST_SEGMENTS: u64 = 4;
/// Quanta that wait in the ends (the factor of offload_budget).
const QUANTA: u64 = 3;

impl Model {
    pub(super) fn least_window(&self) -> u64 {
        LEAST_SEGMENTS * self.mss
    }

    /// So many times the volume of the path (BDPMultiple); the first window before there is a round trip.
    pub(super) fn volume(&self, gain: f64) -> u64 {
        self.volume_at(gain, self.rate())
    }

    fn volume_at(&self, gain: f64, rate: f64) -> u64 {
        self.min_rtt.map_or(self.initial_cwnd, |rtt| (gain * (rate * seconds(rtt))) as u64)
    }

    /// What is in the network when it holds so many times the volume at a rate (Inflight).
    pub(super) fn in_flight_for(&self, gain: f64, rate: f64) -> u64 {
        self.with_quanta(self.volume_at(gain, rate))
    }

    /// Room for what ends hold (QuantizationBudget).
    fn with_quanta(&self, octets: u64) -> u64 {
        let quantum = self.pacing.pace(self.config.offload, self.mss).quantum.max(self.mss);
        let octets = octets.max(QUANTA * quantum).max(self.least_window());
        if self.phase == Phase::Up { octets.saturating_add(2 * self.mss) } else { octets }
    }

    /// Sets the window (SetCwnd).
    pub(super) fn set_window(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
        let most = self.with_quanta(self.volume(self.window_gain()).saturating_add(self.aggregation.extra()));
        let (cwnd, acked) = (window.cwnd(), sample.newly_acked);
        let grown = if self.pipe.reached {
            cwnd.saturating_add(acked).min(most)
        } else if cwnd < most || sample.total_delivered < self.initial_cwnd {
            cwnd.saturating_add(acked)
        } else {
            cwnd
        };
        let least = self.least_window();
        let probe = if self.phase == Phase::ProbeRtt { self.probe_window() } else { UNBOUNDED };
        window.set(grown.max(least).min(probe).min(self.bound().max(least)));
    }

    /// The bound by losses (BoundCwndForModel).
    fn bound(&self) -> u64 {
        let long = match self.phase {
            Phase::Down | Phase::Refill | Phase::Up => self.long.in_flight,
            Phase::Cruise | Phase::ProbeRtt => self.bound_with_headroom(),
            Phase::Startup | Phase::Drain => UNBOUNDED,
        };
        long.min(self.short.in_flight)
    }
}
