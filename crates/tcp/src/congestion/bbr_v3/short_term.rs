//! The short-term bounds: what losses outside probes leave of rate and window until the next probe.
//!
//! Source: draft-ietf-ccwg-bbr, "When not Probing for Bandwidth".

use super::model::{Model, UNBOUNDED};
use crate::congestion::path_model::part;
use crate::delivery::Sample;
use crate::window::CongestionWindow;

/// The bounds, and the latest round that they follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortTerm {
    /// Octets per second (bw_shortterm).
    pub(super) rate: f64,
    /// Octets (inflight_shortterm).
    pub(super) in_flight: u64,
    latest_rate: f64,
    pub(super) latest_in_flight: u64,
    /// What was delivered when the round of losses began.
    round_at: u64,
    /// Whether the last sample ended such a round.
    pub(super) ends_round: bool,
    pub(super) has_loss: bool,
    /// Runs of octets lost in the round, and the end of the last one.
    pub(super) runs_lost: u32,
    last_lost: u64,
}

impl Default for ShortTerm {
    fn default() -> Self {
        Self {
            rate: f64::INFINITY,
            in_flight: UNBOUNDED,
            latest_rate: 0.0,
            latest_in_flight: 0,
            round_at: 0,
            ends_round: false,
            has_loss: false,
            runs_lost: 0,
            last_lost: 0,
        }
    }
}

impl ShortTerm {
    /// Takes the bounds away (ResetShortTermModel).
    pub(super) fn unbound(&mut self) {
        (self.rate, self.in_flight) = (f64::INFINITY, UNBOUNDED);
    }

    /// Forgets the present round (ResetCongestionSignals).
    pub(super) fn forget(&mut self) {
        (self.has_loss, self.latest_rate, self.latest_in_flight) = (false, 0.0, 0);
    }

    /// Takes note of a loss; whether it is the first of its round.
    pub(super) fn note_loss(&mut self, (start, end): (u64, u64), total_delivered: u64) -> bool {
        let is_first = !self.has_loss;
        if is_first {
            self.round_at = total_delivered;
        }
        self.runs_lost += u32::from(start != self.last_lost || self.runs_lost == 0);
        (self.has_loss, self.last_lost) = (true, end);
        is_first
    }
}

impl Model {
    /// Takes the latest delivery (UpdateLatestDeliverySignals).
    pub(super) fn note_latest(&mut self, sample: &Sample<'_>) {
        let short = &mut self.short;
        short.latest_rate = short.latest_rate.max(sample.rate);
        short.latest_in_flight = short.latest_in_flight.max(sample.delivered);
        short.ends_round = sample.prior_delivered.is_some_and(|prior| prior >= short.round_at);
        if short.ends_round {
            short.round_at = sample.total_delivered;
        }
    }

    /// Begins the latest delivery of the next round (AdvanceLatestDeliverySignals).
    pub(super) fn forget_latest(&mut self, sample: &Sample<'_>) {
        if self.short.ends_round {
            (self.short.latest_rate, self.short.latest_in_flight) = (sample.rate, sample.delivered);
        }
    }

    /// Answers the losses of a round that has ended (AdaptLowerBoundsFromCongestion).
    pub(super) fn bound_short_term(&mut self, window: &CongestionWindow) {
        if !self.short.ends_round {
            return;
        }
        let (probes, max_rate, beta) = (self.probes_rate(), self.max_rate.greatest(), self.config.beta);
        let short = &mut self.short;
        if std::mem::take(&mut short.has_loss) && !probes {
            let rate = if short.rate.is_finite() { short.rate } else { max_rate };
            let in_flight = if short.in_flight == UNBOUNDED { window.cwnd() } else { short.in_flight };
            short.rate = short.latest_rate.max(beta * rate);
            short.in_flight = short.latest_in_flight.max(part(beta, in_flight));
        }
    }
}
