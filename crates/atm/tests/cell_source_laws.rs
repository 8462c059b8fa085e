//! Laws of every cell source in the catalogue, and the statistics of on/off sources against their
//! closed forms.
//!
//! With p = a / (a + b) the part of the time on, r the rate while on and 1/tau = 1/a + 1/b, a
//! stationary source with exponential periods has the autocovariance r^2 p (1 - p) exp(-t / tau);
//! the cells in a window W vary by 2 r^2 p (1 - p) tau (W - tau (1 - exp(-W / tau))).

use cellwise_atm::traffic::on_off::{Begins, Config, Periods};
use cellwise_atm::traffic::{AnyCellSource, CellSource, CellSourceConfig, Unit, mpeg, pareto_on_off};
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
    assert!(error < fineness * wanted, "{what}: too coarse to decide, {mean} +- {error}");
}

proptest! {
    #[test]
    fn arbitrary_settings_are_sound(config in CellSourceConfig::arbitrary()) {
        prop_assert_eq!(config.check(Unit::CELL), []);
    }

    #[test]
    fn cells_come_in_order_from_the_start_on_and_again_at_the_same_times(
        config in CellSourceConfig::arbitrary(), start_ms in 0u64..100, seed: u64,
    ) {
        let start = Time::from_ps(start_ms * MS);
        let mut twins = [0, 1].map(|_| config.build(Unit::CELL, start, random(seed, 0)));
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
    fn cells_of_one_source_are_no_closer_than_its_rate_allows(config in CellSourceConfig::arbitrary(), seed: u64) {
        let Some(rate) = config.peak_rate() else { return Ok(()) };
        let mut source = config.build(Unit::CELL, Time::ZERO, random(seed, 0));
        for _ in 0..200 {
            let at = source.next_emission();
            source.emit();
            prop_assert!(source.next_emission() >= at + Span::from_ps(424_000_000_000_000 / rate.get()));
        }
    }
}

#[test]
fn each_source_keeps_its_mean_rate() {
    // 48 cycles of on and off, 2 groups of pictures.
    const WINDOW_MS: u64 = 960;
    for config in CellSourceConfig::all() {
        let mean = config.mean_per_s(Unit::CELL) * WINDOW_MS as f64 / 1000.0;
        if mean.is_infinite() {
            // It waits for others.
            continue;
        }
        let end = Time::from_ps(WINDOW_MS * MS);
        let count =
            |seed| cells_before(&mut config.build(Unit::CELL, Time::ZERO, random(seed, 0)), end) as f64;
        let counts: Vec<f64> = (0..40).map(count).collect();
        // A cell at the very start is one more than the mean.
        let (cells, error) = estimate(&counts);
        assert!(
            (cells - mean).abs() <= 4.0 * error + 1.0,
            "{}: {cells} +- {error}, wanted {mean}",
            config.name()
        );
    }
}

#[test]
fn a_source_without_a_rate_still_ends_with_time() {
    for config in CellSourceConfig::all() {
        let mut written = serde_json::to_value(&config).unwrap();
        // A source without such a key is unchanged.
        let Some(rate) = written.get_mut("rate") else { continue };
        *rate = "0 bit/s".into();
        let config: CellSourceConfig = serde_json::from_value(written).unwrap();
        let mut source = config.build(Unit::CELL, Time::from_ps(u64::MAX - 5), random(1, 0));
        (0..10).for_each(|_| source.emit());
        assert_eq!(source.next_emission(), Time::NEVER, "{}", config.name());
    }
}

#[test]
fn video_without_frames_still_ends_with_time() {
    for peak_rate in [None, Some(BitRate::ZERO)] {
        let video = mpeg::Config { frames_per_s: 0.0, peak_rate, ..mpeg::Config::default() };
        let config = CellSourceConfig::Mpeg(video);
        let mut source = config.build(Unit::CELL, Time::from_ps(u64::MAX - 5), random(1, 0));
        (0..10).for_each(|_| source.emit());
        assert_eq!(source.next_emission(), Time::NEVER);
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

/// The same with Pareto periods.
fn heavy_tailed() -> CellSourceConfig {
    CellSourceConfig::ParetoOnOff(pareto_on_off::Config {
        rate: BitRate::from_bps(4_240_000),
        on: Span::from_ps(10 * MS),
        off: Span::from_ps(30 * MS),
        ..pareto_on_off::Config::default()
    })
}

#[test]
fn a_source_that_begins_anywhere_sends_its_mean_from_the_first_moment_on() {
    let video = mpeg::Config { random_phase: true, ..mpeg::Config::default() };
    let sources = [
        (stationary(Periods::Deterministic), 1),
        (stationary(Periods::Exponential), 1),
        (heavy_tailed(), 1),
        // About one cell a millisecond: windows of 40 ms.
        (CellSourceConfig::Mpeg(video), 20),
    ];
    for (config, scale) in sources {
        let mean = 2e-3 * scale as f64 * config.mean_per_s(Unit::CELL);
        for (window, from_ms, to_ms) in [("first", 0, 2 * scale), ("later", 17 * scale, 19 * scale)] {
            let counts: Vec<f64> = (0..20_000)
                .map(|replication| {
                    let mut source = config.build(Unit::CELL, Time::ZERO, random(9, replication));
                    cells_before(&mut source, Time::from_ps(from_ms * MS));
                    cells_before(&mut source, Time::from_ps(to_ms * MS)) as f64
                })
                .collect();
            assert_mean(&format!("{}, {window}", config.name()), &counts, mean, 0.02);
        }
    }
}

/// Cells of ten sources in consecutive windows of 2 ms.
fn aggregate(config: &CellSourceConfig, seed: u64, windows: usize) -> Vec<f64> {
    let mut sources: Vec<AnyCellSource> =
        (0..10).map(|number| config.build(Unit::CELL, Time::ZERO, random(seed, number))).collect();
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

/// Variances of the mean over 1, 2, 4, ... values, as long as there are 30 of them.
fn variances_of_means(mut values: Vec<f64>) -> Vec<f64> {
    let mut variances = Vec::new();
    while values.len() >= 30 {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        variances.push(values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0));
        values = values.chunks_exact(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
    }
    variances
}

/// The Hurst parameter by the slope of the variance-time plot, 2 H - 2: twenty sources together, in
/// windows of 64 ms to 2 s, over 200 s and three seeds.
fn hurst(config: &CellSourceConfig) -> f64 {
    let mut mean_log = [0.0; 6];
    for seed in 0..3 {
        let mut sources: Vec<AnyCellSource> =
            (0..20).map(|number| config.build(Unit::CELL, Time::ZERO, random(seed, number))).collect();
        let counts = (1..=3_125).map(|window| {
            let end = Time::from_ps(window * 64 * MS);
            sources.iter_mut().map(|source| cells_before(source, end)).sum::<u64>() as f64
        });
        for (sum, variance) in mean_log.iter_mut().zip(variances_of_means(counts.collect())) {
            *sum += variance.log2() / 3.0;
        }
    }
    // The least-squares slope over 0, 1, ... 5, whose squares about 2.5 add up to 17.5.
    let slope: f64 = (0..6).map(|n| (f64::from(n) - 2.5) * mean_log[n as usize]).sum::<f64>() / 17.5;
    1.0 + slope / 2.0
}

#[test]
fn many_sources_with_pareto_periods_are_self_similar_and_with_exponential_ones_they_are_not() {
    let rate = BitRate::from_bps(424_000);
    let ten_ms = Span::from_ps(10 * MS);
    let exponential =
        Config { rate, on: ten_ms, off: ten_ms, periods: Periods::Exponential, begins: Begins::Random };
    let pareto = pareto_on_off::Config { rate, on: ten_ms, off: ten_ms, on_shape: 1.4, off_shape: 1.4 };
    let [pareto, exponential] = [CellSourceConfig::ParetoOnOff(pareto), CellSourceConfig::OnOff(exponential)]
        .map(|config| hurst(&config));
    // H = (3 - 1.4) / 2 = 0.8, reached in the limit of long windows, and 0.5.
    assert!((0.72..0.88).contains(&pareto), "H of Pareto periods: {pareto}");
    assert!((0.42..0.58).contains(&exponential), "H of exponential periods: {exponential}");
}

/// Sums over the frames of a group of pictures: mean, variance, and covariance with the next group,
/// all in bits. With s the standard deviation of the logarithm of a frame's size, two frames in which
/// the level has the covariance c have the covariance mean mean' (exp(c s s') - 1).
fn group_moments(config: &mpeg::Config) -> (f64, f64, f64) {
    let law = |mean: u64, sd: u64| (mean as f64, (1.0 + (sd as f64 / mean as f64).powi(2)).ln().sqrt());
    let frames: Vec<(f64, f64)> = config
        .gop
        .chars()
        .map(|frame| match frame {
            'I' => law(config.i_mean_bits, config.i_sd_bits),
            'P' => law(config.p_mean_bits, config.p_sd_bits),
            _ => law(config.b_mean_bits, config.b_sd_bits),
        })
        .collect();
    let all_pairs = |level: f64| -> f64 {
        let with = |&(mean, s): &(f64, f64)| {
            frames.iter().map(move |&(m, t)| mean * m * ((level * s * t).exp() - 1.0)).collect::<Vec<_>>()
        };
        frames.iter().flat_map(with).sum()
    };
    let own = |&(mean, s): &(f64, f64)| mean * mean * ((s * s).exp() - (config.scene_share * s * s).exp());
    let variance = all_pairs(config.scene_share) + frames.iter().map(own).sum::<f64>();
    let covariance = all_pairs(config.scene_share * config.gop_correlation);
    (frames.iter().map(|frame| frame.0).sum(), variance, covariance)
}

#[test]
fn groups_of_pictures_vary_and_are_correlated_as_the_closed_forms_say() {
    let config = mpeg::Config::default();
    let (mean, variance, covariance) = group_moments(&config);
    let (mut means, mut variances, mut covariances) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..100 {
        let mut source =
            CellSourceConfig::Mpeg(config.clone()).build(Unit::CELL, Time::ZERO, random(seed, 0));
        let off_mean: Vec<f64> = (1..=400)
            .map(|group| 384.0 * cells_before(&mut source, Time::from_ps(group * 480 * MS)) as f64 - mean)
            .collect();
        let n = off_mean.len() as f64;
        means.push(off_mean.iter().sum::<f64>() / n + mean);
        variances.push(off_mean.iter().map(|value| value * value).sum::<f64>() / n);
        covariances.push(off_mean.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>() / (n - 1.0));
    }
    assert_mean("mean", &means, mean, 0.02);
    assert_mean("variance", &variances, variance, 0.05);
    assert_mean("covariance", &covariances, covariance, 0.05);
    let correlation = covariance / variance;
    assert!((0.85..0.9).contains(&correlation), "near gop_correlation: {correlation}");
}
