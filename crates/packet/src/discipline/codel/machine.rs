//! The CoDel machine: which of the packets that leave one queue are dropped or marked.

use super::law::Count;
use super::settings::{FirstSignal, Rules, ThresholdFor};
use crate::codepoint::Codepoint;
use crate::discipline::fifo::Fifo;
use crate::discipline::{Around, DropReason};
use crate::packet::{MarkReason, Packet};

/// Signals continue where they were if they stopped for less than so many intervals.
// spec: rfc8289 5.5
const RECENT_INTERVALS: u64 = 16;

/// CoDel's memory of one queue. Times are in steps of its clock.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::discipline) struct Machine {
    /// When packets will have waited for longer than the target during an interval; `None` while they do not.
    first_above: Option<u64>,
    /// Whether it signals.
    signalling: bool,
    /// Signals of this row.
    count: Count,
    /// The same when the row began.
    last_count: u32,
    /// When the next signal is due, or would have been; `None` before the first.
    next: Option<u64>,
}

/// A packet on its way out, and whether it may be signalled.
type Judged = (Packet, bool);

impl Machine {
    /// The next packet of `queue`, after those that are dropped; `elsewhere` octets wait in other queues and count as
    /// waiting here. To be asked even if the queue is empty.
    // spec: rfc8289 5.5, linux include/net/codel_impl.h codel_dequeue
    pub(in crate::discipline) fn take(
        &mut self,
        queue: &mut Fifo,
        elsewhere: u64,
        rules: &Rules,
        around: &mut Around<'_>,
    ) -> Option<Packet> {
        let Some(packet) = queue.pop() else {
            self.stop();
            return None;
        };
        let visit = &mut Visit { queue, elsewhere, rules, now: rules.clock(around.now), around };
        if rules.threshold_for == ThresholdFor::L4s && is_l4s(&packet) {
            return Some(visit.over_threshold(packet));
        }
        let may = self.may_signal(&packet, visit);
        let packet = if self.signalling {
            self.go_on((packet, may), visit)
        } else if may {
            self.begin(packet, visit)
        } else {
            Some(packet)
        };
        packet.map(|packet| visit.over_threshold(packet))
    }

    /// The limit of a discipline that this queue is a part of took `packets` from it.
    // spec: linux net/sched/sch_fq_codel.c fq_codel_drop: the count, without a step towards its root
    pub(in crate::discipline) fn has_overflowed(&mut self, packets: u32) {
        self.count.signals = self.count.signals.saturating_add(packets);
    }

    fn stop(&mut self) {
        self.first_above = None;
        self.signalling = false;
    }

    /// Whether a packet just taken may be signalled: packets wait too long since an interval.
    fn may_signal(&mut self, packet: &Packet, visit: &Visit<'_, '_>) -> bool {
        let Visit { rules, now, .. } = *visit;
        if visit.sojourn(packet) < rules.target || visit.left() <= rules.least_backlog {
            self.first_above = None;
            return false;
        }
        let at = *self.first_above.get_or_insert(now.saturating_add(rules.interval));
        match rules.first_signal {
            FirstSignal::AtInterval => now >= at,
            FirstSignal::AfterInterval => now > at,
        }
    }

    /// The packet after one that was dropped, if there is one.
    fn another(&mut self, visit: &mut Visit<'_, '_>) -> Option<Judged> {
        let packet = visit.queue.pop();
        if packet.is_none() {
            self.stop();
        }
        packet.map(|packet| (packet, self.may_signal(&packet, visit)))
    }

    /// While it signals: the packets that are due, or the end of it.
    fn go_on(&mut self, first: Judged, visit: &mut Visit<'_, '_>) -> Option<Packet> {
        let (mut packet, may) = first;
        self.signalling = may;
        while let Some(due) = self.next.filter(|&due| self.signalling && visit.now >= due) {
            self.count.set(self.count.signals.saturating_add(1));
            let stays = visit.signal(&mut packet);
            if !stays {
                (packet, self.signalling) = self.another(visit)?;
            }
            if self.signalling {
                self.schedule(due, visit.rules);
            }
            if stays {
                break;
            }
        }
        Some(packet)
    }

    /// The first signal of a row.
    fn begin(&mut self, mut packet: Packet, visit: &mut Visit<'_, '_>) -> Option<Packet> {
        let after = if visit.signal(&mut packet) {
            Some(packet)
        } else {
            self.another(visit).map(|(packet, _)| packet)
        };
        self.signalling = true;
        let row = self.count.signals.saturating_sub(self.last_count);
        // A queue that never signalled did not do so lately, however early in a run it is.
        let recent = self.next.is_some_and(|next| {
            visit.now.saturating_sub(next) < visit.rules.interval.saturating_mul(RECENT_INTERVALS)
        });
        if row > 1 && recent {
            self.count.set(row);
        } else {
            self.count.restart();
        }
        self.last_count = self.count.signals;
        self.schedule(visit.now, visit.rules);
        after
    }

    /// The next signal is due so long after `since` as the law says.
    fn schedule(&mut self, since: u64, rules: &Rules) {
        self.next = Some(since.saturating_add(self.count.part_of(rules.interval, rules.square_root)));
    }
}

/// One moment at which a packet is to leave a queue.
struct Visit<'a, 'b> {
    queue: &'a mut Fifo,
    elsewhere: u64,
    rules: &'a Rules,
    now: u64,
    around: &'a mut Around<'b>,
}

impl Visit<'_, '_> {
    fn sojourn(&self, packet: &Packet) -> u64 {
        self.now.saturating_sub(self.rules.clock(packet.arrived))
    }

    /// Octets that wait behind the packet that was just taken.
    fn left(&self) -> u64 {
        self.queue.backlog().octets.saturating_add(self.elsewhere)
    }

    /// Marks a packet, which then stays, or drops it.
    fn signal(&mut self, packet: &mut Packet) -> bool {
        let stays = self.rules.ecn && packet.mark(MarkReason::Aqm);
        if !stays {
            (self.around.lose)(packet, DropReason::Aqm);
        }
        stays
    }

    /// The packet, marked if it waited for longer than the threshold.
    fn over_threshold(&self, mut packet: Packet) -> Packet {
        let is_its = match self.rules.threshold_for {
            ThresholdFor::All => true,
            ThresholdFor::Ect1 => packet.codepoint == Codepoint::Ect1,
            ThresholdFor::L4s => is_l4s(&packet),
        };
        if is_its && self.rules.threshold.is_some_and(|threshold| self.sojourn(&packet) > threshold) {
            packet.mark(MarkReason::Threshold);
        }
        packet
    }
}

/// Whether a packet counts as one for low latency.
// spec: rfc9331 5.1
fn is_l4s(packet: &Packet) -> bool {
    matches!(packet.codepoint, Codepoint::Ect1 | Codepoint::Ce)
}
