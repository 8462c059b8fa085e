//! Exits in the world: cells that leave a part of the network for another one, and those that come.

use cellwise_units::{Span, Time};

use super::{Pause, World};
use crate::data::ids::{ExitId, HopId, HostId, List, kind};
use crate::data::packet::Sdu;
use crate::data::train::Train;
use crate::element::port::{Outlet, Outlets};
use crate::element::{Element, Exit};
use crate::elements::Elements;

/// Cells on their way from one part to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    train: Train,
    /// What their frame carries; `None` if its last cell is lost.
    frame: Option<Sdu>,
}

/// Where circuits leave a part of the network.
#[derive(Clone, Debug, Default)]
pub(super) struct Borders {
    exits: List<Exit, kind::Exit>,
    /// What has left, by the part that takes it.
    outgoing: Vec<Vec<Crossing>>,
}

impl Elements {
    /// Lets only those adapters be asked for their cells whose way to where they are asked is within one
    /// part; the others send of their own.
    pub(crate) fn ask_only_within(&mut self, part_of: impl Fn(HopId) -> usize) {
        for port in self.ports.ids() {
            let Some(adapter) = self.ports[port].as_adapter() else { continue };
            let Some(Outlets { data, backward: back }) = adapter.outlets else { continue };
            let backward = adapter.backward.map(|circuit| self.circuits[circuit].first_hop);
            let here = part_of(adapter.data_hop);
            let mut begins = [Some(adapter.data_hop.next()), backward].into_iter().flatten();
            if begins.all(|first| self.way_to_stream(first).all(|hop| part_of(hop) == here)) {
                continue;
            }
            for Outlet { merge, stream, .. } in [Some(data), back].into_iter().flatten() {
                self.merges[merge].streams[stream as usize].source = None;
            }
            self.ports.adapter(port).outlets = None;
        }
    }

    /// The hops from one on to the next ordering point.
    fn way_to_stream(&self, first: HopId) -> impl Iterator<Item = HopId> {
        let ends = |hop: &HopId| self.hops[*hop].stream.is_some();
        let last = first.up_to(self.hops.next_id()).find(ends).unwrap_or(first);
        first.up_to(last.next())
    }

    /// What is kept back would come too late to another part: its clock has advanced.
    pub(crate) fn hold_nothing_before(&mut self, exit: HopId) {
        let first = self.circuits[self.hops[exit].circuit].first_hop;
        for hop in first.up_to(exit) {
            self.hops[hop].for_host = None;
        }
    }
}

impl World {
    /// Makes this the world of a part: `exits` are the hops at which circuits leave it.
    pub(crate) fn confine(
        &mut self,
        exits: &[(HopId, Exit)],
        parts: usize,
        has_host: impl Fn(HostId) -> bool,
    ) {
        self.borders = Borders { exits: List::default(), outgoing: vec![Vec::new(); parts] };
        for &(hop, exit) in exits {
            self.elements.hold_nothing_before(hop);
            let hop = &mut self.elements.hops[hop];
            hop.element = Element::Exit(self.borders.exits.push(exit));
            hop.stream = None;
        }
        for host in self.elements.hosts.ids().filter(|&host| !has_host(host)) {
            self.agenda.set_timer(host, Time::NEVER);
        }
    }

    /// Hands a train over to another part.
    #[cold]
    pub(super) fn leave(&mut self, exit: ExitId, train: Train) {
        let Exit { to, is_last } = self.borders.exits[exit];
        let circuit = &mut self.elements.circuits[self.elements.hops[train.hop].circuit];
        let frame = circuit.frames.get_mut(train.frame).copied();
        if is_last && train.ends_frame() {
            circuit.frames.forget_until(train.frame);
        }
        self.borders.outgoing[to].push(Crossing { train, frame });
    }

    /// Takes what comes from another part.
    pub(crate) fn enter(&mut self, crossing: &Crossing) {
        let Crossing { train, frame } = *crossing;
        if let Some(frame) = frame {
            self.elements.circuits[self.elements.hops[train.hop].circuit].frames.adopt(train.frame, frame);
        }
        self.deliver(train);
    }

    /// What has left for a part since this was asked.
    pub(crate) fn outgoing_to(&mut self, part: usize) -> &mut Vec<Crossing> {
        &mut self.borders.outgoing[part]
    }

    /// Adds the counts of a world that belong to no element.
    pub(crate) fn join_counts(&mut self, other: &mut Self) {
        self.events.count(other.events());
        self.beyond_end.cells += other.beyond_end.cells;
        self.beyond_end.packets += other.beyond_end.packets;
    }

    /// Handles about `budget` events, but none at or after `horizon`: until then nothing comes from
    /// another part. Gives the instant that every element has reached.
    pub(crate) fn run_until(&mut self, horizon: Time, budget: u64) -> (Pause, Time) {
        let (pause, reached) = self.run_to(Time::from_ps(horizon.ps().saturating_sub(1)), budget);
        (pause, if pause == Pause::End { reached + Span::from_ps(1) } else { reached })
    }
}
