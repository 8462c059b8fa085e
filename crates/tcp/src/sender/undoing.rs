//! Taking back a reduction of the congestion window for a spurious loss.

use super::Sender;
use crate::choices::AfterTimeout;
use crate::congestion::Congestion as _;
use crate::recovery::Recovery as _;
use crate::segment::{Output, Segment};
use crate::undo::{Seen, Verdict};

/// New segments after the first acknowledgment that follows a timeout.
// spec: rfc5682 2.1 step 2b
const NEW_SEGMENTS: usize = 2;

/// The meaning of an acknowledgment, in addition to the segment's fields.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    /// The octet that it acknowledges up to.
    pub(super) ack: u64,
    /// Octets that it newly acknowledges.
    pub(super) acked: u64,
    pub(super) is_duplicate: bool,
    /// Whether it reports congestion marks.
    pub(super) is_marked: bool,
}

/// The result of a review of the last reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Review {
    /// Nothing that changes what is sent.
    Unchanged,
    /// It was taken back.
    Undone,
    /// New segments were sent in place of all others.
    Sent,
}

impl Sender {
    /// Learns whether the last reduction was for nothing, after everything else has taken the acknowledgment and before
    /// anything is sent.
    pub(super) fn review_reduction(&mut self, taken: Taken, segment: &Segment, out: &mut Output) -> Review {
        let block = &mut self.block;
        // That duplicates are reported at all is worth knowing at any time.
        let is_news = block.reports_duplicate;
        let Some(undo) = block.undo.as_mut().filter(|undo| undo.is_on() || is_news) else {
            return Review::Unchanged;
        };
        // spec: rfc4015 3.2: a mark that is echoed is congestion, whatever was lost
        if taken.is_marked {
            undo.keep();
        }
        let seen = Seen {
            is_new: taken.acked > 0,
            is_duplicate: taken.is_duplicate,
            ack: taken.ack,
            snd_max: block.snd_max,
            echo: segment.options.timestamps.map(|timestamps| timestamps.echo),
            duplicate: undo.duplicate.filter(|_| is_news),
            is_selective: block.newly_sacked > 0,
            highest: block.scoreboard.end(),
        };
        match undo.on_ack(&seen) {
            Verdict::Open | Verdict::Real => Review::Unchanged,
            Verdict::Spurious => self.undo(taken.acked),
            Verdict::SendNew => self.send_new(out),
            Verdict::GoBack => self.go_back_after_all(out),
        }
    }

    /// Continues as if nothing had been lost.
    fn undo(&mut self, acked: u64) -> Review {
        let block = &mut self.block;
        let flight = block.flight();
        let Some(undo) = &mut block.undo else { return Review::Unchanged };
        let Some(undone) = undo.restore(&mut block.window, flight, acked) else { return Review::Unchanged };
        if undone.is_timeout {
            block.stats.undone_timeouts += 1;
        } else {
            block.stats.undone_recoveries += 1;
        }
        block.dupacks = 0;
        // spec: rfc4015 3.2 step 4
        block.snd_nxt = block.snd_max;
        if let Some(delivery) = block.log.as_mut().and_then(|log| log.delivery()) {
            delivery.end_recovery();
        }
        self.congestion.restore();
        self.recovery.on_undo(&mut self.block);
        Review::Undone
    }

    /// Sends new segments beyond the window instead of old ones, if there are any.
    // spec: rfc5682 2.1 step 2b
    fn send_new(&mut self, out: &mut Output) -> Review {
        let block = &mut self.block;
        let onward = std::mem::replace(&mut block.snd_nxt, block.snd_max);
        let sent = (0..NEW_SEGMENTS).map_while(|_| Some(block.send_beyond(out)).filter(|octets| *octets > 0));
        if sent.count() > 0 {
            return Review::Sent;
        }
        block.snd_nxt = onward;
        if let Some(undo) = &mut block.undo {
            undo.cancel();
        }
        Review::Unchanged
    }

    /// Sends what was lost, as a timeout would have it without the new segments.
    // spec: rfc5682 2.1 step 3a
    fn go_back_after_all(&mut self, out: &mut Output) -> Review {
        let block = &mut self.block;
        let window = &mut block.window;
        window.set(window.cwnd().min(3 * window.mss()));
        // Where segments have records, lost segments are sent by them.
        if block.after_timeout == AfterTimeout::GoBackN && block.log.is_none() {
            block.go_back(out);
        }
        Review::Unchanged
    }
}
