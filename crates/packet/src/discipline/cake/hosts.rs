//! Which queue of a tin a packet's flow has, and how many busy flows its hosts have.
//!
//! Both are found in sets of eight: a flow or host takes any place of its set, and shares one only if all are taken.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::discipline::hash::mix;
use crate::packet::Flow;

/// Queues of a tin, and places for hosts.
pub(super) const QUEUES: usize = 1024;
const WAYS: usize = 8;

/// Between whom the rate is shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Isolation {
    /// All packets of a tin share one queue.
    Flowblind,
    /// Hosts that send.
    Srchost,
    /// Hosts that receive.
    Dsthost,
    /// Pairs of hosts.
    Hosts,
    /// Flows.
    Flows,
    /// Hosts that send, and then their flows.
    DualSrchost,
    /// Hosts that receive, and then their flows.
    DualDsthost,
    /// Hosts that send or receive, whichever has more flows, and then flows.
    #[default]
    TripleIsolate,
}

impl Isolation {
    /// Whether the flows of a sending host share its part; the same for a receiving one.
    fn shares_by_host(self) -> [bool; 2] {
        match self {
            Self::DualSrchost => [true, false],
            Self::DualDsthost => [false, true],
            Self::TripleIsolate => [true, true],
            _ => [false; 2],
        }
    }

    fn hash(self, flow: Flow, hosts: [u64; 2], salt: u64) -> u64 {
        match self {
            Self::Flowblind => 0,
            Self::Srchost => hosts[0],
            Self::Dsthost => hosts[1],
            Self::Hosts => hosts[0] ^ hosts[1],
            _ => mix(flow.number.wrapping_add(salt)),
        }
    }
}

/// The first place, from that of the hash and around its set, for which `fits` holds.
fn place(hash: u64, fits: impl Fn(usize) -> bool) -> Option<usize> {
    let direct = (hash % QUEUES as u64) as usize;
    let set = direct - direct % WAYS;
    (0..WAYS).map(|way| set + (direct + way) % WAYS).find(|&place| fits(place))
}

/// A place for a host: who has it, and how many of its flows are busy.
#[derive(Clone, Copy, Debug, Default)]
struct Host {
    tag: Option<u64>,
    bulk_flows: u32,
}

/// The places of senders, or of receivers.
#[derive(Clone, Debug)]
struct Hosts {
    places: Vec<Host>,
    /// The place of the host of each queue.
    of_queue: Vec<u16>,
}

impl Hosts {
    /// Gives the host of a queue its place.
    fn settle(&mut self, queue: usize, hash: u64) {
        let places = &self.places;
        let known = place(hash, |at| places[at].tag == Some(hash));
        let free = || place(hash, |at| places[at].bulk_flows == 0);
        let at = known.or_else(free).unwrap_or((hash % QUEUES as u64) as usize);
        self.places[at].tag = Some(hash);
        self.of_queue[queue] = at as u16;
    }

    fn bulk_flows(&mut self, queue: usize) -> &mut u32 {
        &mut self.places[usize::from(self.of_queue[queue])].bulk_flows
    }
}

/// What of a queue the search for one must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Free,
    Active,
    /// Active, and its hosts count it.
    Counted,
}

/// The queues of a tin by flow.
#[derive(Clone, Debug)]
pub(super) struct Directory {
    isolation: Isolation,
    salt: u64,
    tags: Vec<Option<u64>>,
    /// Of senders and receivers, as far as the isolation counts them.
    hosts: [Option<Hosts>; 2],
}

impl Directory {
    pub(super) fn new(isolation: Isolation, salt: u64) -> Self {
        let hosts = isolation.shares_by_host().map(|shares| {
            shares.then(|| Hosts { places: vec![Host::default(); QUEUES], of_queue: vec![0; QUEUES] })
        });
        Self { isolation, salt: mix(!salt), tags: vec![None; QUEUES], hosts }
    }

    /// The queue of a flow.
    pub(super) fn queue_of(&mut self, flow: Flow, use_of: impl Fn(usize) -> Use) -> usize {
        let salt = self.salt;
        let hosts = [(flow.source, 1), (flow.destination, 2)]
            .map(|(host, side)| mix(mix(salt ^ side) ^ u64::from(host)));
        let hash = self.isolation.hash(flow, hosts, salt);
        let direct = (hash % QUEUES as u64) as usize;
        let tags = &self.tags;
        if tags[direct] == Some(hash) && use_of(direct) != Use::Free {
            return direct;
        }
        let tagged = place(hash, |queue| tags[queue] == Some(hash));
        let queue = tagged.or_else(|| place(hash, |queue| use_of(queue) == Use::Free)).unwrap_or(direct);
        let is_mine = tagged.is_some() && use_of(queue) != Use::Free;
        self.tags[queue] = Some(hash);
        if !is_mine {
            self.settle(queue, hosts, use_of(queue) == Use::Counted);
        }
        queue
    }

    /// Gives the hosts of a queue their places. One that others use while it is counted is counted for the new hosts.
    fn settle(&mut self, queue: usize, hashes: [u64; 2], is_counted: bool) {
        for (hosts, hash) in self.hosts.iter_mut().zip(hashes) {
            let Some(hosts) = hosts else { continue };
            if is_counted {
                *hosts.bulk_flows(queue) -= 1;
            }
            hosts.settle(queue, hash);
            if is_counted {
                *hosts.bulk_flows(queue) += 1;
            }
        }
    }

