//! Queues in turn: as many cells of each per round as its weight, spread over the round.
//!
//! A round has as many turns as the largest weight of a queue with waiting cells; in the n-th turn
//! each queue of weight n or more sends one cell. A queue that becomes busy joins at the end of
//! the round that comes next, so it gets no more than its weight in any round. With weights of 1
//! this is round robin: a queue that becomes busy goes to the tail.

use std::collections::VecDeque;
use std::mem::swap;

/// The places of the busy queues of one class in their round. Each is in exactly one of the lists.
#[derive(Clone, Debug)]
pub(super) struct Round {
    /// The number of the current turn, from 1.
    turn: u32,
    /// Queues that have yet to send in this turn.
    this_turn: VecDeque<u32>,
    /// Queues that will send in the next turn of this round.
    next_turn: VecDeque<u32>,
    /// Queues that will send in the next round.
    next_round: VecDeque<u32>,
}

impl Round {
    /// A round of so many queues, none of them busy.
    pub(super) fn new(queues: usize) -> Self {
        let list = || VecDeque::with_capacity(queues);
        Self { turn: 1, this_turn: list(), next_turn: list(), next_round: list() }
    }

    /// A queue becomes busy.
    #[inline]
    pub(super) fn enter(&mut self, queue: u32) {
        self.next_round.push_back(queue);
    }

    /// The queue that sends next.
    #[inline]
    pub(super) fn first(&self) -> Option<u32> {
        self.lists().find_map(|list| list.front().copied())
    }

    /// The first queue sends a cell, and lines up again if it has more; says whether any queue is busy.
    #[inline]
    pub(super) fn serve(&mut self, has_more: bool, weight_of: impl Fn(u32) -> u32) -> bool {
        if self.this_turn.is_empty() {
            self.begin_turn();
        }
        if let Some(queue) = self.this_turn.pop_front()
            && has_more
        {
            let is_due_again = weight_of(queue) > self.turn;
            let list = if is_due_again { &mut self.next_turn } else { &mut self.next_round };
            list.push_back(queue);
        }
        has_more || self.first().is_some()
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

    /// The busy queues in the order in which each sends its next cell, if all have a weight of 1.
    pub(super) fn turns(&self) -> impl Iterator<Item = u32> + '_ {
        self.lists().flatten().copied()
    }

    #[inline]
    fn lists(&self) -> impl Iterator<Item = &VecDeque<u32>> {
        [&self.this_turn, &self.next_turn, &self.next_round].into_iter()
    }
}
