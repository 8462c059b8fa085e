//! The outside in the world: packets that enter and packets that leave.
//!
//! A host whose transport is outside passes nothing to the outside ahead of the clock: an arrival waits there, and
//! the instant at which it leaves is a timer of the host, so nothing that an answer could reach runs beyond it. Packets
//! enter after everything else of its instant, and what is set is so before what enters.

use cellwise_engine::{Key, Rank};
use cellwise_units::Time;

use super::{Pause, World};
use crate::data::ids::{CircuitId, EndpointId, FlowId, HostId};
use crate::data::loss_records::Carried;
use crate::data::losses::Loss;
use crate::data::packet::{OutsidePacket, Packet, Sdu};
use crate::element::Element;
use crate::elements::Elements;
use crate::host::endpoint::{Transport, is_outside};
use crate::host::outside::{Arrived, LostPacket, Outside, Place, Sending, Value};

/// Why a host refuses a packet, in tables of losses.
const RECEIVE_QUEUE: &str = "receive-queue";
/// Why a frame is thrown away that has lost none of its own cells.
const REASSEMBLY: &str = "reassembly";

impl World {
    /// The slot of packets that enter, among those of hosts' timers; no host has it.
    #[inline]
    pub(super) fn entry_slot(&self) -> u32 {
        self.elements.hosts.len() as u32
    }

