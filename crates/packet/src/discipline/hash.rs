//! Which queue of a discipline the packets of a flow go to.
//!
//! A hash replaces a queue for each flow; with fewer queues than numbers that a hash can have, flows meet in
//! one. The hash is ours: the numbers of flows, mixed with a salt of the discipline's own, so that two disciplines on
//! the way of a flow do not repeat each other's collisions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, prop_oneof};
use crate::packet::Flow;

/// The queues of a set, in which a flow may take any.
const WAYS: u32 = 8;

/// How flows find their queues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hash {
    /// Each flow has a queue of its own, however many there are.
    #[default]
    Perfect,
    /// By a hash of the flow into one of `flows` queues, as Linux does. Two flows may share a queue.
    Hashed,
    /// By a hash into one of the sets of 8 queues, and there into one that no other flow uses at the time, as ns-3
    /// does. Flows share a queue once a set is full.
    SetAssociative,
}

impl Hash {
    /// A number of queues, under the key `flows`, that no hash can use.
    pub(super) fn check(self, flows: u32) -> Option<ConfigIssue> {
        let rule = match self {
            Self::Perfect | Self::Hashed if flows == 0 => "give at least 1".to_owned(),
            Self::SetAssociative if flows == 0 || !flows.is_multiple_of(WAYS) => {
                format!("give a multiple of {WAYS}: a set has so many queues")
            }
            _ => return None,
        };
        Some(ConfigIssue::new("flows", flows, rule))
    }

    /// Any way, with a number of queues that it can use.
    #[cfg(feature = "arbitrary")]
    pub(super) fn arbitrary() -> impl Strategy<Value = (Self, u32)> {
        prop_oneof![
            (Just(Self::Perfect), 1u32..9),
            (Just(Self::Hashed), 1u32..9),
            (Just(Self::SetAssociative), (1u32..3).prop_map(|sets| sets * WAYS)),
        ]
    }
}

/// Mixes the bits of a number, so that each of them depends on all: the last step of the generator SplitMix64.
pub(super) const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

/// Finds numbers of flows in a map, which is never iterated.
#[derive(Clone, Copy, Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64((*byte).into());
        }
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }
}

/// The queues of flows, each a `T`, made when the first packet of a flow comes.
#[derive(Clone, Debug)]
pub(super) struct Flows<T> {
    queues: Queues,
    slots: Vec<T>,
    untouched: T,
}

impl<T: Clone> Flows<T> {
    /// At most `count` queues unless the hash is perfect, each a copy of `untouched` at first.
    pub(super) fn new(hash: Hash, count: u32, salt: u64, untouched: T) -> Self {
        Self { queues: Queues::new(hash, count, salt), slots: Vec::new(), untouched }
    }

    /// The number of the queue of a flow, from 0; `is_active` says whether a queue is in use.
    pub(super) fn of(&mut self, flow: Flow, is_active: impl Fn(&T) -> bool) -> u32 {
        let Self { queues, slots, untouched } = self;
        let queue = queues.of(flow, |queue| slots.get(queue as usize).is_some_and(&is_active));
        if queue as usize >= slots.len() {
            slots.resize(queue as usize + 1, untouched.clone());
        }
        queue
    }

    /// The queue with this number, which [`of`](Self::of) gave.
    pub(super) fn get_mut(&mut self, queue: u32) -> &mut T {
        &mut self.slots[queue as usize]
    }

    /// All queues that may have had packets, beginning with number 0.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.iter_mut()
    }
}

/// The numbers of queues by flow.
#[derive(Clone, Debug)]
struct Queues {
    hash: Hash,
    count: u32,
    salt: u64,
    /// With a perfect hash, the queue of each flow by its number.
    known: HashMap<u64, u32, BuildHasherDefault<Mixed>>,
    /// With sets, the hash of the flow that took each queue last.
    tags: Vec<Option<u64>>,
}

