//! CUBIC as Linux has it: whole segments, a clock of jiffies, one more segment for every so many acknowledged.
//!
//! Source: Linux `net/ipv4/tcp_cubic.c` (2.3), its arithmetic in integers; Ha, Rhee and Xu, CUBIC, ACM SIGOPS OSR 42(5), 2008.
//! Differs from it in the cube root, which is that of the number (the kernel's table is off by 0.2 % on average). The
//! page of this control lists the differences from RFC 9438. Parameters: `hz`, `fast_convergence`. State: the growth
//! since a loss.

mod growth;

#[cfg(feature = "arbitrary")]
use proptest::prelude::{Strategy, any};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AckEvent, Congestion, Feedback, LossCause, LossEvent};
use crate::basics::Basics;
use crate::window::CongestionWindow;
use cellwise_units::{ConfigIssue, Span, Time};
use growth::Growth;

/// The part of the window that is kept after a loss (`beta`), and by which it is divided (`BICTCP_BETA_SCALE`).
const BETA: u64 = 717;
const BETA_SCALE: u64 = 1024;
const MICROSECOND_PS: u64 = 1_000_000;
const SECOND_PS: u64 = 1_000_000 * MICROSECOND_PS;

/// Parameters of the congestion control "cubic-linux".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "CubicLinuxParameters")]
pub struct Config {
    /// Jiffies per second, in which time since a loss is counted (`CONFIG_HZ`).
    #[schemars(range(min = 100, max = 1000))]
    pub hz: u32,
    /// Whether it gives way to new flows: it remembers less than the window at a loss if the previous loss came
    /// at a larger one.
    pub fast_convergence: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self { hz: 250, fast_convergence: true }
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
        (100u32..=1000, any::<bool>()).prop_map(|(hz, fast_convergence)| Self { hz, fast_convergence })
    }
}

/// Growth by the cube of the time, in the kernel's integers.
#[derive(Clone, Debug)]
pub struct CubicLinux {
    hz: u64,
    fast_convergence: bool,
    growth: Growth,
    /// The shortest round trip since the start or a timeout, in microseconds (`delay_min`).
    shortest_us: Option<u64>,
    /// Acknowledged octets that are no whole segment yet.
    octets: u64,
    /// Acknowledged segments that count towards the next one (`snd_cwnd_cnt`).
    share: u64,
    /// When the last segment was sent, by the last acknowledgment.
    last_sent: Option<Time>,
}

impl CubicLinux {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(_: &Basics, config: &Config) -> Self {
        let Config { hz, fast_convergence } = *config;
        Self {
            hz: u64::from(hz),
            fast_convergence,
            growth: Growth::default(),
            shortest_us: None,
            octets: 0,
            share: 0,
            last_sent: None,
        }
    }

    fn jiffies(&self, at: Time) -> u64 {
        at.ps() / (SECOND_PS / self.hz)
    }

    /// Whole segments that are newly acknowledged.
    fn segments(&mut self, acked: u64, mss: u64) -> u64 {
        self.octets += acked;
        let segments = self.octets / mss;
        self.octets %= mss;
        segments
    }

    /// Opens the window by a segment for every `count` acknowledged.
    // source: tcp_cong_avoid_ai
    fn open(&mut self, count: u64, acked: u64, window: &mut CongestionWindow) {
        let mss = window.mss();
        let mut cwnd = window.cwnd() / mss;
        if self.share >= count {
            self.share = 0;
            cwnd += 1;
        }
        self.share += acked;
        if self.share >= count {
            cwnd += self.share / count;
            self.share %= count;
        }
        if cwnd != window.cwnd() / mss {
            window.set(cwnd * mss);
        }
    }

    /// Takes a round trip; those of the first second of an epoch are the queue that its loss left.
    // source: cubictcp_acked
    fn take_round_trip(&mut self, now: Time, rtt: Span) {
        if self.growth.is_younger_than(self.hz, self.jiffies(now)) {
            return;
        }
        let us = (rtt.get() / MICROSECOND_PS).max(1);
        self.shortest_us = Some(self.shortest_us.map_or(us, |before| before.min(us)));
    }
}

impl Congestion for CubicLinux {
    const NEEDS_TIMING: bool = true;
    // linux: tcp_cong_control (acked_sacked)
    const COUNTS_DELIVERED: bool = true;

    fn on_ack(&mut self, ack: &AckEvent, window: &mut CongestionWindow) {
        let mss = window.mss();
        let mut acked = self.segments(ack.acked, mss);
        let cwnd = window.cwnd() / mss;
        if window.cwnd() < window.ssthresh() {
            // source: tcp_slow_start: the remainder at the threshold continues to avoidance
            let opened = acked.min((window.ssthresh() / mss).saturating_sub(cwnd));
            window.set((cwnd + opened) * mss);
            acked -= opened;
        }
        if acked > 0 {
            let delay = (self.shortest_us.unwrap_or(0) * self.hz).div_ceil(1_000_000);
            let now = self.jiffies(ack.now);
            let count = self.growth.count(window.cwnd() / mss, acked, now, delay, self.hz);
            self.open(count, acked, window);
        }
    }

    fn on_feedback(&mut self, feedback: &Feedback) {
        if let Some(rtt) = feedback.rtt {
            self.take_round_trip(feedback.now, rtt);
            self.last_sent = Some(Time::from_ps(feedback.now.ps().saturating_sub(rtt.get())));
        }
    }

    // source: cubictcp_cwnd_event: the curve does not move while nothing is sent
    fn on_idle_end(&mut self, now: Time) {
        if let Some(last_sent) = self.last_sent {
            self.growth.stand_still(self.jiffies(last_sent), self.jiffies(now));
        }
    }

    // source: cubictcp_recalc_ssthresh, cubictcp_state
    fn ssthresh_after(&mut self, loss: &LossEvent, window: &CongestionWindow) -> u64 {
        let cwnd = window.cwnd() / window.mss();
        self.growth.end_epoch(cwnd, self.fast_convergence);
        self.share = 0;
        if loss.cause == LossCause::Timeout {
            (self.growth, self.shortest_us) = (Growth::default(), None);
        }
        (cwnd * BETA / BETA_SCALE).max(2) * window.mss()
    }
}

#[cfg(test)]
mod tests;
