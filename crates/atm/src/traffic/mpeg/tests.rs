use super::super::CellSource;
use super::frames::Frames;
use super::*;
use cellwise_engine::StreamName;
use cellwise_units::Span;

const MS: u64 = 1_000_000_000;

fn random(replication: u64) -> RandomStream {
    RandomStream::new(StreamName { seed: 6, replication, element: "h1", purpose: "cells" })
}

/// Frames of one type and one size: 10 cells in 40 ms.
fn even() -> Config {
    Config { gop: "I".to_owned(), i_mean_bits: 3840, i_sd_bits: 0, ..Config::default() }
}

/// The times of the first cells, in microseconds.
fn times_us(config: &Config, cells: usize) -> Vec<u64> {
    let mut source = config.build(Unit::CELL, Time::from_ps(100 * MS), random(0));
    let mut next = || {
        let at = source.next_emission();
        source.emit();
        at.ps() / 1_000_000
    };
    (0..cells).map(|_| next()).collect()
}

#[test]
fn the_cells_of_a_frame_are_spread_evenly_over_its_time() {
    let wanted: Vec<u64> = (0..25).map(|n| 100_000 + 4_000 * n).collect();
    assert_eq!(times_us(&even(), 25), wanted);
}

#[test]
fn at_a_peak_rate_the_cells_of_a_frame_follow_each_other_from_its_beginning() {
    // A cell in 100 us.
    let config = Config { peak_rate: Some(BitRate::from_bps(4_240_000)), ..even() };
    let wanted: Vec<u64> = (0..25).map(|n| 100_000 + 40_000 * (n / 10) + 100 * (n % 10)).collect();
    assert_eq!(times_us(&config, 25), wanted);
}

#[test]
fn a_frame_that_needs_more_than_its_time_at_the_peak_rate_holds_up_the_next() {
    // 20 cells, then two frames of 2; a cell in 5 ms.
    let config = Config {
        gop: "IPP".to_owned(),
        i_mean_bits: 20 * 384,
        i_sd_bits: 0,
        p_mean_bits: 2 * 384,
        p_sd_bits: 0,
        peak_rate: Some(BitRate::from_bps(84_800)),
        ..Config::default()
    };
    assert_eq!(config.check(Unit::CELL), []);
    let times = times_us(&config, 25);
    let back_to_back: Vec<u64> = (0..24).map(|n| 100_000 + 5_000 * n).collect();
    assert_eq!(times[..24], back_to_back);
    assert_eq!(times[24], 220_000, "the next group");
}

#[test]
fn bits_that_fill_no_cell_wait_for_the_next_frame() {
    // 1.5 cells a frame: 1, 2, 1, 2.
    let config = Config { i_mean_bits: 576, ..even() };
    assert_eq!(times_us(&config, 6), [100_000, 140_000, 160_000, 180_000, 220_000, 240_000]);
}

#[test]
fn sizes_have_the_mean_and_the_standard_deviation_of_their_type() {
    // Independent frames, so that the errors are those of independent draws.
    let config = Config { gop_correlation: 0.0, scene_share: 0.0, ..Config::default() };
    let mut frames = Frames::new(&config, random(0));
    let mut sizes = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..20_000 {
        for frame in config.gop.chars() {
            sizes["IPB".find(frame).unwrap()].push(frames.next_bits() as f64);
        }
    }
    let wanted = [(60e3, 17e3), (23e3, 13e3), (9.3e3, 6e3)];
    for (sizes, (mean, sd)) in sizes.iter().zip(wanted) {
        let n = sizes.len() as f64;
        let average = sizes.iter().sum::<f64>() / n;
        let deviation = (sizes.iter().map(|size| (size - average).powi(2)).sum::<f64>() / n).sqrt();
        assert!((average - mean).abs() < 4.0 * sd / n.sqrt(), "mean {average}, wanted {mean}");
        assert!((deviation / sd - 1.0).abs() < 0.05, "standard deviation {deviation}, wanted {sd}");
    }
}

#[test]
fn what_is_no_group_of_pictures_and_a_peak_below_the_mean_are_reported() {
    let field = |config: Config| {
        let issues = config.check(Unit::CELL);
        assert_eq!(issues.len(), 1, "{issues:?}");
        issues[0].field.clone()
    };
    for gop in ["", "BBI", "IBBX", "Ibb", &"I".repeat(65)] {
        assert_eq!(field(Config { gop: gop.to_owned(), ..Config::default() }), "gop");
    }
    // 203.4 kbit in 0.48 s, which are 467 882 bit/s in cells.
    let low = Config { peak_rate: Some(BitRate::from_bps(467_800)), ..Config::default() };
    assert_eq!(field(low.clone()), "peak_rate");
    assert_eq!(Config { peak_rate: Some(BitRate::from_bps(468_000)), ..low }.check(Unit::CELL), []);
}

#[test]
fn refused_settings_still_give_a_source() {
    let absurd = Config {
        gop: String::new(),
        frames_per_s: f64::NAN,
        i_mean_bits: 0,
        i_sd_bits: u64::MAX,
        gop_correlation: f64::INFINITY,
        scene_share: f64::NAN,
        peak_rate: Some(BitRate::ZERO),
        random_phase: true,
        ..Config::default()
    };
    let mut source = absurd.build(Unit::CELL, Time::from_ps(5), random(0));
    let first = source.next_emission();
    assert!(first >= Time::from_ps(5));
    source.emit();
    assert!(source.next_emission() > first);
}

#[test]
fn a_source_with_a_random_phase_is_anywhere_in_a_group() {
    // Frames of 100 cells and of 10: the first millisecond has a cell more often in the former.
    let config = Config {
        gop: "IP".to_owned(),
        i_mean_bits: 38_400,
        i_sd_bits: 0,
        p_mean_bits: 3_840,
        p_sd_bits: 0,
        random_phase: true,
        ..Config::default()
    };
    let (mut cells, runs) = (0u32, 4000u32);
    for replication in 0..u64::from(runs) {
        let mut source = config.build(Unit::CELL, Time::ZERO, random(replication));
        while source.next_emission() < Time::ZERO + Span::from_ps(MS) {
            source.emit();
            cells += 1;
        }
    }
    // 1.375 cells a millisecond; from frame to frame 2.5 or 0.25, a standard deviation of 1.125 and
    // that of the phase, at most 0.5.
    let mean = f64::from(cells) / f64::from(runs);
    assert!((mean - 1.375).abs() < 4.0 * 1.24 / f64::from(runs).sqrt(), "{mean} cells");
}
