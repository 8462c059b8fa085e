//! The quantity types and how each is written.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::cell::CELL_BITS;
use crate::text::{Notation, QuantityError, Unit};

/// What every quantity knows about its notation.
pub(crate) trait Quantity {
    /// Name of the notation in JSON Schema's `format`.
    const FORMAT: &'static str;
    /// A text that is read.
    const EXAMPLE: &'static str;
}

pub(crate) const SPAN: Notation = Notation {
    units: &[
        Unit::printed("ps", 1, &[]),
        Unit::printed("ns", 1_000, &[]),
        Unit::printed("us", 1_000_000, &["µs"]),
        Unit::printed("ms", 1_000_000_000, &[]),
        Unit::printed("s", 1_000_000_000_000, &[]),
        Unit::read("min", 60_000_000_000_000),
        Unit::read("h", 3_600_000_000_000_000),
    ],
    example: "5 us",
    nothing: "s",
    step: "1 ps",
    most: 10_000_000_000_000_000_000,
};

pub(crate) const BIT_RATE: Notation = Notation {
    units: &[
        Unit::printed("bit/s", 1, &["bps"]),
        Unit::printed("kbit/s", 1_000, &["kbps"]),
        Unit::printed("Mbit/s", 1_000_000, &["Mbps"]),
        Unit::printed("Gbit/s", 1_000_000_000, &["Gbps"]),
        Unit::read("Tbit/s", 1_000_000_000_000),
        Unit::read("cells/s", CELL_BITS),
    ],
    example: "155.52 Mbit/s",
    nothing: "bit/s",
    step: "1 bit/s",
    most: 10_000_000_000_000,
};

pub(crate) const CELLS: Notation = Notation {
    units: &[Unit::printed("cells", 1, &["cell"])],
    example: "1000 cells",
    nothing: "cells",
    step: "1 cell",
    most: 1_000_000_000_000,
};

pub(crate) const PACKETS: Notation = Notation {
    units: &[Unit::printed("packets", 1, &["packet"])],
    example: "100 packets",
    nothing: "packets",
    step: "1 packet",
    most: 1_000_000_000_000,
};

pub(crate) const BYTES: Notation = Notation {
    units: &[
        Unit::printed("bytes", 1, &["byte", "octets", "B"]),
        Unit::read("kB", 1_000),
        Unit::read("KiB", 1 << 10),
        Unit::printed("MB", 1_000_000, &[]),
        Unit::read("MiB", 1 << 20),
        Unit::printed("GB", 1_000_000_000, &[]),
        Unit::read("GiB", 1 << 30),
    ],
    example: "512 bytes",
    nothing: "bytes",
    step: "1 byte",
    most: 1_000_000_000_000_000,
};

/// Declares a quantity: a `u64` of one base unit that is read and printed with its unit.
macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident, $notation:ident, $format:literal, $unit:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u64);

        impl $name {
            /// Nothing of it.
            pub const ZERO: Self = Self(0);

            /// From its base unit.
            #[must_use]
            pub const fn $unit(value: u64) -> Self {
                Self(value)
            }

            /// The value in its base unit.
            #[must_use]
            pub const fn get(self) -> u64 {
                self.0
            }

            /// Whether it is zero.
            #[must_use]
            pub const fn is_zero(self) -> bool {
                self.0 == 0
            }
        }

        impl Quantity for $name {
            const FORMAT: &'static str = $format;
            const EXAMPLE: &'static str = $notation.example;
        }

        impl FromStr for $name {
            type Err = QuantityError;
            fn from_str(text: &str) -> Result<Self, QuantityError> {
                $notation.parse(text).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&$notation.print(self.0))
            }
        }

        written_as_text!($name);
    };
}

/// Serde and JSON Schema for a type that is written as a string.
macro_rules! written_as_text {
    ($name:ident) => {
        crate::serde_as_text!($name);

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "type": "string",
                    "format": <$name as Quantity>::FORMAT,
                    "examples": [<$name as Quantity>::EXAMPLE],
                })
            }
        }
    };
}

quantity! {
    /// A length of time, in picoseconds; from 0 to 1e7 s.
    Span, SPAN, "span", from_ps
}

quantity! {
    /// A transmission rate, in bit/s, cell headers included; up to 10 Tbit/s.
    BitRate, BIT_RATE, "bit-rate", from_bps
}

quantity! {
    /// A number of 53-octet cells.
    Cells, CELLS, "cells", new
}

quantity! {
    /// A number of packets, whatever their lengths.
    Packets, PACKETS, "packets", new
}

quantity! {
    /// A number of octets.
    Bytes, BYTES, "bytes", new
}

impl Span {
    /// The span in seconds, for results.
    #[must_use]
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e12
    }
}

// Sums saturate: what would be later than the end of time (213 days) is after every run.
impl Add for Span {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Mul<u64> for Span {
    type Output = Self;
    #[inline]
    fn mul(self, times: u64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

/// An instant, in picoseconds since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

impl Time {
    /// The start of the run.
    pub const ZERO: Self = Self(0);
    /// After every instant of every run.
    pub const NEVER: Self = Self(u64::MAX);

    /// From picoseconds since the start.
    #[must_use]
    pub const fn from_ps(ps: u64) -> Self {
        Self(ps)
    }

    /// Picoseconds since the start.
    #[must_use]
    pub const fn ps(self) -> u64 {
        self.0
    }

    /// Seconds since the start, for results.
    #[must_use]
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e12
    }
}

impl Add<Span> for Time {
    type Output = Self;
    #[inline]
    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0))
    }
}

