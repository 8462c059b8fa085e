//! Fast retransmit and fast recovery: half the window, and a segment more for each that has left
//! the network.
//!
//! Source: RFC 2581 3.2, as in 4.4BSD. Parameters: `duplicate_ack_threshold`, `bsd_deflate_bug`,
//! `after_fast_retransmit`, `avoid_multiple_fast_retransmits`. State in addition to the count of duplicates in the
//! control block: the [`Guard`], and whether they have begun a recovery.

use super::guard::Guard;
use super::{Connection, Recovery};
use crate::config::Settings;
use crate::control_block::ControlBlock;

/// Fast retransmit and fast recovery.
#[derive(Clone, Debug)]
pub struct Reno {
    threshold: u32,
    /// The number of duplicates from which a new acknowledgment deflates the window.
    deflate_from: u32,
    guard: Guard,
    /// Whether the duplicates have begun a recovery.
    recovers: bool,
}

impl Reno {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let threshold = settings.duplicate_ack_threshold;
        Self {
            threshold,
            deflate_from: threshold.saturating_add(u32::from(settings.bsd_deflate_bug)),
            guard: Guard::new(settings.avoid_multiple_fast_retransmits),
            recovers: false,
        }
    }
}

impl Reno {
    fn enter(&mut self, connection: &mut Connection<'_>) {
        self.guard.note(connection.block);
        connection.fast_retransmit();
        let window = &mut connection.block.window;
        // spec: rfc2581 3.2 step 2: the duplicates are segments that have left the network
        window.set_left(u64::from(self.threshold) * window.mss());
    }
}

impl Recovery for Reno {
    fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>) {
        let dupacks = connection.block.dupacks;
        if dupacks < self.threshold {
            connection.limited_transmit();
        } else if dupacks == self.threshold {
            self.recovers = self.guard.allows(connection.block);
            if self.recovers {
                self.enter(connection);
            }
        } else if self.recovers {
            // spec: rfc2581 3.2 steps 3 and 4
            connection.block.window.open_by_a_segment();
            connection.block.output(connection.out);
        }
    }

    #[inline]
    fn on_new_ack(&mut self, _: u64, block: &mut ControlBlock) -> bool {
        // spec: rfc2581 3.2 step 5
        if block.dupacks >= self.deflate_from
            && self.recovers
            && block.window.cwnd() > block.window.left_octets()
        {
            block.window.set_left(0);
        }
        true
    }

    fn on_timeout(&mut self, block: &mut ControlBlock) {
        self.guard.note(block);
    }

    fn on_undo(&mut self, _: &mut ControlBlock) {}
}
