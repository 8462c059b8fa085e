//! Recovery by selective acknowledgments, with a conservative estimate of losses.
//!
//! Source: RFC 2018 (receiver), RFC 6675 (sender). Parameters: `duplicate_ack_threshold`,
//! `limited_transmit`. State: the repair under way and its one rescue; the scoreboard is in the
//! control block. An octet is lost if enough was acknowledged selectively above it. After a timeout
//! the scoreboard begins again and the sender goes back, skipping the octets that the receiver reports.

pub(super) mod reduction;
pub(super) mod repair;

use reduction::Reduction;
use repair::{Gap, Repair, highest};

use super::{Connection, Recovery};
use crate::config::Settings;
use crate::control_block::ControlBlock;
use crate::segment::Output;

/// Recovery by selective acknowledgments.
#[derive(Clone, Debug)]
pub struct Sack {
    threshold: u32,
    repair: Repair,
    reduction: Reduction,
    /// Below or at this octet there is no rescue (the RFC's RescueRxt).
    rescue: u64,
}

impl Sack {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self {
            threshold: settings.duplicate_ack_threshold,
            repair: Repair::default(),
            reduction: Reduction::new(settings.recovery_window),
            rescue: 0,
        }
    }

    fn is_lost(&self, gap: &Gap, mss: u64) -> bool {
        is_lost(self.threshold, gap, mss)
    }

    /// Whether the first octet outstanding is lost.
    fn first_is_lost(&self, block: &ControlBlock) -> bool {
        let first = repair::gaps(block).next();
        first.is_some_and(|gap| gap.start == block.snd_una && self.is_lost(&gap, block.window.mss()))
    }

    fn pipe(&self, block: &ControlBlock) -> u64 {
        let mss = block.window.mss();
        self.repair.pipe(block, |gap| self.is_lost(gap, mss))
    }

    // spec: rfc6675 5 (4.1) to (4.5)
    fn enter(&mut self, connection: &mut Connection<'_>) {
        self.repair.begin(connection.block);
        self.reduction.begin(connection);
        self.reduce(connection.block);
        let block = &mut *connection.block;
        block.stats.fast_retransmits += 1;
        block.start_rexmt();
        self.repair.resend_first(block, connection.out);
        let resent = block.snd_una + block.window.mss();
        self.rescue = resent.min(block.snd_max);
        self.fill_pipe(connection);
    }

    /// Lets the window fall as an acknowledgment requires.
    fn reduce(&mut self, block: &mut ControlBlock) {
        let mss = block.window.mss();
        let (repair, threshold) = (&self.repair, self.threshold);
        self.reduction.on_ack(block, |block| repair.known(block, |gap| is_lost(threshold, gap, mss)));
    }

    /// Sends while the window has room for more octets in the network.
    // spec: rfc6675 5 (C)
    fn fill_pipe(&mut self, connection: &mut Connection<'_>) {
        let mss = connection.block.window.mss();
        while connection.block.window.usable().saturating_sub(self.pipe(connection.block)) >= mss {
            if connection.block.is_held_back() {
                return connection.block.wait_for_departure();
            }
            if !self.send_next(connection) {
                return;
            }
        }
    }

    /// Sends one segment by the first rule that has one; whether there was one.
    // spec: rfc6675 4 (NextSeg)
    fn send_next(&mut self, connection: &mut Connection<'_>) -> bool {
        let (block, out) = (&mut *connection.block, &mut *connection.out);
        let mss = block.window.mss();
        if let Some(gap) = self.repair.next_gap(block, |gap| self.is_lost(gap, mss)) {
            self.repair.resend(&gap, block, out);
            true
        } else if block.send_beyond(out) > 0 {
            true
        } else if let Some(gap) = self.repair.next_gap(block, |_| true) {
            self.repair.resend(&gap, block, out);
            true
        } else {
            self.rescue_last(block, out)
        }
    }

    /// Resends the last segment that is not acknowledged, once per recovery and only after progress.
    fn rescue_last(&mut self, block: &mut ControlBlock, out: &mut Output) -> bool {
        let above = highest(block).unwrap_or(block.snd_una).max(block.snd_una);
        if block.snd_una <= self.rescue || above >= block.snd_max {
            return false;
        }
        self.rescue = self.repair.recovery_point().unwrap_or(block.snd_max);
        let start = above.max(block.snd_max.saturating_sub(block.window.mss()));
        block.timed = None;
        block.resend(start, block.snd_max - start, out);
        true
    }

    /// Limited transmit, by the octets in the network.
    // spec: rfc6675 5 (3)
    fn send_before_threshold(&self, connection: &mut Connection<'_>) {
        let block = &mut *connection.block;
        let room = block.window.usable().saturating_sub(self.pipe(block));
        if block.limited_transmit && room >= block.window.mss() {
            let octets = block.send_beyond(connection.out);
            block.limited_octets += octets;
            block.stats.limited_transmits += u64::from(octets > 0);
        }
    }
}

/// Whether enough was acknowledged selectively above a gap.
// spec: rfc6675 4 (IsLost)
fn is_lost(threshold: u32, gap: &Gap, mss: u64) -> bool {
    let threshold = u64::from(threshold);
    gap.runs_above >= threshold || gap.octets_above > threshold.saturating_sub(1) * mss
}

impl Recovery for Sack {
    fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>) {
        let block = &mut *connection.block;
        if block.in_recovery {
            self.reduce(block);
            self.fill_pipe(connection);
        } else if block.dupacks < self.threshold && !self.first_is_lost(block) {
            self.send_before_threshold(connection);
        } else if self.repair.may_begin(block) {
            self.enter(connection);
        }
    }

    fn on_new_ack(&mut self, ack: u64, block: &mut ControlBlock) -> bool {
        let recovers = block.in_recovery;
        // spec: rfc6675 5 (A)
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
            self.fill_pipe(connection);
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
