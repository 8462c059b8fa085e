//! The queues of packets in front of links, in the world.

use cellwise_units::{ClockPoint, Span, Time};

use super::World;
use crate::circuit::Role;
use crate::circuit::hop::Hop;
use crate::data::ids::{CircuitId, MergeId, PacketPortId};
use crate::data::packet::Sdu;
use crate::data::train::Train;
use crate::element::{Fate, Passage, Passenger, WaitingPacket};
use crate::elements::Elements;

impl Elements {
    /// The facts about a packet on a circuit that a discipline may need, in addition to the packet's own.
    fn passenger(&self, circuit: CircuitId, frame: &Sdu) -> Passenger {
        let flow = &self.flows[frame.flow];
        let mut ends = flow.ends.map(|(host, _)| host.number());
        if !flow.is_forward(circuit) {
            ends.reverse();
        }
        Passenger { ends, connection: flow.connection, dscp: frame.dscp(flow.dscp) }
    }
}

impl World {
    /// Sees to what is due at `now` at a packet port: the line is free, a packet may leave, or one arrives.
    pub(super) fn serve_packet_port(&mut self, merge: MergeId, port: PacketPortId, now: Time, bound: Time) {
        if self.elements.packet_ports[port].is_settled() {
            let train = self.elements.merges[merge].take(bound, &self.elements.clocks);
            if let Some(at) = self.settle_packet(port, &train) {
                self.deliver(Train { first: ClockPoint::exactly(at), hop: train.hop.next(), ..train });
            }
            return;
        }
        self.elements.packet_ports[port].come_to(now);
        if self.elements.merges[merge].first_own().is_some() {
            while let Some((at, packet)) = self.elements.packet_ports[port].let_go(now) {
                self.deliver_packet(at, packet);
            }
            if self.elements.packet_ports[port].is_due(now) {
                self.send_from_packet_port(port, now);
            }
            let next = self.elements.packet_ports[port].next_departure();
            return self.elements.merges[merge].move_own(next);
        }
        // All cells of a frame come at once.
        let train = self.elements.merges[merge].take(now + Span::from_ps(1), &self.elements.clocks);
        let before = self.elements.packet_ports[port].next_departure();
        let Hop { circuit, lane, .. } = self.elements.hops[train.hop];
        let of_cells = self.elements.circuits[circuit].enter_queue(train.frame);
        let frame = of_cells.unwrap_or_else(|| self.elements.loose.take(train.frame));
        let passenger = self.elements.passenger(circuit, &frame);
        let waiting = WaitingPacket { train, lane, frame, number: 0 };
        self.elements.packet_ports[port].arrive(now, waiting, passenger, &mut self.elements.losses);
        self.send_from_packet_port(port, now);
        self.elements.packet_ports[port].statistics.note_most();
        let next = self.elements.packet_ports[port].next_departure();
        self.elements.merges[merge].set_own(before, next);
    }

    pub(super) fn send_from_packet_port(&mut self, port: PacketPortId, now: Time) {
        let sent = self.elements.packet_ports[port].send(now, &mut self.elements.losses);
        if self.elements.packet_ports[port].sights.is_some() {
            self.elements.show_packets(port);
        }
        let Some((waiting, Passage { fate: Fate::Arrives(at), copy_at, .. })) = sent else { return };
        self.pass_link(port, at, waiting);
        if let Some(at) = copy_at {
            self.elements.note_copied(&waiting.frame);
            self.pass_link(port, at, waiting);
        }
    }

    /// Has a packet that was sent arrive at the next element: now, ahead of the clock, or once it is released.
    fn pass_link(&mut self, port: PacketPortId, at: Time, waiting: WaitingPacket) {
        if !self.elements.packet_ports[port].keep_flying(at, waiting) {
            self.deliver_packet(at, waiting);
        }
    }

    /// Hands a packet that has left a packet port to the next element, where it arrives `at`.
    fn deliver_packet(&mut self, at: Time, WaitingPacket { train, frame, .. }: WaitingPacket) {
        let circuit = self.elements.hops[train.hop].circuit;
        let number = match self.elements.circuits[circuit].role {
            Role::Packets => self.elements.loose.push(frame),
            _ => self.elements.circuits[circuit].launch(frame),
        };
        let first = ClockPoint::exactly(at);
        self.deliver(Train { first, hop: train.hop.next(), frame: number, ..train });
    }

    /// Lets a packet through a port at which its way is settled when it comes; says when it arrives at the next element,
    /// if it does.
    #[inline]
    pub(super) fn settle_packet(&mut self, port: PacketPortId, train: &Train) -> Option<Time> {
        let lane = self.elements.hops[train.hop].lane;
        let packet = self.elements.loose.get(train.frame);
        let (octets, flow) = (packet.octets(), packet.flow);
        match self.elements.packet_ports[port].settle(train.first.at, lane, octets, flow) {
            Some((_, Fate::Arrives(at))) => return Some(at),
            Some((at, Fate::Lost(reason))) => {
                if let Some(losses) = &mut self.elements.losses {
                    losses.note_queued(at, train, self.elements.loose.get(train.frame), reason);
                }
                self.elements.loose.forget(train.frame);
            }
            Some((_, Fate::Stays)) => self.elements.loose.forget(train.frame),
            None => self.beyond_end.packets += 1,
        }
        None
    }
}
