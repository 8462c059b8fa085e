//! The settings of a connection: one structure for both ends, with defaults as in 4.4BSD.

use cellwise_units::{Bytes, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::choices::{
    AfterTimeout, BackoffUntil, CwndCap, CwndUnit, InitialSsthresh, OutOfOrder, RtoRule, SlowStartBoundary,
    SsthreshRule, TimerPhase,
};
use crate::segment::{IP_HEADER_BYTES, TCP_HEADER_BYTES};
use crate::variant::VariantName;

/// The largest value of the header's window field.
pub(crate) const MAX_WINDOW_FIELD: u64 = 65_535;
/// The largest segment: what an IP packet can hold.
const MAX_MSS: u64 = MAX_WINDOW_FIELD - IP_HEADER_BYTES - TCP_HEADER_BYTES;
/// The largest window scale.
// spec: rfc7323 2.3
const MAX_SCALE: u32 = 14;
const PS_PER_MS: u64 = 1_000_000_000;
const PS_PER_S: u64 = 1_000 * PS_PER_MS;
/// Longer ticks and timers than this are taken for mistakes.
const LONGEST_TIMER: Span = Span::from_ps(3_600 * PS_PER_S);

/// TCP settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// TCP variant: a congestion control and a loss recovery under their common name.
    pub variant: VariantName,
    /// Maximum segment size: octets of data in a full segment. From 1 to 65495.
    pub mss: Bytes,
    /// Receive buffer, which is the window that the receiver offers. At least one MSS.
    /// Without window scaling at most 65535 octets of it are offered.
    pub receive_window: Bytes,
    /// Send buffer: the most octets that wait for acknowledgment. At least one MSS; without limit
    /// if not given.
    pub send_buffer: Option<Bytes>,
    /// Use the window scale option (RFC 7323) with the smallest scale that can say the receive
    /// window; offered windows are rounded down to a multiple of the scale.
    pub window_scaling: bool,
    /// Period of the slow timer, which retransmission and persist timers count. Up to 1 h.
    pub timer_tick: Span,
    /// Whether the timers of all hosts tick together or each at a random phase.
    pub timer_phase: TimerPhase,
    /// Delay acknowledgments of in-order segments: one for every second full segment, or at the
    /// next tick of the fast timer. If false, every segment is acknowledged at once.
    pub delayed_ack: bool,
    /// Period of the fast timer, which sends delayed acknowledgments. Up to 1 h.
    pub delayed_ack_timer: Span,
    /// Hold back a segment below the MSS while data is unacknowledged (RFC 896).
    pub nagle: bool,
    /// How the retransmission timeout follows from the measured round-trip times.
    pub rto_rule: RtoRule,
    /// Smallest retransmission timeout, in ticks. At least 1.
    pub min_rto_ticks: u32,
    /// Largest retransmission timeout, in ticks; 64 s if not given.
    pub max_rto_ticks: Option<u32>,
    /// Retransmission timeout before the first measurement, rounded up to ticks. Up to 1 h.
    pub initial_rto: Span,
    /// What ends the backoff of the retransmission timeout: a round-trip sample (Karn), or any
    /// acknowledgment of new data.
    pub backoff_until: BackoffUntil,
    /// Congestion window at the start, in segments. At least 1.
    pub initial_cwnd_segments: u32,
    /// Slow-start threshold at the start: "unlimited" or a number of octets, at least one MSS.
    pub initial_ssthresh: InitialSsthresh,
    /// Whether the congestion window is counted in octets (as BSD) or in segments with fractions.
    pub cwnd_unit: CwndUnit,
    /// Largest congestion window: "largest-window" (65535 octets times the window scale, as BSD),
    /// "receive-window", "unlimited" or a number of octets, at least one MSS.
    pub cwnd_cap: CwndCap,
    /// Take expected acknowledgments on BSD's fast path, which does not open the congestion window
    /// once it has reached the offered window. If false, every new acknowledgment opens it.
    pub header_prediction: bool,
    /// What the slow-start threshold becomes after a loss.
    pub ssthresh_rule: SsthreshRule,
    /// Round the slow-start threshold of the rule "goyal96" down to whole segments. ("bsd" always
    /// does.)
    pub ssthresh_whole_segments: bool,
    /// What is sent after a timeout.
    pub after_timeout: AfterTimeout,
    /// Whether the receiver keeps segments that arrive beyond a hole.
    pub out_of_order: OutOfOrder,
    /// Which rule applies when the congestion window equals the slow-start threshold.
    pub slow_start_boundary: SlowStartBoundary,
    /// Add an eighth of an MSS to each step of congestion avoidance, as 4.4BSD-Lite (1994) did and
    /// 4.4BSD-Lite2 (1995) did not.
    pub mss_over_8: bool,
    /// Keep Net/3's fault that fast recovery may end without deflating the congestion window:
    /// after exactly as many duplicates as the threshold, and when header prediction takes the
    /// acknowledgment that ends it.
    pub bsd_deflate_bug: bool,
    /// Duplicate acknowledgments that cause a fast retransmit. At least 1.
    pub duplicate_ack_threshold: u32,
    /// Return to a congestion window of one segment after being idle for a retransmission timeout.
    pub idle_restart: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            variant: VariantName::default(),
            mss: Bytes::new(512),
            receive_window: Bytes::new(65_535),
            send_buffer: None,
            window_scaling: true,
            timer_tick: Span::from_ps(500 * PS_PER_MS),
            timer_phase: TimerPhase::default(),
            delayed_ack: true,
            delayed_ack_timer: Span::from_ps(200 * PS_PER_MS),
            nagle: true,
            rto_rule: RtoRule::default(),
            min_rto_ticks: 2,
            max_rto_ticks: None,
            initial_rto: Span::from_ps(6 * PS_PER_S),
            backoff_until: BackoffUntil::default(),
            initial_cwnd_segments: 1,
            initial_ssthresh: InitialSsthresh::default(),
            cwnd_unit: CwndUnit::default(),
            cwnd_cap: CwndCap::default(),
            header_prediction: true,
            ssthresh_rule: SsthreshRule::default(),
            ssthresh_whole_segments: true,
            after_timeout: AfterTimeout::default(),
            out_of_order: OutOfOrder::default(),
            slow_start_boundary: SlowStartBoundary::default(),
            mss_over_8: false,
            bsd_deflate_bug: true,
            duplicate_ack_threshold: 3,
            idle_restart: true,
        }
    }
}

