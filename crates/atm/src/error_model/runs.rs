//! Runs of equal verdict, and how many cells arrive before an instant.

use cellwise_units::{ClockPoint, Time};

use super::Verdict;
use crate::policing::Arrivals;

/// Joins verdicts into runs of which two neighbours differ.
pub(super) struct Runs<'a> {
    out: &'a mut dyn FnMut(u16, Verdict),
    cells: u16,
    verdict: Verdict,
}

impl<'a> Runs<'a> {
    pub(super) fn new(out: &'a mut dyn FnMut(u16, Verdict)) -> Self {
        Self { out, cells: 0, verdict: Verdict::Intact }
    }

    /// The next cells, perhaps none.
    pub(super) fn push(&mut self, cells: u16, verdict: Verdict) {
        if cells == 0 {
            return;
        }
        if verdict != self.verdict {
            self.flush();
            self.verdict = verdict;
        }
        self.cells += cells;
    }

    /// Gives the last run.
    pub(super) fn close(mut self) {
        self.flush();
    }

    fn flush(&mut self) {
        if self.cells > 0 {
            (self.out)(self.cells, self.verdict);
            self.cells = 0;
        }
    }
}

/// How many of the cells arrive before `limit`.
pub(super) fn cells_before(arrivals: &Arrivals<'_>, limit: Time) -> u16 {
    let (clock, first) = (arrivals.clock, arrivals.first);
    if arrivals.count == 0 || first.at >= limit {
        return 0;
    }
    // Cell n arrives at the floor of its exact time, which is below a whole picosecond if and only if
    // the exact time is. Both sides are in parts of a picosecond.
    let cell = clock.parts_since(Time::ZERO, clock.step(ClockPoint::exactly(Time::ZERO)));
    let room = clock.parts_since(first.at, ClockPoint::exactly(limit)) - clock.parts_since(first.at, first);
    if cell == 0 { arrivals.count } else { room.div_ceil(cell).min(arrivals.count.into()) as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::{BitRate, CellClock, Span};
    use proptest::prelude::*;

    #[test]
    fn cells_that_arrive_all_at_once_are_all_before_a_later_instant_and_none_before_their_own() {
        let first = ClockPoint::exactly(Time::from_ps(5));
        let arrivals = Arrivals { first, clock: &CellClock::INSTANT, count: 9 };
        assert_eq!(cells_before(&arrivals, Time::from_ps(6)), 9);
        assert_eq!(cells_before(&arrivals, Time::from_ps(5)), 0);
    }

    proptest! {
        #[test]
        fn cells_before_an_instant_are_those_that_counting_finds(
            rate in 1_000u64..10_000_000_000_000, start in 0u64..1_000, steps in 0u64..50,
            count in 0u16..300, part in 0.0f64..1.2,
        ) {
            let clock = CellClock::of(BitRate::from_bps(rate));
            let first = clock.point_after(ClockPoint::exactly(Time::from_ps(start)), steps);
            let arrivals = Arrivals { first, clock: &clock, count };
            let at = |n: u16| clock.point_after(first, n.into()).at;
            let near = first.at + Span::from_ps((at(count).ps() as f64 * part) as u64);
            for limit in [near, at(count / 2), at(count / 2) + Span::from_ps(1), Time::NEVER] {
                let counted = (0..count).filter(|&n| at(n) < limit).count();
                prop_assert_eq!(usize::from(cells_before(&arrivals, limit)), counted);
            }
        }
    }
}