    /// A queue became busy, or ceased to be.
    pub(super) fn count(&mut self, queue: usize, is_busy: bool) {
        for hosts in self.hosts.iter_mut().flatten() {
            let flows = hosts.bulk_flows(queue);
            *flows = if is_busy { *flows + 1 } else { *flows - 1 };
        }
    }

    /// By how many flows the part of the queue's hosts is divided; at least 1.
    pub(super) fn load(&mut self, queue: usize) -> u32 {
        self.hosts.iter_mut().flatten().map(|hosts| *hosts.bulk_flows(queue)).fold(1, u32::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(number: u64, source: u32, destination: u32) -> Flow {
        Flow { number, source, destination }
    }

    /// Flows whose hashes lead to the same set, in the order of their numbers.
    fn of_one_set(directory: &Directory, set: usize, count: usize) -> Vec<Flow> {
        (0..)
            .map(|number| flow(number, 0, 0))
            .filter(|flow| {
                let hash = Isolation::Flows.hash(*flow, [0; 2], directory.salt);
                (hash % QUEUES as u64) as usize / WAYS == set
            })
            .take(count)
            .collect()
    }

    #[test]
    fn eight_flows_of_a_set_have_a_queue_each_and_the_ninth_shares_its_own_place() {
        let mut directory = Directory::new(Isolation::Flows, 5);
        let flows = of_one_set(&directory, 3, 9);
        let mut taken = Vec::new();
        for flow in &flows[..8] {
            let queue = directory
                .queue_of(*flow, |queue| if taken.contains(&queue) { Use::Active } else { Use::Free });
            assert!(!taken.contains(&queue) && queue / WAYS == 3);
            taken.push(queue);
        }
        let ninth = directory.queue_of(flows[8], |_| Use::Active);
        assert_eq!(ninth as u64, Isolation::Flows.hash(flows[8], [0; 2], directory.salt) % QUEUES as u64);
    }

    #[test]
    fn a_flow_stays_in_its_queue_although_its_own_place_is_free_again() {
        let mut directory = Directory::new(Isolation::Flows, 5);
        let flow = of_one_set(&directory, 7, 1)[0];
        let own = directory.queue_of(flow, |_| Use::Free);
        directory.tags[own] = None;
        let other = directory.queue_of(flow, |queue| if queue == own { Use::Active } else { Use::Free });
        assert_eq!(other, own - own % WAYS + (own + 1) % WAYS, "the next of its set");
        assert_eq!(
            directory.queue_of(flow, |queue| if queue == other { Use::Active } else { Use::Free }),
            other
        );
    }

    #[test]
    fn isolation_says_which_packets_share_a_queue() {
        let queues = |isolation| {
            let mut directory = Directory::new(isolation, 1);
            let flows = [flow(1, 10, 20), flow(2, 10, 20), flow(3, 10, 21), flow(4, 11, 20)];
            let queues = flows.map(|flow| directory.queue_of(flow, |_| Use::Active));
            queues.map(|queue| queues.iter().position(|other| *other == queue).unwrap())
        };
        assert_eq!(queues(Isolation::Flowblind), [0, 0, 0, 0]);
        assert_eq!(queues(Isolation::Srchost), [0, 0, 0, 3]);
        assert_eq!(queues(Isolation::Dsthost), [0, 0, 2, 0]);
        assert_eq!(queues(Isolation::Hosts), [0, 0, 2, 3]);
        for isolation in
            [Isolation::Flows, Isolation::DualSrchost, Isolation::DualDsthost, Isolation::TripleIsolate]
        {
            assert_eq!(queues(isolation), [0, 1, 2, 3]);
        }
    }

    #[test]
    fn the_load_of_a_queue_is_how_many_busy_flows_its_hosts_have() {
        let loads = |isolation| {
            let mut directory = Directory::new(isolation, 1);
            let flows = [flow(1, 10, 20), flow(2, 10, 21), flow(3, 10, 22), flow(4, 11, 22)];
            let queues = flows.map(|flow| directory.queue_of(flow, |_| Use::Free));
            queues.iter().for_each(|queue| directory.count(*queue, true));
            queues.map(|queue| directory.load(queue))
        };
        assert_eq!(loads(Isolation::Flows), [1, 1, 1, 1]);
        assert_eq!(loads(Isolation::DualSrchost), [3, 3, 3, 1]);
        assert_eq!(loads(Isolation::DualDsthost), [1, 1, 2, 2]);
        assert_eq!(loads(Isolation::TripleIsolate), [3, 3, 3, 2]);
    }

    #[test]
    fn a_busy_queue_that_others_join_is_counted_for_their_hosts() {
        let mut directory = Directory::new(Isolation::DualSrchost, 1);
        let queue = directory.queue_of(flow(1, 10, 20), |_| Use::Free);
        directory.count(queue, true);
        directory.settle(queue, [77, 0], true);
        assert_eq!(directory.load(queue), 1);
        directory.count(queue, false);
        let all = directory.hosts[0].as_ref().unwrap().places.iter().map(|host| host.bulk_flows).sum::<u32>();
        assert_eq!(all, 0);
    }
}
