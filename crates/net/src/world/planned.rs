//! Plans of adapters in the world: runs of data cells, from the adapter to where they are asked for.

use cellwise_units::{ClockPoint, Span, Time};

use super::World;
use crate::circuit::hop::Hop;
use crate::data::ids::{HopId, PortId};
use crate::data::shortcut::Shortcut;
use crate::data::train::Train;
use crate::element::Element;
use crate::element::port::Outlets;

impl World {
    /// Puts the data cells that an adapter sends at `first` and later, if nothing reaches it meanwhile, into the stream
    /// where they are asked for; says whether there are any. They must find all ports on the way empty.
    pub(super) fn plan(&mut self, port: PortId, first: Time) -> bool {
        let adapter = self.elements.ports.adapter(port);
        let Some(Outlets { data, .. }) = adapter.outlets else { return false };
        if !data.takes_cells || !self.shortcuts.has(Shortcut::Plans) {
            return false;
        }
        let (begin, distance) = (adapter.data_hop.next(), adapter.interval());
        let Some(last) = self.way_is_free_until(begin, first, distance) else { return false };
        let Some((cells, distance)) = self.elements.ports.adapter(port).plan(first, last) else {
            return false;
        };
        let train = Train { first: ClockPoint::exactly(first + data.passage), hop: data.hop, ..cells };
        self.elements.merges[data.merge].push_paced(data.stream, train, distance);
        self.note_first(data.merge);
        true
    }

    /// The last instant at which a cell may be sent, of those at `first` and later, so that all ports from a hop to the
    /// next ordering point pass it unobserved; `None` if that is not sure of the first.
    fn way_is_free_until(&mut self, mut hop: HopId, first: Time, distance: Span) -> Option<Time> {
        let (mut passage, mut last) = (Span::ZERO, Time::NEVER);
        while let Hop { stream: None, element: Element::Port(port), lane, .. } = self.elements.hops[hop] {
            let fifo = self.elements.ports.fifo(port);
            let until = fifo.lets_pass_until(first + passage, distance, lane)?;
            last = last.min(Time::from_ps(until.ps().saturating_sub(passage.get())));
            passage = passage + fifo.buffer.settings.passage();
            hop = hop.next();
        }
        self.elements.hops[hop].stream.map(|_| last)
    }

    /// Counts, at the adapter and on the way, the planned cells that are sent before `now`.
    #[inline]
    pub(super) fn send_planned(&mut self, port: PortId, now: Time) {
        let Some(sent) = self.elements.ports.adapter(port).send_planned(now) else { return };
        if sent.cells.ends_frame() {
            self.notify_host(port, sent.last, &sent.cells);
        }
        let (mut hop, mut at) = (sent.cells.hop.next(), sent.last);
        while let Hop { stream: None, element: Element::Port(port), lane, .. } = self.elements.hops[hop] {
            let fifo = self.elements.ports.fifo(port);
            at = fifo.pass_held(at, &sent.cells, lane) + fifo.buffer.settings.delay;
            hop = hop.next();
        }
    }

    /// Takes back what an adapter has planned and not sent.
    pub(super) fn cancel_plan(&mut self, port: PortId) {
        let adapter = self.elements.ports.adapter(port);
        let (Some(left), Some(Outlets { data, .. })) = (adapter.cancel_plan(), adapter.outlets) else {
            return;
        };
        self.elements.merges[data.merge].take_back(data.stream, left);
        self.note_first(data.merge);
    }
}
