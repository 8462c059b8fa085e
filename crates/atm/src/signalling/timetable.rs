//! The run of the messages.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cellwise_units::{Span, Time};

use super::{Answer, CallPlan, CallRecord, Hold, Messages, Rooms};

/// A message on its way, or in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Message {
    Setup,
    Connect,
    Release,
    ReleaseComplete,
}

/// Something that happens: a message at a position of a call's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    at: Time,
    /// Counts events, so that those of one instant come in the order in which they were made.
    order: u64,
    call: usize,
    position: usize,
    message: Message,
    /// Whether the node has processed it, or it only arrives there.
    is_processed: bool,
}

/// When each call is connected or refused, and released. `processing` is the time that each node
/// takes for a message; calls of one instant are made in their order. Calls without a leg, or
/// whose nodes do not fit their legs, connect nothing and are connected at once.
#[must_use]
pub fn timetable(calls: &[CallPlan], processing: &[Span], rooms: &mut impl Rooms) -> Vec<CallRecord> {
    let mut exchange = Exchange {
        calls,
        processing,
        rooms,
        events: BinaryHeap::new(),
        made: 0,
        free_at: vec![Time::ZERO; processing.len()],
        records: calls.iter().map(unanswered).collect(),
    };
    for (call, plan) in calls.iter().enumerate() {
        if plan.nodes.len() == plan.legs.len() + 1 && !plan.legs.is_empty() {
            exchange.push(plan.setup_at, call, 0, Message::Setup, true);
        }
    }
    while let Some(Reverse(event)) = exchange.events.pop() {
        if event.is_processed { exchange.act(event) } else { exchange.arrive(event) }
    }
    exchange.records
}

/// The record of a call before anything has happened.
fn unanswered(plan: &CallPlan) -> CallRecord {
    let outcome = Answer::Connected { at: plan.setup_at, released_at: None };
    CallRecord { asked_at: plan.setup_at, outcome, messages: Messages::default() }
}

struct Exchange<'c, R> {
    calls: &'c [CallPlan],
    processing: &'c [Span],
    rooms: &'c mut R,
    events: BinaryHeap<Reverse<Event>>,
    made: u64,
    /// When the processor of each node has done all that has arrived.
    free_at: Vec<Time>,
    records: Vec<CallRecord>,
}

