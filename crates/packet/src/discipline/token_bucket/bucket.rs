//! A bucket of octets that fills at a rate, exact to the fraction of a picosecond.
//!
//! The bucket is the instant at which it is full again. It is counted in parts of a picosecond, of which there are as
//! many as the rate has bits in a second: so an octet takes a whole number of them.

use cellwise_units::{BitRate, Time};

use crate::clock::WORK_PER_OCTET;

/// A bucket; full at first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    parts_per_ps: u128,
    /// The parts in which an empty bucket fills.
    depth: u128,
    full_at: u128,
}

impl Bucket {
    /// A bucket that fills at `rate`, above 0, and holds `octets`.
    pub(super) fn new(rate: BitRate, octets: u64) -> Self {
        Self { parts_per_ps: rate.get().into(), depth: u128::from(octets) * WORK_PER_OCTET, full_at: 0 }
    }

    /// The first picosecond at which it holds `octets`. More than it can ever hold count as a full bucket.
    pub(super) fn holds_at(&self, octets: u64) -> Time {
        let spare = self.depth.saturating_sub(u128::from(octets) * WORK_PER_OCTET);
        let ps = self.full_at.saturating_sub(spare).div_ceil(self.parts_per_ps);
        Time::from_ps(u64::try_from(ps).unwrap_or(u64::MAX))
    }

    /// Takes `octets` out, also more than there are.
    pub(super) fn take(&mut self, octets: u64, now: Time) {
        let now = u128::from(now.ps()) * self.parts_per_ps;
        self.full_at = self.full_at.max(now) + u128::from(octets) * WORK_PER_OCTET;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn us(us: u64) -> Time {
        Time::from_ps(us * 1_000_000)
    }

    #[test]
    fn a_full_bucket_gives_its_octets_at_once_and_then_one_for_each_of_its_rate() {
        // 8 Mbit/s: an octet in a microsecond.
        let mut bucket = Bucket::new(BitRate::from_bps(8_000_000), 3000);
        assert_eq!(bucket.holds_at(3000), Time::ZERO);
        bucket.take(3000, us(10));
        assert_eq!(
            (bucket.holds_at(0), bucket.holds_at(1000), bucket.holds_at(3000)),
            (us(10), us(1010), us(3010))
        );
        bucket.take(500, us(1010));
        assert_eq!(bucket.holds_at(1000), us(1510));
    }

    #[test]
    fn a_bucket_that_owes_octets_holds_none_until_they_have_come() {
        let mut bucket = Bucket::new(BitRate::from_bps(8_000_000), 1000);
        bucket.take(1500, us(0));
        assert_eq!((bucket.holds_at(0), bucket.holds_at(1)), (us(500), us(501)));
    }

    #[test]
    fn thirds_of_picoseconds_do_not_drift() {
        let mut bucket = Bucket::new(BitRate::from_bps(3), 0);
        (0..3_000).for_each(|_| bucket.take(1, Time::ZERO));
        assert_eq!(bucket.holds_at(0), Time::from_ps(8_000 * 1_000_000_000_000));
    }

    proptest! {
        #[test]
        fn no_more_leaves_in_any_time_than_a_bucket_and_what_comes_in_it(
            rate in 1u64..1_000_000_000,
            depth in 1500u64..100_000,
            packets in prop::collection::vec((0u64..3_000_000_000, 1u64..=1500), 1..60),
        ) {
            let mut bucket = Bucket::new(BitRate::from_bps(rate), depth);
            let (mut now, mut left) = (Time::ZERO, Vec::new());
            for (wait, octets) in packets {
                now = Time::from_ps(now.ps().saturating_add(wait)).max(bucket.holds_at(octets));
                prop_assume!(now < Time::from_ps(u64::MAX / 2));
                bucket.take(octets, now);
                left.push((now, octets));
            }
            for first in 0..left.len() {
                let mut sum = 0u128;
                for &(at, octets) in &left[first..] {
                    sum += u128::from(octets);
                    let come = u128::from(at.ps() - left[first].0.ps()) * u128::from(rate);
                    prop_assert!((sum - u128::from(depth).min(sum)) * WORK_PER_OCTET <= come);
                }
            }
        }
    }
}
