//! Laws of every cell source in the catalogue, and the statistics of on/off sources against their
//! closed forms.
//!
//! With p = a / (a + b) the part of the time on, r the rate while on and 1/tau = 1/a + 1/b, a
//! stationary source with exponential periods has the autocovariance r^2 p (1 - p) exp(-t / tau);
//! what it sends in a window W varies by 2 r^2 p (1 - p) tau (W - tau (1 - exp(-W / tau))).

use cellwise_atm::traffic::on_off::{Begins, Config, Periods};
use cellwise_atm::traffic::{AnyCellSource, CellSource, CellSourceConfig, constant, on_off, poisson};
use cellwise_engine::{RandomStream, StreamName};
use cellwise_units::{BitRate, Span, Time};
use proptest::prelude::*;

const MS: u64 = 1_000_000_000;

fn random(seed: u64, replication: u64) -> RandomStream {
    RandomStream::new(StreamName { seed, replication, element: "h1", purpose: "cells" })
}

/// Cells due before an instant.
fn cells_before(source: &mut AnyCellSource, end: Time) -> u64 {
    let mut cells = 0;
    while source.next_emission() < end {
        source.emit();
        cells += 1;
    }
    cells
}

/// Mean and standard error of independent values.
fn estimate(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

/// That the mean of the values is the wanted one, within 4 standard errors of at most a `fineness`
/// part of it.
fn assert_mean(what: &str, values: &[f64], wanted: f64, fineness: f64) {
    let (mean, error) = estimate(values);
    assert!((mean - wanted).abs() < 4.0 * error + 1e-9, "{what}: {mean} +- {error}, wanted {wanted}");
    assert!(error < fineness * wanted, "{what}: too coarse to tell, {mean} +- {error}");
}

fn configs() -> impl Strategy<Value = CellSourceConfig> {
    let rate = || (1_000u64..1_000_000_000).prop_map(BitRate::from_bps);
    let span = || (0..20 * MS).prop_map(Span::from_ps);
    let periods = prop::sample::select(vec![Periods::Deterministic, Periods::Exponential]);
    let begins = prop::sample::select(vec![Begins::On, Begins::Off, Begins::Random]);
    prop_oneof![
        (rate(), any::<bool>()).prop_map(|(rate, random_phase)| {
            CellSourceConfig::Constant(constant::Config { rate, random_phase })
        }),
        (rate(), span(), span(), periods, begins).prop_map(|(rate, on, off, periods, begins)| {
            CellSourceConfig::OnOff(on_off::Config { rate, on, off, periods, begins })
        }),
        rate().prop_map(|rate| CellSourceConfig::Poisson(poisson::Config { rate })),
    ]
}

proptest! {
    #[test]
    fn cells_come_in_order_from_the_start_on_and_again_at_the_same_times(
        config in configs(), start_ms in 0u64..100, seed: u64,
    ) {
        let start = Time::from_ps(start_ms * MS);
        let mut twins = [0, 1].map(|_| config.build(start, random(seed, 0)));
        let mut before = start;
        for _ in 0..200 {
            let [at, again] = [0, 1].map(|n| twins[n].next_emission());
            prop_assert_eq!(at, again);
            prop_assert!(at >= before, "{} after {}", at, before);
            before = at;
            twins.iter_mut().for_each(CellSource::emit);
        }
    }

    #[test]
    fn cells_of_one_source_are_no_closer_than_its_rate_allows(config in configs(), seed: u64) {
        let rate = match &config {
            CellSourceConfig::Constant(config) => config.rate,
            CellSourceConfig::OnOff(config) => config.rate,
            CellSourceConfig::Poisson(_) => return Ok(()),
        };
        let mut source = config.build(Time::ZERO, random(seed, 0));
        for _ in 0..200 {
            let at = source.next_emission();
            source.emit();
            prop_assert!(source.next_emission() >= at + Span::from_ps(424_000_000_000_000 / rate.get()));
        }
    }
}

#[test]
fn each_source_keeps_its_mean_rate() {
    for config in CellSourceConfig::all() {
        let mean = config.mean_cells_per_s();
        let count = |seed| {
            cells_before(&mut config.build(Time::ZERO, random(seed, 0)), Time::from_ps(1000 * MS)) as f64
        };
        let counts: Vec<f64> = (0..20).map(count).collect();
        // A cell at the very start is one more than the mean.
        let (rate, error) = estimate(&counts);
        assert!(
            (rate - mean).abs() < 4.0 * error + 1.0,
            "{}: {rate} +- {error}, wanted {mean}",
            config.name()
        );
    }
}

#[test]
fn a_source_without_a_rate_is_reported_and_still_ends_with_time() {
    for name in ["constant", "on-off", "poisson"] {
        let config: CellSourceConfig =
            serde_json::from_value(serde_json::json!({ "pattern": name, "rate": "0 bit/s" })).unwrap();
        assert_eq!(config.check()[0].field, "rate", "{name}");
        let mut source = config.build(Time::from_ps(u64::MAX - 5), random(1, 0));
        (0..10).for_each(|_| source.emit());
        assert_eq!(source.next_emission(), Time::NEVER, "{name}");
    }
}

/// 10 000 cells/s while on, 10 ms on and 30 ms off.
fn stationary(periods: Periods) -> CellSourceConfig {
    CellSourceConfig::OnOff(Config {
        rate: BitRate::from_bps(4_240_000),
        on: Span::from_ps(10 * MS),
        off: Span::from_ps(30 * MS),
        periods,
        begins: Begins::Random,
    })
}

#[test]
fn a_source_that_begins_anywhere_sends_its_mean_from_the_first_moment_on() {
    for periods in [Periods::Deterministic, Periods::Exponential] {
        let config = stationary(periods);
        for (window, from_ms, to_ms) in [("first", 0, 2), ("later", 17, 19)] {
            let counts: Vec<f64> = (0..20_000)
                .map(|replication| {
                    let mut source = config.build(Time::ZERO, random(9, replication));
                    cells_before(&mut source, Time::from_ps(from_ms * MS));
                    cells_before(&mut source, Time::from_ps(to_ms * MS)) as f64
                })
                .collect();
            assert_mean(&format!("{periods:?}, {window}"), &counts, 2.0 * 10.0 * 0.25, 0.02);
        }
    }
}

/// Cells of ten sources in consecutive windows of 2 ms.
fn aggregate(config: &CellSourceConfig, seed: u64, windows: usize) -> Vec<f64> {
    let mut sources: Vec<AnyCellSource> =
        (0..10).map(|number| config.build(Time::ZERO, random(seed, number))).collect();
    let end = |window: usize| Time::from_ps((window as u64 + 1) * 2 * MS);
    let count =
        |window| sources.iter_mut().map(|source| cells_before(source, end(window))).sum::<u64>() as f64;
    (0..windows).map(count).collect()
}

#[test]
fn ten_sources_with_exponential_periods_vary_and_are_correlated_as_the_closed_forms_say() {
    const LAG: usize = 3;
    let (window_s, tau_s, mean) = (2e-3f64, 7.5e-3, 10.0 * 20.0 * 0.25);
    let decay = (-window_s / tau_s).exp();
    let scale = 10.0 * 1e4f64.powi(2) * 0.25 * 0.75 * tau_s;
    let variance = 2.0 * scale * (window_s - tau_s * (1.0 - decay));
    let covariance = scale * tau_s * (1.0 - decay).powi(2) * decay.powi(LAG as i32 - 1);
    let (mut means, mut variances, mut covariances) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..60 {
        let off_mean: Vec<f64> =
            aggregate(&stationary(Periods::Exponential), seed, 5_000).iter().map(|n| n - mean).collect();
        let n = off_mean.len() as f64;
        means.push(off_mean.iter().sum::<f64>() / n + mean);
        variances.push(off_mean.iter().map(|value| value * value).sum::<f64>() / n);
        let products = off_mean.iter().zip(&off_mean[LAG..]).map(|(a, b)| a * b);
        covariances.push(products.sum::<f64>() / (n - LAG as f64));
    }
    assert_mean("mean", &means, mean, 0.005);
    assert_mean("variance", &variances, variance, 0.01);
    assert_mean("covariance", &covariances, covariance, 0.015);
}
