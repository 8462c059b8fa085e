//! A list of keys, sorted.
//!
//! At most places few streams are active at a time, and most keys move by a place or two: there a sorted list beats a
//! tree. Keys that move far are searched for, and the list is moved as one block.

use crate::key::Key;

/// So many places are tested before the rest is searched.
const NEAR: usize = 8;

/// The keys of the active ones of a few slots, except the first, which its owner has; the least at the end.
#[derive(Clone, Debug)]
pub(crate) struct KeyList(Vec<Key>);

impl KeyList {
    pub(crate) fn new(slots: usize) -> Self {
        Self(Vec::with_capacity(slots))
    }

    #[inline]
    pub(crate) fn second(&self) -> Key {
        self.0.last().copied().unwrap_or(Key::NEVER)
    }

    /// Adds a key, which is not [`Key::NEVER`]: that would stay here as if it were the last of all.
    #[inline]
    pub(crate) fn add(&mut self, first: &mut Key, key: Key) {
        debug_assert_ne!(key, Key::NEVER, "an active slot is due at some time");
        if *first == Key::NEVER {
            *first = key;
            return;
        }
        self.0.push(key.max(*first));
        *first = key.min(*first);
        self.sift();
    }

    #[inline]
    pub(crate) fn move_first(&mut self, first: &mut Key, key: Key) {
        let Some(second) = self.0.last_mut().filter(|second| **second <= key) else {
            *first = key;
            return;
        };
        *first = std::mem::replace(second, key);
        if key == Key::NEVER {
            self.0.pop();
        } else {
            self.sift();
        }
    }

    /// Takes out a key that is here.
    pub(crate) fn remove(&mut self, key: Key) {
        let place = self.0.partition_point(|&other| other > key);
        debug_assert_eq!(self.0.get(place), Some(&key), "an active slot has its key here");
        self.0.remove(place);
    }

    /// Moves the last key to its place among the others, which are sorted.
    #[inline]
    fn sift(&mut self) {
        let Some((place, others)) = self.0.split_last_mut() else { return };
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
        if far > 0 {
            self.sift_far(far);
        }
    }

    /// Moves the key at a place up to its own, which is searched.
    #[inline(never)]
    fn sift_far(&mut self, last: usize) {
        let key = self.0[last];
        // Streams that take turns go to the very end.
        let goes_last = self.0[0] < key;
        let place = if goes_last { 0 } else { self.0[..last].partition_point(|&other| other > key) };
        self.0.copy_within(place..last, place + 1);
        self.0[place] = key;
    }
}
