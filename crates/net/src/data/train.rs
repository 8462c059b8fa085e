//! A train: consecutive cells of one frame, at constant spacing, travelling as one value.

use cellwise_atm::policing::CellTrain;
use cellwise_units::{CellClock, ClockPoint, Time};

use crate::data::ids::HopId;

/// Position in the world's list of cell clocks.
pub(crate) type ClockIndex = u16;

/// The clock of cells that arrive all at once: a whole frame of a host.
pub(crate) const INSTANT: ClockIndex = 0;

/// The clock of cells that an adapter paces: their [stream](crate::data::stream::Stream) knows their distance. Nothing
/// else sees more than one of them at once.
pub(crate) const PACED: ClockIndex = ClockIndex::MAX;

/// How many cells a frame has, and what some of its cells are marked with: in one word, because
/// trains are copied at every hop. A frame has at most 1366 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(u16);

const FRAME_CELLS: u16 = 0x0fff;
const EFCI: u16 = 0x8000;
const CLP: u16 = 0x4000;
const DAMAGED: u16 = 0x2000;

impl Label {
    /// Cells of a frame of `cells` cells, without marks.
    #[inline]
    pub(crate) const fn of(cells: u16) -> Self {
        Self(cells & FRAME_CELLS)
    }

    /// Cells of the frame.
    #[inline]
    pub(crate) const fn frame_cells(self) -> u16 {
        self.0 & FRAME_CELLS
    }

    /// Whether the cells met congestion.
    #[inline]
    pub(crate) const fn efci(self) -> bool {
        self.0 & EFCI != 0
    }

    /// Whether the cells may be lost first; of RM cells: whether they are out of rate.
    #[inline]
    pub(crate) const fn clp(self) -> bool {
        self.0 & CLP != 0
    }

    /// The same with CLP = 1 if `clp`.
    #[inline]
    pub(crate) const fn with_clp(self, clp: bool) -> Self {
        if clp { Self(self.0 | CLP) } else { self }
    }

    /// Whether noise has damaged the payload of at least one of the cells.
    #[inline]
    pub(crate) const fn is_damaged(self) -> bool {
        self.0 & DAMAGED != 0
    }

    /// The same, damaged if `earlier` cells of the frame are.
    #[inline]
    pub(crate) const fn damaged_as(self, earlier: Self) -> Self {
        Self(self.0 | (earlier.0 & DAMAGED))
    }

    /// The same of damaged cells.
    #[inline]
    pub(crate) const fn damaged(self) -> Self {
        Self(self.0 | DAMAGED)
    }

    /// The same with EFCI set.
    #[inline]
    pub(crate) const fn with_efci(self) -> Self {
        Self(self.0 | EFCI)
    }
}

/// Consecutive cells of one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Train {
    /// When the first cell has fully arrived at the next element.
    pub(crate) first: ClockPoint,
    /// Where the train goes next: position in the world's list of hops.
    pub(crate) hop: HopId,
    /// Number of the frame on its circuit; wraps around.
    pub(crate) frame: u32,
    /// Position in the frame of the first cell.
    pub(crate) index: u16,
    /// Cells of the train, at least 1.
    pub(crate) count: u16,
    /// Cells of the whole frame, and what the cells of the train are marked with.
    pub(crate) label: Label,
    /// The clock that spaces the cells.
    pub(crate) clock: ClockIndex,
}

impl Train {
    /// A whole frame, or a cell without one, whose cells are all at a hop at `at`.
    #[inline]
    pub(crate) fn whole(at: Time, hop: HopId, frame: u32, cells: u16) -> Self {
        let (first, label) = (ClockPoint::exactly(at), Label::of(cells));
        Self { first, hop, frame, index: 0, count: cells, label, clock: INSTANT }
    }

    /// Whether the train's last cell ends the frame.
    #[inline]
    pub(crate) fn ends_frame(&self) -> bool {
        self.index + self.count == self.label.frame_cells()
    }

    /// Whether its cells come next in the frame, on the same hop, behind those of another train.
    #[inline]
    pub(crate) fn follows(&self, before: &Self) -> bool {
        self.hop == before.hop && self.frame == before.frame && self.index == before.index + before.count
    }

    /// The cells as those see them who judge or delay cells by their times and marks.
    pub(crate) fn as_cells<'c>(&self, clock: &'c CellClock) -> CellTrain<'c> {
        CellTrain {
            first: self.first,
            clock,
            count: self.count,
            index: self.index,
            frame_cells: self.label.frame_cells(),
            clp: self.label.clp(),
        }
    }

    /// When the last cell has fully arrived.
    #[inline]
    pub(crate) fn last_arrival(&self, clocks: &[CellClock]) -> Time {
        if self.count == 1 {
            return self.first.at;
        }
        clocks[usize::from(self.clock)].point_after(self.first, u64::from(self.count) - 1).at
    }

    /// The cells that come by an instant, and the first one in any case, as a train of their own; the rest stays.
    pub(crate) fn take_by(&mut self, last: Time, clocks: &[CellClock]) -> Self {
        let clock = &clocks[usize::from(self.clock)];
        if self.first.at + clock.cell_time_ceiling() * u64::from(self.count - 1) <= last {
            return Self { count: std::mem::take(&mut self.count), ..*self };
        }
        let (mut cells, mut next) = (1, clock.step(self.first));
        while cells < self.count && next.at <= last {
            cells += 1;
            next = clock.step(next);
        }
        let taken = Self { count: cells, ..*self };
        *self = Self { first: next, index: self.index + cells, count: self.count - cells, ..*self };
        taken
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
                Train { first, hop: HopId::new(3), frame: 7, index: before, count, label: Label::of(before + count), clock: 1 };
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

    proptest! {
        #[test]
        fn what_is_taken_by_an_instant_are_the_cells_that_have_come(
            rate in 1_000_000u64..1_000_000_000, count in 1u16..100, instants in prop::collection::vec(0u64..3_000_000_000, 1..5),
        ) {
            let clocks = [CellClock::INSTANT, CellClock::of(BitRate::from_bps(rate))];
            let first = ClockPoint::exactly(Time::from_ps(1_000_000));
            let mut rest =
                Train { first, hop: HopId::new(3), frame: 7, index: 0, count, label: Label::of(count), clock: 1 };
            let mut singly = rest;
            for last in instants.into_iter().map(Time::from_ps) {
                if rest.count == 0 {
                    break;
                }
                let mut taken = rest.take_by(last, &clocks);
                prop_assert!(taken.count == 1 || taken.last_arrival(&clocks) <= last);
                prop_assert!(rest.count == 0 || rest.first.at > last || taken.count == 1);
                while taken.count > 0 {
                    prop_assert_eq!(taken.take_first(&clocks), singly.take_first(&clocks));
                }
                prop_assert_eq!(rest.count, singly.count);
                prop_assert!(rest.count == 0 || rest == singly);
            }
        }
    }

    #[test]
    fn a_frame_handed_over_whole_is_there_at_once() {
        let first = ClockPoint::exactly(Time::from_ps(5));
        let train = Train {
            first,
            hop: HopId::new(0),
            frame: 0,
            index: 0,
            count: 9,
            label: Label::of(9),
            clock: INSTANT,
        };
        assert_eq!(train.last_arrival(&[CellClock::INSTANT]), Time::from_ps(5));
    }
}
