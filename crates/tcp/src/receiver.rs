//! The receiving end: data in, acknowledgments out.
//!
//! Source: 4.4BSD's input routine; RFC 9293 3.8.6.2.2 (silly windows), RFC 1122 4.2.3.2 (delayed
//! acknowledgment). An in-order segment waits for the fast timer, or for a second one: the
//! application reads at once, and a window that could move by two segments is told at once. What
//! is out of order, fills a hole or is a duplicate is acknowledged at once; what is beyond a hole
//! is kept, or dropped if the settings say so.

use cellwise_units::Time;

use crate::choices::OutOfOrder;
use crate::config::{Settings, wire_window};
use crate::reassembly_queue::ReassemblyQueue;
use crate::segment::{Flags, Output, Segment};
use crate::seq::Seq;
use crate::stats::ReceiverStats;
use crate::tick::{TickClock, TickCursor};

/// A receiver of one established connection.
#[derive(Clone, Debug)]
pub struct Receiver {
    rcv_nxt: u64,
    /// The end of the window that was last offered.
    rcv_adv: u64,
    queue: ReassemblyQueue,
    /// Octets in order that the application has not read.
    unread: u64,
    reads_at_once: bool,
    ack_pending: bool,
    deadline: Time,
    ticks: TickCursor,
    mss: u64,
    buffer: u64,
    scale: u32,
    /// The window that an empty buffer offers.
    empty_window: u32,
    delayed_ack: bool,
    out_of_order: OutOfOrder,
    initial_seq: Seq,
    stats: ReceiverStats,
}

impl Receiver {
    /// A receiver that has received nothing. `ticks` is the fast timer of its host.
    #[must_use]
    pub fn new(settings: &Settings, ticks: TickClock) -> Self {
        let offered = settings.advertised_window();
        Self {
            rcv_nxt: 0,
            rcv_adv: u64::from(offered),
            queue: ReassemblyQueue::default(),
            unread: 0,
            reads_at_once: true,
            ack_pending: false,
            deadline: Time::NEVER,
            ticks: TickCursor::new(ticks),
            mss: settings.mss_octets(),
            buffer: settings.receive_window.get(),
            scale: settings.window_scale(),
            empty_window: offered,
            delayed_ack: settings.delayed_ack,
            out_of_order: settings.out_of_order,
            initial_seq: Seq(0),
            stats: ReceiverStats::default(),
        }
    }

    /// The same receiver with another sequence number for octet 0, as its sender has.
    #[must_use]
    pub fn with_initial_seq(mut self, seq: Seq) -> Self {
        self.initial_seq = seq;
        self
    }

    /// Takes a segment; one without data has nothing to say to a receiver.
    pub fn on_data(&mut self, now: Time, segment: &Segment, out: &mut Output) {
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
        if seq == self.rcv_nxt && self.queue.is_empty() && end <= self.window_end() {
            self.accept_to(end);
            self.acknowledge_in_order(now, out);
        } else if end <= self.rcv_nxt {
            self.drop_duplicate(len, out);
        } else if seq > self.rcv_nxt && self.out_of_order == OutOfOrder::Drop {
            self.drop_out_of_order(out);
        } else {
            self.take_out_of_order(now, seq, end, out);
        }
    }

    /// When the fast timer sends a delayed acknowledgment; [`Time::NEVER`] if none waits.
    #[inline]
    #[must_use]
    pub const fn next_deadline(&self) -> Time {
        self.deadline
    }

    /// Sends the delayed acknowledgment if it is due at `now`.
    pub fn on_deadline(&mut self, now: Time, out: &mut Output) {
        if self.ack_pending && now >= self.deadline {
            self.stats.delayed_acks += 1;
            self.send_ack(out);
        }
    }

    /// Makes the application read what arrives at once, as at the start, or only by [`Self::read`].
    pub fn set_reads_at_once(&mut self, at_once: bool) {
        self.reads_at_once = at_once;
    }

