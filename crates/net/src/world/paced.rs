//! ABR ends in the world: adapters that pace data and RM cells, and destinations that turn RM cells
//! around.

use cellwise_atm::abr::{RmCell, Sent};
use cellwise_engine::{Key, Rank};
use cellwise_units::{ClockPoint, Span, Time};

use super::World;
use crate::circuit::{Frame, Role};
use crate::endpoint::Packet;
use crate::ids::{CircuitId, FlowId, MergeId, PortId};
use crate::port::{Outlet, Port};
use crate::train::{INSTANT, Label, Train};

/// The most cells that an adapter sends when it is asked once, so that no event takes long.
const MOST_AT_ONCE: u64 = 10_000;
/// So many cells sent for the asking count as one more event of a slice.
const EMISSIONS_PER_EVENT: u64 = 4;

impl World {
    /// Sees to what is due at `now` at an adapter: the next cell that it may send, or what arrives. Says whether
    /// that is done; what takes long goes on with the next event.
    pub(super) fn serve_paced(&mut self, merge: MergeId, port: PortId, now: Time) -> bool {
        if self.merges[merge].first_own().is_some() {
            self.emit(port, now);
            let next = self.next_emission(port);
            self.ports[port].pacer().due = next;
            self.merges[merge].move_own(next);
            return true;
        }
        let is_asked = self.ports[port].pacer().outlets.is_some();
        if is_asked {
            let next = self.catch_up(port, now);
            if next < now {
                self.promise(port, next);
                return false;
            }
        }
        // Of a frame that is handed over at once all cells may be taken.
        let cells = self.merges[merge].take(now + Span::from_ps(1), &self.clocks);
        self.arrive_at_adapter(port, now, &cells);
        self.ports[port].pacer().reached = now;
        if is_asked {
            let next = self.ports[port].pacer().next_emission();
            self.promise(port, next);
            return true;
        }
        let next = self.next_emission(port);
        let before = std::mem::replace(&mut self.ports[port].pacer().due, next);
        if next != before {
            self.merges[merge].set_own(before, next);
        }
        true
    }

    /// The key of an adapter's own slot: when it may send its next cell.
    fn next_emission(&mut self, port: PortId) -> Key {
        let pacer = self.ports[port].pacer();
        match pacer.next_emission() {
            Time::NEVER => Key::NEVER,
            due => Key::new(due, Rank::Emission(port.number()), pacer.slot.1),
        }
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
        let slice = self.last_event.saturating_sub(self.events).saturating_add(1);
        let most = slice.saturating_mul(EMISSIONS_PER_EVENT).min(MOST_AT_ONCE);
        for sent in 0..most {
            let due = self.ports[port].pacer().next_emission();
            if due >= now {
                self.shorten_slice(sent / EMISSIONS_PER_EVENT);
                return due;
            }
            self.emit(port, due);
        }
        self.shorten_slice(most / EMISSIONS_PER_EVENT);
        self.ports[port].pacer().next_emission()
    }

    /// Lets the adapters that are asked for cells send what is due before `now`, as far as the slice has room
    /// for it; says whether that was all.
    pub(super) fn catch_up_some(&mut self, now: Time) -> bool {
        self.asked_adapters().into_iter().all(|port| self.ask(port, now))
    }

    fn asked_adapters(&self) -> Vec<PortId> {
        let is_asked = |port: &Port| port.pacer.as_ref().is_some_and(|pacer| pacer.outlets.is_some());
        self.ports.with_ids().filter(|(_, port)| is_asked(port)).map(|(number, _)| number).collect()
    }

    /// Says at the places behind an adapter, which sends its next cell at `next`, until when nothing
    /// comes from it.
    fn promise(&mut self, port: PortId, next: Time) {
        let pacer = self.ports[port].pacer();
        let Some([data, backward]) = pacer.outlets else { return };
        // Without a backward RM cell that waits, none is sent before something arrives.
        let next_backward = if pacer.turned.is_empty() { Time::NEVER } else { next };
        self.promise_at(data, next);
        self.promise_at(backward, next_backward);
    }

    #[inline]
    fn promise_at(&mut self, outlet: Option<Outlet>, due: Time) {
        let Some(Outlet { merge, stream, passage }) = outlet else { return };
        // Time::NEVER stays what it is.
        if self.merges[merge].set_promise(stream, due + passage) {
            self.note_first(merge);
        }
    }

    fn arrive_at_adapter(&mut self, port: PortId, now: Time, cell: &Train) {
        if now > self.ports[port].next_mark() {
            self.ports[port].pass_marks(now, &mut self.hops);
        }
        let circuit = self.hops[cell.hop].circuit;
        match self.circuits[circuit].role {
            Role::TurnedRm => {
                let rm = self.take_rm(circuit, cell.frame);
                if let Some(out_of_rate) = self.ports[port].pacer().turned.push(rm, cell.label.clp()) {
                    self.send_backward(port, now, out_of_rate, true);
                }
            }
            Role::BackwardRm => {
                let rm = self.take_rm(circuit, cell.frame);
                let pacer = self.ports[port].pacer();
                pacer.integrate_until(now);
                pacer.source.on_backward(&rm);
                self.ports[port].note_allowed_rate(now, &self.hops);
            }
            Role::ForwardRm => self.turn_around(cell, now),
            Role::Data | Role::Lan => self.buffer_cells(port, now, cell),
        }
    }

