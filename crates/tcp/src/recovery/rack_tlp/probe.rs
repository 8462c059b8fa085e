//! Tail loss probes: a segment that asks for an acknowledgment when none has come.
//!
//! Source: RFC 8985 7. State: the octet after the last one sent when a probe was sent, until it is known what
//! became of the probe.

use cellwise_units::Span;

use crate::config::Settings;
use crate::congestion::LossCause;
use crate::control_block::{ControlBlock, Timer};
use crate::recovery::Connection;

/// Until there is a round-trip time.
// spec: rfc8985 7.2
const UNMEASURED: Span = Span::from_ps(1_000_000_000_000);

/// A probe on its way.
#[derive(Clone, Copy, Debug)]
struct Pending {
    end: u64,
    is_retransmission: bool,
}

/// Probes of one connection.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    /// How long an acknowledgment of a single segment may be delayed.
    max_ack_delay: Span,
    pending: Option<Pending>,
    /// Whether a round-trip time was measured since the last probe; also at the start.
    is_ready: bool,
    /// Whether something new was acknowledged since the timer was set.
    pub(super) is_moved: bool,
    /// The octet after the last one sent when the timer was set.
    set_for: u64,
}

impl Probe {
    pub(super) fn new(settings: &Settings) -> Self {
        let max_ack_delay = settings.longest_ack_delay();
        Self { max_ack_delay, pending: None, is_ready: true, is_moved: false, set_for: 0 }
    }

    pub(super) fn forget(&mut self) {
        self.pending = None;
    }

    /// Whether new data was sent or acknowledged since the timer was set.
    pub(super) fn is_to_be_set(&mut self, block: &ControlBlock) -> bool {
        let is_moved = std::mem::take(&mut self.is_moved) || block.snd_max > self.set_for;
        self.set_for = block.snd_max;
        is_moved
    }

    /// When the probe goes; not later than the retransmission timer expires.
    // spec: rfc8985 7.2
    pub(super) fn deadline(&self, block: &ControlBlock) -> Timer {
        if block.flight() == 0 || !block.rexmt.is_running() {
            return Timer::OFF;
        }
        let single = block.flight() <= block.window.mss();
        let wait = block
            .fine_srtt()
            .map_or(UNMEASURED, |srtt| srtt * 2 + if single { self.max_ack_delay } else { Span::ZERO });
        Timer((block.now.at + wait).min(block.rexmt.0))
    }

    /// Sends a probe, if one may go: new data if there is some, else the last segment again. The retransmission timer
    /// starts again.
    // spec: rfc8985 7.3
    pub(super) fn send(&mut self, connection: &mut Connection<'_>) {
        self.try_to_send(connection);
        let block = &mut *connection.block;
        // Whether or not one was sent.
        if block.flight() > 0 {
            block.start_rexmt_from(block.now);
        }
    }

    fn try_to_send(&mut self, connection: &mut Connection<'_>) {
        let block = &mut *connection.block;
        let Some(log) = &mut block.log else { return };
        self.is_ready |= log.takes_measurement();
        if self.pending.is_some() || !std::mem::take(&mut self.is_ready) {
            return;
        }
        let last = log.last();
        let is_retransmission = block.send_beyond(connection.out) == 0;
        if let (true, Some((start, octets))) = (is_retransmission, last) {
            block.timed = None;
            block.resend(start, octets, connection.out);
        }
        block.stats.tail_loss_probes += 1;
        self.pending = Some(Pending { end: block.snd_max, is_retransmission });
        self.set_for = block.snd_max;
    }

    /// Learns what became of the probe; if it has repaired a loss the window is reduced.
    // spec: rfc8985 7.4.2
    pub(super) fn on_ack(&mut self, connection: &mut Connection<'_>, is_new: bool) {
        let (Some(pending), block) = (self.pending, &*connection.block) else { return };
        let ack = block.ack_taken;
        if ack < pending.end {
            return;
        }
        let is_plain_duplicate = !is_new && block.newly_sacked == 0;
        if !pending.is_retransmission || block.reports_duplicate {
            self.pending = None;
        } else if ack > pending.end {
            self.pending = None;
            connection.cut_window(LossCause::DuplicateAcks);
            connection.keep_reduction();
        } else if is_plain_duplicate {
            self.pending = None;
        }
    }
}