    /// The ports, and what is at them.
    pub(crate) fn outside(&mut self) -> &mut Outside {
        &mut self.elements.outside
    }

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
        let (at, slot) = (self.elements.outside.next_entry(), self.entry_slot());
        if at != self.timers.key_of(slot).time() {
            let key = if at == Time::NEVER { Key::NEVER } else { Key::new(at, Rank::Entry, slot) };
            self.timers.set(slot, key);
        }
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
            self.launch(host, circuit, now, Sdu::new(Packet::Outside(packet), flow, now, packet.octets));
        }
        self.schedule_entry();
    }

    fn set_window(&mut self, (host, number): (HostId, EndpointId), now: Time, octets: u64) {
        self.pass_marks(host, now);
        let mut outbox = self.outboxes.pop().unwrap_or_default();
        let end = &mut self.elements.hosts[host].endpoints[number];
        if let Some(halves) = end.halves {
            return self.set_joined_cwnd(host, halves, now, octets, outbox);
        }
        end.set_cwnd(now, octets, &mut outbox);
        self.after_endpoint(host, number, now, outbox);
    }

    /// Passes a packet that has left at a port to the caller. The caller may answer now, or when the promise ends that
    /// nothing comes before: until then all continues.
    pub(super) fn hand_over(&mut self, now: Time, port: u32, packet: OutsidePacket) {
        let outside = &mut self.elements.outside;
        outside.arrived.push_back(Arrived { at: now, port, packet });
        self.stop = self.stop.min(outside.stops_at());
    }

    /// Notes that a packet of a flow has reached a host, if it is an acknowledgment at which the run is to stop: data
    /// of the other flow on the connection also are.
    pub(super) fn note_acknowledgment(&mut self, now: Time, host: HostId, flow: FlowId) {
        let Some((watched_host, watched)) = self.elements.outside.watched else { return };
        let connection = |flow: FlowId| self.elements.flows[flow].connection;
        if watched_host == host && connection(watched) == connection(flow) {
            self.elements.outside.acknowledged = Some(now);
            self.stop = self.stop.min(now);
        }
    }

    /// What a sender has done whose window is set from outside.
    pub(crate) fn sending(&self, window: u32) -> Sending {
        let (host, number) = self.elements.outside.windows[window as usize];
        let Transport::TcpSender(sender) = &self.elements.hosts[host].endpoints[number].transport else {
            unreachable!("only senders of TCP have windows")
        };
        let (cwnd_octets, round_trips) = sender.external().expect("it is set from outside");
        let (stats, acked_octets) = (sender.stats(), sender.snd_una_offset());
        Sending {
            cwnd_octets,
            acked_octets,
            flight_octets: sender.snd_max_offset() - acked_octets,
            segments: stats.segments_sent,
            resent_segments: stats.retransmitted_segments,
            recoveries: stats.fast_retransmits,
            timeouts: stats.timeouts,
            marked_windows: stats.ecn_reductions,
            is_over: sender.is_finished() || stats.gave_up,
            round_trips: round_trips.count,
            round_trip_sum_ps: round_trips.sum_ps,
            last_round_trip: round_trips.last,
            least_round_trip: round_trips.shortest,
        }
    }

    /// The host of a window's sender, and its flow.
    pub(crate) fn sender_of_window(&self, window: u32) -> (HostId, FlowId) {
        let (host, number) = self.elements.outside.windows[window as usize];
        (host, self.elements.hosts[host].endpoints[number].flow)
    }

    /// Notes that a link makes a copy of a packet, if it is one of a transport outside.
    #[cold]
    pub(super) fn note_copied(&mut self, frame: &Sdu) {
        if let (Packet::Outside(packet), true) = (&frame.packet, self.elements.losses.is_some()) {
            self.elements.outside.copied.push(packet.tag);
        }
    }

    /// Notes that a host has no room for a packet.
    #[cold]
    pub(super) fn note_refused(&mut self, host: HostId, circuit: CircuitId, at: Time, frame: &Sdu) {
        if self.elements.losses.is_some() {
            let place = self.elements.hosts[host].name.clone();
            self.note_lost(circuit, &Carried::by(frame, 0), (at, place, RECEIVE_QUEUE));
        }
    }

    /// Notes a packet that was on its way on a circuit and will not leave, if it is one of a transport outside.
    fn note_lost(
        &mut self,
        circuit: CircuitId,
        carried: &Carried,
        (at, place, reason): (Time, String, &'static str),
    ) {
        let Some(flow) = self.elements.flows.find(carried.flow) else { return };
        let (host, endpoint) = flow.ends[usize::from(!flow.is_forward(circuit))];
        let Transport::Outside { port, .. } = self.elements.hosts[host].endpoints[endpoint].transport else {
            return;
        };
        let (tag, offered_at) = (carried.first_octet, carried.sent_at);
        self.elements.outside.lost.push(LostPacket { port, tag, offered_at, at, place, reason });
    }

    /// Adds the packets lost by `now` that were not asked for yet to a list. Rows of losses that no table asks for
    /// go.
    pub(crate) fn take_lost(&mut self, now: Time, keep_rows: bool, most: usize, into: &mut Vec<LostPacket>) {
        self.note_all_losses();
        let from = if keep_rows { self.elements.outside.rows_seen } else { 0 };
        let Some(losses) = &mut self.elements.losses else { return };
        let mut rows = losses.rows[from..].to_vec();
        if keep_rows {
            self.elements.outside.rows_seen = losses.rows.len();
        } else {
            losses.rows.clear();
        }
        rows.sort_by_key(|loss| loss.run.at);
        for Loss { run, is_numbered, carried } in rows {
            let circuit = self.elements.hops[run.cells.hop].circuit;
            // What waits in a queue of packets is lost there as a whole.
            if is_numbered && !self.elements.outside.known_lost.insert((circuit, run.cells.frame)) {
                continue;
            }
            let place = self.elements.place_of(run.cells.hop).to_owned();
            self.note_lost(circuit, &carried, (run.at, place, run.reason_name()));
        }
        self.note_unfit();
        let Elements { outside, circuits, .. } = &mut self.elements;
        outside.known_lost.retain(|(circuit, frame)| circuits[*circuit].kept(*frame).is_some());
        outside.lost.sort_by_key(|lost| (lost.at, lost.port, lost.tag));
        let due = outside.lost.partition_point(|lost| lost.at <= now);
        into.extend(outside.lost.drain(..due.min(most)));
    }

    /// Notes the packets of which no cell was lost, but the last of the frame before: the two were taken for one.
    fn note_unfit(&mut self) {
        for circuit in self.elements.circuits.ids() {
            for (number, frame, at) in self.elements.circuits[circuit].take_unfit() {
                if self.elements.outside.known_lost.insert((circuit, number)) {
                    let place = self.place_at_end(circuit);
                    self.note_lost(circuit, &Carried::by(&frame, 0), (at, place, REASSEMBLY));
                }
            }
        }
    }

    /// The name of the host or router at which a circuit ends.
    fn place_at_end(&self, circuit: CircuitId) -> String {
        let last = self.elements.circuits[circuit].last_hop();
        match self.elements.hops[last].element {
            Element::Host(host) => self.elements.hosts[host].name.clone(),
            element => unreachable!("a circuit of data ends at a host, not at {element:?}"),
        }
    }

    /// Handles about `budget` events up to `until`, or to the first instant at which something leaves. Gives the
    /// instant that every element has reached, up to which everything has happened if nothing was left of it.
    pub(crate) fn run_to(&mut self, until: Time, budget: u64) -> (Pause, Time) {
        self.stop = self.end.min(until).min(self.elements.outside.stops_at());
        match self.run(budget) {
            Pause::End => (Pause::End, self.stop),
            Pause::Budget => (Pause::Budget, self.bound().time().min(self.stop)),
        }
    }

    /// An instant before which certainly nothing more leaves, if nothing else enters.
    pub(crate) fn next_arrival(&self) -> Time {
        let known = |host: &HostId| self.elements.hosts[*host].inbox.front().map(|(at, ..)| *at);
        let has_port = |host: &HostId| self.elements.hosts[*host].endpoints.iter().any(is_outside);
        let hosts = self.elements.hosts.ids().filter(has_port);
        let known = hosts.filter_map(|host| known(&host)).min().unwrap_or(Time::NEVER);
        // What arrives has left an ordering point, or a host, so much earlier.
        let next = self.bound().time().ps();
        known.min(Time::from_ps(next.saturating_add(self.to_ports.get())))
    }
}
