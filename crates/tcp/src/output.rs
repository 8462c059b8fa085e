//! The limits of the sender: windows, Nagle, silly-window avoidance, and the persist state.
//!
//! Source: 4.4BSD's output routine; RFC 9293 3.8.6.2.1 (silly windows), RFC 896 (Nagle). What was
//! acknowledged selectively is passed over when sending has gone back.

use cellwise_units::Time;

use crate::control_block::{ControlBlock, Timed, Timer};
use crate::pacing::{Departure, Pacing as _};
use crate::segment::{Flags, Output, Segment};
use crate::undo::Resent;

/// So many segments leave at one event; the rest of them follows at the same instant, so that no event takes
/// long. Far more than any protocol sends at once, but by windows and segments at the ends of their ranges.
pub(crate) const MOST_AT_ONCE: usize = 10_000;

impl ControlBlock {
    /// Sends what the windows and the rules for small segments allow.
    #[inline]
    pub fn output(&mut self, out: &mut Output) {
        self.send(false, out);
    }

    /// Sends at least one octet, into a closed window if need be.
    // spec: rfc9293 3.8.6.1
    pub(crate) fn probe(&mut self, out: &mut Output) {
        if self.snd_wnd > 0 {
            self.stop_persist();
        }
        self.send(true, out);
    }

    fn send(&mut self, probe: bool, out: &mut Output) {
        let idle = self.snd_max == self.snd_una;
        if idle && self.idle.restarts {
            self.restart_after_idle();
        }
        let window = self.snd_wnd.min(self.window.usable()).max(u64::from(probe));
        let mss = self.window.mss();
        let buffered = self.buffered();
        let usable = buffered.min(window);
        loop {
            if window == 0 && self.snd_nxt > self.snd_una && buffered > 0 {
                self.window_has_closed();
            }
            let most = if self.snd_nxt < self.snd_max {
                self.missing_from_here(mss)
            } else {
                mss - u64::from(self.left_room)
            };
            let off = self.snd_nxt - self.snd_una;
            let ready = usable.saturating_sub(off);
            let len = ready.min(most);
            let last = off + len >= buffered;
            if !self.is_worth_sending(len, last && (idle || self.flushes(len)), probe) {
                break;
            }
            if self.burst.is_used_up() {
                return self.pause_burst();
            }
            if self.is_held_back() {
                return self.wait_for_departure();
            }
            if out.len() >= MOST_AT_ONCE {
                return self.burst.timer = Timer(self.now.at);
            }
            self.emit(len, probe, out);
            if ready == len {
                return;
            }
        }
        if self.closing && self.snd_nxt == self.written {
            self.emit(0, false, out);
        }
        if buffered > 0 && !self.rexmt.is_running() && !self.persist.is_running() {
            self.rtt.forget_backoff();
            self.start_persist();
        }
    }

    /// How many octets may be written behind those in the buffer before [`Self::output`] sends anything,
    /// once it has found nothing to send; none if it may have something else to do.
    pub(crate) fn quiet_octets(&self) -> u64 {
        let window = self.snd_wnd.min(self.window.usable());
        let off = self.snd_nxt - self.snd_una;
        if off >= window {
            return u64::MAX;
        }
        let is_held_back = self.nagle && self.snd_nxt == self.snd_max && self.snd_max > self.snd_una;
        let least = (self.window.mss() - u64::from(self.left_room)).min(self.max_sndwnd / 2).max(1);
        match (is_held_back, window - off < least) {
            (false, _) => 0,
            (true, true) => u64::MAX,
            (true, false) => (off + least - 1).saturating_sub(self.buffered()),
        }
    }

    /// Sends one segment of new data beyond the congestion window, if the receiver's window and the
    /// rules for small segments allow it; returns its octets.
    pub(crate) fn send_beyond(&mut self, out: &mut Output) -> u64 {
        let (buffered, flight) = (self.buffered(), self.flight());
        let len = buffered.min(self.snd_wnd).saturating_sub(flight).min(self.window.mss());
        let flush = flight + len >= buffered && self.flushes(len);
        let whole = len == self.window.mss();
        if self.snd_nxt != self.snd_max || len == 0 || !(whole || flush) {
            return 0;
        }
        self.emit(len, false, out);
        len
    }

