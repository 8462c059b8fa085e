//! FQ-PIE: a queue per flow, served in turn, with PIE in each.
//!
//! Queues take turns by deficit round robin, those that begin first; each has a controller of its own, which drops
//! packets as they arrive. Where there is no room for a packet, that packet is dropped, whichever queue is the longest.
//! Not as in Linux: there, one round of updates takes 2048 queues at a time. Source: Linux `sch_fq_pie`; RFC 8033;
//! ns-3 `FqPieQueueDisc`.

use cellwise_units::{Bytes, ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fair::Fair;
use super::fifo::Fifo;
use super::hash::Hash;
use super::pie::Settings;
use super::pie::control::{Law, State};
use super::{Around, Backlog, Discipline, DropReason, Service};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::limit::{Limit, Room};
use crate::packet::Packet;

/// Parameters of [`FqPie`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "FqPieConfig")]
pub struct Config {
    /// How much may wait in all queues together.
    pub limit: Limit,
    /// How flows find their queues.
    pub hash: Hash,
    /// The number of queues, unless each flow has its own.
    #[schemars(range(min = 1, max = 65_536))]
    pub flows: u32,
    /// How many octets a queue may send in one turn.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub quantum: Bytes,
    /// The controller of each queue.
    #[serde(flatten)]
    pub control: Settings,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            limit: Limit::Packets(10_240),
            hash: Hash::default(),
            flows: 1024,
            quantum: Bytes::new(1514),
            control: Settings::default(),
        }
    }
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> FqPie {
        let law = self.control.law(self.limit, service);
        let queue = Queue { packets: Fifo::default(), state: law.start() };
        FqPie {
            law,
            room: self.limit.room(service.rate),
            queues: Fair::new(self.hash, self.flows, service.salt, self.quantum.get(), queue),
            waiting: Backlog::default(),
        }
    }

    /// A limit that no packet of the link's longest fits, queues that no hash can use, marks under rules without them.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        let quantum =
            self.quantum.is_zero().then(|| ConfigIssue::new("quantum", self.quantum, "give at least 1 byte"));
        let issues = [
            self.limit.check_as("limit", service),
            self.hash.check(self.flows),
            quantum,
            self.control.check(),
        ];
        issues.into_iter().flatten().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (Limit::arbitrary(), Hash::arbitrary(), 1u64..3000, Settings::arbitrary()).prop_map(
            |(limit, (hash, flows), quantum, control)| Self {
                limit,
                hash,
                flows,
                quantum: Bytes::new(quantum),
                control,
            },
        )
    }
}

/// The packets of a flow, and what their controller knows.
#[derive(Clone, Debug)]
struct Queue {
    packets: Fifo,
    state: State,
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct FqPie {
    law: Law,
    room: Room,
    queues: Fair<Queue>,
    waiting: Backlog,
}

impl Discipline for FqPie {
    fn enqueue(&mut self, mut packet: Packet, around: &mut Around<'_>) {
        packet.queue = self.queues.queue_of(packet.flow);
        let Queue { packets, state } = self.queues.queue_mut(packet.queue);
        self.law.catch_up(state, around.now, packets.backlog());
        if !self.room.takes(self.waiting, packet.octets) {
            state.forget();
            return (around.lose)(&packet, DropReason::Limit);
        }
        if self.law.drops(state, &mut packet, packets.backlog(), around.draw) {
            return (around.lose)(&packet, DropReason::Aqm);
        }
        self.waiting.add(packet.octets);
        packets.push(packet);
        self.queues.activate(packet.queue);
    }

    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        let law = &self.law;
        let packet = self.queues.next(|_, Queue { packets, state }| {
            law.catch_up(state, around.now, packets.backlog());
            let packet = packets.pop()?;
            law.on_departure(state, &packet, packets.backlog(), around.now);
            Some(packet)
        })?;
        self.waiting.remove(packet.octets);
        Some(packet)
    }

    fn backlog(&self) -> Backlog {
        self.waiting
    }

    /// That of the queue which has the greatest.
    fn drop_probability(&mut self, now: Time) -> Option<f64> {
        let law = &self.law;
        let of_queues = self.queues.queues_mut().map(|Queue { packets, state }| {
            law.catch_up(state, now, packets.backlog());
            law.probability(state)
        });
        Some(of_queues.fold(0.0, f64::max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::DisciplineConfig;
    use crate::discipline::testing::{Bench, packet};
    use crate::packet::Flow;

    fn of_flow(number: u64, handle: u32, octets: u32) -> Packet {
        Packet { flow: Flow { number, ..Flow::default() }, ..packet(handle, octets) }
    }

    /// A flow that comes every 10 ms and is served as often, another that comes as much as the link could serve; the
    /// losses of each within 20 s.
    fn lost(config: &DisciplineConfig) -> [usize; 2] {
        let mut bench = Bench::new(config);
        for ms in 0..20_000 {
            if ms % 10 == 0 {
                bench.put(1000 * ms, of_flow(0, 0, 100));
            }
            bench.put(1000 * ms, of_flow(1, 1, 1000));
            if ms % 5 != 0 {
                bench.take(1000 * ms);
            }
        }
        let lost = bench.lost();
        [0, 1].map(|flow| lost.iter().filter(|(handle, _)| *handle == flow).count())
    }

    #[test]
    fn a_flow_that_keeps_below_its_share_loses_nothing() {
        let limit = Limit::Packets(100_000);
        let [thin, fat] = lost(&DisciplineConfig::FqPie(Config { limit, ..Config::default() }));
        assert!(thin == 0 && fat > 100, "{thin} {fat}");
        let one = DisciplineConfig::Pie(super::super::pie::Config { limit, ..Default::default() });
        assert!(lost(&one)[0] > 0, "without queues of their own both lose");
    }

    #[test]
    fn the_packet_that_finds_no_room_is_dropped_whichever_queue_is_longest() {
        let mut bench =
            Bench::new(&DisciplineConfig::FqPie(Config { limit: Limit::Packets(3), ..Config::default() }));
        (0..3).for_each(|handle| bench.put(0, of_flow(1, handle, 1000)));
        bench.put(0, of_flow(2, 3, 100));
        assert_eq!(bench.lost(), [(3, DropReason::Limit)]);
    }

    #[test]
    fn flows_take_turns_and_packets_report_their_queue() {
        let mut bench = Bench::new(&DisciplineConfig::FqPie(Config::default()));
        (0..2).for_each(|handle| bench.put(0, of_flow(7, handle, 1514)));
        (2..4).for_each(|handle| bench.put(0, of_flow(9, handle, 1514)));
        let sent: Vec<_> = (0..4).filter_map(|_| bench.take_packet(1)).collect();
        let reported: Vec<_> = sent.iter().map(|packet| (packet.handle, packet.queue)).collect();
        assert_eq!(reported, [(0, 0), (2, 1), (1, 0), (3, 1)]);
    }
}
