//! The receiving end: data in, acknowledgments out.
//!
//! Source: 4.4BSD's input routine; RFC 9293 3.8.6.2.2 (silly windows), RFC 1122 4.2.3.2 (delayed
//! acknowledgment). An in-order segment waits for the fast timer, or for a second one: the
//! application reads at once, and a window that could move by two segments is announced at once. A
//! segment that is out of order, fills a hole or is a duplicate is acknowledged at once. One beyond a hole is kept, or
//! dropped if the settings say so.

mod delay;
mod echo;
mod joined;
mod open_close;
mod selective;

use cellwise_packet::Codepoint;
use cellwise_units::Time;

use crate::ack_congestion::AckRatio;
use crate::ack_delay::{AckDelay as _, AnyAckDelay};
use crate::choices::{DuplicateAcks, OutOfOrder, WindowUpdateRule};
use crate::config::{Settings, wire_window};
use crate::ecn::EcnReceiver;
use crate::options::Timestamps;
use crate::ranges::Ranges;
use crate::segment::{Flags, Output, Segment};
use crate::seq::Seq;
use crate::stats::ReceiverStats;
use crate::tick::{TickClock, TickCursor};
use echo::Echo;
use open_close::{Control, State};
use selective::Reporter;

/// A receiver of one connection.
#[derive(Clone, Debug)]
pub struct Receiver {
    rcv_nxt: u64,
    /// The end of the window that was last offered.
    rcv_adv: u64,
    /// Where the data ends, if that is known: at the other end's FIN, or as was expected.
    end_at: u64,
    queue: Ranges,
    /// Octets in order that the application has not read.
    unread: u64,
    reads_at_once: bool,
    ack_pending: bool,
    /// When the fast timer sends a delayed acknowledgment.
    deadline: Time,
    now: Time,
    ticks: TickCursor,
    mss: u64,
    buffer: u64,
    scale: u32,
    /// The window that an empty buffer offers.
    empty_window: u32,
    delayed_ack: bool,
    /// The rule of delays, if it is another one than that of the fast timer.
    ack_delay: Option<Box<AnyAckDelay>>,
    out_of_order: OutOfOrder,
    duplicate_acks: DuplicateAcks,
    window_update_rule: WindowUpdateRule,
    /// Whether acknowledgments may carry options or echoes.
    dresses: bool,
    /// Boxed, like `ack_ratio`, as most connections have neither.
    reporter: Option<Box<Reporter>>,
    echo: Option<Echo>,
    ecn: EcnReceiver,
    ack_ratio: Option<Box<AckRatio>>,
    control: Control,
    initial_seq: Seq,
    stats: ReceiverStats,
}

impl Receiver {
    /// A receiver that has received nothing. `ticks` is the fast timer of its host.
    #[must_use]
    pub fn new(settings: &Settings, ticks: TickClock) -> Self {
        let (offered, ack_delay) = (settings.advertised_window(), delay::rule(settings));
        let control = Control::new(settings, ack_delay.is_some());
        Self {
            rcv_nxt: 0,
            rcv_adv: u64::from(offered),
            end_at: u64::MAX,
            queue: Ranges::default(),
            unread: 0,
            reads_at_once: true,
            ack_pending: false,
            deadline: Time::NEVER,
            now: Time::ZERO,
            ticks: TickCursor::new(ticks),
            mss: settings.mss_octets(),
            buffer: settings.receive_window.get(),
            scale: settings.window_scale(),
            empty_window: offered,
            delayed_ack: settings.delayed_ack,
            ack_delay,
            out_of_order: settings.out_of_order,
            duplicate_acks: settings.duplicate_acks,
            window_update_rule: settings.window_update_rule,
            dresses: settings.uses_timestamps()
                || settings.uses_ecn()
                || settings.uses_sack()
                || settings.ack_congestion_control,
            reporter: settings
                .uses_sack()
                .then(|| Reporter::new(settings.options_beside_sack(), settings.reports_duplicates()).into()),
            echo: settings.uses_timestamps().then(|| Echo::new(settings.paws)),
            ecn: EcnReceiver::new(settings),
            ack_ratio: AckRatio::new(settings).map(Box::new),
            control,
            initial_seq: Seq(0),
            stats: ReceiverStats::default(),
        }
    }

    /// The same receiver with the slow timer of its host, for its SYN and its FIN; without this, one
    /// that ticks from the start of the run. To be called before anything arrives.
    #[must_use]
    pub fn with_slow_timer(mut self, ticks: TickClock) -> Self {
        self.control.set_clock(ticks);
        self
    }

