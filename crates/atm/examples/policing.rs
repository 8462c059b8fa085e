//! The cost of policing per cell: `cargo run --release -p cellwise-atm --example policing [-- FRAMES]`.
//!
//! Frames of 192 cells at 155.52 Mbit/s meet PCR 155.52 Mbit/s, SCR 10 Mbit/s and MBS 1000: spaced so
//! that all cells conform, and back to back, so that every 15th or 16th does. One line for each
//! policer and load, and for the plain algorithm cell by cell. For instructions, run it under
//! `valgrind --tool=callgrind` with one name, for two numbers of frames, and divide the difference:
//! `-- 1000 cell over`, then `-- 2000 cell over`.

use std::time::Instant;

use cellwise_atm::policing::{
    AnyPolicer, Bucket, CellTrain, Policer, PolicerConfig, Sustained, Terms, VirtualScheduling, theory,
};
use cellwise_units::{BitRate, CellClock, Cells, ClockPoint, Span, Time};

const FRAME: u16 = 192;
/// Timed repetitions, of which the fastest counts.
const RUNS: usize = 5;

fn terms() -> Terms {
    let (pcr, scr) = (BitRate::from_bps(155_520_000), BitRate::from_bps(10_000_000));
    Terms {
        peak: Bucket { rate: pcr, tolerance: Span::ZERO },
        sustained: Some(Sustained::vbr1(Bucket::sustainable(scr, Cells::new(1000), pcr))),
        longest_frame: Cells::new(FRAME.into()),
    }
}

/// The first cell of each frame, `gap` after the slot of the last cell of the frame before.
fn frames(clock: &CellClock, gap: Span, frames: u64, mut each: impl FnMut(ClockPoint)) {
    let mut first = ClockPoint::exactly(Time::from_ps(1_000_000));
    for _ in 0..frames {
        each(first);
        first = clock.point_after(first, u64::from(FRAME)) + gap;
    }
}

/// Runs a policer; gives the cells that passed.
fn police(policer: &mut AnyPolicer, clock: &CellClock, gap: Span, count: u64) -> u64 {
    frames(clock, gap, count, |first| {
        let train = CellTrain { first, clock, count: FRAME, index: 0, frame_cells: FRAME, clp: false };
        policer.judge(&train, &mut |cells, treatment| {
            std::hint::black_box((cells, treatment));
        });
    });
    policer.counts().conforming_cells
}

/// The two algorithms alone, cell by cell; gives the cells that conform.
fn cell_by_cell(buckets: &mut [VirtualScheduling; 2], clock: &CellClock, gap: Span, count: u64) -> u64 {
    let mut passed = 0;
    frames(clock, gap, count, |first| {
        let mut at = first;
        for _ in 0..FRAME {
            if buckets.iter().all(|bucket| bucket.conforms(at.at)) {
                buckets.iter_mut().for_each(|bucket| bucket.charge(at.at));
                passed += 1;
            }
            at = clock.step(at);
        }
    });
    passed
}

fn report(name: &str, load: &str, count: u64, mut run: impl FnMut() -> u64) {
    let cells = count * u64::from(FRAME);
    let (mut fastest, mut passed) = (f64::INFINITY, 0);
    for _ in 0..RUNS {
        let start = Instant::now();
        passed = run();
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    println!(
        "{name:<14} {load:<5} {:>7.2} ns per cell, {:>6.2} % conform",
        fastest * 1e9 / cells as f64,
        100.0 * passed as f64 / cells as f64
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let [only, only_load] = [arguments.next(), arguments.next()];
    let terms = terms();
    let clock = terms.peak.clock();
    let (pcr, scr) = (terms.peak.rate, BitRate::from_bps(10_000_000));
    for (load, gap) in
        [("under", theory::idle_time(pcr, scr, Cells::new(FRAME.into()))), ("over", Span::ZERO)]
    {
        if only_load.as_deref().is_some_and(|only| only != load) {
            continue;
        }
        for config in PolicerConfig::all() {
            if only.as_deref().is_none_or(|only| only == config.name()) {
                report(config.name(), load, count, || police(&mut config.build(&terms), &clock, gap, count));
            }
        }
        if only.as_deref().is_none_or(|only| only == "cell-by-cell") {
            let sustained = Bucket::sustainable(scr, Cells::new(1000), pcr);
            report("cell-by-cell", load, count, || {
                cell_by_cell(&mut [terms.peak.gcra(), sustained.gcra()], &clock, gap, count)
            });
        }
    }
}
