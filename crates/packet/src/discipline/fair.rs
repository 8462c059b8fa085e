//! Fair queues: one per flow, served by deficit round robin, those that begin before those that continue.
//!
//! The owner defines a queue; this module knows their turns. A queue that becomes active joins the list NEW with a
//! deficit of one quantum. The first of NEW, else of OLD, may send while its deficit is above 0; when it is used up,
//! the queue gets another quantum and joins the end of OLD. An idle queue is in no list and costs nothing.
//!
//! Source: RFC 8290, sections 4.1 and 4.2; after Shreedhar and Varghese, "Efficient fair queuing using deficit round
//! robin", SIGCOMM 1995.

use std::collections::VecDeque;

use super::hash::{Flows, Hash};
use crate::packet::{Flow, Packet};

/// Where a queue waits for its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// In no list.
    Idle,
    /// In NEW.
    New,
    /// In OLD.
    Old,
}

/// The queue of one flow, or of several that collide.
#[derive(Clone, Debug)]
struct Slot<Q> {
    queue: Q,
    /// Octets that it may still send in this turn; negative if it sent too many.
    deficit: i64,
    turn: Turn,
}

/// Queues of flows, each a `Q`, with the order in which they are served.
#[derive(Clone, Debug)]
pub(super) struct Fair<Q> {
    slots: Flows<Slot<Q>>,
    quantum: i64,
    new: VecDeque<u32>,
    old: VecDeque<u32>,
}

impl<Q: Clone> Fair<Q> {
    /// Queues found by `hash`, at most `flows` of them unless the hash is perfect, each a copy of `untouched` at
    /// first; a turn is of `quantum` octets.
    pub(super) fn new(hash: Hash, flows: u32, salt: u64, quantum: u64, untouched: Q) -> Self {
        let quantum = i64::try_from(quantum).unwrap_or(i64::MAX).clamp(1, 1 << 40);
        let untouched = Slot { queue: untouched, deficit: 0, turn: Turn::Idle };
        let slots = Flows::new(hash, flows, salt, untouched);
        Self { slots, quantum, new: VecDeque::new(), old: VecDeque::new() }
    }

    /// The number of the queue of a flow.
    pub(super) fn queue_of(&mut self, flow: Flow) -> u32 {
        self.slots.of(flow, |slot| slot.turn != Turn::Idle)
    }

    /// The queue with this number, which [`queue_of`](Self::queue_of) gave.
    pub(super) fn queue_mut(&mut self, queue: u32) -> &mut Q {
        &mut self.slots.get_mut(queue).queue
    }

    /// All queues that may have had packets, beginning with number 0.
    pub(super) fn queues_mut(&mut self) -> impl Iterator<Item = &mut Q> {
        self.slots.iter_mut().map(|slot| &mut slot.queue)
    }

    /// A packet joined this queue: it takes part, if it does not yet.
    // spec: rfc8290 4.1
    pub(super) fn activate(&mut self, queue: u32) {
        let slot = self.slots.get_mut(queue);
        if slot.turn == Turn::Idle {
            slot.turn = Turn::New;
            slot.deficit = self.quantum;
            self.new.push_back(queue);
        }
    }

    /// The next packet, which `take` takes from the queue whose turn it is; `None` if none has one. `take` may drop
    /// packets on the way. A queue that has none leaves the lists, but one in NEW passes OLD once before.
    // spec: rfc8290 4.2
    pub(super) fn next(&mut self, mut take: impl FnMut(u32, &mut Q) -> Option<Packet>) -> Option<Packet> {
        loop {
            let is_new = !self.new.is_empty();
            let queue = *if is_new { &self.new } else { &self.old }.front()?;
            let slot = self.slots.get_mut(queue);
            if slot.deficit <= 0 {
                slot.deficit += self.quantum;
            } else if let Some(packet) = take(queue, &mut slot.queue) {
                slot.deficit -= i64::from(packet.octets);
                return Some(packet);
            } else if !is_new || self.old.is_empty() {
                slot.turn = Turn::Idle;
                self.leave(is_new);
                continue;
            }
            slot.turn = Turn::Old;
            self.leave(is_new);
            self.old.push_back(queue);
        }
    }

    /// Takes the first of a list off it.
    fn leave(&mut self, is_new: bool) {
        if is_new { &mut self.new } else { &mut self.old }.pop_front();
    }

