//! Hosts in the world: arriving cells, frames and timers in, frames out.

use cellwise_units::Time;

use super::World;
use crate::circuit::Role;
use crate::data::ids::{CircuitId, EndpointId, HostId, LoopId, MergeId};
use crate::data::packet::{Packet, Sdu};
use crate::data::train::Train;
use crate::host::endpoint::{Beside, Endpoint, Outbox};

/// The most timers of a host that are fired ahead of the clock in one event.
const MOST_AT_ONCE: u64 = 10_000;
/// More segments at one event than this count as so many events of a slice.
pub(super) const MANY: usize = 64;

impl World {
    /// Takes the next train of a stream that leads to a host. If it is the host's only input, the
    /// whole train may be taken at its first cell; nothing is due elsewhere before `bound`.
    pub(super) fn serve_host(&mut self, merge: MergeId, host: HostId, bound: Time) {
        let bound = if self.elements.hosts[host].in_order { bound } else { Time::NEVER };
        let train = self.elements.merges[merge].take(bound, &self.elements.clocks);
        self.receive(host, &train);
    }

    /// Takes a train into a host, ahead of the clock if need be.
    #[inline]
    pub(super) fn receive(&mut self, host: HostId, train: &Train) {
        let last = train.last_arrival(&self.elements.clocks);
        let circuit = self.elements.hops[train.hop].circuit;
        if last > self.elements.hosts[host].arrival_mark
            || (train.count > 1 && self.elements.circuits[circuit].wants_single_cells())
        {
            return self.receive_singly(host, *train);
        }
        self.take(host, train, last);
    }

    /// Takes cells into a host, the last of which arrives at `last`.
    #[inline(always)]
    pub(super) fn take(&mut self, host: HostId, train: &Train, last: Time) {
        let hop = &self.elements.hops[train.hop];
        let (circuit, ended) = (hop.circuit, hop.ends_loop);
        if let Some(ended) = ended
            && self.take_at_loop_end(circuit, train, last, ended)
        {
            return;
        }
        if self.elements.losses.is_some() {
            // What is lost of frames up to this one is known to all places by now.
            self.elements.note_losses(circuit);
        }
        let frame = match self.elements.circuits[circuit].role {
            Role::Packets => {
                let packet = self.elements.loose.take(train.frame);
                self.elements.circuits[circuit].receive_packet(&packet, last);
                Some(packet)
            }
            _ => self.elements.circuits[circuit].receive(train, last),
        };
        if let Some(mut frame) = frame {
            if train.label.efci() {
                frame.packet.note_congestion();
            }
            self.receive_frame(host, circuit, last, &frame);
        }
    }

    /// Lets the end of a control loop see cells that arrive; says whether they were an RM cell.
    fn take_at_loop_end(&mut self, circuit: CircuitId, train: &Train, last: Time, ended: LoopId) -> bool {
        if self.elements.circuits[circuit].role == Role::ForwardRm {
            self.turn_around(train, last);
            return true;
        }
        self.elements.loops[ended].destination.on_data(train.label.efci());
        false
    }

    #[cold]
    pub(super) fn receive_singly(&mut self, host: HostId, mut train: Train) {
        let circuit = self.elements.hops[train.hop].circuit;
        // Packets are no cells, and do not count among them.
        let is_packet = self.elements.circuits[circuit].role == Role::Packets;
        while train.count > 0 {
            let cell = train.take_first(&self.elements.clocks);
            let at = cell.first.at;
            if at > self.period.end {
                self.beyond_end.cells += u64::from(!is_packet);
                self.beyond_end.packets += u64::from(is_packet);
                continue;
            }
            if at > self.elements.hosts[host].arrival_mark {
                self.end_arrival_warmup(host);
            }
            self.take(host, &cell, at);
        }
    }

    /// Keeps what the receiving ends at a host have counted before the measured time.
    pub(super) fn end_arrival_warmup(&mut self, host: HostId) {
        let host = &mut self.elements.hosts[host];
        let mark = host.arrival_mark;
        if mark < self.period.end {
            host.arrival_mark = self.period.end;
            host.dropped.end_warmup();
            for &circuit in &host.receives {
                self.elements.circuits[circuit].check_timeout(mark);
                self.elements.circuits[circuit].end_receiving_warmup();
            }
        }
    }

