//! When a transfer came where: what its application would have timed.
//!
//! ttcp's transmitter times from the established connection until its last write returns.

use cellwise_units::Time;

use crate::control_block::ControlBlock;
use crate::writer::Writer;

/// The times of a sender; none for what has not happened yet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Milestones {
    pub(super) established_at: Option<Time>,
    pub(super) written_at: Option<Time>,
    pub(super) acknowledged_at: Option<Time>,
}

impl Milestones {
    /// Takes note of the effects of the acknowledgments and writes up to `now`.
    pub(super) fn note(&mut self, now: Time, block: &ControlBlock) {
        let all_written = block.writer.as_ref().is_none_or(Writer::is_done);
        // An endless application comes nowhere.
        if block.written == u64::MAX || !all_written || self.acknowledged_at.is_some() {
            return;
        }
        let unacknowledged = block.written.saturating_sub(block.snd_una);
        if self.written_at.is_none() && unacknowledged <= block.send_buffer {
            self.written_at = Some(now);
        }
        if unacknowledged == 0 {
            self.acknowledged_at = Some(now);
        }
    }

    /// More is to be written after all.
    pub(super) fn forget_end(&mut self) {
        self.written_at = None;
        self.acknowledged_at = None;
    }
}
