//! Packets of transports that are outside: packets that wait to enter the network, and those that have left it; and
//! values that are set from outside.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use cellwise_units::{Span, Time};

use crate::data::ids::{CircuitId, EndpointId, FlowId, HostId, Id, MergeId, PacketPortId, PortId};
use crate::data::packet::OutsidePacket;
use crate::element::Noise;
use crate::element::port::before;

/// A packet that has left the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// When.
    pub at: Time,
    /// The port at which it has.
    pub port: u32,
    /// The packet, with the marks that it got on its way.
    pub packet: OutsidePacket,
}

/// A packet that will not leave the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPacket {
    /// The port at which it was offered.
    pub port: u32,
    /// What its transport knows it by.
    pub tag: u64,
    /// The instant for which it was offered.
    pub offered_at: Time,
    /// When the first of it was lost.
    pub at: Time,
    /// Where, by the name that tables of results have.
    pub place: String,
    /// Why, by the name that tables of results have.
    pub reason: &'static str,
}

/// What an end of a flow whose transport is outside has counted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Passed {
    pub(crate) packets_in: u64,
    pub(crate) packets_out: u64,
    pub(crate) octets_out: u64,
}

/// The counts of a sender whose congestion window is set from outside. Everything counts from its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sending {
    /// The window that was set last, in octets.
    pub cwnd_octets: u64,
    /// Octets acknowledged, each once.
    pub acked_octets: u64,
    /// Octets sent and not acknowledged.
    pub flight_octets: u64,
    /// Segments sent.
    pub segments: u64,
    /// Segments sent again.
    pub resent_segments: u64,
    /// Losses that acknowledgments have shown.
    pub recoveries: u64,
    /// Expiries of the retransmission timer.
    pub timeouts: u64,
    /// Windows of data for which a congestion mark was echoed.
    pub marked_windows: u64,
    /// Whether all that its application wrote is acknowledged, or the connection was given up.
    pub is_over: bool,
    /// Round-trip times measured outside of recoveries.
    pub round_trips: u64,
    /// Their sum, in picoseconds.
    pub round_trip_sum_ps: u128,
    /// The last of them.
    pub last_round_trip: Option<Span>,
    /// The shortest of them.
    pub least_round_trip: Option<Span>,
}

/// A value that is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Octets of a window, or bit/s of a rate.
    Whole(u64),
    /// A ratio from 0 to 1.
    Share(f64),
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self::Whole(value)
    }
}

impl From<f64> for Value {
    fn from(share: f64) -> Self {
        Self::Share(share)
    }
}

impl Value {
    /// It as a whole number; a share is not one.
    pub(crate) fn whole(self) -> u64 {
        match self {
            Self::Whole(value) => value,
            Self::Share(share) => unreachable!("{share} is no whole number"),
        }
    }

    /// It as a share.
    pub(crate) fn share(self) -> f64 {
        match self {
            Self::Whole(value) => value as f64,
            Self::Share(share) => share,
        }
    }
}

/// Where a value is set.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// The window of a sender.
    Window((HostId, EndpointId)),
    /// Something of a link.
    Link(Target),
}

/// What is set where.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// The rate of a packet port's line.
    PacketRate(PacketPortId, Option<MergeId>),
    /// The ratio of a packet port's errors.
    PacketErrors(PacketPortId),
    /// The rate of the line behind a port of cells.
    CellRate(PortId, MergeId),
    /// The ratio of noise.
    CellErrors(Id<Noise>),
    /// Nothing passes there.
    Nothing,
}

