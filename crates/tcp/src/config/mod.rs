//! The settings of a connection: one structure for both ends, with defaults as in 4.4BSD.
//!
//! Values that follow from them are in `derived`, refusals in `check`.

mod check;
mod derived;
mod profiled;
#[cfg(test)]
mod tests;

pub(crate) use derived::{unscaled, wire_window};

use cellwise_units::{Bytes, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ack_delay::AckDelayConfig;
use crate::choices::{
    AfterFastRetransmit, AfterIdle, AfterTimeout, Backoff, BackoffUntil, ByteCounting, CwndAfterLoss,
    CwndCap, CwndGrowth, CwndUnit, DuplicateAcks, EcnFeedback, InitialCwnd, InitialSsthresh, NewRenoExit,
    NewRenoTimer, OutOfOrder, RecoveryWindow, RetransmissionTimer, RoundTripClock, RtoRule,
    SlowStartBoundary, SsthreshRule, TimerExpiry, TimerPhase, WindowProbeTimer, WindowUpdateRule,
};
use crate::congestion::Parameters;
use crate::pacing::PacingConfig;
use crate::profile::ProfileName;
use crate::recovery::RecoveryKind;
use crate::segment::{IP_HEADER_BYTES, TCP_HEADER_BYTES};
use crate::slow_start::SlowStartConfig;
use crate::undo::UndoConfig;
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
    /// The host whose settings these are. A profile gives values to keys that are not written in the same table; a profile of a flow, and
    /// its keys, come before those of the section.
    pub profile: Option<ProfileName>,
    /// TCP variant: a congestion control and a loss recovery under their common name.
    pub variant: VariantName,
    /// Maximum segment size: octets of data in a full segment, and of the options that every such segment
    /// carries (12 of timestamps, as in Net/3, and 4 of acknowledgment congestion control), so that the packet
    /// has the same length with and without them. At least 1 more than those options, at most 65495.
    pub mss: Bytes,
    /// Receive buffer, which is the window that the receiver offers. At least one MSS.
    /// Without window scaling at most 65535 octets of it are offered.
    pub receive_window: Bytes,
    /// Send buffer: the most octets that wait for acknowledgment. At least one MSS; without limit
    /// if not given.
    pub send_buffer: Option<Bytes>,
    /// Octets that the application writes at a time. A write continues when the send buffer has room, after
    /// the acknowledgment that made it, and returns when all of it is in the buffer. If not given, the buffer
    /// is always full while the application has data.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub write_size: Option<Bytes>,
    /// Open the connection by SYN, SYN and ACK (RFC 9293 3.5). If false, it counts as established when the
    /// sender starts.
    pub handshake: bool,
    /// Close the connection by FINs from both ends when the application has written all. If false,
    /// it stays open.
    pub close: bool,
    /// Use the window scale option (RFC 7323) with the smallest scale that can express the receive window;
    /// offered windows are rounded down to a multiple of the scale.
    pub window_scaling: bool,
    /// Period of the slow timer, which retransmission and persist timers count.
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = LONGEST_TIMER))]
    pub timer_tick: Span,
    /// Whether the timers of all hosts tick together or each at a random phase.
    pub timer_phase: TimerPhase,
    /// Delay acknowledgments of in-order segments, by the rule `ack_delay`. If false, every segment is acknowledged at once.
    pub delayed_ack: bool,
    /// How long acknowledgments are delayed, and how many segments each of them covers.
    pub ack_delay: AckDelayConfig,
    /// Period of the fast timer, which sends delayed acknowledgments by the rule "fast-timer".
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = LONGEST_TIMER))]
    pub delayed_ack_timer: Span,
    /// Hold back a segment below the MSS while data is unacknowledged (RFC 896).
    pub nagle: bool,
    /// How the retransmission timeout follows from the measured round-trip times.
    pub rto_rule: RtoRule,
    /// The clock by which the rules "rfc6298", "linux", "freebsd" and "unrounded" measure round trips. The
    /// others count ticks, as BSD does.
    pub round_trip_clock: RoundTripClock,
    /// Mean deviation with which the smoothing of round-trip times begins, from a smoothed time of 0; rounded
    /// up to ticks by the rules that count them. If not given, the first measurement is taken as the
    /// smoothed time and half of it as the deviation (RFC 6298 2.2).
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = LONGEST_TIMER))]
    pub initial_deviation: Option<Span>,
    /// Smallest retransmission timeout, in ticks, of all rules but "rfc6298", "linux" and "freebsd".
    #[schemars(range(min = 1))]
    pub min_rto_ticks: u32,
    /// Smallest retransmission timeout of the rule "rfc6298"; of the rule "linux", the least that it adds to
    /// the smoothed round-trip time; of the rule "freebsd", the time that it adds in addition to four
    /// deviations.
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = LONGEST_TIMER))]
    pub min_rto: Span,
    /// Largest retransmission timeout, in ticks; 64 s if not given.
    pub max_rto_ticks: Option<u32>,
    /// Largest retransmission timeout, in place of `max_rto_ticks`; rounded up to ticks by the rules that
    /// count them. At least the smallest.
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = LONGEST_TIMER))]
    pub max_rto: Option<Span>,
    /// Retransmission timeout before the first measurement, rounded up to ticks by the rules that count them.
    /// BSD has 6 s; RFC 6298 wants 1 s.
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = LONGEST_TIMER))]
    pub initial_rto: Span,
    /// When the retransmission timer of the rules "rfc6298", "linux", "freebsd", "unrounded" and "ns-2" expires. That of the others
    /// expires at ticks.
    pub timer_expiry: TimerExpiry,
    /// How long a sender waits before it probes a closed window.
    pub window_probe_timer: WindowProbeTimer,
    /// From when the retransmission timer runs.
    pub retransmission_timer: RetransmissionTimer,
    /// How timeouts in a row lengthen the retransmission timeout; that of window probes always doubles.
    pub backoff: Backoff,
    /// The event that ends the backoff of the retransmission timeout: a round-trip sample (Karn), or any
    /// acknowledgment of new data.
    pub backoff_until: BackoffUntil,
    /// Measure the round-trip time of every acknowledgment of new data by the timestamps option
    /// (RFC 7323), which takes 12 octets of every segment. The undo "eifel" always has it.
    pub timestamps: bool,
    /// The receiver refuses segments whose timestamps are older than those that it has received in order
    /// (PAWS, RFC 7323 5); only where segments carry timestamps.
    pub paws: bool,
    /// The rule for the congestion window at the start. The rules of RFCs also return to that window
    /// after an idle time, where "segments" returns to one segment.
    pub initial_cwnd: InitialCwnd,
    /// Congestion window at the start by the rule "segments".
    #[schemars(range(min = 1))]
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
    /// The slow-start threshold after a loss.
    pub ssthresh_rule: SsthreshRule,
    /// Round the slow-start threshold of the rule "goyal96" down to whole segments. ("bsd" always
    /// does.)
    pub ssthresh_whole_segments: bool,
    /// The value to which the congestion window falls after a loss that no timeout has shown, with the
    /// congestion control "reno".
    pub cwnd_after_loss: CwndAfterLoss,
    /// The data that is sent after a timeout.
    pub after_timeout: AfterTimeout,
    /// Where sending continues after a fast retransmission; if not given, as the variant's recovery has it:
    /// "go-back-n" for tahoe, "go-on" for all others. "go-back-n" is possible with tahoe and reno: the other
    /// recoveries resend by rules of their own.
    pub after_fast_retransmit: Option<AfterFastRetransmit>,
    /// Whether the receiver keeps segments that arrive beyond a hole.
    pub out_of_order: OutOfOrder,
    /// How segments beyond a hole, and those that fill one, are acknowledged.
    pub duplicate_acks: DuplicateAcks,
    /// When the receiver announces that its window has moved.
    pub window_update_rule: WindowUpdateRule,
    /// The receiver acknowledges selectively (RFC 2018) even if the variant's recovery does not
    /// need it. Variants that do need it always have it.
    pub sack: bool,
    /// The receiver reports duplicates in the first block of a selective acknowledgment (RFC 2883); only where it
    /// acknowledges selectively. The undo "dsack" always has both.
    pub dsack: bool,
    /// Mark congestion instead of losing packets (RFC 3168): the network marks, the receiver echoes the mark,
    /// and the sender halves its window once per window. The variants "dctcp" and "prague" always have it, BBR never.
    pub ecn: bool,
    /// How the receiver reports marks to the sender; if not given, "accurate" for the variant "prague" and
    /// "classic" for the others.
    pub ecn_feedback: Option<EcnFeedback>,
    /// With ECN, retransmissions, FINs and the answer to a SYN can also be marked; with accurate feedback the
    /// first SYN and acknowledgments without data as well (ECN++, draft-ietf-tcpm-generalized-ecn).
    pub ecn_plus_plus: bool,
    /// Acknowledgments can be marked by a congested queue; the receiver then acknowledges fewer segments
    /// (Balakrishnan, Padmanabhan and Katz 1997). Takes 4 octets of every segment with data.
    pub ack_congestion_control: bool,
    /// The most segments that one acknowledgment releases back to back; the next ones follow at the rate of the
    /// window per round trip. Without limit if not given.
    #[schemars(range(min = 1))]
    pub max_burst: Option<u32>,
    /// How much of the acknowledged data opens the congestion window: with the congestion control "reno", and
    /// in the slow start of "cubic". Growth by octets leaves out `mss_over_8`.
    pub byte_counting: ByteCounting,
    /// When acknowledgments open the congestion window; not with Vegas, BBR and "external", which have rules of their own.
    pub cwnd_growth: CwndGrowth,
    /// Send a new segment for each duplicate acknowledgment below the threshold (RFC 3042).
    pub limited_transmit: bool,
    /// The rule that ends slow start before a loss does; not with Vegas and BBR, which have slow starts of
    /// their own.
    pub slow_start: SlowStartConfig,
    /// Whether segments are spread over the round trip, and how; not with BBR, which paces by the rate of its model. The variant "prague" has a rule of its own in place of "none".
    pub pacing: PacingConfig,
    /// Which rule applies when the congestion window equals the slow-start threshold.
    pub slow_start_boundary: SlowStartBoundary,
    /// Add an eighth of an MSS to each step of congestion avoidance, as 4.4BSD-Lite (1994) did and
    /// 4.4BSD-Lite2 (1995) did not.
    pub mss_over_8: bool,
    /// Keep Net/3's fault that fast recovery may end without deflating the congestion window:
    /// after exactly as many duplicates as the threshold, and when header prediction takes the
    /// acknowledgment that ends it.
    pub bsd_deflate_bug: bool,
    /// The number of duplicate acknowledgments that causes a fast retransmit.
    #[schemars(range(min = 1))]
    pub duplicate_ack_threshold: u32,
    /// The recoveries "tahoe" and "reno" begin no fast retransmission before all that was outstanding at the last one, or at a timeout, is
    /// acknowledged; the later recoveries never do (RFC 6582 3.2 steps 1 and 4).
    pub avoid_multiple_fast_retransmits: bool,
    /// Reduce the congestion window after being idle for a retransmission timeout, by the rule `after_idle`; not with BBR.
    pub idle_restart: bool,
    /// The congestion window after such an idle time.
    pub after_idle: AfterIdle,
    /// When NewReno restarts the retransmission timer in its recovery.
    pub newreno_timer: NewRenoTimer,
    /// The congestion window after NewReno's recovery.
    pub newreno_exit: NewRenoExit,
    /// How losses are found and repaired, in place of the variant's way.
    pub recovery: Option<RecoveryKind>,
    /// How the congestion window falls in a recovery by selective acknowledgments; only with the variants that use
    /// them, and not with BBR.
    pub recovery_window: RecoveryWindow,
    /// The rule that takes back a reduction of the congestion window for a loss that did not happen.
    pub undo: UndoConfig,
    /// Parameters of the congestion controls that have some, a table for each.
    #[serde(flatten)]
    pub congestion: Parameters,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            profile: None,
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
            ack_delay: AckDelayConfig::default(),
            delayed_ack_timer: Span::from_ps(200 * PS_PER_MS),
            nagle: true,
            rto_rule: RtoRule::default(),
            round_trip_clock: RoundTripClock::default(),
            initial_deviation: None,
            min_rto_ticks: 2,
            min_rto: Span::from_ps(PS_PER_S),
            max_rto_ticks: None,
            max_rto: None,
            initial_rto: Span::from_ps(6 * PS_PER_S),
            timer_expiry: TimerExpiry::default(),
            window_probe_timer: WindowProbeTimer::default(),
            retransmission_timer: RetransmissionTimer::default(),
            backoff: Backoff::default(),
            backoff_until: BackoffUntil::default(),
            timestamps: false,
            paws: true,
            initial_cwnd: InitialCwnd::default(),
            initial_cwnd_segments: 1,
            initial_ssthresh: InitialSsthresh::default(),
            cwnd_unit: CwndUnit::default(),
            cwnd_cap: CwndCap::default(),
            header_prediction: true,
            ssthresh_rule: SsthreshRule::default(),
            ssthresh_whole_segments: true,
            cwnd_after_loss: CwndAfterLoss::default(),
            after_timeout: AfterTimeout::default(),
            after_fast_retransmit: None,
            out_of_order: OutOfOrder::default(),
            duplicate_acks: DuplicateAcks::default(),
            window_update_rule: WindowUpdateRule::default(),
            sack: false,
            ecn: false,
            ecn_feedback: None,
            ecn_plus_plus: false,
            ack_congestion_control: false,
            max_burst: None,
            byte_counting: ByteCounting::default(),
            cwnd_growth: CwndGrowth::default(),
            limited_transmit: false,
            slow_start: SlowStartConfig::default(),
            pacing: PacingConfig::default(),
            slow_start_boundary: SlowStartBoundary::default(),
            mss_over_8: false,
            bsd_deflate_bug: true,
            duplicate_ack_threshold: 3,
            avoid_multiple_fast_retransmits: false,
            idle_restart: true,
            after_idle: AfterIdle::default(),
            newreno_timer: NewRenoTimer::default(),
            newreno_exit: NewRenoExit::default(),
            recovery: None,
            dsack: false,
            recovery_window: RecoveryWindow::default(),
            undo: UndoConfig::default(),
            congestion: Parameters::default(),
        }
    }
}
