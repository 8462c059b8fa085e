//! Parameters of BBR version 1.

use cellwise_units::{ConfigIssue, Span};
#[cfg(feature = "arbitrary")]
use proptest::prelude::Strategy;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const PS_PER_MS: u64 = 1_000_000_000;

/// Parameters of the congestion control "bbr-v1".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "BbrV1Parameters")]
pub struct Config {
    /// Gain of rate and window in startup (`bbr_high_gain`).
    #[schemars(range(min = 1, max = 10))]
    pub startup_gain: f64,
    /// Pacing gain while the queue of startup drains (`bbr_drain_gain`).
    #[schemars(extend("minimum" = 0.1, "maximum" = 1))]
    pub drain_gain: f64,
    /// How long a shortest round-trip time is believed before it is probed for (`bbr_min_rtt_win_sec`).
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = "3600 s"))]
    pub min_rtt_window: Span,
    /// How long little is in the network at such a probe (`bbr_probe_rtt_mode_ms`).
    #[schemars(extend("formatMaximum" = "3600 s"))]
    pub probe_rtt_duration: Span,
    /// Whether a rate that losses show to be enforced, by a policer, is kept to for 48 rounds (`lt_bw`). The first draft has
    /// no such rule.
    pub detects_policers: bool,
    /// Whether segments leave in the quanta that a network interface with offload would take: a millisecond's worth,
    /// at least 2 segments, at most 65536 octets. If false, one segment at a time; three of either are allowed for in
    /// the window.
    pub offload: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            startup_gain: 739.0 / 256.0,
            drain_gain: 88.0 / 256.0,
            min_rtt_window: Span::from_ps(10_000 * PS_PER_MS),
            probe_rtt_duration: Span::from_ps(200 * PS_PER_MS),
            detects_policers: true,
            offload: false,
        }
    }
}

impl Config {
    /// Nothing can be wrong that is within its range.
    pub(in super::super) fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }

    /// Any parameters.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let ms = |ms: u64| Span::from_ps(ms * PS_PER_MS);
        let words = proptest::prelude::any::<[bool; 2]>();
        (1.2..4.0f64, 0.2..1.0f64, 1u64..10_000, 0u64..300, words).prop_map(
            move |(startup_gain, drain_gain, window, duration, [detects_policers, offload])| Self {
                startup_gain,
                drain_gain,
                min_rtt_window: ms(window),
                probe_rtt_duration: ms(duration),
                detects_policers,
                offload,
            },
        )
    }
}