impl Settings {
    /// The window scale in use, from 0 to 14.
    // spec: rfc7323 2.3
    #[must_use]
    pub fn window_scale(&self) -> u32 {
        let buffer = self.receive_window.get();
        let fits = |scale: &u32| MAX_WINDOW_FIELD << scale >= buffer;
        if self.window_scaling { (0..MAX_SCALE).find(fits).unwrap_or(MAX_SCALE) } else { 0 }
    }

    /// The window that an empty receive buffer offers, in octets.
    #[must_use]
    pub fn advertised_window(&self) -> u32 {
        wire_window(self.receive_window.get(), self.window_scale())
    }

    /// The maximum segment size in octets, within its bounds even if the settings are not.
    pub(crate) fn mss_octets(&self) -> u64 {
        self.mss.get().clamp(1, MAX_MSS)
    }

    /// The largest congestion window, in octets.
    pub(crate) fn cwnd_cap_octets(&self) -> u64 {
        match self.cwnd_cap {
            CwndCap::LargestWindow => MAX_WINDOW_FIELD << self.window_scale(),
            CwndCap::ReceiveWindow => u64::from(self.advertised_window()),
            CwndCap::Unlimited => u64::MAX,
            CwndCap::Octets(octets) => octets.get(),
        }
    }

    /// A span in ticks of the slow timer, rounded up.
    pub(crate) fn in_ticks(&self, span: Span) -> u32 {
        let ticks = span.get().div_ceil(self.timer_tick.get().max(1));
        ticks.clamp(1, u64::from(u32::MAX)) as u32
    }

    /// The smallest and the largest retransmission timeout, in ticks.
    pub(crate) fn rto_bounds_ticks(&self) -> (u32, u32) {
        let min = self.min_rto_ticks.max(1);
        let max = self.max_rto_ticks.unwrap_or_else(|| self.in_ticks(Span::from_ps(64 * PS_PER_S)));
        (min, max.max(min))
    }

    /// Everything that is not allowed: the field, its value and the rule that it breaks.
    #[must_use]
    pub fn check(&self) -> Vec<(&'static str, String, String)> {
        let mut found = Problems::default();
        self.check_sizes(&mut found);
        self.check_timers(&mut found);
        self.check_congestion(&mut found);
        found.0
    }

    fn check_sizes(&self, found: &mut Problems) {
        let mss = self.mss.get();
        let rule = format!("give 1 byte up to {MAX_MSS} bytes, what an IP packet can hold");
        found.unless((1..=MAX_MSS).contains(&mss), "mss", self.mss, &rule);
        let largest_window = MAX_WINDOW_FIELD << MAX_SCALE;
        let rule = format!("give at least one mss ({}) and at most {largest_window} bytes", self.mss);
        let window = self.receive_window;
        found.unless((mss..=largest_window).contains(&window.get()), "receive_window", window, &rule);
        if let Some(buffer) = self.send_buffer {
            let rule = format!("give at least one mss ({})", self.mss);
            found.unless(buffer.get() >= mss, "send_buffer", buffer, &rule);
        }
    }

    fn check_timers(&self, found: &mut Problems) {
        let rule = format!("give a time above 0, at most {LONGEST_TIMER}");
        let spans = [
            ("timer_tick", self.timer_tick),
            ("delayed_ack_timer", self.delayed_ack_timer),
            ("initial_rto", self.initial_rto),
        ];
        for (field, span) in spans {
            found.unless(!span.is_zero() && span <= LONGEST_TIMER, field, span, &rule);
        }
        found.unless(self.min_rto_ticks >= 1, "min_rto_ticks", self.min_rto_ticks, "give at least 1 tick");
        if let Some(max) = self.max_rto_ticks {
            let rule = format!("give at least min_rto_ticks ({})", self.min_rto_ticks);
            found.unless(max >= self.min_rto_ticks, "max_rto_ticks", max, &rule);
        }
    }

