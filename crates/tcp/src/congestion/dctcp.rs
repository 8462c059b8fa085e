//! DCTCP: the window falls by the share of octets that met congestion.
//!
//! Source: RFC 8257 3.3. Growth, and what a loss does, are Reno's. The receiver echoes exactly which segments were
//! marked ([`crate::congestion::Congestion::EXACT_ECHO`]). Parameters: `gain`, `initial_alpha`. State: alpha, and
//! what was acknowledged in the present window. Sums, products and quotients of doubles only, so every machine has the
//! same windows.

use cellwise_units::ConfigIssue;
#[cfg(feature = "arbitrary")]
use proptest::prelude::Strategy;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AckEvent, Congestion, Feedback, LossCause, LossEvent, Reno};
use crate::basics::Basics;
use crate::window::CongestionWindow;

/// Parameters of the congestion control "dctcp".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "DctcpParameters")]
pub struct Config {
    /// g: the weight of the newest window in alpha.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub gain: f64,
    /// alpha at the start; 1 halves the window at the first mark, as Reno would.
    #[schemars(range(min = 0, max = 1))]
    pub initial_alpha: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self { gain: 1.0 / 16.0, initial_alpha: 1.0 }
    }
}

impl Config {
    /// Nothing can be wrong that is within its range.
    pub(super) fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }

    /// Any parameters.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (0.01..=1.0f64, 0.0..=1.0f64).prop_map(|(gain, initial_alpha)| Self { gain, initial_alpha })
    }
}

/// The window under observation, with the RFC's counters.
#[derive(Clone, Copy, Debug, Default)]
struct Observed {
    /// The octet whose acknowledgment ends it.
    end: u64,
    acked: u64,
    marked: u64,
}

/// The control.
#[derive(Clone, Debug)]
pub struct Dctcp {
    reno: Reno,
    gain: f64,
    /// An estimate of the share of octets that are marked, from 0 to 1.
    alpha: f64,
    observed: Option<Observed>,
}

impl Dctcp {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(basics: &Basics, config: &Config) -> Self {
        let Config { gain, initial_alpha } = *config;
        Self { reno: Reno::new(basics), gain, alpha: initial_alpha, observed: None }
    }
}

/// A window without half the share of it that is marked, but not below two segments.
// spec: rfc8257 3.3
pub(super) fn without_half(alpha: f64, window: &CongestionWindow) -> u64 {
    let kept = window.cwnd() as f64 * (1.0 - alpha / 2.0);
    (kept as u64).max(2 * window.mss())
}

impl Congestion for Dctcp {
    const EXACT_ECHO: bool = true;

    #[inline]
    fn on_ack(&mut self, ack: &AckEvent, window: &mut CongestionWindow) {
        self.reno.on_ack(ack, window);
    }

    // spec: rfc8257 3.3
    fn on_feedback(&mut self, feedback: &Feedback) {
        let observed = self.observed.get_or_insert(Observed { end: feedback.snd_max, ..Observed::default() });
        observed.acked += feedback.acked;
        observed.marked += feedback.marked;
        if feedback.ack >= observed.end {
            let share = observed.marked as f64 / observed.acked.max(1) as f64;
            self.alpha = (1.0 - self.gain) * self.alpha + self.gain * share;
            *observed = Observed { end: feedback.snd_max, ..Observed::default() };
        }
    }

    // spec: rfc8257 3.3, 3.5
    fn ssthresh_after(&mut self, loss: &LossEvent, window: &CongestionWindow) -> u64 {
        let after_loss = self.reno.ssthresh_after(loss, window);
        if loss.cause != LossCause::Mark {
            return after_loss;
        }
        without_half(self.alpha, window)
    }

    fn save(&mut self) {
        self.reno.save();
    }

    fn restore(&mut self) {
        self.reno.restore();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use cellwise_units::Time;

    const MSS: u64 = 512;

    /// A window of ten segments, acknowledged one by one, the first `marked` of them marked.
    fn acknowledge_window(dctcp: &mut Dctcp, begin: u64, marked: u64) {
        for n in 0..10 {
            let before = begin + n * MSS;
            dctcp.on_feedback(&Feedback {
                ack: before + MSS,
                acked: MSS,
                snd_max: before + 10 * MSS,
                marked: if n < marked { MSS } else { 0 },
                now: Time::ZERO,
                rtt: None,
                srtt: None,
            });
        }
    }

    fn kept_after(dctcp: &mut Dctcp, cause: LossCause) -> u64 {
        let mut window = CongestionWindow::new(&Settings::default().basics());
        window.set(16 * MSS);
        let loss = LossEvent { now: Time::ZERO, cause, flight: 16 * MSS, snd_wnd: u64::MAX };
        dctcp.ssthresh_after(&loss, &window)
    }

    /// Nine acknowledgments after the first make a window of ten that were outstanding.
    #[test]
    fn alpha_moves_by_a_sixteenth_of_the_way_to_the_share_of_marks() {
        let mut dctcp = Dctcp::new(&Settings::default().basics(), &Config::default());
        acknowledge_window(&mut dctcp, 0, 0);
        assert_eq!(dctcp.alpha, 15.0 / 16.0);
        let mut dctcp = Dctcp::new(&Settings::default().basics(), &Config::default());
        acknowledge_window(&mut dctcp, 0, 4);
        assert_eq!(dctcp.alpha, 15.0 / 16.0 + 0.4 / 16.0);
    }

    #[test]
    fn marks_take_half_of_alpha_and_losses_half_the_window() {
        let settings = Settings::default();
        for (initial_alpha, kept) in [(1.0, 8), (0.5, 12), (0.0, 16)] {
            let config = Config { initial_alpha, ..Config::default() };
            let mut dctcp = Dctcp::new(&settings.basics(), &config);
            assert_eq!(kept_after(&mut dctcp, LossCause::Mark), kept * MSS);
            assert_eq!(kept_after(&mut dctcp, LossCause::DuplicateAcks), 8 * MSS);
        }
    }
}
