//! The generic cell rate algorithm GCRA(T, tau) as a continuous-state leaky bucket.
//!
//! The bucket holds X and leaks steadily; each conforming cell pours in T; a cell conforms if it
//! finds at most tau. It is the same algorithm as [`VirtualScheduling`](super::VirtualScheduling)
//! with TAT = X + LCT, under the same rounding, written on its own: the second opinion in tests.
//!
//! Source: ITU-T I.371, annex A; ATM Forum, Traffic Management 4.0, section 4.4.2.

use cellwise_units::{CellClock, ClockPoint, Span, Time};

/// GCRA(T, tau) as a continuous-state leaky bucket.
#[derive(Clone, Copy, Debug)]
pub struct LeakyBucket {
    /// T, in `parts` of a picosecond.
    increment: i128,
    parts: i128,
    limit_ps: i128,
    /// X at the last conforming cell, in parts.
    level: i128,
    last_conforming: Time,
}

impl LeakyBucket {
    /// The bucket with T = one cell of `clock` and tau = `tolerance`, before its first cell.
    #[must_use]
    pub fn new(clock: CellClock, tolerance: Span) -> Self {
        let cell = clock.step(ClockPoint::exactly(Time::ZERO));
        Self {
            increment: clock.parts_since(Time::ZERO, cell) as i128,
            parts: i128::from(clock.parts_per_ps()),
            limit_ps: i128::from(tolerance.get()),
            level: 0,
            last_conforming: Time::ZERO,
        }
    }

    /// Judges a cell that arrives now: whether it conforms. Only a conforming cell pours in T.
    pub fn judge(&mut self, now: Time) -> bool {
        // spec: i.371 annex A: X' = X - (t_a - LCT)
        let leaked = i128::from(now.ps()) - i128::from(self.last_conforming.ps());
        let left = self.level - leaked * self.parts;
        let left_ps = left.div_euclid(self.parts);
        if left_ps > self.limit_ps {
            return false;
        }
        // Empty only if it would be so for more than 1 ps, as in virtual scheduling.
        let found = if left_ps < -1 { 0 } else { left };
        self.level = found + self.increment;
        self.last_conforming = now;
        true
    }

    /// X + LCT: what virtual scheduling calls TAT, rounded down to picoseconds.
    #[must_use]
    pub fn theoretical_arrival(&self) -> Time {
        let ps = self.level.div_euclid(self.parts) + i128::from(self.last_conforming.ps());
        Time::from_ps(u64::try_from(ps).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policing::VirtualScheduling;
    use cellwise_units::BitRate;
    use proptest::prelude::*;

    const CELLS_PER_CASE: u64 = 4000;

    proptest! {
        // 256 cases of 4000 cells: a million arrivals.
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn both_forms_give_the_same_verdict_on_every_cell(
            rate in 1_000_000u64..10_000_000_000, tolerance_cells in 0u64..50, rest in 0u64..1_000_000,
            load_percent in 20u64..400, seed: u64,
        ) {
            let clock = CellClock::of(BitRate::from_bps(rate));
            let tolerance = clock.cell_time() * tolerance_cells + Span::from_ps(rest);
            let mut forms = (VirtualScheduling::new(clock, tolerance), LeakyBucket::new(clock, tolerance));
            let mut noise = seed | 1;
            let (mut at, mut conforming) = (0u64, 0u64);
            for _ in 0..CELLS_PER_CASE {
                // Gaps between nothing and twice the mean, some exactly as long as the bucket allows.
                noise ^= noise << 13;
                noise ^= noise >> 7;
                noise ^= noise << 17;
                at += noise % (clock.cell_time().get() * 200 / load_percent + 2);
                if noise.is_multiple_of(16) {
                    at = at.max(forms.0.earliest().at.ps());
                }
                let verdict = forms.0.judge(Time::from_ps(at));
                prop_assert_eq!(verdict, forms.1.judge(Time::from_ps(at)));
                prop_assert_eq!(forms.0.theoretical_arrival().at, forms.1.theoretical_arrival());
                conforming += u64::from(verdict);
            }
            prop_assert!(conforming > 0);
            prop_assert!(load_percent < 300 || conforming < CELLS_PER_CASE);
        }
    }

    #[test]
    fn the_textbook_example_is_judged_as_printed() {
        let clock = CellClock::of(BitRate::from_bps(42_400_000));
        let mut bucket = LeakyBucket::new(clock, Span::from_ps(5_000_000));
        let verdicts = [0, 5, 10, 15].map(|us| bucket.judge(Time::from_ps(us * 1_000_000)));
        assert_eq!(verdicts, [true, true, false, true]);
    }
}
