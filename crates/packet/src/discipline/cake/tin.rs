//! A tin: its flows, and the order in which they are served (DRR++ with hosts).
//!
//! A flow that begins is sparse and is served before those that continue, until it has used up its first turn.

use super::cobalt::Cobalt;
use super::hosts::{Directory, Isolation, QUEUES, Use};
use super::list::Lists;
use super::shaper::Clock;
use super::tins::TinSettings;
use crate::discipline::Draw;
use crate::discipline::fifo::Fifo;
use crate::packet::{Flow, Packet};

/// How a host's part is divided by the number of its flows.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Sharing {
    /// Exactly, by carrying over what a division leaves.
    #[default]
    Exact,
    /// As Linux does: in parts of 65536, with a random number in place of the rest. COBALT also has the
    /// kernel's rules: a flow that never was signalled begins with 0 for the reciprocal root.
    Linux,
}

/// The lists in which flows take turns.
const NEW: usize = 0;
const OLD: usize = 1;
/// Flows that are empty but not forgotten yet.
const DECAYING: usize = 2;

/// The state of a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Standing {
    #[default]
    None,
    Sparse,
    /// Its first turn is used up, and it is empty.
    SparseWait,
    Bulk,
    Decaying,
}

#[derive(Clone, Debug, Default)]
pub(super) struct FlowQueue {
    pub(super) packets: Fifo,
    pub(super) cobalt: Cobalt,
    standing: Standing,
    list: usize,
    deficit: i64,
    /// What the last division of a turn left, and by how many it was divided.
    rest: (u32, u32),
}

impl FlowQueue {
    fn new(sharing: Sharing) -> Self {
        let cobalt = match sharing {
            Sharing::Exact => Cobalt::default(),
            Sharing::Linux => Cobalt::as_in_linux(),
        };
        Self { cobalt, ..Self::default() }
    }

    /// What the last division left, if it was the same.
    fn carried(&self, load: u32) -> u64 {
        if self.rest.1 == load { self.rest.0.into() } else { 0 }
    }

    /// A part of some octets; the remainder of the division is kept for the next.
    fn divide(&mut self, octets: u64, load: u32) -> i64 {
        let octets = octets + self.carried(load);
        self.rest = ((octets % u64::from(load)) as u32, load);
        (octets / u64::from(load)) as i64
    }

    /// Has a turn, whose octets are fewer where the flow's hosts have others.
    fn take_turn(&mut self, sharing: Sharing, quantum: u32, load: u32, draw: Draw<'_>) {
        self.deficit += match sharing {
            Sharing::Linux => {
                let dither = (draw() * 65_536.0) as u64;
                ((u64::from(quantum) * u64::from(65_535 / load) + dither) >> 16) as i64
            }
            Sharing::Exact => self.divide(quantum.into(), load),
        };
    }
}

/// The flows of a tin, since its first packet.
#[derive(Clone, Debug)]
struct Flows {
    queues: Vec<FlowQueue>,
    directory: Directory,
    lists: Lists<3>,
}

/// A tin.
#[derive(Clone, Debug)]
pub(super) struct Tin {
    pub(super) settings: TinSettings,
    isolation: Isolation,
    sharing: Sharing,
    salt: u64,
    flows: Option<Box<Flows>>,
    sparse_flows: u64,
    pub(super) bulk_flows: u64,
    pub(super) packets: u64,
    /// When it is due by its rate; none without a shaper.
    pub(super) clock: Option<Clock>,
    /// Octets that it may send in its turn where there is no shaper.
    pub(super) deficit: i64,
}

impl Tin {
    pub(super) fn new(settings: TinSettings, isolation: Isolation, sharing: Sharing, salt: u64) -> Self {
        Self {
            settings,
            isolation,
            sharing,
            salt,
            flows: None,
            sparse_flows: 0,
            bulk_flows: 0,
            packets: 0,
            clock: settings.octets_per_s.map(Clock::of_octets_per_s),
            deficit: 0,
        }
    }

    fn flows(&mut self) -> &mut Flows {
        let (isolation, salt, sharing) = (self.isolation, self.salt, self.sharing);
        self.flows.get_or_insert_with(|| {
            Box::new(Flows {
                queues: vec![FlowQueue::new(sharing); QUEUES],
                directory: Directory::new(isolation, salt),
                lists: Lists::new(QUEUES),
            })
        })
    }

    pub(super) fn is_active(&self) -> bool {
        self.sparse_flows + self.bulk_flows > 0
    }

    pub(super) fn queue(&mut self, queue: usize) -> &mut FlowQueue {
        &mut self.flows().queues[queue]
    }

    /// The number of the queue of a flow.
    pub(super) fn queue_of(&mut self, flow: Flow) -> usize {
        let Flows { queues, directory, .. } = self.flows();
        directory.queue_of(flow, |queue| match queues[queue].standing {
            Standing::None => Use::Free,
            Standing::Bulk => Use::Counted,
            _ => Use::Active,
        })
    }

    /// The queue with the most octets, the first of them, and how many they are.
    pub(super) fn longest(&self) -> Option<(usize, u64)> {
        let queues = &self.flows.as_ref()?.queues;
        let octets = |queue: &FlowQueue| queue.packets.backlog().octets;
        let most = queues.iter().map(octets).max()?;
        queues.iter().position(|queue| octets(queue) == most).map(|queue| (queue, most))
    }

