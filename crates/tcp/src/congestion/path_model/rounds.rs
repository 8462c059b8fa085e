//! Round trips counted by deliveries: one has passed when something is delivered that was sent after it began.
//!
//! Source: draft-ietf-ccwg-bbr, "Tracking Packet-Timed Round Trips".

use crate::delivery::Sample;

/// The count.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Rounds {
    /// What was delivered when the present one began.
    begun_at: u64,
    pub(in super::super) count: u64,
    /// Whether the last sample began one.
    pub(in super::super) begins: bool,
    was_limited: bool,
    is_limited: bool,
}

impl Rounds {
    /// Takes a sample that has delivered something.
    pub(in super::super) fn take(&mut self, sample: &Sample<'_>) {
        self.begins = sample.prior_delivered.is_some_and(|prior| prior >= self.begun_at);
        if self.begins {
            self.restart(sample);
            self.count += 1;
            self.was_limited = std::mem::take(&mut self.is_limited);
        }
        self.is_limited |= sample.is_window_limited;
    }

    /// Begins one now.
    pub(in super::super) fn restart(&mut self, sample: &Sample<'_>) {
        self.begun_at = sample.total_delivered;
    }

    /// What was delivered when the present one began.
    pub(in super::super) fn begun_at(&self) -> u64 {
        self.begun_at
    }

    /// Whether the congestion window was full in this round or the one before (C.is_cwnd_limited).
    pub(in super::super) fn is_window_limited(&self) -> bool {
        self.was_limited || self.is_limited
    }
}
