//! The packet queue at a narrow uplink, and what it may do for the acknowledgments that wait in it.
//!
//! Source: Balakrishnan, Padmanabhan and Katz, "The effects of asymmetry on TCP performance", MobiCom
//! 1997, section 4 (filtering, marking, acknowledgments first); Kalampoukas, Varma and Ramakrishnan,
//! "Improving TCP throughput over two-way asymmetric links", SIGMETRICS 1998 (priority, a limit for data,
//! bandwidth by counted octets); RFC 3449, section 5. Parameters: [`Settings`]. State: the waiting packets,
//! the average of RED, the octets of acknowledgments since the last data. Behaviour: an arriving
//! acknowledgment filters the older ones of its connection; what finds the queue full is dropped;
//! what is taken may be marked. There is no clock here: the owner pushes what arrives and pops when the
//! line is free.

mod duplicates;
mod filter;
mod packet;
pub mod red;
mod settings;
mod stats;

use std::collections::VecDeque;

use cellwise_units::Bytes;

pub use duplicates::Duplicates;
pub use packet::{Class, Ecn, Packet};
pub use settings::{AckFiltering, Priority, Settings};
pub use stats::UplinkStats;

use filter::Filter;
use red::Red;

/// Where random numbers come from: each call gives another one, uniform from 0 to 1 (exclusive).
pub type Draw<'a> = &'a mut dyn FnMut() -> f64;

/// A packet in the queue, with its place: the number of the arrival that it stands for.
#[derive(Clone, Copy, Debug)]
struct Waiting<T> {
    place: u64,
    packet: Packet<T>,
}

/// What did not stay in the queue when a packet was pushed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pushed<T> {
    /// The packet itself, if it found the queue full.
    pub dropped: Option<Packet<T>>,
    /// The acknowledgments that it has made needless, the newest first.
    pub filtered: Vec<Packet<T>>,
}

/// The packet queue at a narrow uplink; `T` is what its owner knows packets by.
#[derive(Clone, Debug)]
pub struct UplinkQueue<T> {
    limit: usize,
    data_limit: usize,
    acknowledgments_first: bool,
    /// Octets of acknowledgments in a row after which waiting data goes.
    data_after: u64,
    /// Octets of acknowledgments since the last data.
    in_a_row: u64,
    filter: Option<Filter>,
    red: Option<Red>,
    /// Both in the order of their places.
    acknowledgments: VecDeque<Waiting<T>>,
    data: VecDeque<Waiting<T>>,
    stats: UplinkStats,
}

impl<T> UplinkQueue<T> {
    /// An empty queue.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let packets = |limit: Option<u32>| limit.map_or(usize::MAX, |packets| packets.max(1) as usize);
        Self {
            limit: packets(settings.limit_packets),
            data_limit: packets(settings.data_limit_packets),
            acknowledgments_first: settings.priority == Priority::Acknowledgments,
            data_after: settings.data_after_ack_octets.map_or(u64::MAX, Bytes::get).max(1),
            in_a_row: 0,
            filter: Filter::new(settings),
            red: settings.red.map(Red::new),
            acknowledgments: VecDeque::new(),
            data: VecDeque::new(),
            stats: UplinkStats::default(),
        }
    }

    /// Takes a packet that arrives. Numbers are drawn for the filtering "random", one for each
    /// acknowledgment that it may remove, and by RED, one for each packet that may be marked.
    pub fn push(&mut self, mut packet: Packet<T>, draw: Draw<'_>) -> Pushed<T> {
        let mut place = self.stats.arrived;
        self.stats.arrived += 1;
        let removed = self.filter_for(&mut packet, draw);
        if let (Some(oldest), Some(true)) = (removed.last(), self.filter.map(|filter| filter.in_place())) {
            place = oldest.place;
        }
        let filtered = removed.into_iter().map(|waiting| waiting.packet).collect();
        if let Some(red) = &mut self.red {
            red.on_arrival((self.acknowledgments.len() + self.data.len()) as u64);
        }
        if self.is_full_for(packet.class) {
            self.stats.dropped += 1;
            return Pushed { dropped: Some(packet), filtered };
        }
        self.mark(&mut packet, draw);
        let queue = match packet.class {
            Class::Acknowledgment => &mut self.acknowledgments,
            Class::Data => &mut self.data,
        };
        let at = queue.partition_point(|waiting| waiting.place < place);
        queue.insert(at, Waiting { place, packet });
        self.stats.most_waiting = self.stats.most_waiting.max(self.len() as u64);
        Pushed { dropped: None, filtered }
    }

    /// The packet that leaves next, if any waits.
    pub fn pop(&mut self) -> Option<Packet<T>> {
        let packet = if self.is_data_next() {
            let packet = self.data.pop_front()?.packet;
            self.in_a_row = 0;
            packet
        } else {
            let packet = self.acknowledgments.pop_front()?.packet;
            self.in_a_row = self.in_a_row.saturating_add(packet.octets);
            packet
        };
        self.stats.sent += 1;
        Some(packet)
    }

    /// Lets the average of RED fall for a time in which nothing waited or was sent, as long as so many
    /// typical packets need on the line. To be called before the packet that ends it is pushed.
    pub fn note_idle(&mut self, packets: u64) {
        if let Some(red) = &mut self.red {
            red.on_idle(packets);
        }
    }

    /// Packets that wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.acknowledgments.len() + self.data.len()
    }

    /// Whether nothing waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.acknowledgments.is_empty() && self.data.is_empty()
    }

    /// What waits, pure acknowledgments first, each class in its order.
    pub fn iter(&self) -> impl Iterator<Item = &Packet<T>> {
        self.acknowledgments.iter().chain(&self.data).map(|waiting| &waiting.packet)
    }

    /// The average queue as RED has it, in packets; none without RED.
    #[must_use]
    pub fn average_packets(&self) -> Option<f64> {
        self.red.as_ref().map(Red::average_packets)
    }

    /// What it has counted.
    #[must_use]
    pub const fn stats(&self) -> &UplinkStats {
        &self.stats
    }

    /// Removes what an arriving acknowledgment makes needless.
    fn filter_for(&mut self, packet: &mut Packet<T>, draw: Draw<'_>) -> Vec<Waiting<T>> {
        let Some(filter) = self.filter.filter(|_| packet.class == Class::Acknowledgment) else {
            return Vec::new();
        };
        let removed = filter.remove(&mut self.acknowledgments, packet, draw);
        self.stats.filtered += removed.len() as u64;
        removed
    }

    fn is_full_for(&self, class: Class) -> bool {
        self.len() >= self.limit || (class == Class::Data && self.data.len() >= self.data_limit)
    }

    /// Marks an arriving packet if RED wants it and its transport understands marks.
    fn mark(&mut self, packet: &mut Packet<T>, draw: Draw<'_>) {
        if let Some(red) = &mut self.red
            && packet.ecn == Ecn::Capable
            && red.marks(draw())
        {
            packet.ecn = Ecn::Marked;
            self.stats.marked += 1;
        }
    }

    fn is_data_next(&mut self) -> bool {
        let (Some(ack), Some(data)) = (self.acknowledgments.front(), self.data.front()) else {
            return self.acknowledgments.is_empty();
        };
        if !self.acknowledgments_first {
            return data.place < ack.place;
        }
        let forced = self.in_a_row >= self.data_after;
        self.stats.forced += u64::from(forced);
        forced
    }
}

#[cfg(test)]
mod tests;
