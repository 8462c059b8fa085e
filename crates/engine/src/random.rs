//! Named random streams: one per seed, replication, element and purpose.
//!
//! The recipe is a contract (changing it changes every number): the SHA-256 digest of
//! `"cellwise-stream-v1"`, the seed and the replication (8 octets each, little endian), the
//! element's path, one zero octet and the purpose keys a ChaCha8 generator. Adding an element
//! moves no other draw, and two policies under one seed meet the same noise.

use cellwise_units::Span;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// Which stream: the run's seed and replication, and who draws for what.
#[derive(Clone, Copy, Debug)]
pub struct StreamName<'a> {
    /// The scenario's seed.
    pub seed: u64,
    /// The number of the replication.
    pub replication: u64,
    /// Path of the element that draws, such as a host's name.
    pub element: &'a str,
    /// What the draws are for.
    pub purpose: &'a str,
}

/// A reproducible source of independent draws.
#[derive(Clone, Debug)]
pub struct RandomStream(
    // A block of draws takes 256 octets, which are kept apart from elements that draw rarely.
    Box<ChaCha8Rng>,
);

impl RandomStream {
    /// The stream of a name: the same name gives the same draws, on any machine.
    #[must_use]
    pub fn new(name: StreamName<'_>) -> Self {
        let mut digest = Sha256::new();
        digest.update(b"cellwise-stream-v1");
        digest.update(name.seed.to_le_bytes());
        digest.update(name.replication.to_le_bytes());
        digest.update(name.element.as_bytes());
        digest.update([0]);
        digest.update(name.purpose.as_bytes());
        Self(Box::new(ChaCha8Rng::from_seed(digest.finalize().into())))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number, uniform over `0..bound`; `bound` is above 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // Rejecting the low products makes every value equally likely (Lemire 2019).
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            if (product as u64) >= threshold {
                return (product >> 64) as u64;
            }
        }
    }

    /// A span, uniform over `least..=most` in whole picoseconds.
    pub fn span_between(&mut self, least: Span, most: Span) -> Span {
        let width = most.get() - least.get();
        Span::from_ps(least.get() + self.below(width + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name<'a>(seed: u64, element: &'a str, purpose: &'a str) -> StreamName<'a> {
        StreamName { seed, replication: 0, element, purpose }
    }

    #[test]
    fn the_recipe_gives_these_draws_for_ever() {
        let mut stream = RandomStream::new(name(1, "sw1.trunk", "tie"));
        let draws: Vec<u64> = (0..3).map(|_| stream.bits()).collect();
        assert_eq!(draws, KNOWN, "the stream recipe changed: every published number would move");
    }

    const KNOWN: [u64; 3] =
        [7_968_587_477_799_993_221, 13_785_200_123_082_292_437, 4_729_301_792_117_855_941];

    #[test]
    fn another_element_or_purpose_or_seed_is_another_stream() {
        let first = |name| RandomStream::new(name).bits();
        let base = first(name(1, "a", "b"));
        assert_ne!(base, first(name(2, "a", "b")));
        assert_ne!(base, first(name(1, "a", "c")));
        assert_ne!(base, first(name(1, "ab", "")));
    }

    #[test]
    fn below_is_uniform_within_chi_squared() {
        let mut stream = RandomStream::new(name(7, "test", "uniform"));
        let mut counts = [0u64; 10];
        for _ in 0..100_000 {
            counts[stream.below(10) as usize] += 1;
        }
        let chi: f64 = counts.iter().map(|&n| (n as f64 - 1e4).powi(2) / 1e4).sum();
        // 9 degrees of freedom: the 99.9 % point is 27.9.
        assert!(chi < 27.9, "chi squared {chi}");
    }

    #[test]
    fn a_span_between_equal_ends_is_that_span() {
        let mut stream = RandomStream::new(name(7, "test", "span"));
        let span = Span::from_ps(300);
        assert_eq!(stream.span_between(span, span), span);
    }
}
