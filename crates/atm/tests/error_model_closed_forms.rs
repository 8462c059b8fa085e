//! Error models on a busy line against closed forms: ratios of errored cells, cells of a burst, losses of
//! packets.

use cellwise_atm::error_model::{
    AnyErrorModel, ErrorModel, ErrorModelConfig, Reading, Verdict, bit_errors, bursts, gilbert_elliott,
    independent, interleaved,
};
use cellwise_atm::policing::Arrivals;
use cellwise_engine::{RandomStream, StreamName};
use cellwise_units::{BitRate, CellClock, ClockPoint, Span, Time};

const LINE: BitRate = BitRate::from_bps(1_500_000);
const US: u64 = 1_000_000;
const READINGS: [Reading; 4] = [Reading::Exact, Reading::GoodTime, Reading::Overlapping, Reading::Restarting];

fn random(seed: u64, replication: u64) -> RandomStream {
    RandomStream::new(StreamName { seed, replication, element: "line", purpose: "errors" })
}

/// Noise enough to measure it in half a million cells.
fn noisy() -> Vec<ErrorModelConfig> {
    let mean_burst = Span::from_ps(200 * US);
    let mut all = vec![
        ErrorModelConfig::Independent(independent::Config { cell_error_ratio: 0.01 }),
        ErrorModelConfig::BitErrors(bit_errors::Config { bit_error_ratio: 3e-5 }),
    ];
    for (mean_burst_cells, good_error_ratio, bad_error_ratio) in
        [(1.0, 0.0, 1.0), (4.0, 0.0, 1.0), (50.0, 0.001, 0.1), (20.0, 0.005, 1.0)]
    {
        all.push(ErrorModelConfig::GilbertElliott(gilbert_elliott::Config {
            cell_error_ratio: 0.01,
            mean_burst_cells,
            good_error_ratio,
            bad_error_ratio,
        }));
    }
    for reading in READINGS {
        for cell_error_ratio in [0.01, 0.4] {
            all.push(ErrorModelConfig::Bursts(bursts::Config { cell_error_ratio, mean_burst, reading }));
        }
        for (depth, check_octets) in [(1, 0), (4, 0), (2, 16), (4, 8), (1, 16)] {
            all.push(ErrorModelConfig::Interleaved(interleaved::Config {
                cell_error_ratio: 0.002,
                mean_burst,
                depth,
                codeword_octets: 255,
                check_octets,
                reading,
            }));
        }
    }
    all
}

