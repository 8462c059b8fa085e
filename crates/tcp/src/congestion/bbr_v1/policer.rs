//! A rate that is enforced by losses: two intervals of heavy loss with the same rate show a policer.
//!
//! Source: Linux `net/ipv4/tcp_bbr.c` (`bbr_lt_bw_sampling`).

use cellwise_units::Time;

use crate::congestion::path_model::{seconds, since};
use crate::delivery::Sample;

/// Rounds in an interval, at least and at most (`bbr_lt_intvl_min_rtts`, four times as many).
const ROUNDS: std::ops::RangeInclusive<u64> = 4..=16;
/// Share of the delivered octets that is lost at least (`bbr_lt_loss_thresh`).
const LOSSES: f64 = 50.0 / 256.0;
/// Rates that differ by no more than this share, or by so many octets per second, are the same (`bbr_lt_bw_ratio`,
/// `bbr_lt_bw_diff`).
const SAME_SHARE: f64 = 1.0 / 8.0;
const SAME_RATE: f64 = 4_000.0 / 8.0;
/// Rounds for which the rate is kept (`bbr_lt_bw_max_rtts`).
const KEPT_ROUNDS: u64 = 48;
/// The shortest interval, in seconds.
const SHORTEST_S: f64 = 1e-3;

/// The estimate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Policer {
    is_sampling: bool,
    /// Whether the rate is kept.
    is_found: bool,
    /// The rate of the last interval, or the one that is kept; 0 without a rate.
    rate: f64,
    rounds: u64,
    begun: Time,
    delivered: u64,
    lost: u64,
}

impl Policer {
    /// The rate that is enforced, if one is.
    pub(super) fn rate(&self) -> Option<f64> {
        self.is_found.then_some(self.rate)
    }

    fn begin(&mut self, sample: &Sample<'_>) {
        (self.begun, self.delivered, self.lost) = (sample.now, sample.total_delivered, sample.total_lost);
        self.rounds = 0;
    }

    fn forget(&mut self, sample: &Sample<'_>) {
        *self = Self::default();
        self.begin(sample);
    }

    /// Takes a sample; whether a rate was kept long enough, so that the cycle begins again.
    pub(super) fn take(&mut self, sample: &Sample<'_>, begins_round: bool, cycles: bool) -> bool {
        if self.is_found {
            self.rounds += u64::from(begins_round && cycles);
            let is_over = self.rounds >= KEPT_ROUNDS;
            if is_over {
                self.forget(sample);
            }
            return is_over;
        }
        if !self.is_sampling {
            if sample.losses.is_empty() {
                return false;
            }
            self.begin(sample);
            self.is_sampling = true;
        }
        self.rounds += u64::from(begins_round);
        if sample.is_app_limited || self.rounds > *ROUNDS.end() {
            self.forget(sample);
        } else if self.rounds >= *ROUNDS.start() && !sample.losses.is_empty() {
            self.end_interval(sample);
        }
        false
    }

    fn end_interval(&mut self, sample: &Sample<'_>) {
        let (lost, delivered) = (sample.total_lost - self.lost, sample.total_delivered - self.delivered);
        let lasted = seconds(since(self.begun, sample.now));
        if delivered == 0 || (lost as f64) < LOSSES * delivered as f64 || lasted < SHORTEST_S {
            return;
        }
        let rate = delivered as f64 / lasted;
        let apart = (rate - self.rate).abs();
        if self.rate > 0.0 && (apart <= SAME_SHARE * self.rate || apart <= SAME_RATE) {
            self.rate = (rate + self.rate) / 2.0;
            (self.is_found, self.rounds) = (true, 0);
        } else {
            self.rate = rate;
            self.begin(sample);
        }
    }
}
