use super::*;
use cellwise_engine::StreamName;
use proptest::prelude::*;

const DRAWS: u32 = 100_000;

fn stream(seed: u64) -> RandomStream {
    RandomStream::new(StreamName { seed, replication: 0, element: "test", purpose: "distribution" })
}

fn sample(law: Distribution) -> Vec<f64> {
    let mut random = stream(5);
    (0..DRAWS).map(|_| law.sample(&mut random)).collect()
}

/// Members with finite variance, with and without a largest value.
fn tame() -> Vec<Distribution> {
    vec![
        Distribution::Constant { value: 3.0 },
        Distribution::Uniform { least: 1.0, most: 5.0 },
        Distribution::Exponential { mean: 81.0 },
        Distribution::Geometric { mean: 2.5 },
        Distribution::Lognormal { mu: 1.0, sigma: 0.7 },
        Distribution::Pareto { scale: 2.0, shape: 4.5, most: None },
        Distribution::Pareto { scale: 1000.0, shape: 0.97, most: Some(20_000.0) },
        Distribution::Pareto { scale: 1000.0, shape: 1.0, most: Some(20_000.0) },
        Distribution::Weibull { scale: 1.46, shape: 0.8, most: None },
        Distribution::Weibull { scale: 1.46, shape: 0.382, most: Some(1.0) },
        Distribution::LognormalPareto {
            mu: 9.357,
            sigma: 1.318,
            body: 0.93,
            scale: 133e3,
            shape: 1.1,
            most: Some(1e6),
        },
    ]
}

#[test]
fn draws_have_the_mean_that_is_reported() {
    for law in tame() {
        let drawn = sample(law);
        let n = f64::from(DRAWS);
        let mean = drawn.iter().sum::<f64>() / n;
        let variance = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
        let error = (variance / n).sqrt();
        let wanted = law.mean();
        assert!((mean - wanted).abs() <= 4.0 * error + 1e-9, "{law:?}: {mean} +- {error}, wanted {wanted}");
        assert!(error < 0.02 * wanted, "{law:?}: too coarse to decide, {mean} +- {error}");
    }
}

/// That the part of the draws below `x` is `wanted`, within 4 standard errors.
fn assert_below(law: Distribution, x: f64, wanted: f64) {
    let below = sample(law).iter().filter(|&&drawn| drawn < x).count() as f64 / f64::from(DRAWS);
    let error = (wanted * (1.0 - wanted) / f64::from(DRAWS)).sqrt();
    assert!((below - wanted).abs() < 4.0 * error, "{law:?} below {x}: {below}, wanted {wanted}");
}

#[test]
fn draws_have_the_quantiles_of_their_distribution() {
    let [half, tail] = [0.5, 0.99];
    let ln2 = std::f64::consts::LN_2;
    let uniform = Distribution::Uniform { least: 1.0, most: 5.0 };
    assert_below(uniform, 2.0, 0.25);
    assert!(sample(uniform).iter().all(|drawn| (1.0..5.0).contains(drawn)));
    assert_below(Distribution::Exponential { mean: 10.0 }, 10.0 * ln2, half);
    // P(X >= 3) = (2.5 / 3.5)^3.
    assert_below(Distribution::Geometric { mean: 2.5 }, 3.0, 1.0 - (2.5f64 / 3.5).powi(3));
    // The 99 % point of the standard normal distribution is 2.326348.
    let lognormal = Distribution::Lognormal { mu: 2.708, sigma: 1.8365 };
    assert_below(lognormal, 2.708f64.exp(), half);
    assert_below(lognormal, (2.708 + 2.326_348 * 1.8365f64).exp(), tail);
    let pareto = Distribution::Pareto { scale: 1.0, shape: 1.1, most: None };
    assert_below(pareto, 2f64.powf(1.0 / 1.1), half);
    assert_below(pareto, 100f64.powf(1.0 / 1.1), tail);
    let weibull = Distribution::Weibull { scale: 1.46, shape: 0.382, most: None };
    assert_below(weibull, 1.46 * ln2.powf(1.0 / 0.382), half);
    assert_below(weibull, 1.46 * 100f64.ln().powf(1.0 / 0.382), tail);
}

#[test]
fn a_largest_value_leaves_the_proportions_below_it() {
    let most = 20f64;
    let below = |x: f64| (1.0 - x.powf(-1.1)) / (1.0 - most.powf(-1.1));
    let law = Distribution::Pareto { scale: 1.0, shape: 1.1, most: Some(most) };
    assert_below(law, 2.0, below(2.0));
    assert_below(law, 10.0, below(10.0));
    let largest = sample(law).into_iter().fold(0.0, f64::max);
    assert!((0.99 * most..=most).contains(&largest), "largest {largest}");
    let part = |x: f64| 1.0 - (-(x / 1.46).powf(0.382)).exp();
    let law = Distribution::Weibull { scale: 1.46, shape: 0.382, most: Some(1.0) };
    assert_below(law, 0.1, part(0.1) / part(1.0));
}

#[test]
fn the_hybrid_has_its_body_below_and_its_tail_above_the_scale() {
    let law = Distribution::LognormalPareto {
        mu: 9.357,
        sigma: 1.318,
        body: 0.93,
        scale: 133e3,
        shape: 1.1,
        most: None,
    };
    assert_below(law, 133e3, 0.93);
    // The lognormal's median, of which 96.8 % lies below the scale: (ln 133e3 - 9.357) / 1.318 = 1.8521.
    assert_below(law, 9.357f64.exp(), 0.93 * 0.5 / 0.967_995);
    assert_below(law, 1330e3, 1.0 - 0.07 * 10f64.powf(-1.1));
}

