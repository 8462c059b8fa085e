//! FQ-CoDel: a queue per flow, served in turn, with CoDel in each.
//!
//! Queues take turns by deficit round robin, those that begin first; each has a CoDel of its own. Where more waits than
//! may, packets at the head of the queue with the most octets are dropped: up to half of its octets at once, so that
//! the next packets need no search. Sources: RFC 8290; Linux `fq_codel`; for sets, ns-3.

use cellwise_units::{Bytes, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::codel::{Machine, Rules, Settings};
use super::fair::Fair;
use super::fifo::Fifo;
use super::hash::Hash;
use super::waiting::Waiting;
use super::{Around, Backlog, Discipline, DropReason, Service};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any, prop_oneof};
use crate::limit::{Limit, Room};
use crate::packet::Packet;

/// Which octets CoDel takes for those that wait behind a packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CodelBacklog {
    /// Those of the packet's own queue (RFC 8290, ns-3).
    #[default]
    Flow,
    /// Those of all queues (Linux): the only packet of a queue may be dropped.
    Total,
}

/// Parameters of [`FqCodel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// How much may wait in all queues together.
    pub limit: Limit,
    /// How many octets of memory the waiting packets may take: their own octets, and `memory_per_packet` for
    /// each.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub memory: Bytes,
    /// The memory that a packet takes in addition to its octets, such as the kernel's descriptor of it.
    pub memory_per_packet: Bytes,
    /// How flows find their queues.
    pub hash: Hash,
    /// The number of queues, unless each flow has its own.
    #[schemars(range(min = 1, max = 65_536))]
    pub flows: u32,
    /// How many octets a queue may send in one turn. Linux takes at least 256.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub quantum: Bytes,
    /// How many packets are dropped at most when there is no room for one.
    #[schemars(range(min = 1))]
    pub drop_batch: u32,
    /// Which octets CoDel takes for those that wait behind a packet.
    pub codel_backlog: CodelBacklog,
    /// Whether packets whose transport understands marks are marked instead of dropped.
    pub ecn: bool,
    /// CoDel's target, its interval and its rules.
    #[serde(flatten)]
    pub control: Settings,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            limit: Limit::Packets(10_240),
            memory: Bytes::new(32 << 20),
            memory_per_packet: Bytes::ZERO,
            hash: Hash::default(),
            flows: 1024,
            quantum: Bytes::new(1514),
            drop_batch: 64,
            codel_backlog: CodelBacklog::default(),
            ecn: true,
            control: Settings::default(),
        }
    }
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> FqCodel {
        FqCodel {
            room: self.limit.room(service.rate),
            memory: self.memory.get(),
            memory_per_packet: self.memory_per_packet.get(),
            drop_batch: self.drop_batch.max(1),
            codel_backlog: self.codel_backlog,
            rules: self.control.rules(self.ecn, service),
            queues: Fair::new(self.hash, self.flows, service.salt, self.quantum.get(), Queue::default()),
            waiting: Waiting::default(),
        }
    }

    /// A limit that no packet of the link's longest fits, queues that no hash can use, times that do not fit each other.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        let mtu = u64::from(service.mtu_octets).saturating_add(self.memory_per_packet.get());
        let nothing =
            |field: &str, value: u64| (value == 0).then(|| ConfigIssue::new(field, value, "give at least 1"));
        let rule = format!("leave room for the longest packet of the link, which takes {mtu} bytes");
        let issues = [
            self.limit.check_as("limit", service),
            (self.memory.get() < mtu).then(|| ConfigIssue::new("memory", self.memory, rule)),
            self.hash.check(self.flows),
            (self.quantum.is_zero())
                .then(|| ConfigIssue::new("quantum", self.quantum, "give at least 1 byte")),
            nothing("drop_batch", self.drop_batch.into()),
        ];
        issues.into_iter().flatten().chain(self.control.check()).collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let memory = (prop_oneof![1_600u64..60_000, 1_000_000u64..2_000_000], 0u64..40)
            .prop_map(|(memory, each)| (Bytes::new(memory), Bytes::new(each)));
        let queues = (Hash::arbitrary(), 100u64..4000, 1u32..10);
        (Limit::arbitrary(), memory, queues, any::<[bool; 2]>(), Settings::arbitrary()).prop_map(
            |(limit, (memory, each), ((hash, flows), quantum, drop_batch), [total, ecn], control)| Self {
                limit,
                memory,
                memory_per_packet: each,
                hash,
                flows,
                quantum: Bytes::new(quantum),
                drop_batch,
                codel_backlog: if total { CodelBacklog::Total } else { CodelBacklog::Flow },
                ecn,
                control,
            },
        )
    }
}