    /// Sends up to `len` outstanding octets again, beginning at `start`, in one segment.
    pub(crate) fn resend(&mut self, start: u64, len: u64, out: &mut Output) {
        let len = len.min(self.window.mss()).min(self.written.saturating_sub(start));
        if len == 0 && !self.closing {
            return;
        }
        let onward = self.snd_nxt;
        self.snd_nxt = start;
        self.emit(len, false, out);
        self.snd_nxt = self.snd_nxt.max(onward);
    }

    /// Lets an acknowledgment or a timer send as much as one may.
    #[inline]
    pub(crate) fn begin_burst(&mut self) {
        if self.burst.is_limited() {
            let timed = self.fine_srtt().is_some();
            self.burst.begin(timed);
        }
    }

    /// Has what the window still allows wait for its share of a round trip.
    #[cold]
    fn pause_burst(&mut self) {
        let Some(rtt) = self.fine_srtt() else { return };
        self.stats.burst_pauses += u64::from(!self.burst.timer.is_running());
        self.burst.pause(self.now.at, rtt, self.window_segments());
    }

    /// Whether pacing holds back what comes next; never the first outstanding octet, on which all else waits.
    #[inline]
    pub(crate) fn is_held_back(&self) -> bool {
        self.paces && self.snd_nxt != self.snd_una && self.now.at < self.next_departure()
    }

    /// When pacing lets the next segment leave; may be past.
    fn next_departure(&self) -> Time {
        let by_rate = self.rate_pacer.as_ref().map(|pacer| pacer.next_departure());
        by_rate.unwrap_or_else(|| self.pacing.next_departure())
    }

    /// Has what the window still allows wait until pacing lets it go.
    pub(crate) fn wait_for_departure(&mut self) {
        self.burst.timer = Timer(self.next_departure());
    }

    /// Reports a segment that leaves to the rule of pacing.
    #[cold]
    fn note_departure(&mut self, octets: u64) {
        if let Some(pacer) = &mut self.rate_pacer {
            return pacer.on_departure(self.now.at, octets);
        }
        let Some(srtt) = self.fine_srtt() else { return };
        let (cwnd, ssthresh) = (self.window.cwnd(), self.window.ssthresh());
        self.pacing.on_departure(&Departure {
            now: self.now.at,
            octets,
            window: cwnd.max(self.flight()),
            srtt,
            is_early: cwnd < ssthresh / 2,
            before: self.stats.segments_sent,
        });
    }

    /// The smaller of both windows, in segments.
    fn window_segments(&self) -> u64 {
        self.snd_wnd.min(self.window.usable()) / self.window.mss()
    }

    /// Whether a small segment of the last `len` octets goes while data is outstanding: without Nagle's
    /// rule, or with the FIN, which does not wait.
    fn flushes(&self, len: u64) -> bool {
        !self.nagle || (self.closing && self.snd_nxt + len == self.written)
    }

    /// Whether a segment of `len` octets may go; `flush`: it empties the buffer and nothing holds
    /// it back.
    // spec: rfc9293 3.8.6.2.1
    #[inline]
    fn is_worth_sending(&self, len: u64, flush: bool, probe: bool) -> bool {
        len > 0
            && (len >= self.window.mss() - u64::from(self.left_room)
                || flush
                || probe
                || len >= self.max_sndwnd / 2
                || self.snd_nxt < self.snd_max)
    }

    /// The window has closed on data that is outstanding: the persist timer takes over.
    fn window_has_closed(&mut self) {
        self.rexmt = Timer::OFF;
        self.snd_nxt = self.snd_una;
    }