    /// A packet joined this queue.
    pub(super) fn activate(&mut self, queue: usize, draw: Draw<'_>) {
        match self.queue(queue).standing {
            Standing::None => self.begin(queue, draw),
            Standing::Decaying => {
                self.flows().lists.remove(DECAYING, queue);
                self.begin(queue, draw);
            }
            Standing::SparseWait => {
                self.sparse_flows -= 1;
                self.make_bulk(queue);
            }
            Standing::Sparse | Standing::Bulk => {}
        }
    }

    fn begin(&mut self, queue: usize, draw: Draw<'_>) {
        self.sparse_flows += 1;
        self.queue(queue).deficit = 0;
        self.take_turn(queue, draw);
        let flows = self.flows();
        let flow = &mut flows.queues[queue];
        (flow.standing, flow.list) = (Standing::Sparse, NEW);
        flows.lists.push(NEW, queue);
    }

    fn make_bulk(&mut self, queue: usize) {
        self.bulk_flows += 1;
        let flows = self.flows();
        flows.queues[queue].standing = Standing::Bulk;
        flows.directory.count(queue, true);
    }

    fn take_turn(&mut self, queue: usize, draw: Draw<'_>) {
        let (quantum, sharing) = (self.settings.quantum, self.sharing);
        let Flows { queues, directory, .. } = self.flows();
        queues[queue].take_turn(sharing, quantum, directory.load(queue), draw);
    }

    /// The queue whose turn it is. The first time for a packet, one that decays is asked, so that it continues to
    /// decay.
    pub(super) fn pick(&mut self, is_first: bool, draw: Draw<'_>) -> Option<usize> {
        let lists = &self.flows().lists;
        if let Some(queue) = lists.first(DECAYING).filter(|_| is_first) {
            return Some(queue);
        }
        while let Some(queue) = self.flows().lists.first(NEW) {
            if self.queue(queue).deficit > 0 {
                return Some(queue);
            }
            self.end_first_turn(queue, draw);
        }
        self.pick_old(draw)
    }

    /// A queue that began has used up its first turn, and gets another after all that continue.
    fn end_first_turn(&mut self, queue: usize, draw: Draw<'_>) {
        let flow = self.queue(queue);
        if flow.packets.first().is_some() {
            self.sparse_flows -= 1;
            self.make_bulk(queue);
        } else {
            flow.standing = Standing::SparseWait;
        }
        self.take_turn(queue, draw);
        self.shift(queue, OLD);
    }

    /// The next that may send of those that continue, where none begins: the others have turns until then.
    fn pick_old(&mut self, draw: Draw<'_>) -> Option<usize> {
        let (quantum, sharing) = (self.settings.quantum, self.sharing);
        let all = self.sparse_flows + self.bulk_flows;
        let Flows { queues, directory, lists } = self.flows();
        let mut passed = 0;
        loop {
            let queue = lists.first(OLD)?;
            let flow = &mut queues[queue];
            if flow.deficit > 0 {
                return Some(queue);
            }
            flow.take_turn(sharing, quantum, directory.load(queue), draw);
            lists.rotate(OLD);
            passed += 1;
            if passed == all && sharing == Sharing::Exact {
                skip_rounds(queues, directory, lists, quantum.into());
                passed = 0;
            }
        }
    }

    fn shift(&mut self, queue: usize, list: usize) {
        let flows = self.flows();
        let before = std::mem::replace(&mut flows.queues[queue].list, list);
        flows.lists.remove(before, queue);
        flows.lists.push(list, queue);
    }

    /// A queue had no packet in its turn: it stays known while its management is not at rest.
    pub(super) fn retire(&mut self, queue: usize, is_at_rest: bool) {
        match self.queue(queue).standing {
            Standing::Sparse | Standing::SparseWait => self.sparse_flows -= 1,
            Standing::Bulk => {
                self.bulk_flows -= 1;
                self.flows().directory.count(queue, false);
            }
            Standing::None | Standing::Decaying => {}
        }
        if is_at_rest {
            let flows = self.flows();
            let flow = &mut flows.queues[queue];
            flow.standing = Standing::None;
            flows.lists.remove(flow.list, queue);
        } else {
            self.queue(queue).standing = Standing::Decaying;
            self.shift(queue, DECAYING);
        }
    }

    /// Octets of a packet are taken from its flow's turn and from the tin's.
    pub(super) fn spend(&mut self, queue: usize, octets: u64) {
        let octets = i64::try_from(octets).unwrap_or(i64::MAX);
        let flow = self.queue(queue);
        flow.deficit = flow.deficit.saturating_sub(octets);
        self.deficit = self.deficit.saturating_sub(octets);
    }

    /// Takes the oldest packet of a queue.
    pub(super) fn pop(&mut self, queue: usize) -> Option<Packet> {
        let packet = self.queue(queue).packets.pop()?;
        self.packets -= 1;
        Some(packet)
    }
}

/// Skips the rounds of OLD, in which all flows are, after which no flow may send yet. Hosts with many flows have short
/// turns, and packets would take thousands of rounds.
fn skip_rounds(queues: &mut [FlowQueue], directory: &mut Directory, lists: &Lists<3>, quantum: u64) {
    let mut fewest = u64::MAX;
    for queue in lists.all(OLD) {
        let load = directory.load(queue);
        let flow = &queues[queue];
        let needed = (1 - flow.deficit).max(0) as u64 * u64::from(load);
        let rounds = needed.saturating_sub(flow.carried(load)).div_ceil(quantum);
        fewest = fewest.min(rounds);
    }
    let skipped = fewest.saturating_sub(1);
    for queue in lists.all(OLD) {
        let load = directory.load(queue);
        queues[queue].deficit += queues[queue].divide(skipped * quantum, load);
    }
}

#[cfg(test)]
mod tests;
