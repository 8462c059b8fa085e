//! Congestion avoidance by the round-trip time: as many segments in queues as wanted.
//!
//! Source: Brakmo, O'Malley and Peterson, TCP Vegas, SIGCOMM 1994, sections 3.2 and 3.3. State: the
//! smallest round-trip time seen, the samples of the present round trip, and whether slow start doubles in
//! it. Once per round trip it compares `cwnd * (1 - base / rtt)`, the segments that wait in queues, with alpha
//! and beta. The round-trip time is the mean of the round's samples.

use cellwise_units::{ConfigIssue, Span};
#[cfg(feature = "arbitrary")]
use proptest::prelude::Strategy;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AckEvent, Congestion, LossCause, LossEvent};
use crate::basics::Basics;
use crate::window::CongestionWindow;

/// Parameters of the congestion control "vegas".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "VegasParameters")]
pub struct Config {
    /// The window opens while fewer segments than this wait in queues.
    #[schemars(range(min = 1))]
    pub alpha: u32,
    /// The window closes while more segments than this wait in queues. At least `alpha`.
    #[schemars(range(min = 1))]
    pub beta: u32,
    /// Slow start ends when more segments than this wait in queues.
    #[schemars(range(min = 1))]
    pub gamma: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { alpha: 1, beta: 3, gamma: 1 }
    }
}

impl Config {
    /// A range without width.
    pub(super) fn check(&self) -> Vec<ConfigIssue> {
        let rule = format!("give at least alpha ({})", self.alpha);
        let wrong = (self.beta < self.alpha).then(|| ConfigIssue::new("vegas.beta", self.beta, rule));
        wrong.into_iter().collect()
    }

    /// Any parameters.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (1u32..5, 0u32..5, 1u32..5).prop_map(|(alpha, more, gamma)| Self { alpha, beta: alpha + more, gamma })
    }
}

/// Congestion avoidance by the round-trip time.
#[derive(Clone, Debug)]
pub struct Vegas {
    alpha: u64,
    beta: u64,
    gamma: u64,
    /// The smallest round-trip time, in picoseconds.
    base_ps: Option<u64>,
    round: Round,
    /// Whether slow start opens the window in this round trip: in every other one.
    doubles: bool,
    /// The same before the last loss, which may turn out to be none.
    saved_doubles: bool,
}

/// What is known of the present round trip.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    /// Octets to be acknowledged before those sent in this round trip.
    left: u64,
    /// The sum of its samples, in picoseconds.
    sum_ps: u128,
    samples: u64,
}

impl Round {
    /// The mean of its samples, in picoseconds.
    fn mean_ps(&self) -> Option<u64> {
        self.sum_ps.checked_div(u128::from(self.samples)).map(|mean| mean as u64)
    }
}

impl Vegas {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(_: &Basics, config: &Config) -> Self {
        let Config { alpha, beta, gamma } = *config;
        Self {
            alpha: u64::from(alpha),
            beta: u64::from(beta),
            gamma: u64::from(gamma),
            base_ps: None,
            round: Round::default(),
            doubles: true,
            saved_doubles: true,
        }
    }

    fn take_sample(&mut self, rtt: Span) {
        let ps = rtt.get();
        self.base_ps = Some(self.base_ps.map_or(ps, |base| base.min(ps)));
        self.round.sum_ps += u128::from(ps);
        self.round.samples += 1;
    }

    /// How the segments that wait in queues compare with a number of segments.
    fn waiting(&self, rtt_ps: u64, window: &CongestionWindow, segments: u64) -> std::cmp::Ordering {
        let over_ps = rtt_ps - self.base_ps.unwrap_or(rtt_ps).min(rtt_ps);
        let waiting = u128::from(window.cwnd()) * u128::from(over_ps);
        waiting.cmp(&(u128::from(segments) * u128::from(window.mss()) * u128::from(rtt_ps)))
    }

    /// Sets the window of the next round trip by the samples of this one.
    fn end_round(&mut self, window: &mut CongestionWindow) {
        let Some(rtt_ps) = self.round.mean_ps() else { return };
        if window.cwnd() < window.ssthresh() {
            self.end_slow_start_round(rtt_ps, window);
        } else if self.waiting(rtt_ps, window, self.alpha).is_lt() {
            window.set(window.cwnd() + window.mss());
        } else if self.waiting(rtt_ps, window, self.beta).is_gt() {
            window.set(window.cwnd().saturating_sub(window.mss()).max(2 * window.mss()));
        }
    }

