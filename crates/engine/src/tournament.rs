//! A tournament tree over keys, updated in place: moving a slot costs one walk from its leaf towards
//! the root.

use crate::key::Key;

/// A tournament tree over a fixed number of slots; the least key wins.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The tree by pairs: `pairs[n]` holds the winners below the two children of node `n`. Node 1 is
    /// the root; slot `s` is node `leaves + s`.
    pairs: Vec<[Key; 2]>,
    leaves: usize,
    first: Key,
}

impl Tournament {
    /// An empty tree of `slots` slots, numbered from 0.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        let leaves = slots.next_power_of_two().max(2);
        Self { pairs: vec![[Key::NEVER; 2]; leaves], leaves, first: Key::NEVER }
    }

    /// The least key, or [`Key::NEVER`].
    #[inline]
    #[must_use]
    pub fn first(&self) -> Key {
        self.first
    }

    /// Sets when `slot` is due; [`Key::NEVER`] takes it out.
    #[inline]
    pub fn set(&mut self, slot: u32, key: Key) {
        let mut node = self.leaves + slot as usize;
        let mut winner = key;
        while node > 1 {
            let pair = &mut self.pairs[node / 2];
            if pair[node % 2] == winner {
                // Nothing changes from here on.
                return;
            }
            pair[node % 2] = winner;
            winner = pair[0].min(pair[1]);
            node /= 2;
        }
        self.first = winner;
    }

    /// The least key among all slots but `slot`.
    #[inline]
    #[must_use]
    pub fn first_besides(&self, slot: u32) -> Key {
        let mut node = self.leaves + slot as usize;
        let mut winner = Key::NEVER;
        while node > 1 {
            winner = winner.min(self.pairs[node / 2][1 - node % 2]);
            node /= 2;
        }
        winner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Rank;
    use cellwise_units::Time;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn at(ps: u64, tie: u32, slot: u32) -> Key {
        Key::new(Time::from_ps(ps), Rank::Arrival(tie), slot)
    }

    proptest! {
        #[test]
        fn a_tournament_is_a_sorted_map(slots in 1usize..40, moves in prop::collection::vec((0usize..40, prop::option::of(0u64..50), any::<u32>()), 1..200)) {
            let mut tree = Tournament::new(slots);
            let mut model: BTreeMap<u32, Key> = BTreeMap::new();
            for (slot, time, tie) in moves {
                let slot = (slot % slots) as u32;
                let key = time.map_or(Key::NEVER, |time| at(time, tie, slot));
                tree.set(slot, key);
                model.insert(slot, key);
                let least = model.values().copied().min().unwrap_or(Key::NEVER);
                prop_assert_eq!(tree.first(), least);
                for probe in 0..slots as u32 {
                    let others = model.iter().filter(|(s, _)| **s != probe).map(|(_, k)| *k).min();
                    prop_assert_eq!(tree.first_besides(probe), others.unwrap_or(Key::NEVER));
                }
            }
        }
    }
}
