//! Parameters of BBR version 3. The defaults are the draft's; where Linux's version 3 differs its value is added.

use cellwise_units::{ConfigIssue, Span};
#[cfg(feature = "arbitrary")]
use proptest::prelude::Strategy;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const PS_PER_MS: u64 = 1_000_000_000;

/// Parameters of the congestion control "bbr-v3".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "BbrV3Parameters")]
pub struct Config {
    /// Pacing gain of startup (StartupPacingGain). Linux: 2.77.
    #[schemars(range(min = 1, max = 10))]
    pub startup_gain: f64,
    /// Pacing gain while the queue of startup drains (DrainPacingGain). Linux: 0.344.
    #[schemars(extend("minimum" = 0.1, "maximum" = 1))]
    pub drain_gain: f64,
    /// Pacing gain after a probe for bandwidth. Linux: 0.906.
    #[schemars(extend("minimum" = 0.1, "maximum" = 1))]
    pub down_gain: f64,
    /// Share of the data in the network that may be lost before the loss counts as too high (LossThresh).
    #[schemars(range(min = 0, max = 1))]
    pub loss_threshold: f64,
    /// Share of its bounds that a loss leaves at least (Beta).
    #[schemars(range(min = 0, max = 1))]
    pub beta: f64,
    /// Share of the long-term bound that is left free while cruising (Headroom).
    #[schemars(range(min = 0, max = 1))]
    pub headroom: f64,
    /// After how long without a shorter round-trip time the shortest is probed for (ProbeRTTInterval). The draft had 5 s up
    /// to 2026, as Linux has; its newest text has the 10 s of `min_rtt_window`.
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = "3600 s"))]
    pub probe_rtt_interval: Span,
    /// How long a shortest round-trip time is believed (MinRTTFilterLen). At least `probe_rtt_interval`.
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = "3600 s"))]
    pub min_rtt_window: Span,
    /// How long little is in the network at such a probe (ProbeRTTDuration).
    #[schemars(extend("formatMaximum" = "3600 s"))]
    pub probe_rtt_duration: Span,
    /// The shortest wait from one probe for bandwidth to the next; up to a second more is drawn at random.
    #[schemars(extend("formatMaximum" = "3600 s"))]
    pub probe_wait: Span,
    /// Whether a probe for bandwidth after one that had too many losses ends as soon as as much is in the network. Linux,
    /// and the draft before 2026: false.
    pub precautionary_probes: bool,
    /// Whether segments leave in the quanta that a network interface with offload would take: a millisecond's worth,
    /// at least 2 segments, at most 65536 octets. If false, one segment at a time; three of either are allowed for in
    /// the window.
    pub offload: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            startup_gain: 2.77,
            drain_gain: 0.5,
            down_gain: 0.9,
            loss_threshold: 0.02,
            beta: 0.7,
            headroom: 0.15,
            probe_rtt_interval: Span::from_ps(5_000 * PS_PER_MS),
            min_rtt_window: Span::from_ps(10_000 * PS_PER_MS),
            probe_rtt_duration: Span::from_ps(200 * PS_PER_MS),
            probe_wait: Span::from_ps(2_000 * PS_PER_MS),
            precautionary_probes: true,
            offload: false,
        }
    }
}

impl Config {
    /// A window shorter than the interval would never be probed for.
    pub(in super::super) fn check(&self) -> Vec<ConfigIssue> {
        let rule = format!("give at least probe_rtt_interval ({})", self.probe_rtt_interval);
        let is_wrong = self.min_rtt_window < self.probe_rtt_interval;
        let wrong = is_wrong.then(|| ConfigIssue::new("bbr_v3.min_rtt_window", self.min_rtt_window, rule));
        wrong.into_iter().collect()
    }

    /// Any parameters.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let ms = |ms: u64| Span::from_ps(ms * PS_PER_MS);
        let gains = (1.2..4.0f64, 0.2..1.0f64, 0.5..1.0f64, 0.0..0.2f64, 0.1..1.0f64, 0.0..0.5f64);
        let times = (1u64..6_000, 0u64..6_000, 0u64..300, 0u64..3_000);
        (gains, times, proptest::prelude::any::<[bool; 2]>()).prop_map(
            move |((startup_gain, drain_gain, down_gain, loss_threshold, beta, headroom), times, [a, b])| {
                let (interval, more, duration, wait) = times;
                Self {
                    startup_gain,
                    drain_gain,
                    down_gain,
                    loss_threshold,
                    beta,
                    headroom,
                    probe_rtt_interval: ms(interval),
                    min_rtt_window: ms(interval + more),
                    probe_rtt_duration: ms(duration),
                    probe_wait: ms(wait),
                    precautionary_probes: a,
                    offload: b,
                }
            },
        )
    }
}