/// Mean and standard error of independent values.
fn estimate(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

/// That the mean is the wanted one, within 4 standard errors of at most a `fineness` part of it; `slack`
/// is how much of it the closed form leaves open.
fn assert_mean(what: &str, values: &[f64], wanted: f64, fineness: f64, slack: f64) {
    let (mean, error) = estimate(values);
    assert!(
        (mean - wanted).abs() < 4.0 * error + slack * wanted,
        "{what}: {mean} +- {error}, wanted {wanted}"
    );
    assert!(error < fineness * wanted, "{what}: too coarse to decide, {mean} +- {error}");
}

/// Trains of `cells` back to back, beginning at time 0; `each` gets how many cells of one are errored, by
/// burst.
fn saturate(model: &mut AnyErrorModel, cells: u16, count: u32, mut each: impl FnMut(&[(u64, u16)])) {
    let clock = CellClock::of(LINE);
    let (mut first, mut errored) = (clock.step(ClockPoint::exactly(Time::ZERO)), Vec::new());
    for _ in 0..count {
        let train = Arrivals { first, clock: &clock, count: cells };
        errored.clear();
        let last = clock.point_after(first, u64::from(cells) - 1).at;
        if !model.take_clear(last, cells) {
            model.judge(&train, &mut |cells, verdict| {
                if let Verdict::Errored { burst } = verdict {
                    errored.push((burst, cells));
                }
            });
        }
        each(&errored);
        first = clock.point_after(first, u64::from(cells));
    }
}

#[test]
fn each_model_errs_as_many_cells_as_its_closed_form_says() {
    const CELLS: f64 = 500.0 * 1_000.0;
    for config in noisy() {
        let ratios: Vec<f64> = (0..20)
            .map(|replication| {
                let mut errored = 0u64;
                saturate(&mut config.build(LINE, random(7, replication)), 500, 1_000, |runs| {
                    errored += runs.iter().map(|&(_, cells)| u64::from(cells)).sum::<u64>();
                });
                errored as f64 / CELLS
            })
            .collect();
        let slack = match &config {
            ErrorModelConfig::Interleaved(config) if config.reading != Reading::Overlapping => 0.002,
            _ => 0.0,
        };
        let wanted = config.mean_cell_error_ratio(LINE);
        assert_mean(&format!("{config:?}"), &ratios, wanted, 0.04, slack);
    }
}

#[test]
fn the_first_cell_is_errored_as_often_as_any_other() {
    for config in noisy() {
        // What was spread out before time 0 is not seen.
        let is_interleaved = matches!(config, ErrorModelConfig::Interleaved(_));
        let wanted = config.mean_cell_error_ratio(LINE);
        if is_interleaved || wanted < 0.008 {
            continue;
        }
        let draws: Vec<f64> = (0..20_000)
            .map(|replication| {
                let mut errored = 0;
                saturate(&mut config.build(LINE, random(8, replication)), 1, 1, |runs| errored += runs.len());
                errored as f64
            })
            .collect();
        assert_mean(&format!("{config:?}"), &draws, wanted, 0.1, 0.0);
    }
}

/// The probability that at least one of `cells` back-to-back cells arrives in a noisy period. Only with
/// overlapping bursts, good and noisy times are not those of a chain of two states.
fn packet_loss_ratio(cells: i32, reading: Reading, cer: f64, burst_s: f64) -> f64 {
    let cell_s = 424.0 / 1.5e6;
    let others = f64::from(cells - 1);
    if reading == Reading::Overlapping {
        return 1.0 - (-cer * (1.0 + others * (1.0 - (-cell_s / burst_s).exp()))).exp();
    }
    let good_s = burst_s / cer * if reading == Reading::Exact { 1.0 - cer } else { 1.0 };
    let (lambda, mu) = (1.0 / good_s, 1.0 / burst_s);
    let stays_good = (mu + lambda * (-(lambda + mu) * cell_s).exp()) / (lambda + mu);
    1.0 - mu / (lambda + mu) * stays_good.powf(others)
}

/// Shares of packets with an errored cell, one for each replication.
fn packet_losses(config: &ErrorModelConfig, cells: u16, packets: u32) -> Vec<f64> {
    let lost = |replication| {
        let mut lost = 0u32;
        saturate(&mut config.build(LINE, random(12, replication)), cells, packets, |runs| {
            lost += u32::from(!runs.is_empty());
        });
        f64::from(lost) / f64::from(packets)
    };
    (0..20).map(lost).collect()
}

#[test]
fn packets_are_lost_as_the_closed_forms_say_at_every_burst_length() {
    // In percent, for packets of 12, 92 and 192 cells at CER 1e-3, good times having the mean D / CER.
    for (burst_us, table) in [
        (0, [1.193, 8.79, 17.48]),
        (80, [1.161, 8.54, 17.00]),
        (200, [0.928, 6.75, 13.54]),
        (500, [0.573, 3.95, 8.01]),
    ] {
        for (cells, percent) in [12u16, 92, 192].into_iter().zip(table) {
            let (config, wanted) = if burst_us == 0 {
                let config = independent::Config { cell_error_ratio: 1e-3 };
                (ErrorModelConfig::Independent(config), 1.0 - 0.999f64.powi(cells.into()))
            } else {
                let (mean_burst, reading) = (Span::from_ps(burst_us * US), Reading::GoodTime);
                let config = bursts::Config { cell_error_ratio: 1e-3, mean_burst, reading };
                let wanted = packet_loss_ratio(cells.into(), reading, 1e-3, burst_us as f64 * 1e-6);
                (ErrorModelConfig::Bursts(config), wanted)
            };
            let digits = if percent < 2.0 { 5e-4 } else { 5e-3 };
            assert!((100.0 * wanted - percent).abs() < digits, "{burst_us} us, {cells}: {wanted}");
            let what = format!("bursts of {burst_us} us, {cells} cells");
            assert_mean(&what, &packet_losses(&config, cells, 20_000), wanted, 0.025, 0.0);
        }
    }
}

#[test]
fn every_reading_loses_packets_as_its_own_closed_form_says() {
    // Much noise, for the readings to differ.
    let (cell_error_ratio, mean_burst) = (0.2, Span::from_ps(200 * US));
    for reading in READINGS {
        let config = ErrorModelConfig::Bursts(bursts::Config { cell_error_ratio, mean_burst, reading });
        let wanted = packet_loss_ratio(3, reading, 0.2, 200e-6);
        assert_mean(&format!("{reading:?}"), &packet_losses(&config, 3, 20_000), wanted, 0.004, 0.0);
    }
}

#[test]
fn a_gilbert_chain_loses_packets_as_its_closed_form_says() {
    let config =
        gilbert_elliott::Config { cell_error_ratio: 0.01, mean_burst_cells: 3.0, ..Default::default() };
    let turns_bad = 0.01 / (3.0 * 0.99);
    for cells in [1i32, 12, 92] {
        let wanted = 1.0 - 0.99 * (1.0f64 - turns_bad).powi(cells - 1);
        let losses = packet_losses(&ErrorModelConfig::GilbertElliott(config), cells as u16, 20_000);
        assert_mean(&format!("{cells} cells"), &losses, wanted, 0.05, 0.0);
    }
}

/// How many bursts errored exactly n cells of a busy line, at place n - 1.
fn cells_of_bursts(mean_burst: Span, trains: u32) -> Vec<u64> {
    let config = bursts::Config { cell_error_ratio: 1e-3, mean_burst, reading: Reading::Exact };
    let (mut sizes, mut current) = (Vec::new(), (u64::MAX, 0usize));
    let mut model = ErrorModelConfig::Bursts(config).build(LINE, random(13, 0));
    saturate(&mut model, 192, trains, |runs| {
        for &(burst, cells) in runs {
            if burst != current.0 {
                sizes.push(current.1);
                current = (burst, 0);
            }
            current.1 += usize::from(cells);
        }
    });
    let longest = sizes.iter().copied().max().unwrap_or(0);
    (1..=longest).map(|n| sizes.iter().filter(|&&size| size == n).count() as u64).collect()
}

#[test]
fn bursts_that_hit_a_busy_line_err_a_geometric_number_of_cells() {
    for burst_us in [80u64, 200, 500] {
        let counts = cells_of_bursts(Span::from_ps(burst_us * US), 500_000);
        let ends = 1.0 - (-424e6 / 1.5e6 / burst_us as f64).exp();
        let (bursts, cells) = (
            counts.iter().sum::<u64>() as f64,
            counts.iter().zip(1u64..).map(|(count, n)| count * n).sum::<u64>() as f64,
        );
        // Chi squared over the sizes expected at least 20 times, the rest together.
        let mut chi = 0.0;
        let (mut left, mut expected_left, mut places) = (bursts, bursts, 0);
        for &count in &counts {
            let expected = expected_left * ends;
            if expected < 20.0 {
                break;
            }
            chi += (count as f64 - expected).powi(2) / expected;
            (left, expected_left, places) = (left - count as f64, expected_left - expected, places + 1);
        }
        chi += (left - expected_left).powi(2) / expected_left.max(1e-9);
        // 4 standard deviations above the mean of chi squared with so many degrees of freedom.
        let limit = f64::from(places) + 4.0 * (2.0 * f64::from(places)).sqrt();
        assert!(places >= 2 && chi < limit, "{burst_us} us: chi squared {chi} of {places}, {counts:?}");
        let mean_error = (1.0 - ends).sqrt() / ends / bursts.sqrt();
        assert!((cells / bursts - 1.0 / ends).abs() < 4.0 * mean_error, "{burst_us} us: {}", cells / bursts);
        let one_cell_share = counts[0] as f64 / cells;
        // The standard error of a ratio of two sums over bursts.
        let share_error = ends * (ends * (1.0 - ends) * (1.0 + 3.0 * ends) / bursts).sqrt();
        assert!((one_cell_share - ends * ends).abs() < 4.0 * share_error, "{burst_us} us: {one_cell_share}");
    }
}

#[test]
fn a_code_that_corrects_every_burst_leaves_no_error_and_no_code_is_plain_bursts() {
    let mean_burst = Span::from_ps(20 * US);
    let config = interleaved::Config { cell_error_ratio: 0.001, mean_burst, depth: 64, ..Default::default() };
    // 64 * 8 octets at 1.6 Mbit/s take 2.6 ms, 128 mean bursts.
    let strong = ErrorModelConfig::Interleaved(config);
    let (mut cells, mut plain, mut coded) = (0, Vec::new(), Vec::new());
    saturate(&mut strong.build(LINE, random(2, 0)), 192, 100_000, |runs| cells += runs.len());
    assert_eq!(cells, 0);
    let without = interleaved::Config { depth: 1, check_octets: 0, ..config };
    let bursts = bursts::Config { cell_error_ratio: 0.001, mean_burst, reading: Reading::Exact };
    let without = ErrorModelConfig::Interleaved(without);
    let bursts = ErrorModelConfig::Bursts(bursts);
    saturate(&mut without.build(LINE, random(2, 0)), 192, 10_000, |runs| coded.push(runs.to_vec()));
    saturate(&mut bursts.build(LINE, random(2, 0)), 192, 10_000, |runs| plain.push(runs.to_vec()));
    assert!(plain == coded && plain.iter().any(|runs| !runs.is_empty()));
}
