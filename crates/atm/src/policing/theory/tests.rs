//! The closed forms against the printed numbers, and against the policer itself.

use super::*;
use crate::policing::{Arrivals, Bucket, Run, VirtualScheduling};
use cellwise_units::{ClockPoint, Time};
use proptest::prelude::*;

const US: u64 = 1_000_000;

fn pcr() -> BitRate {
    BitRate::from_bps(155_520_000)
}

fn scr() -> BitRate {
    BitRate::from_bps(10_000_000)
}

fn cells(cells: u64) -> Cells {
    Cells::new(cells)
}

fn tolerance(mbs: u64) -> Span {
    burst_tolerance(pcr(), scr(), cells(mbs))
}

fn bucket(mbs: u64) -> VirtualScheduling {
    Bucket::sustainable(scr(), cells(mbs), pcr()).gcra()
}

/// Cells that do not conform among those of `frames` frames at the peak rate, the next frame `gap`
/// after the slot of the last cell; stops at the first frame with any.
fn frames_before_the_first_loss(gcra: &mut VirtualScheduling, frame: u16, gap: Span, frames: u64) -> u64 {
    let clock = CellClock::of(pcr());
    let mut first = ClockPoint::exactly(Time::from_ps(1_000_000));
    for sent in 0..frames {
        let mut lost = false;
        let train = Arrivals { first, clock: &clock, count: frame };
        gcra.judge_run(&train, |run: Run| lost |= !run.conforming);
        if lost {
            return sent;
        }
        first = clock.point_after(first, u64::from(frame)) + gap;
    }
    frames
}

#[test]
fn burst_lengths_by_equation_2_are_the_tabled_ones() {
    // The time from frame to frame as measured; the idle time is the remainder after its cells (376 and
    // 324 us as printed, rounded down).
    for (frame, period_us, expected) in
        [(192, 900, [5, 8, 10, 13, 16, 19, 21]), (101, 600, [10, 16, 21, 26, 32, 37, 43])]
    {
        let slots = CellClock::of(pcr()).point_after(ClockPoint::exactly(Time::ZERO), frame).at;
        let idle = Span::from_ps(period_us * US - slots.ps());
        for (mbs, expected) in (1000..=4000).step_by(500).zip(expected) {
            let frames = conforming_frames(pcr(), scr(), tolerance(mbs), cells(frame), idle);
            assert_eq!(frames, Some(expected), "{frame} cells, MBS {mbs}");
        }
    }
}

#[test]
fn the_policer_passes_exactly_the_bursts_of_equation_2() {
    for (frame, idle_us) in [(192u16, 376), (101, 324), (32, 100), (12, 50), (192, 0), (1, 0), (1, 30)] {
        let idle = Span::from_ps(idle_us * US);
        for mbs in (1000..=4000).step_by(500) {
            let frames = conforming_frames(pcr(), scr(), tolerance(mbs), cells(frame.into()), idle).unwrap();
            let passed = frames_before_the_first_loss(&mut bucket(mbs), frame, idle, frames + 5);
            assert_eq!(passed, frames, "{frame} cells, MBS {mbs}");
        }
    }
}

#[test]
fn no_frame_longer_than_the_burst_conforms_and_slow_frames_conform_for_ever() {
    let long = conforming_frames(pcr(), scr(), tolerance(191), cells(192), Span::ZERO);
    assert_eq!(long, Some(0));
    let slow = Span::from_ps(7618 * US);
    assert_eq!(conforming_frames(pcr(), scr(), tolerance(192), cells(192), slow), None);
    assert_eq!(conforming_frames(scr(), pcr(), Span::ZERO, cells(192), Span::ZERO), None);
}

#[test]
fn the_idle_times_of_equation_3_are_the_printed_ones() {
    // 191 (42.4 - 2.7263...) us + 42.4 us: printed as 7.6 ms.
    let idle = idle_time(pcr(), scr(), cells(192));
    assert_eq!(idle.get() / US, 7620);
    assert_eq!(longest_paced_frame(pcr(), scr(), tolerance(1000), idle), Some(cells(192)));
    let closer = Span::from_ps(idle.get() - 1);
    assert_eq!(longest_paced_frame(pcr(), scr(), tolerance(1000), closer), Some(cells(191)));
    // The burst tolerance limits the frame however long the pause.
    let second = Span::from_ps(1_000_000 * US);
    assert_eq!(longest_paced_frame(pcr(), scr(), tolerance(1000), second), Some(cells(1000)));
    assert_eq!(longest_paced_frame(pcr(), scr(), tolerance(1000), Span::from_ps(42 * US)), Some(Cells::ZERO));
}