    /// Puts cells of data into the adapter's buffer; at a switch that ends a control loop, what they
    /// say of congestion is remembered.
    fn buffer_cells(&mut self, port: PortId, now: Time, cells: &Train) {
        let hop = &self.hops[cells.hop];
        if let Some(ended) = hop.ends_loop {
            self.loops[ended].destination.on_data(cells.label.efci());
        }
        let circuit = hop.circuit;
        // Of a frame that has lost its last cell others may still come; nobody asks for their flow.
        let counts_flows = self.ports[port].counts_flows();
        let flow = if counts_flows { self.circuits[circuit].flow_of(cells.frame) } else { FlowId::NONE };
        if self.ports[port].buffer_run(now, cells, flow, &mut self.hops) {
            return;
        }
        let mut rest = *cells;
        while rest.count > 0 {
            let cell = rest.take_first(&self.clocks);
            if !self.ports[port].buffer(now, &cell, flow, &mut self.hops) && cell.ends_frame() {
                self.tell_host(port, now, circuit, &cell);
                self.lose(&cell);
            }
        }
    }

    /// Sends the next cell of an adapter.
    fn emit(&mut self, port: PortId, now: Time) {
        if now > self.ports[port].next_mark() {
            self.ports[port].pass_marks(now, &mut self.hops);
        }
        let pacer = self.ports[port].pacer();
        pacer.reached = now;
        let acr = pacer.source.acr();
        let (data, turned) = (pacer.cells.cells() > 0, !pacer.turned.is_empty());
        let forward = pacer.forward;
        let sent = pacer.source.send(now, data, turned);
        if pacer.source.acr() != acr {
            pacer.integrate(acr, now);
            self.ports[port].note_allowed_rate(now, &self.hops);
        }
        match sent {
            Sent::Data => self.emit_data(port, now),
            Sent::Forward(rm) => {
                self.ports[port].note_forward_rm(now, rm.ccr, &self.hops);
                self.send_rm(forward, now, rm, false);
            }
            Sent::OutOfRate(rm) => {
                self.ports[port].note_forward_rm(now, rm.ccr, &self.hops);
                self.send_rm(forward, now, rm, true);
            }
            Sent::Backward => {
                let rm = self.ports[port].pacer().turned.pop().expect("a backward RM cell waits");
                self.send_backward(port, now, rm, false);
            }
        }
    }

    /// Sends a backward RM cell that an adapter has been given.
    fn send_backward(&mut self, port: PortId, now: Time, rm: RmCell, out_of_rate: bool) {
        let pacer = self.ports[port].pacer();
        pacer.tally.backward += 1;
        let circuit = pacer.backward.expect("who is given backward RM cells has a circuit for them");
        self.send_rm(circuit, now, rm, out_of_rate);
    }

    fn emit_data(&mut self, port: PortId, now: Time) {
        let cell = self.ports[port].unbuffer(now, &self.hops);
        let circuit = self.hops[cell.hop].circuit;
        if self.ports[port].counts_flows() {
            self.ports[port].leave_flow();
        }
        if cell.ends_frame() {
            self.tell_host(port, now, circuit, &cell);
        }
        self.deliver(Train { first: ClockPoint::exactly(now), hop: cell.hop.next(), ..cell });
    }

    /// Tells a sender that waits for room that a frame has left its adapter.
    fn tell_host(&mut self, port: PortId, now: Time, circuit: CircuitId, cell: &Train) {
        if !self.ports[port].pacer().tells_host {
            return;
        }
        let frame = self.circuits[circuit].frame_mut(cell.frame);
        let (flow, octets) = (frame.flow, frame.octets);
        let (host, endpoint) = self.flows[flow].ends[0];
        self.room_in_adapter(host, endpoint, now, octets);
    }

    /// Sends an RM cell on its circuit at `now`; `out_of_rate` with CLP = 1.
    pub(super) fn send_rm(&mut self, circuit: CircuitId, now: Time, rm: RmCell, out_of_rate: bool) {
        let circuit = &mut self.circuits[circuit];
        let frame = Frame { packet: Packet::Rm(rm), flow: FlowId::NONE, sent_at: now, octets: 0 };
        let (number, hop) = (circuit.send_cell(frame), circuit.first_hop);
        self.deliver(Train {
            first: ClockPoint::exactly(now),
            hop,
            frame: number,
            index: 0,
            count: 1,
            label: Label::of(1).with_clp(out_of_rate),
            clock: INSTANT,
        });
    }

    /// Turns around a forward RM cell that has reached the end of its control loop.
    pub(super) fn turn_around(&mut self, cell: &Train, now: Time) {
        let hop = &self.hops[cell.hop];
        let circuit = hop.circuit;
        let ended = hop.ends_loop.expect("forward RM cells end where their loop does");
        let rm = self.take_rm(circuit, cell.frame);
        let control = &mut self.loops[ended];
        let mut rm = control.destination.turn_around(rm);
        let turned = control.turned;
        if let Some(behind) = control.source_behind {
            // spec: af-tm-0056 5.10.7: a virtual destination's own source bounds what it asks for.
            rm.er = rm.er.min(self.ports[behind].rate_upstream());
        }
        self.send_rm(turned, now, rm, cell.label.clp());
    }

    fn take_rm(&mut self, circuit: CircuitId, frame: u32) -> RmCell {
        match self.circuits[circuit].receive_cell(frame).packet {
            Packet::Rm(rm) => rm,
            packet => unreachable!("{packet:?} on a circuit of RM cells"),
        }
    }
}
