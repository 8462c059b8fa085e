//! Sequence numbers: 32 bits that wrap, compared by the shorter way round (RFC 9293 3.4).
//!
//! Only the wire uses them. Inside, both ends count octets since the start of the connection in
//! 64 bits, which never wrap; [`Seq::offset`] is the way in, [`Seq::plus`] the way out.

use std::fmt;

/// A sequence number, in octets modulo 2^32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seq(pub u32);

impl Seq {
    /// The number `octets` further on.
    #[inline]
    #[must_use]
    pub const fn plus(self, octets: u64) -> Self {
        Self(self.0.wrapping_add(octets as u32))
    }

    /// How far this number is beyond `other`, in octets; negative if it is before.
    // spec: rfc9293 3.4
    #[inline]
    #[must_use]
    pub const fn since(self, other: Self) -> i32 {
        self.0.wrapping_sub(other.0) as i32
    }

    /// The octets since `start` that this number stands for, of all candidates the one nearest
    /// to `near`; `None` if that lies before the start.
    #[inline]
    #[must_use]
    pub const fn offset(self, start: Self, near: u64) -> Option<u64> {
        let distance = self.since(start.plus(near));
        near.checked_add_signed(distance as i64)
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_number_after_the_wrap_follows_one_before_it() {
        assert_eq!(Seq(4).since(Seq(u32::MAX - 5)), 10);
        assert_eq!(Seq(u32::MAX - 5).since(Seq(4)), -10);
    }

    #[test]
    fn a_number_before_the_start_has_no_offset() {
        assert_eq!(Seq(99).offset(Seq(100), 0), None);
        assert_eq!(Seq(100).offset(Seq(100), 0), Some(0));
    }

    proptest! {
        #[test]
        fn an_offset_survives_the_wire(
            start: u32, octets in 0u64..1 << 40, error in -0x4000_0000i64..0x4000_0000,
        ) {
            let near = octets.saturating_add_signed(error);
            prop_assert_eq!(Seq(start).plus(octets).offset(Seq(start), near), Some(octets));
        }
    }
}
