//! Packets on their way over a link that does not keep order.
//!
//! They are released as long before their arrival as the link takes without jitter, so that the elements after the link
//! may run ahead of this port by that.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use cellwise_units::{Span, Time};

/// The packets, the first to arrive before the others.
#[derive(Clone, Debug)]
pub(super) struct Flight<P> {
    delay: Span,
    packets: BinaryHeap<Reverse<Flying<P>>>,
}

#[derive(Clone, Copy, Debug)]
struct Flying<P> {
    arrives_at: Time,
    number: u64,
    packet: P,
}

impl<P> Flying<P> {
    /// Of those that arrive together the one that came first.
    fn order(&self) -> (Time, u64) {
        (self.arrives_at, self.number)
    }
}

impl<P> PartialEq for Flying<P> {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl<P> Eq for Flying<P> {}

impl<P> PartialOrd for Flying<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> Ord for Flying<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl<P> Flight<P> {
    /// None, on a link with a delay above 0.
    pub(super) fn new(delay: Span) -> Self {
        Self { delay, packets: BinaryHeap::new() }
    }

    /// When the next is released.
    pub(super) fn next_at(&self) -> Time {
        let next = self.packets.peek();
        // Nothing arrives before the delay of its link is over.
        next.map_or(Time::NEVER, |Reverse(next)| Time::from_ps(next.arrives_at.ps() - self.delay.get()))
    }

    pub(super) fn len(&self) -> u64 {
        self.packets.len() as u64
    }

    /// Takes a packet that has been sent, the `number`th that came.
    pub(super) fn push(&mut self, arrives_at: Time, number: u64, packet: P) {
        self.packets.push(Reverse(Flying { arrives_at, number, packet }));
    }

    /// Gives the next packet that is released by `now`, with its arrival.
    pub(super) fn pop(&mut self, now: Time) -> Option<(Time, P)> {
        if self.next_at() > now {
            return None;
        }
        let Reverse(Flying { arrives_at, packet, .. }) = self.packets.pop()?;
        Some((arrives_at, packet))
    }
}