    /// The same receiver for a transfer of so many octets, so that it knows when it has ended even if
    /// the connection is not closed; one that is closed ends with its FIN.
    #[must_use]
    pub fn expecting(mut self, octets: u64) -> Self {
        if !self.control.closes() {
            self.end_at = octets;
        }
        self
    }

    /// The same receiver with another sequence number for octet 0, as its sender has.
    #[must_use]
    pub fn with_initial_seq(mut self, seq: Seq) -> Self {
        self.initial_seq = seq;
        self
    }

    /// Takes a segment with data, or the other end's SYN or FIN, or its acknowledgment of this end's.
    // Without this the second of its callers takes it out of the first.
    #[inline(always)]
    pub fn on_data(&mut self, now: Time, segment: &Segment, out: &mut Output) {
        self.now = now;
        let plain = segment.flags == Flags::ACK && self.control.state == State::Established;
        if segment.len == 0 {
            self.ecn.take_control(segment);
        }
        if !plain && self.on_control(segment, out) {
            return;
        }
        let len = u64::from(segment.len);
        if len == 0 {
            return;
        }
        self.stats.segments_received += 1;
        self.stats.received_octets += u64::from(segment.len);
        let Some(seq) = segment.seq.offset(self.initial_seq, self.rcv_nxt) else {
            return self.drop_duplicate(len, out);
        };
        let end = seq + len;
        if self.dresses {
            if self.is_too_old(end, segment) {
                return self.refuse(out);
            }
            self.take_marks(seq, segment, out);
        }
        if seq == self.rcv_nxt && self.queue.is_empty() && end <= self.window_end() {
            self.accept_to(end);
            self.acknowledge_in_order(out);
        } else if end <= self.rcv_nxt {
            self.report_duplicate(seq, end);
            self.drop_duplicate(len, out);
        } else if seq > self.rcv_nxt && self.out_of_order == OutOfOrder::Drop {
            self.drop_out_of_order(out);
        } else {
            self.take_out_of_order(seq, end, out);
        }
    }

    /// When the next timer fires: that of a delayed acknowledgment, or of a SYN or FIN;
    /// [`Time::NEVER`] if none runs.
    #[inline]
    #[must_use]
    pub fn next_deadline(&self) -> Time {
        self.deadline.min(self.control.rexmt.0)
    }

    /// Fires every timer that is due at `now`.
    pub fn on_deadline(&mut self, now: Time, out: &mut Output) {
        self.now = now;
        if self.ack_pending && now >= self.deadline {
            self.stats.delayed_acks += 1;
            self.note_late_ack();
            self.send_ack(out);
        }
        if now >= self.control.rexmt.0 {
            self.on_control_timeout(now, out);
        }
    }

    /// Sends the acknowledgment that waits for the fast timer, if one does, because this end now sends
    /// data of its own, which would carry it.
    pub fn acknowledge_now(&mut self, now: Time, out: &mut Output) {
        self.now = now;
        if self.ack_pending {
            self.send_ack(out);
        }
    }

    /// Makes the application read what arrives at once, as at the start, or only by [`Self::read`].
    pub fn set_reads_at_once(&mut self, at_once: bool) {
        self.reads_at_once = at_once;
    }

    /// The application reads up to `octets`, and a window that opens by enough is announced.
    pub fn read(&mut self, now: Time, octets: u64, out: &mut Output) {
        self.now = now;
        let octets = octets.min(self.unread);
        self.unread -= octets;
        self.stats.delivered_octets += octets;
        if self.window_moves_enough() {
            self.send_ack(out);
        }
        self.finish_if_read(out);
    }

    /// What it has counted.
    #[must_use]
    pub const fn stats(&self) -> &ReceiverStats {
        &self.stats
    }

    /// Segments in order that one acknowledgment covers, unless the fast timer sends it: d of
    /// acknowledgment congestion control; else 2 with delayed acknowledgments, 1 without.
    #[must_use]
    pub fn delayed_ack_factor(&self) -> u64 {
        let by_rule = self.ack_delay.as_ref().map_or(2, |rule| rule.segments());
        let plain = if self.delayed_ack { by_rule } else { 1 };
        self.ack_ratio.as_ref().map_or(plain, |ratio| ratio.factor())
    }

    /// The next octet expected, counted from the start of the connection.
    #[must_use]
    pub const fn rcv_nxt_offset(&self) -> u64 {
        self.rcv_nxt
    }

    /// Octets of this connection that the application has read, in order.
    #[must_use]
    pub const fn delivered_offset(&self) -> u64 {
        self.rcv_nxt - self.unread
    }

    /// What has arrived beyond a hole: runs of octets, from the first to before the last, in order.
    #[must_use]
    pub fn beyond_hole(&self) -> &[(u64, u64)] {
        self.queue.as_slice()
    }

