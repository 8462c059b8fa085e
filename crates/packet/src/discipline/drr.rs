//! Deficit round robin: a queue per flow, each of which may send a quantum of octets in its turn.
//!
//! A queue keeps the part of its quantum that it could not use, because its next packet was longer, for its next turn;
//! a queue that runs empty keeps nothing. Packets are dropped only for lack of room, and then from the queue with the
//! most octets. Source: Shreedhar and Varghese, "Efficient fair queuing using deficit round robin", SIGCOMM 1995.

use std::collections::VecDeque;

use cellwise_units::{Bytes, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fifo::Fifo;
use super::hash::{Flows, Hash};
use super::waiting::Waiting;
use super::{Around, Backlog, Discipline, DropReason, Service};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, prop_oneof};
use crate::limit::{Limit, Room};
use crate::packet::Packet;

/// Which packets are dropped when there is no room for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Overflow {
    /// The oldest packets of the queue with the most octets (the source's buffer stealing).
    #[default]
    Fattest,
    /// The packet that arrives.
    Arriving,
}

/// Parameters of [`Drr`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// How much may wait in all queues together.
    pub limit: Limit,
    /// How many octets a queue may send in one turn. With less than the longest packet a turn may send nothing.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub quantum: Bytes,
    /// How flows find their queues.
    pub hash: Hash,
    /// The number of queues, unless each flow has its own.
    #[schemars(range(min = 1, max = 65_536))]
    pub flows: u32,
    /// Which packets are dropped when there is no room for another.
    pub overflow: Overflow,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            limit: Limit::Packets(1000),
            quantum: Bytes::new(1514),
            hash: Hash::default(),
            flows: 1024,
            overflow: Overflow::default(),
        }
    }
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> Drr {
        Drr {
            room: self.limit.room(service.rate),
            quantum: self.quantum.get().max(1),
            overflow: self.overflow,
            queues: Flows::new(self.hash, self.flows, service.salt, Queue::default()),
            active: VecDeque::new(),
            is_in_turn: false,
            waiting: Waiting::default(),
        }
    }

    /// A limit that no packet of the link's longest fits, and queues that no hash can use.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        let quantum =
            self.quantum.is_zero().then(|| ConfigIssue::new("quantum", self.quantum, "give at least 1 byte"));
        let issues = [self.limit.check_as("limit", service), quantum, self.hash.check(self.flows)];
        issues.into_iter().flatten().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let overflow = prop_oneof![Just(Overflow::Fattest), Just(Overflow::Arriving)];
        (Limit::arbitrary(), 50u64..4000, Hash::arbitrary(), overflow).prop_map(
            |(limit, quantum, (hash, flows), overflow)| Self {
                limit,
                quantum: Bytes::new(quantum),
                hash,
                flows,
                overflow,
            },
        )
    }
}

/// The queue of a flow.
#[derive(Clone, Debug, Default)]
struct Queue {
    packets: Fifo,
    /// Octets that it may still send.
    deficit: u64,
    is_active: bool,
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct Drr {
    room: Room,
    quantum: u64,
    overflow: Overflow,
    queues: Flows<Queue>,
    active: VecDeque<u32>,
    /// Whether the first active queue has its quantum of this turn.
    is_in_turn: bool,
    waiting: Waiting,
}

impl Drr {
    /// Makes room for a packet at the cost of the queues with the most octets; whether there is some.
    fn make_room(&mut self, size: u32, around: &mut Around<'_>) -> bool {
        while !self.room.takes(self.waiting.backlog(), size) {
            let fattest = if self.overflow == Overflow::Fattest { self.waiting.fattest() } else { None };
            let Some(packet) = fattest.and_then(|queue| self.pop(queue)) else { return false };
            (around.lose)(&packet, DropReason::Limit);
            let queue = self.queues.get_mut(packet.queue);
            if queue.packets.first().is_none() {
                queue.deficit = 0;
            }
        }
        true
    }

    fn pop(&mut self, number: u32) -> Option<Packet> {
        let packets = &mut self.queues.get_mut(number).packets;
        let before = packets.backlog();
        let packet = packets.pop();
        let after = packets.backlog();
        self.waiting.changes(number, before, after);
        packet
    }

    /// The first active queue has had its turn; `stays` says whether it gets another.
    fn end_turn(&mut self, stays: bool) {
        self.is_in_turn = false;
        let Some(number) = self.active.pop_front() else { return };
        if stays {
            return self.active.push_back(number);
        }
        let queue = self.queues.get_mut(number);
        queue.is_active = false;
        queue.deficit = 0;
    }
}

impl Discipline for Drr {
    fn enqueue(&mut self, mut packet: Packet, around: &mut Around<'_>) {
        packet.queue = self.queues.of(packet.flow, |queue| queue.is_active);
        if !self.make_room(packet.octets, around) {
            return (around.lose)(&packet, DropReason::Limit);
        }
        let queue = self.queues.get_mut(packet.queue);
        let before = queue.packets.backlog();
        queue.packets.push(packet);
        let after = queue.packets.backlog();
        if !queue.is_active {
            queue.is_active = true;
            self.active.push_back(packet.queue);
        }
        self.waiting.changes(packet.queue, before, after);
    }

