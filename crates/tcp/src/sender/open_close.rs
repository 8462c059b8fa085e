//! Opening and closing at the sending end: SYN, SYN and ACK, ACK; FIN and its answer.
//!
//! Source: RFC 9293 3.5 and 3.6. The SYN is before octet 0, the FIN after the last octet written; the
//! other end's SYN and FIN are before and at its octet 0, because no data comes back. The FIN itself
//! is part of the output rules.

use cellwise_units::Time;

use super::Sender;
use crate::application::Application;
use crate::config::{Settings, unscaled};
use crate::congestion::Congestion as _;
use crate::control_block::Timer;
use crate::ecn::{Answer, EcnOpened};
use crate::rtt::Moment;
use crate::segment::{Flags, Output, Segment};
use crate::seq::Seq;
use crate::stats::SenderStats;

/// The state of the connection, except the FINs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing was sent.
    Closed,
    /// A SYN was sent.
    SynSent {
        /// When it was sent first.
        sent: Moment,
        /// Whether it was sent more than once.
        again: bool,
    },
    /// Both SYNs were acknowledged, or the connection is taken as established.
    Established,
}

impl Sender {
    /// Starts to send: a SYN, or data at once.
    pub fn start(&mut self, now: Time, out: &mut Output) {
        self.block.advance(now);
        self.block.last_arrival = self.block.now;
        if self.handshake {
            self.state = State::SynSent { sent: self.block.now, again: false };
            self.send_syn(out);
        } else {
            self.establish(out);
        }
    }

    fn establish(&mut self, out: &mut Output) {
        self.state = State::Established;
        self.block.note_opening();
        self.milestones.established_at = Some(self.block.now.at);
        self.output(out);
        self.write(out);
    }

    // spec: rfc9293 3.5
    fn send_syn(&mut self, out: &mut Output) {
        let block = &mut self.block;
        let capable = block.ecn.request(block.timeouts_in_a_row);
        let seq = Seq(block.initial_seq.0.wrapping_sub(1));
        let window = unscaled(block.back_window);
        let mut syn = Segment::plain(seq, 0, Seq(0), window, Flags::SYN.with(capable));
        syn.options.syn = self.syn_options;
        syn.retransmission = matches!(self.state, State::SynSent { again: true, .. });
        block.dress(&mut syn);
        out.push(syn);
        block.stats.control_segments_sent += 1;
        block.start_rexmt();
    }

    /// The SYN was not answered.
    // spec: rfc9293 3.8.3; rfc5681 3.1: data then begins with one segment
    pub(super) fn on_syn_timeout(&mut self, sent: Moment, out: &mut Output) {
        self.block.rtt.back_off();
        self.block.window.set(self.block.window.mss());
        self.state = State::SynSent { sent, again: true };
        self.send_syn(out);
    }

    /// Takes a segment that does more than acknowledge; whether nothing else is to be done with it.
    pub(super) fn on_control(&mut self, segment: &Segment, out: &mut Output) -> bool {
        match self.state {
            State::Closed => true,
            State::SynSent { sent, again } => {
                let expected = Flags::SYN.with(Flags::ACK);
                if segment.flags.contains(expected) && segment.ack == self.block.initial_seq {
                    self.on_syn_ack(sent, again, segment, out);
                }
                true
            }
            State::Established if segment.flags.contains(Flags::SYN) => {
                // It came again, so its acknowledgment was lost.
                // spec: rfc9768 3.2.2.1, 3.1.5: the latest answer is fed back
                let confirmation = self.block.ecn.confirmation(segment.codepoint);
                self.block.emit_ack(confirmation, out);
                true
            }
            State::Established => false,
        }
    }

    fn on_syn_ack(&mut self, sent: Moment, again: bool, segment: &Segment, out: &mut Output) {
        let block = &mut self.block;
        block.rexmt = Timer::OFF;
        block.timeouts_in_a_row = 0;
        if let (Some(own), Some(theirs)) = (&mut block.timestamps, segment.options.timestamps) {
            own.echo = theirs.value;
        }
        if again {
            block.rtt.begin_after_lost_syn();
        } else {
            block.rtt.sample_opening(sent, block.now);
            block.stats.rtt_samples += 1;
        }
        block.snd_wnd = u64::from(segment.window);
        block.max_sndwnd = block.snd_wnd;
        match block.ecn.take_answer(segment.flags) {
            Answer::Agreed => {}
            // spec: draft-ietf-tcpm-generalized-ecn 3.2.1.3: data then begins with one segment
            Answer::Congested => block.window.set(block.window.mss()),
            Answer::Refused => self.congestion.without_marks(),
        }
        let block = &mut self.block;
        let confirmation = block.ecn.confirmation(segment.codepoint);
        block.emit_ack(confirmation, out);
        self.establish(out);
    }

    /// Takes what an opening has settled about marks that was not this sender's own. To be called before anything of the
    /// connection is acknowledged.
    // spec: rfc9768 3.2.2.2; rfc5562 3: data begins with one segment where the answer to the SYN was marked
    pub fn take_ecn_opening(&mut self, opened: &EcnOpened) {
        self.block.ecn.take_opening(opened);
        if opened.is_answer_marked {
            self.block.window.set(self.block.window.mss());
        }
    }

    /// Takes the other end's FIN and acknowledges it, each time that it comes.
    pub(super) fn on_fin(&mut self, segment: &Segment, out: &mut Output) {
        if segment.seq == Seq(0) {
            self.peer_closed = true;
            self.block.back_ack = Seq(1);
            self.block.emit_ack(Flags(0), out);
        }
    }

    /// The application writes no more and closes: what was sent is still delivered, and if the
    /// settings want the connection closed a FIN follows at once, or after the octets written before it.
    pub fn close(&mut self, now: Time, out: &mut Output) {
        self.stop_application();
        if self.closes {
            self.block.advance(now);
            self.output(out);
            self.milestones.note(now, &self.block);
        }
    }

    /// The application writes no more after what it has written, all of which is still sent; if the
    /// settings want the connection closed, a FIN follows it. For [`Application::OnDemand`].
    pub fn finish(&mut self, now: Time, out: &mut Output) {
        self.ends = true;
        self.note_end_of_writing();
        if self.closes {
            self.block.advance(now);
            self.output(out);
        }
    }

    /// Makes this the sender of a new connection, which [`Self::start`] opens: with a fresh control block
    /// and another sequence number for octet 0. The counters continue, except `gave_up`.
    ///
    /// Segments of the old connection that are still under way are not distinguished; ports would do that.
    pub fn reconnect(&mut self, settings: &Settings, application: Application, initial_seq: Seq) {
        let stats = SenderStats { gave_up: false, ..self.block.stats };
        let ticks = *self.block.ticks.clock();
        // Another connection draws other numbers.
        let seed = self.seed.wrapping_add(1);
        *self = Self::new(settings, application, ticks).with_initial_seq(initial_seq).with_seed(seed);
        self.block.stats = stats;
    }

    /// Whether the FIN was sent and acknowledged, and the other end's was taken.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.peer_closed && self.block.snd_una > self.block.written
    }
}
