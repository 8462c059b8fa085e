//! A FIFO port with a rate rule. Its departures are settled on arrival, but what passes it, forward or backward,
//! comes in order of time, because the rule sees the queue.

use cellwise_atm::rate_rule::{AnyRateRule, PortView, RateRule as _};
use cellwise_units::{ClockPoint, Time};

use super::fifo::Fifo;
use super::ruling::{Place, Ruling};
use super::statistics::Service as _;
use crate::data::train::Train;
use crate::element::LaneId;

/// A FIFO port with a rate rule.
#[derive(Clone, Debug)]
pub(crate) struct Ruled {
    pub(crate) fifo: Fifo,
    places: Vec<Place>,
    ruling: Ruling,
}

impl Ruled {
    pub(crate) fn new(mut fifo: Fifo, places: Vec<Place>, ruling: Ruling) -> Self {
        fifo.buffer.give_places(&places);
        Self { fifo, places, ruling }
    }

    pub(super) fn ruling(&self) -> &Ruling {
        &self.ruling
    }

    pub(super) fn place(&self, lane: LaneId) -> &Place {
        &self.places[self.fifo.buffer.place_of(lane)]
    }

    /// What the rule may see at `now`: whatever waits is before an ABR cell.
    fn view(&mut self, now: Time) -> PortView {
        let Fifo { buffer, queue, .. } = &mut self.fifo;
        queue.settle(buffer, now);
        PortView { now, abr_queue: buffer.queued }
    }

    /// The rule, the state that it may see at `now`, and its number for a connection.
    pub(super) fn rule_for(
        &mut self,
        lane: LaneId,
        now: Time,
    ) -> Option<(&mut AnyRateRule, PortView, usize)> {
        let vc = self.place(lane).rule_vc? as usize;
        let view = self.view(now);
        Some((&mut self.ruling.rule, view, vc))
    }

    /// Takes a cell at `now`; gives the cell with its marks, and the end of its transmission, if it is not
    /// lost.
    pub(crate) fn take(&mut self, now: Time, cell: &Train, lane: LaneId) -> Option<(Train, ClockPoint)> {
        if now > self.fifo.buffer.statistics.next_mark() {
            self.fifo.pass_marks(now);
        }
        self.notify_rule_of_arrival(now, lane);
        let end = self.fifo.offer(now, cell, lane)?;
        self.notify_rule_of_higher(now, lane);
        let marked =
            !self.fifo.buffer.at(lane).is_rm && self.marks_efci(now, self.fifo.buffer.place_of(lane));
        Some((if marked { Train { label: cell.label.with_efci(), ..*cell } } else { *cell }, end))
    }

    /// Counts a cell in the rate rule, if it is one of ABR, before its fate is known.
    #[inline]
    pub(super) fn notify_rule_of_arrival(&mut self, now: Time, lane: LaneId) {
        if let Some(vc) = self.ruling.counts(self.place(lane)) {
            self.count_abr_cell(now, vc);
        }
    }

    /// Counts a cell that is taken in the rate rule, if it precedes those of ABR.
    #[inline]
    pub(super) fn notify_rule_of_higher(&mut self, now: Time, lane: LaneId) {
        if self.ruling.counts_as_higher(self.place(lane)) {
            self.count_higher_cell(now);
        }
    }

    #[inline(never)]
    fn count_abr_cell(&mut self, now: Time, vc: usize) {
        let view = self.view(now);
        self.ruling.rule.on_abr_cell(&view, vc);
    }

    #[inline(never)]
    fn count_higher_cell(&mut self, now: Time) {
        let view = self.view(now);
        self.ruling.rule.on_higher_cell(&view);
    }

    /// Whether the rule marks a data cell that is on its way at `now`. For a cell that is not ABR's, the
    /// whole queue waits before it.
    fn marks_efci(&mut self, now: Time, place: usize) -> bool {
        self.ruling.may_mark(&self.places[place]) && {
            let view = self.view(now);
            self.ruling.rule.marks_efci(&view)
        }
    }
}
