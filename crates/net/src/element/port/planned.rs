//! A plan: the data cells that an ABR adapter will send next if nothing reaches it meanwhile.
//!
//! Between two forward RM cells a source sends data at a constant distance, and only what reaches the adapter can
//! change that: a backward RM cell its rate, an RM cell to be turned around the order. So the cells are put into
//! the stream where they are [asked for](super::Outlets) as one train, ahead of the adapter's time. They are
//! *sent*, and counted, when the adapter reaches their instants; those that are not sent are taken back when the
//! adapter changes its mind. None of those is taken from the stream by then: it is too near to the adapter.

use cellwise_units::{ClockPoint, Span, Time};

use super::adapter::Adapter;
use crate::data::train::{PACED, Train};

/// Data cells of one frame that are planned and not sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// When the first of them is sent.
    next: Time,
    interval: Span,
    /// How many there are, at least 1.
    left: u16,
    /// The allowed cell rate with which they are sent.
    acr: f64,
}

impl Plan {
    /// When a cell behind the next so many ones is sent.
    fn at(&self, cells: u16) -> Time {
        self.next + self.interval * u64::from(cells)
    }

    /// How many are sent before `now`.
    fn before(&self, now: Time) -> u16 {
        let ahead_ps = now.ps().saturating_sub(self.next.ps());
        ahead_ps.div_ceil(self.interval.get()).min(u64::from(self.left)) as u16
    }
}

impl Adapter {
    /// Plans the next data cells, of which the first is sent at `first`; gives them in that order, and their distance,
    /// unless the next cells are not sure to be a run of data.
    pub(crate) fn plan(&mut self, first: Time, most: Time) -> Option<(Train, Span)> {
        if !self.turned.is_empty() || self.buffer.statistics.records_changes {
            return None;
        }
        let (waiting, _) = self.cells.first()?;
        let (cells, interval) = self.pacing.source.data_run(first, u64::from(waiting.count));
        let most = most.min(self.buffer.statistics.next_mark);
        if cells < 2 || first > most {
            return None;
        }
        let by_mark = (most - first).get() / interval.get() + 1;
        let left = cells.min(by_mark) as u16;
        self.planned = Some(Plan { next: first, interval, left, acr: self.pacing.source.acr() });
        let clock = PACED;
        Some((Train { first: ClockPoint::exactly(first), count: left, clock, ..waiting }, interval))
    }

    /// The distance of the cells that it sends at the present rate.
    pub(crate) fn interval(&self) -> Span {
        self.pacing.source.interval()
    }

    /// Sends what is planned before `now`; gives it, and when the last cell of it was sent.
    #[inline]
    pub(crate) fn send_planned(&mut self, now: Time) -> Option<(Train, Time)> {
        let plan = self.planned.as_mut()?;
        let cells = plan.before(now);
        if cells == 0 {
            return None;
        }
        let (first, interval, last) = (plan.next, plan.interval, plan.at(cells - 1));
        plan.next = plan.at(cells);
        plan.left -= cells;
        if plan.left == 0 {
            self.planned = None;
        }
        self.reached = last;
        self.pacing.source.send_run(u32::from(cells), last);
        self.pacing.area.leave_one_by_one(&mut self.buffer, first, interval, u64::from(cells));
        if self.counts_flows() {
            self.shares.leave(u64::from(cells));
        }
        Some((self.cells.pop(cells).0, last))
    }

    /// Changes its mind about what is planned; gives how many planned cells are not sent.
    pub(crate) fn cancel_plan(&mut self) -> Option<u16> {
        self.planned.take().map(|plan| plan.left)
    }

    /// Whether the cells that are planned go at another rate now.
    pub(crate) fn plans_at_other_rate(&self) -> bool {
        self.planned.is_some_and(|plan| plan.acr != self.pacing.source.acr())
    }

    /// Until when the last cell of no frame is sent if nothing reaches the adapter. ACR does not rise then, and cells
    /// other than data only take time.
    pub(super) fn ends_no_frame_before(&self) -> Time {
        let Some((waiting, _)) = self.cells.first() else { return Time::NEVER };
        self.next_cell() + self.interval() * u64::from(waiting.count - 1)
    }

    /// When the next cell is sent, planned or not, if nothing reaches the adapter.
    pub(crate) fn next_cell(&self) -> Time {
        self.planned.map_or_else(|| self.next_emission(), |plan| plan.next)
    }

    /// Until when data that come at `now` or later only join those that wait, or leave as planned, if nothing else
    /// reaches the adapter; not behind `now` if the first of them may change when a cell is sent, or each cell
    /// matters.
    pub(crate) fn only_takes_data_until(&mut self, now: Time) -> Time {
        self.come_to(now);
        if self.cells.cells() == 0 || self.buffer.statistics.records_changes || self.buffer.arrivals.is_some()
        {
            return now;
        }
        self.next_unplanned().min(self.buffer.looks_again_after())
    }

    /// When the next cell is sent that is not planned, if nothing reaches the adapter.
    pub(crate) fn next_unplanned(&self) -> Time {
        self.planned.map_or_else(|| self.next_emission(), |plan| plan.at(plan.left))
    }
}
