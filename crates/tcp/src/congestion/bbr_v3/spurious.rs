//! Spurious losses: their effects on the model are taken back.
//!
//! Source: draft-ietf-ccwg-bbr, "Saving and Restoring State" of loss recovery (SaveStateUponLoss,
//! HandleSpuriousLossDetection). The draft leaves open whether a path that losses alone have shown to be full counts as
//! full when startup continues: here it does not, as startup would end again at once.

use super::model::{Model, Phase, UNBOUNDED};
use crate::delivery::Sample;

/// The model before a loss.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeforeLoss {
    phase: Phase,
    is_full: bool,
    /// The short-term bounds and the long-term one (undo_bw_shortterm, undo_inflight_shortterm, undo_inflight_longterm).
    rate: f64,
    short_in_flight: u64,
    long_in_flight: u64,
    /// Whether the phase is to be taken up again with the next sample.
    returns: bool,
}

impl Default for BeforeLoss {
    fn default() -> Self {
        Self {
            phase: Phase::Startup,
            is_full: false,
            rate: f64::INFINITY,
            short_in_flight: UNBOUNDED,
            long_in_flight: UNBOUNDED,
            returns: false,
        }
    }
}

impl Model {
    /// Keeps what a loss may change (SaveStateUponLoss).
    pub(super) fn save_state(&mut self) {
        self.before_loss = BeforeLoss {
            phase: self.phase,
            is_full: self.pipe.reached,
            rate: self.short.rate,
            short_in_flight: self.short.in_flight,
            long_in_flight: self.long.in_flight,
            returns: false,
        };
    }

    /// Takes back what losses have left of the bounds (HandleSpuriousLossDetection).
    pub(super) fn take_back_losses(&mut self) {
        let before = &mut self.before_loss;
        before.returns = true;
        self.short.has_loss = false;
        self.pipe.restart(0.0);
        self.short.rate = self.short.rate.max(before.rate);
        self.short.in_flight = self.short.in_flight.max(before.short_in_flight);
        self.long.in_flight = self.long.in_flight.max(before.long_in_flight);
    }

    /// Takes up a startup or a probe for bandwidth that was left since (the second half of HandleSpuriousLossDetection).
    pub(super) fn return_to_phase(&mut self, sample: &Sample<'_>) {
        if !std::mem::take(&mut self.before_loss.returns) || self.phase == Phase::ProbeRtt {
            return;
        }
        match self.before_loss.phase {
            Phase::Startup if self.phase != Phase::Startup => {
                self.phase = Phase::Startup;
                self.pipe.reached = self.before_loss.is_full;
            }
            Phase::Up if self.phase != Phase::Up => self.start_refill(sample),
            _ => {}
        }
    }
}
