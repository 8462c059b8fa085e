//! Connections with data both ways in the world: two end points of a host act as one.

use cellwise_units::Time;

use super::World;
use super::hosts::MANY;
use crate::data::halves::Halves;
use crate::data::ids::{EndpointId, HostId};
use crate::data::packet::Packet;
use crate::host::endpoint::Outbox;

impl World {
    /// Hands a packet to both halves.
    #[cold]
    pub(super) fn handle_joined(
        &mut self,
        host: HostId,
        halves: Halves,
        now: Time,
        packet: &Packet,
        mut outbox: Box<Outbox>,
    ) {
        let Packet::Tcp(segment) = packet else { unreachable!("{packet:?} for halves of a TCP connection") };
        let acks = self.elements.hosts[host].take_joined(halves, now, segment, &mut outbox);
        self.after_joined(host, halves, now, acks, outbox);
    }

    /// Fires a timer of one of the halves.
    #[cold]
    pub(super) fn fire_joined(
        &mut self,
        host: HostId,
        (halves, due): (Halves, EndpointId),
        now: Time,
        mut outbox: Box<Outbox>,
    ) {
        let acks = self.elements.hosts[host].fire_joined(halves, due, now, &mut outbox);
        self.after_joined(host, halves, now, acks, outbox);
    }

    /// Sets the window of the sender of both from outside.
    pub(super) fn set_joined_cwnd(
        &mut self,
        host: HostId,
        halves: Halves,
        now: Time,
        octets: u64,
        mut outbox: Box<Outbox>,
    ) {
        let this = &mut self.elements.hosts[host];
        this.have_sender_act(halves, now, &mut outbox, |sender, out| sender.set_cwnd(now, octets, out));
        self.after_joined(host, halves, now, 0, outbox);
    }

    /// Sees to what both have left: the first `acks` segments are of the flow that the receiver is an end of.
    fn after_joined(
        &mut self,
        host: HostId,
        halves: Halves,
        now: Time,
        acks: usize,
        mut outbox: Box<Outbox>,
    ) {
        let this = &mut self.elements.hosts[host];
        this.update_deadline(halves.sender);
        this.update_deadline(halves.receiver);
        self.schedule(host);
        if outbox.segments.len() > MANY {
            self.events.shorten(outbox.segments.len() as u64);
        }
        for (number, segment) in outbox.segments.drain(..).enumerate() {
            let from = if number < acks { halves.receiver } else { halves.sender };
            let octets = segment.len + segment.header_octets() as u32;
            self.send(host, from, now, Packet::Tcp(segment), octets);
        }
        self.spare.outboxes.push(outbox);
    }
}
