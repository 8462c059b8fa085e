//! Draws from distributions, the same on any machine: each is made of numbers that are uniform from 0 to 1 (exclusive).

use cellwise_units::Span;

use crate::RandomStream;

/// 2^-53: a 53-bit whole number times this is exact.
const STEP: f64 = 1.0 / (1u64 << 53) as f64;

/// A draw, uniform over the multiples of 2^-53 from 0 to 1 (exclusive).
#[must_use]
pub fn uniform(random: &mut RandomStream) -> f64 {
    (random.bits() >> 11) as f64 * STEP
}

/// An exponential draw with the mean 1, from a uniform one; at most 37.
#[must_use]
pub fn unit_exponential(uniform: f64) -> f64 {
    -libm::log(1.0 - uniform)
}

/// An exponential draw with a mean, rounded to picoseconds, from a uniform one; at most 37 times the mean.
#[must_use]
pub fn exponential(mean: Span, uniform: f64) -> Span {
    // A float-to-integer cast saturates.
    Span::from_ps((mean.get() as f64 * unit_exponential(uniform)).round() as u64)
}

/// A standard normal draw from two uniform ones (Box and Muller 1958).
#[must_use]
pub fn normal([one, other]: [f64; 2]) -> f64 {
    libm::sqrt(2.0 * unit_exponential(one)) * libm::cos(std::f64::consts::TAU * other)
}

/// A ratio, brought into 0..=1; NaN is taken as 0.
#[must_use]
pub fn as_ratio(value: f64) -> f64 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}

/// How often independent trials fail before the first success, drawn at once.
#[derive(Clone, Copy, Debug)]
pub struct Geometric {
    /// The natural logarithm of the probability of a failure: 0 if no trial succeeds.
    ln_failure: f64,
}

impl Geometric {
    /// With the probability of a success, which is brought into 0..=1.
    #[must_use]
    pub fn new(success: f64) -> Self {
        Self { ln_failure: libm::log1p(-as_ratio(success)) }
    }

    /// Failures before the first success, from a uniform draw; the largest number, without one, if none comes.
    #[inline]
    pub fn failures(&self, uniform: impl FnOnce() -> f64) -> u64 {
        if self.ln_failure >= 0.0 {
            return u64::MAX;
        }
        // Inversion: at least n failures have the probability (1 - p)^n. The cast rounds down, and it
        // saturates.
        (libm::log(1.0 - uniform()) / self.ln_failure) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StreamName;

    const DRAWS: u32 = 100_000;

    fn stream() -> RandomStream {
        RandomStream::new(StreamName { seed: 3, replication: 0, element: "test", purpose: "chance" })
    }

    #[test]
    fn uniform_draws_are_spread_evenly_below_1() {
        let mut random = stream();
        let mut counts = [0u32; 20];
        for _ in 0..DRAWS {
            counts[(uniform(&mut random) * 20.0) as usize] += 1;
        }
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 5e3).powi(2) / 5e3).sum();
        // 19 degrees of freedom: the 99.9 % point is 43.8.
        assert!(chi < 43.8, "chi squared {chi}");
    }

    /// Mean and variance of draws, of which the fourth central moment is so many times the squared variance.
    fn assert_moments(draws: impl Iterator<Item = f64>, mean: f64, kurtosis: f64) {
        let draws: Vec<f64> = draws.take(DRAWS as usize).collect();
        let n = f64::from(DRAWS);
        let average = draws.iter().sum::<f64>() / n;
        let variance = draws.iter().map(|draw| (draw - average).powi(2)).sum::<f64>() / n;
        // Standard errors: 1 / sqrt(n) of the mean, sqrt((kurtosis - 1) / n) of the variance; 4 of each.
        assert!((average - mean).abs() < 4.0 / n.sqrt(), "mean {average}");
        assert!((variance - 1.0).abs() < 4.0 * ((kurtosis - 1.0) / n).sqrt(), "variance {variance}");
    }

    #[test]
    fn exponential_draws_have_their_mean_and_a_standard_deviation_of_the_same_size() {
        let (mut random, mean) = (stream(), Span::from_ps(10_000_000_000));
        let mut draw = || exponential(mean, uniform(&mut random)).as_secs_f64() / mean.as_secs_f64();
        assert_moments(std::iter::repeat_with(&mut draw), 1.0, 9.0);
        assert_eq!(exponential(Span::from_ps(1_000_000), 0.5).get(), 693_147, "the median");
    }

    #[test]
    fn normal_draws_have_the_mean_0_and_the_variance_1() {
        let mut random = stream();
        let mut draw = || normal([uniform(&mut random), uniform(&mut random)]);
        assert_moments(std::iter::repeat_with(&mut draw), 0.0, 3.0);
    }

    #[test]
    fn failures_before_a_success_are_distributed_as_trials_one_by_one() {
        let (mut random, success) = (stream(), 0.3);
        let geometric = Geometric::new(success);
        let mut counts = [0u64; 8];
        for _ in 0..DRAWS {
            counts[geometric.failures(|| uniform(&mut random)).min(7) as usize] += 1;
        }
        let chi: f64 = (0..8)
            .map(|n| {
                let share = if n < 7 { success * 0.7f64.powi(n) } else { 0.7f64.powi(7) };
                let expected = share * f64::from(DRAWS);
                (counts[n as usize] as f64 - expected).powi(2) / expected
            })
            .sum();
        // 7 degrees of freedom: the 99.9 % point is 24.3.
        assert!(chi < 24.3, "chi squared {chi}");
        // Half of the trials fail once or less with probability 3/4.
        assert_eq!([0.0, 0.74, 0.76].map(|draw| Geometric::new(0.5).failures(|| draw)), [0, 1, 2]);
    }

    #[test]
    fn what_never_happens_is_waited_for_without_end_and_what_always_does_not_at_all() {
        let mut random = stream();
        for never in [0.0, -1.0, f64::NAN] {
            assert_eq!(Geometric::new(never).failures(|| unreachable!("it needs no draw")), u64::MAX);
        }
        for always in [1.0, 2.0] {
            assert_eq!(Geometric::new(always).failures(|| uniform(&mut random)), 0);
        }
        // Too rare for 1 - p to differ from 1 in double precision.
        let rare = Geometric::new(1e-17);
        let mean = (0..1_000).map(|_| rare.failures(|| uniform(&mut random)) as f64 / 1e17).sum::<f64>();
        assert!((mean / 1_000.0 - 1.0).abs() < 4.0 / 1_000f64.sqrt(), "{mean}");
    }
}