/// The queue of a flow.
#[derive(Clone, Debug, Default)]
struct Queue {
    packets: Fifo,
    codel: Machine,
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct FqCodel {
    room: Room,
    memory: u64,
    memory_per_packet: u64,
    drop_batch: u32,
    codel_backlog: CodelBacklog,
    rules: Rules,
    queues: Fair<Queue>,
    waiting: Waiting,
}

impl FqCodel {
    fn is_over(&self) -> bool {
        let Backlog { packets, octets } = self.waiting.backlog();
        let memory = packets.saturating_mul(self.memory_per_packet).saturating_add(octets);
        self.room.is_exceeded(self.waiting.backlog()) || memory > self.memory
    }

    /// Drops packets at the head of a queue: a batch, or as many as have half of its octets.
    // spec: linux net/sched/sch_fq_codel.c fq_codel_drop
    fn drop_from(&mut self, number: u32, around: &mut Around<'_>) {
        let queue = self.queues.queue_mut(number);
        let before = queue.packets.backlog();
        let (mut dropped, mut octets) = (0, 0);
        while dropped == 0 || dropped < self.drop_batch && octets < before.octets / 2 {
            let Some(packet) = queue.packets.pop() else { break };
            dropped += 1;
            octets += u64::from(packet.octets);
            (around.lose)(&packet, DropReason::Limit);
        }
        queue.codel.has_overflowed(dropped);
        let after = queue.packets.backlog();
        self.waiting.changes(number, before, after);
    }
}

impl Discipline for FqCodel {
    // spec: rfc8290 4.1
    fn enqueue(&mut self, mut packet: Packet, around: &mut Around<'_>) {
        packet.queue = self.queues.queue_of(packet.flow);
        let queue = self.queues.queue_mut(packet.queue);
        let before = queue.packets.backlog();
        queue.packets.push(packet);
        let after = queue.packets.backlog();
        self.queues.activate(packet.queue);
        self.waiting.changes(packet.queue, before, after);
        // One batch is all that a limit in packets needs; one in octets may need more.
        while self.is_over() {
            let Some(fattest) = self.waiting.fattest() else { break };
            self.drop_from(fattest, around);
        }
    }

    // spec: rfc8290 4.2
    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        let Self { queues, waiting, rules, codel_backlog, .. } = self;
        queues.next(|number, queue| {
            let before = queue.packets.backlog();
            let elsewhere = match codel_backlog {
                CodelBacklog::Flow => 0,
                CodelBacklog::Total => waiting.backlog().octets - before.octets,
            };
            let packet = queue.codel.take(&mut queue.packets, elsewhere, rules, around);
            waiting.changes(number, before, queue.packets.backlog());
            packet
        })
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
    use crate::packet::{Codepoint, Flow, MarkReason};
    use cellwise_units::Span;

    const MS: u64 = 1_000;

    fn bench(config: Config) -> Bench {
        Bench::new(&DisciplineConfig::FqCodel(config))
    }

    fn of(flow: u64, handle: u32, octets: u32) -> Packet {
        Packet { flow: Flow { number: flow, ..Flow::default() }, ..packet(handle, octets) }
    }

    fn taken(bench: &mut Bench, us: u64) -> Vec<u32> {
        std::iter::from_fn(|| bench.take(us)).collect()
    }

    /// ns-3's test of the limit.
    #[test]
    fn the_fattest_flow_loses_half_of_its_octets() {
        let mut bench = bench(Config { limit: Limit::Packets(4), ..Config::default() });
        for (handle, flow) in [10, 10, 10, 20, 20].into_iter().enumerate() {
            bench.put(0, of(flow, handle as u32, 120));
        }
        assert_eq!(bench.lost(), [(0, DropReason::Limit), (1, DropReason::Limit)]);
        assert_eq!(taken(&mut bench, 0), [2, 3, 4]);
    }

    #[test]
    fn a_batch_is_the_most_that_goes_at_once() {
        let mut bench = bench(Config { limit: Limit::Packets(20), drop_batch: 3, ..Config::default() });
        (0..21).for_each(|handle| bench.put(0, of(1, handle, 1000)));
        assert_eq!(bench.lost().len(), 3);
    }

    #[test]
    fn a_limit_in_octets_takes_as_many_batches_as_it_needs() {
        let limit = Limit::Octets(Bytes::new(2000));
        let mut bench = bench(Config { limit, drop_batch: 1, ..Config::default() });
        (0..20).for_each(|handle| bench.put(0, of(1, handle, 100)));
        bench.put(0, of(2, 20, 1000));
        assert_eq!(bench.lost().len(), 10);
        assert_eq!(bench.discipline.backlog(), Backlog { packets: 11, octets: 2000 });
    }

