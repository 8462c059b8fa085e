//! Errors that depend on the count of cells: so many clear cells, then so many errored ones.

use super::Verdict;
use super::runs::Runs;

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
