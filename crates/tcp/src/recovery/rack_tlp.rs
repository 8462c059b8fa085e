//! Recovery by the times of sending, and a probe for the last segments of a flight.
//!
//! Source: RFC 8985. Of two segments the one sent first arrives first, except for a little reordering. A segment that
//! was sent longer than that before one that has arrived is lost; this also holds for retransmissions. When no
//! acknowledgment comes for two round trips a probe asks for one, before the retransmission timer expires. Parameters:
//! `recovery_window`, and the delayed acknowledgment that a single segment may meet. State: the
//! [`crate::segment_log`], the recovery under way, the reordering window's multiple, and the probe.

mod probe;
mod reordering;

use probe::Probe;
use reordering::ReorderingWindow;

use super::sack::reduction::{Known, Reduction};
use super::{Connection, Recovery};
use crate::config::Settings;
use crate::control_block::{ControlBlock, Timer};
use crate::segment::Output;

/// What the timer of the recovery waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiting {
    /// Segments that may only be reordered.
    Reordering,
    /// An acknowledgment of the last segments.
    Probe,
}

/// Recovery by time, with tail loss probes.
#[derive(Clone, Debug)]
pub struct RackTlp {
    reduction: Reduction,
    reordering: ReorderingWindow,
    probe: Probe,
    waiting: Waiting,
    /// The octet after the last one sent when a recovery, or a timeout, began.
    recovery_point: Option<u64>,
}

impl RackTlp {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self {
            reduction: Reduction::new(settings.recovery_window),
            reordering: ReorderingWindow::default(),
            probe: Probe::new(settings),
            waiting: Waiting::Probe,
            recovery_point: None,
        }
    }

    /// Whether losses, also of a timeout, are being repaired.
    fn repairs(&self) -> bool {
        self.recovery_point.is_some()
    }

    /// Finds what is lost, and begins a recovery if something is.
    fn detect(&mut self, connection: &mut Connection<'_>) {
        let block = &mut *connection.block;
        let window = self.reordering.window(block, self.repairs());
        let Some(log) = &mut block.log else { return };
        let before = log.ever_lost();
        let rest = log.detect(block.now.at, window);
        let is_new = log.ever_lost() > before;
        if let Some(rest) = rest {
            self.waiting = Waiting::Reordering;
            block.recovery_timer = Timer(block.now.at + rest);
        } else if self.waiting == Waiting::Reordering {
            block.recovery_timer = Timer::OFF;
        }
        if is_new && !self.repairs() {
            self.enter(connection);
        }
    }

    fn enter(&mut self, connection: &mut Connection<'_>) {
        let block = &mut *connection.block;
        self.recovery_point = Some(block.snd_max);
        block.in_recovery = true;
        block.stats.fast_retransmits += 1;
        self.probe.forget();
        // spec: rfc8985 7.2, 8: no probe in a recovery
        if self.waiting == Waiting::Probe {
            block.recovery_timer = Timer::OFF;
        }
        self.reduction.begin(connection);
        let block = &mut *connection.block;
        block.start_rexmt();
        // spec: rfc5681 3.2 step 2, whatever the window; PRR has a rule of its own for it
        if !self.reduction.is_proportional()
            && !block.is_modelled()
            && let Some((start, octets)) = block.log.as_ref().and_then(|log| log.next_lost())
        {
            block.timed = None;
            block.resend(start, octets, connection.out);
        }
    }

    /// Lets the window fall as an acknowledgment requires.
    fn reduce(&mut self, block: &mut ControlBlock) {
        if block.in_recovery {
            self.reduction.on_ack(block, known);
        }
    }

    /// Resends what is lost, then sends new data, as far as the window has room for more octets in the network.
    fn fill(&self, connection: &mut Connection<'_>) {
        let block = &mut *connection.block;
        while block.window.usable().saturating_sub(known(block).in_flight) >= block.window.mss() {
            if block.is_held_back() {
                return block.wait_for_departure();
            }
            if let Some((start, octets)) = block.log.as_ref().and_then(|log| log.next_lost()) {
                block.timed = None;
                block.resend(start, octets, connection.out);
            } else if !self.send_new(block, connection.out) {
                return;
            }
        }
    }

    /// Sends new data; whether there was some. Data beyond the window before a recovery is limited transmit.
    // spec: rfc5681 3.2 step 1
    fn send_new(&self, block: &mut ControlBlock, out: &mut Output) -> bool {
        let octets = block.send_beyond(out);
        if octets > 0 && !self.repairs() && block.flight() > block.window.usable() {
            block.limited_octets += octets;
            block.stats.limited_transmits += 1;
        }
        octets > 0
    }

    /// Ends the repair that an acknowledgment of all of it has ended.
    fn end(&mut self, ack: u64, block: &mut ControlBlock) {
        if self.recovery_point.is_some_and(|point| ack >= point) {
            self.recovery_point = None;
            block.in_recovery = false;
            self.reduction.end(block);
            self.reordering.on_recovery_end();
        }
    }
}

