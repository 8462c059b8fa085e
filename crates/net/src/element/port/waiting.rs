//! The cells that wait in one queue, in order, as runs of consecutive cells of a frame.

use std::collections::VecDeque;

use crate::data::growth::Growth as _;
use crate::data::ids::HopId;
use crate::data::stream::IDLE;
use crate::data::train::{INSTANT, Label, Train};
use crate::element::LaneId;

/// Consecutive cells of a frame, marked alike.
#[derive(Clone, Copy, Debug)]
struct Cells {
    hop: HopId,
    lane: LaneId,
    frame: u32,
    index: u16,
    count: u16,
    label: Label,
}

/// A queue of cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    runs: VecDeque<Cells>,
    cells: u64,
}

impl Queue {
    /// Cells in the queue.
    #[inline]
    pub(crate) fn cells(&self) -> u64 {
        self.cells
    }

    /// Adds the cells of a train at the end.
    #[inline]
    pub(crate) fn push(&mut self, train: &Train, lane: LaneId) {
        self.cells += u64::from(train.count);
        if let Some(last) = self.runs.back_mut()
            && last.hop == train.hop
            && last.frame == train.frame
            && last.index + last.count == train.index
            && last.label == train.label
        {
            last.count += train.count;
            return;
        }
        let &Train { hop, frame, index, count, label, .. } = train;
        self.runs.make_room();
        self.runs.push_back(Cells { hop, lane, frame, index, count, label });
    }

    /// The first cells, all of one frame, as they came but without times, and their lane.
    #[inline]
    pub(crate) fn first(&self) -> Option<(Train, LaneId)> {
        self.runs.front().map(|first| (first.train(first.count), first.lane))
    }

    /// Takes so many of the [first](Self::first) cells.
    #[inline]
    pub(crate) fn pop(&mut self, count: u16) -> (Train, LaneId) {
        let first = self.runs.front_mut().expect("the queue is not empty");
        let (cells, lane) = (first.train(count), first.lane);
        self.cells -= u64::from(count);
        first.index += count;
        first.count -= count;
        if first.count == 0 {
            self.runs.pop_front();
        }
        (cells, lane)
    }
}

impl Cells {
    /// So many of the cells, without times.
    #[inline]
    fn train(&self, count: u16) -> Train {
        let &Self { hop, frame, index, label, .. } = self;
        Train { hop, frame, index, count, label, clock: INSTANT, first: IDLE.first }
    }
}
