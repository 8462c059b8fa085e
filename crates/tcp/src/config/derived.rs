//! What follows from the settings: sizes in octets and times in ticks, within their bounds even
//! where the settings are not.

use std::ops::RangeInclusive;

use cellwise_units::Span;

use super::{MAX_MSS, MAX_SCALE, MAX_WINDOW_FIELD, PS_PER_S, Settings};
use crate::basics::Basics;
use crate::choices::{
    AfterFastRetransmit, AfterIdle, CwndCap, CwndGrowth, EcnFeedback, InitialCwnd, RtoRule,
};
use crate::congestion::prague;
use crate::options::{SENDER_WINDOW_OCTETS, SynOptions, TIMESTAMPS_OCTETS};
use crate::pacing::{AnyPacing, Pacing as _};
use crate::recovery::RecoveryKind;
use crate::slow_start::{AnySlowStart, SlowStartConfig};

/// The largest retransmission timeout, unless the settings have another.
const LARGEST_RTO: Span = Span::from_ps(64 * PS_PER_S);

impl Settings {
    /// The window scale in use, from 0 to 14.
    // spec: rfc7323 2.3
    #[must_use]
    pub fn window_scale(&self) -> u32 {
        let buffer = self.receive_window.get();
        let fits = |scale: &u32| MAX_WINDOW_FIELD << scale >= buffer;
        if self.window_scaling { (0..MAX_SCALE).find(fits).unwrap_or(MAX_SCALE) } else { 0 }
    }

    /// The rule of slow start for one connection.
    #[must_use]
    pub fn slow_start_rule(&self) -> AnySlowStart {
        let has_own = self.variant.variant().congestion.has_own_slow_start();
        if has_own { SlowStartConfig::default().build() } else { self.slow_start.build() }
    }

    /// Whether the congestion window grows only while it is the limit.
    pub(crate) fn grows_while_limited(&self) -> bool {
        let has_own = self.variant.variant().congestion.has_own_slow_start();
        self.cwnd_growth == CwndGrowth::WhileLimited && !has_own
    }

    /// What congestion controls and the congestion window take of them.
    #[must_use]
    pub fn basics(&self) -> Basics {
        let mss = self.mss_octets();
        Basics {
            mss,
            initial_cwnd: self.initial_cwnd_octets(),
            cwnd_cap: self.cwnd_cap_octets().max(mss),
            cwnd_unit: self.cwnd_unit,
            initial_ssthresh: self.initial_ssthresh,
            byte_counting: self.byte_counting,
            slow_start_boundary: self.slow_start_boundary,
            ssthresh_rule: self.ssthresh_rule,
            ssthresh_whole_segments: self.ssthresh_whole_segments,
            cwnd_after_loss: self.cwnd_after_loss,
            mss_over_8: self.mss_over_8,
            uses_sack: self.recovery_kind().uses_sack(),
            uses_accurate_ecn: self.uses_accurate_ecn(),
        }
    }

    /// The window that an empty receive buffer offers, in octets.
    #[must_use]
    pub fn advertised_window(&self) -> u32 {
        wire_window(self.receive_window.get(), self.window_scale())
    }

    /// Octets of the options that every segment with data carries.
    #[must_use]
    pub fn data_option_octets(&self) -> u64 {
        let timestamps = if self.uses_timestamps() { TIMESTAMPS_OCTETS } else { 0 };
        timestamps + if self.ack_congestion_control { SENDER_WINDOW_OCTETS } else { 0 }
    }

    /// Octets of data in a full segment: the maximum segment size less the options.
    // spec: rfc9293 3.7.1 (eff.snd.mss), as 4.4BSD's t_maxseg
    #[must_use]
    pub fn mss_octets(&self) -> u64 {
        let mss = self.mss.get().clamp(1, MAX_MSS);
        mss.saturating_sub(self.data_option_octets()).max(1)
    }

    /// The congestion window at the start, in octets.
    pub(crate) fn initial_cwnd_octets(&self) -> u64 {
        let mss = self.mss_octets();
        match self.initial_cwnd {
            InitialCwnd::Segments => u64::from(self.initial_cwnd_segments.max(1)) * mss,
            // spec: rfc3390 1
            InitialCwnd::Rfc3390 => (4 * mss).min((2 * mss).max(4_380)),
            // spec: rfc6928 2
            InitialCwnd::Rfc6928 => (10 * mss).min((2 * mss).max(14_600)),
        }
    }

    /// The congestion window after an idle time, in octets.
    // spec: rfc5681 4.1, with BSD's window of one segment
    pub(crate) fn restart_cwnd_octets(&self) -> u64 {
        match (self.after_idle, self.initial_cwnd) {
            (AfterIdle::Restart, InitialCwnd::Segments) => self.mss_octets(),
            _ => self.initial_cwnd_octets(),
        }
    }

    /// How losses are found and repaired.
    #[must_use]
    pub fn recovery_kind(&self) -> RecoveryKind {
        self.recovery.unwrap_or(self.variant.variant().recovery)
    }

    /// Whether segments carry timestamps.
    #[must_use]
    pub fn uses_timestamps(&self) -> bool {
        self.timestamps || self.undo.needs_timestamps()
    }

