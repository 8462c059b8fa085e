//! Draws from a distribution, the same on any machine: each takes uniform numbers from its caller.

use cellwise_units::Span;

/// Where random numbers come from: each call gives another one, uniform from 0 to 1 (exclusive).
pub type Draw<'a> = &'a mut dyn FnMut() -> f64;

/// A ratio, brought into 0..=1; NaN is taken as 0.
pub(crate) fn as_ratio(value: f64) -> f64 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}

/// Trials that fail before one succeeds, each with the same probability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometric {
    /// ln(1 - p): 0 if none succeeds, minus infinity if all do.
    log_of_failure: f64,
}

impl Geometric {
    pub(crate) fn new(probability: f64) -> Self {
        Self { log_of_failure: libm::log1p(-as_ratio(probability)) }
    }

    /// A draw; the most that there are if none ever succeeds.
    pub(crate) fn failures(&self, draw: Draw<'_>) -> u64 {
        if self.log_of_failure == 0.0 {
            return u64::MAX;
        }
        // A cast saturates.
        (libm::log1p(-draw()) / self.log_of_failure).floor() as u64
    }
}

/// An exponential draw with a mean, rounded to picoseconds; at most 37 times the mean.
pub(crate) fn exponential(mean: Span, draw: Draw<'_>) -> Span {
    let times_mean = -libm::log1p(-draw());
    Span::from_ps((mean.get() as f64 * times_mean).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_at_the_edges_of_probability_are_sure() {
        assert_eq!(Geometric::new(0.0).failures(&mut || 0.5), u64::MAX);
        assert_eq!(Geometric::new(1.0).failures(&mut || 0.999), 0);
        assert_eq!(Geometric::new(0.5).failures(&mut || 0.0), 0);
    }

    #[test]
    fn a_quantile_of_the_draw_is_that_of_the_distribution() {
        // Half of the trials fail once or less with probability 3/4, and e^-1 is left after the mean.
        assert_eq!(Geometric::new(0.5).failures(&mut || 0.74), 1);
        assert_eq!(Geometric::new(0.5).failures(&mut || 0.76), 2);
        let mean = Span::from_ps(1_000_000);
        let median = exponential(mean, &mut || 0.5).get();
        assert_eq!(median, 693_147);
    }
}
