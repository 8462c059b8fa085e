//! Forward acknowledgment: all below the highest octet acknowledged selectively has left the
//! network.
//!
//! Source: Mathis and Mahdavi, Forward acknowledgment, SIGCOMM 1996, without their overdamping and
//! rampdown. Parameters: `duplicate_ack_threshold`, for duplicates and for the segments that may be
//! out of order. State: the repair under way; the scoreboard is in the control block.

use super::sack::reduction::Reduction;
use super::sack::repair::{Repair, highest};
use super::{Connection, Recovery};
use crate::config::Settings;
use crate::control_block::ControlBlock;

/// Recovery by forward acknowledgment.
#[derive(Clone, Debug)]
pub struct Fack {
    threshold: u32,
    repair: Repair,
    reduction: Reduction,
}

impl Fack {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self {
            threshold: settings.duplicate_ack_threshold,
            repair: Repair::default(),
            reduction: Reduction::new(settings.recovery_window),
        }
    }

    /// Whether enough lies between the first octet outstanding and the forward acknowledgment, or
    /// enough duplicates came.
    fn is_triggered(&self, block: &ControlBlock) -> bool {
        let beyond = highest(block).unwrap_or(block.snd_una).saturating_sub(block.snd_una);
        beyond > u64::from(self.threshold) * block.window.mss() || block.dupacks >= self.threshold
    }

    fn enter(&mut self, connection: &mut Connection<'_>) {
        self.repair.begin(connection.block);
        self.reduction.begin(connection);
        self.reduce(connection.block);
        let block = &mut *connection.block;
        block.stats.fast_retransmits += 1;
        block.start_rexmt();
        self.repair.resend_first(block, connection.out);
        self.send_while_room(connection);
    }

    /// Lets the window fall as an acknowledgment requires.
    fn reduce(&mut self, block: &mut ControlBlock) {
        let repair = &self.repair;
        self.reduction.on_ack(block, |block| repair.known(block, |_| true));
    }

    /// Sends while `awnd`, the octets in the network, is below the window: holes first, then new data.
    fn send_while_room(&mut self, connection: &mut Connection<'_>) {
        let (block, out) = (&mut *connection.block, &mut *connection.out);
        let mss = block.window.mss();
        while self.repair.pipe(block, |_| true) + mss <= block.window.usable() {
            if block.is_held_back() {
                return block.wait_for_departure();
            }
            if let Some(gap) = self.repair.next_gap(block, |_| true) {
                self.repair.resend(&gap, block, out);
            } else if block.send_beyond(out) == 0 {
                return;
            }
        }
    }
}

impl Recovery for Fack {
    fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>) {
        let block = &mut *connection.block;
        if block.in_recovery {
            self.reduce(block);
            self.send_while_room(connection);
        } else if !self.is_triggered(block) {
            connection.limited_transmit();
        } else if self.repair.may_begin(block) {
            self.enter(connection);
        }
    }

    fn on_new_ack(&mut self, ack: u64, block: &mut ControlBlock) -> bool {
        let recovers = block.in_recovery;
        if recovers && self.repair.ends_with(ack) {
            block.in_recovery = false;
            self.reduction.end(block);
        }
        !recovers
    }

    #[inline]
    fn send(&mut self, connection: &mut Connection<'_>) {
        if connection.block.in_recovery {
            self.reduce(connection.block);
        }
        self.resume(connection);
    }

    fn resume(&mut self, connection: &mut Connection<'_>) {
        if connection.block.in_recovery {
            self.send_while_room(connection);
        } else {
            connection.block.output(connection.out);
        }
    }

    fn on_timeout(&mut self, block: &mut ControlBlock) {
        self.repair.on_timeout(block);
        self.reduction.give_up();
    }

    fn on_undo(&mut self, block: &mut ControlBlock) {
        self.repair.on_undo(block);
        self.reduction.give_up();
    }
}