impl AddAssign<Span> for Time {
    #[inline]
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub for Time {
    type Output = Span;
    /// The span from `earlier` to `self`; the caller knows the order, and a wrong one is a fault, even where
    /// arithmetic wraps.
    #[inline]
    fn sub(self, earlier: Self) -> Span {
        match self.0.checked_sub(earlier.0) {
            Some(span) => Span(span),
            None => out_of_order(self, earlier),
        }
    }
}

#[cold]
#[inline(never)]
fn out_of_order(time: Time, earlier: Time) -> ! {
    panic!("{time} is before {earlier}")
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&SPAN.print(self.0))
    }
}

/// The size of a buffer: so many cells, or without limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capacity {
    /// At most so many cells.
    Limited(Cells),
    /// No limit: for questions about how much buffer would be needed.
    Unlimited,
}

impl Capacity {
    /// The number of cells, with the largest integer standing for no limit.
    #[must_use]
    pub const fn cells_or_max(self) -> u64 {
        match self {
            Self::Limited(cells) => cells.get(),
            Self::Unlimited => u64::MAX,
        }
    }
}

impl Quantity for Capacity {
    const FORMAT: &'static str = "capacity";
    const EXAMPLE: &'static str = "1000 cells";
}

impl FromStr for Capacity {
    type Err = QuantityError;
    fn from_str(text: &str) -> Result<Self, QuantityError> {
        match text.trim() {
            "unlimited" => Ok(Self::Unlimited),
            text => text.parse().map(Self::Limited),
        }
    }
}

impl fmt::Display for Capacity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limited(cells) => cells.fmt(f),
            Self::Unlimited => f.pad("unlimited"),
        }
    }
}

written_as_text!(Capacity);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn decimals_are_converted_exactly() {
        assert_eq!("155.52 Mbit/s".parse(), Ok(BitRate::from_bps(155_520_000)));
        assert_eq!("5 us".parse(), Ok(Span::from_ps(5_000_000)));
        assert_eq!("0.5 ns".parse(), Ok(Span::from_ps(500)));
        assert_eq!("64 KiB".parse(), Ok(Bytes::new(65_536)));
        assert_eq!("unlimited".parse(), Ok(Capacity::Unlimited));
    }

    #[test]
    fn a_number_may_have_a_power_of_ten() {
        assert_eq!("1e7 s".parse(), Ok(Span::from_ps(10_000_000_000_000_000_000)));
        assert_eq!("1e-3 s".parse(), Ok(Span::from_ps(1_000_000_000)));
        assert_eq!("1.5E+2 ms".parse(), Ok(Span::from_ps(150_000_000_000)));
        assert_eq!("2_000e-3 cells".parse(), Ok(Cells::new(2)));
        assert_eq!("0e999999999999999999999 s".parse(), Ok(Span::from_ps(0)));
        assert_eq!("1e6bit/s".parse(), Ok(BitRate::from_bps(1_000_000)));
        assert!(matches!("1e-13 s".parse::<Span>(), Err(QuantityError::Inexact { .. })));
        assert!(matches!("1e-99999999999999999999 s".parse::<Span>(), Err(QuantityError::Inexact { .. })));
        assert!(matches!("1e8 s".parse::<Span>(), Err(QuantityError::TooLarge { .. })));
        assert!(matches!("1e99999999999999999999 s".parse::<Span>(), Err(QuantityError::TooLarge { .. })));
        assert!(matches!("1e3".parse::<Span>(), Err(QuantityError::Malformed { .. })));
        assert!(matches!("1e s".parse::<Span>(), Err(QuantityError::UnknownUnit { .. })));
        assert!(matches!("1e-s".parse::<Span>(), Err(QuantityError::UnknownUnit { .. })));
    }

    #[test]
    fn what_cannot_be_kept_exactly_is_refused() {
        assert!(matches!("0.5 ps".parse::<Span>(), Err(QuantityError::Inexact { .. })));
        assert!(matches!("1.5 cells".parse::<Cells>(), Err(QuantityError::Inexact { .. })));
        assert!(matches!("1000".parse::<Cells>(), Err(QuantityError::Malformed { .. })));
        assert!(matches!("5 parsecs".parse::<Span>(), Err(QuantityError::UnknownUnit { .. })));
        assert!(matches!("-5 us".parse::<Span>(), Err(QuantityError::Negative { .. })));
        assert!(matches!("- 1e3 ms".parse::<Span>(), Err(QuantityError::Negative { .. })));
        assert!(matches!("-5 parsecs".parse::<Span>(), Err(QuantityError::UnknownUnit { .. })));
        assert!(matches!("-".parse::<Span>(), Err(QuantityError::Malformed { .. })));
        let absurd = format!("1{} s", "0".repeat(30));
        assert!(matches!(absurd.parse::<Span>(), Err(QuantityError::TooLarge { .. })));
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(value in 0u64..=10_000_000_000_000) {
            let span = Span::from_ps(value);
            prop_assert_eq!(span.to_string().parse(), Ok(span));
            let rate = BitRate::from_bps(value);
            prop_assert_eq!(rate.to_string().parse(), Ok(rate));
        }

        #[test]
        fn no_text_makes_a_reader_panic(text in "\\PC*") {
            let _ = text.parse::<Span>();
            let _ = text.parse::<BitRate>();
            let _ = text.parse::<Capacity>();
        }
    }
}
