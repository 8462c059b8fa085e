//! What the sender may send: windows, Nagle, silly-window avoidance, and the persist state.
//!
//! Source: 4.4BSD's output routine; RFC 9293 3.8.6.2.1 (silly windows), RFC 896 (Nagle).

use crate::control_block::{ControlBlock, TickTimer, Timed};
use crate::segment::{Flags, Output, Segment};

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
        if idle {
            self.restart_after_idle();
        }
        let window = self.snd_wnd.min(self.window.usable()).max(u64::from(probe));
        let mss = self.window.mss();
        let buffered = self.buffered();
        let usable = buffered.min(window);
        loop {
            if window == 0 && self.snd_nxt > self.snd_una {
                self.window_has_closed();
            }
            let off = self.snd_nxt - self.snd_una;
            let ready = usable.saturating_sub(off);
            let len = ready.min(mss);
            let last = off + len >= buffered;
            if !self.is_worth_sending(len, last && (idle || !self.nagle), probe) {
                break;
            }
            self.emit(len, probe, out);
            if ready <= mss {
                return;
            }
        }
        if buffered > 0 && !self.rexmt.is_running() && !self.persist.is_running() {
            self.rtt.forget_backoff();
            self.start_persist();
        }
    }

    /// Whether a segment of `len` octets may go; `flush`: it empties the buffer and nothing holds
    /// it back.
    // spec: rfc9293 3.8.6.2.1
    #[inline]
    fn is_worth_sending(&self, len: u64, flush: bool, probe: bool) -> bool {
        len > 0
            && (len == self.window.mss()
                || flush
                || probe
                || len >= self.max_sndwnd / 2
                || self.snd_nxt < self.snd_max)
    }

    /// The window has closed on data that is outstanding: the persist timer takes over.
    fn window_has_closed(&mut self) {
        self.rexmt = TickTimer::OFF;
        self.snd_nxt = self.snd_una;
    }

    /// Returns to one segment if the connection was idle for a retransmission timeout.
    // spec: rfc5681 4.1, with BSD's window of one segment
    fn restart_after_idle(&mut self) {
        let idle_ticks = self.ticks.count() - self.last_arrival_tick;
        let long = idle_ticks >= u64::from(self.rtt.rto_ticks());
        if self.idle_restart && long && self.window.cwnd() > self.window.mss() {
            self.window.set(self.window.mss());
            self.stats.idle_restarts += 1;
        }
    }

    #[inline]
    fn emit(&mut self, len: u64, probe: bool, out: &mut Output) {
        let retransmission = self.snd_nxt < self.snd_max;
        out.push(Segment {
            seq: self.initial_seq.plus(self.snd_nxt),
            len: len as u32,
            ack: self.back_ack,
            window: self.back_window,
            flags: Flags::ACK,
            retransmission,
        });
        self.stats.segments_sent += 1;
        self.stats.data_octets_sent += len;
        if retransmission {
            self.stats.retransmitted_segments += 1;
            self.stats.retransmitted_octets += len.min(self.snd_max - self.snd_nxt);
        }
        let end = self.snd_nxt + len;
        if probe && self.persist.is_running() {
            // A probe into a closed window is sent again from the same octet.
            self.stats.window_probes += 1;
            self.snd_max = self.snd_max.max(end);
            return;
        }
        if end > self.snd_max {
            if self.timed.is_none() {
                self.timed = Some(Timed { start: self.snd_nxt, sent_tick: self.ticks.count() });
            }
            self.snd_max = end;
        }
        self.snd_nxt = end;
        if !self.rexmt.is_running() {
            self.start_rexmt();
            if self.persist.is_running() {
                self.stop_persist();
            }
        }
    }
}