    /// Continues to the octets that the receiver misses; returns how many of them are next, at most `mss`.
    // spec: rfc6675 5.1
    fn missing_from_here(&mut self, mss: u64) -> u64 {
        if let Some((_, end)) = self.scoreboard.holding(self.snd_nxt) {
            self.snd_nxt = end;
        }
        self.scoreboard.next_start(self.snd_nxt).map_or(mss, |start| mss.min(start - self.snd_nxt))
    }

    /// Sends `len` octets, beginning at `snd_nxt`, and the FIN if it comes next.
    #[inline(always)]
    fn emit(&mut self, len: u64, probe: bool, out: &mut Output) {
        let retransmission = self.snd_nxt < self.snd_max;
        let mut end = self.snd_nxt + len;
        let seq = self.initial_seq.plus(self.snd_nxt);
        let mut segment = Segment::plain(seq, len as u32, self.back_ack, self.back_window, Flags::ACK);
        segment.retransmission = retransmission;
        if self.closing && end == self.written {
            segment.flags = segment.flags.with(Flags::FIN);
            end += 1;
        }
        if self.dresses {
            self.dress(&mut segment);
            self.note_sending(end, retransmission, &segment);
        }
        out.push(segment);
        self.burst.count();
        if self.paces && len > 0 {
            self.note_departure(len);
        }
        self.count(len, retransmission);
        if probe && self.persist.is_running() {
            // A probe into a closed window is sent again from the same octet.
            self.stats.window_probes += 1;
            self.snd_max = self.snd_max.max(end);
            return;
        }
        if end > self.snd_max {
            if self.timed.is_none() {
                self.timed = Some(Timed { start: self.snd_nxt, sent: self.now });
            }
            self.snd_max = end;
        }
        let is_oldest = self.snd_nxt == self.snd_una;
        self.snd_nxt = end;
        if !self.rexmt.is_running() || (self.times_oldest && is_oldest) {
            self.start_rexmt();
            if self.persist.is_running() {
                self.stop_persist();
            }
        }
    }

    /// Sends an acknowledgment of the other end's SYN or FIN.
    pub(crate) fn emit_ack(&mut self, more: Flags, out: &mut Output) {
        let seq = self.initial_seq.plus(self.snd_max);
        let mut segment = Segment::plain(seq, 0, self.back_ack, self.back_window, Flags::ACK.with(more));
        self.dress(&mut segment);
        out.push(segment);
        self.stats.control_segments_sent += 1;
    }

    /// Takes note of when the octets up to `end` leave, and of octets that are sent again, for the rules that need it.
    fn note_sending(&mut self, end: u64, retransmission: bool, segment: &Segment) {
        if let Some(timing) = &mut self.fine_timing {
            timing.on_sent(self.snd_nxt, end, self.now);
        }
        if let Some(log) = &mut self.log {
            log.on_sent(self.snd_nxt, end, self.now.at);
            log.note_window(self.window.usable(), self.window.mss());
        }
        self.idle.note_sending(self.now);
        if let (true, Some(undo)) = (retransmission, &mut self.undo) {
            let timestamp = segment.options.timestamps.map(|timestamps| timestamps.value);
            undo.on_resent(&Resent { start: self.snd_nxt, end: end.min(self.snd_max), timestamp });
        }
    }

    /// Adds options and marks, if the connection uses them.
    pub(crate) fn dress(&mut self, segment: &mut Segment) {
        if let Some(timestamps) = &mut self.timestamps {
            timestamps.value = self.rtt.timestamp(self.now);
            segment.options.timestamps = Some(*timestamps);
        }
        if self.ecn.enabled {
            self.ecn.mark(segment);
        }
        if self.ack_marks.enabled {
            let window_segments = self.window_segments();
            self.ack_marks.dress(segment, window_segments);
        }
    }

    #[inline]
    fn count(&mut self, len: u64, retransmission: bool) {
        if len == 0 {
            self.stats.control_segments_sent += 1;
            return;
        }
        self.stats.segments_sent += 1;
        self.stats.data_octets_sent += len;
        if retransmission {
            self.stats.retransmitted_segments += 1;
            self.stats.retransmitted_octets += len.min(self.snd_max - self.snd_nxt);
        }
    }
}
