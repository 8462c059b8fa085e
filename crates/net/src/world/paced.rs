//! ABR ends in the world: adapters that pace data and RM cells, and destinations that turn RM cells
//! around.

use cellwise_atm::abr::RmCell;
use cellwise_units::{ClockPoint, Span, Time};

use super::World;
use crate::circuit::Role;
use crate::circuit::hop::Hop;
use crate::data::ids::{CircuitId, FlowId, MergeId, PortId};
use crate::data::packet::{Packet, Sdu};
use crate::data::train::Train;
use crate::element::LaneId;
use crate::element::port::{Emission, Outlet, Outlets};
use crate::elements::Elements;

/// The most cells that an adapter sends when it is asked once, so that no event takes long.
const MOST_AT_ONCE: u64 = 10_000;
/// So many cells sent for the asking count as one more event of a slice.
const EMISSIONS_PER_EVENT: u64 = 4;

impl Elements {
    fn asked_adapters(&self) -> Vec<PortId> {
        let outlets = |port: PortId| self.ports[port].as_adapter().and_then(|adapter| adapter.outlets);
        self.ports.ids().filter(|&port| outlets(port).is_some()).collect()
    }

    fn take_rm(&mut self, circuit: CircuitId, frame: u32) -> RmCell {
        match self.circuits[circuit].receive_cell(frame).packet {
            Packet::Rm(rm) => rm,
            packet => unreachable!("{packet:?} on a circuit of RM cells"),
        }
    }
}

impl World {
    /// Handles the events at `now` at an adapter: the next cell that it may send, or arrivals. Says whether that is
    /// done; long work continues with the next event.
    pub(super) fn serve_paced(&mut self, merge: MergeId, port: PortId, now: Time) -> bool {
        let sends = self.elements.merges[merge].first_own().is_some();
        let is_asked = self.elements.ports.adapter(port).outlets.is_some();
        if is_asked {
            let until = if sends { now + Span::from_ps(1) } else { now };
            let next = self.catch_up(port, until);
            if next < until || sends {
                self.promise(port, next);
            }
            if next < until {
                return false;
            }
        } else if sends {
            self.emit(port, now);
        }
        if !sends {
            // Of a frame that comes at once all cells may be taken.
            let before = self.takes_run_before(merge, port, now);
            let cells = self.elements.merges[merge].take(before, &self.elements.clocks);
            self.arrive_at_adapter(port, now, &cells);
            let adapter = self.elements.ports.adapter(port);
            adapter.reached = cells.last_arrival(&self.elements.clocks);
            if is_asked {
                let next = adapter.next_unplanned();
                self.promise(port, next);
            }
        }
        let adapter = self.elements.ports.adapter(port);
        let next = adapter.next_key(port);
        let before = std::mem::replace(&mut adapter.due, next);
        self.elements.merges[merge].set_own(before, next);
        true
    }

    /// Lets an adapter that is asked for cells send what it could have sent before `now`, and says
    /// until when nothing more comes from it. Says whether that was all of it.
    #[inline]
    pub(super) fn ask(&mut self, port: PortId, now: Time) -> bool {
        let next = self.catch_up(port, now);
        self.promise(port, next);
        next >= now
    }

    /// Sends the cells of an adapter that are due before `now`, but no more than [`MOST_AT_ONCE`] and than the
    /// slice has room for, and gives when the next one is; all that reaches the adapter before `now` has reached it.
    fn catch_up(&mut self, port: PortId, now: Time) -> Time {
        let most = self.events.left().saturating_mul(EMISSIONS_PER_EVENT).min(MOST_AT_ONCE);
        for sent in 0..most {
            self.send_planned(port, now);
            let due = self.elements.ports.adapter(port).next_unplanned();
            if due >= now {
                self.events.shorten(sent / EMISSIONS_PER_EVENT);
                return due;
            }
            match self.elements.plan(port, due) {
                Some(merge) => self.note_first(merge),
                None => self.emit(port, due),
            }
        }
        self.events.shorten(most / EMISSIONS_PER_EVENT);
        self.send_planned(port, now);
        self.elements.ports.adapter(port).next_unplanned()
    }

