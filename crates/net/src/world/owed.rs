//! Samples that are owed: written in pieces, between which limits and interrupts are looked at.

use std::sync::atomic::Ordering;

use super::World;

/// So many samples are written instead of an event.
const SAMPLES_PER_EVENT: u64 = 100;
/// So many samples are written at once at most: some milliseconds.
const MOST_AT_ONCE: u64 = 1 << 18;

impl World {
    /// Writes samples that are owed, no more than take as long as so many events; says whether that was all.
    #[inline]
    pub(crate) fn write_owed(&mut self, events: u64) -> bool {
        !self.owing.load(Ordering::Relaxed) || self.write_some(events)
    }

    #[cold]
    fn write_some(&mut self, events: u64) -> bool {
        let mut left = events.saturating_mul(SAMPLES_PER_EVENT).clamp(1, MOST_AT_ONCE);
        let of_hosts = self.elements.hosts.iter_mut().flat_map(|host| &mut host.endpoints);
        let of_ports = self.elements.ports.iter_mut().flat_map(|port| port.recorders());
        let of_packet_ports = self.elements.packet_ports.iter_mut().flat_map(|port| port.books.recorders());
        let of_endpoints = of_hosts.flat_map(|endpoint| endpoint.recorders());
        for recorder in of_ports.chain(of_packet_ports).chain(of_endpoints) {
            left -= recorder.write_owed(left);
            if recorder.owes() {
                return false;
            }
        }
        self.owing.store(false, Ordering::Relaxed);
        true
    }
}
