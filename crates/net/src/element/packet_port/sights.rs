//! What a packet port notes for captures and probes of each packet: that it has come, that it goes, or that it is dropped.

use cellwise_atm::loss::LossReason;
use cellwise_packet::MarkReason;
use cellwise_units::Time;

use super::Waiting;
use crate::data::ids::{HopId, PacketWatchId, QueueTapId};
use crate::data::packet::Sdu;
use crate::element::wire::Fate;

/// Something that has happened to a packet: it has entered the queue, has gone or was dropped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    pub(crate) at: Time,
    /// Its number among the packets that have arrived at the port.
    pub(crate) number: u64,
    pub(crate) hop: HopId,
    /// The packet at that time.
    pub(crate) frame: Sdu,
    pub(crate) became: Option<Became>,
}

/// What became of a packet, and when that was decided.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Became {
    /// Its transmission begins and takes the line until an instant; whether it was marked here, its fate on the line, and
    /// when a copy of it arrives, if one is made.
    Went {
        at: Time,
        until: Time,
        marked: Option<MarkReason>,
        fate: Fate,
        copy_at: Option<Time>,
    },
    Dropped {
        at: Time,
        reason: LossReason,
    },
}

/// The notes of a port that no tap has seen yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sights {
    pub(crate) noted: Vec<Sight>,
    /// The taps before the queue and behind it: positions in the world's list.
    pub(crate) taps: [Option<QueueTapId>; 2],
    /// What notes them for a probe.
    pub(crate) watch: Option<PacketWatchId>,
}

impl Sights {
    pub(super) fn note(&mut self, at: Time, packet: &Waiting, became: Option<Became>) {
        let Waiting { train, frame, number, .. } = packet;
        self.noted.push(Sight { at, number: *number, hop: train.hop, frame: *frame, became });
    }
}
