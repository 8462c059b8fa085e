//! The calendar: one entry per place where something may happen next.
//!
//! A *slot* is such a place: an ordering point, where the head of one of its streams is due, or the
//! next timer of a host. The number of slots is fixed when the run is built, so the calendar never
//! grows.

use crate::key::Key;
use crate::key_queue::KeyQueue;

/// When each of a fixed number of slots is due.
#[derive(Clone, Debug)]
pub struct Calendar {
    keys: Vec<Key>,
    key_queue: KeyQueue,
}

impl Calendar {
    /// An empty calendar of `slots` slots, numbered from 0.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        Self { keys: vec![Key::NEVER; slots], key_queue: KeyQueue::new(slots) }
    }

    /// The key of the slot that is due first, or [`Key::NEVER`].
    #[inline]
    #[must_use]
    pub fn first(&self) -> Key {
        self.key_queue.first()
    }

    /// The key of a slot, or [`Key::NEVER`].
    #[inline]
    #[must_use]
    pub fn key_of(&self, slot: u32) -> Key {
        self.keys[slot as usize]
    }

    /// Sets when `slot` is due; [`Key::NEVER`] takes it out.
    #[inline]
    pub fn set(&mut self, slot: u32, key: Key) {
        let old = std::mem::replace(&mut self.keys[slot as usize], key);
        self.key_queue.replace(old, key);
    }

    /// Takes out the slot that is due first. The calendar is not empty.
    #[inline]
    pub fn take_first(&mut self) {
        let slot = self.first().slot();
        self.keys[slot as usize] = Key::NEVER;
        self.key_queue.move_first(Key::NEVER);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Rank;
    use cellwise_units::Time;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn a_calendar_is_a_sorted_map(
            slots in 1usize..100, moves in prop::collection::vec((0usize..100, prop::option::of(0u64..50)), 1..300),
        ) {
            let mut calendar = Calendar::new(slots);
            let mut model: BTreeMap<u32, Key> = BTreeMap::new();
            for (slot, time) in moves {
                let slot = (slot % slots) as u32;
                let due = |time| Key::new(Time::from_ps(time), Rank::Timer(slot), slot);
                let key = time.map_or(Key::NEVER, due);
                calendar.set(slot, key);
                model.insert(slot, key);
                prop_assert_eq!(calendar.first(), model.values().copied().min().unwrap_or(Key::NEVER));
                prop_assert!((0..slots as u32).all(|s| calendar.key_of(s) == *model.get(&s).unwrap_or(&Key::NEVER)));
            }
        }
    }
}
