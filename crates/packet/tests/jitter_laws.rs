//! Distributions of jitter against their closed forms, with confidence intervals.

use cellwise_packet::jitter::{
    Jitter, JitterConfig, LONGEST, empirical, exponential, normal, pareto, uniform,
};
use cellwise_units::Span;
use proptest::prelude::*;

use super::drawing::{assert_mean, draws};

const MS: u64 = 1_000_000_000;

/// Additional delays in milliseconds.
fn delays(config: &JitterConfig, number: u64, count: usize) -> Vec<f64> {
    let (mut jitter, mut draw) = (config.build(), draws(number));
    (0..count).map(|_| jitter.extra(&mut draw).get() as f64 / MS as f64).collect()
}

/// The share of the delays above one, with its closed form.
fn assert_share_above(config: &JitterConfig, ms: f64, wanted: f64) {
    let above: Vec<f64> =
        delays(config, 7, 40_000).iter().map(|&delay| f64::from(u8::from(delay > ms))).collect();
    assert_mean(&format!("share of {} above {ms} ms", config.name()), &above, wanted);
}

#[test]
fn means_and_tails_are_those_of_the_distributions() {
    let ms = |ms| Span::from_ps(ms * MS);
    let uniform = JitterConfig::Uniform(uniform::Config { least: ms(5), most: ms(15) });
    assert_mean("uniform", &delays(&uniform, 1, 10_000), 10.0);
    assert_share_above(&uniform, 12.5, 0.25);
    let normal = JitterConfig::Normal(normal::Config { mean: ms(20), deviation: ms(4) });
    assert_mean("normal", &delays(&normal, 2, 10_000), 20.0);
    // One standard deviation above the mean.
    assert_share_above(&normal, 24.0, 0.158_655);
    let exponential = JitterConfig::Exponential(exponential::Config { mean: ms(5) });
    assert_mean("exponential", &delays(&exponential, 3, 20_000), 5.0);
    assert_share_above(&exponential, 10.0, (-2.0f64).exp());
    // A shape of 3 has a variance: the scale is 10 ms, and 1/(1 + 2)^3 are more than 20 ms late.
    let pareto = JitterConfig::Pareto(pareto::Config { mean: ms(5), shape: 3.0 });
    assert_mean("pareto", &delays(&pareto, 4, 40_000), 5.0);
    assert_share_above(&pareto, 20.0, 1.0 / 27.0);
    let list = empirical::Config { delays_ms: vec![1.0, 1.0, 1.0, 9.0], file: None };
    let empirical = JitterConfig::Empirical(list);
    assert_mean("empirical", &delays(&empirical, 5, 10_000), 3.0);
    assert_share_above(&empirical, 5.0, 0.25);
}

proptest! {
    #[test]
    fn no_delay_is_beyond_the_longest(
        config in JitterConfig::arbitrary(), number in any::<u64>(), edge in prop::sample::select(vec![0.0, 0.5, 1.0 - f64::EPSILON / 2.0]),
    ) {
        prop_assert_eq!(config.check(), []);
        let mut jitter = config.build();
        prop_assert!(jitter.extra(&mut || edge) <= LONGEST);
        let mut draw = draws(number);
        for _ in 0..20 {
            prop_assert!(jitter.extra(&mut draw) <= LONGEST);
        }
    }
}