#[test]
fn frames_spaced_by_equation_3_lose_nothing_and_one_percent_closer_some() {
    const FRAMES: u64 = 100_000;
    let slot = CellClock::of(pcr()).cell_time();
    for frame in [192u16, 101, 32, 12] {
        let idle = idle_time(pcr(), scr(), cells(frame.into()));
        for (percent, lossless) in [(100, true), (99, false)] {
            // Equation (3) counts from the last cell, the trains here from the end of its slot.
            let gap = Span::from_ps(idle.get() * percent / 100 - slot.get());
            // Also with a burst tolerance for one frame only, that nothing else makes up for.
            for mbs in [u64::from(frame), 1000] {
                let passed = frames_before_the_first_loss(&mut bucket(mbs), frame, gap, FRAMES);
                assert_eq!(passed == FRAMES, lossless, "{frame} cells, {percent} %, MBS {mbs}: {passed}");
            }
        }
    }
}

#[test]
fn a_sustained_rate_that_is_not_below_the_peak_sets_no_limit() {
    assert_eq!(max_burst(scr(), scr(), Span::ZERO), None);
    assert_eq!(longest_paced_frame(scr(), pcr(), Span::ZERO, Span::ZERO), None);
    assert_eq!(burst_tolerance(scr(), scr(), cells(1000)), Span::ZERO);
}

proptest! {
    #[test]
    fn the_burst_of_the_tolerance_of_a_burst_is_that_burst(
        scr in 1_000u64..1_000_000_000, more in 1_000_000u64..1_000_000_000, mbs in 1u64..1_000_000,
    ) {
        let (scr, pcr) = (BitRate::from_bps(scr), BitRate::from_bps(scr + more));
        let tolerance = burst_tolerance(pcr, scr, cells(mbs));
        prop_assert_eq!(max_burst(pcr, scr, tolerance), Some(cells(mbs)));
        if !tolerance.is_zero() {
            let less = Span::from_ps(tolerance.get() - 1);
            prop_assert_eq!(max_burst(pcr, scr, less), Some(cells(mbs - 1)));
        }
    }

    #[test]
    fn exactly_mbs_cells_at_the_peak_rate_conform_whatever_the_rates(
        scr in 64_000u64..300_000_000, more in 1_000_000u64..300_000_000, mbs in 1u16..5000, phase in 0u64..1000,
    ) {
        let (scr, pcr) = (BitRate::from_bps(scr), BitRate::from_bps(scr + more));
        let clock = CellClock::of(pcr);
        let mut gcra = Bucket::sustainable(scr, cells(mbs.into()), pcr).gcra();
        let first = clock.point_after(ClockPoint::exactly(Time::from_ps(1_000_000_000_000)), phase);
        let mut runs = Vec::new();
        gcra.judge_run(&Arrivals { first, clock: &clock, count: mbs + 1 }, |run| runs.push((run.cells, run.conforming)));
        prop_assert_eq!(runs, vec![(mbs, true), (1, false)]);
    }

    #[test]
    fn the_closed_forms_are_total(pcr: u64, scr: u64, tolerance: u64, frame: u64, idle: u64) {
        let (pcr, scr) = (BitRate::from_bps(pcr), BitRate::from_bps(scr));
        let (tolerance, idle) = (Span::from_ps(tolerance), Span::from_ps(idle));
        let limited = max_burst(pcr, scr, tolerance).is_some();
        prop_assert_eq!(longest_paced_frame(pcr, scr, tolerance, idle).is_some(), limited);
        prop_assert!(limited || conforming_frames(pcr, scr, tolerance, cells(frame), idle).is_none());
        prop_assert!(idle_time(pcr, scr, cells(frame)) >= credit_of_frame(pcr, scr, cells(frame)));
    }
}
