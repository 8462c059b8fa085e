//! The sending end: acknowledgments and deadlines in, segments out.
//!
//! Source: 4.4BSD's input and timer routines. State: a [`ControlBlock`], a congestion control and
//! a recovery. Behaviour: an acknowledgment is expected (header prediction), old or new; a deadline
//! is a timeout or a window probe.

use cellwise_units::Time;

use crate::application::Application;
use crate::choices::AfterTimeout;
use crate::config::Settings;
use crate::congestion::{AckEvent, AnyCongestion, Congestion, LossCause};
use crate::control_block::{ControlBlock, TickTimer};
use crate::recovery::{AnyRecovery, Connection, Recovery};
use crate::rtt::RttEstimator;
use crate::segment::{Flags, Output, Segment};
use crate::seq::Seq;
use crate::stats::SenderStats;
use crate::tick::TickClock;

/// The timeout at which a connection without progress ends.
///
/// BSD counts timeouts since the last round-trip measurement, which would also end a connection that
/// moves on by retransmissions alone.
// spec: rfc1122 4.2.3.5 (R2)
const GIVE_UP_AT: u32 = 13;

/// A sender of one established connection.
#[derive(Clone, Debug)]
pub struct Sender {
    block: ControlBlock,
    congestion: AnyCongestion,
    recovery: AnyRecovery,
    header_prediction: bool,
    /// Whether header prediction looks only at the windows, as Net/3 does, not at duplicates.
    prediction_ignores_duplicates: bool,
}

impl Sender {
    /// A sender that has sent nothing. `ticks` is the slow timer of its host.
    #[must_use]
    pub fn new(settings: &Settings, application: Application, ticks: TickClock) -> Self {
        let variant = settings.variant.variant();
        Self {
            block: ControlBlock::new(settings, application, ticks),
            congestion: AnyCongestion::new(variant.congestion, settings),
            recovery: AnyRecovery::new(variant.recovery, settings),
            header_prediction: settings.header_prediction,
            prediction_ignores_duplicates: settings.bsd_deflate_bug,
        }
    }

    /// The same sender with another sequence number for octet 0. To be called before it starts.
    #[must_use]
    pub fn with_initial_seq(mut self, seq: Seq) -> Self {
        self.block.initial_seq = seq;
        self
    }

    /// Starts to send.
    pub fn start(&mut self, now: Time, out: &mut Output) {
        self.block.ticks.advance(now);
        self.block.last_arrival_tick = self.block.ticks.count();
        self.output(out);
    }

    /// The application writes `octets` more. Nothing changes for one that is greedy.
    pub fn supply(&mut self, now: Time, octets: u64, out: &mut Output) {
        self.block.ticks.advance(now);
        self.block.written = self.block.written.saturating_add(octets);
        self.output(out);
    }

    /// The application writes no more: what was sent is still delivered.
    pub fn stop_application(&mut self) {
        self.block.written = self.block.written.min(self.block.snd_max);
    }

    /// Takes an acknowledgment.
    pub fn on_ack(&mut self, now: Time, segment: &Segment, out: &mut Output) {
        if !segment.flags.contains(Flags::ACK) || self.block.stats.gave_up {
            return;
        }
        let block = &mut self.block;
        block.stats.acks_received += 1;
        block.ticks.advance(now);
        block.last_arrival_tick = block.ticks.count();
        // An acknowledgment from before the start, or of what was never sent, is no use.
        let Some(ack) = segment.ack.offset(block.initial_seq, block.snd_una) else { return };
        if ack > block.snd_max {
            return;
        }
        let window = u64::from(segment.window);
        if ack > block.snd_una {
            self.on_new_ack(now, ack, window, out);
        } else {
            self.on_old_ack(now, ack, window, segment.len, out);
        }
        self.block.refresh_deadline();
    }

    /// When the first timer fires; [`Time::NEVER`] if none runs.
    #[inline]
    #[must_use]
    pub const fn next_deadline(&self) -> Time {
        self.block.deadline()
    }

    /// Fires every timer that is due at `now`.
    pub fn on_deadline(&mut self, now: Time, out: &mut Output) {
        if now < self.block.deadline() {
            return;
        }
        self.block.ticks.advance_past(now);
        if self.block.is_due(self.block.rexmt) {
            self.on_timeout(now, out);
        }
        if self.block.is_due(self.block.persist) {
            self.block.start_persist();
            self.block.probe(out);
        }
        self.block.refresh_deadline();
    }

    fn output(&mut self, out: &mut Output) {
        if !self.block.stats.gave_up {
            self.block.output(out);
            self.block.refresh_deadline();
        }
    }

