//! Many cells at once at a bucket: how long a run of equal verdicts is, by arithmetic.
//!
//! Cells at spacing d meet a bucket of cell time T and tolerance tau.
//! - Early cells, which do not conform, change nothing: the first that conforms comes at TAT - tau,
//!   so their number is a division by d.
//! - Conforming cells with d <= T catch up with their TAT by T - d per cell: as many conform as
//!   (tau - (TAT - t)) / (T - d) says. With d == T the distance stays what it is.
//! - Conforming cells with d > T (by 2 ps or more) all conform.
//!
//! T and d are fractions of a picosecond while arrivals are rounded down, so the division gives only
//! what is certain: within 2 ps of the limit, and when a bucket that has run empty starts again,
//! cells are judged one by one. The result is that of judging every cell, to the cell.

use cellwise_units::{CellClock, ClockPoint, Span};

use super::VirtualScheduling;

/// Cells at constant spacing that arrive at a bucket.
#[derive(Clone, Copy, Debug)]
pub struct Arrivals<'a> {
    /// When the first cell arrives, on `clock`.
    pub first: ClockPoint,
    /// What spaces the cells; [`CellClock::INSTANT`] if they arrive all at once.
    pub clock: &'a CellClock,
    /// How many cells.
    pub count: u16,
}

impl Arrivals<'_> {
    /// The cells after the first `cells`, of which there must be so many.
    #[inline]
    #[must_use]
    pub fn after(&self, cells: u16) -> Self {
        let count = self.count.saturating_sub(cells);
        if count == 0 {
            return Self { count, ..*self };
        }
        let first = match cells {
            0 => self.first,
            1 => self.clock.step(self.first),
            _ => self.clock.point_after(self.first, u64::from(cells)),
        };
        Self { first, count, ..*self }
    }

    /// The first `cells` cells.
    #[inline]
    #[must_use]
    pub const fn only(&self, cells: u16) -> Self {
        Self { count: cells, ..*self }
    }
}

/// Consecutive cells with the same verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// How many.
    pub cells: u16,
    /// Whether they conform.
    pub conforming: bool,
}

/// How the spacing of cells compares with the cell time of a bucket.
enum Spacing {
    /// At most T: each cell is nearer to its limit than the one before, by at most so many
    /// picoseconds. None if the clock is the bucket's own.
    Closer(u64),
    /// Wider than T by at least 2 ps.
    Wider,
    /// Different by less than the rounding.
    Near,
}

impl VirtualScheduling {
    /// The verdict on the first cells, for as many as can be judged at once: at least 1, if there
    /// is one, but perhaps fewer than have this verdict. Nothing changes.
    #[inline]
    #[must_use]
    pub fn outlook(&self, cells: &Arrivals<'_>) -> Run {
        let conforming = self.conforms(cells.first.at);
        let count = if cells.count <= 1 {
            cells.count
        } else if conforming {
            self.conforming_cells(cells)
        } else {
            self.early_cells(cells)
        };
        Run { cells: count, conforming }
    }

    /// Takes all these cells into account, whether they conform or not.
    #[inline]
    pub fn charge_run(&mut self, cells: &Arrivals<'_>) {
        if cells.count <= 1 {
            if cells.count == 1 {
                self.charge(cells.first.at);
            }
            return;
        }
        match self.spacing(cells.clock) {
            Spacing::Closer(_) => self.charge_closer(*cells),
            Spacing::Wider => self.charge_wider(cells),
            Spacing::Near => self.charge_each(*cells),
        }
    }

    /// Judges these cells, taking the conforming ones into account, and gives the verdicts in order
    /// as runs, of which two neighbours differ.
    pub fn judge_run(&mut self, cells: &Arrivals<'_>, mut out: impl FnMut(Run)) {
        let (mut rest, mut open) = (*cells, Run { cells: 0, conforming: true });
        while rest.count > 0 {
            let run = self.outlook(&rest);
            if run.conforming {
                self.charge_run(&rest.only(run.cells));
            }
            rest = rest.after(run.cells);
            if run.conforming != open.conforming {
                if open.cells > 0 {
                    out(open);
                }
                open = Run { cells: 0, ..run };
            }
            open.cells += run.cells;
        }
        if open.cells > 0 {
            out(open);
        }
    }