    /// The application reads up to `octets`, and a window that opens by enough is told.
    pub fn read(&mut self, octets: u64, out: &mut Output) {
        let octets = octets.min(self.unread);
        self.unread -= octets;
        self.stats.delivered_octets += octets;
        if self.window_moves_enough() {
            self.send_ack(out);
        }
    }

    /// What it has counted.
    #[must_use]
    pub const fn stats(&self) -> &ReceiverStats {
        &self.stats
    }

    /// The next octet expected, counted from the start of the connection.
    #[must_use]
    pub const fn rcv_nxt_offset(&self) -> u64 {
        self.rcv_nxt
    }

    #[inline]
    fn accept_to(&mut self, end: u64) {
        let octets = end - self.rcv_nxt;
        self.rcv_nxt = end;
        self.stats.rcv_nxt_offset = end;
        if self.reads_at_once && self.unread == 0 {
            self.stats.delivered_octets += octets;
        } else {
            self.unread += octets;
        }
    }

    #[inline]
    fn acknowledge_in_order(&mut self, now: Time, out: &mut Output) {
        if !self.delayed_ack || (self.reads_at_once && self.window_moves_enough()) {
            self.send_ack(out);
        } else if !self.ack_pending {
            self.ack_pending = true;
            self.ticks.advance(now);
            self.deadline = self.ticks.clock().time_of(self.ticks.count() + 1);
        }
    }

    /// A segment of which nothing is new: its acknowledgment was lost, or is on its way.
    fn drop_duplicate(&mut self, len: u64, out: &mut Output) {
        self.stats.duplicate_segments += 1;
        self.stats.duplicate_octets += len;
        self.send_ack(out);
    }

    /// A segment beyond a hole, for a receiver that keeps only what is in order.
    fn drop_out_of_order(&mut self, out: &mut Output) {
        self.stats.out_of_order_segments += 1;
        self.send_ack(out);
    }

    /// A segment that is beyond a hole, fills one, or is partly old or partly beyond the window.
    fn take_out_of_order(&mut self, now: Time, seq: u64, end: u64, out: &mut Output) {
        self.stats.out_of_order_segments += u64::from(seq > self.rcv_nxt);
        let window_end = self.window_end();
        self.stats.octets_beyond_window += end.saturating_sub(window_end.max(seq));
        let (start, within) = (seq.max(self.rcv_nxt), end.min(window_end));
        let plain = start == self.rcv_nxt && self.queue.is_empty() && within > start;
        let fresh = self.queue.insert(start, within);
        let old = end.min(window_end).saturating_sub(seq) - fresh;
        self.stats.duplicate_octets += old;
        self.stats.duplicate_segments += u64::from(fresh == 0 && within > start);
        let reached = self.queue.take_from(self.rcv_nxt);
        self.accept_to(reached);
        if plain && within == end {
            self.acknowledge_in_order(now, out);
        } else {
            self.send_ack(out);
        }
    }

    /// Octets of free buffer, or none if they are too few to be worth telling.
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

    /// The end of what is accepted: all that was ever offered.
    #[inline]
    fn window_end(&self) -> u64 {
        self.rcv_adv.max(self.rcv_nxt + self.space())
    }

    /// Whether an update would move the end of the window by two segments or half the buffer.
    #[inline]
    fn window_moves_enough(&self) -> bool {
        let moved = (self.rcv_nxt + u64::from(self.window())).saturating_sub(self.rcv_adv);
        moved >= 2 * self.mss || 2 * moved >= self.buffer
    }

    #[inline]
    fn send_ack(&mut self, out: &mut Output) {
        let window = self.window();
        self.rcv_adv = self.rcv_adv.max(self.rcv_nxt + u64::from(window));
        self.ack_pending = false;
        self.deadline = Time::NEVER;
        self.stats.acks_sent += 1;
        out.push(Segment {
            seq: Seq(0),
            len: 0,
            ack: self.initial_seq.plus(self.rcv_nxt),
            window,
            flags: Flags::ACK,
            retransmission: false,
        });
    }
}
