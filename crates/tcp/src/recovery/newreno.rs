//! Fast recovery that lasts until everything outstanding at its start is acknowledged.
//!
//! Source: RFC 6582. Parameters: `duplicate_ack_threshold`, `newreno_timer`. State: the octet that
//! ends the recovery, which also keeps the duplicates that old retransmissions cause from starting
//! another one, and whether a partial acknowledgment came.

use super::{Connection, Recovery};
use crate::choices::NewRenoTimer;
use crate::config::Settings;
use crate::control_block::{ControlBlock, Timer};

/// The way out of fast recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// No recovery is under way, or it has just ended.
    Outside,
    /// An acknowledgment of part of what was outstanding is being taken.
    Partial {
        /// Octets that it acknowledges.
        acked: u64,
        /// The timer to go on with, if it is not to be restarted.
        keep: Option<Timer>,
    },
}

/// Fast recovery with partial acknowledgments.
#[derive(Clone, Debug)]
pub struct NewReno {
    threshold: u32,
    timer: NewRenoTimer,
    /// The octet after the last one sent when the window was last reduced. (The RFC's `recover` is
    /// the octet before it, and at the start the initial sequence number.)
    recover: Option<u64>,
    partial_seen: bool,
    step: Step,
}

impl NewReno {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self {
            threshold: settings.duplicate_ack_threshold,
            timer: settings.newreno_timer,
            recover: None,
            partial_seen: false,
            step: Step::Outside,
        }
    }

    fn enter(&mut self, connection: &mut Connection<'_>) {
        self.recover = Some(connection.block.snd_max);
        self.partial_seen = false;
        connection.fast_retransmit();
        let window = &mut connection.block.window;
        window.set(window.ssthresh() + u64::from(self.threshold) * window.mss());
        connection.block.in_recovery = true;
    }

    /// Leaves the recovery with a window that causes no burst.
    // spec: rfc6582 3.2 step 3, full acknowledgments (1)
    fn leave(&mut self, ack: u64, block: &mut ControlBlock) {
        let mss = block.window.mss();
        let flight = block.snd_max - ack;
        block.window.set(block.window.ssthresh().min(flight.max(mss) + mss));
        block.in_recovery = false;
        self.step = Step::Outside;
    }
}

impl Recovery for NewReno {
    fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>) {
        let block = &mut *connection.block;
        if block.in_recovery {
            // spec: rfc6582 3.2 step 3, rfc5681 3.2 steps 4 and 5
            block.window.open_by_a_segment();
            block.output(connection.out);
        } else if block.dupacks < self.threshold {
            connection.limited_transmit();
        } else if block.dupacks == self.threshold && self.recover.is_none_or(|at| block.snd_una > at) {
            // spec: rfc6582 3.2 step 2
            self.enter(connection);
        }
    }

    fn on_new_ack(&mut self, ack: u64, block: &mut ControlBlock) -> bool {
        if !block.in_recovery {
            self.step = Step::Outside;
            return true;
        }
        if self.recover.is_none_or(|at| ack >= at) {
            self.leave(ack, block);
        } else {
            let restarts = !self.partial_seen || self.timer == NewRenoTimer::SlowButSteady;
            self.partial_seen = true;
            let keep = (!restarts).then_some(block.rexmt);
            self.step = Step::Partial { acked: ack - block.snd_una, keep };
        }
        false
    }

    // spec: rfc6582 3.2 step 3, partial acknowledgments
    fn send(&mut self, connection: &mut Connection<'_>) {
        if let Step::Partial { acked, keep } = self.step {
            if let Some(timer) = keep {
                connection.block.rexmt = timer;
            }
            connection.resend_segment();
            let window = &mut connection.block.window;
            let mss = window.mss();
            let back = if acked >= mss { mss } else { 0 };
            window.set(window.cwnd().saturating_sub(acked) + back);
            self.step = Step::Outside;
        }
        connection.block.output(connection.out);
    }

    // spec: rfc6582 3.2 step 4
    fn on_timeout(&mut self, block: &mut ControlBlock) {
        self.recover = Some(block.snd_max);
        block.in_recovery = false;
        self.step = Step::Outside;
    }

    /// What was resent in vain still causes duplicates.
    fn on_undo(&mut self, block: &mut ControlBlock) {
        block.in_recovery = false;
        self.step = Step::Outside;
    }
}
