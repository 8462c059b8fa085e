//! Cell schedulers: which queue of an output port is served next.
//!
//! A port has queues, each of a service [`Category`]. Every cell that joins one is reported to
//! the scheduler ([`Scheduler::enter`]), which says whose turn it is ([`Scheduler::next`]); the cells
//! themselves are elsewhere. Between categories the highest priority is served first, never in
//! the middle of a cell; a discipline adds the order within a category. Source: the
//! switch of ATM Forum 96-1269 has one queue; priorities and round robin: ATM Forum Traffic
//! Management 4.0 and Hahne, IEEE JSAC, September 1991.

mod arrivals;
mod discipline;
mod rounds;

use crate::Category;
use arrivals::ArrivalOrder;
pub use discipline::{Discipline, FAMILY, catalogue};
use rounds::Rounds;

/// A queue of a port, as the scheduler must know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueSpec {
    /// The service category of its cells.
    pub category: Category,
    /// Cells per round of weighted round robin, at least 1 (0 is taken as 1).
    pub weight: u32,
}

/// Whose turn it is at one output port.
#[derive(Clone, Debug)]
pub struct Scheduler {
    classes: Classes,
    categories: Vec<Category>,
    waiting: [u64; Category::COUNT],
    total: u64,
    /// The categories with waiting cells, one bit for each position.
    busy: u8,
}

/// The order of service within each class of equal priority, the highest priority first.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one per port, asked once per cell: no pointer between")]
enum Classes {
    /// All cells in the order of their arrival.
    One(ArrivalOrder),
    /// A category's cells in the order of their arrival.
    Arrivals([ArrivalOrder; Category::COUNT]),
    /// A category's queues in turn.
    Rounds(Rounds),
}

impl Scheduler {
    /// A scheduler of empty queues, which are numbered in their order.
    #[must_use]
    pub fn new(discipline: Discipline, queues: &[QueueSpec]) -> Self {
        let weighted = |weight: fn(&QueueSpec) -> u32| {
            Rounds::new(queues.iter().map(|queue| (queue.category, weight(queue))))
        };
        let classes = match discipline {
            Discipline::Fifo => Classes::One(ArrivalOrder::default()),
            Discipline::Priority => Classes::Arrivals(Default::default()),
            Discipline::RoundRobin => Classes::Rounds(weighted(|_| 1)),
            Discipline::WeightedRoundRobin => Classes::Rounds(weighted(|queue| queue.weight)),
        };
        Self {
            classes,
            categories: queues.iter().map(|queue| queue.category).collect(),
            waiting: [0; Category::COUNT],
            total: 0,
            busy: 0,
        }
    }

    /// A cell has joined a queue.
    ///
    /// # Panics
    /// If there is no such queue.
    #[inline(always)]
    pub fn enter(&mut self, queue: u32) {
        let class = self.categories[queue as usize].index();
        self.waiting[class] += 1;
        self.total += 1;
        self.busy |= 1 << class;
        match &mut self.classes {
            Classes::One(order) => order.enter(queue),
            Classes::Arrivals(orders) => orders[class].enter(queue),
            Classes::Rounds(rounds) => rounds.enter(class, queue),
        }
    }

    /// Whether it makes no difference to the order of service when the cells of a queue that has others have come.
    #[must_use]
    pub const fn serves_in_rounds(&self) -> bool {
        matches!(self.classes, Classes::Rounds(_))
    }

    /// So many cells have joined a queue that has others already.
    ///
    /// # Panics
    /// If there is no such queue.
    pub fn enter_more(&mut self, queue: u32, cells: u64) {
        let class = self.categories[queue as usize].index();
        self.waiting[class] += cells;
        self.total += cells;
        match &mut self.classes {
            Classes::One(order) => (0..cells).for_each(|_| order.enter(queue)),
            Classes::Arrivals(orders) => (0..cells).for_each(|_| orders[class].enter(queue)),
            Classes::Rounds(rounds) => rounds.enter_more(queue, cells),
        }
    }

    /// The queue that is served [next](Self::next).
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<u32> {
        if self.busy == 0 {
            return None;
        }
        let first = self.busy.trailing_zeros() as usize;
        match &self.classes {
            Classes::One(order) => order.first(),
            Classes::Arrivals(orders) => orders[first].first(),
            Classes::Rounds(rounds) => rounds.first(first),
        }
    }

    /// The queue that is served [next](Self::next), if that takes its last cell and queues are served in rounds.
    #[inline]
    #[must_use]
    pub fn next_if_last(&self) -> Option<u32> {
        let Classes::Rounds(rounds) = &self.classes else { return None };
        if self.busy == 0 { None } else { rounds.next_if_last(self.busy.trailing_zeros() as usize) }
    }

