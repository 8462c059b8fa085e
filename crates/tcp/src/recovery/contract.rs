//! What every loss recovery does.

use super::connection::Connection;
use crate::control_block::ControlBlock;

/// A loss recovery.
pub trait Recovery {
    /// Finds what an acknowledgment shows to be lost, before the congestion control models the path by it: one of new
    /// data, or a duplicate.
    #[inline]
    fn find_losses(&mut self, _: &mut Connection<'_>, _is_new: bool) {}

    /// Acts on a duplicate acknowledgment; `block.dupacks` counts it.
    fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>);

    /// Acts on an acknowledgment of nothing new that is no duplicate, as it says nothing of a loss.
    #[inline]
    fn on_other_ack(&mut self, _: &mut Connection<'_>) {}

    /// Acts on an acknowledgment of new data up to octet `ack`, before anything else does and
    /// while `block.dupacks` still counts the duplicates before it. Returns whether the congestion
    /// control may open the window for it.
    fn on_new_ack(&mut self, ack: u64, block: &mut ControlBlock) -> bool;

    /// Sends what an acknowledgment of new data allows, after it has been taken.
    #[inline]
    fn send(&mut self, connection: &mut Connection<'_>) {
        self.resume(connection);
    }

    /// Sends what the window allows; also called when pacing, or a bound on bursts, has held it back.
    #[inline]
    fn resume(&mut self, connection: &mut Connection<'_>) {
        connection.block.output(connection.out);
    }

    /// Takes note of a timeout, which ends any recovery.
    fn on_timeout(&mut self, block: &mut ControlBlock);

    /// Sends the first segment after a timeout.
    fn restart(&mut self, connection: &mut Connection<'_>) {
        connection.restart();
    }

    /// Acts when its own timer fires.
    fn on_timer(&mut self, _: &mut Connection<'_>) {}

    /// Sets its own timer after something may have been sent.
    #[inline]
    fn after_sending(&mut self, _: &mut ControlBlock) {}

    /// Ends any recovery, because nothing was lost.
    fn on_undo(&mut self, block: &mut ControlBlock);
}
