//! Trains at a FIFO port: what happens to many cells at once.
//!
//! A train is taken as a whole where the outcome for each of its cells is known at once: they
//! find the port empty, they come as a whole frame, they join a queue at the port's own spacing,
//! or they come faster than they leave. Everything else goes cell by cell.

use cellwise_units::{CellClock, ClockPoint};

use super::area::last_and_later;
use super::buffer::Buffer;
use super::fifo::{Fifo, Queued};
use super::statistics::Service as _;
use crate::data::train::{INSTANT, Train};
use crate::element::LaneId;
use crate::element::port::coupler::Coupler;

impl Fifo {
    /// Takes a train as a whole, if what happens to its cells is known at once; gives it as it
    /// arrives at the next element. Its cells arrive one after the other while nothing else does.
    #[inline]
    pub(crate) fn take_whole(&mut self, train: &Train, lane: LaneId, feeder: &CellClock) -> Option<Train> {
        let Self { buffer, queue, .. } = self;
        if !buffer.takes(lane) || buffer.settings.counts_service || buffer.statistics.records_changes {
            return None;
        }
        let cells = u64::from(train.count);
        if train.clock == INSTANT {
            return buffer.has_room_for_burst(train).then(|| queue.take_burst(buffer, train, lane));
        }
        if train.first.at + feeder.cell_time_ceiling() * cells > buffer.statistics.next_mark {
            return None;
        }
        queue.settle(buffer, train.first.at);
        if buffer.queued == 0
            && train.first.at >= buffer.sent_by.at
            && feeder.cell_time() >= buffer.settings.clock.cell_time()
        {
            return Some(buffer.pass_through(train, lane, feeder));
        }
        if queue.joins(buffer, train) {
            return Some(queue.join(buffer, train, lane));
        }
        buffer.piles_up(train, feeder).then(|| queue.pile_up(buffer, train, lane, feeder))
    }

    /// Offers the cells of a train one by one. What is accepted is added to `sent` as trains that
    /// arrive at the next element.
    pub(crate) fn offer_cells(
        &mut self,
        train: &Train,
        lane: LaneId,
        feeder: &CellClock,
        sent: &mut Vec<Train>,
    ) {
        let mut cell = *train;
        let settings = &self.buffer.settings;
        let mut coupler = Coupler::new(feeder, &settings.clock, settings.clock_index, settings.delay);
        for _ in 0..train.count {
            let at = cell.first.at;
            if !self.buffer.statistics.marks.is_within(at) {
                // Cells of a train arrive in order: the rest comes after the end as well.
                self.buffer.statistics.marks.beyond_end += u64::from(train.index + train.count - cell.index);
                break;
            }
            let one = Train { count: 1, ..cell };
            let idle = at >= self.buffer.sent_by.at;
            match self.offer(at, &one, lane) {
                Some(end) => coupler.add(&one, idle, end, sent),
                None => coupler.flush(sent),
            }
            cell.index += 1;
            cell.first = feeder.step(cell.first);
        }
        coupler.flush(sent);
    }
}

impl Buffer {
    /// Passes a train of which every cell finds the port empty: as it comes, one cell time and the
    /// link's delay later.
    #[inline(always)]
    fn pass_through(&mut self, train: &Train, lane: LaneId, feeder: &CellClock) -> Train {
        self.at_mut(lane).gate.accept_run(train.ends_frame());
        self.statistics.tally.accepted += u64::from(train.count);
        let last = feeder.point_after(train.first, u64::from(train.count) - 1).at;
        self.sent_by = self.settings.clock.step(ClockPoint::exactly(last));
        Train { first: train.first + self.settings.passage(), hop: train.hop.next(), ..*train }
    }

    /// Whether a whole frame certainly finds room.
    fn has_room_for_burst(&self, train: &Train) -> bool {
        train.first.at <= self.statistics.next_mark && self.has_sure_room(train.count) && !self.follows_cells
    }

    /// Whether every cell of a train, which comes faster than the port sends, finds room for sure and,
    /// except the first, the port busy.
    ///
    /// Two picoseconds are more than rounding can take from the difference of the two spacings.
    fn piles_up(&self, train: &Train, feeder: &CellClock) -> bool {
        !self.follows_cells
            && feeder.cell_time_ceiling().get() + 2 <= self.settings.clock.cell_time().get()
            && self.has_sure_room(train.count)
    }

    /// Notes a train whose cells are served without a break, beginning at `start`; they arrive so many
    /// picoseconds, all together, later than the first.
    #[inline(always)]
    fn queue_from(&mut self, start: ClockPoint, train: &Train, lane: LaneId, later_ps: u64) -> Train {
        let (clock, cells) = (self.settings.clock, u64::from(train.count));
        let since_first = clock.sum_of_parts_since(train.first.at, start, cells);
        let waited = since_first - u128::from(later_ps) * u128::from(clock.parts_per_ps());
        self.queue_up(train, lane, waited, clock.point_after(start, cells))
    }