    #[inline]
    fn accept_to(&mut self, end: u64) {
        let octets = end - self.rcv_nxt;
        self.rcv_nxt = end;
        self.stats.rcv_nxt_offset += octets;
        if self.reads_at_once && self.unread == 0 {
            self.stats.delivered_octets += octets;
        } else {
            self.unread += octets;
        }
    }

    #[inline]
    fn acknowledge_in_order(&mut self, out: &mut Output) {
        if self.rcv_nxt >= self.end_at && self.takes_end(out) {
            return;
        }
        if self.ecn.is_due() {
            self.send_ack(out);
        } else if self.ack_delay.is_some() {
            self.acknowledge_by_rule(out);
        } else if self.is_time_to_acknowledge() {
            self.send_ack(out);
        } else if !self.ack_pending {
            self.ack_pending = true;
            self.ticks.advance(self.now);
            self.deadline = self.ticks.clock().time_of(self.ticks.count() + 1);
        }
    }

    /// Whether in-order data is acknowledged without waiting for the fast timer.
    #[inline]
    fn is_time_to_acknowledge(&self) -> bool {
        match &self.ack_ratio {
            None => !self.delayed_ack || (self.reads_at_once && self.window_moves_enough()),
            Some(ratio) if ratio.factor() == 1 => true,
            Some(ratio) => self.reads_at_once && self.window_moves_by(ratio.factor()),
        }
    }

    /// Acknowledges what shows or fills a hole.
    fn acknowledge_disorder(&mut self, out: &mut Output) {
        let at_once = self.duplicate_acks == DuplicateAcks::Immediate;
        if !at_once {
            self.acknowledge_in_order(out);
        } else if !(self.rcv_nxt >= self.end_at && self.takes_end(out)) {
            self.send_ack(out);
        }
    }

    /// A segment of which nothing is new: its acknowledgment was lost, or is on its way.
    fn drop_duplicate(&mut self, len: u64, out: &mut Output) {
        self.stats.duplicate_segments += 1;
        self.stats.duplicate_octets += len;
        self.note_duplicate();
        if !(self.rcv_nxt >= self.end_at && self.takes_end(out)) {
            self.send_ack(out);
        }
    }

    /// Whether a segment is refused for its timestamp. One of which nothing is new is a duplicate in any case.
    fn is_too_old(&self, end: u64, segment: &Segment) -> bool {
        end > self.rcv_nxt && self.echo.as_ref().is_some_and(|echo| echo.is_too_old(segment, self.now))
    }

    /// A segment that may be of an earlier round of sequence numbers.
    // spec: rfc7323 5.3 R1
    fn refuse(&mut self, out: &mut Output) {
        self.stats.refused_segments += 1;
        self.send_ack(out);
    }

    /// Reports the octets of a segment that had arrived before, or the first run of them.
    // spec: rfc2883 4
    fn report_duplicate(&mut self, seq: u64, end: u64) {
        let Some(reporter) = &mut self.reporter else { return };
        let held = || {
            let start = self.queue.holding(seq).map(|_| seq).or_else(|| self.queue.next_start(seq))?;
            self.queue.holding(start).map(|(_, held)| (start, held.min(end)))
        };
        let run = if seq < self.rcv_nxt { Some((seq, end.min(self.rcv_nxt))) } else { held() };
        reporter.duplicate = run.filter(|(start, end)| reporter.reports_duplicates && start < end);
    }

    /// A segment beyond a hole, for a receiver that keeps only what is in order.
    fn drop_out_of_order(&mut self, out: &mut Output) {
        self.stats.out_of_order_segments += 1;
        self.acknowledge_disorder(out);
    }

    /// A segment that is beyond a hole, fills one, or is partly old or partly beyond the window.
    fn take_out_of_order(&mut self, seq: u64, end: u64, out: &mut Output) {
        self.stats.out_of_order_segments += u64::from(seq > self.rcv_nxt);
        let window_end = self.window_end();
        self.stats.octets_beyond_window += end.saturating_sub(window_end.max(seq));
        let (start, within) = (seq.max(self.rcv_nxt), end.min(window_end));
        self.report_duplicate(seq, within);
        let plain = start == self.rcv_nxt && self.queue.is_empty() && within > start;
        let fresh = self.queue.insert(start, within);
        let old = end.min(window_end).saturating_sub(seq) - fresh;
        self.stats.duplicate_octets += old;
        self.stats.duplicate_segments += u64::from(fresh == 0 && within > start);
        let reached = self.queue.take_from(self.rcv_nxt);
        self.accept_to(reached);
        if let Some(reporter) = &mut self.reporter {
            reporter.on_arrival(start, &self.queue);
        }
        if plain && within == end {
            self.acknowledge_in_order(out);
        } else {
            self.acknowledge_disorder(out);
        }
    }

