//! Packets on their way over a link that does not keep order.
//!
//! They are released as long before their arrival as the link takes without jitter, so that the elements after the link
//! may run ahead of this port by that.

use std::collections::BTreeMap;

use cellwise_units::{Span, Time};

/// The packets, the first to arrive before the others.
#[derive(Clone, Debug)]
pub(super) struct Flight<P> {
    delay: Span,
    /// By their arrival; of those that arrive together the one that came first, and a copy behind its packet.
    packets: BTreeMap<(Time, u64, bool), P>,
}

impl<P> Flight<P> {
    /// None, on a link with a delay above 0.
    pub(super) fn new(delay: Span) -> Self {
        Self { delay, packets: BTreeMap::new() }
    }

    /// When the next is released.
    pub(super) fn next_at(&self) -> Time {
        let next = self.packets.first_key_value();
        // Nothing arrives before the delay of its link is over.
        next.map_or(Time::NEVER, |((at, ..), _)| Time::from_ps(at.ps() - self.delay.get()))
    }

    pub(super) fn len(&self) -> u64 {
        self.packets.len() as u64
    }

    /// Takes a packet that has been sent, the `number`th that came, or a copy of it.
    pub(super) fn push(&mut self, arrives_at: Time, number: u64, packet: P) {
        let is_copy = self.packets.contains_key(&(arrives_at, number, false));
        self.packets.insert((arrives_at, number, is_copy), packet);
    }

    /// Gives the next packet that is released by `now`, with its arrival.
    pub(super) fn pop(&mut self, now: Time) -> Option<(Time, P)> {
        if self.next_at() > now {
            return None;
        }
        self.packets.pop_first().map(|((arrives_at, ..), packet)| (arrives_at, packet))
    }
}