    fn dequeue(&mut self, _: &mut Around<'_>) -> Option<Packet> {
        loop {
            let number = *self.active.front()?;
            let queue = self.queues.get_mut(number);
            let Some(size) = queue.packets.first().map(|packet| u64::from(packet.octets)) else {
                self.end_turn(false);
                continue;
            };
            if !self.is_in_turn {
                self.is_in_turn = true;
                queue.deficit = queue.deficit.saturating_add(self.quantum);
            }
            if size > queue.deficit {
                self.end_turn(true);
                continue;
            }
            queue.deficit -= size;
            let is_last = queue.packets.backlog().packets == 1;
            let packet = self.pop(number);
            if is_last {
                self.end_turn(false);
            }
            return packet;
        }
    }

    fn backlog(&self) -> Backlog {
        self.waiting.backlog()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::DisciplineConfig;
    use crate::discipline::testing::{Bench, packet, service};
    use crate::packet::Flow;

    fn bench(config: Config) -> Bench {
        Bench::new(&DisciplineConfig::Drr(config))
    }

    fn of(flow: u64, handle: u32, octets: u32) -> Packet {
        Packet { flow: Flow { number: flow, ..Flow::default() }, ..packet(handle, octets) }
    }

    fn put_all(bench: &mut Bench, flow: u64, sizes: &[u32]) {
        for &octets in sizes {
            bench.put(0, of(flow, octets, octets));
        }
    }

    fn taken(bench: &mut Bench) -> Vec<u32> {
        std::iter::from_fn(|| bench.take(0)).collect()
    }

    #[test]
    fn what_a_queue_could_not_use_it_keeps_for_its_next_turn() {
        let mut bench = bench(Config { quantum: Bytes::new(500), ..Config::default() });
        put_all(&mut bench, 1, &[200, 750, 20]);
        put_all(&mut bench, 2, &[500, 501]);
        put_all(&mut bench, 3, &[100, 600, 210]);
        // 200 (300 left), 500, 100 (400 left); 750 and 20 (30 left), 500 < 501, 600 and 210 (90 left); 501.
        assert_eq!(taken(&mut bench), [200, 500, 100, 750, 20, 600, 210, 501]);
    }

    #[test]
    fn a_queue_that_runs_empty_keeps_nothing() {
        let mut bench = bench(Config { quantum: Bytes::new(1000), ..Config::default() });
        put_all(&mut bench, 1, &[100]);
        assert_eq!(taken(&mut bench), [100]);
        put_all(&mut bench, 1, &[500, 600]);
        put_all(&mut bench, 2, &[501]);
        assert_eq!(
            taken(&mut bench),
            [500, 501, 600],
            "with what was left of the first turn, 600 would be second"
        );
    }

    #[test]
    fn with_a_quantum_that_holds_whole_packets_shares_are_exact_in_every_round() {
        let mut bench = bench(Config { quantum: Bytes::new(1500), ..Config::default() });
        for _ in 0..10 {
            put_all(&mut bench, 1, &[1500]);
            put_all(&mut bench, 2, &[500, 500, 500]);
            put_all(&mut bench, 3, &[750, 750]);
        }
        for round in taken(&mut bench).chunks(6) {
            assert_eq!(round, [1500, 500, 500, 500, 750, 750]);
        }
    }

    #[test]
    fn the_fattest_queue_makes_room_unless_the_arriving_packet_is_to_go() {
        let config = Config { limit: Limit::Octets(Bytes::new(3000)), ..Config::default() };
        let lost = |config| {
            let mut bench = bench(config);
            put_all(&mut bench, 1, &[900, 901]);
            put_all(&mut bench, 2, &[902, 903]);
            bench.lost()
        };
        assert_eq!(lost(config), [(900, DropReason::Limit)]);
        let arriving = Config { overflow: Overflow::Arriving, ..config };
        assert_eq!(lost(arriving), [(903, DropReason::Limit)]);
    }

    #[test]
    fn a_queue_that_lost_all_keeps_nothing_either() {
        let config = Config { limit: Limit::Packets(3), quantum: Bytes::new(1000), ..Config::default() };
        let mut bench = bench(config);
        put_all(&mut bench, 1, &[200, 900]);
        put_all(&mut bench, 2, &[300]);
        assert_eq!(bench.take(0), Some(200), "800 octets are left of the turn");
        put_all(&mut bench, 2, &[301]);
        put_all(&mut bench, 2, &[302]);
        put_all(&mut bench, 1, &[750]);
        assert_eq!(bench.lost(), [(900, DropReason::Limit), (300, DropReason::Limit)]);
        assert_eq!(taken(&mut bench), [301, 302, 750]);
    }

    #[test]
    fn what_makes_no_sense_is_reported_all_at_once() {
        let wrong = Config { quantum: Bytes::ZERO, flows: 0, ..Config::default() };
        let fields: Vec<String> = wrong.check(&service()).into_iter().map(|issue| issue.field).collect();
        assert_eq!(fields, ["quantum", "flows"]);
    }
}