    /// Counts the planned cells that an adapter has sent before `now`.
    #[inline]
    fn send_planned(&mut self, port: PortId, now: Time) {
        if let Some((cells, last)) = self.elements.send_planned(port, now)
            && cells.ends_frame()
        {
            self.notify_host(port, last, &cells);
        }
    }

    /// Takes back what an adapter has planned and not sent.
    fn cancel_plan(&mut self, port: PortId) {
        if let Some(merge) = self.elements.cancel_plan(port) {
            self.note_first(merge);
        }
    }

    /// The instant before which the data that reach an adapter at `now` or later, of one train, join those that wait
    /// without anything happening between; just behind `now` where that is not known.
    fn takes_run_before(&mut self, merge: MergeId, port: PortId, now: Time) -> Time {
        let just_behind = now + Span::from_ps(1);
        let Some((here, lookahead)) = self.elements.joins_until(merge, port, now) else {
            return just_behind;
        };
        let last = self.period.last_before_catching_up();
        here.min(self.horizon(lookahead)).min(last + Span::from_ps(1)).max(just_behind)
    }

    /// Lets the adapters that are asked for cells send what is due before `now`, as far as the slice has room
    /// for it; says whether that was all.
    pub(super) fn catch_up_some(&mut self, now: Time) -> bool {
        self.elements.asked_adapters().into_iter().all(|port| self.ask(port, now))
    }

    /// Takes back what adapters have planned to send at `now` or later. What they have planned before may have been taken.
    pub(super) fn cancel_plans(&mut self, now: Time) {
        for port in self.elements.asked_adapters() {
            self.send_planned(port, now);
            self.cancel_plan(port);
        }
    }

    /// Says at the places behind an adapter, which sends its next cell at `next`, until when nothing
    /// comes from it.
    fn promise(&mut self, port: PortId, next: Time) {
        let adapter = self.elements.ports.adapter(port);
        let Some(Outlets { data, backward }) = adapter.outlets else { return };
        // Without a backward RM cell that waits, none is sent before something arrives.
        let next_backward = if adapter.turned.is_empty() { Time::NEVER } else { next };
        self.promise_at(data, next);
        if let Some(backward) = backward {
            self.promise_at(backward, next_backward);
        }
    }

    #[inline]
    fn promise_at(&mut self, outlet: Outlet, due: Time) {
        let Outlet { merge, stream, passage, .. } = outlet;
        // Time::NEVER stays what it is.
        if self.elements.merges[merge].set_promise(stream, due + passage) {
            self.note_first(merge);
        }
    }

    fn arrive_at_adapter(&mut self, port: PortId, now: Time, cell: &Train) {
        self.elements.ports.adapter(port).come_to(now);
        let circuit = self.elements.hops[cell.hop].circuit;
        match self.elements.circuits[circuit].role {
            Role::TurnedRm => {
                let rm = self.elements.take_rm(circuit, cell.frame);
                self.cancel_plan(port);
                if let Some(at_once) = self.elements.ports.adapter(port).turn(rm, cell.label.clp()) {
                    self.send_emission(port, now, at_once);
                }
            }
            Role::BackwardRm => {
                let rm = self.elements.take_rm(circuit, cell.frame);
                let adapter = self.elements.ports.adapter(port);
                adapter.on_backward(now, &rm);
                if adapter.plans_at_other_rate() {
                    self.cancel_plan(port);
                }
            }
            Role::ForwardRm => self.turn_around(cell, now),
            Role::Data | Role::Packets => self.buffer_cells(port, cell),
        }
    }

