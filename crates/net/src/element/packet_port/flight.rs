//! Packets on their way over a link that does not keep order.
//!
//! They are let go as long before their arrival as the link takes without jitter, so that what comes after the link may
//! run ahead of this port by that.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use cellwise_units::{Span, Time};

use super::{PacketPort, Waiting};

/// The packets, the first to arrive before the others.
#[derive(Clone, Debug)]
pub(super) struct Flight {
    delay: Span,
    packets: BinaryHeap<Reverse<Flying>>,
}

#[derive(Clone, Copy, Debug)]
struct Flying {
    arrives_at: Time,
    waiting: Waiting,
}

impl Flying {
    /// Of those that arrive together the one that came first.
    fn order(&self) -> (Time, u64) {
        (self.arrives_at, self.waiting.number)
    }
}

impl PartialEq for Flying {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for Flying {}

impl PartialOrd for Flying {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Flying {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl Flight {
    /// None, on a link with a delay above 0.
    pub(super) fn new(delay: Span) -> Self {
        Self { delay, packets: BinaryHeap::new() }
    }

    /// When the next is let go.
    pub(super) fn next_at(&self) -> Time {
        let next = self.packets.peek();
        // Nothing arrives before the delay of its link is over.
        next.map_or(Time::NEVER, |Reverse(next)| Time::from_ps(next.arrives_at.ps() - self.delay.get()))
    }

    pub(super) fn len(&self) -> u64 {
        self.packets.len() as u64
    }
}

impl PacketPort {
    /// Keeps a packet that has been sent until it is let go, if others may overtake it.
    pub(crate) fn keep_flying(&mut self, arrives_at: Time, waiting: Waiting) -> bool {
        let Some(flight) = &mut self.flight else { return false };
        flight.packets.push(Reverse(Flying { arrives_at, waiting }));
        true
    }

    /// Lets the next packet go that is due by `now`, with its arrival.
    pub(crate) fn let_go(&mut self, now: Time) -> Option<(Time, Waiting)> {
        let flight = self.flight.as_mut().filter(|flight| flight.next_at() <= now)?;
        let Reverse(Flying { arrives_at, waiting }) = flight.packets.pop()?;
        Some((arrives_at, waiting))
    }
}
