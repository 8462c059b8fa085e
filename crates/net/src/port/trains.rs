//! Trains at a port: what happens to many cells at once.
//!
//! A train is taken as a whole where the outcome for each of its cells can be told at once: they
//! find the port empty, they come as a frame handed over, they join a queue at the port's own spacing,
//! or they come faster than they leave. Everything else goes cell by cell.

use cellwise_units::{CellClock, ClockPoint, Span, Time};

use super::Port;
use crate::coupler::Coupler;
use crate::hop::Hop;
use crate::ids::List;
use crate::train::{INSTANT, Train};

impl Port {
    /// Passes cells of a frame through the port, which [is always empty](Port::is_always_empty);
    /// the last arrives at `last`. Gives the end of its transmission.
    #[inline]
    pub(crate) fn pass_gathered(&mut self, last: Time, cells: &Train, hop: &mut Hop) -> Time {
        hop.gate.accept_run(cells.ends_frame());
        self.tally.accepted += u64::from(cells.count);
        self.sent_by = self.settings.clock.step(ClockPoint::exactly(last));
        self.sent_by.at
    }

    /// From a cell's arrival at the empty port to its arrival at the next element.
    fn passage(&self) -> Span {
        self.settings.clock.cell_time() + self.settings.delay
    }

    /// Takes a train as a whole, if what happens to its cells can be told at once; gives it as it
    /// arrives at the next element. Its cells arrive one after the other while nothing else does.
    #[inline]
    pub(crate) fn take_whole(
        &mut self,
        train: &Train,
        feeder: &CellClock,
        hops: &mut List<Hop>,
    ) -> Option<Train> {
        if !self.takes(&hops[train.hop]) || self.settings.counts_service || self.records_changes {
            return None;
        }
        let cells = u64::from(train.count);
        if train.clock == INSTANT {
            return self.has_room_for_burst(train).then(|| self.take_burst(train, hops));
        }
        if train.first.at + feeder.cell_time_ceiling() * cells > self.mark {
            return None;
        }
        self.let_go(train.first.at, hops);
        if self.queued == 0
            && train.first.at >= self.sent_by.at
            && feeder.cell_time() >= self.settings.clock.cell_time()
        {
            return Some(self.pass_through(train, feeder, hops));
        }
        if self.joins(train) {
            return Some(self.join(train, hops));
        }
        self.piles_up(train, feeder).then(|| self.pile_up(train, feeder, hops))
    }

    /// Offers the cells of a train one by one. What is accepted is added to `sent` as trains that
    /// arrive at the next element.
    pub(crate) fn offer_cells(
        &mut self,
        train: &Train,
        feeder: &CellClock,
        hops: &mut List<Hop>,
        sent: &mut Vec<Train>,
    ) {
        let mut cell = *train;
        let settings = &self.settings;
        let mut coupler = Coupler::new(feeder, &settings.clock, settings.clock_index, settings.delay);
        for _ in 0..train.count {
            let at = cell.first.at;
            if at > self.settings.end {
                // Cells of a train arrive in order: the rest comes after the end as well.
                self.beyond_end += u64::from(train.index + train.count - cell.index);
                break;
            }
            let one = Train { count: 1, ..cell };
            let idle = at >= self.sent_by.at;
            match self.offer(at, &one, hops) {
                Some(end) => coupler.add(&one, idle, end, sent),
                None => coupler.flush(sent),
            }
            cell.index += 1;
            cell.first = feeder.step(cell.first);
        }
        coupler.flush(sent);
    }

    /// Passes a train of which every cell finds the port empty: as it comes, one cell time and the
    /// link's delay later.
    fn pass_through(&mut self, train: &Train, feeder: &CellClock, hops: &mut List<Hop>) -> Train {
        hops[train.hop].gate.accept_run(train.ends_frame());
        self.tally.accepted += u64::from(train.count);
        let last = feeder.point_after(train.first, u64::from(train.count) - 1).at;
        self.sent_by = self.settings.clock.step(ClockPoint::exactly(last));
        Train { first: train.first + self.passage(), hop: train.hop.next(), ..*train }
    }

    /// Whether a frame handed over whole certainly finds room.
    fn has_room_for_burst(&self, train: &Train) -> bool {
        train.first.at <= self.mark
            && self.queued.saturating_add(u64::from(train.count)) <= self.sure_room
            && !self.follows_cells
    }

    /// Queues all cells of a frame at once.
    fn take_burst(&mut self, train: &Train, hops: &mut List<Hop>) -> Train {
        self.let_go(train.first.at, hops);
        let start = self.add_waiting(train);
        self.tally.most_waiting = self.tally.most_waiting.max(self.queued);
        self.queue_from(start, train, 0, hops)
    }

    /// Counts all cells of a train as waiting, but for one that finds the port idle; gives the start of
    /// the first one's service.
    fn add_waiting(&mut self, train: &Train) -> ClockPoint {
        let at = train.first.at;
        let idle = at >= self.sent_by.at;
        let start = if idle { ClockPoint::exactly(at) } else { self.sent_by };
        if self.queued == 0 {
            self.leaves = if idle { self.settings.clock.step(start) } else { start };
        }
        self.queued += u64::from(train.count) - u64::from(idle);
        start
    }

    /// Notes a train whose cells are served without a break from `start` on; they arrive so many
    /// picoseconds, all together, later than the first.
    fn queue_from(&mut self, start: ClockPoint, train: &Train, later_ps: u64, hops: &mut List<Hop>) -> Train {
        let (clock, cells) = (self.settings.clock, u64::from(train.count));
        let since_first = clock.sum_of_parts_since(train.first.at, start, cells);
        let waited = since_first - u128::from(later_ps) * u128::from(clock.parts_per_ps());
        self.queue_up(train, waited, clock.point_after(start, cells), hops)
    }

