//! The sending end: acknowledgments and deadlines in, segments out.
//!
//! Source: 4.4BSD's input and timer routines. State: a [`ControlBlock`], a congestion control, a
//! recovery, and the state of opening and closing. Behaviour: an acknowledgment is expected (header
//! prediction), old or new; a deadline is a timeout or a window probe.

mod acknowledgment;
mod external;
mod joined;
mod milestones;
mod open_close;
mod undoing;
mod view;

use cellwise_units::{Span, Time};

use crate::application::Application;
use crate::config::Settings;
use crate::congestion::{AckEvent, AnyCongestion, Congestion, Feedback, LossCause};
use crate::control_block::{ControlBlock, Timer};
use crate::ecn::Echo;
use crate::options::SynOptions;
use crate::output::MOST_AT_ONCE;
use crate::rate_pacer::RatePacer;
use crate::recovery::{AnyRecovery, Connection, Recovery};
use crate::rtt::RttEstimator;
use crate::segment::{Flags, Output, Segment};
use crate::seq::Seq;
use crate::slow_start::{Arrival, Opening, SlowStart as _};
use crate::tick::TickClock;
use crate::writer::Writer;
use milestones::Milestones;
use open_close::State;
use undoing::{Review, Taken};

/// The timeout at which a connection without progress ends.
///
/// BSD counts timeouts since the last round-trip measurement, which would also end a connection that
/// moves on by retransmissions alone.
// spec: rfc1122 4.2.3.5 (R2)
const GIVE_UP_AT: u32 = 13;

/// A sender of one connection.
#[derive(Clone, Debug)]
pub struct Sender {
    block: ControlBlock,
    congestion: AnyCongestion,
    recovery: AnyRecovery,
    state: State,
    handshake: bool,
    closes: bool,
    /// Whether nothing is written after what is written now.
    ends: bool,
    /// Whether the other end's FIN has come.
    peer_closed: bool,
    syn_options: SynOptions,
    header_prediction: bool,
    /// Whether the window opens by the octets that an acknowledgment is the first to report, not by all that it
    /// acknowledges.
    counts_delivered: bool,
    /// Whether marks close the window by a little, and what was not marked opens it.
    is_scalable: bool,
    /// Whether header prediction looks only at the windows, as Net/3 does, not at duplicates.
    prediction_ignores_duplicates: bool,
    /// The seed of the congestion control's random draws.
    seed: u64,
    milestones: Milestones,
}

impl Sender {
    /// A sender that has sent nothing. `ticks` is the slow timer of its host.
    #[must_use]
    pub fn new(settings: &Settings, application: Application, ticks: TickClock) -> Self {
        let variant = settings.variant.variant();
        let recovery = settings.recovery_kind();
        let sees_all = variant.congestion.needs_timing()
            || recovery.needs_timing()
            || variant.congestion.needs_exact_echo()
            || settings.uses_accurate_ecn()
            || settings.slow_start_rule().needs_timing();
        let mut sender = Self {
            block: ControlBlock::new(settings, application, ticks),
            congestion: AnyCongestion::new(variant.congestion, &settings.basics(), &settings.congestion),
            recovery: AnyRecovery::new(recovery, settings),
            state: State::Closed,
            handshake: settings.handshake,
            closes: settings.close,
            ends: application.ends_by_itself(),
            peer_closed: false,
            syn_options: settings.syn_options(),
            is_scalable: variant.congestion.is_scalable() && settings.uses_accurate_ecn(),
            header_prediction: settings.header_prediction && !sees_all,
            counts_delivered: variant.congestion.counts_delivered(),
            prediction_ignores_duplicates: settings.bsd_deflate_bug,
            seed: 0,
            milestones: Milestones::default(),
        };
        if variant.congestion.models_path() {
            sender.block.rate_pacer = Some(Box::new(RatePacer::new(sender.congestion.pace())));
        }
        sender.note_end_of_writing();
        sender
    }

