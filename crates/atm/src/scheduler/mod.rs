//! Cell schedulers: which queue of an output port is served next.
//!
//! A port has queues, each of a service [`Category`]. Every cell that joins one is reported to the scheduler
//! ([`Scheduler::enter`]), which says whose turn it is ([`Scheduler::first`]), and every cell that leaves
//! ([`Scheduler::serve`]); the cells themselves are elsewhere, and counted there. Between categories the highest
//! priority is served first, never in the middle of a cell; a discipline adds the order within a category. Source: the
//! switch of ATM Forum 96-1269 has one queue; priorities and round robin: ATM Forum Traffic Management 4.0 and Hahne,
//! IEEE JSAC, September 1991.

mod arrivals;
#[cfg(feature = "arbitrary")]
mod counted;
mod discipline;
mod rounds;

use crate::Category;
use arrivals::ArrivalOrder;
#[cfg(feature = "arbitrary")]
pub use counted::Counted;
pub use discipline::{Discipline, FAMILY, catalogue};
use rounds::Round;

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
    queues: Vec<Queue>,
    orders: Orders,
    /// The classes with waiting cells, one bit for each.
    busy: u8,
    /// Whether every queue that is served by turns sends one cell in a round.
    is_plain: bool,
}

#[derive(Clone, Copy, Debug)]
struct Queue {
    /// What is served before it has a lower class.
    class: u8,
    weight: u32,
}

/// The order of service within each class.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one per port, asked once per cell: no pointer between")]
enum Orders {
    /// Cells in the order of their arrival.
    Arrivals([ArrivalOrder; Category::COUNT]),
    /// Queues in turn.
    Rounds([Round; Category::COUNT]),
}

impl Scheduler {
    /// A scheduler of empty queues, which are numbered in their order.
    #[must_use]
    pub fn new(discipline: Discipline, queues: &[QueueSpec]) -> Self {
        let queue = |spec: &QueueSpec| Queue {
            class: if discipline == Discipline::Fifo { 0 } else { spec.category.index() as u8 },
            weight: if discipline == Discipline::WeightedRoundRobin { spec.weight.max(1) } else { 1 },
        };
        let queues: Vec<Queue> = queues.iter().map(queue).collect();
        let round =
            |class| Round::new(queues.iter().filter(|queue| usize::from(queue.class) == class).count());
        let orders = match discipline {
            Discipline::Fifo | Discipline::Priority => Orders::Arrivals(Default::default()),
            Discipline::RoundRobin | Discipline::WeightedRoundRobin => {
                Orders::Rounds(std::array::from_fn(round))
            }
        };
        let is_plain = queues.iter().all(|queue| queue.weight == 1);
        Self { queues, orders, busy: 0, is_plain }
    }

    /// A cell has joined a queue, as its first one or behind others.
    ///
    /// # Panics
    /// If there is no such queue.
    #[inline(always)]
    pub fn enter(&mut self, queue: u32, is_first: bool) {
        let class = self.queues[queue as usize].class;
        self.busy |= 1 << class;
        match &mut self.orders {
            Orders::Arrivals(orders) => orders[usize::from(class)].enter(queue),
            Orders::Rounds(rounds) if is_first => rounds[usize::from(class)].enter(queue),
            Orders::Rounds(_) => {}
        }
    }

    /// Whether queues are served by turns: then cells that join a queue behind others need not be reported.
    #[must_use]
    pub const fn serves_by_turns(&self) -> bool {
        matches!(self.orders, Orders::Rounds(_))
    }

    /// The queue whose first cell is served next; `None` if no cell waits.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<u32> {
        if self.busy == 0 {
            return None;
        }
        let class = self.busy.trailing_zeros() as usize;
        match &self.orders {
            Orders::Arrivals(orders) => orders[class].first(),
            Orders::Rounds(rounds) => rounds[class].first(),
        }
    }

    /// The first cell of the [first](Self::first) queue has left, which has more of them or not.
    ///
    /// # Panics
    /// If no cell waits.
    #[inline(always)]
    pub fn serve(&mut self, has_more: bool) {
        let Self { queues, orders, busy, .. } = self;
        let class = busy.trailing_zeros() as usize;
        let is_busy = match orders {
            Orders::Arrivals(orders) => orders[class].serve(),
            Orders::Rounds(rounds) => rounds[class].serve(has_more, |queue| queues[queue as usize].weight),
        };
        if !is_busy {
            *busy &= !(1 << class);
        }
    }

    /// The queues that are served now one cell each by turns, in that order; none where some are served otherwise.
    /// When each has sent one cell and has more, nothing has changed.
    pub fn turns(&self) -> impl Iterator<Item = u32> + '_ {
        let round = match &self.orders {
            Orders::Rounds(rounds) if self.is_plain && self.busy > 0 => {
                Some(&rounds[self.busy.trailing_zeros() as usize])
            }
            _ => None,
        };
        round.into_iter().flat_map(Round::turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Category::{Abr, Cbr, NrtVbr, Ubr};

    /// Queues of categories and weights, filled in turn with so many cells each.
    fn filled(discipline: Discipline, queues: &[(Category, u32)], cells: usize) -> Counted {
        let specs: Vec<QueueSpec> =
            queues.iter().map(|&(category, weight)| QueueSpec { category, weight }).collect();
        let mut scheduler = Counted::new(discipline, &specs);
        for _ in 0..cells {
            (0..queues.len() as u32).for_each(|queue| scheduler.enter(queue));
        }
        scheduler
    }

    fn served(scheduler: &mut Counted, cells: usize) -> Vec<u32> {
        (0..cells).map_while(|_| scheduler.serve()).collect()
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
