//! A FIFO port with a rate rule. Its departures are settled on arrival, but what passes it, forward or backward,
//! comes in order of time, because the rule sees the queue.

use cellwise_atm::rate_rule::PortView;
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
    pub(super) ruling: Ruling,
}

impl Ruled {
    pub(crate) fn new(mut fifo: Fifo, places: Vec<Place>, ruling: Ruling) -> Self {
        fifo.buffer.give_places(&places);
        Self { fifo, places, ruling }
    }

    /// What the rule knows of a circuit, and how it may see the port at `now`: whatever waits is before an ABR cell.
    #[inline(always)]
    pub(super) fn rule(
        &mut self,
        lane: LaneId,
        now: Time,
    ) -> (&mut Ruling, &Place, impl FnOnce() -> PortView) {
        let Fifo { buffer, queue } = &mut self.fifo;
        let place = &self.places[buffer.place_of(lane)];
        let view = move || {
            queue.settle(buffer, now);
            PortView { now, abr_queue: buffer.queued }
        };
        (&mut self.ruling, place, view)
    }

    /// Takes a cell at `now`; gives the cell with its marks, and the end of its transmission, if it is not
    /// lost.
    pub(crate) fn take(&mut self, now: Time, cell: &Train, lane: LaneId) -> Option<(Train, ClockPoint)> {
        self.fifo.buffer.come_to(&mut self.fifo.queue, now);
        let (ruling, place, view) = self.rule(lane, now);
        ruling.note_arrival(place, view);
        let end = self.fifo.offer(now, cell, lane)?;
        let (ruling, place, view) = self.rule(lane, now);
        ruling.note_higher(place, view);
        let is_rm = self.fifo.buffer.at(lane).is_rm;
        // For a cell that is not ABR's, the whole queue waits before it.
        let (ruling, place, view) = self.rule(lane, now);
        let marked = !is_rm && ruling.marks(place, view);
        Some((if marked { Train { label: cell.label.with_efci(), ..*cell } } else { *cell }, end))
    }
}
