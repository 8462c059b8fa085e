//! The generic cell rate algorithm GCRA(T, tau) as virtual scheduling.
//!
//! Each cell has a theoretical arrival time TAT, T after the cell before it; a cell conforms if it
//! comes at most tau before its TAT. T is the exact cell time of a rate, so TAT does not drift.
//!
//! Rounding. Arrivals are known to the picosecond, rounded down, and tau is a whole number of
//! picoseconds. Two rules follow, both in favour of the cell by less than 1 ps:
//! - A cell conforms if it comes at TAT - tau, rounded down, or later. A cell that conforms in
//!   exact time also conforms as rounded.
//! - The bucket counts as empty, so that TAT starts again from the arrival, only if TAT is more than
//!   1 ps before it. Cells at exactly the rate of the bucket then never start it again, whatever
//!   the phase of their rounding.
//!
//! So GCRA(T, tau) here lies between GCRA(T, tau) and GCRA(T, tau + 3 ps) in exact time.
//!
//! Source: ITU-T I.371, annex A; ATM Forum, Traffic Management 4.0, section 4.4.2.

use cellwise_units::{CellClock, ClockPoint, Span, Time};

/// GCRA(T, tau) as virtual scheduling: the form that is used.
#[derive(Clone, Copy, Debug)]
pub struct VirtualScheduling {
    clock: CellClock,
    tolerance: Span,
    pub(super) tat: ClockPoint,
}

impl VirtualScheduling {
    /// The algorithm with T = one cell of `clock` and tau = `tolerance`, before its first cell.
    #[must_use]
    pub const fn new(clock: CellClock, tolerance: Span) -> Self {
        Self { clock, tolerance, tat: ClockPoint::exactly(Time::ZERO) }
    }

    /// The clock of T.
    #[inline]
    #[must_use]
    pub const fn clock(&self) -> &CellClock {
        &self.clock
    }

    /// Tau, in whole picoseconds.
    #[inline]
    #[must_use]
    pub const fn tolerance(&self) -> Span {
        self.tolerance
    }

    /// TAT, the theoretical arrival time of the next cell, on [`clock`](Self::clock).
    #[inline]
    #[must_use]
    pub const fn theoretical_arrival(&self) -> ClockPoint {
        self.tat
    }

    /// The earliest point at which a cell conforms: TAT - tau, on [`clock`](Self::clock); at the
    /// start of time if that would be before it.
    #[inline]
    #[must_use]
    pub fn earliest(&self) -> ClockPoint {
        self.earliest_with(self.tolerance)
    }

    /// The earliest point at which a cell would conform under another tau: TAT - `tolerance`.
    #[inline]
    #[must_use]
    pub fn earliest_with(&self, tolerance: Span) -> ClockPoint {
        let mut point = self.tat;
        match point.at.ps().checked_sub(tolerance.get()) {
            Some(ps) => point.at = Time::from_ps(ps),
            None => point = ClockPoint::exactly(Time::ZERO),
        }
        point
    }

    /// Whether a cell that arrives now conforms; nothing changes.
    #[inline]
    #[must_use]
    pub fn conforms(&self, now: Time) -> bool {
        // spec: i.371 annex A: TAT - t_a <= tau
        self.tat.at <= now + self.tolerance
    }

    /// Whether TAT is so long past that it starts again from a cell that arrives now.
    #[inline]
    pub(super) fn is_empty(&self, now: Time) -> bool {
        self.tat.at < Time::from_ps(now.ps().saturating_sub(1))
    }

    /// Takes a cell that arrives now into account, whether it conforms or not.
    #[inline]
    pub fn charge(&mut self, now: Time) {
        // spec: i.371 annex A: TAT = max(TAT, t_a) + T
        let from = if self.is_empty(now) { ClockPoint::exactly(now) } else { self.tat };
        self.tat = self.clock.step(from);
    }

    /// Judges a cell that arrives now: whether it conforms. Only a conforming cell is taken into
    /// account.
    #[inline]
    pub fn judge(&mut self, now: Time) -> bool {
        let conforms = self.conforms(now);
        if conforms {
            self.charge(now);
        }
        conforms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::BitRate;

    const US: u64 = 1_000_000;

    /// GCRA(10 us, tau).
    fn ten_us(tolerance_us: u64) -> VirtualScheduling {
        let clock = CellClock::of(BitRate::from_bps(42_400_000));
        VirtualScheduling::new(clock, Span::from_ps(tolerance_us * US))
    }

    fn judge_all(mut gcra: VirtualScheduling, arrivals_ns: &[u64]) -> Vec<bool> {
        arrivals_ns.iter().map(|&ns| gcra.judge(Time::from_ps(ns * 1000))).collect()
    }

    #[test]
    fn without_tolerance_cells_conform_at_the_rate_and_fail_a_nanosecond_closer() {
        assert_eq!(judge_all(ten_us(0), &[0, 10_000, 20_000]), [true; 3]);
        assert_eq!(judge_all(ten_us(0), &[0, 10_000, 19_999, 20_000]), [true, true, false, true]);
    }

    #[test]
    fn a_cell_conforms_until_exactly_the_tolerance_before_its_time() {
        assert_eq!(judge_all(ten_us(5), &[0, 5000, 10_000, 15_000]), [true, true, false, true]);
    }

    #[test]
    fn one_picosecond_too_early_does_not_conform() {
        let mut gcra = ten_us(5);
        assert!(gcra.judge(Time::ZERO));
        assert!(!gcra.conforms(Time::from_ps(5 * US - 1)));
        assert!(gcra.conforms(Time::from_ps(5 * US)));
    }

    #[test]
    fn the_first_cell_conforms_whenever_it_comes_and_sets_the_time_of_the_next() {
        for start in [0, 1, 2, 7 * US] {
            let mut gcra = ten_us(0);
            assert!(gcra.judge(Time::from_ps(start)));
            assert!(!gcra.conforms(Time::from_ps(start + 10 * US - 2)), "{start}");
            assert!(gcra.conforms(Time::from_ps(start + 10 * US)), "{start}");
        }
    }

    #[test]
    fn what_idles_does_not_save_credit_beyond_the_tolerance() {
        // After a long pause: as many cells at once as tau / T + 1 says, no more.
        let arrivals = [0, 1_000_000, 1_000_000, 1_000_000, 1_000_000];
        assert_eq!(judge_all(ten_us(25), &arrivals), [true, true, true, true, false]);
        let arrivals = [0, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000];
        assert_eq!(judge_all(ten_us(25), &arrivals)[3..], [true, false, false]);
    }

    #[test]
    fn the_earliest_conforming_point_conforms_and_the_picosecond_before_does_not() {
        let mut gcra =
            VirtualScheduling::new(CellClock::of(BitRate::from_bps(7_000_000)), Span::from_ps(3 * US));
        for _ in 0..1000 {
            let at = gcra.earliest().at;
            assert!(at == Time::ZERO || !gcra.conforms(Time::from_ps(at.ps() - 1)));
            assert!(gcra.judge(at));
        }
        // 1000 cells from the start of time, the last tau before its theoretical arrival.
        assert_eq!(u128::from(gcra.theoretical_arrival().at.ps()), 1000 * 424_000_000_000_000 / 7_000_000);
    }

    #[test]
    fn at_the_end_of_time_nothing_panics() {
        let mut gcra = ten_us(5);
        assert!(gcra.judge(Time::NEVER));
        assert!(gcra.judge(Time::NEVER));
        assert!(!gcra.judge(Time::ZERO));
    }
}
