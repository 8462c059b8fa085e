use super::*;
use cellwise_units::{BitRate, Time};
use proptest::prelude::*;

fn clock(rate: u64) -> CellClock {
    CellClock::of(BitRate::from_bps(rate))
}

/// Rates of a bucket and of the cells that meet it: far apart, equal, or different by less than a
/// picosecond of cell time.
fn rates() -> impl Strategy<Value = (u64, u64)> {
    let free = || prop_oneof![1_000_000u64..10_000_000_000, Just(155_520_000), Just(10_000_000)];
    prop_oneof![
        4 => (free(), free()),
        2 => free().prop_map(|rate| (rate, rate)),
        1 => (free(), 0u64..20).prop_map(|(rate, by)| (rate, rate + by)),
        1 => (free(), 0u64..20).prop_map(|(rate, by)| (rate + by, rate)),
    ]
}

#[derive(Clone, Debug)]
struct Train {
    /// Parts of the bucket's tolerance that pass before it.
    pause_percent: u64,
    pause_rest: u64,
    /// Cell times by which the first cell is beyond the picosecond.
    phase: u64,
    count: u16,
    at_once: bool,
}

fn trains() -> impl Strategy<Value = Vec<Train>> {
    let train = (0u64..40, 0u64..4, 0u64..300, 0u16..400, prop::bool::weighted(0.1)).prop_map(
        |(pause_percent, pause_rest, phase, count, at_once)| Train {
            pause_percent,
            pause_rest,
            phase,
            count,
            at_once,
        },
    );
    prop::collection::vec(train, 1..12)
}

fn each(gcra: &mut VirtualScheduling, cells: &Arrivals<'_>) -> Vec<bool> {
    let times = (0..cells.count).map(|n| cells.clock.point_after(cells.first, u64::from(n)).at);
    times.map(|at| gcra.judge(at)).collect()
}

fn by_runs(gcra: &mut VirtualScheduling, cells: &Arrivals<'_>) -> Vec<bool> {
    let mut verdicts = Vec::new();
    gcra.judge_run(cells, |run| verdicts.resize(verdicts.len() + usize::from(run.cells), run.conforming));
    verdicts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn runs_are_the_verdicts_cell_by_cell(
        (rate, feeder) in rates(), tolerance_cells in 0u64..100, rest in 0u64..5, trains in trains(),
    ) {
        let (bucket, feeder) = (clock(rate), clock(feeder));
        let tolerance = bucket.cell_time() * tolerance_cells + Span::from_ps(rest);
        let mut whole = VirtualScheduling::new(bucket, tolerance);
        let mut single = whole;
        let mut now = Time::ZERO;
        for train in &trains {
            let pause = (tolerance.get() + bucket.cell_time().get()) * train.pause_percent / 10;
            now += Span::from_ps(pause + train.pause_rest);
            let phased = feeder.point_after(ClockPoint::exactly(now), train.phase);
            let (clock, first) = match train.at_once {
                true => (CellClock::INSTANT, ClockPoint::exactly(phased.at)),
                false => (feeder, phased),
            };
            let cells = Arrivals { first, clock: &clock, count: train.count };
            prop_assert_eq!(by_runs(&mut whole, &cells), each(&mut single, &cells));
            prop_assert_eq!(whole.theoretical_arrival(), single.theoretical_arrival());
            now = clock.point_after(first, u64::from(train.count)).at;
        }
    }

    #[test]
    fn cells_within_picoseconds_of_the_limit_or_of_an_empty_bucket_are_judged_alike(
        (rate, feeder) in rates(), tolerance_cells in 0u64..20, at_limit: bool, later in 0u64..5,
        phase in 0u64..300, count in 1u16..200,
    ) {
        let (bucket, feeder) = (clock(rate), clock(feeder));
        let mut whole = VirtualScheduling::new(bucket, bucket.cell_time() * tolerance_cells);
        let start = ClockPoint::exactly(Time::ZERO);
        whole.charge_run(&Arrivals { first: start, clock: &CellClock::INSTANT, count: 300 });
        let mut single = whole;
        let close = if at_limit { whole.earliest() } else { whole.theoretical_arrival() };
        // The fraction of a picosecond is that of any cell of the feeder.
        let mut first = feeder.point_after(start, phase);
        first.at = Time::from_ps(close.at.ps() + later - 2);
        let cells = Arrivals { first, clock: &feeder, count };
        prop_assert_eq!(by_runs(&mut whole, &cells), each(&mut single, &cells));
        prop_assert_eq!(whole.theoretical_arrival(), single.theoretical_arrival());
    }
}

#[test]
fn a_long_train_is_reported_in_few_steps() {
    let mut gcra = VirtualScheduling::new(clock(10_000_000), Span::from_ps(39_634_326_000));
    let line = clock(155_520_000);
    let mut cells = Arrivals { first: ClockPoint::exactly(Time::from_ps(1000)), clock: &line, count: 60_000 };
    let (mut steps, mut conforming) = (0, 0);
    while cells.count > 0 && gcra.conforms(cells.first.at) {
        let run = gcra.outlook(&cells);
        gcra.charge_run(&cells.only(run.cells));
        cells = cells.after(run.cells);
        steps += 1;
        conforming += run.cells;
    }
    assert_eq!(conforming, 1000);
    assert!(steps <= 4, "{steps}");
}

#[test]
fn cells_at_exactly_the_rate_of_the_bucket_conform_for_ever_in_one_step() {
    let line = clock(155_520_000);
    for phase in 0..243 {
        let mut gcra = VirtualScheduling::new(line, Span::ZERO);
        let start = line.point_after(ClockPoint::exactly(Time::from_ps(9)), phase);
        let mut cells = Arrivals { first: start, clock: &line, count: 60_000 };
        let mut steps = 0;
        while cells.count > 0 {
            let run = gcra.outlook(&cells);
            assert!(run.conforming);
            gcra.charge_run(&cells.only(run.cells));
            cells = cells.after(run.cells);
            steps += 1;
        }
        assert!(steps <= 2, "{steps} for phase {phase}");
    }
}
