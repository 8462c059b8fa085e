//! Fast retransmit without fast recovery: resend the first segment, then start slowly.
//!
//! Source: Jacobson 1988; RFC 2001 3; Fall and Floyd 1996 and ns-2, where slow start goes back to the
//! segment lost; 4.3BSD Tahoe and SunOS 4, where it continues. Parameters: `duplicate_ack_threshold`,
//! `after_fast_retransmit`, `avoid_multiple_fast_retransmits`. State in addition to the count of duplicates in the
//! control block: the [`Guard`]. Duplicates beyond the threshold send nothing.

use super::guard::Guard;
use super::{Connection, Recovery};
use crate::config::Settings;
use crate::control_block::ControlBlock;

/// Fast retransmit.
#[derive(Clone, Debug)]
pub struct Tahoe {
    threshold: u32,
    guard: Guard,
}

impl Tahoe {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self {
            threshold: settings.duplicate_ack_threshold,
            guard: Guard::new(settings.avoid_multiple_fast_retransmits),
        }
    }
}

impl Recovery for Tahoe {
    fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>) {
        if connection.block.dupacks == self.threshold {
            if self.guard.allows(connection.block) {
                self.guard.note(connection.block);
                connection.fast_retransmit();
            }
        } else if connection.block.dupacks < self.threshold {
            connection.limited_transmit();
        }
    }

    #[inline]
    fn on_new_ack(&mut self, _: u64, _: &mut ControlBlock) -> bool {
        true
    }

    fn on_timeout(&mut self, block: &mut ControlBlock) {
        self.guard.note(block);
    }

    fn on_undo(&mut self, _: &mut ControlBlock) {}
}
