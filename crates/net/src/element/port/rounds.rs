//! Whole rounds: cells that leave a port which serves its queues by turns, all at once.
//!
//! While no queue runs dry, none becomes busy and no frame ends, each queue sends one cell in each round, in the same
//! order: the time of each cell follows from the place of its queue in the round. Cells that enter busy
//! queues meanwhile change nothing ([`sleepers`](super::sleepers)).

use cellwise_units::Time;

use super::scheduled::Scheduled;
use crate::data::train::Train;

impl Scheduled {
    /// How many cells may leave by `last`, as far as the time goes; none where single cells matter, or where
    /// whole rounds were looked for [in vain](Self::goes_on_singly) a short time ago.
    #[inline]
    pub(crate) fn most_in_rounds(&mut self, last: Time) -> u64 {
        if self.singly > 0 {
            self.singly -= 1;
            return 0;
        }
        let (first, last) = (self.buffer.sent_by.at, last.min(self.buffer.statistics.next_mark()));
        if last < first || !self.nobody_looks_at_cells() {
            return 0;
        }
        (last - first).get() / self.buffer.settings.clock.cell_time_ceiling().get() + 1
    }

    /// Does not look for whole rounds again before so many cells have left.
    #[inline]
    pub(crate) fn goes_on_singly(&mut self, cells: u64) {
        self.singly = cells;
    }

    /// What the queues begin with that take turns, in the order of these; nothing where cells leave in another order.
    pub(crate) fn fronts(&self) -> impl Iterator<Item = Train> + '_ {
        let queues = self.settings.scheduler.turns();
        queues.filter_map(|queue| self.queues[queue as usize].first())
    }

    /// When so many cells have left one after the other.
    pub(crate) fn sent_after(&self, cells: u64) -> Time {
        self.buffer.settings.clock.point_after(self.buffer.sent_by, cells).at
    }

    /// Sends `rounds` cells of each of so many queues, fewer than each [begins with](Self::fronts); gives those of each
    /// queue to `take`, with the end of the last one's transmission.
    pub(crate) fn send_rounds(&mut self, queues: u64, rounds: u16, mut take: impl FnMut(&Train, Time)) {
        let Self { buffer, transmissions, settings, .. } = self;
        let (clock, first, cells) = (buffer.settings.clock, buffer.sent_by, queues * u64::from(rounds));
        let mut end = clock.point_after(first, cells - queues);
        for queue in settings.scheduler.turns() {
            let waiting = &mut self.queues[queue as usize];
            let place = waiting.first_lane().map_or(0, |lane| buffer.place_of(lane));
            settings.pool.leave_more(settings.places[place].category, u64::from(rounds));
            let sent = waiting.pop_run(rounds);
            end = clock.step(end);
            take(&sent, end.at);
        }
        settings.scheduler.serve_rounds(queues, u64::from(rounds));
        transmissions.0.leave_by_clock(buffer, (first, &clock), cells);
        self.started = transmissions.0.changed_at();
        buffer.sent_by = end;
    }
}