#[test]
fn means_that_are_infinite_are_reported_so() {
    let pareto = |shape, most| Distribution::Pareto { scale: 1000.0, shape, most };
    assert_eq!(pareto(1.0, None).mean(), f64::INFINITY);
    assert_eq!(pareto(0.85, None).mean(), f64::INFINITY);
    assert!((pareto(1.5, None).mean() - 3000.0).abs() < 1e-9);
    let hybrid = |body, mu| {
        let [sigma, scale, shape] = [1.0, 1000.0, 1.0];
        Distribution::LognormalPareto { mu, sigma, body, scale, shape, most: None }.mean()
    };
    assert_eq!(hybrid(0.9, 0.0), f64::INFINITY);
    // Without a tail, its mean does not count; all but a part of 1e-8 of this body is below 1000.
    assert!((hybrid(1.0, 0.0) - 0.5f64.exp()).abs() < 1e-6);
    // 1000 ln(1000) / (1 - 1/1000), and the same from both sides of the shape.
    let wanted = 6_907.755_279 / 0.999;
    for shape in [1.0 - 1e-7, 1.0, 1.0 + 1e-7] {
        assert!((pareto(shape, Some(1e6)).mean() - wanted).abs() < 0.01, "shape {shape}");
    }
}

#[test]
fn a_largest_value_beyond_all_others_does_not_move_the_mean() {
    let weibull = |shape, most| Distribution::Weibull { scale: 2.0, shape, most }.mean();
    for shape in [0.382, 1.0, 3.0] {
        let free = weibull(shape, None);
        // Beyond 200 scale^shape: by the series; beyond 1e6: by the limit.
        for unit in [200f64, 1e6] {
            let most = 2.0 * unit.powf(1.0 / shape);
            assert!((weibull(shape, Some(most)) / free - 1.0).abs() < 1e-9, "shape {shape}, {unit}");
        }
    }
}

#[test]
fn parameters_that_do_not_fit_each_other_are_named_with_their_values_and_rules() {
    let found = |law: Distribution| {
        let issues = law.check("think_time_s");
        issues.iter().map(|issue| format!("{} {}", issue.field, issue.value)).collect::<Vec<_>>()
    };
    let pareto = Distribution::Pareto { scale: 2.0, shape: 1.5, most: Some(2.0) };
    assert_eq!(found(pareto), ["think_time_s.most 2"]);
    assert_eq!(pareto.check("x")[0].rule, "give a number above `scale`, 2");
    let uniform = Distribution::Uniform { least: 5.0, most: 1.0 };
    assert_eq!(found(uniform), ["think_time_s.most 1"]);
    assert_eq!(uniform.check("x")[0].rule, "give a number above `least`, 5");
    let weibull = Distribution::Weibull { scale: 1.0, shape: 1.0, most: Some(0.01) };
    assert_eq!(found(weibull), ["think_time_s.most 0.01"]);
    let [mu, sigma, body, scale, shape] = [9.0, 1.0, 0.5, 10.0, 1.1];
    let hybrid = Distribution::LognormalPareto { mu, sigma, body, scale, shape, most: Some(5.0) };
    assert_eq!(found(hybrid), ["think_time_s.scale 10", "think_time_s.most 5"]);
    assert!(tame().iter().all(|law| law.check("x").is_empty()));
}

#[test]
fn what_is_written_is_read_back_and_unknown_keys_are_refused() {
    for law in tame() {
        let written = serde_json::to_value(law).unwrap();
        assert_eq!(serde_json::from_value::<Distribution>(written.clone()).unwrap(), law);
        let mut misspelt = written;
        misspelt["scales"] = 1.0.into();
        assert!(serde_json::from_value::<Distribution>(misspelt).is_err(), "{law:?}");
    }
    let text = r#"{ "distribution": "pareto", "scale": 1, "shape": 1.5 }"#;
    let read: Distribution = serde_json::from_str(text).unwrap();
    assert_eq!(read, Distribution::Pareto { scale: 1.0, shape: 1.5, most: None });
}

/// Any members, with parameters of `x`.
fn any_law<S: Strategy<Value = f64>>(x: fn() -> S) -> impl Strategy<Value = Distribution> {
    let most = || prop::option::of(x());
    prop_oneof![
        x().prop_map(|value| Distribution::Constant { value }),
        (x(), x()).prop_map(|(least, most)| Distribution::Uniform { least, most }),
        x().prop_map(|mean| Distribution::Exponential { mean }),
        x().prop_map(|mean| Distribution::Geometric { mean }),
        (x(), x()).prop_map(|(mu, sigma)| Distribution::Lognormal { mu, sigma }),
        (x(), x(), most()).prop_map(|(scale, shape, most)| Distribution::Pareto { scale, shape, most }),
        (x(), x(), most()).prop_map(|(scale, shape, most)| Distribution::Weibull { scale, shape, most }),
        (x(), x(), x(), x(), x(), most()).prop_map(|(mu, sigma, body, scale, shape, most)| {
            Distribution::LognormalPareto { mu, sigma, body, scale, shape, most }
        }),
    ]
}

proptest! {
    #[test]
    fn a_draw_is_finite_and_not_below_0_whatever_the_parameters(
        law in any_law(|| prop_oneof![any::<f64>(), -2.0..2.0f64, 0.0..1e4f64]),
        seed: u64,
    ) {
        let mut random = stream(seed);
        for _ in 0..3 {
            let drawn = law.sample(&mut random);
            prop_assert!(drawn >= 0.0 && drawn.is_finite(), "{drawn}");
        }
    }

    #[test]
    fn a_mean_is_not_below_0(law in any_law(|| LEAST_SHAPE..1.0)) {
        let mean = law.mean();
        prop_assert!(!law.check("x").is_empty() || mean >= 0.0, "mean {mean}");
    }
}
