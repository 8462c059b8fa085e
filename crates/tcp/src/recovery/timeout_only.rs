//! No fast retransmit: duplicate acknowledgments are ignored and send nothing.
//!
//! Source: ATM Forum 96-1269, section 2. No parameters, no state.

use super::{Connection, Recovery};
use crate::config::Settings;
use crate::control_block::ControlBlock;

/// Recovery by the retransmission timer alone.
#[derive(Clone, Debug)]
pub struct TimeoutOnly;

impl TimeoutOnly {
    /// The rule; no setting changes it.
    #[must_use]
    pub fn new(_: &Settings) -> Self {
        Self
    }
}

impl Recovery for TimeoutOnly {
    fn on_duplicate_ack(&mut self, _: &mut Connection<'_>) {}

    #[inline]
    fn on_new_ack(&mut self, _: u64, _: &mut ControlBlock) -> bool {
        true
    }

    fn on_timeout(&mut self, _: &mut ControlBlock) {}

    fn on_undo(&mut self, _: &mut ControlBlock) {}
}
