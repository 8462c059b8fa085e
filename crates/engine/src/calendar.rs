//! The calendar: one entry per place where something may happen next, in a tournament tree that is
//! updated in place.
//!
//! A *slot* is such a place: an ordering point, where the head of one of its streams is due, or the
//! next timer of a host. The number of slots is fixed when the run is built, so the calendar never
//! grows, and moving a slot costs one walk from its leaf towards the root.

use cellwise_units::Time;

/// Order of events at the same instant: arrivals first (by tie), then timers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Something arrives; the tie decides among simultaneous arrivals.
    Arrival(u32),
    /// A timer fires, after every arrival of the same instant; in order of the number given.
    Timer(u32),
}

/// When a slot is due: time, then rank, then slot number. No two slots are ever equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(u128);

/// Ties keep 31 bits; the top bit of the rank tells timers from arrivals.
const TIE_BITS: u32 = 31;
const TIMER: u32 = 1 << TIE_BITS;

impl Key {
    /// Nothing is due.
    pub const NEVER: Self = Self(u128::MAX);

    /// The key of `slot` at `time`.
    #[inline]
    #[must_use]
    pub fn new(time: Time, rank: Rank, slot: u32) -> Self {
        let rank = match rank {
            Rank::Arrival(tie) => tie >> 1,
            Rank::Timer(order) => TIMER | (order & (TIMER - 1)),
        };
        Self((u128::from(time.ps()) << 64) | (u128::from(rank) << 32) | u128::from(slot))
    }

    /// The instant.
    #[inline]
    #[must_use]
    pub const fn time(self) -> Time {
        Time::from_ps((self.0 >> 64) as u64)
    }

    /// The same time and rank for another slot.
    #[inline]
    #[must_use]
    pub fn at_slot(self, slot: u32) -> Self {
        if self == Self::NEVER { self } else { Self((self.0 & !0xffff_ffff) | u128::from(slot)) }
    }

    /// The slot.
    #[inline]
    #[must_use]
    pub const fn slot(self) -> u32 {
        self.0 as u32
    }
}

/// A tournament tree over a fixed number of slots; the least key wins.
#[derive(Clone, Debug)]
pub struct Calendar {
    /// The tree by pairs: `pairs[n]` holds the winners below the two children of node `n`. Node 1 is
    /// the root; slot `s` is node `leaves + s`.
    pairs: Vec<[Key; 2]>,
    leaves: usize,
    first: Key,
}

impl Calendar {
    /// An empty calendar of `slots` slots, numbered from 0.
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

    /// The key of a slot, or [`Key::NEVER`].
    #[inline]
    #[must_use]
    pub fn key_of(&self, slot: u32) -> Key {
        let node = self.leaves + slot as usize;
        self.pairs[node / 2][node % 2]
    }

    /// Sets when `slot` is due; [`Key::NEVER`] takes it out.
    #[inline]
    pub fn set(&mut self, slot: u32, key: Key) {
        let mut node = self.leaves + slot as usize;
        let mut winner = key;
        while node > 1 {
            let pair = &mut self.pairs[node / 2];
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
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn at(ps: u64, tie: u32, slot: u32) -> Key {
        Key::new(Time::from_ps(ps), Rank::Arrival(tie), slot)
    }

    #[test]
    fn arrivals_come_before_timers_of_the_same_instant() {
        let arrival = at(5, u32::MAX, 9);
        let timer = Key::new(Time::from_ps(5), Rank::Timer(0), 0);
        assert!(arrival < timer);
        assert!(timer < at(6, 0, 0));
    }

    proptest! {
        #[test]
        fn a_calendar_is_a_sorted_map(slots in 1usize..40, moves in prop::collection::vec((0usize..40, prop::option::of(0u64..50), any::<u32>()), 1..200)) {
            let mut calendar = Calendar::new(slots);
            let mut model: BTreeMap<u32, Key> = BTreeMap::new();
            for (slot, time, tie) in moves {
                let slot = (slot % slots) as u32;
                let key = time.map_or(Key::NEVER, |time| at(time, tie, slot));
                calendar.set(slot, key);
                model.insert(slot, key);
                let least = model.values().copied().min().unwrap_or(Key::NEVER);
                prop_assert_eq!(calendar.first(), least);
                for probe in 0..slots as u32 {
                    let others = model.iter().filter(|(s, _)| **s != probe).map(|(_, k)| *k).min();
                    prop_assert_eq!(calendar.first_besides(probe), others.unwrap_or(Key::NEVER));
                }
            }
        }
    }
}
