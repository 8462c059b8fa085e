//! What a recovery may do to the connection: reduce the window and send again.

use cellwise_units::Time;

use crate::choices::{AfterFastRetransmit, AfterTimeout};
use crate::congestion::{AnyCongestion, Congestion, LossCause, LossEvent};
use crate::control_block::{ControlBlock, Timer};
use crate::segment::Output;
use crate::slow_start::SlowStart as _;
use crate::undo::Reduction;

/// What a recovery acts on.
#[derive(Debug)]
pub struct Connection<'a> {
    /// The time.
    pub now: Time,
    /// The state of the sender.
    pub block: &'a mut ControlBlock,
    /// Its congestion control.
    pub congestion: &'a mut AnyCongestion,
    /// Where segments leave.
    pub out: &'a mut Output,
}

impl Connection<'_> {
    /// Has a congestion control that models the path take what an acknowledgment has delivered and what is lost.
    #[inline]
    pub(crate) fn model(&mut self) {
        if self.block.is_modelled() {
            self.take_sample();
        }
    }

    #[inline(never)]
    fn take_sample(&mut self) {
        let (block, congestion) = (&mut *self.block, &mut *self.congestion);
        if let Some(log) = &mut block.log {
            let window = &mut block.window;
            log.give_sample(self.now, block.snd_una, |sample| congestion.on_delivery(sample, window));
        }
        self.steer();
    }

    /// The application writes: a connection that had too little to send may have been idle.
    pub(crate) fn model_restart(&mut self) {
        self.block.note_app_limit();
        let block = &mut *self.block;
        let is_idle = block.flight() == 0;
        let delivery = block.log.as_mut().and_then(|log| log.delivery());
        if is_idle && delivery.is_some_and(|delivery| delivery.is_app_limited()) {
            self.congestion.on_restart(self.now, &mut block.window);
            self.steer();
        }
    }

    /// Takes over the rate that the control wants.
    fn steer(&mut self) {
        let block = &mut *self.block;
        if let Some(pacer) = &mut block.rate_pacer {
            pacer.set(self.congestion.pace());
        }
        if let (true, Some(log)) = (self.congestion.ignores_rates(), &mut block.log) {
            log.mark_app_limited();
        }
    }

    /// Leaves the threshold that the congestion control wants after a loss.
    pub(super) fn lower_threshold(&mut self, cause: LossCause) {
        let block = &mut *self.block;
        let flight = block.flight().saturating_sub(block.limited_octets);
        let loss = LossEvent { now: self.now, cause, flight, snd_wnd: block.snd_wnd };
        let (cwnd, ssthresh) = (block.window.cwnd(), block.window.ssthresh());
        let reduction = Reduction { cause, snd_una: block.snd_una, snd_max: block.snd_max, cwnd, ssthresh };
        if block.undo.as_mut().is_some_and(|undo| undo.on_reduction(&reduction)) {
            self.congestion.save();
        }
        let ssthresh = self.congestion.ssthresh_after(&loss, &block.window);
        let left = self.congestion.cwnd_after(&loss, &block.window);
        // spec: rfc5681 3.1 (4): a segment that the timer has sent again before lowers nothing
        let is_repeated = cause == LossCause::Timeout && block.timeouts_in_a_row > 1;
        if !(is_repeated && block.holds_threshold) {
            block.window.set_ssthresh(ssthresh);
        }
        if let Some(left) = left {
            block.window.leave(left);
        }
        block.slow_start.on_reduction(cause == LossCause::Timeout);
        block.ecn.on_reduction(block.snd_max);
        let end = block.snd_max;
        if let Some(delivery) = block.log.as_mut().and_then(|log| log.delivery()) {
            delivery.begin_recovery(end);
        }
    }

    /// Has the last reduction stay, whatever shows up later.
    pub(super) fn keep_reduction(&mut self) {
        if let Some(undo) = &mut self.block.undo {
            undo.cancel();
        }
    }

    /// Closes the window to one segment, after a timeout in addition to the octets that a control with a model of the
    /// path knows to be in the network, and leaves the threshold that the congestion control wants.
    pub fn close_window(&mut self, cause: LossCause) {
        self.lower_threshold(cause);
        let block = &mut *self.block;
        let log = block.log.as_ref().filter(|_| cause == LossCause::Timeout);
        let kept = log.map_or(0, |log| log.kept_in_flight());
        block.window.set(kept + block.window.mss());
    }

    /// Reduces the window to what the congestion control wants to be left of it.
    pub fn cut_window(&mut self, cause: LossCause) {
        self.lower_threshold(cause);
        self.block.window.fall();
    }

    /// Reduces the window for an echoed congestion mark; a recovery has already reduced it.
    // spec: rfc3168 6.1.2
    pub(crate) fn answer_mark(&mut self) {
        if !self.block.in_recovery {
            self.block.stats.ecn_reductions += 1;
            self.cut_window(LossCause::Mark);
        }
    }

    /// Resends the first outstanding segment at once and continues after it or where sending was, as the
    /// settings say; the window is left at one segment.
    // spec: rfc2581 3.2 steps 1 and 2
    pub fn fast_retransmit(&mut self) {
        self.close_window(LossCause::DuplicateAcks);
        let block = &mut *self.block;
        block.stats.fast_retransmits += 1;
        block.rexmt = Timer::OFF;
        block.timed = None;
        match block.after_fast_retransmit {
            AfterFastRetransmit::GoBackN => block.go_back(self.out),
            AfterFastRetransmit::GoOn => block.resend_first(self.out),
        }
    }

    /// Sends again after a timeout, beginning at the first outstanding octet, as far as the settings say.
    pub(crate) fn restart(&mut self) {
        match self.block.after_timeout {
            AfterTimeout::GoBackN => self.block.go_back(self.out),
            AfterTimeout::FirstSegment => self.block.resend_first(self.out),
        }
    }

    /// Resends one segment at the first outstanding octet; the window does not change.
    pub fn resend_segment(&mut self) {
        let block = &mut *self.block;
        let len = block.flight();
        // Karn: what is sent again is not measured.
        block.timed = None;
        block.resend(block.snd_una, len, self.out);
    }

    /// Sends a new segment for a duplicate before the threshold, if the settings say so, the
    /// receiver's window allows it and no more than two segments beyond `cwnd` are outstanding.
    // spec: rfc3042 2
    pub fn limited_transmit(&mut self) {
        let block = &mut *self.block;
        let mss = block.window.mss();
        let limit = block.window.cwnd().saturating_add(2 * mss);
        if block.limited_transmit && block.flight() + mss <= limit {
            let octets = block.send_beyond(self.out);
            block.limited_octets += octets;
            block.stats.limited_transmits += u64::from(octets > 0);
        }
    }
}