    /// Hands a frame that has arrived whole to its end point.
    #[inline(always)]
    pub(super) fn receive_frame(&mut self, host: HostId, circuit: CircuitId, arrived: Time, frame: &Sdu) {
        if self.elements.hosts[host].is_tapped {
            self.elements.see_packet(host, circuit, arrived, frame, false);
        }
        let Some(now) = self.elements.hosts[host].process_received(arrived, frame.octets()) else {
            return self.elements.note_refused(host, circuit, arrived, frame);
        };
        if now > self.period.end {
            return;
        }
        if (self.elements.hosts[host].in_order && now > arrived)
            || self.elements.hosts[host].hands_over
            || !self.elements.hosts[host].inbox.is_empty()
        {
            self.elements.hosts[host].inbox.push_back((now, circuit, *frame));
            return self.schedule(host);
        }
        self.handle_packet(host, circuit, now, frame);
    }

    /// Hands a packet that has been processed to its end point, or sends it on.
    #[inline]
    fn handle_packet(&mut self, host: HostId, circuit: CircuitId, now: Time, frame: &Sdu) {
        if let Some(next) = self.elements.flows[frame.flow].next_leg(circuit) {
            self.pass_marks(host, now);
            return self.launch(host, next, now, *frame);
        }
        let this = &self.elements.hosts[host];
        let (is_due, is_tapped, has_mark) = (this.due() < now, this.is_tapped, now > this.mark);
        if is_due && !self.fire_timers_before(host, now) {
            self.elements.hosts[host].inbox.push_back((now, circuit, *frame));
            return self.schedule(host);
        }
        if is_tapped {
            self.elements.write_seen(host, now);
        }
        if has_mark {
            self.pass_marks(host, now);
        }
        let flow = &self.elements.flows[frame.flow];
        let endpoint = flow.endpoint_at(host);
        if let Some(halves) = self.elements.hosts[host].endpoints[endpoint].halves {
            let Packet::Tcp(segment) = &frame.packet else { unreachable!("{frame:?} of a TCP connection") };
            return self
                .have_halves_act(host, halves, now, |host, out| host.take_joined(halves, now, segment, out));
        }
        self.have_endpoint_act(host, endpoint, now, |end, out| end.on_packet(now, &frame.packet, out));
    }

    /// Fires the timers of a host that are due before `now`, ahead of the clock; says whether that is all of
    /// them. If there are too many for one event, the host continues in the order of time.
    fn fire_timers_before(&mut self, host: HostId, now: Time) -> bool {
        let mut fired = 0;
        while self.elements.hosts[host].due() < now && fired < MOST_AT_ONCE {
            self.fire_timer(host, self.elements.hosts[host].due());
            fired += 1;
        }
        self.events.shorten(fired);
        self.elements.hosts[host].due() >= now
    }

    /// Fires the timers of a host that are due at `now`, each of which counts in the slice; long work continues in the
    /// next one.
    pub(super) fn fire_timers(&mut self, host: HostId, now: Time) {
        let mut fired = 0;
        while self.elements.hosts[host].due() == now && self.events.has_present() {
            self.fire_timer(host, now);
            fired += 1;
        }
        self.events.shorten(fired);
        self.schedule(host);
    }

    pub(super) fn fire_timer(&mut self, host: HostId, now: Time) {
        if let Some((circuit, frame)) = self.elements.hosts[host].take_processed(now) {
            self.handle_packet(host, circuit, now, &frame);
            return self.note_acknowledgment(now, host, frame.flow);
        }
        self.pass_marks(host, now);
        let endpoint = self.elements.hosts[host].due_endpoint();
        if let Some(halves) = self.elements.hosts[host].endpoints[endpoint].halves {
            return self.have_halves_act(host, halves, now, |host, out| {
                host.fire_joined(halves, endpoint, now, out)
            });
        }
        self.have_endpoint_act(host, endpoint, now, |end, out| end.on_deadline(now, out));
    }

