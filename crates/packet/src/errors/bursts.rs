//! Bursts in time: the line is noisy for exponential periods, with exponential periods of quiet between them, whatever
//! is sent; a packet is errored if any of it is on the line while that is noisy.
//!
//! Source: elementary, an alternating renewal process in equilibrium. A packet that takes T is spared if the line is
//! quiet when it begins and no burst begins in T: with probability gap / (gap + burst) * exp(-T / gap). Between
//! packets nothing is drawn: which state a memoryless line is in after a while has a closed form.

use cellwise_engine::chance::exponential;
use cellwise_units::{ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PacketErrors, Transit};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::chance::Draw;

/// Shorter periods are taken for a mistake: a symbol of a line takes 250 us.
const SHORTEST: Span = Span::from_ps(1_000_000);

/// Parameters of [`Bursts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The mean length of a noisy period.
    pub mean_burst: Span,
    /// The mean length of a quiet period.
    pub mean_gap: Span,
}

impl Default for Config {
    fn default() -> Self {
        Self { mean_burst: Span::from_ps(1_000_000_000), mean_gap: Span::from_ps(1_000_000_000_000) }
    }
}

impl Config {
    /// The model.
    #[must_use]
    pub fn build(&self) -> Bursts {
        let (burst, gap) = (self.mean_burst.max(SHORTEST), self.mean_gap.max(SHORTEST));
        Bursts { burst, gap, is_noisy: None, until: Time::ZERO }
    }

    /// Periods too short.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let given = [("mean_burst", self.mean_burst), ("mean_gap", self.mean_gap)];
        let short = given.into_iter().filter(|&(_, mean)| mean < SHORTEST);
        short
            .map(|(field, mean)| ConfigIssue::new(field, mean, format!("give at least {SHORTEST}")))
            .collect()
    }

    /// The part of the packets that is errored, of those that are on the line for so long.
    #[must_use]
    pub fn mean_packet_error_ratio(&self, _: u32, duration: Span) -> f64 {
        let Bursts { burst, gap, .. } = self.build();
        let (burst, gap) = (burst.get() as f64, gap.get() as f64);
        1.0 - gap / (gap + burst) * libm::exp(-(duration.get() as f64) / gap)
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let mean = || (1_000u64..200_000).prop_map(|us| Span::from_ps(us * 1_000_000));
        (mean(), mean()).prop_map(|(mean_burst, mean_gap)| Self { mean_burst, mean_gap })
    }
}

/// Bursts of errors.
#[derive(Clone, Copy, Debug)]
pub struct Bursts {
    burst: Span,
    gap: Span,
    /// Whether the line is noisy in the present period; drawn when the first packet comes.
    is_noisy: Option<bool>,
    /// The end of that period.
    until: Time,
}

impl Bursts {
    /// The probability that the line is noisy at a time after the end of a period that was or was not.
    fn noisy_share_after(&self, was_noisy: bool, since: Span) -> f64 {
        let (burst, gap) = (self.burst.get() as f64, self.gap.get() as f64);
        let share = burst / (burst + gap);
        // The other state begins when the period ends; from there the share goes to its mean.
        let begins = if was_noisy { 0.0 } else { 1.0 };
        share + (begins - share) * libm::exp(-(since.get() as f64) * (1.0 / burst + 1.0 / gap))
    }

    /// A period that is under way at a time: how much longer it lasts does not depend on its past.
    fn begin(&mut self, is_noisy: bool, at: Time, draw: Draw<'_>) {
        self.is_noisy = Some(is_noisy);
        self.until = at + exponential(if is_noisy { self.burst } else { self.gap }, draw());
    }
}

impl PacketErrors for Bursts {
    fn is_errored(&mut self, transit: Transit, draw: Draw<'_>) -> bool {
        let at = transit.start;
        match self.is_noisy {
            None => {
                let share = self.burst.get() as f64 / (self.burst.get() as f64 + self.gap.get() as f64);
                let is_noisy = draw() < share;
                self.begin(is_noisy, at, draw);
            }
            Some(was_noisy) if self.until <= at => {
                let is_noisy = draw() < self.noisy_share_after(was_noisy, at - self.until);
                self.begin(is_noisy, at, draw);
            }
            Some(_) => {}
        }
        if self.is_noisy == Some(true) {
            return true;
        }
        let is_errored = self.until < at + transit.duration();
        if is_errored {
            self.begin(true, self.until, draw);
        }
        is_errored
    }
}
