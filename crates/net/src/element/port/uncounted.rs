//! Cells of data that pass a port with a rate rule at which no cell ever waits: it may count them after they have passed.
//!
//! Such a port changes nothing about the cells. They change only its counts and those of its rule.

use cellwise_units::{CellClock, ClockPoint, Time};

use super::ruled::Ruled;
use super::scheduled::Scheduled;
use super::{Fifo, Port};
use crate::element::LaneId;

/// A cell of data that has passed a port, or will.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    /// When it has fully arrived there.
    pub(crate) at: Time,
    pub(crate) lane: LaneId,
    pub(crate) ends_frame: bool,
}

impl Port {
    /// Whether its rate rule marks data cells.
    pub(crate) fn marks_efci(&self) -> bool {
        self.ruling().is_some_and(|ruling| ruling.marks_efci)
    }

    /// Whether it is a port with a rate rule that may count later the cells that its only feeder sends on a clock: none
    /// of them can find another one, and only the rule takes note of them.
    pub(crate) fn may_count_later(&self, feeder: &CellClock) -> bool {
        let only_counts = match self {
            Self::Scheduled(port) => !port.sees_single_cells() && port.has_one_limit(),
            Self::Ruled(_) => !self.marks_efci(),
            Self::Fifo(_) | Self::Adapter(_) => false,
        };
        let buffer = self.buffer();
        only_counts
            && self.ruling().is_some()
            && buffer.sure_room > 0
            && !buffer.settings.counts_service
            && !buffer.follows_cells
            && !buffer.statistics.has_records()
            && feeder.cell_time() >= buffer.settings.clock.cell_time()
    }

    /// Counts a cell that has passed it.
    #[inline]
    pub(crate) fn count_passed(&mut self, cell: Passed) {
        match self {
            Self::Scheduled(port) => port.count_passed(cell),
            Self::Ruled(port) => port.count_passed(cell),
            Self::Fifo(_) | Self::Adapter(_) => unreachable!("{} has no rate rule", self.name()),
        }
    }
}

impl Scheduled {
    fn count_passed(&mut self, Passed { at, lane, ends_frame }: Passed) {
        self.buffer.come_to(&mut self.area, at);
        let place = self.count_taken(at, lane, ends_frame);
        self.begin_at_once(at, place, self.line.clock.step(ClockPoint::exactly(at)));
    }
}

impl Ruled {
    fn count_passed(&mut self, Passed { at, lane, ends_frame }: Passed) {
        self.fifo.buffer.come_to(&mut self.fifo.queue, at);
        let (ruling, place, view) = self.rule(lane, at);
        ruling.note_arrival(place, view);
        self.fifo.pass_empty(at, lane, 1, ends_frame);
        let (ruling, place, view) = self.rule(lane, at);
        ruling.note_higher(place, view);
    }
}

impl Fifo {
    /// Passes cells of a circuit, each of which finds the port empty, as those of a port that [is always
    /// empty](Port::is_always_empty) do; the last arrives at `last`. Gives the end of its transmission.
    #[inline]
    pub(crate) fn pass_empty(&mut self, last: Time, lane: LaneId, cells: u16, ends_frame: bool) -> Time {
        let buffer = &mut self.buffer;
        buffer.at_mut(lane).gate.accept_run(ends_frame);
        buffer.statistics.tally.accepted += u64::from(cells);
        buffer.sent_by = buffer.settings.clock.step(ClockPoint::exactly(last));
        buffer.sent_by.at
    }
}