    fn check_congestion(&self, found: &mut Problems) {
        let at_least_one = [
            ("initial_cwnd_segments", self.initial_cwnd_segments),
            ("duplicate_ack_threshold", self.duplicate_ack_threshold),
        ];
        for (field, value) in at_least_one {
            found.unless(value >= 1, field, value, "give at least 1");
        }
        let one_mss = format!("give at least one mss ({}), or a keyword", self.mss);
        if let InitialSsthresh::Octets(octets) = self.initial_ssthresh {
            found.unless(octets >= self.mss, "initial_ssthresh", octets, &one_mss);
        }
        if let CwndCap::Octets(octets) = self.cwnd_cap {
            found.unless(octets >= self.mss, "cwnd_cap", octets, &one_mss);
        }
    }
}

/// What a window becomes in the header field: clipped to the field, a multiple of the scale.
pub(crate) fn wire_window(octets: u64, scale: u32) -> u32 {
    ((octets >> scale).min(MAX_WINDOW_FIELD) << scale) as u32
}

#[derive(Default)]
struct Problems(Vec<(&'static str, String, String)>);

impl Problems {
    fn unless(&mut self, allowed: bool, field: &'static str, value: impl ToString, rule: &str) {
        if !allowed {
            self.0.push((field, value.to_string(), rule.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(octets: u64, window_scaling: bool) -> Settings {
        Settings { receive_window: Bytes::new(octets), window_scaling, ..Settings::default() }
    }

    #[test]
    fn the_scale_is_the_smallest_that_can_say_the_window() {
        assert_eq!(window(65_535, true).window_scale(), 0);
        assert_eq!(window(65_536, true).window_scale(), 1);
        assert_eq!(
            (window(600_000, true).window_scale(), window(600_000, true).advertised_window()),
            (4, 600_000)
        );
        assert_eq!(window(600_007, true).advertised_window(), 600_000);
        assert_eq!(window(600_000, false).advertised_window(), 65_535);
        assert_eq!(window(u64::MAX, true).advertised_window(), 65_535 << 14);
    }

    #[test]
    fn the_defaults_are_allowed_and_survive_their_text() {
        let settings = Settings::default();
        assert_eq!(settings.check(), []);
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
    }

    #[test]
    fn every_mistake_is_reported_at_once() {
        let settings = Settings {
            mss: Bytes::ZERO,
            send_buffer: Some(Bytes::new(0)),
            timer_tick: Span::ZERO,
            min_rto_ticks: 5,
            max_rto_ticks: Some(4),
            initial_cwnd_segments: 0,
            duplicate_ack_threshold: 0,
            ..window(u64::MAX, true)
        };
        let fields: Vec<_> = settings.check().into_iter().map(|(field, ..)| field).collect();
        let expected = [
            "mss",
            "receive_window",
            "timer_tick",
            "max_rto_ticks",
            "initial_cwnd_segments",
            "duplicate_ack_threshold",
        ];
        assert_eq!(fields, expected);
    }

    #[test]
    fn sizes_below_one_segment_are_refused() {
        let settings = Settings {
            mss: Bytes::new(1460),
            receive_window: Bytes::new(1459),
            send_buffer: Some(Bytes::new(1459)),
            initial_ssthresh: InitialSsthresh::Octets(Bytes::new(1459)),
            cwnd_cap: CwndCap::Octets(Bytes::new(1459)),
            ..Settings::default()
        };
        let fields: Vec<_> = settings.check().into_iter().map(|(field, ..)| field).collect();
        assert_eq!(fields, ["receive_window", "send_buffer", "initial_ssthresh", "cwnd_cap"]);
    }

    #[test]
    fn unknown_keys_and_names_are_refused_with_what_is_known() {
        let unknown = serde_json::from_str::<Settings>(r#"{"varient": "reno"}"#).unwrap_err().to_string();
        assert!(unknown.contains("`varient`") && unknown.contains("`variant`"), "{unknown}");
        let unknown = serde_json::from_str::<Settings>(r#"{"variant": "renoo"}"#).unwrap_err().to_string();
        assert!(unknown.contains("renoo") && unknown.contains("tahoe"), "{unknown}");
        let unknown = serde_json::from_str::<Settings>(r#"{"cwnd_cap": "wide"}"#).unwrap_err().to_string();
        assert!(unknown.contains("receive-window"), "{unknown}");
    }

    #[test]
    fn keywords_and_octets_are_read() {
        let text =
            r#"{"cwnd_cap": "receive-window", "initial_ssthresh": "64 KiB", "ssthresh_rule": "goyal96"}"#;
        let settings: Settings = serde_json::from_str(text).unwrap();
        assert_eq!(settings.cwnd_cap_octets(), 65_535);
        assert_eq!(settings.initial_ssthresh, InitialSsthresh::Octets(Bytes::new(65_536)));
        assert_eq!(settings.ssthresh_rule, SsthreshRule::Goyal96);
    }
}