    /// Has an end point do something, and sees to what it leaves: segments to send, a new deadline.
    #[inline(always)]
    pub(super) fn have_endpoint_act(
        &mut self,
        host: HostId,
        endpoint: EndpointId,
        now: Time,
        act: impl FnOnce(&mut Endpoint, &mut Outbox),
    ) {
        let mut outbox = self.spare.outboxes.pop().unwrap_or_default();
        act(&mut self.elements.hosts[host].endpoints[endpoint], &mut outbox);
        self.elements.hosts[host].update_deadline(endpoint);
        self.schedule(host);
        if outbox.segments.len() > MANY {
            self.events.shorten(outbox.segments.len() as u64);
        }
        for segment in outbox.segments.drain(..) {
            self.send(host, endpoint, now, Packet::Tcp(segment));
        }
        if let Some(datagram) = outbox.datagram.take() {
            self.send(host, endpoint, now, Packet::Udp(datagram));
        }
        match std::mem::take(&mut outbox.beside) {
            Beside::Nothing => {}
            Beside::Cell => self.send(host, endpoint, now, Packet::Cell),
            Beside::Web => self.after_web(host, endpoint, now),
            Beside::Echo(echo) => self.send(host, endpoint, now, Packet::Echo(echo)),
            Beside::Outside(port, packet) => self.hand_over(now, port, packet),
        }
        self.spare.outboxes.push(outbox);
    }

    /// Lets an end point continue that waited for room: a packet of so many octets has left its adapter.
    pub(super) fn room_in_adapter(&mut self, host: HostId, endpoint: EndpointId, now: Time, octets: u32) {
        if !self.elements.hosts[host].endpoints[endpoint].on_room(now, octets) {
            return;
        }
        self.elements.hosts[host].update_deadline(endpoint);
        self.schedule(host);
    }

    /// Sends a packet from an end point.
    pub(super) fn send(&mut self, host: HostId, endpoint: EndpointId, now: Time, packet: Packet) {
        let endpoint = &self.elements.hosts[host].endpoints[endpoint];
        let flow = endpoint.flow;
        let circuit = self.elements.other_ways.at(endpoint.circuit, now);
        self.launch(host, circuit, now, Sdu::new(packet, flow, now));
    }

    /// Sends a packet through the host's processor and onto a circuit: as an AAL5 frame, a packet on a
    /// packet link, or a cell.
    #[inline(always)]
    pub(super) fn launch(&mut self, host: HostId, number_of: CircuitId, now: Time, frame: Sdu) {
        let is_frame = !matches!(frame.packet, Packet::Cell);
        let circuit = &mut self.elements.circuits[number_of];
        let (number, cells) = match circuit.role {
            Role::Data if is_frame => circuit.send(frame),
            Role::Packets => {
                circuit.sent.frames += 1;
                (self.elements.loose.push(frame), 1)
            }
            _ => (circuit.send_cell(frame), 1),
        };
        let hop = circuit.first_hop;
        let this = &mut self.elements.hosts[host];
        let handed_over = if is_frame { this.process_sent(now, frame.octets()) } else { now };
        if this.is_tapped {
            self.elements.see_packet(host, number_of, handed_over, &frame, true);
        }
        self.deliver(Train::whole(handed_over, hop, number, cells));
    }

    pub(super) fn pass_marks(&mut self, host: HostId, now: Time) {
        if now > self.elements.hosts[host].mark {
            self.pass_host_marks(host, now);
        }
    }

    #[cold]
    pub(super) fn pass_host_marks(&mut self, host: HostId, now: Time) {
        let host = &mut self.elements.hosts[host];
        let warming_up = host.warmup_mark;
        host.pass_marks(now, self.period.end);
        if warming_up != host.warmup_mark {
            for &circuit in &host.sends {
                self.elements.circuits[circuit].sent.end_warmup();
            }
        }
    }

    /// Puts a host's first timer into the calendar.
    #[inline]
    pub(super) fn schedule(&mut self, host: HostId) {
        let due = self.elements.hosts[host].due();
        self.agenda.set_timer(host, due);
    }
}
