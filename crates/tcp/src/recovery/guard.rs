//! No second fast retransmission for what was outstanding at the first, or at a timeout.
//!
//! Source: RFC 6582 3.2 steps 1, 2 and 4, the "careful" variant of RFC 2582 5; ns-2 (`bugFix_`). Parameter:
//! `avoid_multiple_fast_retransmits`. State: how far sending had come then.

use crate::control_block::ControlBlock;

/// Whether duplicates may begin a fast retransmission.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    is_on: bool,
    /// The octet after the last one sent when the window was last reduced. (The RFC's `recover` is the octet before it, and at the start the
    /// initial sequence number.)
    recover: Option<u64>,
}

impl Guard {
    pub(super) const fn new(is_on: bool) -> Self {
        Self { is_on, recover: None }
    }

    /// Whether duplicates may begin one: all that was outstanding is acknowledged, and more.
    pub(super) fn allows(&self, block: &ControlBlock) -> bool {
        !self.is_on || self.recover.is_none_or(|at| block.snd_una > at)
    }

    /// The window is reduced for what is outstanding now.
    pub(super) fn note(&mut self, block: &ControlBlock) {
        self.recover = Some(block.snd_max);
    }

    /// Whether an acknowledgment up to `ack` covers all that was outstanding then.
    pub(super) fn is_covered_by(&self, ack: u64) -> bool {
        self.recover.is_none_or(|at| ack >= at)
    }
}
