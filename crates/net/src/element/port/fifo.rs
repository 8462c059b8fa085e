//! A FIFO port: a finite FIFO queue in front of one direction of a link.
//!
//! A FIFO server's future is settled on arrival: an accepted cell leaves one cell time after the
//! later of its arrival and the end of the cell before it. So a cell's departure is known at once,
//! and no event is needed for it; the cells that wait at an instant are found by taking out the cells whose
//! service has begun by then ([`Queued::settle`]). A host's adapter without ABR is the same port with whole
//! frames as its input.

use std::collections::VecDeque;

use cellwise_atm::drop_policy::Verdict;
use cellwise_units::{ClockPoint, Span, Time};

use super::buffer::{Buffer, PortSettings, Share};
use super::statistics::{PortTally, Service};
use crate::data::train::Train;
use crate::element::{LaneId, Marks};

/// A FIFO port.
#[derive(Clone, Debug)]
pub(crate) struct Fifo {
    pub(crate) buffer: Buffer,
    pub(super) queue: Queued,
}

/// The cells that wait at a FIFO port: how many they are, and when they leave, follows from when the first does.
#[derive(Clone, Debug)]
pub(super) struct Queued {
    /// When the next of the counted cells stops to count; meaningful while there are any.
    pub(super) leaves: ClockPoint,
    /// The circuits of the cells in the queue, in order, each with how many cells in a row, where they are
    /// counted by circuit.
    pub(super) in_order: VecDeque<(LaneId, u32)>,
}

impl Fifo {
    pub(crate) fn new(settings: PortSettings, marks: Marks) -> Self {
        let queue = Queued { leaves: ClockPoint::exactly(Time::ZERO), in_order: VecDeque::new() };
        Self { buffer: Buffer::new(settings, marks), queue }
    }

    /// Until when cells of a circuit that come at `first` and later, not faster than the port sends, pass one after the
    /// other unobserved; `None` if the first does not.
    pub(crate) fn lets_pass_until(&self, first: Time, distance: Span, lane: LaneId) -> Option<Time> {
        let buffer = &self.buffer;
        // Where arrivals are logged, no cell is taken for sure.
        let passes = buffer.is_empty_at(first)
            && buffer.takes(lane)
            && distance >= buffer.settings.clock.cell_time_ceiling();
        passes.then_some(buffer.statistics.next_mark)
    }

    /// Offers one cell that has fully arrived `at`; gives the end of its transmission if it is
    /// accepted. `at` is not after the end of the run.
    // Every cell passes it: without this its callers take it in or not, whatever changed elsewhere.
    #[inline(always)]
    pub(crate) fn offer(&mut self, at: Time, cell: &Train, lane: LaneId) -> Option<ClockPoint> {
        let buffer = &mut self.buffer;
        if buffer.is_empty_at(at) && buffer.takes(lane) {
            buffer.at_mut(lane).gate.accept_run(cell.ends_frame());
            buffer.statistics.tally.accepted += 1;
            buffer.sent_by = buffer.settings.clock.step(ClockPoint::exactly(at));
            return Some(buffer.sent_by);
        }
        self.judge(at, cell, lane)
    }

    /// Offers one cell to a queue that may hold others.
    #[inline(always)]
    fn judge(&mut self, at: Time, cell: &Train, lane: LaneId) -> Option<ClockPoint> {
        let Self { buffer, queue, .. } = self;
        buffer.come_to(queue, at);
        queue.settle(buffer, at);
        let last = cell.ends_frame();
        // With room for sure, a frame in good standing is neither refused nor damaged.
        if buffer.queued < buffer.sure_room && buffer.takes(lane) {
            buffer.at_mut(lane).gate.accept_run(last);
            return Some(self.accept(at, lane));
        }
        self.judge_by_policy(at, cell, last, lane)
    }

    fn judge_by_policy(&mut self, at: Time, cell: &Train, last: bool, lane: LaneId) -> Option<ClockPoint> {
        let (buffer, clp) = (&mut self.buffer, cell.label.clp());
        let no_room = buffer.no_room_for(clp, buffer.queued);
        let share = Share {
            clp,
            waiting: buffer.queued,
            vc_waiting: u64::from(buffer.at(lane).queued),
            active_vcs: buffer.active_vcs,
        };
        // An RM cell belongs to no frame.
        let share = (!buffer.at(lane).is_rm).then_some(share);
        let verdict = buffer.verdict(at, lane, last, no_room, share);
        buffer.log_arrival(at, cell, lane, verdict);
        match verdict {
            Verdict::Accept => Some(self.accept(at, lane)),
            Verdict::Refuse(reason) => {
                buffer.refuse(reason, at, cell, lane);
                None
            }
        }
    }

