//! The times from one datagram to the next, drawn independently: with exponential ones, arrivals are Poisson.

use cellwise_engine::RandomStream;
use cellwise_units::{ConfigIssue, Span};

use crate::distribution::Distribution;

const PS_PER_S: f64 = 1e12;
/// Shorter gaps on the average are taken for mistakes: a run would be of datagrams at one instant.
const SHORTEST_MEAN_S: f64 = 1e-9;

/// The gaps of one source.
#[derive(Clone, Debug)]
pub struct Gaps {
    seconds: Distribution,
    random: RandomStream,
}

impl Gaps {
    /// The gaps of a source, from a distribution in seconds.
    #[must_use]
    pub fn new(seconds: Distribution, random: RandomStream) -> Self {
        Self { seconds, random }
    }

    /// The next gap, in whole picoseconds; the end of time at most.
    pub fn draw(&mut self) -> Span {
        Span::from_ps((self.seconds.sample(&mut self.random) * PS_PER_S).round() as u64)
    }

    /// What is wrong with a distribution of gaps.
    #[must_use]
    pub fn check(seconds: &Distribution, field: &str) -> Vec<ConfigIssue> {
        let found = seconds.check(field);
        let is_short = found.is_empty() && seconds.mean() < SHORTEST_MEAN_S;
        let rule = "datagrams would leave at one instant; give a mean of at least 1e-9 s".to_owned();
        let short =
            is_short.then(|| ConfigIssue::new(field, format!("a mean of {} s", seconds.mean()), rule));
        found.into_iter().chain(short).collect()
    }
}

#[cfg(test)]
mod tests {
    use cellwise_engine::StreamName;

    use super::*;

    fn random() -> RandomStream {
        RandomStream::new(StreamName { seed: 1, replication: 0, element: "f", purpose: "gaps" })
    }

    #[test]
    fn gaps_that_are_constant_are_so_to_the_picosecond() {
        let mut gaps = Gaps::new(Distribution::Constant { value: 0.000_8 }, random());
        assert_eq!([gaps.draw(), gaps.draw()], [Span::from_ps(800_000_000); 2]);
    }

    #[test]
    fn exponential_gaps_have_their_mean_and_a_deviation_of_the_same_size() {
        let n = 100_000u32;
        let mut gaps = Gaps::new(Distribution::Exponential { mean: 0.001 }, random());
        let drawn: Vec<f64> = (0..n).map(|_| gaps.draw().get() as f64 / 1e9).collect();
        let mean = drawn.iter().sum::<f64>() / f64::from(n);
        let variance = drawn.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / f64::from(n - 1);
        // Standard errors: 1 / sqrt(n) of the mean, sqrt(8 / n) of the variance; 4 of each.
        assert!((mean - 1.0).abs() < 4.0 / f64::from(n).sqrt(), "mean {mean}");
        assert!((variance - 1.0).abs() < 4.0 * (8.0 / f64::from(n)).sqrt(), "variance {variance}");
    }

    #[test]
    fn gaps_of_nothing_are_refused_and_the_longest_end_time() {
        let nothing = Distribution::Constant { value: 0.0 };
        assert_eq!(Gaps::check(&nothing, "gap_s").len(), 1);
        assert_eq!(Gaps::check(&Distribution::Exponential { mean: 1e-6 }, "gap_s"), []);
        let mut ages = Gaps::new(Distribution::Constant { value: 1e15 }, random());
        assert_eq!(ages.draw(), Span::from_ps(u64::MAX));
    }
}
