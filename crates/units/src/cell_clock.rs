//! The exact times of back-to-back cells.
//!
//! A cell at 155.52 Mbit/s takes 662 500 000 / 243 ps. Rounding each cell would let the rate
//! drift, so the n-th cell after a start ends at the floor of `n * 424e12 / rate` picoseconds,
//! whether that is computed at once ([`CellClock::point_after`]) or cell by cell
//! ([`CellClock::step`]).

use std::ops::Add;

use crate::cell::CELL_BITS;
use crate::quantity::{BitRate, Span, Time};

const PS_PER_S: u64 = 1_000_000_000_000;

/// The cell time of one bit rate as `whole + part / parts` picoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellClock {
    whole: u64,
    part: u64,
    parts: u64,
}

/// A point on a cell clock: an instant, and how far beyond it in `1 / parts` picoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockPoint {
    /// The instant, rounded down to picoseconds.
    pub at: Time,
    /// The rest, in parts of a picosecond of the clock that made the point.
    part: u64,
}

impl ClockPoint {
    /// The point exactly at an instant.
    #[inline]
    #[must_use]
    pub const fn exactly(at: Time) -> Self {
        Self { at, part: 0 }
    }
}

impl Add<Span> for ClockPoint {
    type Output = Self;
    #[inline]
    fn add(self, span: Span) -> Self {
        Self { at: self.at + span, part: self.part }
    }
}

impl CellClock {
    /// The clock on which cells take no time: a whole frame.
    pub const INSTANT: Self = Self { whole: 0, part: 0, parts: 1 };

    /// The clock of a rate above 0.
    ///
    /// # Panics
    /// If the rate is 0; a scenario check refuses that before.
    #[must_use]
    pub fn of(rate: BitRate) -> Self {
        Self::of_bits(CELL_BITS, rate)
    }

    /// The clock of things of so many bits each, at most 2^24, at a rate above 0.
    ///
    /// # Panics
    /// If the rate is 0; a scenario check refuses that before.
    #[must_use]
    pub fn of_bits(bits: u64, rate: BitRate) -> Self {
        let rate = rate.get();
        assert!(rate > 0, "a cell clock needs a rate above 0");
        let total = bits * PS_PER_S;
        let common = gcd(total, rate);
        let (total, parts) = (total / common, rate / common);
        Self { whole: total / parts, part: total % parts, parts }
    }

    /// The clock of cells at a distance of whole picoseconds.
    #[must_use]
    pub const fn every(span: Span) -> Self {
        Self { whole: span.get(), part: 0, parts: 1 }
    }

    /// One cell later.
    #[inline]
    #[must_use]
    pub fn step(&self, from: ClockPoint) -> ClockPoint {
        let part = from.part + self.part;
        let carry = part >= self.parts;
        ClockPoint {
            at: from.at + Span::from_ps(self.whole + u64::from(carry)),
            part: if carry { part - self.parts } else { part },
        }
    }

    /// `cells` cells later.
    #[must_use]
    #[inline(always)]
    pub fn point_after(&self, from: ClockPoint, cells: u64) -> ClockPoint {
        let part = u128::from(self.part) * u128::from(cells) + u128::from(from.part);
        let (carry, part) = match u64::try_from(part) {
            Ok(part) => (part / self.parts, part % self.parts),
            Err(_) => {
                let parts = u128::from(self.parts);
                ((part / parts) as u64, (part % parts) as u64)
            }
        };
        ClockPoint {
            at: from.at + Span::from_ps(self.whole.saturating_mul(cells).saturating_add(carry)),
            part,
        }
    }

    /// How many parts this clock divides a picosecond into.
    #[inline]
    #[must_use]
    pub const fn parts_per_ps(&self) -> u64 {
        self.parts
    }

    /// The exact span from `earlier` to a point of this clock that is not before it, in parts of a
    /// picosecond.
    #[inline]
    #[must_use]
    pub fn parts_since(&self, earlier: Time, point: ClockPoint) -> u128 {
        u128::from((point.at - earlier).get()) * u128::from(self.parts) + u128::from(point.part)
    }

    /// The sum of [`parts_since`](Self::parts_since) over `cells` points, a cell time apart, of which
    /// `first` is the first.
    #[must_use]
    pub fn sum_of_parts_since(&self, earlier: Time, first: ClockPoint, cells: u64) -> u128 {
        let cell = u128::from(self.whole) * u128::from(self.parts) + u128::from(self.part);
        let cells = u128::from(cells);
        cells * self.parts_since(earlier, first) + cell * (cells * cells.saturating_sub(1) / 2)
    }

    /// The time one cell takes, rounded down to picoseconds.
    #[inline]
    #[must_use]
    pub const fn cell_time(&self) -> Span {
        Span::from_ps(self.whole)
    }

    /// The longest time one cell takes, in whole picoseconds.
    #[must_use]
    pub const fn cell_time_ceiling(&self) -> Span {
        Span::from_ps(self.whole + (self.part > 0) as u64)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_second_of_cells_at_155_52_mbit_ends_where_arithmetic_says() {
        let clock = CellClock::of("155.52 Mbit/s".parse().unwrap());
        // 366 792 cells of 424 bits, to the picosecond.
        let cells = 366_792u64;
        let end = clock.point_after(ClockPoint::exactly(Time::ZERO), cells).at;
        let exact = u128::from(cells) * 424_000_000_000_000 / 155_520_000;
        assert_eq!(u128::from(end.ps()), exact);
    }

    proptest! {
        #[test]
        fn stepping_and_jumping_agree(rate in 1u64..10_000_000_000_000, start in 0u64..1_000_000, cells in 0u64..300) {
            let clock = CellClock::of(BitRate::from_bps(rate));
            let start = ClockPoint::exactly(Time::from_ps(start));
            let mut stepped = start;
            for _ in 0..cells {
                stepped = clock.step(stepped);
            }
            prop_assert_eq!(stepped, clock.point_after(start, cells));
        }

        #[test]
        fn a_sum_over_cells_is_the_sum_of_its_terms(rate in 1u64..10_000_000_000, start in 0u64..1_000_000, cells in 0u64..300) {
            let clock = CellClock::of(BitRate::from_bps(rate));
            let first = clock.step(ClockPoint::exactly(Time::from_ps(start)));
            let terms = (0..cells).map(|n| clock.parts_since(Time::ZERO, clock.point_after(first, n)));
            prop_assert_eq!(terms.sum::<u128>(), clock.sum_of_parts_since(Time::ZERO, first, cells));
        }
    }
}
