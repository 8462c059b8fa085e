//! Fast recovery that lasts until everything outstanding at its start is acknowledged.
//!
//! Source: RFC 6582. Parameters: `duplicate_ack_threshold`, `newreno_timer`, `newreno_exit`. State: the [`Guard`],
//! which also says what ends the recovery, whether a partial acknowledgment came, and by how much duplicates inflate the window.

use super::guard::Guard;
use super::{Connection, Recovery};
use crate::choices::{NewRenoExit, NewRenoTimer};
use crate::config::Settings;
use crate::control_block::{ControlBlock, Timer};
use crate::window::CongestionWindow;

/// The way out of fast recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// No recovery is under way, or it has just ended.
    Outside,
    /// An acknowledgment of part of the outstanding octets is being taken.
    Partial {
        /// Octets that it acknowledges.
        acked: u64,
        /// The timer to keep, if it is not to be restarted.
        keep: Option<Timer>,
    },
}

/// Fast recovery with partial acknowledgments.
#[derive(Clone, Debug)]
pub struct NewReno {
    threshold: u32,
    timer: NewRenoTimer,
    exit: NewRenoExit,
    guard: Guard,
    /// Octets of the window for duplicates, beyond what the loss has left of it (`dupwnd_` of ns-2).
    inflated: u64,
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
            exit: settings.newreno_exit,
            guard: Guard::new(true),
            inflated: 0,
            partial_seen: false,
            step: Step::Outside,
        }
    }

    fn enter(&mut self, connection: &mut Connection<'_>) {
        self.guard.note(connection.block);
        self.partial_seen = false;
        connection.fast_retransmit();
        let window = &mut connection.block.window;
        self.inflated = u64::from(self.threshold) * window.mss();
        window.set_left(self.inflated);
        connection.block.in_recovery = true;
    }

    /// Leaves the recovery; whether the acknowledgment that ends it opens the window.
    // spec: rfc6582 3.2 step 3, full acknowledgments
    fn leave(&mut self, ack: u64, block: &mut ControlBlock) -> bool {
        block.in_recovery = false;
        self.step = Step::Outside;
        match self.exit {
            NewRenoExit::NoBurst => {
                let mss = block.window.mss();
                let flight = block.snd_max - ack;
                block.window.set(block.window.left_octets().min(flight.max(mss) + mss));
                false
            }
            NewRenoExit::Deflated => {
                block.window.set_left(0);
                true
            }
        }
    }

    /// Takes the octets of a partial acknowledgment out of the window, except the segment resent.
    fn deflate(&mut self, acked: u64, window: &mut CongestionWindow) {
        let mss = window.mss();
        match self.exit {
            NewRenoExit::NoBurst => {
                let back = if acked >= mss { mss } else { 0 };
                window.set(window.cwnd().saturating_sub(acked) + back);
            }
            // ns-2: partialnewack, partial_window_deflation_ 1
            NewRenoExit::Deflated => {
                if self.inflated > acked {
                    self.inflated -= acked.saturating_sub(mss);
                } else {
                    window.leave(window.left() - (acked - self.inflated) as f64 / mss as f64);
                    self.inflated = mss;
                }
                window.set_left(self.inflated);
            }
        }
    }
}

impl Recovery for NewReno {
    fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>) {
        let block = &mut *connection.block;
        if block.in_recovery {
            // spec: rfc6582 3.2 step 3, rfc5681 3.2 steps 4 and 5
            self.inflated = self.inflated.saturating_add(block.window.mss());
            block.window.open_by_a_segment();
            block.output(connection.out);
        } else if block.dupacks < self.threshold {
            connection.limited_transmit();
        } else if block.dupacks == self.threshold && self.guard.allows(block) {
            // spec: rfc6582 3.2 step 2
            self.enter(connection);
        }
    }

    fn on_new_ack(&mut self, ack: u64, block: &mut ControlBlock) -> bool {
        if !block.in_recovery {
            self.step = Step::Outside;
            return true;
        }
        if self.guard.is_covered_by(ack) {
            return self.leave(ack, block);
        }
        let restarts = !self.partial_seen || self.timer == NewRenoTimer::SlowButSteady;
        self.partial_seen = true;
        let keep = (!restarts).then_some(block.rexmt);
        self.step = Step::Partial { acked: ack - block.snd_una, keep };
        false
    }

    // spec: rfc6582 3.2 step 3, partial acknowledgments
    fn send(&mut self, connection: &mut Connection<'_>) {
        if let Step::Partial { acked, keep } = self.step {
            if let Some(timer) = keep {
                connection.block.rexmt = timer;
            }
            connection.resend_segment();
            self.deflate(acked, &mut connection.block.window);
            self.step = Step::Outside;
        }
        connection.block.output(connection.out);
    }

    // spec: rfc6582 3.2 step 4
    fn on_timeout(&mut self, block: &mut ControlBlock) {
        self.guard.note(block);
        block.in_recovery = false;
        self.step = Step::Outside;
    }

    /// What was resent in vain still causes duplicates.
    fn on_undo(&mut self, block: &mut ControlBlock) {
        block.in_recovery = false;
        self.step = Step::Outside;
    }
}
