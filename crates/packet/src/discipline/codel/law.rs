//! When CoDel signals next: an interval over the square root of the signals so far.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One over the square root of 1, as near as 16 bits allow.
const ONE: u16 = u16::MAX;

/// How the square root is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SquareRoot {
    /// Exactly, and the span rounded down to the clock's step.
    #[default]
    Exact,
    /// As Linux and ns-3 do: 16 bits of its inverse, and one step of Newton's method for each change of the count.
    /// From the second signal of a row to the third it then takes half an interval, where the exact root says 0.71.
    Linux,
}

/// The count of signals, with the inverse of its root that Linux keeps with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) signals: u32,
    inverse: u16,
}

impl Default for Count {
    /// None yet; the root is that of 1, which the first signal sets in any case.
    fn default() -> Self {
        Self { signals: 0, inverse: ONE }
    }
}

impl Count {
    /// Sets the count to 1, the first signal of a row.
    pub(super) fn restart(&mut self) {
        *self = Self { signals: 1, inverse: ONE };
    }

    /// Sets the count, and goes a step towards its root.
    pub(super) fn set(&mut self, signals: u32) {
        *self = Self { signals, inverse: newton(self.inverse, signals) };
    }

    /// The part of `interval`, in steps of the clock, after which the next signal is due.
    pub(super) fn part_of(self, interval: u64, root: SquareRoot) -> u64 {
        let interval = u128::from(interval);
        let part = match root {
            SquareRoot::Exact => (interval * interval / u128::from(self.signals.max(1))).isqrt(),
            SquareRoot::Linux => (interval * u128::from(self.inverse)) >> 16,
        };
        // At most the interval, so it fits.
        part as u64
    }
}

/// One step of Newton's method from `inverse`, a fraction of 2^16, towards one over the square root of `count`.
/// Where the count jumped too far for it, it wraps around as the kernel's does.
// spec: linux include/net/codel_impl.h, codel_Newton_step
fn newton(inverse: u16, count: u32) -> u16 {
    let x = u64::from(inverse) << 16;
    let square = (x * x) >> 32;
    let v = (3u64 << 32).wrapping_sub(u64::from(count) * square) >> 2;
    (v.wrapping_mul(x) >> 31 >> 16) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code of the kernel as ns-3's test of it writes it: 32-bit fractions, cut to 16 bits and back.
    fn as_in_the_kernel(inverse: u16, count: u32) -> u16 {
        let invsqrt = u32::from(inverse) << 16;
        let invsqrt2 = ((u64::from(invsqrt) * u64::from(invsqrt)) >> 32) as u32;
        let mut val = (3i64 << 32).wrapping_sub((u64::from(count) * u64::from(invsqrt2)) as i64) as u64;
        val >>= 2;
        val = val.wrapping_mul(u64::from(invsqrt)) >> (32 - 2 + 1);
        ((val as u32) >> 16) as u16
    }

    #[test]
    fn a_step_of_newton_has_the_published_bits() {
        assert_eq!((newton(0xFFFF, 2), newton(0xFF, 1)), (0x8001, 0x17E));
        for inverse in (0..8).map(|bit| 0xFFu16 >> bit) {
            for count in (0..8).map(|bit| 1u32 << bit) {
                assert_eq!(newton(inverse, count), as_in_the_kernel(inverse, count), "{inverse:#x} {count}");
            }
        }
    }

    #[test]
    fn the_part_of_an_interval_has_the_published_bits() {
        let mut count = Count::default();
        count.set(2);
        assert_eq!(count.part_of(100_000_000, SquareRoot::Linux), 50_001_525, "50.0015 ms of 100");
        for inverse in (0..8).map(|bit| 0xFFu16 >> bit) {
            let expected = (100_000_000u64 * (u64::from(inverse) << 16)) >> 32;
            assert_eq!(Count { signals: 1, inverse }.part_of(100_000_000, SquareRoot::Linux), expected);
        }
    }

    #[test]
    fn exact_signals_come_at_the_instants_of_the_table() {
        let mut at_ps = 0;
        let mut instants = Vec::new();
        for signals in 1..=20 {
            at_ps += Count { signals, inverse: 0 }.part_of(100_000_000_000, SquareRoot::Exact);
            instants.push((at_ps + 500_000) / 1_000_000);
        }
        let table = [2, 3, 4, 5, 6, 8, 11, 16, 21].map(|number| instants[number - 2]);
        let us = [100_000, 170_711, 228_446, 278_446, 323_167, 401_788, 502_100, 641_399, 759_526];
        assert_eq!(table, us);
    }

    #[test]
    fn the_exact_root_is_rounded_down_once() {
        for signals in 1..2000u32 {
            let part = u128::from(Count { signals, inverse: 0 }.part_of(100_000_000_000, SquareRoot::Exact));
            let squares = [part, part + 1].map(|part| part * part * u128::from(signals));
            assert!(squares[0] <= 10u128.pow(22) && squares[1] > 10u128.pow(22), "{signals}");
        }
    }
}