    /// Only a round trip with a constant window shows how much waits in queues.
    fn end_slow_start_round(&mut self, rtt_ps: u64, window: &mut CongestionWindow) {
        if !self.doubles && self.waiting(rtt_ps, window, self.gamma).is_gt() {
            window.set((window.cwnd() - window.cwnd() / 8).max(2 * window.mss()));
            window.set_ssthresh(window.cwnd());
        }
        self.doubles = !self.doubles;
    }
}

impl Congestion for Vegas {
    const NEEDS_TIMING: bool = true;
    const OWN_SLOW_START: bool = true;

    fn on_ack(&mut self, ack: &AckEvent, window: &mut CongestionWindow) {
        if let Some(rtt) = ack.rtt {
            self.take_sample(rtt);
        }
        if window.cwnd() < window.ssthresh() && self.doubles {
            window.open_by_a_segment();
        }
        if ack.acked <= self.round.left {
            self.round.left -= ack.acked;
        } else {
            self.end_round(window);
            self.round = Round { left: ack.flight - ack.acked, ..Round::default() };
        }
    }

    fn ssthresh_after(&mut self, loss: &LossEvent, window: &CongestionWindow) -> u64 {
        self.round = Round::default();
        let cwnd = window.cwnd().min(loss.snd_wnd.max(window.mss()));
        let kept = match loss.cause {
            LossCause::Timeout => {
                self.doubles = true;
                cwnd / 2
            }
            LossCause::DuplicateAcks | LossCause::Mark => cwnd - cwnd / 4,
        };
        kept.max(2 * window.mss())
    }

    fn save(&mut self) {
        self.saved_doubles = self.doubles;
    }

    /// The round trip begins again: its samples were late.
    fn restore(&mut self) {
        self.doubles = self.saved_doubles;
        self.round = Round::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use cellwise_units::{Bytes, Time};

    const US: u64 = 1_000_000;

    fn parts(segments: u32, ssthresh_segments: u64) -> (Vegas, CongestionWindow) {
        let settings = Settings {
            initial_cwnd_segments: segments,
            initial_ssthresh: crate::InitialSsthresh::Octets(Bytes::new(512 * ssthresh_segments)),
            ..Settings::default()
        };
        (
            Vegas::new(&settings.basics(), &settings.congestion.vegas),
            CongestionWindow::new(&settings.basics()),
        )
    }

    /// One round trip in which every acknowledgment has the same round-trip time.
    fn round(vegas: &mut Vegas, window: &mut CongestionWindow, rtt_us: u64) {
        let flight = window.cwnd() / 512 * 512;
        let mut acked = 0;
        while acked < flight {
            acked += 512;
            let rtt = Some(Span::from_ps(rtt_us * US));
            let event = AckEvent { now: Time::ZERO, acked: 512, flight, rtt, srtt: rtt };
            vegas.on_ack(&event, window);
        }
    }

    #[test]
    fn above_the_threshold_it_holds_from_one_to_three_segments_in_queues() {
        // With a base of 1000 us and 10 segments, 1/9 more is one segment waiting, 3/7 more three.
        for (rtt_us, segments) in [(1_050, 11), (1_200, 10), (1_400, 10), (1_500, 9)] {
            let (mut vegas, mut window) = parts(10, 2);
            vegas.take_sample(Span::from_ps(1_000 * US));
            vegas.round = Round { left: 0, sum_ps: 0, samples: 0 };
            vegas.round.left = 9 * 512;
            round(&mut vegas, &mut window, rtt_us);
            assert_eq!(window.cwnd(), segments * 512, "{rtt_us} us");
        }
    }

    #[test]
    fn slow_start_doubles_in_every_other_round_trip_and_ends_with_an_eighth_less() {
        let (mut vegas, mut window) = parts(2, 100);
        let mut windows = Vec::new();
        for rtt_us in [1_000, 1_000, 1_000, 1_000, 1_000, 1_100] {
            vegas.round.left = window.cwnd() - 512;
            round(&mut vegas, &mut window, rtt_us);
            windows.push(window.cwnd() / 512);
        }
        assert_eq!(windows, [4, 4, 8, 8, 16, 14]);
        assert_eq!(window.ssthresh(), window.cwnd());
    }

    #[test]
    fn a_loss_takes_a_quarter_and_a_timeout_half() {
        for (cause, segments) in [(LossCause::DuplicateAcks, 12), (LossCause::Timeout, 8)] {
            let (mut vegas, window) = parts(16, 2);
            let loss = LossEvent { now: Time::ZERO, cause, flight: 16 * 512, snd_wnd: 65_535 };
            assert_eq!(vegas.ssthresh_after(&loss, &window), segments * 512);
        }
    }
}
