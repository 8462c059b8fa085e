//! Queues in turn: as many cells of each per round as its weight, spread over the round.
//!
//! A round has as many turns as the largest weight of a queue with waiting cells; in the n-th turn
//! each queue of weight n or more sends one cell. A queue that becomes busy joins at the end of
//! the round that comes next, so it gets no more than its weight in any round. With weights of 1
//! this is round robin: a queue that becomes busy goes to the tail.

use std::collections::VecDeque;
use std::mem::swap;

use crate::Category;

/// A queue's weight and cells.
#[derive(Clone, Copy, Debug)]
struct Queue {
    weight: u32,
    cells: u64,
}

/// The places of the busy queues of one category in their round. Each is in exactly one of the lists.
#[derive(Clone, Debug)]
struct Round {
    /// The number of the current turn, from 1.
    turn: u32,
    /// Queues that have yet to send in this turn.
    this_turn: VecDeque<u32>,
    /// Queues that will send in the next turn of this round.
    next_turn: VecDeque<u32>,
    /// Queues that will send in the next round; all of them where each sends one cell in a round.
    next_round: VecDeque<u32>,
}

impl Round {
    fn new(queues: usize) -> Self {
        let list = || VecDeque::with_capacity(queues);
        Self { turn: 1, this_turn: list(), next_turn: list(), next_round: list() }
    }

    /// The queue that sends now.
    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.this_turn.is_empty() {
            self.begin_turn();
        }
        self.this_turn.pop_front()
    }

    fn begin_turn(&mut self) {
        if self.next_turn.is_empty() {
            self.turn = 1;
            swap(&mut self.this_turn, &mut self.next_round);
        } else {
            self.turn += 1;
            swap(&mut self.this_turn, &mut self.next_turn);
        }
    }

    /// The queue that sends [next](Self::next).
    #[inline]
    fn first(&self) -> Option<u32> {
        let lists = [&self.this_turn, &self.next_turn, &self.next_round];
        lists.into_iter().find_map(|list| list.front().copied())
    }

    /// Lines up a queue that has just sent and has more cells.
    #[inline]
    fn line_up(&mut self, queue: u32, weight: u32) {
        let list = if weight > self.turn { &mut self.next_turn } else { &mut self.next_round };
        list.push_back(queue);
    }
}

/// The queues of a port and the rounds of their categories.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    queues: Vec<Queue>,
    /// Whether every queue sends one cell in a round.
    is_plain: bool,
    rounds: [Round; Category::COUNT],
}

impl Rounds {
    /// Empty queues, each with its category and its weight; a weight of 0 is taken as 1.
    pub(super) fn new(queues: impl Iterator<Item = (Category, u32)> + Clone) -> Self {
        let count = |category| queues.clone().filter(|queue| queue.0 == category).count();
        Self {
            rounds: Category::ALL.map(|category| Round::new(count(category))),
            is_plain: queues.clone().all(|(_, weight)| weight <= 1),
            queues: queues.map(|(_, weight)| Queue { weight: weight.max(1), cells: 0 }).collect(),
        }
    }

    /// A cell joins a queue of a class.
    #[inline]
    pub(super) fn enter(&mut self, class: usize, queue: u32) {
        let state = &mut self.queues[queue as usize];
        state.cells += 1;
        if state.cells == 1 {
            self.rounds[class].next_round.push_back(queue);
        }
    }

    /// So many cells join a queue that has others.
    pub(super) fn enter_more(&mut self, queue: u32, cells: u64) {
        self.queues[queue as usize].cells += cells;
    }

    /// The queue of a class that sends next.
    #[inline]
    pub(super) fn first(&self, class: usize) -> Option<u32> {
        let round = &self.rounds[class];
        if self.is_plain { round.next_round.front().copied() } else { round.first() }
    }

    /// The queue of a class that sends next, if it has one cell.
    #[inline]
    pub(super) fn next_if_last(&self, class: usize) -> Option<u32> {
        self.first(class).filter(|&queue| self.queues[queue as usize].cells == 1)
    }

    /// The queues of a class in the order of their turns, if each has one in a round; none otherwise.
    pub(super) fn turns(&self, class: usize) -> impl Iterator<Item = u32> + '_ {
        let queues = self.rounds[class].next_round.iter().copied();
        queues.take(if self.is_plain { usize::MAX } else { 0 })
    }

    /// Takes so many cells of each queue that has a [turn](Self::turns), and leaves some in each: all keep their turns.
    pub(super) fn serve_rounds(&mut self, class: usize, rounds: u64) {
        for &queue in &self.rounds[class].next_round {
            self.queues[queue as usize].cells -= rounds;
        }
    }

    /// The queue of a class that sends now.
    #[inline]
    pub(super) fn next(&mut self, class: usize) -> Option<u32> {
        let round = &mut self.rounds[class];
        // Where each sends one cell in a round, one list says it all.
        let queue = if self.is_plain { round.next_round.pop_front() } else { round.next() }?;
        let state = &mut self.queues[queue as usize];
        state.cells -= 1;
        if state.cells > 0 {
            if self.is_plain {
                round.next_round.push_back(queue);
            } else {
                round.line_up(queue, state.weight);
            }
        }
        Some(queue)
    }
}
