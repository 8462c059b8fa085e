//! A slow way back for the toy network: an uplink queue in front of a line that takes its time.

use cellwise_tcp::Segment;
use cellwise_tcp::uplink::{Class, Duplicates, Ecn, Packet, Pushed, Settings, UplinkQueue};
use cellwise_units::{Span, Time};

use super::MS;

/// The queue, and the line that serves it.
pub(crate) struct Uplink {
    pub(crate) queue: UplinkQueue<Segment>,
    duplicates: Duplicates,
    octets_per_ms: u64,
    /// When the packet on the line has left.
    free_at: Option<Time>,
    /// Octets of a packet of other traffic that comes before each so many-th acknowledgment.
    pub(crate) other: Option<(u64, u64)>,
    arrivals: u64,
}

impl Uplink {
    pub(crate) fn new(settings: &Settings, octets_per_ms: u64) -> Self {
        assert_eq!(settings.check(), []);
        let (queue, duplicates) = (UplinkQueue::new(settings), Duplicates::default());
        Self { queue, duplicates, octets_per_ms, free_at: None, other: None, arrivals: 0 }
    }

    /// When the line is free for the next packet; none if it is idle.
    pub(crate) fn free_at(&self) -> Time {
        self.free_at.unwrap_or(Time::NEVER)
    }

    /// Takes an acknowledgment; tells what the queue threw away for it.
    pub(crate) fn push(&mut self, now: Time, segment: Segment) -> Pushed<Segment> {
        if let Some((octets, every)) = self.other
            && self.arrivals.is_multiple_of(every)
        {
            self.queue.push(Packet::other(99, octets, segment), &mut || 0.5);
        }
        self.arrivals += 1;
        let duplicate = self.duplicates.observe(1, &segment);
        let packet = Packet::of_segment(&segment, 1, duplicate, segment);
        let pushed = self.queue.push(packet, &mut || 0.5);
        if self.free_at.is_none() {
            self.free_at = Some(now);
        }
        pushed
    }

    /// The line is free: the next packet leaves. Returns the acknowledgment that it is, and when it has
    /// left.
    pub(crate) fn serve(&mut self, now: Time) -> Option<(Segment, Time)> {
        let Some(packet) = self.queue.pop() else {
            self.free_at = None;
            return None;
        };
        let left = now + Span::from_ps(packet.octets * MS / self.octets_per_ms);
        self.free_at = Some(left);
        let segment = super::marked(packet.handle, packet.ecn == Ecn::Marked);
        (packet.class == Class::Acknowledgment || packet.connection == 1).then_some((segment, left))
    }
}
