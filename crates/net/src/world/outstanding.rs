//! Samples that are outstanding: written in pieces, between which limits and interrupts are tested.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::World;
use crate::data::recorder::Recorder;
use crate::elements::Elements;

/// So many samples are written instead of an event.
const SAMPLES_PER_EVENT: u64 = 100;
/// So many samples are written at once at most: some milliseconds.
const MOST_AT_ONCE: u64 = 1 << 18;

impl World {
    /// Writes samples that are outstanding, no more than take as long as so many events; says whether that was all.
    #[inline]
    pub(crate) fn write_outstanding(&mut self, events: u64) -> bool {
        !self.outstanding.load(Ordering::Relaxed) || self.write_some(events)
    }

    #[cold]
    fn write_some(&mut self, events: u64) -> bool {
        let mut left = events.saturating_mul(SAMPLES_PER_EVENT).clamp(1, MOST_AT_ONCE);
        for recorder in self.elements.recorders() {
            left -= recorder.write_outstanding(left);
            if recorder.has_outstanding() {
                return false;
            }
        }
        self.outstanding.store(false, Ordering::Relaxed);
        true
    }

    /// Gives the recorders of a copy a flag of their own.
    pub(crate) fn owe_alone(&mut self) {
        self.outstanding = Arc::new(AtomicBool::new(self.outstanding.load(Ordering::Relaxed)));
        for recorder in self.elements.recorders() {
            recorder.flag(&self.outstanding);
        }
    }
}

impl Elements {
    /// All recorders.
    pub(crate) fn recorders(&mut self) -> impl Iterator<Item = &mut Recorder> {
        let of_hosts = self.hosts.iter_mut().flat_map(|host| &mut host.endpoints);
        let of_ports = self.ports.iter_mut().flat_map(|port| port.buffer_mut().statistics.recorders());
        let of_packet_ports = self.packet_ports.iter_mut().flat_map(|port| port.statistics.recorders());
        let of_noises = self.stages.noises.iter_mut().flat_map(|noise| &mut noise.recorders);
        let of_endpoints = of_hosts.flat_map(|endpoint| endpoint.recorders());
        of_ports.chain(of_packet_ports).chain(of_noises).chain(of_endpoints)
    }
}
