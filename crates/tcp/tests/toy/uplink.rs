//! A slow way back for the toy network: an uplink queue in front of a line that takes its time.

use cellwise_packet::discipline::uplink::{Config, Uplink as Queue};
use cellwise_packet::discipline::{Around, Discipline, DropReason, Service};
use cellwise_packet::{Acknowledgment, Codepoint, Flow, Packet};
use cellwise_tcp::{Flags, Segment};
use cellwise_units::{BitRate, Span, Time};

use super::MS;

/// Packets that the queue counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) sent: u64,
    pub(crate) dropped: u64,
    pub(crate) filtered: u64,
    pub(crate) marked: u64,
    pub(crate) most_waiting: u64,
}

/// What did not stay in the queue when an acknowledgment was pushed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pushed {
    pub(crate) dropped: Option<Segment>,
    pub(crate) filtered: Vec<Segment>,
}

/// The queue, and the line that serves it.
pub(crate) struct Uplink {
    queue: Queue,
    /// All that came, by handle; none for other traffic.
    packets: Vec<Option<Segment>>,
    pub(crate) counts: Counts,
    octets_per_ms: u64,
    /// When the packet on the line has left.
    free_at: Option<Time>,
    /// Octets of a packet of other traffic that comes before each so many-th acknowledgment.
    pub(crate) other: Option<(u64, u64)>,
    arrivals: u64,
}

impl Uplink {
    pub(crate) fn new(settings: &Config, octets_per_ms: u64) -> Self {
        let service = Service { rate: BitRate::from_bps(octets_per_ms * 8_000), mtu_octets: 1_500, salt: 0 };
        assert_eq!(settings.check(&service), []);
        Self {
            queue: settings.build(&service),
            packets: Vec::new(),
            counts: Counts::default(),
            octets_per_ms,
            free_at: None,
            other: None,
            arrivals: 0,
        }
    }

    /// When the line is free for the next packet; none if it is idle.
    pub(crate) fn free_at(&self) -> Time {
        self.free_at.unwrap_or(Time::NEVER)
    }

    /// Takes an acknowledgment; returns the segments that the queue dropped for it.
    pub(crate) fn push(&mut self, now: Time, segment: Segment) -> Pushed {
        if let Some((octets, every)) = self.other
            && self.arrivals.is_multiple_of(every)
        {
            self.enqueue(now, None, octets);
        }
        self.arrivals += 1;
        let pushed = self.enqueue(now, Some(segment), segment.header_octets() + u64::from(segment.len));
        if self.free_at.is_none() {
            self.free_at = Some(now);
        }
        pushed
    }

    fn enqueue(&mut self, now: Time, segment: Option<Segment>, octets: u64) -> Pushed {
        let packet = packet_of(segment.as_ref(), self.packets.len() as u32, octets as u32);
        self.packets.push(segment);
        let (packets, mut pushed) = (&self.packets, Pushed::default());
        let mut lose = |packet: &Packet, reason| match (packets[packet.handle as usize], reason) {
            (Some(segment), DropReason::AckFiltered) => pushed.filtered.push(segment),
            (segment, _) => pushed.dropped = segment,
        };
        self.queue.enqueue(packet, &mut Around { now, draw: &mut || 0.5, lose: &mut lose });
        self.counts.dropped += u64::from(pushed.dropped.is_some());
        self.counts.filtered += pushed.filtered.len() as u64;
        self.counts.most_waiting = self.counts.most_waiting.max(self.queue.backlog().packets);
        pushed
    }

    /// The line is free: the next packet leaves. Returns the acknowledgment that it is, and when it has
    /// left.
    pub(crate) fn serve(&mut self, now: Time) -> Option<(Segment, Time)> {
        let mut around = Around { now, draw: &mut || 0.5, lose: &mut |_, _| () };
        let Some(packet) = self.queue.dequeue(&mut around) else {
            self.free_at = None;
            return None;
        };
        self.counts.sent += 1;
        self.counts.marked += u64::from(packet.marked.is_some());
        let left = now + Span::from_ps(u64::from(packet.ip_octets) * MS / self.octets_per_ms);
        self.free_at = Some(left);
        let segment = self.packets[packet.handle as usize]?;
        Some((super::marked(segment, packet.codepoint == Codepoint::Ce), left))
    }
}

/// A packet of the connection's, or of other traffic.
fn packet_of(segment: Option<&Segment>, handle: u32, octets: u32) -> Packet {
    let acknowledgment = segment.filter(|segment| {
        let more = [Flags::SYN, Flags::FIN, Flags::RST].into_iter();
        segment.flags.contains(Flags::ACK) && !more.into_iter().any(|flag| segment.flags.contains(flag))
    });
    Packet {
        handle,
        ip_octets: octets,
        octets,
        flow: Flow { number: segment.is_some().into(), ..Flow::default() },
        dscp: 0,
        codepoint: segment.map_or(Codepoint::NotEct, |segment| segment.codepoint),
        acknowledgment: acknowledgment.map(|segment| Acknowledgment {
            pure: segment.len == 0,
            ack: segment.ack.0,
            window: segment.window,
            ecn_flags: 0,
            timestamps: None,
            sack: [(0, 0); 4],
            sack_blocks: segment.options.sack.as_slice().len() as u8,
        }),
        arrived: Time::ZERO,
        queue: 0,
        marked: None,
    }
}
