//! Connections with data both ways in the world: two end points of a host act as one.

use cellwise_units::Time;

use super::World;
use super::hosts::MANY;
use crate::endpoint::{Outbox, Packet};
use crate::ids::{EndpointId, HostId};
use crate::joined::Halves;

impl World {
    /// Hands a packet to both halves.
    #[cold]
    pub(super) fn handle_joined(
        &mut self,
        host: HostId,
        halves: Halves,
        now: Time,
        packet: &Packet,
        mut outbox: Outbox,
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
        mut outbox: Outbox,
    ) {
        let acks = self.elements.hosts[host].fire_joined(halves, due, now, &mut outbox);
        self.after_joined(host, halves, now, acks, outbox);
    }

    /// Sees to what both have left: the first `acks` segments are of the flow that the receiver is an end of.
    fn after_joined(&mut self, host: HostId, halves: Halves, now: Time, acks: usize, mut outbox: Outbox) {
        let this = &mut self.elements.hosts[host];
        this.update_deadline(halves.sender);
        this.update_deadline(halves.receiver);
        self.schedule(host);
        if outbox.segments.len() > MANY {
            self.shorten_slice(outbox.segments.len() as u64);
        }
        for (number, segment) in outbox.segments.drain(..).enumerate() {
            let from = if number < acks { halves.receiver } else { halves.sender };
            let octets = segment.len + segment.header_octets() as u32;
            self.send(host, from, now, Packet::Tcp(segment), octets);
        }
        self.outbox = outbox;
    }
}
