//! The queue at a narrow uplink, and what it may do for the acknowledgments that wait in it.
//!
//! An arriving acknowledgment filters the older ones of its connection; a packet that finds the queue full is dropped;
//! an accepted one may be marked; acknowledgments may go first. Sources: Balakrishnan, Padmanabhan and Katz, "The
//! effects of asymmetry on TCP performance", MobiCom 1997, section 4 (filtering, marking, acknowledgments first);
//! Kalampoukas, Varma and Ramakrishnan, "Improving TCP throughput over two-way asymmetric links", SIGMETRICS 1998
//! (priority, a limit for data, bandwidth by counted octets); RFC 3449, section 5.

mod duplicates;
mod filter;
pub mod red;
mod settings;

use std::collections::VecDeque;

use cellwise_units::Bytes;

pub use settings::{AckFiltering, Config, Priority};

use duplicates::Duplicates;
use filter::Filter;
use red::Red;

use super::{Around, Backlog, Discipline, DropReason, Service};
use crate::packet::{Codepoint, MarkReason, Packet};

/// A packet in the queue.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// The number of the arrival that it stands for.
    place: u64,
    packet: Packet,
    /// Whether it is a duplicate acknowledgment.
    duplicate: bool,
}

/// Whether it is an acknowledgment without data, SYN, FIN or RST; everything else counts as data.
fn is_pure(packet: &Packet) -> bool {
    packet.acknowledgment.is_some_and(|acknowledgment| acknowledgment.pure)
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct Uplink {
    limit: usize,
    data_limit: usize,
    acknowledgments_first: bool,
    /// Octets of acknowledgments in a row after which waiting data goes.
    data_after: u64,
    /// Octets of acknowledgments since the last data.
    in_a_row: u64,
    filter: Option<Filter>,
    duplicates: Duplicates,
    red: Option<Red>,
    arrived: u64,
    /// Both in the order of their places.
    acknowledgments: VecDeque<Waiting>,
    data: VecDeque<Waiting>,
    octets: u64,
}

impl Uplink {
    fn new(config: &Config, service: &Service) -> Self {
        let packets = |limit: Option<u32>| limit.map_or(usize::MAX, |packets| packets.max(1) as usize);
        Self {
            limit: packets(config.limit_packets),
            data_limit: packets(config.data_limit_packets),
            acknowledgments_first: config.priority == Priority::Acknowledgments,
            data_after: config.data_after_ack_octets.map_or(u64::MAX, Bytes::get).max(1),
            in_a_row: 0,
            filter: Filter::new(config),
            duplicates: Duplicates::default(),
            red: config.red.map(|red| Red::new(red, service.rate)),
            arrived: 0,
            acknowledgments: VecDeque::new(),
            data: VecDeque::new(),
            octets: 0,
        }
    }

    /// The average queue as RED has it, in packets; none without RED.
    #[must_use]
    pub fn average_packets(&self) -> Option<f64> {
        self.red.as_ref().map(Red::average_packets)
    }

    fn len(&self) -> usize {
        self.acknowledgments.len() + self.data.len()
    }

    /// Removes what an arriving acknowledgment makes needless; gives the place of the oldest removed.
    fn filter_for(&mut self, packet: &mut Packet, around: &mut Around<'_>) -> Option<u64> {
        let filter = self.filter.filter(|_| is_pure(packet))?;
        let removed = filter.remove(&mut self.acknowledgments, packet, around.draw);
        for waiting in &removed {
            self.octets -= u64::from(waiting.packet.octets);
            (around.lose)(&waiting.packet, DropReason::AckFiltered);
        }
        removed.last().map(|oldest| oldest.place)
    }

    fn is_full_for(&self, packet: &Packet) -> bool {
        self.len() >= self.limit || (!is_pure(packet) && self.data.len() >= self.data_limit)
    }

    /// Marks an arriving packet if RED wants it and its transport understands marks.
    fn mark(&mut self, packet: &mut Packet, around: &mut Around<'_>) {
        if let Some(red) = &mut self.red
            && matches!(packet.codepoint, Codepoint::Ect0 | Codepoint::Ect1)
            && red.marks((around.draw)())
        {
            packet.mark(MarkReason::Aqm);
        }
    }

    fn is_data_next(&self) -> bool {
        let (Some(ack), Some(data)) = (self.acknowledgments.front(), self.data.front()) else {
            return self.acknowledgments.is_empty();
        };
        if self.acknowledgments_first { self.in_a_row >= self.data_after } else { data.place < ack.place }
    }
}

impl Discipline for Uplink {
    fn enqueue(&mut self, mut packet: Packet, around: &mut Around<'_>) {
        if let Some(red) = &mut self.red {
            red.end_idle(around.now);
        }
        let arrival = self.arrived;
        self.arrived += 1;
        let duplicate = self.filter.is_some() && self.duplicates.observe(&packet);
        let freed = self.filter_for(&mut packet, around);
        let in_place = self.filter.is_some_and(|filter| filter.in_place());
        let place = freed.filter(|_| in_place).unwrap_or(arrival);
        let waiting_packets = self.len() as u64;
        if let Some(red) = &mut self.red {
            red.on_arrival(waiting_packets);
        }
        if self.is_full_for(&packet) {
            return (around.lose)(&packet, DropReason::Limit);
        }
        self.mark(&mut packet, around);
        self.octets += u64::from(packet.octets);
        let queue = if is_pure(&packet) { &mut self.acknowledgments } else { &mut self.data };
        let at = queue.partition_point(|waiting| waiting.place < place);
        queue.insert(at, Waiting { place, packet, duplicate });
    }

    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        let is_data = self.is_data_next();
        let queue = if is_data { &mut self.data } else { &mut self.acknowledgments };
        let Some(Waiting { packet, .. }) = queue.pop_front() else {
            if let Some(red) = &mut self.red {
                red.begin_idle(around.now);
            }
            return None;
        };
        self.in_a_row = if is_data { 0 } else { self.in_a_row.saturating_add(u64::from(packet.ip_octets)) };
        self.octets -= u64::from(packet.octets);
        Some(packet)
    }

    fn backlog(&self) -> Backlog {
        Backlog { packets: self.len() as u64, octets: self.octets }
    }
}

#[cfg(test)]
mod tests;
