//! BBR version 3: a model of the path (its rate, its shortest round trip, the amount that it bears) sets rate and
//! window.
//!
//! Source: draft-ietf-ccwg-bbr ("the draft"; its names in brackets). Startup doubles the rate until the path is full,
//! drain empties the queue that this has left; then the control cruises, and every two or three seconds probes whether
//! the path bears more. A loss is an answer to a probe, or bounds rate and window for a short time. Every 5 s without a
//! shorter round trip little is sent for 200 ms, to see one. State: a `model::Model`. Each other file here has
//! one part of its behaviour.

mod config;
mod cycle;
mod long_term;
mod model;
mod probe_rtt;
mod short_term;
mod spurious;
#[cfg(test)]
mod tests;
mod window;

pub use config::Config;

use cellwise_units::Time;

use super::{AckEvent, Congestion, LossEvent, Pace};
use crate::basics::Basics;
use crate::delivery::Sample;
use crate::draws::Draws;
use crate::window::CongestionWindow;
use model::{Model, Phase};

/// The control.
#[derive(Clone, Debug)]
pub struct BbrV3 {
    model: Model,
}

impl BbrV3 {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(basics: &Basics, config: &Config) -> Self {
        Self { model: Model::new(basics, *config) }
    }
}

impl Congestion for BbrV3 {
    const NEEDS_TIMING: bool = true;
    const OWN_SLOW_START: bool = true;
    const MODELS_PATH: bool = true;

    #[inline]
    fn on_ack(&mut self, _: &AckEvent, _: &mut CongestionWindow) {}

    // spec: draft-ietf-ccwg-bbr, "Per-ACK Steps" and "Per-Loss Steps"
    fn on_delivery(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
        let model = &mut self.model;
        model.return_to_phase(sample);
        model.end_recovery(sample, window);
        for lost in sample.losses {
            model.take_loss(lost, sample, window);
        }
        if sample.prior_delivered.is_some() {
            model.take_sample(sample, window);
        }
        model.pacing.set(model.pacing_gain(), model.rate(), model.pipe.reached);
        model.set_window(sample, window);
    }

    fn on_restart(&mut self, now: Time, window: &mut CongestionWindow) {
        self.model.restart(now, window);
    }

    fn pace(&self) -> Pace {
        self.model.pacing.pace(self.model.config.offload, self.model.mss)
    }

    fn ignores_rates(&self) -> bool {
        self.model.phase == Phase::ProbeRtt
    }

    fn seed(&mut self, seed: u64) {
        self.model.draws = Draws::new(seed);
    }

    /// The window falls as the model answers losses; the threshold only has its earlier value.
    // spec: draft-ietf-ccwg-bbr, "Modulating cwnd in Loss Recovery"
    fn ssthresh_after(&mut self, _: &LossEvent, window: &CongestionWindow) -> u64 {
        self.model.save_window(window);
        window.cwnd().max(2 * window.mss())
    }

    fn save(&mut self) {
        self.model.save_state();
    }

    fn restore(&mut self) {
        self.model.take_back_losses();
    }
}
