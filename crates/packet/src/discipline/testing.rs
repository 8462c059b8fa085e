//! A queue to try a discipline with, and packets for it.

use cellwise_units::{BitRate, Time};

use super::{AnyDiscipline, Around, Discipline, DisciplineConfig, DropReason, Service};
use crate::packet::{Acknowledgment, Codepoint, Flow, Packet};

const PS_PER_US: u64 = 1_000_000;

/// A link of 10 Mbit/s for packets of 1514 octets.
pub(crate) fn service() -> Service {
    Service { rate: BitRate::from_bps(10_000_000), mtu_octets: 1514, salt: 7 }
}

/// A packet of flow 0 whose octets count without overhead.
pub(crate) fn packet(handle: u32, octets: u32) -> Packet {
    Packet {
        handle,
        ip_octets: octets,
        octets,
        flow: Flow::default(),
        dscp: 0,
        codepoint: Codepoint::NotEct,
        acknowledgment: None,
        arrived: Time::ZERO,
        queue: 0,
        marked: None,
    }
}

/// A pure acknowledgment that says nothing but its number.
pub(crate) fn acknowledgment(number: u32) -> Acknowledgment {
    Acknowledgment {
        pure: true,
        ack: number,
        window: 0,
        ecn_flags: 0,
        timestamps: None,
        sack: [(0, 0); 4],
        sack_blocks: 0,
    }
}

/// A discipline with the packets that it has dropped. Times are in microseconds.
pub(crate) struct Bench {
    pub(crate) discipline: AnyDiscipline,
    /// What the next draws give; 0.5 after them.
    pub(crate) draws: Vec<f64>,
    lost: Vec<(u32, DropReason)>,
}

impl Bench {
    /// The discipline of these settings in front of [`service`].
    pub(crate) fn new(config: &DisciplineConfig) -> Self {
        Self { discipline: config.build(&service()), draws: Vec::new(), lost: Vec::new() }
    }

    fn ask<R>(&mut self, us: u64, question: impl FnOnce(&mut AnyDiscipline, &mut Around<'_>) -> R) -> R {
        let Self { discipline, draws, lost } = self;
        let mut draw = || if draws.is_empty() { 0.5 } else { draws.remove(0) };
        let mut lose = |packet: &Packet, reason| lost.push((packet.handle, reason));
        let now = Time::from_ps(us * PS_PER_US);
        question(discipline, &mut Around { now, draw: &mut draw, lose: &mut lose })
    }

    /// A packet arrives.
    pub(crate) fn put(&mut self, us: u64, packet: Packet) {
        self.ask(us, |discipline, around| {
            discipline.enqueue(Packet { arrived: around.now, ..packet }, around);
        });
    }

    /// The packet that leaves.
    pub(crate) fn take_packet(&mut self, us: u64) -> Option<Packet> {
        self.ask(us, Discipline::dequeue)
    }

    /// The handle of the packet that leaves.
    pub(crate) fn take(&mut self, us: u64) -> Option<u32> {
        self.take_packet(us).map(|packet| packet.handle)
    }

    /// What was dropped since this was last asked, in order: handles and reasons.
    pub(crate) fn lost(&mut self) -> Vec<(u32, DropReason)> {
        std::mem::take(&mut self.lost)
    }
}
