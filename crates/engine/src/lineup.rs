//! A lineup: the streams of one place, in the order in which they are due.
//!
//! At most places few streams are active at a time, and a short sorted list beats a tree; where
//! many streams meet, the tree does not degrade.

use crate::key::Key;
use crate::tournament::Tournament;

/// Places with at most so many streams keep a sorted list.
const FEW: usize = 24;

/// The keys of the streams of one place; a key's slot is the stream's number there.
#[derive(Clone, Debug)]
pub enum Lineup {
    /// The keys of the active streams, the one due first at the end.
    Few(Vec<Key>),
    /// A tree over all streams.
    Many(Tournament),
}

impl Lineup {
    /// An empty lineup of `streams` streams, numbered from 0.
    #[must_use]
    pub fn new(streams: usize) -> Self {
        if streams <= FEW {
            Self::Few(Vec::with_capacity(streams))
        } else {
            Self::Many(Tournament::new(streams))
        }
    }

    /// The key of the stream that is due first, or [`Key::NEVER`].
    #[inline]
    #[must_use]
    pub fn first(&self) -> Key {
        match self {
            Self::Few(keys) => keys.last().copied().unwrap_or(Key::NEVER),
            Self::Many(tree) => tree.first(),
        }
    }

    /// The key of the stream that is due next after the first, or [`Key::NEVER`].
    #[inline]
    #[must_use]
    pub fn second(&self) -> Key {
        match self {
            Self::Few(keys) => keys.len().checked_sub(2).map_or(Key::NEVER, |second| keys[second]),
            Self::Many(tree) => match tree.first() {
                Key::NEVER => Key::NEVER,
                first => tree.first_besides(first.slot()),
            },
        }
    }

    /// Adds a stream that was not active.
    #[inline]
    pub fn add(&mut self, key: Key) {
        match self {
            Self::Few(keys) => {
                keys.push(key);
                sift(keys);
            }
            Self::Many(tree) => tree.set(key.slot(), key),
        }
    }

    /// Gives the first stream its next key; [`Key::NEVER`] takes it out. The lineup is not empty.
    #[inline(always)]
    pub fn move_first(&mut self, key: Key) {
        match self {
            Self::Few(keys) if key == Key::NEVER => {
                keys.pop();
            }
            Self::Few(keys) => {
                if let Some(last) = keys.last_mut() {
                    *last = key;
                }
                sift(keys);
            }
            Self::Many(tree) => tree.set(tree.first().slot(), key),
        }
    }

    /// Gives any stream, active or not, a new key; [`Key::NEVER`] takes it out.
    pub fn set(&mut self, slot: u32, key: Key) {
        match self {
            Self::Few(keys) => {
                // Most changes are of what is due soon, at the end.
                if let Some(place) = keys.iter().rposition(|other| other.slot() == slot) {
                    keys.remove(place);
                }
                if key != Key::NEVER {
                    self.add(key);
                }
            }
            Self::Many(tree) => tree.set(slot, key),
        }
    }
}

/// Moves the last key to its place among the others, which are sorted.
#[inline]
fn sift(keys: &mut [Key]) {
    let mut place = keys.len() - 1;
    while place > 0 && keys[place - 1] < keys[place] {
        keys.swap(place - 1, place);
        place -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Rank;
    use cellwise_units::Time;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_lineup_gives_the_streams_in_the_order_of_their_keys(
            streams in 1u32..60, starts in prop::collection::vec(0u64..100, 60), steps in prop::collection::vec(prop::option::of(0u64..30), 0..300),
        ) {
            let mut lineup = Lineup::new(streams as usize);
            let mut model: Vec<Key> = Vec::new();
            let key = |time, slot| Key::new(Time::from_ps(time), Rank::Arrival(7), slot);
            for slot in 0..streams {
                lineup.add(key(starts[slot as usize], slot));
                model.push(key(starts[slot as usize], slot));
            }
            for step in steps {
                model.sort();
                prop_assert_eq!(lineup.first(), model.first().copied().unwrap_or(Key::NEVER));
                prop_assert_eq!(lineup.second(), model.get(1).copied().unwrap_or(Key::NEVER));
                let Some(first) = model.first_mut() else { break };
                let first_time = first.time().ps();
                let next = step.map_or(Key::NEVER, |step| key(first.time().ps() + step, first.slot()));
                lineup.move_first(next);
                *first = next;
                model.retain(|key| *key != Key::NEVER);
                // Any stream, active or not, may be given another key.
                let slot = step.unwrap_or(7) as u32 % streams;
                let other = step.map_or(Key::NEVER, |step| key(first_time + 2 * step, slot));
                lineup.set(slot, other);
                model.retain(|key| key.slot() != slot);
                model.extend((other != Key::NEVER).then_some(other));
            }
        }
    }
}
