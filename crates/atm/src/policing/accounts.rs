//! What a policer counts, and the runs that it gives.

use super::Treatment;

/// What became of the cells that a policer saw, and of the frames if it works on frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PolicerCounts {
    /// Cells that passed as they came.
    pub conforming_cells: u64,
    /// Cells that passed with CLP set from 0 to 1.
    pub tagged_cells: u64,
    /// Cells that were discarded.
    pub discarded_cells: u64,
    /// Frames that were found conforming and passed whole; 0 for a policer that knows no frames.
    pub conforming_frames: u64,
    /// Frames that were found not conforming or of which a cell was discarded or tagged; 0 for a
    /// policer that knows no frames.
    pub nonconforming_frames: u64,
}

impl PolicerCounts {
    fn count(&mut self, cells: u16, treatment: Treatment) {
        let counter = match treatment {
            Treatment::Pass => &mut self.conforming_cells,
            Treatment::Tag => &mut self.tagged_cells,
            Treatment::Discard(_) => &mut self.discarded_cells,
        };
        *counter += u64::from(cells);
    }

    /// Counts a frame whose end has been seen.
    pub(super) fn count_frame(&mut self, conforming: bool) {
        let counter = if conforming { &mut self.conforming_frames } else { &mut self.nonconforming_frames };
        *counter += 1;
    }
}

/// Gives the runs of one train: counts them and joins those of equal treatment.
pub(super) struct Runs<'a> {
    counts: &'a mut PolicerCounts,
    out: &'a mut dyn FnMut(u16, Treatment),
    open: (u16, Treatment),
}

impl<'a> Runs<'a> {
    pub(super) fn new(counts: &'a mut PolicerCounts, out: &'a mut dyn FnMut(u16, Treatment)) -> Self {
        Self { counts, out, open: (0, Treatment::Pass) }
    }

    /// Adds cells after those before.
    #[inline]
    pub(super) fn push(&mut self, cells: u16, treatment: Treatment) {
        if cells == 0 {
            return;
        }
        if self.open.0 > 0 && self.open.1 == treatment {
            self.open.0 += cells;
        } else {
            self.close();
            self.open = (cells, treatment);
        }
    }

    /// Gives the last run.
    pub(super) fn close(&mut self) {
        let (cells, treatment) = self.open;
        if cells > 0 {
            self.counts.count(cells, treatment);
            (self.out)(cells, treatment);
        }
        self.open.0 = 0;
    }
}
