//! Plans of adapters: runs of data cells, from the adapter to where they are asked for.

use cellwise_units::{ClockPoint, Span, Time};

use crate::circuit::hop::Hop;
use crate::data::ids::{HopId, MergeId, PortId};
use crate::data::train::Train;
use crate::element::Element;
use crate::element::port::Outlets;
use crate::elements::Elements;

impl Elements {
    /// Puts the data cells that an adapter sends at `first` and later, if nothing reaches it meanwhile, into the stream
    /// where they are asked for; gives that ordering point if there are any. They must find all ports on the way empty.
    pub(crate) fn plan(&mut self, port: PortId, first: Time) -> Option<MergeId> {
        let adapter = self.ports.adapter(port);
        let data = adapter.outlets.map(|outlets| outlets.data).filter(|data| data.takes_plans)?;
        let (begin, distance) = (adapter.data_hop.next(), adapter.interval());
        let last = self.way_is_free_until(begin, first, distance)?;
        let (cells, distance) = self.ports.adapter(port).plan(first, last)?;
        let train = Train { first: ClockPoint::exactly(first + data.passage), hop: data.hop, ..cells };
        self.merges[data.merge].push_paced(data.stream, train, distance);
        Some(data.merge)
    }

    /// The last instant at which a cell may be sent, of those at `first` and later, so that all ports from a hop to the
    /// next ordering point pass it unobserved; `None` if that is not sure of the first.
    fn way_is_free_until(&mut self, mut hop: HopId, first: Time, distance: Span) -> Option<Time> {
        let (mut passage, mut last) = (Span::ZERO, Time::NEVER);
        while let Hop { stream: None, element: Element::Port(port), lane, .. } = self.hops[hop] {
            let fifo = self.ports.fifo(port);
            let until = fifo.lets_pass_until(first + passage, distance, lane)?;
            last = last.min(Time::from_ps(until.ps().saturating_sub(passage.get())));
            passage = passage + fifo.buffer.settings.passage();
            hop = hop.next();
        }
        self.hops[hop].stream.map(|_| last)
    }

    /// Counts, at the adapter and on the way, the planned cells that are sent before `now`; gives them, and when the last
    /// of them was sent.
    #[inline]
    pub(crate) fn send_planned(&mut self, port: PortId, now: Time) -> Option<(Train, Time)> {
        let (cells, last) = self.ports.adapter(port).send_planned(now)?;
        let (mut hop, mut at) = (cells.hop.next(), last);
        while let Hop { stream: None, element: Element::Port(port), lane, .. } = self.hops[hop] {
            let fifo = self.ports.fifo(port);
            at = fifo.pass_empty(at, lane, cells.count, cells.ends_frame()) + fifo.buffer.settings.delay;
            hop = hop.next();
        }
        Some((cells, last))
    }

    /// Takes back what an adapter has planned and not sent; gives the ordering point where it was.
    pub(crate) fn cancel_plan(&mut self, port: PortId) -> Option<MergeId> {
        let adapter = self.ports.adapter(port);
        let left = adapter.cancel_plan()?;
        let Outlets { data, .. } = adapter.outlets?;
        self.merges[data.merge].take_back(data.stream, left);
        Some(data.merge)
    }
}
