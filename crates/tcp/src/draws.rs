//! Random numbers of one connection, from a seed that its owner gives.
//!
//! Source: Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014 (SplitMix64). A few draws per
//! connection and minute, where a stream of its own would take more room than all the rest of the control.

/// A generator.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Draws(u64);

impl Draws {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number below `bound`; the unevenness that the bound leaves is below one in 2^60 for the few draws.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the published generator with the seed 1234567.
    #[test]
    fn the_seed_gives_these_numbers_for_ever() {
        let mut draws = Draws::new(1_234_567);
        let first: Vec<_> = (0..3).map(|_| draws.bits()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_number_is_below_its_bound_and_every_one_comes() {
        let mut draws = Draws::default();
        let seen: std::collections::BTreeSet<_> = (0..1_000).map(|_| draws.below(7)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
    }
}