    /// Puts cells of data into the adapter's buffer; at a switch that ends a control loop, their congestion
    /// marks are remembered.
    fn buffer_cells(&mut self, port: PortId, cells: &Train) {
        let Hop { circuit, lane, ends_loop, .. } = self.elements.hops[cells.hop];
        if let Some(ended) = ends_loop {
            self.elements.loops[ended].destination.on_data(cells.label.efci());
        }
        // Of a frame that has lost its last cell others may still come; their flow is not needed.
        let mut connection = FlowId::NONE;
        if self.elements.ports.adapter(port).counts_flows() {
            let flow = self.elements.circuits[circuit].frame_mut(cells.frame).flow;
            connection = self.elements.flows[flow].connection;
        }
        let mut rest = *cells;
        while rest.count > 0 {
            self.send_planned(port, rest.first.at);
            let sends = self.elements.ports.adapter(port).next_cell();
            let together = rest.take_by(sends, &self.elements.clocks);
            self.buffer_together(port, &together, (lane, connection));
        }
    }

    /// Puts cells that come before the next one is sent into the adapter's buffer, those of a lane and a flow.
    fn buffer_together(&mut self, port: PortId, cells: &Train, (lane, flow): (LaneId, FlowId)) {
        let clock = &self.elements.clocks[usize::from(cells.clock)];
        if self.elements.ports.adapter(port).take_run((cells, clock), lane, flow) {
            return;
        }
        let mut rest = *cells;
        while rest.count > 0 {
            let cell = rest.take_first(&self.elements.clocks);
            let at = cell.first.at;
            if !self.elements.ports.adapter(port).take(at, &cell, lane, flow) && cell.ends_frame() {
                self.notify_host(port, at, &cell);
                self.elements.lose(&cell);
            }
        }
    }

    /// Sends the next cell of an adapter.
    fn emit(&mut self, port: PortId, now: Time) {
        let emission = self.elements.ports.adapter(port).emit(now);
        self.send_emission(port, now, emission);
    }

    fn send_emission(&mut self, port: PortId, now: Time, emission: Emission) {
        match emission {
            Emission::Rm { circuit, rm, out_of_rate } => self.send_rm(circuit, now, rm, out_of_rate),
            Emission::Data(cell) => {
                if cell.ends_frame() {
                    self.notify_host(port, now, &cell);
                }
                self.deliver(Train { first: ClockPoint::exactly(now), hop: cell.hop.next(), ..cell });
            }
        }
    }

    /// Informs a sender that waits for room that a frame has left its adapter.
    pub(super) fn notify_host(&mut self, port: PortId, now: Time, cell: &Train) {
        if !self.elements.ports.adapter(port).notifies_host {
            return;
        }
        let circuit = self.elements.hops[cell.hop].circuit;
        let frame = self.elements.circuits[circuit].frame_mut(cell.frame);
        let (flow, octets) = (frame.flow, frame.octets());
        let (host, endpoint) = self.elements.flows[flow].ends[0];
        self.room_in_adapter(host, endpoint, now, octets);
    }

    /// Sends an RM cell on its circuit at `now`; `out_of_rate` with CLP = 1.
    pub(super) fn send_rm(&mut self, circuit: CircuitId, now: Time, rm: RmCell, out_of_rate: bool) {
        let circuit = &mut self.elements.circuits[circuit];
        let frame = Sdu::new(Packet::Rm(rm), FlowId::NONE, now);
        let (number, hop) = (circuit.send_cell(frame), circuit.first_hop);
        let cell = Train::whole(now, hop, number, 1);
        self.deliver(Train { label: cell.label.with_clp(out_of_rate), ..cell });
    }

    /// Turns around a forward RM cell that has reached the end of its control loop.
    pub(super) fn turn_around(&mut self, cell: &Train, now: Time) {
        let hop = &self.elements.hops[cell.hop];
        let circuit = hop.circuit;
        let ended = hop.ends_loop.expect("forward RM cells end where their loop does");
        let rm = self.elements.take_rm(circuit, cell.frame);
        let control = &mut self.elements.loops[ended];
        let mut rm = control.destination.turn_around(rm);
        let turned = control.turned;
        if let Some(behind) = control.source_behind {
            // spec: af-tm-0056 5.10.7: a virtual destination's own source bounds what it asks for.
            rm.er = rm.er.min(self.elements.ports.adapter(behind).rate_upstream());
        }
        self.send_rm(turned, now, rm, cell.label.clp());
    }
}