/// What the log knows of the network.
fn known(block: &ControlBlock) -> Known {
    let outstanding = block.flight();
    block.log.as_ref().map_or(Known { lost: 0, in_flight: outstanding }, |log| Known {
        lost: log.ever_lost(),
        in_flight: log.in_flight(outstanding),
    })
}

impl Recovery for RackTlp {
    fn find_losses(&mut self, connection: &mut Connection<'_>, is_new: bool) {
        self.reordering.on_ack(connection.block);
        self.probe.on_ack(connection, is_new);
        self.probe.is_moved |= is_new;
        self.detect(connection);
    }

    fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>) {
        self.reduce(connection.block);
        self.resume(connection);
    }

    // spec: rfc8985 6.2: every acknowledgment, as a report of a duplicate makes the window longer
    fn on_other_ack(&mut self, connection: &mut Connection<'_>) {
        self.find_losses(connection, false);
        self.on_duplicate_ack(connection);
    }

    fn on_new_ack(&mut self, ack: u64, block: &mut ControlBlock) -> bool {
        let recovers = block.in_recovery;
        self.end(ack, block);
        !recovers
    }

    fn send(&mut self, connection: &mut Connection<'_>) {
        self.reduce(connection.block);
        self.resume(connection);
    }

    fn resume(&mut self, connection: &mut Connection<'_>) {
        let is_disordered = connection.block.log.as_ref().is_some_and(|log| log.is_disordered());
        if is_disordered || self.repairs() {
            self.fill(connection);
        } else {
            connection.block.output(connection.out);
        }
    }

    fn on_timeout(&mut self, block: &mut ControlBlock) {
        self.recovery_point = Some(block.snd_max);
        block.in_recovery = false;
        self.reduction.give_up();
        self.probe.forget();
        block.recovery_timer = Timer::OFF;
        let window = self.reordering.window(block, true);
        if let Some(log) = &mut block.log {
            log.on_timeout(block.now.at, window);
        }
    }

    fn on_undo(&mut self, block: &mut ControlBlock) {
        self.recovery_point = None;
        block.in_recovery = false;
        self.reduction.give_up();
        if let Some(log) = &mut block.log {
            log.forget_losses();
        }
    }

    /// The first segment goes whatever else may be in the network.
    // spec: rfc6298 5.4
    fn restart(&mut self, connection: &mut Connection<'_>) {
        let block = &mut *connection.block;
        if let Some((start, octets)) = block.log.as_ref().and_then(|log| log.first()) {
            block.resend(start, octets, connection.out);
        } else {
            connection.restart();
        }
    }

    fn on_timer(&mut self, connection: &mut Connection<'_>) {
        match self.waiting {
            Waiting::Reordering => {
                connection.block.delivered_before = connection.block.delivered();
                self.detect(connection);
                self.reduce(connection.block);
                self.resume(connection);
            }
            Waiting::Probe => self.probe.send(connection),
        }
        self.after_sending(connection.block);
    }

    fn after_sending(&mut self, block: &mut ControlBlock) {
        if self.waiting == Waiting::Reordering && block.recovery_timer.is_running() {
            return;
        }
        if self.probe.is_to_be_set(block) {
            let calm = !self.repairs() && block.log.as_ref().is_some_and(|log| !log.is_disordered());
            self.waiting = Waiting::Probe;
            block.recovery_timer = if calm { self.probe.deadline(block) } else { Timer::OFF };
        }
    }
}
