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

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::BitRate;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cells_taken_one_by_one_arrive_when_the_train_says(
            rate in 1_000_000u64..1_000_000_000, count in 1u16..200, before in 0u16..3, start in 0u64..1_000_000_000,
        ) {
            let clocks = [CellClock::INSTANT, CellClock::of(BitRate::from_bps(rate))];
            let first = ClockPoint::exactly(Time::from_ps(start));
            let mut rest =
                Train { first, hop: 3, frame: 7, index: before, count, frame_cells: before + count, clock: 1 };
            let whole = rest;
            for taken in 0..count {
                let cell = rest.take_first(&clocks);
                let expected = clocks[1].point_after(first, u64::from(taken));
                prop_assert_eq!(cell, Train { first: expected, index: before + taken, count: 1, ..whole });
                prop_assert_eq!(cell.ends_frame(), taken + 1 == count);
                prop_assert_eq!(rest.count, count - taken - 1);
            }
            let last = clocks[1].point_after(first, u64::from(count) - 1);
            prop_assert_eq!(whole.last_arrival(&clocks), last.at);
        }
    }

    #[test]
    fn a_frame_handed_over_whole_is_there_at_once() {
        let first = ClockPoint::exactly(Time::from_ps(5));
        let train = Train { first, hop: 0, frame: 0, index: 0, count: 9, frame_cells: 9, clock: INSTANT };
        assert_eq!(train.last_arrival(&[CellClock::INSTANT]), Time::from_ps(5));
    }
}
