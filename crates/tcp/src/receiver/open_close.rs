//! Opening and closing at the receiving end: the answer to a SYN, the FIN that was received and the
//! one that is sent.
//!
//! Source: RFC 9293 3.5 and 3.6. This end's SYN is before and its FIN at its octet 0, because no data
//! goes back; both have a retransmission timer of their own. The application closes as soon as it has
//! read to the end.

use cellwise_units::Time;

use super::Receiver;
use crate::config::{Settings, unscaled};
use crate::control_block::Timer;
use crate::options::SynOptions;
use crate::rtt::{Moment, RttEstimator};
use crate::segment::{Flags, Output, Segment};
use crate::seq::Seq;
use crate::tick::{TickClock, TickCursor};

/// Timeouts in a row after which an end gives up.
// spec: rfc1122 4.2.3.5 (R2)
const GIVE_UP_AT: u32 = 13;

/// The state of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing has come.
    Listen,
    /// A SYN has come and was answered.
    SynReceived,
    /// The answer was acknowledged, or the connection is taken as established.
    Established,
    /// The other end's FIN was taken and the application has closed.
    LastAck,
    /// This end's FIN was acknowledged.
    Closed,
}

/// What opening and closing need.
#[derive(Clone, Debug)]
pub(super) struct Control {
    pub(super) state: State,
    handshake: bool,
    closes: bool,
    /// Whether the application closes this end's direction when it has read to the end.
    answers: bool,
    syn_options: SynOptions,
    /// None where no rule needs it: without opening, closing, timestamps and a rule of delays.
    rtt: Option<Box<RttEstimator>>,
    slow: TickCursor,
    pub(super) rexmt: Timer,
    /// When the SYN or the FIN was sent first, and whether it was sent again.
    sent: Moment,
    again: bool,
    timeouts: u32,
    pub(super) fin_taken: bool,
    pub(super) established_at: Option<Time>,
    pub(super) ended_at: Option<Time>,
}

impl Control {
    pub(super) fn new(settings: &Settings, delays_by_rule: bool) -> Self {
        let needs_rtt = settings.handshake || settings.close || settings.uses_timestamps() || delays_by_rule;
        Self {
            state: State::Listen,
            handshake: settings.handshake,
            closes: settings.close,
            answers: settings.close,
            syn_options: settings.syn_options(),
            rtt: needs_rtt.then(|| Box::new(RttEstimator::new(settings))),
            slow: TickCursor::new(TickClock::aligned(settings.timer_tick)),
            rexmt: Timer::OFF,
            sent: Moment::default(),
            again: false,
            timeouts: 0,
            fin_taken: false,
            established_at: None,
            ended_at: None,
        }
    }

    /// Whether the connection ends with FINs.
    pub(super) const fn closes(&self) -> bool {
        self.closes
    }

    /// Leaves closing this end's direction to its sender.
    pub(super) fn leave_closing(&mut self) {
        self.answers = false;
    }

    /// The slow timer of the host.
    const fn clock(&self) -> TickClock {
        *self.slow.clock()
    }

    pub(super) fn set_clock(&mut self, clock: TickClock) {
        self.slow = TickCursor::new(clock);
    }

    /// The instant by the slow timer, for what arrives at it.
    pub(super) fn moment(&mut self, now: Time) -> Moment {
        self.slow.advance(now);
        Moment::new(now, &self.slow)
    }

    pub(super) fn rtt(&self) -> &RttEstimator {
        self.rtt.as_deref().expect("what needs an estimator has one")
    }

    fn rtt_mut(&mut self) -> &mut RttEstimator {
        self.rtt.as_deref_mut().expect("what needs an estimator has one")
    }

    fn start_timer(&mut self, now: Moment) {
        self.rexmt = Timer(self.rtt().rexmt_deadline(now, now, self.slow.clock()));
    }

    fn stop_timer(&mut self, now: Time) {
        let now = self.moment(now);
        if !self.again {
            let sent = self.sent;
            self.rtt_mut().sample_opening(sent, now);
        }
        self.rexmt = Timer::OFF;
        self.again = false;
        self.timeouts = 0;
    }

    /// The sequence number of this end, which sends only its SYN and FIN.
    pub(super) const fn seq(&self) -> Seq {
        match self.state {
            State::LastAck | State::Closed => Seq(1),
            State::Listen | State::SynReceived | State::Established => Seq(0),
        }
    }
}

impl Receiver {
    /// Takes the control bits of a segment, before its data; whether nothing else is to be done.
    pub(super) fn on_control(&mut self, segment: &Segment, out: &mut Output) -> bool {
        let syn = self.control.handshake && segment.flags.contains(Flags::SYN);
        match self.control.state {
            State::Listen if syn => self.on_syn(segment, out),
            State::Listen if self.control.handshake => return true,
            State::Listen => self.establish(),
            State::SynReceived if syn => {
                self.ecn.take_syn(segment);
                self.send_syn_ack(out);
            }
            State::SynReceived if segment.flags.contains(Flags::ACK) && segment.ack == Seq(0) => {
                self.control.stop_timer(self.now);
                self.establish();
            }
            State::SynReceived => return true,
            State::LastAck if segment.flags.contains(Flags::ACK) && segment.ack == Seq(1) => {
                self.control.stop_timer(self.now);
                self.control.state = State::Closed;
            }
            // It came again, so its answer was lost.
            _ if syn => self.send_ack(out),
            State::Established | State::LastAck | State::Closed => {}
        }
        if self.control.closes && segment.flags.contains(Flags::FIN) && !syn {
            self.on_fin(segment, out);
        }
        syn || segment.len == 0
    }

