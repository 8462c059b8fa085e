//! A train: consecutive cells of one frame, at constant spacing, travelling as one value.

use cellwise_units::{CellClock, ClockPoint, Time};

/// Position in the world's list of cell clocks.
pub(crate) type ClockIndex = u16;

/// The clock of cells that arrive all at once: a frame handed over by a host.
pub(crate) const INSTANT: ClockIndex = 0;

/// Consecutive cells of one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Train {
    /// When the first cell has fully arrived at the next element.
    pub(crate) first: ClockPoint,
    /// Where the train goes next: position in the world's list of hops.
    pub(crate) hop: u32,
    /// Number of the frame on its circuit; wraps around.
    pub(crate) frame: u32,
    /// Position in the frame of the first cell.
    pub(crate) index: u16,
    /// Cells of the train, at least 1.
    pub(crate) count: u16,
    /// Cells of the whole frame.
    pub(crate) frame_cells: u16,
    /// The clock that spaces the cells.
    pub(crate) clock: ClockIndex,
}

impl Train {
    /// Whether the train's last cell ends the frame.
    #[inline]
    pub(crate) fn ends_frame(&self) -> bool {
        self.index + self.count == self.frame_cells
    }

    /// When the last cell has fully arrived.
    #[inline]
    pub(crate) fn last_arrival(&self, clocks: &[CellClock]) -> Time {
        if self.count == 1 {
            return self.first.at;
        }
        clocks[usize::from(self.clock)].point_after(self.first, u64::from(self.count) - 1).at
    }

    /// The first cell as a train of its own; the rest stays.
    #[inline]
    pub(crate) fn take_first(&mut self, clocks: &[CellClock]) -> Self {
        let first = Self { count: 1, ..*self };
        self.count -= 1;
        self.index += 1;
        if self.count > 0 {
            self.first = clocks[usize::from(self.clock)].step(self.first);
        }
        first
    }
}
