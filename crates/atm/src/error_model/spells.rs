//! Errors that depend on the count of cells: so many clear cells, then so many errored ones.

use cellwise_engine::RandomStream;

use super::Verdict;
use super::runs::Runs;
use crate::chance::uniform;

/// How often independent trials fail before the first success, drawn at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Geometric {
    /// The natural logarithm of the probability of a failure: 0 if no trial succeeds.
    ln_failure: f64,
}

impl Geometric {
    /// With the probability of a success, which is brought into 0..=1.
    pub(super) fn new(success: f64) -> Self {
        Self { ln_failure: libm::log1p(-super::checks::as_ratio(success)) }
    }

    /// Failures before the first success; the largest number if none comes.
    #[inline]
    pub(super) fn failures(&self, random: &mut RandomStream) -> u64 {
        if self.ln_failure >= 0.0 {
            return u64::MAX;
        }
        // Inversion: at least n failures have the probability (1 - p)^n. The cast rounds down, and it
        // saturates.
        (libm::log(1.0 - uniform(random)) / self.ln_failure) as u64
    }
}

/// Clear cells, and errored cells of one burst after them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spell {
    /// Cells still to come that are not errored.
    pub(super) clear: u64,
    /// Errored cells after them.
    pub(super) errored: u64,
    /// What these belong to.
    pub(super) burst: u64,
}

impl Spell {
    /// Takes this many cells if they are all clear.
    #[inline]
    pub(super) fn take_clear(&mut self, count: u16) -> bool {
        let left = self.clear.checked_sub(count.into());
        self.clear = left.unwrap_or(self.clear);
        left.is_some()
    }

    /// Takes at most `count` cells of one verdict.
    fn take(&mut self, count: u16) -> (u16, Verdict) {
        let (left, verdict) = if self.clear > 0 {
            (&mut self.clear, Verdict::Intact)
        } else {
            (&mut self.errored, Verdict::Errored { burst: self.burst })
        };
        let taken = u64::from(count).min(*left);
        *left -= taken;
        (taken as u16, verdict)
    }

    /// Judges so many cells; `draw` gives the spells that follow, each of at least one cell.
    pub(super) fn judge(
        &mut self,
        count: u16,
        out: &mut dyn FnMut(u16, Verdict),
        mut draw: impl FnMut() -> Self,
    ) {
        let (mut runs, mut left) = (Runs::new(out), count);
        while left > 0 {
            if self.clear == 0 && self.errored == 0 {
                *self = draw();
            }
            let (taken, verdict) = self.take(left);
            runs.push(taken, verdict);
            left -= taken;
        }
        runs.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::StreamName;

    fn random() -> RandomStream {
        RandomStream::new(StreamName { seed: 5, replication: 0, element: "line", purpose: "errors" })
    }

    #[test]
    fn failures_before_a_success_are_distributed_as_trials_one_by_one() {
        const DRAWS: u64 = 100_000;
        let (mut random, success) = (random(), 0.3);
        let geometric = Geometric::new(success);
        let mut counts = [0u64; 8];
        for _ in 0..DRAWS {
            counts[geometric.failures(&mut random).min(7) as usize] += 1;
        }
        let chi: f64 = (0..8)
            .map(|n| {
                let share = if n < 7 { success * 0.7f64.powi(n) } else { 0.7f64.powi(7) };
                let expected = share * DRAWS as f64;
                (counts[n as usize] as f64 - expected).powi(2) / expected
            })
            .sum();
        // 7 degrees of freedom: the 99.9 % point is 24.3.
        assert!(chi < 24.3, "chi squared {chi}");
    }

    #[test]
    fn what_never_happens_is_waited_for_without_end_and_what_always_does_not_at_all() {
        let mut random = random();
        for never in [0.0, -1.0, f64::NAN] {
            assert_eq!(Geometric::new(never).failures(&mut random), u64::MAX);
        }
        for always in [1.0, 2.0] {
            assert_eq!(Geometric::new(always).failures(&mut random), 0);
        }
        // Too rare for 1 - p to differ from 1 in double precision.
        let mean = (0..1_000).map(|_| Geometric::new(1e-17).failures(&mut random) as f64 / 1e17).sum::<f64>();
        assert!((mean / 1_000.0 - 1.0).abs() < 4.0 / 1_000f64.sqrt(), "{mean}");
    }
}