    #[inline(always)]
    fn accept(&mut self, at: Time, lane: LaneId) -> ClockPoint {
        let Self { buffer, queue, .. } = self;
        let idle = at >= buffer.sent_by.at;
        let start = if idle { ClockPoint::exactly(at) } else { buffer.sent_by };
        buffer.sent_by = buffer.settings.clock.step(start);
        buffer.statistics.tally.accepted += 1;
        if !idle {
            buffer.statistics.tally.waited_parts += buffer.settings.clock.parts_since(at, start);
        }
        if !idle || buffer.settings.counts_service {
            if buffer.queued == 0 {
                queue.leaves = if buffer.settings.counts_service { buffer.sent_by } else { start };
            }
            buffer.queued += 1;
            buffer.note_most_waiting();
            if buffer.follows_cells {
                self.follow_entry(at, lane);
            }
        }
        self.buffer.sent_by
    }

    /// Notes a cell that has joined the queue, for those who need single cells.
    fn follow_entry(&mut self, at: Time, lane: LaneId) {
        self.queue.enter(&mut self.buffer, lane, 1);
        self.buffer.record_changes(at);
    }
}

impl Buffer {
    /// Whether a cell that arrives `at` needs no test of marks and finds nothing waiting and nothing
    /// in transmission.
    #[inline]
    fn is_empty_at(&self, at: Time) -> bool {
        at <= self.statistics.next_mark
            && self.queued == 0
            && at >= self.sent_by.at
            && !self.settings.counts_service
    }

    #[inline]
    pub(super) fn note_most_waiting(&mut self) {
        self.statistics.tally.most_waiting = self.statistics.tally.most_waiting.max(self.queued);
    }
}

impl Queued {
    #[inline]
    pub(super) fn enter(&mut self, buffer: &mut Buffer, lane: LaneId, cells: u32) {
        if !buffer.counts_by_vc {
            return;
        }
        match self.in_order.back_mut() {
            Some((last, run)) if *last == lane => *run += cells,
            _ => self.in_order.push_back((lane, cells)),
        }
        buffer.enter_vc(lane, cells);
    }

    #[inline]
    pub(super) fn leave(&mut self, buffer: &mut Buffer, mut cells: u64) {
        if !buffer.counts_by_vc {
            return;
        }
        while cells > 0 {
            let (lane, run) = self.in_order.front_mut().expect("counted cells are in the list");
            let of_run = u64::from(*run).min(cells) as u32;
            buffer.leave_vc(*lane, of_run);
            *run -= of_run;
            cells -= u64::from(of_run);
            if *run == 0 {
                self.in_order.pop_front();
            }
        }
    }

    fn settle_followed(&mut self, buffer: &mut Buffer, now: Time) {
        let mut left = 0;
        while buffer.queued > 0 && self.leaves.at <= now {
            buffer.queued -= 1;
            left += 1;
            if buffer.statistics.records_changes {
                self.leave(buffer, left);
                left = 0;
                buffer.record_changes(self.leaves.at);
            }
            self.leaves = buffer.settings.clock.step(self.leaves);
        }
        self.leave(buffer, left);
    }

    /// The time that the `waiting` cells still have to wait after `now`, in parts of a picosecond.
    fn waiting_after(&self, buffer: &Buffer, now: Time, waiting: u64) -> u128 {
        if waiting == 0 {
            return 0;
        }
        // With the cell in transmission counted, a cell leaves the count when the next one starts.
        buffer.settings.clock.sum_of_parts_since(now, self.leaves, waiting)
    }
}

impl Service for Queued {
    // The count has the cell in transmission already, if it counts that.
    const COUNTS_SERVICE_APART: bool = false;

    /// Takes out of the count the cells whose time in the queue has ended by `now`.
    #[inline(always)]
    fn settle(&mut self, buffer: &mut Buffer, now: Time) {
        if buffer.queued == 0 || self.leaves.at > now {
            return;
        }
        if buffer.follows_cells {
            return self.settle_followed(buffer, now);
        }
        if buffer.sent_by.at <= now {
            buffer.queued = 0;
            return;
        }
        while buffer.queued > 0 && self.leaves.at <= now {
            buffer.queued -= 1;
            self.leaves = buffer.settings.clock.step(self.leaves);
        }
    }

    fn leaves(&self, buffer: &Buffer) -> Option<Time> {
        (buffer.queued > 0).then_some(self.leaves.at)
    }

    fn tally_at(&self, buffer: &Buffer, now: Time) -> PortTally {
        let (tally, queued) = (&*buffer.statistics.tally, buffer.queued);
        let waiting = if buffer.settings.counts_service { queued.saturating_sub(1) } else { queued };
        let in_service = queued > 0 || buffer.sent_by.at > now;
        PortTally {
            sent: tally.accepted - waiting - u64::from(in_service),
            // Of a run that was stopped, cells may wait here that come after `now`.
            waited_parts: tally.waited_parts.saturating_sub(self.waiting_after(buffer, now, waiting)),
            ..tally.clone()
        }
    }
}