    #[inline]
    fn on_new_ack(&mut self, now: Time, ack: u64, window: u64, out: &mut Output) {
        if self.is_predicted(window) {
            self.block.stats.predicted_acks += 1;
            self.block.snd_wl2 = ack;
            self.block.acknowledge(ack);
        } else {
            let block = &mut self.block;
            let event = AckEvent { now, acked: ack - block.snd_una, flight: block.flight() };
            self.recovery.on_new_ack(ack, block);
            block.dupacks = 0;
            block.acknowledge(ack);
            self.congestion.on_ack(&event, &mut block.window);
            block.take_window(ack, window);
        }
        self.block.output(out);
    }

    /// Whether 4.4BSD's fast path takes this acknowledgment of new data: nothing but the
    /// sequence space changes, and the congestion window does not limit.
    #[inline]
    fn is_predicted(&self, window: u64) -> bool {
        let block = &self.block;
        self.header_prediction
            && window != 0
            && window == block.snd_wnd
            && block.snd_nxt == block.snd_max
            && block.window.cwnd() >= block.snd_wnd
            && (block.dupacks == 0 || self.prediction_ignores_duplicates)
    }

    /// An acknowledgment of nothing new: a duplicate, a window update, or one that was overtaken.
    fn on_old_ack(&mut self, now: Time, ack: u64, window: u64, len: u32, out: &mut Output) {
        let block = &mut self.block;
        // spec: rfc5681 2, duplicate acknowledgment
        let duplicate =
            len == 0 && window == block.snd_wnd && block.rexmt.is_running() && ack == block.snd_una;
        if duplicate {
            block.dupacks = block.dupacks.saturating_add(1);
            block.stats.duplicate_acks += 1;
            let congestion = &mut self.congestion;
            self.recovery.on_duplicate_ack(&mut Connection { now, block, congestion, out });
            return;
        }
        block.dupacks = 0;
        if block.take_window(ack, window) {
            block.output(out);
        }
    }

    /// The retransmission timer has expired.
    // spec: rfc6298 5.4-5.6, rfc5681 3.1
    fn on_timeout(&mut self, now: Time, out: &mut Output) {
        self.block.stats.timeouts += 1;
        self.block.timeouts_in_a_row += 1;
        if self.block.timeouts_in_a_row == GIVE_UP_AT {
            self.block.give_up();
            return;
        }
        self.block.rtt.back_off();
        self.recovery.on_timeout(&self.block);
        let (block, congestion) = (&mut self.block, &mut self.congestion);
        Connection { now, block, congestion, out }.close_window(LossCause::Timeout);
        let block = &mut self.block;
        // Karn: what is sent again is not measured.
        block.timed = None;
        block.dupacks = 0;
        block.rexmt = TickTimer::OFF;
        block.start_rexmt();
        match block.after_timeout {
            AfterTimeout::GoBackN => {
                block.snd_nxt = block.snd_una;
                block.output(out);
            }
            AfterTimeout::FirstSegment => block.resend_first(out),
        }
    }

    /// What it has counted.
    #[must_use]
    pub const fn stats(&self) -> &SenderStats {
        &self.block.stats
    }

    /// The congestion window, in octets; in the unit of segments, with its fraction.
    #[must_use]
    pub const fn cwnd(&self) -> u64 {
        self.block.window.cwnd()
    }

    /// The slow-start threshold, in octets; the largest integer stands for none.
    #[must_use]
    pub const fn ssthresh(&self) -> u64 {
        self.block.window.ssthresh()
    }

    /// The octets that the receiver offers beyond the acknowledged ones.
    #[must_use]
    pub const fn snd_wnd(&self) -> u64 {
        self.block.snd_wnd
    }

    /// The first octet not acknowledged, counted from the start of the connection.
    #[must_use]
    pub const fn snd_una_offset(&self) -> u64 {
        self.block.snd_una
    }

    /// The next octet to send, counted from the start of the connection.
    #[must_use]
    pub const fn snd_nxt_offset(&self) -> u64 {
        self.block.snd_nxt
    }

    /// The first octet never sent, counted from the start of the connection.
    #[must_use]
    pub const fn snd_max_offset(&self) -> u64 {
        self.block.snd_max
    }

    /// The round-trip time estimator.
    #[must_use]
    pub const fn rtt(&self) -> &RttEstimator {
        &self.block.rtt
    }

    /// Whether all that the application wrote is acknowledged.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.block.snd_una == self.block.written
    }
}

impl ControlBlock {
    /// Takes the offered window unless it is older than the one known; whether it did.
    // spec: rfc9293 3.10.7.4 (SND.WL2); no data comes back, so SND.WL1 never differs
    #[inline]
    fn take_window(&mut self, ack: u64, window: u64) -> bool {
        let newer = ack > self.snd_wl2 || (ack == self.snd_wl2 && window > self.snd_wnd);
        if newer {
            self.snd_wnd = window;
            self.snd_wl2 = ack;
            self.max_sndwnd = self.max_sndwnd.max(window);
        }
        newer
    }
}
