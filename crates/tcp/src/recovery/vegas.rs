//! Fast recovery that reads the clock: a segment whose exact timeout has passed is resent at the
//! first sign of a loss.
//!
//! Source: Brakmo, O'Malley and Peterson, TCP Vegas, SIGCOMM 1994, section 3.1. Parameter:
//! `duplicate_ack_threshold`. State: whether the first outstanding segment was resent, when the window
//! was last cut, and how many acknowledgments of new data are still tested. The clock is read at
//! every duplicate, and at the first two acknowledgments of new data after a retransmission. The
//! window is cut only for a segment that was sent after the cut before.

use cellwise_units::Time;

use super::{Connection, Recovery};
use crate::config::Settings;
use crate::congestion::LossCause;
use crate::control_block::ControlBlock;

/// Acknowledgments of new data after a retransmission at which the clock is read.
const CHECKS: u32 = 2;

/// Fast recovery with exact timeouts.
#[derive(Clone, Debug)]
pub struct Vegas {
    threshold: u32,
    /// Whether the first outstanding segment was resent: further duplicates then only say that
    /// segments have left the network.
    resent: bool,
    checks_left: u32,
    last_cut: Option<Time>,
}

impl Vegas {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self { threshold: settings.duplicate_ack_threshold, resent: false, checks_left: 0, last_cut: None }
    }

    /// Resends the first outstanding segment, and cuts the window unless it was cut since that
    /// segment was sent.
    fn resend(&mut self, connection: &mut Connection<'_>) {
        let sent_at = connection.block.oldest_sent_at().map(|sent| sent.at);
        let cut_since = self.last_cut.is_some_and(|cut| sent_at.is_none_or(|at| at <= cut));
        if !cut_since {
            connection.cut_window(LossCause::DuplicateAcks);
            self.last_cut = Some(connection.now);
        }
        connection.block.stats.fast_retransmits += 1;
        connection.block.start_rexmt();
        connection.resend_segment();
        self.resent = true;
        self.checks_left = CHECKS;
    }
}

impl Recovery for Vegas {
    fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>) {
        let dupacks = connection.block.dupacks;
        if is_overdue(connection.block) || (dupacks == self.threshold && !self.resent) {
            self.resend(connection);
            let window = &mut connection.block.window;
            window.set(window.cwnd() + u64::from(dupacks) * window.mss());
        } else if self.resent {
            connection.block.window.open_by_a_segment();
            connection.block.output(connection.out);
        } else if dupacks < self.threshold {
            connection.limited_transmit();
        }
    }

    fn on_new_ack(&mut self, _: u64, block: &mut ControlBlock) -> bool {
        let recovered = std::mem::take(&mut self.resent);
        if recovered {
            block.window.fall();
        }
        !recovered
    }

    fn send(&mut self, connection: &mut Connection<'_>) {
        if self.checks_left > 0 {
            self.checks_left -= 1;
            if connection.block.flight() > 0 && is_overdue(connection.block) {
                self.resend(connection);
            }
        }
        connection.block.output(connection.out);
    }

    fn on_timeout(&mut self, _: &mut ControlBlock) {
        self.resent = false;
        self.checks_left = 0;
    }

    fn on_undo(&mut self, block: &mut ControlBlock) {
        self.on_timeout(block);
    }
}

/// Whether the first outstanding segment was sent an exact timeout ago.
fn is_overdue(block: &ControlBlock) -> bool {
    let timeout = block.fine_timing.as_ref().and_then(|timing| timing.timeout());
    let deadline = block.oldest_sent_at().zip(timeout).map(|(sent, timeout)| sent.at + timeout);
    deadline.is_some_and(|deadline| block.now.at > deadline)
}
