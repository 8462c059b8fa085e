//! The outside in the world: packets that enter and packets that come out.
//!
//! A host whose transport is outside hands nothing over ahead of the clock: what arrives waits there, and the instant at
//! which it comes out is a timer of the host, so nothing that an answer could reach runs beyond it. What enters does so
//! behind everything else of its instant.

use cellwise_engine::{Key, Rank};
use cellwise_units::Time;

use super::{Pause, World};
use crate::element::port::before;
use crate::endpoint::{Packet, Transport};
use crate::ids::HostId;
use crate::outside::{Arrived, Outside, OutsidePacket};

impl World {
    /// The slot of what enters, among those of hosts' timers; no host has it.
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

    fn schedule_entry(&mut self) {
        let (at, slot) = (self.elements.outside.next_entry(), self.entry_slot());
        if at != self.timers.key_of(slot).time() {
            let key = if at == Time::NEVER { Key::NEVER } else { Key::new(at, Rank::Entry, slot) };
            self.timers.set(slot, key);
        }
    }

    /// Takes in the packets that enter at `now`.
    #[cold]
    pub(super) fn take_entries(&mut self, now: Time) {
        while let Some((port, packet)) = self.elements.outside.take_due(now) {
            let (host, number) = self.elements.outside.ports[port as usize];
            self.pass_marks(host, now);
            let endpoint = &mut self.elements.hosts[host].endpoints[number];
            if let Transport::Outside { passed, .. } = &mut endpoint.transport {
                passed.packets_in += 1;
            }
            self.send(host, number, now, Packet::Outside(packet), packet.octets);
        }
        self.schedule_entry();
    }

    /// Hands over a packet that has come out at a port. Whoever gets it may answer now, or when the promise ends that
    /// nothing comes before: until then all goes on.
    pub(super) fn hand_over(&mut self, now: Time, port: u32, packet: OutsidePacket) {
        let outside = &mut self.elements.outside;
        outside.arrived.push_back(Arrived { at: now, port, packet });
        self.stop = self.stop.min(now.max(before(outside.open_until)));
    }

    /// Handles about `budget` events up to `until`, or to the first instant at which something comes out. Gives the
    /// instant up to which everything has happened then.
    pub(crate) fn run_to(&mut self, until: Time, budget: u64) -> (Pause, Time) {
        self.stop = self.end.min(until);
        let pause = self.run(budget);
        (pause, self.stop)
    }

    /// An instant before which certainly nothing more comes out, if nothing else enters.
    pub(crate) fn next_arrival(&self) -> Time {
        let known = |host: &HostId| self.elements.hosts[*host].inbox.front().map(|(at, ..)| *at);
        let known = self.elements.hosts.ids().filter_map(|host| known(&host)).min().unwrap_or(Time::NEVER);
        // What arrives has left an ordering point, or a host, so much earlier.
        let next = self.bound().time().ps();
        known.min(Time::from_ps(next.saturating_add(self.to_ports.get())))
    }
}
