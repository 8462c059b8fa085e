//! Cells of data that are sure to be taken by a scheduled port: what it does with one of them while no other element is
//! involved.
//!
//! Such a cell touches only the port when it comes and when it leaves: its queues, and the counts of the rate rule.

use cellwise_units::{ClockPoint, Time};

use super::scheduled::Scheduled;
use crate::data::train::Train;
use crate::element::LaneId;

/// A cell that waits at a scheduled port, and when its transmission ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sending {
    pub(crate) cell: Train,
    pub(crate) end: ClockPoint,
    lane: LaneId,
    /// The queue that it is in.
    queue: u32,
}

impl Scheduled {
    /// Whether single cells of data are seen here that are taken for sure: by a memory that ports share, a rule that marks
    /// them, a policy that counts the one in service or those of each connection, a record, or a line that changes.
    pub(crate) fn sees_single_cells(&self) -> bool {
        let (buffer, settings) = (&self.buffer, &self.settings);
        settings.ruling.as_ref().is_some_and(|ruling| ruling.marks_efci)
            || settings.memory.is_some()
            || buffer.settings.counts_service
            || buffer.follows_cells
            || self.line.may_change
    }

    /// Whether its queues have no limits but the one that they share.
    pub(crate) fn has_one_limit(&self) -> bool {
        self.settings.queue_capacity == u64::MAX
    }

    /// Whether so many cells of data are taken for sure, those of a lane last.
    #[inline]
    pub(crate) fn takes_for_sure(&self, lane: LaneId, cells: u64) -> bool {
        self.settings.pool.shared_used() + cells <= self.buffer.sure_room && self.buffer.takes(lane)
    }

    /// When the transmission of a cell ends that comes at `now`, if it is begun at once.
    #[inline]
    pub(crate) fn end_if_idle(&self, now: Time) -> Option<ClockPoint> {
        self.is_idle(now).then(|| self.line.clock.step(ClockPoint::exactly(now)))
    }

    /// Takes a cell of data that is [taken for sure](Self::takes_for_sure); begins its transmission if that has an `end`,
    /// which it has at an [idle](Self::end_if_idle) port.
    #[inline]
    pub(crate) fn take_for_sure(&mut self, now: Time, cell: &Train, lane: LaneId, end: Option<ClockPoint>) {
        let place = self.count_taken(now, lane, cell.ends_frame());
        if let Some(end) = end {
            return self.begin_at_once(now, place, end);
        }
        self.enqueue(now, cell, lane, place);
        self.buffer.note_most_waiting();
    }

    /// Counts a cell of data that is taken for sure, also in the rate rule; gives its place.
    #[inline]
    pub(super) fn count_taken(&mut self, now: Time, lane: LaneId, ends_frame: bool) -> usize {
        let standing = self.buffer.at_mut(lane);
        standing.gate.accept_run(ends_frame);
        let place = standing.place as usize;
        if let Some((ruling, place, view)) = self.settings.rule(place, now) {
            ruling.note_arrival(place, view);
            ruling.note_higher(place, view);
        }
        self.buffer.statistics.tally.accepted += 1;
        place
    }

    /// Begins the transmission of a cell that was never in the queue, which ends at `end`.
    #[inline]
    pub(super) fn begin_at_once(&mut self, now: Time, place: usize, end: ClockPoint) {
        self.serving = self.settings.places[place].lane;
        self.area.change(&mut self.buffer, now, 0);
        self.buffer.sent_by = end;
    }

    /// When the next cell that waits is sent.
    #[inline]
    pub(crate) fn departs_at(&self) -> Time {
        if self.buffer.queued == 0 { Time::NEVER } else { self.buffer.sent_by.at }
    }

    /// The cell that is sent next.
    #[inline]
    pub(crate) fn next_to_send(&self) -> Option<Sending> {
        let queue = self.settings.scheduler.first()?;
        let (first, lane) = self.queues[queue as usize].first()?;
        let cell = Train { count: 1, ..first };
        Some(Sending { cell, end: self.line.clock.step(self.buffer.sent_by), lane, queue })
    }

    /// Sends the cell that is [sent next](Self::next_to_send), when the transmission before ends.
    #[inline]
    pub(crate) fn send_alone(&mut self, sending: &Sending) {
        let start = self.buffer.sent_by.at;
        let waiting = &mut self.queues[sending.queue as usize];
        waiting.pop(1);
        self.settings.scheduler.serve(waiting.cells() > 0);
        let place = &self.settings.places[self.buffer.place_of(sending.lane)];
        self.settings.pool.leave(place.category, 1);
        // Cells of data have the lane of their data.
        self.serving = sending.lane;
        self.area.change(&mut self.buffer, start, -1);
        self.started = start;
        self.buffer.sent_by = sending.end;
    }
}
