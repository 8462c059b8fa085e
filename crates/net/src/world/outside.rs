//! The outside in the world: packets that enter and packets that leave.
//!
//! A host whose transport is outside passes nothing to the outside ahead of the clock: an arrival waits there, and
//! the instant at which it leaves is a timer of the host, so nothing that an answer could reach runs beyond it. Packets
//! enter after everything else of its instant, and what is set is so before what enters.

use cellwise_units::Time;

use super::{Pause, World};
use crate::data::ids::{EndpointId, FlowId, HostId};
use crate::data::packet::{OutsidePacket, Packet, Sdu};
use crate::host::endpoint::{Transport, is_outside};
use crate::host::outside::{Arrived, Place, Value};

impl World {
    /// Has a packet enter at a port, at an instant that has not passed.
    pub(crate) fn offer(&mut self, port: u32, packet: OutsidePacket) {
        self.elements.outside.offer(port, packet);
        self.schedule_entry();
    }

    /// Has a value be set, at an instant that has not passed.
    pub(crate) fn set(&mut self, number: u32, at: Time, value: Value) {
        self.elements.outside.set(number, at, value);
        self.schedule_entry();
    }

    fn schedule_entry(&mut self) {
        self.agenda.set_entry(self.elements.outside.next_entry());
    }

    /// Sets what is to be set at `now`, and takes in the packets that enter.
    #[cold]
    pub(super) fn take_entries(&mut self, now: Time) {
        while let Some((place, value)) = self.elements.outside.take_change(now) {
            match place {
                Place::Window(window) => self.set_window(window, now, value.whole()),
                Place::Link(target) => self.set_of_link(target, now, value),
            }
        }
        while let Some((port, packet)) = self.elements.outside.take_due(now) {
            let (host, number) = self.elements.outside.ports[port as usize];
            self.pass_marks(host, now);
            let endpoint = &mut self.elements.hosts[host].endpoints[number];
            if let Transport::Outside { passed, .. } = &mut endpoint.transport {
                passed.packets_in += 1;
            }
            let flow = endpoint.flow;
            let circuit = self.elements.other_ways.of_outside(endpoint.circuit, packet.flow.number);
            let circuit = self.elements.other_ways.at(circuit, now);
            self.launch(host, circuit, now, Sdu::new(Packet::Outside(packet), flow, now));
        }
        self.schedule_entry();
    }

    fn set_window(&mut self, (host, number): (HostId, EndpointId), now: Time, octets: u64) {
        self.pass_marks(host, now);
        if let Some(halves) = self.elements.hosts[host].endpoints[number].halves {
            return self.have_halves_act(host, halves, now, |host, out| {
                host.have_sender_act(halves, now, out, |sender, out| sender.set_cwnd(now, octets, out));
                0
            });
        }
        self.have_endpoint_act(host, number, now, |end, out| end.set_cwnd(now, octets, out));
    }

    /// Passes a packet that has left at a port to the caller. The caller may answer now, or when the promise ends that
    /// nothing comes before: until then all continues.
    pub(super) fn hand_over(&mut self, now: Time, port: u32, packet: OutsidePacket) {
        let outside = &mut self.elements.outside;
        outside.arrived.push_back(Arrived { at: now, port, packet });
        self.period.stop_by(outside.stops_at());
    }

    /// Notes that a packet of a flow has reached a host, if it is an acknowledgment at which the run is to stop: data
    /// of the other flow on the connection also are.
    pub(super) fn note_acknowledgment(&mut self, now: Time, host: HostId, flow: FlowId) {
        let Some((watched_host, watched)) = self.elements.outside.watched else { return };
        let connection = |flow: FlowId| self.elements.flows[flow].connection;
        if watched_host == host && connection(watched) == connection(flow) {
            self.elements.outside.acknowledged = Some(now);
            self.period.stop_by(now);
        }
    }

    /// Handles about `budget` events up to `until`, or to the first instant at which something leaves. Gives the
    /// instant that every element has reached, up to which everything has happened if nothing was left of it.
    pub(crate) fn run_to(&mut self, until: Time, budget: u64) -> (Pause, Time) {
        self.period.stop_at(until.min(self.elements.outside.stops_at()));
        match self.run(budget) {
            Pause::End => (Pause::End, self.period.stop),
            Pause::Budget => (Pause::Budget, self.agenda.bound().time().min(self.period.stop)),
        }
    }

    /// An instant before which certainly nothing more leaves, if nothing else enters.
    pub(crate) fn next_arrival(&self) -> Time {
        let known = |host: &HostId| self.elements.hosts[*host].inbox.front().map(|(at, ..)| *at);
        let has_port = |host: &HostId| self.elements.hosts[*host].endpoints.iter().any(is_outside);
        let hosts = self.elements.hosts.ids().filter(has_port);
        let known = hosts.filter_map(|host| known(&host)).min().unwrap_or(Time::NEVER);
        // What arrives has left an ordering point, or a host, so much earlier.
        let next = self.agenda.bound().time().ps();
        known.min(Time::from_ps(next.saturating_add(self.elements.outside.to_ports.get())))
    }
}