    /// Takes the congestion mark, its echo and the timestamp of a segment that begins at octet `seq`.
    fn take_marks(&mut self, seq: u64, segment: &Segment, out: &mut Output) {
        if self.ack_pending && self.ecn.turns_at(segment) {
            self.send_ack(out);
        }
        self.ecn.take(segment);
        self.stats.marked_segments += u64::from(segment.codepoint.is_marked());
        if let Some(ratio) = &mut self.ack_ratio {
            self.stats.ack_mark_echoes += u64::from(segment.flags.contains(Flags::ECE));
            ratio.take(seq, segment);
        }
        if let Some(echo) = &mut self.echo {
            echo.take(seq, segment, self.now);
        }
    }

    /// Octets of free buffer, or none if they are too few to be worth announcing.
    // spec: rfc9293 3.8.6.2.2
    #[inline]
    fn space(&self) -> u64 {
        let space = self.buffer.saturating_sub(self.unread);
        if space < self.buffer / 4 && space < self.mss { 0 } else { space }
    }

    /// The window to offer: never taken back, but what the header cannot say.
    #[inline]
    fn window(&self) -> u32 {
        if self.unread == 0 {
            return self.empty_window;
        }
        let offered = self.rcv_adv.saturating_sub(self.rcv_nxt);
        wire_window(self.space().max(offered), self.scale)
    }

    /// The end of the accepted octets: all that were ever offered.
    #[inline]
    fn window_end(&self) -> u64 {
        self.rcv_adv.max(self.rcv_nxt + self.space())
    }

    /// Whether an update would move the end of the window by enough to be worth announcing.
    #[inline]
    fn window_moves_enough(&self) -> bool {
        self.window_moves_by(2)
    }

    /// As [`Self::window_moves_enough`], with another number of segments than two.
    #[inline]
    fn window_moves_by(&self, segments: u64) -> bool {
        let moved = (self.rcv_nxt + u64::from(self.window())).saturating_sub(self.rcv_adv);
        match self.window_update_rule {
            WindowUpdateRule::Net3 => moved >= segments * self.mss || 2 * moved >= self.buffer,
            WindowUpdateRule::Sunos => {
                (self.unread == 0 && moved >= segments * self.mss) || 100 * moved >= 35 * self.buffer
            }
        }
    }

    #[inline]
    fn send_ack(&mut self, out: &mut Output) {
        self.stats.acks_sent += 1;
        let ack = self.make_ack();
        out.push(ack);
    }

    /// An acknowledgment of all that came; none waits any more.
    #[inline(always)]
    fn make_ack(&mut self) -> Segment {
        let window = self.window();
        self.rcv_adv = self.rcv_adv.max(self.rcv_nxt + u64::from(window));
        self.ack_pending = false;
        self.deadline = Time::NEVER;
        if let Some(rule) = &mut self.ack_delay {
            rule.on_ack_sent(self.rcv_nxt);
        }
        let mut segment = self.segment(self.control.seq(), window, Flags::ACK);
        if self.dresses {
            self.dress(&mut segment);
        }
        segment
    }

    /// A segment that acknowledges all that came in order, the FIN included.
    #[inline]
    fn segment(&self, seq: Seq, window: u32, flags: Flags) -> Segment {
        let ack = self.initial_seq.plus(self.rcv_nxt + u64::from(self.control.fin_taken));
        Segment::plain(seq, 0, ack, window, flags)
    }

    /// Adds options and the echo of a mark to a segment as it leaves.
    fn dress(&mut self, segment: &mut Segment) {
        if !segment.flags.contains(Flags::SYN) {
            segment.flags = segment.flags.with(self.ecn.notify());
            if self.ack_ratio.is_some() && !segment.flags.contains(Flags::FIN) {
                segment.codepoint = Codepoint::Ect0;
            }
        }
        self.ecn.mark(segment);
        if let Some(echo) = &mut self.echo {
            let now = self.control.moment(self.now);
            let value = self.control.rtt().timestamp(now);
            segment.options.timestamps = Some(Timestamps { value, echo: echo.recent() });
            echo.on_ack_sent(self.rcv_nxt);
        }
        if let Some(reporter) = self.reporter.as_mut().filter(|reporter| reporter.has_blocks(&self.queue)) {
            segment.options.sack = reporter.blocks(&self.queue, self.initial_seq);
        }
        if let (false, Some(counters)) = (segment.flags.contains(Flags::SYN), self.ecn.option()) {
            segment.options.set_marked_octets(counters);
        }
    }
}
