//! BBR version 1: the greatest rate of ten round trips and the shortest round trip of ten seconds set rate and window.
//!
//! Source: Linux `net/ipv4/tcp_bbr.c`; draft-cardwell-iccrg-bbr-congestion-control-00; Cardwell et al., BBR, ACM Queue 14(5),
//! 2016. Startup doubles the rate until the path is full, drain empties the queue; then the rate goes round eight phases,
//! one a quarter above and one a quarter below. Losses only pause its growth for a round. Every 10 s without a shorter
//! round trip four segments are in the network for 200 ms, to see one. State: a `model::Model`.

mod config;
mod model;
mod policer;
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
use model::{Mode, Model};

/// The control.
#[derive(Clone, Debug)]
pub struct BbrV1 {
    model: Model,
}

impl BbrV1 {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(basics: &Basics, config: &Config) -> Self {
        Self { model: Model::new(basics, *config) }
    }
}

impl Congestion for BbrV1 {
    const NEEDS_TIMING: bool = true;
    const OWN_SLOW_START: bool = true;
    const MODELS_PATH: bool = true;

    #[inline]
    fn on_ack(&mut self, _: &AckEvent, _: &mut CongestionWindow) {}

    // linux: bbr_main
    fn on_delivery(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
        let model = &mut self.model;
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
        self.model.mode == Mode::ProbeRtt
    }

    fn seed(&mut self, seed: u64) {
        self.model.draws = Draws::new(seed);
    }

    /// The window is the model's; the threshold only has its earlier value.
    // linux: bbr_ssthresh
    fn ssthresh_after(&mut self, _: &LossEvent, window: &CongestionWindow) -> u64 {
        self.model.save_window(window);
        window.cwnd().max(2 * window.mss())
    }

    /// The path may bear more than it seemed to, and spurious losses show no policer.
    // linux: bbr_undo_cwnd
    fn restore(&mut self) {
        self.model.pipe.restart(0.0);
        self.model.policer = policer::Policer::default();
    }
}