/// The ports of a network, and what is at them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outside {
    /// The ends of flows, in the order of flows: that of the source, then that of the destination.
    pub(crate) ports: Vec<(HostId, EndpointId)>,
    /// What waits to enter, by time, port and the order in which it was offered.
    waiting: BTreeMap<(Time, u32, u64), OutsidePacket>,
    offered: u64,
    /// Senders whose congestion windows are set from outside, in the order of flows.
    pub(crate) windows: Vec<(HostId, EndpointId)>,
    /// The values of links that may be set, as declared.
    pub(crate) links: Vec<Target>,
    /// What is yet to be set, by time and the order in which that was asked for.
    changes: BTreeMap<(Time, u64), (Place, Value)>,
    /// The sender at whose acknowledgments the run stops, and its flow.
    pub(crate) watched: Option<(HostId, FlowId)>,
    /// When the last acknowledgment of that came, if it was not reported yet.
    pub(crate) acknowledged: Option<Time>,
    /// The packets that have left, in the order of time.
    pub(crate) arrived: VecDeque<Arrived>,
    /// The least time that anything takes to reach a host that passes packets to the outside.
    pub(crate) to_ports: Span,
    /// Before this instant nothing is offered, whatever arrives.
    pub(crate) open_until: Time,
    /// What is lost and was not asked for yet.
    pub(crate) lost: Vec<LostPacket>,
    /// How many rows of the table of losses have been read.
    pub(crate) rows_seen: usize,
    /// The frames that are known to be lost, and may lose more cells.
    pub(crate) known_lost: BTreeSet<(CircuitId, u32)>,
    /// What their transports know the packets by of which links have made copies, while losses are noted.
    pub(crate) copied: Vec<u64>,
}

impl Outside {
    /// Adds a packet that enters at a port at the instant for which it is offered.
    pub(crate) fn offer(&mut self, port: u32, packet: OutsidePacket) {
        self.waiting.insert((packet.offered_at, port, self.offered), packet);
        self.offered += 1;
    }

    /// Adds a value that is set: a window, or behind those what is declared of links.
    pub(crate) fn set(&mut self, number: u32, at: Time, value: Value) {
        let number = number as usize;
        let place = match number.checked_sub(self.windows.len()) {
            None => Place::Window(self.windows[number]),
            Some(link) => Place::Link(self.links[link]),
        };
        self.changes.insert((at, self.offered), (place, value));
        self.offered += 1;
    }

    /// When the next packet enters, or the next value is set; [`Time::NEVER`] if none waits.
    pub(crate) fn next_entry(&self) -> Time {
        let packet = self.waiting.first_key_value().map_or(Time::NEVER, |((at, ..), _)| *at);
        self.changes.first_key_value().map_or(packet, |((at, _), _)| packet.min(*at))
    }

    /// The next place at which something is set by `now`, and to what.
    pub(crate) fn take_change(&mut self, now: Time) -> Option<(Place, Value)> {
        let next = self.changes.first_entry()?;
        (next.key().0 <= now).then(|| next.remove())
    }

    /// The next packet that enters by `now`, and its port.
    pub(crate) fn take_due(&mut self, now: Time) -> Option<(u32, OutsidePacket)> {
        let next = self.waiting.first_entry()?;
        let (at, port, _) = *next.key();
        (at <= now).then(|| (port, next.remove()))
    }

    /// The last instant that may be handled before the packets that have left are given out: their own, because they
    /// may be answered then, or the promised one; and not beyond an acknowledgment that the caller waits for.
    pub(crate) fn stops_at(&self) -> Time {
        let acknowledged = self.acknowledged.unwrap_or(Time::NEVER);
        let Some(first) = self.arrived.front() else { return acknowledged };
        let arrived = if self.open_until > first.at { before(self.open_until) } else { first.at };
        arrived.min(acknowledged)
    }

    /// Takes the packets that have arrived at one instant by `until`, the first that has any, in the order of ports.
    pub(crate) fn hand_out(&mut self, until: Time, ready: &mut VecDeque<Arrived>) -> Option<Time> {
        let at = self.arrived.front().map(|first| first.at).filter(|at| *at <= until)?;
        let from = ready.len();
        let of_instant = self.arrived.iter().take_while(|arrived| arrived.at == at).count();
        ready.extend(self.arrived.drain(..of_instant));
        if of_instant > 1 {
            ready.make_contiguous()[from..].sort_by_key(|arrived| arrived.port);
        }
        Some(at)
    }
}