    /// Notes a train whose cells leave at the port's spacing, one after the other, until `sent_by`.
    #[inline(always)]
    fn queue_up(&mut self, train: &Train, lane: LaneId, waited_parts: u128, sent_by: ClockPoint) -> Train {
        self.at_mut(lane).gate.accept_run(train.ends_frame());
        self.statistics.tally.accepted += u64::from(train.count);
        self.statistics.tally.waited_parts += waited_parts;
        // Of a run of cells back to back, the first is sent one cell time after the start of its service.
        let idle = self.sent_by.at <= train.first.at;
        let start = if idle { ClockPoint::exactly(train.first.at) } else { self.sent_by };
        let first = self.settings.clock.step(start) + self.settings.delay;
        self.sent_by = sent_by;
        Train { first, hop: train.hop.next(), clock: self.settings.clock_index, ..*train }
    }
}

impl Queued {
    /// Queues all cells of a frame at once.
    #[inline(always)]
    fn take_burst(&mut self, buffer: &mut Buffer, train: &Train, lane: LaneId) -> Train {
        self.settle(buffer, train.first.at);
        let start = self.add_waiting(buffer, train);
        buffer.note_most_waiting();
        buffer.queue_from(start, train, lane, 0)
    }

    /// Counts all cells of a train as waiting, except one that finds the port idle; gives the start of
    /// the first one's service.
    fn add_waiting(&mut self, buffer: &mut Buffer, train: &Train) -> ClockPoint {
        let at = train.first.at;
        let idle = at >= buffer.sent_by.at;
        let start = if idle { ClockPoint::exactly(at) } else { buffer.sent_by };
        if buffer.queued == 0 {
            self.leaves = if idle { buffer.settings.clock.step(start) } else { start };
        }
        buffer.queued += u64::from(train.count) - u64::from(idle);
        start
    }

    /// Queues a train that [piles up](Buffer::piles_up): at most one cell leaves between two arrivals, so
    /// most cells wait when the last has come.
    fn pile_up(&mut self, buffer: &mut Buffer, train: &Train, lane: LaneId, feeder: &CellClock) -> Train {
        let (last, later_ps) = last_and_later(train.first, feeder, train.count.into());
        let start = self.add_waiting(buffer, train);
        // The last cell has its own service still to come: not all that wait have left by then.
        while buffer.queued > 0 && self.leaves.at <= last.at {
            buffer.queued -= 1;
            self.leaves = buffer.settings.clock.step(self.leaves);
        }
        buffer.note_most_waiting();
        buffer.queue_from(start, train, lane, later_ps)
    }

    /// Whether every cell of a train that arrives at the port's own spacing joins the queue while
    /// exactly one cell leaves it between two arrivals.
    ///
    /// Arrivals and departures are the same clock at two phases, each rounded down to picoseconds:
    /// they alternate if the phases are more than the rounding apart.
    fn joins(&self, buffer: &Buffer, train: &Train) -> bool {
        let leaves = if buffer.queued == 0 { buffer.sent_by.at } else { self.leaves.at };
        let gap = leaves.ps().saturating_sub(train.first.at.ps());
        train.clock == buffer.settings.clock_index
            && buffer.has_sure_room(train.count)
            && gap >= 2
            && gap < buffer.settings.clock.cell_time().get()
    }

    /// Queues a train that [joins](Queued::joins) the others, its cells leaving at the port's spacing.
    #[inline(always)]
    fn join(&mut self, buffer: &mut Buffer, train: &Train, lane: LaneId) -> Train {
        let clock = buffer.settings.clock;
        if buffer.queued == 0 {
            self.leaves = buffer.sent_by;
        }
        buffer.queued += 1;
        buffer.note_most_waiting();
        let cells = u64::from(train.count);
        // Each cell waits as long as the first, except the part of a picosecond by which its own
        // arrival is rounded down.
        let rounded = |arrival: ClockPoint| clock.parts_since(arrival.at, arrival);
        let exact_wait = clock.parts_since(train.first.at, buffer.sent_by) - rounded(train.first);
        let (mut waited, mut arrival) = (exact_wait * u128::from(cells), train.first);
        for _ in 0..train.count {
            waited += rounded(arrival);
            arrival = clock.step(arrival);
        }
        let left = cells - 1;
        self.leaves = clock.point_after(self.leaves, left);
        self.enter(buffer, lane, u32::from(train.count));
        self.leave(buffer, left);
        buffer.queue_up(train, lane, waited, clock.point_after(buffer.sent_by, cells))
    }
}
