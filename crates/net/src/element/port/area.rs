//! The cells of a port whose departures are not settled on arrival: how long how many have waited.

use cellwise_units::{CellClock, ClockPoint, Span, Time};

use super::buffer::Buffer;
use super::statistics::PortTally;

/// The integral of the queue over time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    /// Until the queue last changed, in cells times picoseconds.
    cells_ps: u128,
    changed_at: Time,
}

impl Area {
    pub(super) const NOTHING: Self = Self { cells_ps: 0, changed_at: Time::ZERO };

    pub(super) fn changed_at(&self) -> Time {
        self.changed_at
    }

    /// Notes that the queue changes by so many cells at `now`.
    #[inline]
    pub(super) fn change(&mut self, buffer: &mut Buffer, now: Time, by: i64) {
        self.cells_ps += u128::from(buffer.queued) * u128::from((now - self.changed_at).get());
        self.changed_at = now;
        buffer.queued = buffer.queued.wrapping_add_signed(by);
    }

    /// Notes that so many cells leave one after the other at equal distances, the first at `first`.
    pub(super) fn leave_one_by_one(&mut self, buffer: &mut Buffer, first: Time, distance: Span, cells: u64) {
        self.change(buffer, first, -1);
        let (left, more) = (u128::from(buffer.queued), u128::from(cells - 1));
        // The first of the others leaves with `left` in the queue until then, the next with one less.
        self.cells_ps += u128::from(distance.get()) * (more * left - more * more.saturating_sub(1) / 2);
        self.changed_at += distance * (cells - 1);
        buffer.queued -= cells - 1;
    }

    /// Notes that so many cells join the queue one after the other at the distance of a clock, the first at `first`.
    pub(super) fn join_by_clock(
        &mut self,
        buffer: &mut Buffer,
        (first, clock): (ClockPoint, &CellClock),
        cells: u64,
    ) {
        self.change(buffer, first.at, 1);
        let (last, since_ps) = last_and_later(first, clock, cells);
        let whole_ps = u128::from((last.at - first.at).get());
        // Each of the others has waited since it came, those that were there since the first came, until the last does.
        let others_ps = u128::from(cells - 1) * whole_ps - u128::from(since_ps);
        self.cells_ps += u128::from(buffer.queued) * whole_ps + others_ps;
        buffer.queued += cells - 1;
        self.changed_at = last.at;
    }

    /// Notes that so many cells leave one after the other at the distance of a clock, the first at `first`.
    pub(super) fn leave_by_clock(
        &mut self,
        buffer: &mut Buffer,
        (first, clock): (ClockPoint, &CellClock),
        cells: u64,
    ) {
        self.change(buffer, first.at, -1);
        let (last, since_ps) = last_and_later(first, clock, cells);
        let whole_ps = (last.at - first.at).get();
        // Each of the others has waited since the first left until it leaves itself; those that stay, until the last does.
        buffer.queued -= cells - 1;
        self.cells_ps += u128::from(since_ps) + u128::from(buffer.queued) * u128::from(whole_ps);
        self.changed_at = last.at;
    }

    /// Notes at `now` that so many cells have joined the queue earlier, and have waited so long since, all together.
    pub(super) fn join_earlier(&mut self, buffer: &mut Buffer, now: Time, cells: u64, waited_ps: u64) {
        self.change(buffer, now, 0);
        self.cells_ps += u128::from(waited_ps);
        buffer.queued += cells;
    }

    /// The tally at `now` with so many cells in transmission.
    pub(super) fn tally_with(&self, buffer: &Buffer, now: Time, in_service: u64) -> PortTally {
        let since = now.max(self.changed_at) - self.changed_at;
        let cells_ps = self.cells_ps + u128::from(buffer.queued) * u128::from(since.get());
        let tally = &*buffer.statistics.tally;
        PortTally {
            sent: tally.accepted - buffer.queued - in_service,
            waited_parts: cells_ps * u128::from(buffer.settings.clock.parts_per_ps()),
            ..tally.clone()
        }
    }
}

/// When the last of so many cells comes at the distance of a clock, the first at `first`, and how many picoseconds later
/// than the first they come, all together.
#[inline]
pub(super) fn last_and_later(first: ClockPoint, clock: &CellClock, cells: u64) -> (ClockPoint, u64) {
    let (mut last, mut later_ps) = (first, 0);
    for _ in 1..cells {
        last = clock.step(last);
        later_ps += (last.at - first.at).get();
    }
    (last, later_ps)
}
