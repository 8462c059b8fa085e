//! The meters of RFC 2697 and RFC 2698 in colour-blind mode, exact: tokens come continuously.
//!
//! Tokens are counted in parts of an octet, of which a rate of 1 bit/s gives one in a picosecond.

use cellwise_units::{BitRate, Time};

use crate::clock::WORK_PER_OCTET;

/// What the meter found of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    /// It conforms.
    Green,
    /// It exceeds the committed burst, not the other one.
    Yellow,
    Red,
}

/// Octets that may be sent; as many as it holds at first.
#[derive(Clone, Copy, Debug)]
struct Tokens {
    parts: u128,
    depth: u128,
}

impl Tokens {
    fn new(octets: u64) -> Self {
        let depth = u128::from(octets) * WORK_PER_OCTET;
        Self { parts: depth, depth }
    }

    /// Adds parts; gives those for which there is no room.
    fn add(&mut self, parts: u128) -> u128 {
        let sum = self.parts.saturating_add(parts);
        self.parts = sum.min(self.depth);
        sum - self.parts
    }

    fn holds(&self, octets: u64) -> bool {
        self.parts >= u128::from(octets) * WORK_PER_OCTET
    }

    fn take(&mut self, octets: u64) {
        self.parts -= u128::from(octets) * WORK_PER_OCTET;
    }
}

/// How the second bucket fills.
#[derive(Clone, Copy, Debug)]
enum Second {
    /// With the tokens for which the first has no room.
    Overflow,
    /// At a rate of its own.
    Peak(BitRate),
}

/// A meter with two buckets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meter {
    rate: BitRate,
    committed: Tokens,
    second: Second,
    other: Tokens,
    updated: Time,
}

impl Meter {
    /// One rate; bursts of `burst` octets conform, and `excess` more exceed.
    // spec: rfc2697 3
    pub(super) fn single_rate(rate: BitRate, burst: u64, excess: u64) -> Self {
        Self::new(rate, burst, Second::Overflow, excess)
    }

    /// Two rates, each with its burst.
    // spec: rfc2698 3
    pub(super) fn two_rates(rate: BitRate, burst: u64, peak_rate: BitRate, peak_burst: u64) -> Self {
        Self::new(rate, burst, Second::Peak(peak_rate), peak_burst)
    }

    fn new(rate: BitRate, burst: u64, second: Second, other: u64) -> Self {
        Self { rate, committed: Tokens::new(burst), second, other: Tokens::new(other), updated: Time::ZERO }
    }

    fn fill(&mut self, now: Time) {
        let since_ps = u128::from((now - self.updated).get());
        self.updated = now;
        let overflow = self.committed.add(since_ps * u128::from(self.rate.get()));
        self.other.add(match self.second {
            Second::Overflow => overflow,
            Second::Peak(rate) => since_ps * u128::from(rate.get()),
        });
    }

    /// The colour of a packet of `octets` that comes now, and takes its tokens.
    pub(super) fn colour(&mut self, octets: u64, now: Time) -> Colour {
        self.fill(now);
        let (conforms, exceeds) = (self.committed.holds(octets), self.other.holds(octets));
        match self.second {
            // spec: rfc2697 3
            Second::Overflow if conforms => {
                self.committed.take(octets);
                Colour::Green
            }
            Second::Overflow if exceeds => {
                self.other.take(octets);
                Colour::Yellow
            }
            // spec: rfc2698 3
            Second::Peak(_) if exceeds => {
                self.other.take(octets);
                if conforms {
                    self.committed.take(octets);
                    Colour::Green
                } else {
                    Colour::Yellow
                }
            }
            _ => Colour::Red,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Colour::{Green, Red, Yellow};
    use super::*;

    /// An octet in a microsecond.
    const RATE: BitRate = BitRate::from_bps(8_000_000);

    fn colours(mut meter: Meter, packets: &[(u64, u64)]) -> Vec<Colour> {
        packets.iter().map(|&(us, octets)| meter.colour(octets, Time::from_ps(us * 1_000_000))).collect()
    }

    #[test]
    fn one_rate_fills_the_committed_bucket_and_then_the_other() {
        let meter = Meter::single_rate(RATE, 3000, 1000);
        let packets = [
            (0, 1500),
            (0, 1500),
            (0, 1000),
            (0, 1),
            (999, 1000),
            (1000, 1000),
            (5000, 3000),
            (5000, 1000),
            (5000, 1),
        ];
        assert_eq!(colours(meter, &packets), [Green, Green, Yellow, Red, Red, Green, Green, Yellow, Red]);
    }

    #[test]
    fn a_red_packet_takes_nothing() {
        let meter = Meter::single_rate(RATE, 1000, 0);
        assert_eq!(colours(meter, &[(0, 1000), (500, 501), (500, 500)]), [Green, Red, Green]);
    }

    #[test]
    fn two_rates_bound_bursts_by_the_peak_and_the_mean_by_the_committed_rate() {
        // The peak bucket gets two octets in a microsecond.
        let meter = Meter::two_rates(RATE, 2000, BitRate::from_bps(16_000_000), 3000);
        let packets = [(0, 1500), (0, 1500), (0, 1), (500, 1000), (500, 1), (1000, 500), (1000, 1000)];
        assert_eq!(colours(meter, &packets), [Green, Yellow, Red, Green, Red, Green, Red]);
    }

    proptest! {
        /// RFC 2697: over any interval green packets are at most CBS and CIR, and those that are not red at most CBS,
        /// EBS and CIR.
        #[test]
        fn no_interval_has_more_than_its_burst_and_its_rate(
            bps in 1_000u64..1_000_000_000,
            (burst, excess) in (0u64..20_000, 0u64..20_000),
            packets in prop::collection::vec((0u64..2_000_000_000, 1u64..=1500), 1..60),
        ) {
            let mut meter = Meter::single_rate(BitRate::from_bps(bps), burst, excess);
            let mut now = 0;
            let seen: Vec<_> = packets.iter().map(|&(wait, octets)| {
                now += wait;
                (now, octets, meter.colour(octets, Time::from_ps(now)))
            }).collect();
            for first in 0..seen.len() {
                let mut sums = [0u128; 2];
                for &(at, octets, colour) in &seen[first..] {
                    sums[0] += u128::from(if colour == Green { octets } else { 0 });
                    sums[1] += u128::from(if colour == Red { 0 } else { octets });
                    let come = u128::from(at - seen[first].0) * u128::from(bps);
                    for (sum, bound) in sums.iter().zip([burst, burst + excess]) {
                        prop_assert!(sum * WORK_PER_OCTET <= u128::from(bound) * WORK_PER_OCTET + come);
                    }
                }
            }
        }
    }
}
