//! Sleepers: streams whose cells join a busy queue of a scheduled port without an event each.
//!
//! A queue that is served in rounds keeps its turn as long as it has a cell, whenever the others came. So while it is
//! busy, and every cell of a train is sure to be taken, no element has to handle them one by one: the stream *sleeps*
//! until the train's last cell, and the port *draws* the cells that have come when the queue runs dry, or when they are
//! counted. A stream sleeps only if its cells come at least as often as the port sends one. Then the queue is never
//! longer than when a cell comes that matters by itself: between two cells of a sleeper at most one cell leaves.

use cellwise_units::{CellClock, Time};

use super::scheduled::Scheduled;
use crate::data::stream::Drawn;
use crate::data::train::{INSTANT, PACED, Train};
use crate::element::LaneId;

/// So many cells must wait in a queue, and come in a train, so that it pays to let its stream sleep.
const WORTH: u64 = 4;

/// A stream that sleeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sleeper {
    stream: u32,
    queue: u32,
    lane: LaneId,
    /// Its cells that are not drawn, the last one among them.
    left: u16,
}

impl Scheduled {
    /// Whether the rest of a train may sleep, of which a cell has joined its queue at `now`.
    pub(crate) fn lets_sleep(&self, now: Time, rest: &Train, lane: LaneId, clocks: &[CellClock]) -> bool {
        let (queue, cells) = (self.place(lane).queue, u64::from(rest.count));
        let waiting = self.queues[queue as usize].cells();
        cells >= WORTH
            && waiting >= WORTH
            && self.nobody_looks_at_cells()
            && self.buffer.takes(lane)
            && !self.has_sleeper(queue)
            && self.room_for(cells)
            && waiting + cells <= self.settings.queue_capacity
            && self.keeps_up(now, rest, clocks)
            && rest.last_arrival(clocks) <= self.buffer.statistics.next_mark()
    }

    /// Whether a train that continues after a cell which has come at `now` has a cell for every one that leaves.
    ///
    /// On one clock arrivals and departures alternate if their phases are more than the rounding apart.
    fn keeps_up(&self, now: Time, rest: &Train, clocks: &[CellClock]) -> bool {
        if rest.clock == INSTANT || rest.clock == PACED {
            return false;
        }
        let (settings, cell_ps) = (&self.buffer.settings, self.buffer.settings.clock.cell_time().get());
        if rest.clock == settings.clock_index {
            let gap_ps = self.buffer.sent_by.at.ps().saturating_sub(now.ps());
            return gap_ps >= 2 && gap_ps + 2 < cell_ps;
        }
        clocks[usize::from(rest.clock)].cell_time_ceiling().get() + 2 <= cell_ps
    }

    /// Whether single cells do not matter.
    pub(super) fn nobody_looks_at_cells(&self) -> bool {
        let buffer = &self.buffer;
        self.settings.scheduler.serves_in_rounds()
            && self.settings.memory.is_none()
            && !self.may_change()
            && self.settings.ruling.is_none()
            && !buffer.settings.counts_service
            && !buffer.follows_cells
    }

    /// Whether so many more cells are taken for sure, and all that sleep.
    #[inline]
    pub(super) fn room_for(&self, cells: u64) -> bool {
        self.settings.pool.shared_used() + self.asleep + cells <= self.buffer.sure_room
    }

    /// Notes that a stream sleeps until the last of so many cells.
    pub(crate) fn add_sleeper(&mut self, stream: u32, lane: LaneId, left: u16) {
        self.sleepers.push(Sleeper { stream, queue: self.place(lane).queue, lane, left });
        self.asleep += u64::from(left);
    }

    /// The stream of the queue that runs dry with the next cell that leaves, if it sleeps.
    #[inline]
    pub(crate) fn sleeper_in_need(&self) -> Option<u32> {
        if self.sleepers.is_empty() {
            return None;
        }
        let queue = self.settings.scheduler.next_if_last()?;
        self.sleepers.iter().find(|sleeper| sleeper.queue == queue).map(|sleeper| sleeper.stream)
    }

    /// The streams that sleep.
    pub(crate) fn sleepers(&self) -> impl Iterator<Item = u32> {
        self.sleepers.iter().map(|sleeper| sleeper.stream)
    }

    /// Whether a cell that comes may not be taken for sure in addition to all that sleep, or joins the queue of one
    /// that does.
    #[inline]
    pub(crate) fn must_look_at(&self, lane: LaneId) -> bool {
        !self.sleepers.is_empty()
            && (!self.room_for(1) || !self.buffer.takes(lane) || self.has_sleeper(self.place(lane).queue))
    }

    fn has_sleeper(&self, queue: u32) -> bool {
        self.sleepers.iter().any(|sleeper| sleeper.queue == queue)
    }

    /// When the queue last changed.
    pub(crate) fn changed_at(&self) -> Time {
        self.transmissions.0.changed_at()
    }

    /// Notes how long the queue was at most, when all that slept has been drawn: at most one cell has left since the
    /// last one came.
    pub(crate) fn note_longest(&mut self) {
        let waiting = self.buffer.queued + u64::from(self.started > self.arrived);
        let most = &mut self.buffer.statistics.tally.most_waiting;
        *most = (*most).max(waiting);
    }

    fn place_of_sleeper(&self, stream: u32) -> usize {
        let is_it = |sleeper: &Sleeper| sleeper.stream == stream;
        self.sleepers.iter().position(is_it).expect("the stream sleeps at this port")
    }

    /// Notes that a stream is awake.
    pub(crate) fn forget_sleeper(&mut self, stream: u32) {
        let place = self.place_of_sleeper(stream);
        self.asleep -= u64::from(self.sleepers.swap_remove(place).left);
    }

    /// Takes cells of a stream that sleeps at `now`.
    pub(crate) fn take_drawn(&mut self, stream: u32, now: Time, drawn: &Drawn) {
        let Drawn { cells, last, ago_ps } = drawn;
        let place = self.place_of_sleeper(stream);
        let sleeper = &mut self.sleepers[place];
        sleeper.left -= cells.count;
        let (queue, lane, count) = (sleeper.queue, sleeper.lane, u64::from(cells.count));
        self.asleep -= count;
        self.arrived = self.arrived.max(*last);
        let category = self.place(lane).category;
        self.buffer.at_mut(lane).gate.accept_run(cells.ends_frame());
        self.buffer.statistics.tally.accepted += count;
        self.transmissions.0.join_earlier(&mut self.buffer, now, count, *ago_ps);
        self.queues[queue as usize].push(cells, lane);
        self.settings.scheduler.enter_more(queue, count);
        self.settings.pool.enter_more(category, count);
    }
}
