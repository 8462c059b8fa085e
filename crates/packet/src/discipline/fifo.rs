//! Packets in a row, with their number and octets: what disciplines keep packets in.

use std::collections::VecDeque;

use super::Backlog;
use crate::packet::Packet;

/// Packets in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Fifo {
    packets: VecDeque<Packet>,
    backlog: Backlog,
}

impl Fifo {
    pub(super) fn push(&mut self, packet: Packet) {
        self.backlog.add(packet.octets);
        self.packets.push_back(packet);
    }

    pub(super) fn pop(&mut self) -> Option<Packet> {
        let packet = self.packets.pop_front()?;
        self.backlog.remove(packet.octets);
        Some(packet)
    }

    /// The packet with so many before it.
    pub(super) fn get(&self, at: usize) -> Option<&Packet> {
        self.packets.get(at)
    }

    /// Takes the packet with so many before it.
    pub(super) fn remove(&mut self, at: usize) -> Option<Packet> {
        let packet = self.packets.remove(at)?;
        self.backlog.remove(packet.octets);
        Some(packet)
    }

    /// The packet that would leave next.
    pub(super) fn first(&self) -> Option<&Packet> {
        self.packets.front()
    }

    pub(super) fn backlog(&self) -> Backlog {
        self.backlog
    }
}
