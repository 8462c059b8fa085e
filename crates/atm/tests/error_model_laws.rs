//! Laws of every error model in the catalogue, over random settings and arrivals.

use cellwise_atm::error_model::{AnyErrorModel, ErrorModel, ErrorModelConfig, Verdict, none};
use cellwise_atm::policing::Arrivals;
use cellwise_engine::{RandomStream, StreamName};
use cellwise_units::{BitRate, CellClock, ClockPoint, Span, Time};
use proptest::prelude::*;

const LINE: BitRate = BitRate::from_bps(1_500_000);
const US: u64 = 1_000_000;

fn random(seed: u64) -> RandomStream {
    RandomStream::new(StreamName { seed, replication: 0, element: "line", purpose: "errors" })
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
        config in ErrorModelConfig::arbitrary(), pieces in pieces(), seed: u64,
    ) {
        prop_assert_eq!(config.check(), []);
        let clocks = clocks();
        let trains = trains(&pieces, &clocks);
        let run = |trains: &[Arrivals<'_>], ask_clear| {
            verdicts(&mut config.build(LINE, random(seed)), trains, ask_clear)
        };
        let singly = run(&one_by_one(&trains), false);
        prop_assert_eq!(&run(&trains, false), &singly);
        prop_assert_eq!(&run(&split(&pieces, &trains), false), &singly);
        prop_assert_eq!(&run(&trains, true), &singly, "a train taken as clear was not");
        prop_assert_eq!(&run(&split(&pieces, &trains), true), &singly);
        prop_assert_eq!(&run(&one_by_one(&trains), true), &singly);
    }

    #[test]
    fn numbers_of_bursts_never_decrease(config in ErrorModelConfig::arbitrary(), pieces in pieces(), seed: u64) {
        let clocks = clocks();
        let all = verdicts(&mut config.build(LINE, random(seed)), &trains(&pieces, &clocks), true);
        let numbers = all.iter().filter_map(|verdict| match verdict {
            Verdict::Intact => None,
            Verdict::Errored { burst } => Some(*burst),
        });
        prop_assert!(numbers.is_sorted());
    }

    #[test]
    fn any_settings_make_a_model_even_those_that_are_refused(
        configs in ErrorModelConfig::arbitrary_of_each(), numbers in prop::collection::vec(any_number(), 8),
        rate in 0u64..3, pieces in pieces(),
    ) {
        let clocks = clocks();
        for config in configs {
            let config = distorted(&config, &numbers);
            let rate = BitRate::from_bps(rate * 1_000_000);
            let ratio = config.mean_cell_error_ratio(rate);
            prop_assert!((0.0..=1.0).contains(&ratio), "{config:?}: {ratio}");
            verdicts(&mut config.build(rate, random(1)), &trains(&pieces, &clocks), true);
        }
    }
}

/// A real number and a whole one, whatever the key that they are put at.
fn any_number() -> impl Strategy<Value = (f64, u16)> {
    (prop_oneof![Just(f64::NAN), Just(0.0), Just(1.0), -2.0f64..3.0], any::<u16>())
}

/// Settings with other numbers at all their keys.
fn distorted(config: &ErrorModelConfig, numbers: &[(f64, u16)]) -> ErrorModelConfig {
    fn distort(value: &mut toml::Value, (real, whole): (f64, u16)) {
        match value {
            toml::Value::Float(number) => *number = real,
            toml::Value::Integer(number) => *number = whole.into(),
            toml::Value::Array(numbers) => numbers.iter_mut().for_each(|one| distort(one, (real, whole))),
            _ => {}
        }
    }
    let mut table = toml::Table::try_from(config).unwrap();
    table.iter_mut().zip(numbers.iter().cycle()).for_each(|((_, value), numbers)| distort(value, *numbers));
    table.try_into().unwrap()
}

#[test]
fn the_same_seed_gives_the_same_noise_and_another_gives_other_noise() {
    let pieces: Vec<Piece> = (0..20_000).map(|_| (US, 192, 0, Vec::new())).collect();
    let clocks = clocks();
    let trains = trains(&pieces, &clocks);
    let is_random = |config: &ErrorModelConfig| {
        !matches!(config, ErrorModelConfig::Scripted(_) | ErrorModelConfig::NoErrors(_))
    };
    for config in ErrorModelConfig::all().into_iter().filter(is_random) {
        let noise = |seed| verdicts(&mut config.build(LINE, random(seed)), &trains, true);
        assert!(noise(1) == noise(1) && noise(1) != noise(2), "{}", config.name());
    }
}

#[test]
fn nearly_every_train_of_a_good_line_is_taken_without_judging_it() {
    let clock = CellClock::of(LINE);
    for config in ErrorModelConfig::all() {
        let mut model = config.build(LINE, random(3));
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
    for config in [ErrorModelConfig::errorless(), ErrorModelConfig::NoErrors(none::Config {})] {
        let mut model = config.build(LINE, random(1));
        assert_eq!(config.mean_cell_error_ratio(LINE), 0.0);
        assert!(model.take_clear(Time::from_ps(u64::MAX - 1), u16::MAX));
    }
}
