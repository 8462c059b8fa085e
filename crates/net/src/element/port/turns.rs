//! Queues that are served by turns, one cell each: what a port answers about them, and what it does with many cells at
//! once where [no single one is seen](Scheduled::sees_single_cells).
//!
//! While no queue runs dry and none becomes busy, each sends one cell in each round, in the same order: the time of each
//! cell follows from the place of its queue in the round.

use cellwise_units::Time;

use super::scheduled::Scheduled;
use crate::data::stream::Drawn;
use crate::data::train::Train;
use crate::element::LaneId;

impl Scheduled {
    /// Whether it serves its queues by turns, and nothing but their cells counts.
    pub(crate) fn serves_by_turns(&self) -> bool {
        self.settings.ruling.is_none() && self.settings.scheduler.serves_by_turns()
    }

    /// The queue that cells of a lane join.
    #[inline]
    pub(crate) fn queue_of(&self, lane: LaneId) -> u32 {
        self.settings.places[self.buffer.place_of(lane)].queue
    }

    /// Cells that wait in a queue.
    #[inline]
    pub(crate) fn waiting_in(&self, queue: u32) -> u64 {
        self.queues[queue as usize].cells()
    }

    /// Whether a queue may hold so many cells.
    pub(crate) fn may_hold(&self, cells: u64) -> bool {
        cells <= self.settings.queue_capacity
    }

    /// The queue that runs dry with the next cell that leaves.
    #[inline]
    pub(crate) fn runs_dry(&self) -> Option<u32> {
        self.settings.scheduler.first().filter(|&queue| self.waiting_in(queue) == 1)
    }

    /// When the queue last changed.
    pub(crate) fn changed_at(&self) -> Time {
        self.area.changed_at()
    }

    /// Takes at `now`, for sure, cells of a lane that have joined a busy queue before.
    pub(crate) fn take_drawn(&mut self, now: Time, lane: LaneId, drawn: &Drawn) {
        let Drawn { cells, last, ago_ps } = drawn;
        let (place, count) = (self.buffer.place_of(lane), u64::from(cells.count));
        let (queue, category) = (self.settings.places[place].queue, self.settings.places[place].category);
        self.arrived = self.arrived.max(*last);
        self.buffer.at_mut(lane).gate.accept_run(cells.ends_frame());
        self.buffer.statistics.tally.accepted += count;
        self.area.join_earlier(&mut self.buffer, now, count, *ago_ps);
        self.queues[queue as usize].push(cells, lane);
        self.settings.pool.enter(category, count);
    }

    /// Notes how long the queue was at most, after all cells that have come are drawn: at most one has left since the
    /// last one came.
    pub(crate) fn note_longest(&mut self) {
        let waiting = self.buffer.queued + u64::from(self.started > self.arrived);
        let most = &mut self.buffer.statistics.tally.most_waiting;
        *most = (*most).max(waiting);
    }

    /// What the queues begin with that take turns, in the order of these; nothing where cells leave in another order.
    pub(crate) fn fronts(&self) -> impl Iterator<Item = Train> + '_ {
        let queues = self.settings.scheduler.turns();
        queues.filter_map(|queue| self.queues[queue as usize].first().map(|(cells, _)| cells))
    }

    /// When so many cells have left one after the other.
    pub(crate) fn sent_after(&self, cells: u64) -> Time {
        self.buffer.settings.clock.point_after(self.buffer.sent_by, cells).at
    }

    /// Sends `rounds` cells of each of so many queues, fewer than each [begins with](Self::fronts); gives those of each
    /// queue to `take`, with the end of the last one's transmission.
    pub(crate) fn send_rounds(&mut self, queues: u64, rounds: u16, mut take: impl FnMut(&Train, Time)) {
        let Self { buffer, area, settings, .. } = self;
        let (clock, first, cells) = (buffer.settings.clock, buffer.sent_by, queues * u64::from(rounds));
        let mut end = clock.point_after(first, cells - queues);
        for queue in settings.scheduler.turns() {
            let (sent, lane) = self.queues[queue as usize].pop(rounds);
            let place = buffer.place_of(lane);
            settings.pool.leave(settings.places[place].category, u64::from(rounds));
            end = clock.step(end);
            take(&sent, end.at);
        }
        area.leave_by_clock(buffer, (first, &clock), cells);
        self.started = area.changed_at();
        buffer.sent_by = end;
    }
}
