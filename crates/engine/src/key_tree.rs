//! A tree of keys, in which each knows the lesser of two: that of all is at the root.
//!
//! Where many slots are due at odds with each other, a key that changes is compared with one key for each doubling of
//! their number, and with fewer if it is not the least of its neighbours.

use crate::key::Key;

/// The keys of many slots.
#[derive(Clone, Debug)]
pub(crate) struct KeyTree {
    /// The root is at 1, the two below a node at twice its place, and the slots are behind all others.
    nodes: Vec<Key>,
}

impl KeyTree {
    pub(crate) fn new(slots: usize) -> Self {
        Self { nodes: vec![Key::NEVER; 2 * slots.next_power_of_two()] }
    }

    #[inline]
    pub(crate) fn first(&self) -> Key {
        self.nodes[1]
    }

    /// The least of the keys that have met the first on its way to the root.
    pub(crate) fn second(&self) -> Key {
        let first = self.first();
        if first == Key::NEVER {
            return first;
        }
        let (mut node, mut second) = (self.place_of(first), Key::NEVER);
        while node > 1 {
            second = second.min(self.nodes[node ^ 1]);
            node /= 2;
        }
        second
    }

    /// Gives a slot another key instead of `old`; no more than one of the two is [`Key::NEVER`].
    #[inline(never)]
    pub(crate) fn replace(&mut self, old: Key, key: Key) {
        let mut node = self.place_of(if key == Key::NEVER { old } else { key });
        self.nodes[node] = key;
        while node > 1 {
            let least = self.nodes[node].min(self.nodes[node ^ 1]);
            node /= 2;
            if self.nodes[node] == least {
                return;
            }
            self.nodes[node] = least;
        }
    }

    fn place_of(&self, key: Key) -> usize {
        self.nodes.len() / 2 + key.slot() as usize
    }
}