    /// The same sender with a seed for what its congestion control draws at random. To be called before it starts.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self.congestion.seed(seed);
        self
    }

    /// The same sender with another sequence number for octet 0. To be called before it starts.
    #[must_use]
    pub fn with_initial_seq(mut self, seq: Seq) -> Self {
        self.block.initial_seq = seq;
        self
    }

    /// The same sender with a round-trip time estimator that knows something already, such as that of
    /// the other half of its connection. To be called before it starts.
    #[must_use]
    pub fn with_rtt(mut self, rtt: RttEstimator) -> Self {
        self.block.rtt = rtt;
        self
    }

    /// The same sender with another window that the other end offers at first, in octets. To be called before it starts.
    #[must_use]
    pub fn with_offered_window(mut self, octets: u64) -> Self {
        (self.block.snd_wnd, self.block.max_sndwnd) = (octets, octets);
        self
    }

    /// The application writes `octets` more. Nothing changes for one that is greedy, or for a
    /// connection whose FIN was sent.
    pub fn supply(&mut self, now: Time, octets: u64, out: &mut Output) {
        self.block.advance(now);
        if self.block.snd_max > self.block.written {
            return;
        }
        if self.block.is_modelled() {
            self.parts(out).1.model_restart();
        }
        if self.block.flight() == 0 {
            self.congestion.on_idle_end(now);
        }
        match &mut self.block.writer {
            Some(writer) => writer.add(octets),
            None => self.block.written = self.block.written.saturating_add(octets),
        }
        self.milestones.forget_end();
        self.note_end_of_writing();
        if !self.block.burst.timer.is_running() {
            self.block.begin_burst();
        }
        if self.state == State::Established {
            self.output(out);
            self.write(out);
        }
    }

    /// The application writes no more: what was sent is still delivered. [`Self::close`] does the
    /// same and sends the FIN at once.
    pub fn stop_application(&mut self) {
        if let Some(writer) = &mut self.block.writer {
            writer.stop();
        }
        self.block.written = self.block.written.min(self.block.snd_max);
        self.ends = true;
        self.note_end_of_writing();
    }

    /// A FIN follows what was written once all is.
    fn note_end_of_writing(&mut self) {
        let block = &mut self.block;
        let all = self.ends && block.written != u64::MAX && block.writer.as_ref().is_none_or(Writer::is_done);
        block.closing = self.closes && all;
    }

    /// Takes an acknowledgment, or the other end's SYN or FIN.
    // Without this the second of its callers takes it out of the first.
    #[inline(always)]
    pub fn on_ack(&mut self, now: Time, segment: &Segment, out: &mut Output) {
        if !segment.flags.contains(Flags::ACK) || self.block.stats.gave_up {
            return;
        }
        let block = &mut self.block;
        block.stats.acks_received += 1;
        block.advance(now);
        block.last_arrival = block.now;
        block.begin_burst();
        if segment.codepoint.is_marked() {
            block.ack_marks.on_mark();
            block.stats.marked_acks += 1;
            block.ecn.on_marked_control(segment.flags);
        }
        let plain = segment.flags == Flags::ACK && self.state == State::Established;
        if !plain && self.on_control(segment, out) {
            return;
        }
        let block = &self.block;
        // An acknowledgment from before the start, or of octets that were never sent, is no use.
        let Some(ack) = segment.ack.offset(block.initial_seq, block.snd_una) else { return };
        if ack > block.snd_max {
            return;
        }
        if ack > block.snd_una {
            self.on_new_ack(ack, plain, segment, out);
        } else {
            self.on_old_ack(ack, segment, out);
        }
        if segment.flags.contains(Flags::FIN) {
            self.on_fin(segment, out);
        }
        if self.block.written != u64::MAX {
            self.write(out);
        }
    }

    /// When the first timer fires; [`Time::NEVER`] if none runs.
    #[inline]
    #[must_use]
    pub fn next_deadline(&self) -> Time {
        self.block.deadline()
    }

    /// Fires every timer that is due at `now`.
    pub fn on_deadline(&mut self, now: Time, out: &mut Output) {
        if now < self.block.deadline() {
            return;
        }
        self.block.advance_past(now);
        let goes_on = self.block.is_due(self.block.burst.timer);
        if goes_on {
            self.block.burst.timer = Timer::OFF;
        }
        self.block.begin_burst();
        if self.block.is_modelled() {
            self.block.note_app_limit();
        }
        if self.block.is_due(self.block.recovery_timer) {
            self.block.recovery_timer = Timer::OFF;
            let (recovery, mut connection) = self.parts(out);
            recovery.on_timer(&mut connection);
        }
        if self.block.is_due(self.block.rexmt) {
            self.on_timeout(out);
        }
        if self.block.is_due(self.block.persist) {
            self.block.start_persist();
            self.block.probe(out);
        }
        if goes_on {
            self.resume(out);
            if !self.block.burst.is_limited() {
                self.write(out);
            }
        }
    }

    /// Sends what a bound on bursts or pacing has held back.
    fn resume(&mut self, out: &mut Output) {
        if !self.block.stats.gave_up && self.state == State::Established {
            let (recovery, mut connection) = self.parts(out);
            recovery.resume(&mut connection);
            recovery.after_sending(connection.block);
        }
    }

    fn output(&mut self, out: &mut Output) {
        if !self.block.stats.gave_up && self.state == State::Established {
            self.block.output(out);
            self.recovery.after_sending(&mut self.block);
        }
    }

    /// The application continues to write into the available room. One that has all its data in the buffer never
    /// gets here.
    fn write(&mut self, out: &mut Output) {
        if self.block.writer.as_ref().is_some_and(|writer| !writer.is_done()) {
            self.write_blocks(out);
        }
        self.milestones.note(self.block.now.at, &self.block);
    }

    fn write_blocks(&mut self, out: &mut Output) {
        loop {
            let block = &mut self.block;
            let used = block.written.saturating_sub(block.snd_una);
            let Some(writer) = &mut block.writer else { return };
            let copied = writer.copy(block.send_buffer, used);
            if copied == 0 {
                return;
            }
            block.written += copied;
            self.note_end_of_writing();
            self.output(out);
            if out.len() >= MOST_AT_ONCE {
                return;
            }
            self.write_quietly();
        }
    }

    /// Takes at once all the writes that find nothing to send.
    fn write_quietly(&mut self) {
        let quiet = if self.state == State::Established { self.block.quiet_octets() } else { u64::MAX };
        let block = &mut self.block;
        let used = block.written.saturating_sub(block.snd_una);
        if let Some(writer) = &mut block.writer {
            block.written += writer.copy_blocks(block.send_buffer, used, quiet);
        }
    }

    #[inline]
    fn on_new_ack(&mut self, ack: u64, plain: bool, segment: &Segment, out: &mut Output) {
        if plain && segment.len == 0 && self.is_predicted(u64::from(segment.window)) {
            let block = &mut self.block;
            block.stats.predicted_acks += 1;
            block.snd_wl2 = ack;
            if block.fine_timing.is_some() {
                block.measure(ack);
            }
            block.acknowledge(ack, segment);
            block.output(out);
        } else {
            self.on_unpredicted_ack(ack, segment, out);
        }
    }

    fn on_unpredicted_ack(&mut self, ack: u64, segment: &Segment, out: &mut Output) {
        let block = &mut self.block;
        let (rtt, srtt) = if block.fine_timing.is_some() { block.measure(ack) } else { (None, None) };
        let event =
            AckEvent { now: block.now.at, acked: ack - block.snd_una, flight: block.flight(), rtt, srtt };
        if let Some(used) = &mut block.window_use {
            used.note(block.snd_una, block.snd_max, block.burst.timer.is_running(), &block.window);
        }
        let before = block.ecn.is_accurate().then(|| block.delivered());
        block.take_sack(ack, &segment.options.sack);
        let may_open = self.recovery.on_new_ack(ack, block);
        let dupacks = std::mem::take(&mut block.dupacks);
        block.acknowledge(ack, segment);
        let delivered = before.map_or(event.acked, |before| block.delivered().saturating_sub(before));
        let echo = self.take_echo(ack, segment, delivered, event.rtt);
        let opening = if self.is_scalable {
            event.acked.saturating_sub(echo.octets)
        } else if self.counts_delivered {
            self.newly_reported(event.acked, dupacks)
        } else {
            event.acked
        };
        // spec: rfc3168 6.1.2: an echo opens nothing
        if may_open && opening > 0 && (self.is_scalable || !echo.is_marked) {
            self.open_window(ack, &AckEvent { acked: opening, ..event });
        }
        self.block.take_window(ack, u64::from(segment.window));
        self.answer(echo, out);
        let taken = Taken { ack, acked: event.acked, is_duplicate: false, is_marked: echo.is_marked };
        if self.block.undo.is_some() && self.review_reduction(taken, segment, out) == Review::Sent {
            self.parts(out).1.model();
            return self.recovery.after_sending(&mut self.block);
        }
        let (recovery, mut connection) = self.parts(out);
        recovery.find_losses(&mut connection, true);
        connection.model();
        recovery.send(&mut connection);
        recovery.after_sending(connection.block);
    }

    /// Octets that an acknowledgment is the first to report, after so many duplicates: a segment of each is known, if
    /// they had no blocks.
    // linux: tcp_cong_control (acked_sacked), tcp_remove_reno_sacks
    fn newly_reported(&self, acked: u64, dupacks: u32) -> u64 {
        let block = &self.block;
        if block.reads_sack {
            return block.delivered().saturating_sub(block.delivered_before);
        }
        let mss = block.window.mss();
        acked.saturating_sub(u64::from(dupacks) * mss).max(mss.min(acked))
    }

    /// Takes what an acknowledgment says of marks that newly acknowledges `delivered` octets, selectively or not, and measures a round trip.
    #[inline]
    fn take_echo(&mut self, ack: u64, segment: &Segment, delivered: u64, rtt: Option<Span>) -> Echo {
        let block = &mut self.block;
        let echo = block.ecn.read(ack, segment, delivered, block.window.mss());
        let (now, srtt, snd_max) = (block.now.at, block.fine_srtt(), block.snd_max);
        let feedback = Feedback { ack, acked: delivered, marked: echo.octets, snd_max, now, rtt, srtt };
        self.congestion.on_feedback(&feedback);
        echo
    }

    /// Answers marks of a window that was not yet reduced.
    fn answer(&mut self, echo: Echo, out: &mut Output) {
        if echo.reduces && self.congestion.answers(self.block.now.at) {
            self.parts(out).1.answer_mark();
        }
    }

    /// Opens the congestion window for an acknowledgment up to `ack`.
    fn open_window(&mut self, ack: u64, event: &AckEvent) {
        let ControlBlock { window, slow_start, window_use, snd_max, paces, .. } = &mut self.block;
        let may_grow = |window: &_| window_use.as_ref().is_none_or(|used| used.is_limit(window));
        let is_slow_start = window.cwnd() < window.ssthresh();
        let AckEvent { now, rtt, .. } = *event;
        let acked = if may_grow(window) { event.acked } else { 0 };
        let arrival = Arrival { now, ack, acked, snd_max: *snd_max, rtt, is_paced: *paces };
        let is_left = !is_slow_start || slow_start.on_ack(&arrival, window) == Opening::Control;
        if is_left && may_grow(window) {
            self.congestion.on_ack(event, window);
        }
    }

    fn parts<'a>(&'a mut self, out: &'a mut Output) -> (&'a mut AnyRecovery, Connection<'a>) {
        let (block, congestion) = (&mut self.block, &mut self.congestion);
        (&mut self.recovery, Connection { now: block.now.at, block, congestion, out })
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
            && !block.in_recovery
            && block.scoreboard.is_empty()
            && !block.undo.as_ref().is_some_and(|undo| undo.is_on())
    }

    /// An acknowledgment of nothing new: a duplicate, a window update, or one that was overtaken.
    fn on_old_ack(&mut self, ack: u64, segment: &Segment, out: &mut Output) {
        let block = &mut self.block;
        let window = u64::from(segment.window);
        let news = block.take_sack(ack, &segment.options.sack);
        let echo = self.read_old_echo(ack, segment);
        let block = &mut self.block;
        // spec: rfc5681 2, duplicate acknowledgment; rfc2883 5, an answer to a duplicate of data does not count;
        // rfc6675 2, where something new is acknowledged
        let alike = segment.len == 0
            && !block.reports_duplicate
            && !segment.flags.contains(Flags::FIN)
            && window == block.snd_wnd;
        let duplicate = (news || alike && ack == block.snd_una) && block.rexmt.is_running();
        if duplicate {
            block.dupacks = block.dupacks.saturating_add(1);
            block.stats.duplicate_acks += 1;
        } else {
            block.dupacks = 0;
        }
        let moved = (!duplicate || news) && block.take_window(ack, window);
        self.answer(echo, out);
        if self.block.undo.is_some() {
            let taken = Taken { ack, acked: 0, is_duplicate: duplicate, is_marked: echo.is_marked };
            if self.review_reduction(taken, segment, out) == Review::Undone {
                self.parts(out).1.model();
                return self.resume(out);
            }
        }
        let (recovery, mut connection) = self.parts(out);
        if duplicate {
            recovery.find_losses(&mut connection, false);
            connection.model();
            recovery.on_duplicate_ack(&mut connection);
        } else {
            recovery.on_other_ack(&mut connection);
            if moved {
                connection.block.output(connection.out);
            }
        }
        recovery.after_sending(connection.block);
    }

    /// What an acknowledgment of nothing new says of marks.
    fn read_old_echo(&mut self, ack: u64, segment: &Segment) -> Echo {
        let block = &mut self.block;
        if block.ecn.is_accurate() {
            let delivered = block.newly_sacked;
            return self.take_echo(ack, segment, delivered, None);
        }
        block.ecn.read(ack, segment, 0, block.window.mss())
    }

    /// The retransmission timer has expired.
    // spec: rfc6298 5.4-5.6, rfc5681 3.1
    fn on_timeout(&mut self, out: &mut Output) {
        self.block.stats.timeouts += 1;
        self.block.timeouts_in_a_row += 1;
        if self.block.timeouts_in_a_row == GIVE_UP_AT {
            self.block.give_up();
            return;
        }
        if let State::SynSent { sent, .. } = self.state {
            return self.on_syn_timeout(sent, out);
        }
        self.block.rtt.back_off();
        self.recovery.on_timeout(&mut self.block);
        self.parts(out).1.close_window(LossCause::Timeout);
        let block = &mut self.block;
        // Karn: what is sent again is not measured.
        block.timed = None;
        block.dupacks = 0;
        block.limited_octets = 0;
        block.start_rexmt_from(block.now);
        let (recovery, mut connection) = self.parts(out);
        recovery.restart(&mut connection);
    }
}
