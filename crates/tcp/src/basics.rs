//! What congestion controls and the congestion window take of the settings.

use crate::choices::{
    ByteCounting, CwndAfterLoss, CwndUnit, InitialSsthresh, SlowStartBoundary, SsthreshRule,
};

/// What congestion controls and the congestion window take of the settings, all within its bounds.
#[derive(Clone, Copy, Debug)]
pub struct Basics {
    /// Octets of data in a full segment; at least 1.
    pub mss: u64,
    /// The congestion window at the start, in octets.
    pub initial_cwnd: u64,
    /// The largest congestion window, in octets; at least a segment.
    pub cwnd_cap: u64,
    /// The unit in which the window is counted.
    pub cwnd_unit: CwndUnit,
    /// The slow-start threshold at the start.
    pub initial_ssthresh: InitialSsthresh,
    /// How many of the octets that an acknowledgment covers open the window.
    pub byte_counting: ByteCounting,
    /// Which rule applies when the window equals the threshold.
    pub slow_start_boundary: SlowStartBoundary,
    /// What a loss leaves as threshold.
    pub ssthresh_rule: SsthreshRule,
    /// Whether that is whole segments.
    pub ssthresh_whole_segments: bool,
    /// What a loss leaves of the window.
    pub cwnd_after_loss: CwndAfterLoss,
    /// Whether an eighth of a segment is added to each step of congestion avoidance.
    pub mss_over_8: bool,
    /// Whether losses are found by selective acknowledgments.
    pub uses_sack: bool,
    /// Whether acknowledgments count the packets that were marked.
    pub uses_accurate_ecn: bool,
}
