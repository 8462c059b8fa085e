//! A key queue: the streams of one place, in the order in which they are due.

use crate::key::Key;
use crate::key_list::KeyList;
use crate::key_tree::KeyTree;

/// The most slots of which a list keeps the order.
const MOST_IN_LIST: usize = 128;

/// The keys of the active streams of one place; a key's slot is the stream's number there.
#[derive(Clone, Debug)]
pub struct KeyQueue {
    /// The least key, or [`Key::NEVER`].
    first: Key,
    order: Order,
}

#[derive(Clone, Debug)]
enum Order {
    /// Without the first.
    Few(KeyList),
    Many(KeyTree),
}

impl KeyQueue {
    /// An empty queue for `streams` streams, numbered from 0.
    #[must_use]
    pub fn new(streams: usize) -> Self {
        let is_few = streams <= MOST_IN_LIST;
        let order =
            if is_few { Order::Few(KeyList::new(streams)) } else { Order::Many(KeyTree::new(streams)) };
        Self { first: Key::NEVER, order }
    }

    /// The key of the stream that is due first, or [`Key::NEVER`].
    #[inline]
    #[must_use]
    pub fn first(&self) -> Key {
        self.first
    }

    /// The key of the stream that is due next after the first, or [`Key::NEVER`].
    #[inline]
    #[must_use]
    pub fn second(&self) -> Key {
        match &self.order {
            Order::Few(list) => list.second(),
            Order::Many(tree) => tree.second(),
        }
    }

    /// Adds a stream that was not active; its key is not [`Key::NEVER`].
    #[inline]
    pub fn add(&mut self, key: Key) {
        match &mut self.order {
            Order::Few(list) => list.add(&mut self.first, key),
            Order::Many(_) => self.replace_in_tree(Key::NEVER, key),
        }
    }

    /// Gives the first stream its next key; [`Key::NEVER`] takes it out. The queue is not empty.
    #[inline]
    pub fn move_first(&mut self, key: Key) {
        match &mut self.order {
            Order::Few(list) => list.move_first(&mut self.first, key),
            Order::Many(_) => self.replace_in_tree(self.first, key),
        }
    }

    /// Gives the stream with the key `old`, active or not, another key; [`Key::NEVER`] takes it out.
    #[inline(always)]
    pub fn replace(&mut self, old: Key, key: Key) {
        // Both are never if the stream is not active and stays so.
        if old == key {
            return;
        }
        if old == Key::NEVER {
            self.add(key);
        } else if old == self.first {
            self.move_first(key);
        } else {
            self.replace_other(old, key);
        }
    }

    fn replace_other(&mut self, old: Key, key: Key) {
        let Order::Few(list) = &mut self.order else { return self.replace_in_tree(old, key) };
        list.remove(old);
        if key != Key::NEVER {
            self.add(key);
        }
    }

    fn replace_in_tree(&mut self, old: Key, key: Key) {
        if let Order::Many(tree) = &mut self.order {
            tree.replace(old, key);
            self.first = tree.first();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Rank;
    use cellwise_units::Time;
    use proptest::prelude::*;

    #[test]
    fn streams_that_take_turns_keep_their_order_in_the_tree() {
        let streams = 300;
        let key = |time: u64| Key::new(Time::from_ps(time), Rank::Arrival(7), time as u32 % streams);
        let mut key_queue = KeyQueue::new(streams as usize);
        for time in 0..u64::from(streams) {
            key_queue.add(key(time));
        }
        for time in 0..2000 {
            assert_eq!(key_queue.first(), key(time));
            assert_eq!(key_queue.second(), key(time + 1));
            key_queue.move_first(key(time + u64::from(streams)));
        }
    }

    proptest! {
        #[test]
        fn a_queue_gives_the_streams_in_the_order_of_their_keys(
            streams in prop_oneof![1u32..60, 60..=MOST_IN_LIST as u32, MOST_IN_LIST as u32 + 1..600],
            starts in prop::collection::vec(0u64..100, 600),
            steps in prop::collection::vec(prop::option::of(0u64..60), 0..600),
        ) {
            let mut key_queue = KeyQueue::new(streams as usize);
            let mut model: Vec<Key> = Vec::new();
            let key = |time, slot| Key::new(Time::from_ps(time), Rank::Arrival(7), slot);
            for slot in 0..streams {
                key_queue.add(key(starts[slot as usize], slot));
                model.push(key(starts[slot as usize], slot));
            }
            for step in steps {
                model.sort();
                prop_assert_eq!(key_queue.first(), model.first().copied().unwrap_or(Key::NEVER));
                prop_assert_eq!(key_queue.second(), model.get(1).copied().unwrap_or(Key::NEVER));
                let Some(first) = model.first_mut() else { break };
                let first_time = first.time().ps();
                let next = step.map_or(Key::NEVER, |step| key(first.time().ps() + step, first.slot()));
                key_queue.move_first(next);
                *first = next;
                model.retain(|key| *key != Key::NEVER);
                // Any stream, active or not, may be given another key.
                let slot = step.unwrap_or(7) as u32 % streams;
                let other = step.map_or(Key::NEVER, |step| key(first_time + 2 * step, slot));
                let old = model.iter().find(|key| key.slot() == slot).copied().unwrap_or(Key::NEVER);
                key_queue.replace(old, other);
                model.retain(|key| key.slot() != slot);
                model.extend((other != Key::NEVER).then_some(other));
            }
        }
    }
}
