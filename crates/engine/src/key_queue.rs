//! A key_queue: the streams of one place, in the order in which they are due.
//!
//! At most places few streams are active at a time, and most keys move by a place or two: a sorted
//! list beats a tree. Keys that move far are searched for, and the list is moved as one block; of a long
//! list what is due last is kept in a tree, so that no move takes longer than the list of `MOST` does.

use std::collections::BTreeSet;

use crate::key::Key;

/// So many places are tested before the rest is searched.
const NEAR: usize = 8;
/// The most keys in the list, beyond which half of them go to the tree.
const MOST: usize = 256;

/// The keys of the active streams of one place; a key's slot is the stream's number there.
#[derive(Clone, Debug)]
pub struct KeyQueue {
    /// The least key, or [`Key::NEVER`].
    first: Key,
    /// The next ones, the least at the end. More than [`NEAR`] if there are any behind them.
    others: Vec<Key>,
    /// All that are due after those.
    behind: BTreeSet<Key>,
}

impl KeyQueue {
    /// An empty key_queue, with room for `streams` streams.
    #[must_use]
    pub fn new(streams: usize) -> Self {
        Self { first: Key::NEVER, others: Vec::with_capacity(streams.min(MOST)), behind: BTreeSet::new() }
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
        self.others.last().copied().unwrap_or(Key::NEVER)
    }

    /// Adds a stream that was not active.
    #[inline]
    pub fn add(&mut self, key: Key) {
        if self.first == Key::NEVER {
            self.first = key;
            return;
        }
        self.others.push(key.max(self.first));
        self.first = self.first.min(key);
        self.sift();
    }

    /// Gives the first stream its next key; [`Key::NEVER`] takes it out. The key_queue is not empty.
    #[inline]
    pub fn move_first(&mut self, key: Key) {
        let Some(second) = self.others.last_mut() else {
            self.first = key;
            return;
        };
        if key < *second {
            self.first = key;
            return;
        }
        self.first = std::mem::replace(second, key);
        if key == Key::NEVER {
            self.others.pop();
            self.refill();
        } else {
            self.sift();
        }
    }

    /// Gives the stream with the key `old`, active or not, another key; [`Key::NEVER`] takes it out.
    #[inline]
    pub fn replace(&mut self, old: Key, key: Key) {
        if old == Key::NEVER {
            self.add(key);
        } else if old == self.first {
            self.move_first(key);
        } else {
            self.replace_other(old, key);
        }
    }

    fn replace_other(&mut self, old: Key, key: Key) {
        let place = self.others.partition_point(|&other| other > old);
        if self.others.get(place) == Some(&old) {
            self.others.remove(place);
            self.refill();
        } else {
            let was_behind = self.behind.remove(&old);
            debug_assert!(was_behind, "an active stream has its key here");
        }
        if key != Key::NEVER {
            self.add(key);
        }
    }

    /// Moves the last key to its place among the others, which are sorted.
    #[inline]
    fn sift(&mut self) {
        let Some((place, others)) = self.others.split_last_mut() else { return };
        let (key, far) = (*place, others.len().saturating_sub(NEAR));
        let mut place = place;
        for other in others[far..].iter_mut().rev() {
            if *other >= key {
                *place = key;
                return;
            }
            *place = *other;
            place = other;
        }
        *place = key;
        if far > 0 || !self.behind.is_empty() {
            self.sift_far(far);
        }
    }

    /// Moves the key at a place up to its own, which is searched.
    #[inline(never)]
    fn sift_far(&mut self, last: usize) {
        let key = self.others[last];
        if self.behind.first().is_some_and(|&behind| behind < key) {
            self.others.remove(last);
            self.behind.insert(key);
            return self.refill();
        }
        // Streams that take turns go to the very end.
        let goes_last = self.others[0] < key;
        let place = if goes_last { 0 } else { self.others[..last].partition_point(|&other| other > key) };
        self.others.copy_within(place..last, place + 1);
        self.others[place] = key;
        if self.others.len() > MOST {
            self.behind.extend(self.others.drain(..MOST / 2));
        }
    }

    /// Takes keys from the tree if the list has become short.
    #[inline]
    fn refill(&mut self) {
        if self.others.len() <= NEAR && !self.behind.is_empty() {
            self.take_from_behind();
        }
    }

    #[inline(never)]
    fn take_from_behind(&mut self) {
        let near = std::mem::take(&mut self.others);
        while self.others.len() < MOST / 2
            && let Some(key) = self.behind.pop_first()
        {
            self.others.push(key);
        }
        self.others.reverse();
        self.others.extend(near);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Rank;
    use cellwise_units::Time;
    use proptest::prelude::*;

    #[test]
    fn streams_that_take_turns_keep_their_order_through_the_tree() {
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
            streams in prop_oneof![1u32..60, 250u32..600], starts in prop::collection::vec(0u64..100, 600), steps in prop::collection::vec(prop::option::of(0u64..60), 0..600),
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
