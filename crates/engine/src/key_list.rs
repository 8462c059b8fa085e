//! A list of keys, sorted, in a ring.
//!
//! At most places few streams are active at a time. The key of one that has been due goes a few places back, or, where
//! streams take turns, behind all others: in a ring both move few keys, from the end that is nearer.

use crate::key::Key;

/// In a list of no more keys than this, a place is looked for from the least.
const NEAR: usize = 8;

/// The keys of the active ones of a few slots, except the first, which its owner has.
#[derive(Clone, Debug)]
pub(crate) struct KeyList {
    /// A power of two of places.
    ring: Box<[Key]>,
    /// The place of the least.
    begin: usize,
    active: usize,
}

impl KeyList {
    pub(crate) fn new(slots: usize) -> Self {
        Self { ring: vec![Key::NEVER; slots.next_power_of_two()].into(), begin: 0, active: 0 }
    }

    /// The key with so many before it.
    #[inline]
    fn at(&self, place: usize) -> Key {
        self.ring[self.begin.wrapping_add(place) & (self.ring.len() - 1)]
    }

    #[inline]
    fn set(&mut self, place: usize, key: Key) {
        let last = self.ring.len() - 1;
        self.ring[self.begin.wrapping_add(place) & last] = key;
    }

    #[inline]
    pub(crate) fn second(&self) -> Key {
        if self.active == 0 { Key::NEVER } else { self.at(0) }
    }

    /// Adds a key, which is not [`Key::NEVER`]: that would stay here as if it were the last of all.
    #[inline]
    pub(crate) fn add(&mut self, first: &mut Key, key: Key) {
        debug_assert_ne!(key, Key::NEVER, "an active slot is due at some time");
        if *first == Key::NEVER {
            *first = key;
            return;
        }
        let greater = key.max(*first);
        *first = key.min(*first);
        self.begin = self.begin.wrapping_sub(1);
        self.active += 1;
        self.fill(greater);
    }

    #[inline]
    pub(crate) fn move_first(&mut self, first: &mut Key, key: Key) {
        let second = self.second();
        if second >= key {
            *first = key;
            return;
        }
        *first = second;
        if key == Key::NEVER {
            self.begin = self.begin.wrapping_add(1);
            self.active -= 1;
        } else {
            self.fill(key);
        }
    }

    /// Takes out a key that is here.
    pub(crate) fn remove(&mut self, key: Key) {
        let place =
            (0..self.active).find(|&place| self.at(place) == key).expect("an active slot has its key here");
        for place in (0..place).rev() {
            self.set(place + 1, self.at(place));
        }
        self.begin = self.begin.wrapping_add(1);
        self.active -= 1;
    }

    /// Puts in a key where the least is missing.
    #[inline(always)]
    fn fill(&mut self, key: Key) {
        let last = self.active - 1;
        if last > NEAR && self.at(last / 2) < key {
            return self.fill_from_end(key);
        }
        let mut place = 0;
        while place < last && self.at(place + 1) < key {
            self.set(place, self.at(place + 1));
            place += 1;
        }
        self.set(place, key);
    }

    /// The same from the end, for a key that is not the least.
    #[inline(never)]
    fn fill_from_end(&mut self, key: Key) {
        self.begin = self.begin.wrapping_add(1);
        let mut place = self.active - 1;
        while self.at(place - 1) > key {
            self.set(place, self.at(place - 1));
            place -= 1;
        }
        self.set(place, key);
    }
}
