//! Laws of every error model in the catalogue, over random settings and arrivals, and closed forms.

use cellwise_atm::error_model::{
    AnyErrorModel, ErrorModel, ErrorModelConfig, Reading, Verdict, bit_errors, bursts, gilbert_elliott,
    independent, interleaved,
};
use cellwise_atm::policing::Arrivals;
use cellwise_engine::{RandomStream, StreamName};
use cellwise_units::{BitRate, CellClock, ClockPoint, Span, Time};
use proptest::prelude::*;

const LINE: BitRate = BitRate::from_bps(1_500_000);
const US: u64 = 1_000_000;
const READINGS: [Reading; 4] = [Reading::Exact, Reading::GoodTime, Reading::Overlapping, Reading::Restarting];

fn random(seed: u64, replication: u64) -> RandomStream {
    RandomStream::new(StreamName { seed, replication, element: "line", purpose: "errors" })
}

/// Settings with so much noise that few trains are clear.
fn configs() -> impl Strategy<Value = ErrorModelConfig> {
    let ratio = || prop_oneof![4 => 0.001f64..0.7, 1 => 1e-7f64..1e-3, 1 => Just(0.0)];
    let burst = || (20 * US..2_000 * US).prop_map(Span::from_ps);
    let reading = || prop::sample::select(READINGS.to_vec());
    let depth = prop::sample::select(vec![1u16, 2, 4, 8, 16, 32, 64]);
    prop_oneof![
        prop_oneof![ratio(), Just(1.0)].prop_map(|cell_error_ratio| {
            ErrorModelConfig::Independent(independent::Config { cell_error_ratio })
        }),
        (ratio(), burst(), reading()).prop_map(|(cell_error_ratio, mean_burst, reading)| {
            ErrorModelConfig::Bursts(bursts::Config { cell_error_ratio, mean_burst, reading })
        }),
        (0.0f64..0.3, 0.4f64..1.0, 0.0f64..0.6, 2.0f64..30.0, any::<bool>()).prop_map(
            |(good, bad, share, mean_burst_cells, is_plain)| {
                let [good_error_ratio, bad_error_ratio] = if is_plain { [0.0, 1.0] } else { [good, bad] };
                let cell_error_ratio = good_error_ratio + share * (bad_error_ratio - good_error_ratio);
                ErrorModelConfig::GilbertElliott(gilbert_elliott::Config {
                    cell_error_ratio,
                    mean_burst_cells,
                    good_error_ratio,
                    bad_error_ratio,
                })
            }
        ),
        (1e-8f64..1e-3).prop_map(|bit_error_ratio| {
            ErrorModelConfig::BitErrors(bit_errors::Config { bit_error_ratio })
        }),
        (ratio(), burst(), depth, 17u16..=255, 0u16..=8, reading()).prop_map(
            |(cell_error_ratio, mean_burst, depth, codeword_octets, half, reading)| {
                let check_octets = 2 * half;
                ErrorModelConfig::Interleaved(interleaved::Config {
                    cell_error_ratio,
                    mean_burst,
                    depth,
                    codeword_octets,
                    check_octets,
                    reading,
                })
            }
        ),
    ]
}

fn clocks() -> [CellClock; 3] {
    [CellClock::of(LINE), CellClock::of(BitRate::from_bps(155_520_000)), CellClock::INSTANT]
}

/// A train: how long after the one before, its cells, its clock, and where else it could be split.
type Piece = (u64, u16, usize, Vec<u16>);

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let splits = prop::collection::vec(1u16..60, 0..4);
    prop::collection::vec((0u64..3_000 * US, 1u16..=192, 0usize..3, splits), 1..40)
}

fn trains<'a>(pieces: &[Piece], clocks: &'a [CellClock; 3]) -> Vec<Arrivals<'a>> {
    let mut now = Time::ZERO;
    let each = |&(pause, count, clock, _): &Piece| {
        let first = ClockPoint::exactly(now + Span::from_ps(pause));
        now = clocks[clock].point_after(first, u64::from(count)).at;
        Arrivals { first, clock: &clocks[clock], count }
    };
    pieces.iter().map(each).collect()
}

/// The same cells in the trains that the pieces' splits make of them.
fn split<'a>(pieces: &[Piece], trains: &[Arrivals<'a>]) -> Vec<Arrivals<'a>> {
    let parts = |(piece, train): (&Piece, &Arrivals<'a>)| {
        let (mut rest, mut parts) = (*train, Vec::new());
        for &cells in piece.3.iter().filter(|&&cells| cells < train.count) {
            let cells = cells.min(rest.count);
            parts.push(rest.only(cells));
            rest = rest.after(cells);
        }
        parts.push(rest);
        parts.into_iter().filter(|part| part.count > 0).collect::<Vec<_>>()
    };
    pieces.iter().zip(trains).flat_map(parts).collect()
}

