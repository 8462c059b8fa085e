//! The sources of datagrams and of cells at end points.

use cellwise_apps::Gaps;
use cellwise_atm::traffic::{AnyCellSource, CellSource};
use cellwise_tcp::udp::{Datagram, UdpSource};
use cellwise_units::Time;

/// What sends the datagrams of a flow.
#[derive(Clone, Debug)]
pub(crate) struct DatagramSender {
    source: UdpSource,
    spacing: Spacing,
    /// How many it sends at most.
    limit: u64,
    /// Where datagrams wait before an ABR end's adapter sends them.
    buffer: Option<SocketBuffer>,
}

impl DatagramSender {
    pub(crate) fn new(source: UdpSource, spacing: Spacing, limit: u64, buffer: Option<SocketBuffer>) -> Self {
        Self { source, spacing, limit, buffer }
    }

    pub(crate) fn datagrams_sent(&self) -> u64 {
        self.source.datagrams_sent()
    }

    /// Whether it waits for room in its adapter.
    pub(crate) fn waits_for_room(&self) -> bool {
        self.buffer.is_some()
    }

    pub(crate) fn next_emission(&self) -> Time {
        let is_blocked = self.buffer.as_ref().is_some_and(SocketBuffer::is_full);
        if is_blocked || self.datagrams_sent() >= self.limit {
            Time::NEVER
        } else {
            self.source.next_emission()
        }
    }

    /// The datagram that leaves now.
    pub(crate) fn emit(&mut self) -> Datagram {
        let datagram = match &mut self.spacing {
            Spacing::Rate => self.source.emit(),
            Spacing::Gaps(gaps) => self.source.emit_before(gaps.draw()),
            Spacing::Pattern(pattern) => {
                let octets = pattern.next_octets();
                pattern.emit();
                self.source.emit_until(pattern.next_emission(), octets)
            }
        };
        if let Some(buffer) = &mut self.buffer {
            buffer.used += buffer.header_octets + u64::from(datagram.len);
        }
        datagram
    }

    pub(crate) fn stop(&mut self) {
        self.limit = 0;
    }

    /// Notes that a packet of so many octets has left the adapter; says whether the source continues
    /// because of that.
    pub(crate) fn on_room(&mut self, now: Time, octets: u32) -> bool {
        let Some(buffer) = &mut self.buffer else { return false };
        let was_full = buffer.is_full();
        buffer.used = buffer.used.saturating_sub(u64::from(octets));
        let continues = was_full && !buffer.is_full();
        if continues {
            self.source.postpone(now);
        }
        continues
    }
}

/// What spaces the datagrams of a source.
#[derive(Clone, Debug)]
pub(crate) enum Spacing {
    /// Its rate.
    Rate,
    Gaps(Box<Gaps>),
    /// A pattern of cells, each of which is a datagram.
    Pattern(Box<AnyCellSource>),
}

/// A socket's send buffer: a sender blocks while it is full.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SocketBuffer {
    /// Octets of packets that fit; one packet always does.
    capacity: u64,
    used: u64,
    /// Octets around the data of a packet.
    header_octets: u64,
    /// Those of a packet of usual size.
    packet_octets: u64,
}

impl SocketBuffer {
    pub(crate) fn new(capacity: u64, header_octets: u64, data_octets: u64) -> Self {
        Self { capacity, used: 0, header_octets, packet_octets: header_octets + data_octets }
    }

    fn is_full(&self) -> bool {
        self.used > 0 && self.used + self.packet_octets > self.capacity
    }
}

/// What sends the cells of a flow that are in no frames.
#[derive(Clone, Debug)]
pub(crate) struct CellSender {
    source: AnyCellSource,
    has_stopped: bool,
    cells: u64,
}

impl CellSender {
    pub(crate) fn new(source: AnyCellSource) -> Self {
        Self { source, has_stopped: false, cells: 0 }
    }

    pub(crate) fn cells_sent(&self) -> u64 {
        self.cells
    }

    pub(crate) fn next_emission(&self) -> Time {
        if self.has_stopped { Time::NEVER } else { self.source.next_emission() }
    }

    pub(crate) fn emit(&mut self) {
        self.source.emit();
        self.cells += 1;
    }

    pub(crate) fn stop(&mut self) {
        self.has_stopped = true;
    }

    /// Continues after a cell has left the adapter.
    pub(crate) fn resume(&mut self, now: Time) {
        self.source.resume(now);
    }
}