    /// Whether the receiver acknowledges selectively.
    #[must_use]
    pub fn uses_sack(&self) -> bool {
        self.sack || self.recovery_kind().uses_sack() || self.undo.needs_reports()
    }

    /// Whether the receiver reports duplicates.
    pub(crate) fn reports_duplicates(&self) -> bool {
        self.dsack || self.undo.needs_reports()
    }

    /// The longest that the receiver delays an acknowledgment.
    pub(crate) fn longest_ack_delay(&self) -> Span {
        if self.delayed_ack { self.ack_delay.longest(self.delayed_ack_timer) } else { Span::ZERO }
    }

    /// Whether packets may be marked instead of lost.
    #[must_use]
    pub fn uses_ecn(&self) -> bool {
        let congestion = self.variant.variant().congestion;
        self.ecn && !congestion.models_path() || congestion.needs_exact_echo() || congestion.is_scalable()
    }

    /// How marks are echoed.
    fn ecn_feedback(&self) -> EcnFeedback {
        let by_variant = match self.variant.variant().congestion.is_scalable() {
            true => EcnFeedback::Accurate,
            false => EcnFeedback::Classic,
        };
        self.ecn_feedback.unwrap_or(by_variant)
    }

    /// Whether acknowledgments count the packets that were marked.
    #[must_use]
    pub fn uses_accurate_ecn(&self) -> bool {
        self.uses_ecn() && self.ecn_feedback() != EcnFeedback::Classic
    }

    /// Whether acknowledgments also count the octets that were marked.
    pub(crate) fn reports_marked_octets(&self) -> bool {
        self.uses_ecn() && self.ecn_feedback() == EcnFeedback::AccurateWithOctets
    }

    /// How many options are in every acknowledgment, each instead of a selective block.
    pub(crate) fn options_beside_sack(&self) -> usize {
        usize::from(self.uses_timestamps()) + usize::from(self.reports_marked_octets())
    }

    /// The rule of pacing for one connection.
    #[must_use]
    pub fn pacing_rule(&self) -> AnyPacing {
        let is_scalable = self.variant.variant().congestion.is_scalable() && self.uses_accurate_ecn();
        let pacing = self.pacing.build();
        if is_scalable && !pacing.paces() { prague::pacing() } else { pacing }
    }

    /// Where sending continues after a fast retransmission.
    pub(crate) fn after_fast_retransmit(&self) -> AfterFastRetransmit {
        let recovery = self.recovery_kind();
        let default = recovery.after_fast_retransmit().first().copied();
        self.after_fast_retransmit.or(default).unwrap_or(AfterFastRetransmit::GoOn)
    }

    /// The options that a SYN of these settings carries.
    pub(crate) fn syn_options(&self) -> SynOptions {
        SynOptions { mss: true, window_scale: self.window_scaling, sack_permitted: self.uses_sack() }
    }

    /// The range of a window that is set from outside, in octets: a segment up to its cap, and at most TCP's largest
    /// window.
    // spec: rfc7323 2.3
    #[must_use]
    pub fn cwnd_range(&self) -> RangeInclusive<u64> {
        let most = self.cwnd_cap_octets().min(1 << 30);
        self.mss_octets()..=most.max(self.mss_octets())
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

    /// The smallest retransmission timeout and the key that has it.
    pub(super) fn min_rto(&self) -> (&'static str, Span) {
        match self.rto_rule {
            RtoRule::Rfc6298 | RtoRule::Linux | RtoRule::Freebsd => ("min_rto", self.min_rto),
            RtoRule::Net3 | RtoRule::Sunos | RtoRule::Unrounded | RtoRule::Ns2 => {
                ("min_rto_ticks", self.timer_tick * u64::from(self.min_rto_ticks.max(1)))
            }
        }
    }

    /// The smallest and the largest retransmission timeout of the rules in exact time.
    pub(crate) fn rto_bounds(&self) -> (Span, Span) {
        let (_, min) = self.min_rto();
        let in_ticks = self.max_rto_ticks.map(|ticks| self.timer_tick * u64::from(ticks));
        (min, self.max_rto.or(in_ticks).unwrap_or(LARGEST_RTO).max(min))
    }

    /// The smallest and the largest retransmission timeout, in ticks.
    pub(crate) fn rto_bounds_ticks(&self) -> (u32, u32) {
        let min = self.min_rto_ticks.max(1);
        let max = self.max_rto_ticks.unwrap_or_else(|| self.in_ticks(self.max_rto.unwrap_or(LARGEST_RTO)));
        (min, max.max(min))
    }
}

/// What a window becomes in the header field: clipped to the field, a multiple of the scale.
pub(crate) fn wire_window(octets: u64, scale: u32) -> u32 {
    ((octets >> scale).min(MAX_WINDOW_FIELD) << scale) as u32
}

/// The largest window that a SYN can offer: its field is never scaled.
// spec: rfc7323 2.2
pub(crate) fn unscaled(window: u32) -> u32 {
    window.min(MAX_WINDOW_FIELD as u32)
}
