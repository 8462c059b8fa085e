//! The cost of line noise per cell: `cargo run --release -p cellwise-atm --example line_errors [-- TRAINS]`.
//!
//! Trains of 12 and of 192 cells, back to back at 1.5 Mbit/s, meet every error model at two ratios of
//! errored cells; each train is taken at once if it is clear, as in a simulation. The last line of
//! each block is one uniform draw for each cell. For instructions, run it under
//! `valgrind --tool=callgrind` with one name, for two numbers of trains, and divide the difference.

use std::time::Instant;

use cellwise_atm::error_model::{
    ErrorModel, ErrorModelConfig, Verdict, bit_errors, bursts, gilbert_elliott, independent, interleaved,
};
use cellwise_atm::policing::Arrivals;
use cellwise_engine::chance::uniform;
use cellwise_engine::{RandomStream, StreamName};
use cellwise_units::{BitRate, CellClock, ClockPoint, Time};

const LINE: BitRate = BitRate::from_bps(1_500_000);
/// Timed repetitions, of which the fastest counts.
const RUNS: usize = 5;

fn random() -> RandomStream {
    RandomStream::new(StreamName { seed: 1, replication: 0, element: "line", purpose: "errors" })
}

fn models(cell_error_ratio: f64) -> [ErrorModelConfig; 5] {
    let bit_error_ratio = cell_error_ratio / 424.0;
    [
        ErrorModelConfig::Independent(independent::Config { cell_error_ratio }),
        ErrorModelConfig::Bursts(bursts::Config { cell_error_ratio, ..Default::default() }),
        ErrorModelConfig::GilbertElliott(gilbert_elliott::Config { cell_error_ratio, ..Default::default() }),
        ErrorModelConfig::BitErrors(bit_errors::Config { bit_error_ratio }),
        ErrorModelConfig::Interleaved(interleaved::Config {
            cell_error_ratio,
            depth: 1,
            ..Default::default()
        }),
    ]
}

/// Runs a model over trains; gives the cells that are errored.
fn run(config: &ErrorModelConfig, cells: u16, trains: u64) -> u64 {
    let (mut model, clock, mut errored) = (config.build(LINE, random()), CellClock::of(LINE), 0);
    let mut first = ClockPoint::exactly(Time::ZERO);
    for _ in 0..trains {
        let last = clock.point_after(first, u64::from(cells) - 1);
        if !model.take_clear(last.at, cells) {
            model.judge(&Arrivals { first, clock: &clock, count: cells }, &mut |cells, verdict| {
                errored += if verdict == Verdict::Intact { 0 } else { u64::from(cells) };
            });
        }
        first = clock.step(last);
    }
    errored
}

fn draw_each(cell_error_ratio: f64, cells: u64) -> u64 {
    let mut random = random();
    (0..cells).map(|_| u64::from(uniform(&mut random) < cell_error_ratio)).sum()
}

fn report(name: &str, cells: u64, mut run: impl FnMut() -> u64) {
    let (mut fastest, mut errored) = (f64::INFINITY, 0);
    for _ in 0..RUNS {
        let start = Instant::now();
        errored = run();
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    let (ns, share) = (fastest * 1e9 / cells as f64, errored as f64 / cells as f64);
    println!("  {name:<16} {ns:>7.3} ns per cell, {share:.3e} errored");
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let trains: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let only = arguments.next();
    let is_wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    for cell_error_ratio in [1e-3, 1e-5] {
        for train in [12u16, 192] {
            println!("CER {cell_error_ratio:e}, trains of {train} cells");
            let cells = trains * u64::from(train);
            for config in models(cell_error_ratio).iter().filter(|config| is_wanted(config.name())) {
                report(config.name(), cells, || run(config, train, trains));
            }
            if is_wanted("draw-each-cell") {
                report("draw-each-cell", cells, || draw_each(cell_error_ratio, cells));
            }
        }
    }
}