fn one_by_one<'a>(trains: &[Arrivals<'a>]) -> Vec<Arrivals<'a>> {
    let cells = |train: &Arrivals<'a>| {
        let train = *train;
        (0..train.count).map(move |n| train.after(n).only(1))
    };
    trains.iter().flat_map(cells).collect()
}

/// When the last cell of a train arrives.
fn last(train: &Arrivals<'_>) -> Time {
    train.clock.point_after(train.first, u64::from(train.count) - 1).at
}

/// One verdict for each cell; `ask_clear` asks for whole clear trains first.
fn verdicts(model: &mut AnyErrorModel, trains: &[Arrivals<'_>], ask_clear: bool) -> Vec<Verdict> {
    let mut all = Vec::new();
    for train in trains {
        let before = all.len();
        // Asked twice, because a refusal must take nothing.
        if ask_clear && (0..2).any(|_| model.take_clear(last(train), train.count)) {
            all.extend((0..train.count).map(|_| Verdict::Intact));
        } else {
            let mut previous = None;
            model.judge(train, &mut |cells, verdict| {
                assert!(cells > 0 && previous != Some(verdict), "{cells} {verdict:?} after {previous:?}");
                previous = Some(verdict);
                all.extend((0..cells).map(|_| verdict));
            });
        }
        assert_eq!(all.len() - before, usize::from(train.count), "every cell has one verdict");
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn verdicts_are_the_same_whatever_trains_the_cells_come_in(
        config in configs(), pieces in pieces(), seed: u64,
    ) {
        prop_assert_eq!(config.check(), []);
        let clocks = clocks();
        let trains = trains(&pieces, &clocks);
        let run = |trains: &[Arrivals<'_>], ask_clear| {
            verdicts(&mut config.build(LINE, random(seed, 0)), trains, ask_clear)
        };
        let singly = run(&one_by_one(&trains), false);
        prop_assert_eq!(&run(&trains, false), &singly);
        prop_assert_eq!(&run(&split(&pieces, &trains), false), &singly);
        prop_assert_eq!(&run(&trains, true), &singly, "a train taken as clear was not");
        prop_assert_eq!(&run(&split(&pieces, &trains), true), &singly);
        prop_assert_eq!(&run(&one_by_one(&trains), true), &singly);
    }

    #[test]
    fn numbers_of_bursts_never_decrease(config in configs(), pieces in pieces(), seed: u64) {
        let clocks = clocks();
        let all = verdicts(&mut config.build(LINE, random(seed, 0)), &trains(&pieces, &clocks), true);
        let numbers = all.iter().filter_map(|verdict| match verdict {
            Verdict::Intact => None,
            Verdict::Errored { burst } => Some(*burst),
        });
        prop_assert!(numbers.is_sorted());
    }

    #[test]
    fn any_settings_make_a_model_even_those_that_are_refused(
        ratios in prop::array::uniform3(prop_oneof![Just(f64::NAN), Just(0.0), Just(1.0), -2.0f64..3.0]),
        octets in prop::array::uniform3(any::<u16>()), burst_us in 0u64..3, rate in 0u64..3,
        reading in prop::sample::select(READINGS.to_vec()), pieces in pieces(),
    ) {
        let [cell_error_ratio, good_error_ratio, bad_error_ratio] = ratios;
        let [depth, codeword_octets, check_octets] = octets;
        let mean_burst = Span::from_ps(burst_us * US);
        let mean_burst_cells = 1.0 / (good_error_ratio + 0.5);
        let clocks = clocks();
        for config in [
            ErrorModelConfig::Independent(independent::Config { cell_error_ratio }),
            ErrorModelConfig::Bursts(bursts::Config { cell_error_ratio, mean_burst: mean_burst + Span::from_ps(US), reading }),
            ErrorModelConfig::GilbertElliott(gilbert_elliott::Config {
                cell_error_ratio, mean_burst_cells, good_error_ratio, bad_error_ratio,
            }),
            ErrorModelConfig::BitErrors(bit_errors::Config { bit_error_ratio: bad_error_ratio }),
            ErrorModelConfig::Interleaved(interleaved::Config {
                cell_error_ratio, mean_burst: mean_burst + Span::from_ps(US), depth, codeword_octets, check_octets, reading,
            }),
        ] {
            let rate = BitRate::from_bps(rate * 1_000_000);
            let ratio = config.mean_cell_error_ratio(rate);
            prop_assert!((0.0..=1.0).contains(&ratio), "{config:?}: {ratio}");
            verdicts(&mut config.build(rate, random(1, 0)), &trains(&pieces, &clocks), true);
        }
    }
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
    assert!(error < fineness * wanted, "{what}: too coarse to tell, {mean} +- {error}");
}

/// Trains of `cells` back to back from time 0 on; `each` is told how many cells of one are errored, by
/// burst.
fn saturate(model: &mut AnyErrorModel, cells: u16, count: u32, mut each: impl FnMut(&[(u64, u16)])) {
    let clock = CellClock::of(LINE);
    let (mut first, mut errored) = (clock.step(ClockPoint::exactly(Time::ZERO)), Vec::new());
    for _ in 0..count {
        let train = Arrivals { first, clock: &clock, count: cells };
        errored.clear();
        if !model.take_clear(last(&train), cells) {
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
    let clock = CellClock::of(LINE);
    for config in noisy() {
        // What was spread out before time 0 is not seen.
        let is_interleaved = matches!(config, ErrorModelConfig::Interleaved(_));
        let wanted = config.mean_cell_error_ratio(LINE);
        if is_interleaved || wanted < 0.008 {
            continue;
        }
        let first = ClockPoint::exactly(Time::ZERO);
        let draws: Vec<f64> = (0..20_000)
            .map(|replication| {
                let train = Arrivals { first, clock: &clock, count: 1 };
                let model = &mut config.build(LINE, random(8, replication));
                f64::from(u8::from(verdicts(model, &[train], true) != [Verdict::Intact]))
            })
            .collect();
        assert_mean(&format!("{config:?}"), &draws, wanted, 0.1, 0.0);
    }
}

#[test]
fn the_same_seed_gives_the_same_noise_and_another_gives_other_noise() {
    for config in noisy() {
        let noise = |seed| {
            let mut all = Vec::new();
            saturate(&mut config.build(LINE, random(seed, 0)), 200, 500, |runs| all.push(runs.to_vec()));
            all
        };
        assert!(noise(1) == noise(1) && noise(1) != noise(2), "{config:?}");
    }
}

#[test]
fn nearly_every_train_of_a_good_line_is_taken_without_judging_it() {
    let clock = CellClock::of(LINE);
    for config in ErrorModelConfig::all() {
        let mut model = config.build(LINE, random(3, 0));
        let (mut first, mut taken) = (ClockPoint::exactly(Time::ZERO), 0);
        for _ in 0..10_000 {
            let train = Arrivals { first, clock: &clock, count: 12 };
            if model.take_clear(last(&train), 12) {
                taken += 1;
            } else {
                model.judge(&train, &mut |_, _| ());
            }
            first = clock.point_after(first, 12);
        }
        assert!(taken > 9_900, "{}: {taken} of 10000", config.name());
    }
}

#[test]
fn a_line_without_noise_takes_everything() {
    let mut model = ErrorModelConfig::none().build(LINE, random(1, 0));
    assert_eq!(ErrorModelConfig::none().mean_cell_error_ratio(LINE), 0.0);
    assert!(model.take_clear(Time::from_ps(u64::MAX - 1), u16::MAX));
}

/// Loss of `cells` back-to-back cells, at least one of which arrives in a noisy period: for the readings
/// in which good and noisy times alternate, and for overlapping bursts.
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
    // In percent, for packets of 12, 92 and 192 cells at CER 1e-3.
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
                let mean_burst = Span::from_ps(burst_us * US);
                let config = bursts::Config { cell_error_ratio: 1e-3, mean_burst, reading: Reading::Exact };
                let wanted = packet_loss_ratio(cells.into(), Reading::Exact, 1e-3, burst_us as f64 * 1e-6);
                (ErrorModelConfig::Bursts(config), wanted)
            };
            assert!((100.0 * wanted / percent - 1.0).abs() < 1e-3, "{burst_us} us, {cells}: {wanted}");
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
        assert_mean(&format!("{reading:?}"), &packet_losses(&config, 3, 20_000), wanted, 0.002, 0.0);
    }
}

#[test]
fn a_gilbert_chain_loses_packets_as_its_closed_form_says() {
    let config =
        gilbert_elliott::Config { cell_error_ratio: 0.01, mean_burst_cells: 3.0, ..Default::default() };
    let turns_bad = 0.01 / (3.0 * 0.99);
    for cells in [1i32, 12, 92] {
        let wanted = 1.0 - 0.99 * (1.0 - turns_bad as f64).powi(cells - 1);
        let losses = packet_losses(&ErrorModelConfig::GilbertElliott(config), cells as u16, 20_000);
        assert_mean(&format!("{cells} cells"), &losses, wanted, 0.02, 0.0);
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
        let share_error =
            2.0 * ends * (ends * (1.0 - ends) / bursts).sqrt() + ends * ends * 2.0 / bursts.sqrt();
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