    /// The queues that are served now one cell each by turns, in that order; none where some are served otherwise.
    pub fn turns(&self) -> impl Iterator<Item = u32> + '_ {
        let rounds = if let (Classes::Rounds(rounds), true) = (&self.classes, self.busy > 0) {
            Some(rounds)
        } else {
            None
        };
        rounds.into_iter().flat_map(|rounds| rounds.turns(self.busy.trailing_zeros() as usize))
    }

    /// Serves each of so many `queues`, which have [turns](Self::turns), `rounds` times, after which each has cells still.
    pub fn serve_rounds(&mut self, queues: u64, rounds: u64) {
        let class = self.busy.trailing_zeros() as usize;
        if let Classes::Rounds(of_classes) = &mut self.classes {
            of_classes.serve_rounds(class, rounds);
            self.waiting[class] -= queues * rounds;
            self.total -= queues * rounds;
        }
    }

    /// The queue whose first cell is served now, which takes the cell out of the count; `None` if
    /// no cell waits.
    #[inline(always)]
    #[expect(clippy::should_implement_trait, reason = "an empty scheduler has not come to an end")]
    pub fn next(&mut self) -> Option<u32> {
        if self.busy == 0 {
            return None;
        }
        let first = self.busy.trailing_zeros() as usize;
        let queue = match &mut self.classes {
            Classes::One(order) => order.next(),
            Classes::Arrivals(orders) => orders[first].next(),
            Classes::Rounds(rounds) => rounds.next(first),
        }?;
        let class = self.categories[queue as usize].index();
        self.waiting[class] -= 1;
        self.total -= 1;
        if self.waiting[class] == 0 {
            self.busy &= !(1 << class);
        }
        Some(queue)
    }

    /// Cells in all queues.
    #[inline]
    #[must_use]
    pub const fn waiting(&self) -> u64 {
        self.total
    }

    /// Cells in the queues of a category.
    #[inline]
    #[must_use]
    pub const fn waiting_of(&self, category: Category) -> u64 {
        self.waiting[category.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Category::{Abr, Cbr, NrtVbr, Ubr};

    /// Queues of categories and weights, filled in turn with so many cells each.
    fn filled(discipline: Discipline, queues: &[(Category, u32)], cells: usize) -> Scheduler {
        let specs: Vec<QueueSpec> =
            queues.iter().map(|&(category, weight)| QueueSpec { category, weight }).collect();
        let mut scheduler = Scheduler::new(discipline, &specs);
        for _ in 0..cells {
            (0..queues.len() as u32).for_each(|queue| scheduler.enter(queue));
        }
        scheduler
    }

    fn served(scheduler: &mut Scheduler, cells: usize) -> Vec<u32> {
        (0..cells).map_while(|_| scheduler.next()).collect()
    }

    #[test]
    fn fifo_serves_in_the_order_of_arrival_whatever_the_category() {
        let mut fifo = filled(Discipline::Fifo, &[(Ubr, 1), (Cbr, 1)], 2);
        fifo.enter(1);
        assert_eq!(served(&mut fifo, 9), [0, 1, 0, 1, 1]);
    }

    #[test]
    fn priority_serves_a_category_only_while_none_above_waits() {
        let mut priority = filled(Discipline::Priority, &[(Ubr, 1), (NrtVbr, 1), (Ubr, 1)], 2);
        assert_eq!(served(&mut priority, 3), [1, 1, 0]);
        priority.enter(1);
        assert_eq!(served(&mut priority, 9), [1, 2, 0, 2]);
    }

    #[test]
    fn round_robin_sends_a_queue_that_becomes_busy_to_the_tail() {
        let mut rounds = filled(Discipline::RoundRobin, &[(Abr, 7), (Abr, 1), (Abr, 1)], 1);
        rounds.enter(1);
        rounds.enter(2);
        assert_eq!(served(&mut rounds, 2), [0, 1]);
        rounds.enter(0);
        // 2 is still before 1, which has had its turn after 0 left, and 0 came last.
        assert_eq!(served(&mut rounds, 9), [2, 1, 0, 2]);
    }

    #[test]
    fn weights_are_cells_per_round_spread_over_the_round() {
        let mut weighted =
            filled(Discipline::WeightedRoundRobin, &[(Abr, 3), (Abr, 1), (Abr, 2), (Ubr, 9)], 6);
        assert_eq!(served(&mut weighted, 12), [0, 1, 2, 0, 2, 0, 1, 2, 0, 2, 0, 0]);
    }

    #[test]
    fn a_weight_of_0_counts_as_1() {
        let mut weighted = filled(Discipline::WeightedRoundRobin, &[(Abr, 0), (Abr, 1)], 2);
        assert_eq!(served(&mut weighted, 4), [0, 1, 0, 1]);
    }
}
