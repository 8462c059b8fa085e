//! How many of the octets that an acknowledgment covers open the window in slow start.
//!
//! Source: RFC 3465. Parameter: `byte_counting`. State: whether slow start follows a timeout.

use super::LossCause;
use crate::basics::Basics;
use crate::choices::ByteCounting;
use crate::window::CongestionWindow;

/// The steps of slow start.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlowStartSteps {
    byte_counting: ByteCounting,
    /// Whether slow start follows a timeout.
    after_timeout: bool,
}

impl SlowStartSteps {
    pub(super) fn new(basics: &Basics) -> Self {
        Self { byte_counting: basics.byte_counting, after_timeout: false }
    }

    /// Whether octets are counted, not acknowledgments.
    #[inline]
    pub(super) fn counts_octets(&self) -> bool {
        self.byte_counting != ByteCounting::Off
    }

    pub(super) fn on_loss(&mut self, cause: LossCause) {
        self.after_timeout = cause == LossCause::Timeout;
    }

    /// Slow start has ended.
    pub(super) fn on_avoidance(&mut self) {
        self.after_timeout = false;
    }

    /// Opens the window by a segment, or by the octets acknowledged, but then by no more than a segment beyond the
    /// threshold.
    // spec: rfc3465 2.2; 2.3: what is acknowledged after a timeout may have left the network long ago
    #[inline]
    pub(super) fn open(&self, acked: u64, window: &mut CongestionWindow) {
        let mss = window.mss();
        let most = match self.byte_counting {
            ByteCounting::Off => return window.open_by_a_segment(),
            _ if self.after_timeout => mss,
            ByteCounting::Rfc3465 => 2 * mss,
            ByteCounting::Unlimited => u64::MAX,
        };
        let bound = window.ssthresh().saturating_add(mss);
        window.set(window.cwnd().saturating_add(acked.min(most)).min(bound));
    }
}
