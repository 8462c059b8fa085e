//! The settings of a connection: one structure for both ends, with defaults as in 4.4BSD.
//!
//! What follows from them is in `derived`, what is refused in `check`.

mod check;
mod derived;

pub(crate) use derived::{unscaled, wire_window};

use cellwise_units::{Bytes, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::choices::{
    AfterTimeout, BackoffUntil, ByteCounting, CwndCap, CwndUnit, DuplicateAcks, InitialCwnd, InitialSsthresh,
    NewRenoTimer, OutOfOrder, RtoRule, SlowStartBoundary, SsthreshRule, TimerPhase, WindowUpdateRule,
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
    /// Maximum segment size: octets of data in a full segment, and of the options that all such carry
    /// (12 of timestamps, as in Net/3, and 4 of acknowledgment congestion control), so that the packet
    /// stays as long. At least 1 more than those options, at most 65495.
    pub mss: Bytes,
    /// Receive buffer, which is the window that the receiver offers. At least one MSS.
    /// Without window scaling at most 65535 octets of it are offered.
    pub receive_window: Bytes,
    /// Send buffer: the most octets that wait for acknowledgment. At least one MSS; without limit
    /// if not given.
    pub send_buffer: Option<Bytes>,
    /// Octets that the application writes at a time: a write goes on when the send buffer has room,
    /// after the acknowledgment that made it, and returns when all of it is in the buffer. Above 0;
    /// if not given, the buffer is always full of what the application has.
    pub write_size: Option<Bytes>,
    /// Open the connection by SYN, SYN and ACK (RFC 9293 3.5). If false, it is taken as established
    /// when the sender starts.
    pub handshake: bool,
    /// Close the connection by FINs from both ends when the application has written all. If false,
    /// it stays open.
    pub close: bool,
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
    /// Smallest retransmission timeout, in ticks, of the rules that count ticks. At least 1.
    pub min_rto_ticks: u32,
    /// Smallest retransmission timeout of the rule "rfc6298". Up to 1 h.
    pub min_rto: Span,
    /// Largest retransmission timeout, in ticks; 64 s if not given.
    pub max_rto_ticks: Option<u32>,
    /// Retransmission timeout before the first measurement, rounded up to ticks by the rules that
    /// count them. Up to 1 h. BSD has 6 s; RFC 6298 wants 1 s.
    pub initial_rto: Span,
    /// What ends the backoff of the retransmission timeout: a round-trip sample (Karn), or any
    /// acknowledgment of new data.
    pub backoff_until: BackoffUntil,
    /// Measure the round-trip time of every acknowledgment of new data by the timestamps option
    /// (RFC 7323), which takes 12 octets of every segment.
    pub timestamps: bool,
    /// The rule for the congestion window at the start. The rules of RFCs also return to that window
    /// after an idle time, where "segments" returns to one segment.
    pub initial_cwnd: InitialCwnd,
    /// Congestion window at the start by the rule "segments". At least 1.
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
    /// How segments beyond a hole, and those that fill one, are acknowledged.
    pub duplicate_acks: DuplicateAcks,
    /// When the receiver tells that its window has moved.
    pub window_update_rule: WindowUpdateRule,
    /// The receiver acknowledges selectively (RFC 2018) even if the variant's recovery does not
    /// need it. Variants that do need it always have it.
    pub sack: bool,
    /// Mark congestion instead of losing packets (RFC 3168): the network marks, the receiver echoes,
    /// the sender halves its window once per window.
    pub ecn: bool,
    /// Acknowledgments can be marked by a congested queue; the receiver then acknowledges fewer segments
    /// (Balakrishnan, Padmanabhan and Katz 1997). Takes 4 octets of every segment with data.
    pub ack_congestion_control: bool,
    /// The most segments that one acknowledgment lets go back to back; the next ones follow at the rate
    /// of the window per round trip. At least 1; without limit if not given.
    pub max_burst: Option<u32>,
    /// How much of what an acknowledgment covers opens the congestion window; of the congestion control
    /// "reno". Growth by octets leaves out `mss_over_8`.
    pub byte_counting: ByteCounting,
    /// Send a new segment for each of the duplicates before the threshold (RFC 3042).
    pub limited_transmit: bool,
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
    /// When NewReno restarts the retransmission timer in its recovery.
    pub newreno_timer: NewRenoTimer,
    /// Vegas opens the window while fewer segments than this wait in queues. At least 1.
    pub vegas_alpha: u32,
    /// Vegas closes the window while more segments than this wait in queues. At least `vegas_alpha`.
    pub vegas_beta: u32,
    /// Vegas leaves slow start when more segments than this wait in queues. At least 1.
    pub vegas_gamma: u32,
    /// CUBIC's constant C, in segments per cubic second. Above 0, up to 1000.
    pub cubic_c: f64,
    /// The part of the window that CUBIC keeps after a loss. Between 0 and 1.
    pub cubic_beta: f64,
    /// CUBIC gives way to new flows by remembering less than the window of a loss, if the loss before
    /// it came at a larger one.
    pub cubic_fast_convergence: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            variant: VariantName::default(),
            mss: Bytes::new(512),
            receive_window: Bytes::new(65_535),
            send_buffer: None,
            write_size: None,
            handshake: false,
            close: false,
            window_scaling: true,
            timer_tick: Span::from_ps(500 * PS_PER_MS),
            timer_phase: TimerPhase::default(),
            delayed_ack: true,
            delayed_ack_timer: Span::from_ps(200 * PS_PER_MS),
            nagle: true,
            rto_rule: RtoRule::default(),
            min_rto_ticks: 2,
            min_rto: Span::from_ps(PS_PER_S),
            max_rto_ticks: None,
            initial_rto: Span::from_ps(6 * PS_PER_S),
            backoff_until: BackoffUntil::default(),
            timestamps: false,
            initial_cwnd: InitialCwnd::default(),
            initial_cwnd_segments: 1,
            initial_ssthresh: InitialSsthresh::default(),
            cwnd_unit: CwndUnit::default(),
            cwnd_cap: CwndCap::default(),
            header_prediction: true,
            ssthresh_rule: SsthreshRule::default(),
            ssthresh_whole_segments: true,
            after_timeout: AfterTimeout::default(),
            out_of_order: OutOfOrder::default(),
            duplicate_acks: DuplicateAcks::default(),
            window_update_rule: WindowUpdateRule::default(),
            sack: false,
            ecn: false,
            ack_congestion_control: false,
            max_burst: None,
            byte_counting: ByteCounting::default(),
            limited_transmit: false,
            slow_start_boundary: SlowStartBoundary::default(),
            mss_over_8: false,
            bsd_deflate_bug: true,
            duplicate_ack_threshold: 3,
            idle_restart: true,
            newreno_timer: NewRenoTimer::default(),
            vegas_alpha: 1,
            vegas_beta: 3,
            vegas_gamma: 1,
            cubic_c: 0.4,
            cubic_beta: 0.7,
            cubic_fast_convergence: true,
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
    fn mistakes_of_the_extensions_are_reported() {
        let settings = Settings {
            mss: Bytes::new(12),
            timestamps: true,
            write_size: Some(Bytes::new(100)),
            min_rto: Span::ZERO,
            vegas_alpha: 3,
            vegas_beta: 2,
            vegas_gamma: 0,
            cubic_c: f64::NAN,
            cubic_beta: 1.0,
            max_burst: Some(0),
            ..Settings::default()
        };
        let fields: Vec<_> = settings.check().into_iter().map(|(field, ..)| field).collect();
        let expected = [
            "mss",
            "write_size",
            "min_rto",
            "vegas_gamma",
            "max_burst",
            "vegas_beta",
            "cubic_c",
            "cubic_beta",
        ];
        assert_eq!(fields, expected);
        let allowed = Settings {
            mss: Bytes::new(13),
            timestamps: true,
            write_size: Some(Bytes::new(100)),
            send_buffer: Some(Bytes::new(100)),
            ..Settings::default()
        };
        assert_eq!((allowed.check(), allowed.mss_octets()), (vec![], 1));
        let with_window = Settings { ack_congestion_control: true, mss: Bytes::new(17), ..allowed };
        assert_eq!((with_window.check(), with_window.mss_octets()), (vec![], 1));
        let too_small = Settings { mss: Bytes::new(16), ..with_window };
        assert_eq!(too_small.check().first().map(|(field, ..)| *field), Some("mss"));
    }

    #[test]
    fn selective_acknowledgment_follows_the_recovery_or_the_switch() {
        for (variant, sack, used) in [("reno", false, false), ("reno", true, true), ("cubic", false, true)] {
            let variant = VariantName::find(variant).expect("a known variant");
            assert_eq!(Settings { variant, sack, ..Settings::default() }.uses_sack(), used);
        }
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
