//! Draws of real numbers from a random stream, the same on any machine.

use cellwise_engine::RandomStream;
use cellwise_units::Span;

/// 2^-53: a 53-bit whole number times this is exact.
const STEP: f64 = 1.0 / (1u64 << 53) as f64;

/// A draw, uniform over the multiples of 2^-53 from 0 to 1 (exclusive).
#[must_use]
pub fn uniform(random: &mut RandomStream) -> f64 {
    (random.bits() >> 11) as f64 * STEP
}

/// An exponential draw with a mean, rounded to picoseconds; at most 37 times the mean.
#[must_use]
pub fn exponential(random: &mut RandomStream, mean: Span) -> Span {
    let times_mean = -libm::log(1.0 - uniform(random));
    // A float-to-integer cast saturates.
    Span::from_ps((mean.get() as f64 * times_mean).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::StreamName;

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

    #[test]
    fn exponential_draws_have_their_mean_and_a_standard_deviation_of_the_same_size() {
        let mut random = stream();
        let mean = Span::from_ps(10_000_000_000);
        let draws: Vec<f64> =
            (0..DRAWS).map(|_| exponential(&mut random, mean).as_secs_f64() / mean.as_secs_f64()).collect();
        let n = f64::from(DRAWS);
        let average = draws.iter().sum::<f64>() / n;
        let variance = draws.iter().map(|draw| (draw - average).powi(2)).sum::<f64>() / n;
        // Standard errors: 1 / sqrt(n) of the mean, sqrt(8 / n) of the variance; 4 of each.
        assert!((average - 1.0).abs() < 4.0 / n.sqrt(), "mean {average}");
        assert!((variance - 1.0).abs() < 4.0 * (8.0 / n).sqrt(), "variance {variance}");
    }
}
