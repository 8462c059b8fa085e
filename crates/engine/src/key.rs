//! Keys: when something is due, and in which order things of the same instant come.

use cellwise_units::Time;

/// Order of events at the same instant.
///
/// The consequence of an event without any delay must have a later rank, so that it is there before
/// its turn: a sender's room before those who want it, arrivals at an end system before its sendings, everything that
/// arrives before the answers to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Something may now arrive: its sender is to be asked before.
    Promise,
    /// A transmission ends and makes room.
    Departure(u32),
    /// Something arrives at a place that passes it on at once; the tie decides among simultaneous
    /// arrivals.
    Passage(u32),
    /// A timer fires; in order of the number given.
    Timer(u32),
    /// Something arrives at a queue; the tie decides among simultaneous arrivals.
    Arrival(u32),
    /// Something that has arrived is sent; in order of the number given.
    Emission(u32),
    /// Something enters from outside, behind everything else of the instant.
    Entry,
}

/// When a slot is due: time, then rank, then slot number. No two slots are ever equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(u128);

/// Bits of a tie, or of a number given, that the order keeps; the rank has the three above.
pub(crate) const TIE_BITS: u32 = 29;

impl Key {
    /// Nothing is due.
    pub const NEVER: Self = Self(u128::MAX);

    /// The key of `slot` at `time`.
    #[inline]
    #[must_use]
    pub fn new(time: Time, rank: Rank, slot: u32) -> Self {
        const NUMBERS: u32 = (1 << TIE_BITS) - 1;
        let (rank, order) = match rank {
            Rank::Promise => (0, 0),
            Rank::Departure(number) => (1, number & NUMBERS),
            Rank::Passage(tie) => (2, tie >> (32 - TIE_BITS)),
            Rank::Timer(number) => (3, number & NUMBERS),
            Rank::Arrival(tie) => (4, tie >> (32 - TIE_BITS)),
            Rank::Emission(number) => (5, number & NUMBERS),
            Rank::Entry => (6, 0),
        };
        let rank = (rank << TIE_BITS) | order;
        Self((u128::from(time.ps()) << 64) | (u128::from(rank) << 32) | u128::from(slot))
    }

    /// The instant.
    #[inline]
    #[must_use]
    pub const fn time(self) -> Time {
        Time::from_ps((self.0 >> 64) as u64)
    }

    /// Whether the rank is [`Rank::Promise`].
    #[inline]
    #[must_use]
    pub const fn is_promise(self) -> bool {
        self.0 as u64 >> (TIE_BITS + 32) == 0
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_at_once_comes_later_in_the_same_instant() {
        let ranks = [
            Rank::Promise,
            Rank::Departure(u32::MAX),
            Rank::Passage(0),
            Rank::Passage(u32::MAX),
            Rank::Timer(3),
            Rank::Timer(4),
            Rank::Arrival(0),
            Rank::Arrival(u32::MAX),
            Rank::Emission(0),
            Rank::Emission((1 << TIE_BITS) - 1),
            Rank::Entry,
        ];
        let keys = ranks.map(|rank| Key::new(Time::from_ps(5), rank, 0));
        assert!(keys.is_sorted_by(|a, b| a < b));
        assert!(keys[10] < Key::new(Time::from_ps(6), Rank::Promise, 0));
    }
}