    #[test]
    fn memory_counts_what_each_packet_takes_beside_its_octets() {
        let config =
            Config { memory: Bytes::new(3000), memory_per_packet: Bytes::new(500), ..Config::default() };
        let mut bench = bench(config);
        (0..3).for_each(|handle| bench.put(0, of(1, handle, 1000)));
        assert_eq!(bench.lost(), [(0, DropReason::Limit), (1, DropReason::Limit)]);
    }

    /// ns-3's test of the deficits, by the packets that leave: quantum 90, packets of 120 octets.
    #[test]
    fn flows_leave_in_the_order_of_their_deficits() {
        let mut bench = bench(Config { quantum: Bytes::new(90), ..Config::default() });
        bench.put(0, of(10, 0, 120));
        assert_eq!(bench.take(0), Some(0));
        for (handle, flow) in [(1, 10), (2, 10), (3, 20), (4, 20)] {
            bench.put(0, of(flow, handle, 120));
        }
        assert_eq!(taken(&mut bench, 0), [3, 1, 4, 2]);
    }

    #[test]
    fn each_flow_has_a_codel_of_its_own() {
        let mut bench = bench(Config { ecn: false, ..Config::default() });
        (0..20).for_each(|handle| bench.put(0, of(1, handle, 1000)));
        bench.take(10 * MS);
        for ms in (110..510).step_by(100) {
            (100..105).for_each(|handle| bench.put(ms * MS, of(2, handle, 300)));
            while bench.take(ms * MS).is_some_and(|handle| handle >= 100) {}
        }
        let lost = bench.lost();
        assert!(!lost.is_empty() && lost.iter().all(|&(handle, _)| handle < 20), "{lost:?}");
    }

    /// Two flows, one with a packet at a time that waits for long: whether that is dropped.
    fn thin_flow_loses(codel_backlog: CodelBacklog) -> bool {
        let mut bench = bench(Config { codel_backlog, ecn: false, ..Config::default() });
        (0..100).for_each(|handle| bench.put(0, of(1, handle, 1000)));
        let mut lost = false;
        for ms in (0..400).step_by(20) {
            bench.put(ms * MS, of(2, 1000, 1000));
            bench.put(ms * MS, of(1, 0, 1000));
            bench.take((ms + 10) * MS);
            bench.take((ms + 11) * MS);
            lost |= bench.lost().contains(&(1000, DropReason::Aqm));
        }
        lost
    }

    #[test]
    fn in_linux_a_flow_with_one_packet_may_lose_it() {
        assert!(!thin_flow_loses(CodelBacklog::Flow) && thin_flow_loses(CodelBacklog::Total));
    }

    #[test]
    fn a_flow_of_one_packet_waits_for_one_packet_of_each_other_new_flow() {
        let mut bench = bench(Config::default());
        for handle in 0..30 {
            bench.put(0, of(handle.into(), handle, 1500));
            bench.put(0, of(handle.into(), handle, 1500));
        }
        assert_eq!(taken(&mut bench, 0).len(), 60, "and now no flow is active");
        (0..4).for_each(|flow| bench.put(0, of(flow, 0, 1500)));
        bench.put(0, of(77, 1, 1500));
        assert_eq!(taken(&mut bench, 0).iter().position(|&handle| handle == 1), Some(4));
    }

    #[test]
    fn it_marks_unless_reported_not_to() {
        let mut bench = bench(Config::default());
        (0..20).for_each(|handle| {
            bench.put(0, Packet { codepoint: Codepoint::Ect0, ..of(1, handle, 1000) });
        });
        bench.take(10 * MS);
        assert_eq!(bench.take_packet(210 * MS).unwrap().marked, Some(MarkReason::Aqm));
        assert_eq!(bench.lost(), []);
    }

    #[test]
    fn what_makes_no_sense_is_reported_all_at_once() {
        let wrong = Config {
            memory: Bytes::new(1000),
            hash: Hash::SetAssociative,
            flows: 12,
            quantum: Bytes::ZERO,
            drop_batch: 0,
            control: Settings { interval: Span::ZERO, ..Settings::default() },
            ..Config::default()
        };
        let fields: Vec<String> = wrong.check(&service()).into_iter().map(|issue| issue.field).collect();
        assert_eq!(fields, ["memory", "flows", "quantum", "drop_batch", "interval"]);
    }
}