impl Queues {
    /// `count` queues, or as many as there are flows.
    fn new(hash: Hash, count: u32, salt: u64) -> Self {
        let sets = count.div_ceil(WAYS).max(1);
        let (count, tags) = match hash {
            Hash::Perfect | Hash::Hashed => (count.max(1), 0),
            Hash::SetAssociative => (sets.saturating_mul(WAYS), sets.saturating_mul(WAYS)),
        };
        Self { hash, count, salt: mix(!salt), known: HashMap::default(), tags: vec![None; tags as usize] }
    }

    /// The queue of a flow, from 0; `is_active` says whether a queue is in use.
    fn of(&mut self, flow: Flow, is_active: impl Fn(u32) -> bool) -> u32 {
        let hash = || mix(flow.number.wrapping_add(self.salt));
        match self.hash {
            Hash::Perfect => {
                let next = self.known.len() as u32;
                *self.known.entry(flow.number).or_insert(next)
            }
            Hash::Hashed => (((hash() >> 32) * u64::from(self.count)) >> 32) as u32,
            Hash::SetAssociative => {
                let hash = hash();
                self.way_of(hash, is_active)
            }
        }
    }

    /// The queue that the flow uses; else the first of its set that none uses; else the first of its set.
    ///
    /// ns-3 takes the first that fits in any of these ways, so that a flow may move while packets of it wait in a
    /// later queue, and overtake them.
    fn way_of(&mut self, hash: u64, is_active: impl Fn(u32) -> bool) -> u32 {
        let slot = (hash % u64::from(self.count)) as u32;
        let set = slot - slot % WAYS;
        let ways = || set..set + WAYS;
        let used = ways().find(|&way| self.tags[way as usize] == Some(hash) && is_active(way));
        let way = used.or_else(|| ways().find(|&way| !is_active(way))).unwrap_or(set);
        self.tags[way as usize] = Some(hash);
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(number: u64) -> Flow {
        Flow { number, ..Flow::default() }
    }

    /// The share of flows that share a queue with another.
    fn collided(queues: &mut Queues, flows: u64) -> f64 {
        let taken: Vec<u32> = (0..flows).map(|number| queues.of(flow(number), |_| false)).collect();
        let shares = |&queue: &u32| taken.iter().filter(|&&other| other == queue).count() > 1;
        taken.iter().filter(|queue| shares(queue)).count() as f64 / flows as f64
    }

    #[test]
    fn a_perfect_hash_gives_each_flow_a_queue_of_its_own() {
        let mut queues = Queues::new(Hash::Perfect, 1, 1);
        assert_eq!([9, 4, 9, 1 << 40].map(|number| queues.of(flow(number), |_| false)), [0, 1, 0, 2]);
    }

    #[test]
    fn flows_collide_as_often_as_a_hash_of_that_many_queues_makes_them() {
        // 1 - (1 - 1/N)^(n - 1): 100 flows in 1024 queues.
        let expected = 1.0 - (1.0 - 1.0 / 1024.0f64).powi(99);
        let salts = 200;
        let mean =
            (0..salts).map(|salt| collided(&mut Queues::new(Hash::Hashed, 1024, salt), 100)).sum::<f64>()
                / salts as f64;
        assert!((mean - expected).abs() < 0.01, "{mean} {expected}");
    }

    #[test]
    fn eight_flows_in_one_set_have_a_queue_each_and_the_ninth_shares_the_first() {
        let mut queues = Queues::new(Hash::SetAssociative, 8, 1);
        let mut active = Vec::new();
        for number in 0..9 {
            let queue = queues.of(flow(number), |queue| active.contains(&queue));
            assert_eq!(u64::from(queue), number % 8);
            active.push(queue);
        }
    }

    #[test]
    fn a_flow_stays_in_the_queue_in_which_its_packets_wait() {
        let mut queues = Queues::new(Hash::SetAssociative, 8, 1);
        assert_eq!(queues.of(flow(1), |_| false), 0);
        assert_eq!(queues.of(flow(2), |queue| queue == 0), 1);
        assert_eq!(queues.of(flow(2), |queue| queue == 1), 1, "although queue 0 is free by now");
    }

    #[test]
    fn sets_have_eight_queues() {
        assert_eq!(Hash::SetAssociative.check(1024), None);
        assert!(Hash::SetAssociative.check(12).is_some() && Hash::Hashed.check(0).is_some());
    }
}