    fn establish(&mut self) {
        self.control.state = State::Established;
        self.control.established_at = Some(self.now);
    }

    fn on_syn(&mut self, segment: &Segment, out: &mut Output) {
        self.control.state = State::SynReceived;
        self.control.sent = self.control.moment(self.now);
        self.ecn.take_syn(segment);
        if let Some(echo) = &mut self.echo {
            echo.begin(segment, self.now);
        }
        self.send_syn_ack(out);
    }

    // spec: rfc9293 3.5, rfc7323 2.2
    fn send_syn_ack(&mut self, out: &mut Output) {
        let flags = Flags::SYN.with(Flags::ACK).with(self.ecn.answer(self.control.timeouts));
        let mut segment = self.segment(Seq(u32::MAX), unscaled(self.window()), flags);
        segment.options.syn = self.control.syn_options;
        self.send_control(segment, out);
    }

    fn send_fin(&mut self, out: &mut Output) {
        let segment = self.segment(Seq(0), self.window(), Flags::FIN.with(Flags::ACK));
        self.send_control(segment, out);
    }

    fn send_control(&mut self, mut segment: Segment, out: &mut Output) {
        segment.retransmission = self.control.again;
        self.dress(&mut segment);
        out.push(segment);
        self.stats.control_segments_sent += 1;
        if !self.control.rexmt.is_running() {
            let now = self.control.moment(self.now);
            self.control.start_timer(now);
        }
    }

    /// Learns where the data ends; a FIN without data is answered here.
    fn on_fin(&mut self, segment: &Segment, out: &mut Output) {
        if self.control.established_at.is_none() {
            return;
        }
        let end = segment.seq.offset(self.initial_seq, self.rcv_nxt).map(|seq| seq + u64::from(segment.len));
        if let Some(end) = end.filter(|end| *end >= self.rcv_nxt) {
            self.end_at = self.end_at.min(end);
        }
        if segment.len == 0 && !self.takes_end(out) {
            self.send_ack(out);
        }
    }

    /// Takes the end of the data if it has been reached and was not taken before: the other end's
    /// FIN, which is acknowledged at once, or the octet that was said to be the last.
    pub(super) fn takes_end(&mut self, out: &mut Output) -> bool {
        if self.rcv_nxt < self.end_at || self.control.fin_taken {
            return false;
        }
        if self.control.closes {
            self.control.fin_taken = true;
            self.send_ack(out);
            self.finish_if_read(out);
            return true;
        }
        self.finish_if_read(out);
        false
    }

    /// The application has read to the end, and closes.
    pub(super) fn finish_if_read(&mut self, out: &mut Output) {
        let at_end = self.unread == 0 && self.rcv_nxt >= self.end_at;
        if !at_end || self.control.ended_at.is_some() {
            return;
        }
        self.control.ended_at = Some(self.now);
        if self.control.answers {
            self.control.sent = self.control.moment(self.now);
            self.send_fin(out);
            self.control.state = State::LastAck;
        }
    }

    /// A SYN or a FIN was not answered.
    pub(super) fn on_control_timeout(&mut self, now: Time, out: &mut Output) {
        let control = &mut self.control;
        control.slow.advance_past(now);
        control.rexmt = Timer::OFF;
        control.timeouts += 1;
        if control.timeouts == GIVE_UP_AT {
            return;
        }
        control.rtt_mut().back_off();
        control.again = true;
        match control.state {
            State::SynReceived => self.send_syn_ack(out),
            State::LastAck => self.send_fin(out),
            State::Listen | State::Established | State::Closed => {}
        }
    }

    /// Makes this the receiver of a new connection, as [`crate::Sender::reconnect`] its sender: nothing has
    /// come, and the application reads at once. The counters continue.
    pub fn reconnect(&mut self, settings: &Settings, initial_seq: Seq) {
        let (fast, slow) = (*self.ticks.clock(), self.control.clock());
        let stats = self.stats;
        *self = Self::new(settings, fast).with_slow_timer(slow).with_initial_seq(initial_seq);
        self.stats = stats;
    }

    /// The round-trip time estimator of this end's SYN and FIN.
    ///
    /// # Panics
    /// If the connection neither opens nor closes, and nothing else needs one.
    #[must_use]
    pub fn rtt(&self) -> &RttEstimator {
        self.control.rtt()
    }

    /// When the connection was established: by the acknowledgment of this end's SYN, or by the first
    /// segment if there is no handshake.
    #[must_use]
    pub const fn established_at(&self) -> Option<Time> {
        self.control.established_at
    }

    /// When the application had read to the end: to the other end's FIN, or, if connections are not
    /// closed, to the octets that it expected. The end of the time of ttcp's receiver, which begins at
    /// [`Self::established_at`].
    #[must_use]
    pub const fn ended_at(&self) -> Option<Time> {
        self.control.ended_at
    }

    /// Whether both ends' FINs were acknowledged.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.control.state == State::Closed
    }
}