impl<R: Rooms> Exchange<'_, R> {
    fn push(&mut self, at: Time, call: usize, position: usize, message: Message, is_processed: bool) {
        self.made += 1;
        let event = Event { at, order: self.made, call, position, message, is_processed };
        self.events.push(Reverse(event));
    }

    /// A message joins the queue of a node's processor.
    fn arrive(&mut self, event: Event) {
        let node = self.calls[event.call].nodes[event.position];
        let takes = self.processing.get(node).copied().unwrap_or(Span::ZERO);
        let mut done = event.at + takes;
        if let Some(free_at) = self.free_at.get_mut(node) {
            done = (*free_at).max(event.at) + takes;
            *free_at = done;
        }
        self.push(done, event.call, event.position, event.message, true);
    }

    fn act(&mut self, event: Event) {
        match event.message {
            Message::Setup => self.setup(event),
            Message::Connect => self.connect(event),
            Message::Release => self.release(event),
            Message::ReleaseComplete => self.release_complete(event),
        }
    }

    /// Sends a message to the next node away from the caller.
    fn forward(&mut self, event: Event, message: Message) {
        let delay = self.calls[event.call].legs[event.position].delays[0];
        self.count(event.call, message);
        self.push(event.at + delay, event.call, event.position + 1, message, false);
    }

    /// Sends a message to the next node towards the caller.
    fn back(&mut self, event: Event, message: Message) {
        let delay = self.calls[event.call].legs[event.position - 1].delays[1];
        self.count(event.call, message);
        self.push(event.at + delay, event.call, event.position - 1, message, false);
    }

    fn count(&mut self, call: usize, message: Message) {
        let messages = &mut self.records[call].messages;
        *match message {
            Message::Setup => &mut messages.setup,
            Message::Connect => &mut messages.connect,
            Message::Release => &mut messages.release,
            Message::ReleaseComplete => &mut messages.release_complete,
        } += 1;
    }

    fn is_last(&self, event: Event) -> bool {
        event.position == self.calls[event.call].legs.len()
    }

    /// The ports of a node that a call uses: each a place and a direction.
    fn places(&self, event: Event) -> impl Iterator<Item = (usize, usize)> + use<R> {
        let legs = &self.calls[event.call].legs;
        let away = legs.get(event.position).map(|leg| (leg.places[0], 0));
        let towards = event.position.checked_sub(1).map(|before| (legs[before].places[1], 1));
        [away, towards].into_iter().flatten()
    }

    fn setup(&mut self, event: Event) {
        let mut reserved = Vec::new();
        for (place, direction) in self.places(event) {
            match self.rooms.reserve(place, event.call, direction) {
                Ok(()) => reserved.push((place, direction)),
                Err(shortage) => {
                    for (place, direction) in reserved {
                        self.rooms.release(place, event.call, direction);
                    }
                    let node = event.position;
                    self.records[event.call].outcome =
                        Answer::Refused { at: event.at, node, place, shortage };
                    if event.position > 0 {
                        self.back(event, Message::ReleaseComplete);
                    }
                    return;
                }
            }
        }
        if self.is_last(event) {
            self.back(event, Message::Connect)
        } else {
            self.forward(event, Message::Setup)
        }
    }

    fn connect(&mut self, event: Event) {
        if event.position > 0 {
            return self.back(event, Message::Connect);
        }
        let at = event.at;
        let released_at = match self.calls[event.call].hold {
            Hold::For(span) => Some(at + span),
            Hold::Until(end) => Some(end.max(at)),
            Hold::Forever => None,
        };
        self.records[event.call].outcome = Answer::Connected { at, released_at };
        if let Some(released_at) = released_at {
            self.push(released_at, event.call, 0, Message::Release, true);
        }
    }

    fn give_back(&mut self, event: Event) {
        for (place, direction) in self.places(event) {
            self.rooms.release(place, event.call, direction);
        }
    }

    fn release(&mut self, event: Event) {
        self.give_back(event);
        if !self.is_last(event) {
            self.forward(event, Message::Release);
        }
    }

    fn release_complete(&mut self, event: Event) {
        self.give_back(event);
        if event.position > 0 {
            return self.back(event, Message::ReleaseComplete);
        }
        if let Answer::Refused { at, .. } = &mut self.records[event.call].outcome {
            *at = event.at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admission::Shortage;
    use crate::signalling::Leg;
    use cellwise_units::BitRate;
    use proptest::prelude::*;

    /// So many calls fit each place.
    struct Slots {
        free: Vec<i64>,
        /// For each step, the place and how many are free after it.
        log: Vec<(usize, i64)>,
    }

    impl Rooms for Slots {
        fn reserve(&mut self, place: usize, _: usize, _: usize) -> Result<(), Shortage> {
            let zero = BitRate::ZERO;
            if self.free[place] == 0 {
                return Err(Shortage { capacity: zero, taken: zero, asked: zero, missing: zero });
            }
            self.free[place] -= 1;
            self.log.push((place, self.free[place]));
            Ok(())
        }
        fn release(&mut self, place: usize, _: usize, _: usize) {
            self.free[place] += 1;
            self.log.push((place, self.free[place]));
        }
    }

    fn slots(free: &[i64]) -> Slots {
        Slots { free: free.to_vec(), log: Vec::new() }
    }

    const fn ms(ms: u64) -> Span {
        Span::from_ps(ms * 1_000_000_000)
    }

    fn at(ms_: u64) -> Time {
        Time::ZERO + ms(ms_)
    }

    /// A host, two switches, a host; links of 1, 10 and 1 ms. The places of link k are 2 k and 2 k + 1.
    fn plan(setup_at: u64, hold: Hold) -> CallPlan {
        let leg = |k: usize, delay| Leg { delays: [ms(delay); 2], places: [2 * k, 2 * k + 1] };
        CallPlan {
            setup_at: at(setup_at),
            hold,
            nodes: vec![0, 1, 2, 3],
            legs: vec![leg(0, 1), leg(1, 10), leg(2, 1)],
        }
    }

    /// The switches take 3 ms for a message, the hosts nothing.
    const PROCESSING: [Span; 4] = [Span::ZERO, ms(3), ms(3), Span::ZERO];

    #[test]
    fn a_call_is_connected_after_its_round_trip_and_four_processings() {
        let record = timetable(&[plan(5, Hold::For(ms(100)))], &PROCESSING, &mut slots(&[9; 6]))[0];
        // 2 * (1 + 10 + 1) + 4 * 3.
        assert_eq!(record.asked_at, at(5));
        assert_eq!(record.outcome, Answer::Connected { at: at(41), released_at: Some(at(141)) });
        assert_eq!(record.messages, Messages { setup: 3, connect: 3, release: 3, release_complete: 0 });
    }

    #[test]
    fn of_two_calls_the_second_is_refused_and_a_third_after_the_release_gets_through() {
        // One place on the trunk, away from the callers.
        let mut rooms = slots(&[9, 9, 1, 9, 9, 9]);
        let calls = [plan(0, Hold::For(ms(50))), plan(1, Hold::Forever), plan(88, Hold::Forever)];
        let records = timetable(&calls, &PROCESSING, &mut rooms);
        assert_eq!(records[0].outcome, Answer::Connected { at: at(36), released_at: Some(at(86)) });
        // SETUP is at switch 1 after 1 ms, at 2, when that works on the first until 4: refused at 7,
        // known at the caller 1 ms later. RELEASE of the first is done there at 86 + 1 + 3 = 90; the
        // SETUP of the third comes at 89 and is done at 93.
        let Answer::Refused { at: refused_at, node, place, .. } = records[1].outcome else {
            panic!("{:?}", records[1])
        };
        assert_eq!((refused_at, node, place), (at(8), 1, 2));
        assert_eq!(records[1].messages, Messages { setup: 1, release_complete: 1, ..Messages::default() });
        let Answer::Connected { at: connected_at, released_at: None } = records[2].outcome else {
            panic!("{:?}", records[2])
        };
        // 93 at switch 1, 103 at switch 2, whose RELEASE of the first was done at 103: 106, 107 at the
        // host, 108 and 111 at switch 2, 121 and 124 at switch 1, 125.
        assert_eq!(connected_at, at(125));
        assert_eq!(rooms.free, [8, 8, 0, 8, 8, 8]);
    }

    #[test]
    fn a_refusal_gives_back_hop_by_hop_what_was_reserved_on_the_way() {
        let mut rooms = slots(&[9, 9, 9, 9, 0, 9]);
        let record = timetable(&[plan(0, Hold::Forever)], &PROCESSING, &mut rooms)[0];
        // Refused at 17 by switch 2, which gives back nothing; through switch 1 at 30, known at 31.
        assert!(matches!(record.outcome, Answer::Refused { at: t, node: 2, place: 4, .. } if t == at(31)));
        assert_eq!(rooms.free, [9, 9, 9, 9, 0, 9]);
        assert_eq!(rooms.log, [(0, 8), (2, 8), (1, 8), (2, 9), (1, 9), (0, 9)]);
        assert_eq!(record.messages, Messages { setup: 2, release_complete: 2, ..Messages::default() });
    }

    #[test]
    fn a_caller_without_room_of_its_own_sends_no_message() {
        let record = timetable(&[plan(7, Hold::Forever)], &PROCESSING, &mut slots(&[0; 6]))[0];
        assert!(matches!(record.outcome, Answer::Refused { at: t, node: 0, .. } if t == at(7)));
        assert_eq!(record.messages.total(), 0);
    }

    #[test]
    fn the_far_end_needs_room_for_the_way_back() {
        let record = timetable(&[plan(0, Hold::Forever)], &PROCESSING, &mut slots(&[9, 9, 9, 9, 9, 0]))[0];
        assert!(matches!(record.outcome, Answer::Refused { node: 3, place: 5, .. }));
    }

    #[test]
    fn a_call_held_until_an_instant_is_released_then_or_when_it_is_connected() {
        let calls = [plan(0, Hold::Until(at(500))), plan(1000, Hold::Until(at(1001)))];
        let records = timetable(&calls, &PROCESSING, &mut slots(&[9; 6]));
        assert_eq!(records[0].outcome, Answer::Connected { at: at(36), released_at: Some(at(500)) });
        assert_eq!(records[1].outcome, Answer::Connected { at: at(1036), released_at: Some(at(1036)) });
    }

    #[test]
    fn a_node_processes_one_message_after_the_other() {
        let calls = [plan(0, Hold::Forever), plan(0, Hold::Forever), plan(0, Hold::Forever)];
        let records = timetable(&calls, &PROCESSING, &mut slots(&[9; 6]));
        let connected: Vec<_> = records.iter().map(|record| record.outcome).collect();
        // Switch 2 has done the SETUPs at 17, 20 and 26. The first CONNECT comes there at 19, behind the
        // second SETUP: done at 23. The second comes at 22, behind the third SETUP, which came at 20:
        // done at 29. The third comes at 28: done at 32. From there it is 10 + 3 + 1 ms.
        let expected = [37, 43, 46].map(|ms| Answer::Connected { at: at(ms), released_at: None });
        assert_eq!(connected, expected);
    }

    proptest! {
        #[test]
        fn no_place_is_overbooked_and_all_is_free_once_all_calls_are_released(
            calls in prop::collection::vec((0u64..300, 0u64..300), 1..30),
            free in prop::collection::vec(0i64..4, 6),
        ) {
            let mut rooms = slots(&free);
            let plans: Vec<CallPlan> =
                calls.iter().map(|(setup, hold)| plan(*setup, Hold::For(ms(*hold)))).collect();
            let records = timetable(&plans, &PROCESSING, &mut rooms);
            prop_assert_eq!(&rooms.free, &free);
            prop_assert!(rooms.log.iter().all(|(_, free)| *free >= 0));
            for record in &records {
                if let Answer::Connected { at, released_at } = record.outcome {
                    prop_assert!(at >= record.asked_at + ms(36) && released_at >= Some(at));
                    prop_assert_eq!(record.messages.total(), 9);
                }
            }
        }
    }
}
