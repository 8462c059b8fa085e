//! The packets that arrive at a packet port, one by one, each with its fate.
//!
//! The port notes what happens to each; a watch keeps of it what a probe asks for.

use cellwise_scenario::Window;

use super::packet_port::{Became, Sight};
use super::watch::Noted;
use crate::data::ids::PacketPortId;
use crate::data::loss_records::Carried;

/// A packet that has arrived at a packet port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComingPacket {
    /// Whether it goes the way of its flow's data.
    pub(crate) forward: bool,
    pub(crate) carried: Carried,
    /// Octets of the IP packet.
    pub(crate) octets: u32,
    pub(crate) became: Option<Became>,
}

/// The element that notes the packets that arrive at a packet port.
#[derive(Clone, Debug)]
pub(crate) struct PacketWatch {
    pub(crate) noted: Noted<PacketPortId, ComingPacket>,
    /// The number at the port of the first of them.
    first: u64,
}

impl PacketWatch {
    /// A watch at a packet port.
    pub(crate) fn new(port: PacketPortId, window: Window) -> Self {
        Self { noted: Noted::new(port, window), first: 0 }
    }

    /// Notes what has happened to a packet, which goes the way of its flow's data or in the opposite direction.
    pub(crate) fn note(&mut self, sight: &Sight, forward: bool, carried: Carried) {
        let Sight { at, number, frame, became, .. } = *sight;
        let rows = &mut self.noted.rows;
        if became.is_none() {
            self.first = if rows.is_empty() { number } else { self.first };
            return self.noted.note(at, ComingPacket { forward, carried, octets: frame.octets(), became });
        }
        // What was recorded came one after the other.
        let place = number.checked_sub(self.first).map(|place| place as usize);
        if let Some((_, coming)) = place.and_then(|place| rows.get_mut(place)) {
            coming.became = became;
        }
    }
}
