//! Interleaved trains: the cells that several streams bring to a busy FIFO port by turns, all at once.
//!
//! Where all are sure to be taken and none ends its frame, it makes no difference which of two comes first: how long all
//! wait together follows from when they come and when the port sends. Two or more trains that are no slower than the port
//! let its queue be longest when the last cell comes: between any two arrivals no more leave than come.

use cellwise_units::{CellClock, ClockPoint, Time};

use super::books::Service as _;
use super::fifo::Fifo;
use crate::data::train::Train;
use crate::element::LaneId;

impl Fifo {
    /// Until when cells of several trains may come all at once that have this clock, the first one at `now`; `None`
    /// where single cells matter, the port is idle, the clock slower than the port's, or where that was asked
    /// [in vain](Self::goes_on_singly) a short time ago.
    #[inline]
    pub(crate) fn takes_interleaved_until(&mut self, clock: &CellClock) -> Option<Time> {
        if self.singly > 0 {
            self.singly -= 1;
            return None;
        }
        let settings = &self.buffer.settings;
        let keeps_up = *clock == settings.clock || clock.cell_time_ceiling() <= settings.clock.cell_time();
        let fits = keeps_up && !self.buffer.follows_cells && !settings.counts_service;
        let busy_until = self.buffer.sent_by.at.ps().checked_sub(1).map(Time::from_ps);
        busy_until.filter(|_| fits).map(|busy| busy.min(self.buffer.books.next_mark()))
    }

    /// Does not look for whole rounds again before so many cells have come.
    #[inline]
    pub(crate) fn goes_on_singly(&mut self, cells: u16) {
        self.singly = cells;
    }

    /// Whether the port takes what comes of a circuit for sure if there is room.
    #[inline]
    pub(crate) fn takes(&self, lane: LaneId) -> bool {
        self.buffer.takes(lane)
    }

    /// Whether so many cells find room for sure, from `first` to `last`, while the port sends.
    pub(crate) fn has_room_for_interleaved(&mut self, cells: u64, first: Time, last: Time) -> bool {
        let Self { buffer, queue, .. } = self;
        queue.settle(buffer, first);
        let cell_ps = buffer.settings.clock.cell_time_ceiling().get();
        let since_ps = last.ps().checked_sub(queue.leaves.at.ps());
        let left = since_ps.map_or(0, |since_ps| since_ps / cell_ps + 1).min(buffer.queued);
        buffer.queued - left + cells <= buffer.sure_room
    }

    /// When so many more cells have been sent.
    #[inline]
    pub(crate) fn sent_after(&self, cells: u64) -> ClockPoint {
        self.buffer.settings.clock.point_after(self.buffer.sent_by, cells)
    }

    /// Notes that cells of a circuit are taken of which none ends its frame.
    #[inline]
    pub(crate) fn accept_within_frame(&mut self, lane: LaneId) {
        self.buffer.at_mut(lane).gate.accept_run(false);
    }

    /// Queues the cells of trains that come on this clock by turns, beginning at `first`; there is
    /// [room](Self::has_room_for_interleaved) for them.
    pub(crate) fn take_interleaved<'t>(
        &mut self,
        first: Time,
        trains: impl Iterator<Item = &'t Train>,
        clock: &CellClock,
    ) {
        let (mut cells, mut later_ps, mut last) = (0, 0, first);
        for train in trains {
            let mut arrival = train.first;
            later_ps += (arrival.at - first).get();
            for _ in 1..train.count {
                arrival = clock.step(arrival);
                later_ps += (arrival.at - first).get();
            }
            last = last.max(arrival.at);
            cells += u64::from(train.count);
        }
        let Self { buffer, queue, .. } = self;
        let (own, start) = (buffer.settings.clock, buffer.sent_by);
        let since_first = own.sum_of_parts_since(first, start, cells);
        buffer.books.tally.accepted += cells;
        buffer.books.tally.waited_parts +=
            since_first - u128::from(later_ps) * u128::from(own.parts_per_ps());
        buffer.sent_by = own.point_after(start, cells);
        if buffer.queued == 0 {
            queue.leaves = start;
        }
        buffer.queued += cells;
        queue.settle(buffer, last);
        buffer.note_most_waiting();
    }
}
