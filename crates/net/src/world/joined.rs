//! Connections with data both ways in the world: two end points of a host act as one.

use cellwise_units::Time;

use super::World;
use super::hosts::MANY;
use crate::data::halves::Halves;
use crate::data::ids::HostId;
use crate::data::packet::Packet;
use crate::host::Host;
use crate::host::endpoint::Outbox;

impl World {
    /// Has both halves do something, which gives how many of the segments that leave, beginning with the first, are of
    /// the flow that the receiver is an end of.
    #[cold]
    pub(super) fn have_halves_act(
        &mut self,
        host: HostId,
        halves: Halves,
        now: Time,
        act: impl FnOnce(&mut Host, &mut Outbox) -> usize,
    ) {
        let mut outbox = self.spare.outboxes.pop().unwrap_or_default();
        let this = &mut self.elements.hosts[host];
        let acks = act(this, &mut outbox);
        this.update_deadline(halves.sender);
        this.update_deadline(halves.receiver);
        self.schedule(host);
        if outbox.segments.len() > MANY {
            self.events.shorten(outbox.segments.len() as u64);
        }
        for (number, segment) in outbox.segments.drain(..).enumerate() {
            let from = if number < acks { halves.receiver } else { halves.sender };
            self.send(host, from, now, Packet::Tcp(segment));
        }
        self.spare.outboxes.push(outbox);
    }
}
