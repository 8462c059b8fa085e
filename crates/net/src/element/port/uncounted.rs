//! Uncounted cells: data that pass a port with a rate rule at which no cell ever waits, on the last link before a host.
//!
//! Such a port changes nothing about the cells. They change only its counts and those of its rule, and no element sees
//! either before an RM cell passes, in one direction or the other. So the cells continue to the host
//! as if the port were not there, and the port counts those that have come before any element reads it.

use std::collections::VecDeque;

use cellwise_units::{CellClock, ClockPoint, Time};

use super::ruled::Ruled;
use super::scheduled::Scheduled;
use super::{Fifo, Port};
use crate::data::growth::Growth as _;
use crate::data::ids::{MergeId, PortId};
use crate::element::LaneId;

/// The cells that a port has not counted yet, in order.
#[derive(Clone, Debug)]
pub(crate) struct Uncounted {
    pub(crate) port: PortId,
    /// Where cells wait for the port that it is to see in their turn.
    pub(crate) stream: (MergeId, u32),
    cells: VecDeque<Passed>,
}

/// A cell of data that has passed a port, or will.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    /// When it has fully arrived there.
    pub(crate) at: Time,
    pub(crate) lane: LaneId,
    pub(crate) ends_frame: bool,
}

impl Uncounted {
    pub(crate) fn new(port: PortId, stream: (MergeId, u32)) -> Self {
        Self { port, stream, cells: VecDeque::new() }
    }

    /// Notes a cell that comes behind all others.
    #[inline]
    pub(crate) fn note(&mut self, cell: Passed) {
        self.cells.make_room();
        self.cells.push_back(cell);
    }

    /// Takes the next cell, if it comes before an instant.
    #[inline]
    pub(crate) fn next_before(&mut self, instant: Time) -> Option<Passed> {
        let is_due = self.cells.front().is_some_and(|cell| cell.at < instant);
        if is_due { self.cells.pop_front() } else { None }
    }
}

impl Port {
    /// Whether its rate rule marks data cells.
    pub(crate) fn marks_efci(&self) -> bool {
        let ruling = match self {
            Self::Scheduled(port) => port.settings.ruling.as_ref(),
            Self::Ruled(port) => Some(port.ruling()),
            Self::Fifo(_) | Self::Adapter(_) => None,
        };
        ruling.is_some_and(|ruling| !ruling.only_counts())
    }

    /// Whether it is a port with a rate rule that may count later the cells that its only feeder sends on a clock: none
    /// of them can find another one, and only the rule takes note of them.
    pub(crate) fn may_be_uncounted(&self, feeder: &CellClock) -> bool {
        let only_counts = match self {
            Self::Scheduled(port) => port.settings.ruling.is_some() && port.only_counts(),
            Self::Ruled(port) => port.ruling().only_counts(),
            Self::Fifo(_) | Self::Adapter(_) => false,
        };
        let buffer = self.buffer();
        only_counts
            && buffer.sure_room > 0
            && !buffer.settings.counts_service
            && !buffer.follows_cells
            && !buffer.statistics.has_records()
            && feeder.cell_time() >= buffer.settings.clock.cell_time()
    }

    /// Sees to a cell that has passed it uncounted.
    #[inline]
    pub(crate) fn pass_uncounted(&mut self, cell: Passed) {
        match self {
            Self::Scheduled(port) => port.pass_uncounted(cell),
            Self::Ruled(port) => port.pass_uncounted(cell),
            Self::Fifo(_) | Self::Adapter(_) => unreachable!("{} has no rate rule", self.name()),
        }
    }
}

impl Scheduled {
    fn pass_uncounted(&mut self, Passed { at, lane, ends_frame }: Passed) {
        if at > self.buffer.statistics.next_mark() {
            self.pass_marks(at);
        }
        let place = self.count_taken(at, lane, ends_frame);
        self.begin_at_once(at, place, self.line.clock.step(ClockPoint::exactly(at)));
    }
}

impl Ruled {
    fn pass_uncounted(&mut self, Passed { at, lane, ends_frame }: Passed) {
        if at > self.fifo.buffer.statistics.next_mark() {
            self.fifo.pass_marks(at);
        }
        self.notify_rule_of_arrival(at, lane);
        self.fifo.pass_empty(at, lane, 1, ends_frame);
        self.notify_rule_of_higher(at, lane);
    }
}

impl Fifo {
    /// Passes cells of a circuit, each of which finds the port empty; the last arrives at `last`. Gives the end of its
    /// transmission.
    #[inline]
    pub(super) fn pass_empty(&mut self, last: Time, lane: LaneId, cells: u16, ends_frame: bool) -> Time {
        let buffer = &mut self.buffer;
        buffer.at_mut(lane).gate.accept_run(ends_frame);
        buffer.statistics.tally.accepted += u64::from(cells);
        buffer.sent_by = buffer.settings.clock.step(ClockPoint::exactly(last));
        buffer.sent_by.at
    }
}
