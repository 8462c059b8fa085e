//! Octets on a wire, exactly.

use std::ops::Add;

/// A length on a wire in 1/128 of an octet: PTM adds 1/64 to each octet, stuffing on average 1/128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct WireOctets(u64);

impl WireOctets {
    /// Parts of an octet.
    pub const PARTS: u64 = 128;

    /// So many whole octets.
    #[must_use]
    pub const fn whole(octets: u64) -> Self {
        Self(octets * Self::PARTS)
    }

    /// So many parts.
    #[must_use]
    pub(crate) const fn from_parts(parts: u64) -> Self {
        Self(parts)
    }

    /// The length in parts.
    #[must_use]
    pub const fn parts(self) -> u64 {
        self.0
    }

    /// The length in octets, for results.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / Self::PARTS as f64
    }
}

impl Add for WireOctets {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}