    /// Whether every cell of a train, which comes faster than the port sends, finds room for sure and,
    /// but for the first, the port busy.
    ///
    /// Two picoseconds are more than what rounding can take from the difference of the two spacings.
    fn piles_up(&self, train: &Train, feeder: &CellClock) -> bool {
        !self.follows_cells
            && feeder.cell_time_ceiling().get() + 2 <= self.settings.clock.cell_time().get()
            && self.queued.saturating_add(u64::from(train.count)) <= self.sure_room
    }

    /// Queues a train that [piles up](Port::piles_up): at most one cell leaves between two arrivals, so
    /// most cells wait when the last has come.
    fn pile_up(&mut self, train: &Train, feeder: &CellClock, hops: &mut List<Hop>) -> Train {
        let first = train.first.at;
        let (mut later_ps, mut arrival) = (0, train.first);
        for _ in 1..train.count {
            arrival = feeder.step(arrival);
            later_ps += (arrival.at - first).get();
        }
        let start = self.add_waiting(train);
        // The last cell has its own service still to come: not all that wait can be let go by then.
        while self.queued > 0 && self.leaves.at <= arrival.at {
            self.queued -= 1;
            self.leaves = self.settings.clock.step(self.leaves);
        }
        self.tally.most_waiting = self.tally.most_waiting.max(self.queued);
        self.queue_from(start, train, later_ps, hops)
    }

    /// Whether every cell of a train that arrives at the port's own spacing joins the queue while
    /// exactly one cell leaves it between two arrivals.
    ///
    /// Arrivals and departures are the same clock at two phases, each rounded down to picoseconds:
    /// they alternate if the phases are more than the rounding apart.
    fn joins(&self, train: &Train) -> bool {
        let leaves = if self.queued == 0 { self.sent_by.at } else { self.leaves.at };
        let gap = leaves.ps().saturating_sub(train.first.at.ps());
        train.clock == self.settings.clock_index
            && self.queued.saturating_add(u64::from(train.count)) <= self.sure_room
            && gap >= 2
            && gap < self.settings.clock.cell_time().get()
    }

    /// Queues a train that [joins](Port::joins) the others, its cells leaving at the port's spacing.
    fn join(&mut self, train: &Train, hops: &mut List<Hop>) -> Train {
        let clock = self.settings.clock;
        if self.queued == 0 {
            self.leaves = self.sent_by;
        }
        self.queued += 1;
        self.tally.most_waiting = self.tally.most_waiting.max(self.queued);
        let cells = u64::from(train.count);
        // Each cell waits as long as the first, but for the part of a picosecond by which its own
        // arrival is rounded down.
        let rounded = |arrival: ClockPoint| clock.parts_since(arrival.at, arrival);
        let exact_wait = clock.parts_since(train.first.at, self.sent_by) - rounded(train.first);
        let (mut waited, mut arrival) = (exact_wait * u128::from(cells), train.first);
        for _ in 0..train.count {
            waited += rounded(arrival);
            arrival = clock.step(arrival);
        }
        let left = cells - 1;
        self.leaves = clock.point_after(self.leaves, left);
        if let Some(accounting) = &mut self.accounting {
            accounting.enter(train.hop, u32::from(train.count), hops);
        }
        self.account_departures(left, hops);
        self.queue_up(train, waited, clock.point_after(self.sent_by, cells), hops)
    }

    /// Takes consecutive cells of a frame that arrive one by one while nothing else does, if every one
    /// finds room for sure and the port busy; gives them as they arrive at the next element.
    pub(crate) fn take_bunch(
        &mut self,
        cells: &Train,
        arrivals: &[ClockPoint],
        hops: &mut List<Hop>,
    ) -> Option<Train> {
        let last = arrivals.last()?.at;
        let fits = self.takes(&hops[cells.hop])
            && !self.settings.counts_service
            && !self.follows_cells
            && last <= self.mark
            && last < self.sent_by.at
            && self.queued.saturating_add(u64::from(cells.count)) <= self.sure_room;
        if !fits {
            return None;
        }
        let (start, mut end, mut later_ps) = (self.sent_by, self.sent_by, 0);
        for arrival in arrivals {
            self.let_go(arrival.at, hops);
            if self.queued == 0 {
                self.leaves = end;
            }
            self.queued += 1;
            end = self.settings.clock.step(end);
            self.tally.most_waiting = self.tally.most_waiting.max(self.queued);
            later_ps += (arrival.at - cells.first.at).get();
        }
        Some(self.queue_from(start, cells, later_ps, hops))
    }

    /// Notes a train whose cells leave at the port's spacing, one after the other, until `sent_by`.
    fn queue_up(
        &mut self,
        train: &Train,
        waited_parts: u128,
        sent_by: ClockPoint,
        hops: &mut List<Hop>,
    ) -> Train {
        hops[train.hop].gate.accept_run(train.ends_frame());
        self.tally.accepted += u64::from(train.count);
        self.tally.waited_parts += waited_parts;
        // Of a run of cells back to back, the first is sent one cell time after the start of its service.
        let idle = self.sent_by.at <= train.first.at;
        let start = if idle { ClockPoint::exactly(train.first.at) } else { self.sent_by };
        let first = self.settings.clock.step(start) + self.settings.delay;
        self.sent_by = sent_by;
        Train { first, hop: train.hop.next(), clock: self.settings.clock_index, ..*train }
    }
}