    /// The deficit of a queue, and whether it is in NEW; `None` for the latter if it is in no list.
    #[cfg(test)]
    pub(super) fn turn_of(&mut self, queue: u32) -> (i64, Option<bool>) {
        let slot = self.slots.get_mut(queue);
        (slot.deficit, (slot.turn != Turn::Idle).then_some(slot.turn == Turn::New))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::fifo::Fifo;
    use crate::discipline::testing::packet;
    use proptest::prelude::*;

    const NEW: Option<bool> = Some(true);
    const OLD: Option<bool> = Some(false);

    fn fair(quantum: u64) -> Fair<Fifo> {
        Fair::new(Hash::Perfect, 1, 0, quantum, Fifo::default())
    }

    fn put(fair: &mut Fair<Fifo>, flow: u64, octets: u32) -> u32 {
        let flow = Flow { number: flow, ..Flow::default() };
        let queue = fair.queue_of(flow);
        fair.queue_mut(queue).push(Packet { flow, ..packet(0, octets) });
        fair.activate(queue);
        queue
    }

    fn take(fair: &mut Fair<Fifo>) -> Option<Packet> {
        fair.next(|_, queue| queue.pop())
    }

    /// The sequence of ns-3's test of deficits: quantum 90, packets of 120 octets.
    #[test]
    fn deficits_are_those_of_the_published_sequence() {
        let mut fair = fair(90);
        let a = put(&mut fair, 10, 120);
        take(&mut fair);
        assert_eq!(fair.turn_of(a), (-30, NEW));
        put(&mut fair, 10, 120);
        put(&mut fair, 10, 120);
        let b = put(&mut fair, 11, 120);
        put(&mut fair, 11, 120);
        assert_eq!(fair.turn_of(b), (90, NEW));
        let mut turns = Vec::new();
        for _ in 0..5 {
            let flow = take(&mut fair).map(|packet| packet.flow.number);
            turns.push((flow, fair.turn_of(a), fair.turn_of(b)));
        }
        assert_eq!(
            turns,
            [
                (Some(11), (60, OLD), (-30, NEW)),
                (Some(10), (-60, OLD), (60, OLD)),
                (Some(11), (30, OLD), (-60, OLD)),
                (Some(10), (-90, OLD), (30, OLD)),
                (None, (90, None), (30, None)),
            ]
        );
    }

    #[test]
    fn a_flow_that_begins_is_served_before_those_that_go_on() {
        let mut fair = fair(1500);
        for _ in 0..3 {
            put(&mut fair, 0, 1500);
            put(&mut fair, 1, 1500);
        }
        (0..3).for_each(|_| {
            take(&mut fair);
        });
        put(&mut fair, 2, 100);
        assert_eq!(take(&mut fair).map(|packet| packet.flow.number), Some(2));
    }

    #[test]
    fn each_queue_can_be_reached_by_its_number_and_all_of_them() {
        let mut fair = fair(1500);
        for flow in 0..3 {
            put(&mut fair, flow, 100);
        }
        assert_eq!(fair.queues_mut().map(|queue| queue.backlog().packets).collect::<Vec<_>>(), [1, 1, 1]);
    }

    proptest! {
        /// Since all began, backlogged queues differ by at most a quantum and a packet; over any interval by another
        /// packet more, because one may begin it in debt (Shreedhar and Varghese, theorem 2).
        #[test]
        fn backlogged_queues_send_as_many_octets(
            sizes in prop::collection::vec(100u32..=1500, 2..12), quantum in 100u64..3000,
        ) {
            let mut fair = fair(quantum);
            for (flow, &octets) in sizes.iter().enumerate() {
                (0..200).for_each(|_| { put(&mut fair, flow as u64, octets); });
            }
            let mut history = vec![vec![0i64; sizes.len()]];
            for at in 0..100 {
                let packet = take(&mut fair).unwrap();
                let mut sent = history[at].clone();
                sent[packet.flow.number as usize] += i64::from(packet.octets);
                history.push(sent);
            }
            for from in (0..100).step_by(7) {
                let bound = quantum as i64 + if from == 0 { 1500 } else { 3000 };
                for to in from..=100 {
                    let shares = (0..sizes.len()).map(|flow| history[to][flow] - history[from][flow]);
                    let (least, most) = shares.fold((i64::MAX, 0), |(least, most), share| (least.min(share), most.max(share)));
                    prop_assert!(most - least <= bound, "{} from {} to {}", most - least, from, to);
                }
            }
        }
    }
}