    #[inline]
    fn spacing(&self, clock: &CellClock) -> Spacing {
        let (least, most) = (self.clock().cell_time().get(), self.clock().cell_time_ceiling().get());
        if clock == self.clock() {
            Spacing::Closer(0)
        } else if clock.cell_time_ceiling().get() <= least {
            Spacing::Closer(most - clock.cell_time().get())
        } else if clock.cell_time().get() >= most.saturating_add(2) {
            Spacing::Wider
        } else {
            Spacing::Near
        }
    }

    /// How many of the first cells certainly come too early, given that the first does.
    #[inline]
    fn early_cells(&self, cells: &Arrivals<'_>) -> u16 {
        let missing = self.tat.at.ps() - (cells.first.at + self.tolerance()).ps();
        // Cell n comes before first + 1 ps + n d: too early as long as n d <= missing - 1 ps.
        at_most(missing - 1, cells.clock.cell_time_ceiling(), cells.count)
    }

    /// How many of the first cells certainly conform, given that the first does.
    #[inline]
    fn conforming_cells(&self, cells: &Arrivals<'_>) -> u16 {
        match self.spacing(cells.clock) {
            Spacing::Wider => cells.count,
            Spacing::Closer(step) if self.is_not_behind(cells) => {
                let at = cells.first.at.ps();
                let room = at.saturating_add(self.tolerance().get()) - self.tat.at.ps();
                if step == 0 {
                    return if room > 0 || !self.has_larger_part(cells) { cells.count } else { 1 };
                }
                // TAT is less than 1 ps after TAT.at, and arrivals are rounded by less than 1 ps.
                match room.checked_sub(2) {
                    Some(room) => at_most(room, Span::from_ps(step), cells.count),
                    None => 1,
                }
            }
            Spacing::Closer(_) | Spacing::Near => 1,
        }
    }

    /// Whether the first cell does not find the bucket empty and, if cells are at most T apart, no
    /// other will.
    #[inline]
    fn is_not_behind(&self, cells: &Arrivals<'_>) -> bool {
        let (tat, at) = (self.tat.at.ps(), cells.first.at.ps());
        tat >= at || (tat + 1 == at && cells.clock == self.clock() && !self.has_smaller_part(cells))
    }

    /// Whether TAT is further beyond its picosecond than the first cell, which is on the same clock.
    fn has_larger_part(&self, cells: &Arrivals<'_>) -> bool {
        self.part(self.tat) > self.part(cells.first)
    }

    fn has_smaller_part(&self, cells: &Arrivals<'_>) -> bool {
        self.part(self.tat) < self.part(cells.first)
    }

    fn part(&self, point: ClockPoint) -> u128 {
        self.clock().parts_since(point.at, point)
    }

    #[inline]
    fn charge_closer(&mut self, mut cells: Arrivals<'_>) {
        while cells.count > 0 {
            if self.is_not_behind(&cells) {
                self.tat = self.clock().point_after(self.tat, u64::from(cells.count));
                return;
            }
            self.charge(cells.first.at);
            cells = cells.after(1);
        }
    }

    /// Cells wider apart than T: once one starts the bucket again all do, so the last one decides.
    fn charge_wider(&mut self, cells: &Arrivals<'_>) {
        let before_last = u64::from(cells.count) - 1;
        self.tat = self.clock().point_after(self.tat, before_last);
        let last = cells.clock.point_after(cells.first, before_last).at;
        self.charge(last);
    }

    fn charge_each(&mut self, mut cells: Arrivals<'_>) {
        while cells.count > 0 {
            self.charge(cells.first.at);
            cells = cells.after(1);
        }
    }
}

/// How many of the cells 0, 1, 2 ... of `count` have n `step` <= `room`.
#[inline]
fn at_most(room: u64, step: Span, count: u16) -> u16 {
    let last = u64::from(count).saturating_sub(1);
    if (step * last).get() <= room {
        return count;
    }
    // Here the step is above 0 and the quotient below the count.
    (room / step.get()) as u16 + 1
}

#[cfg(test)]
mod tests;
