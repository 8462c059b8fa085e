//! What travels: a packet, and the frame or cell that carries it.

use cellwise_atm::abr::RmCell;
use cellwise_packet::Codepoint;
use cellwise_tcp::ping::{Echo, ICMP_HEADER_BYTES};
use cellwise_tcp::udp::Datagram;
use cellwise_tcp::{IP_HEADER_BYTES, Segment, UDP_HEADER_BYTES};
use cellwise_units::Time;

use crate::data::ids::FlowId;
use crate::data::web_messages::WebSegment;

/// What one frame carries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sdu {
    pub(crate) packet: Packet,
    /// The flow that the packet belongs to: position in the world's list.
    pub(crate) flow: FlowId,
    /// When the transport handed it over.
    pub(crate) sent_at: Time,
    /// See [`octets`](Self::octets); a scenario has no longer packets than IP.
    octets: u16,
    /// The differentiated services codepoint that a queue on the way gave it, in place of its flow's.
    remarked_dscp: Option<u8>,
}

impl Sdu {
    /// A packet as its sender hands it over.
    #[inline]
    pub(crate) fn new(packet: Packet, flow: FlowId, sent_at: Time) -> Self {
        Self { octets: packet.octets() as u16, packet, flow, sent_at, remarked_dscp: None }
    }

    /// Octets of the packet, headers of its own layers included.
    #[inline]
    pub(crate) const fn octets(&self) -> u32 {
        match &self.packet {
            // What comes from outside may be longer.
            Packet::Outside(packet) => packet.octets,
            _ => self.octets as u32,
        }
    }

    /// Its differentiated services codepoint; `flow_dscp` is that of its flow.
    pub(crate) fn dscp(&self, flow_dscp: u8) -> u8 {
        match &self.packet {
            // A packet of a transport outside has a codepoint of its own.
            Packet::Outside(packet) => packet.dscp,
            _ => self.remarked_dscp.unwrap_or(flow_dscp),
        }
    }

    /// A queue gives it this differentiated services codepoint, which it keeps on the rest of its way.
    // spec: rfc2475 2.3.3.2, the marker
    pub(crate) fn remark(&mut self, dscp: u8) {
        match &mut self.packet {
            Packet::Outside(packet) => packet.dscp = dscp,
            _ => self.remarked_dscp = Some(dscp),
        }
    }
}

/// What a packet carries from one end point to the other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Packet {
    Tcp(Segment),
    Udp(Datagram),
    Web(WebSegment),
    Echo(Echo),
    /// What a transport outside has offered.
    Outside(OutsidePacket),
    /// A cell without a frame.
    Cell,
    /// A resource management cell.
    Rm(RmCell),
}

impl Packet {
    /// Octets of the IP packet, all headers included; none of a single cell.
    #[inline]
    fn octets(&self) -> u32 {
        match self {
            Self::Tcp(segment) | Self::Web(WebSegment { segment, .. }) => {
                segment.len + segment.header_octets() as u32
            }
            Self::Udp(datagram) => datagram.len + (IP_HEADER_BYTES + UDP_HEADER_BYTES) as u32,
            Self::Echo(echo) => echo.len + (IP_HEADER_BYTES + ICMP_HEADER_BYTES) as u32,
            Self::Outside(packet) => packet.octets,
            Self::Cell | Self::Rm(_) => 0,
        }
    }

    /// The TCP segment that it carries, and the number of its connection among those of the flow and
    /// the host that sends it.
    pub(crate) fn segment(&self) -> Option<(&Segment, u32)> {
        match self {
            Self::Tcp(segment) => Some((segment, 0)),
            Self::Web(web) => Some((&web.segment, web.connection())),
            _ => None,
        }
    }

    /// Lets the transport know of congestion that the last cell of the packet's frame met (EFCI), if it
    /// understands that: the mark becomes that of the IP header.
    // spec: rfc3168 5, the codepoint CE
    #[cold]
    pub(crate) fn note_congestion(&mut self) {
        match self {
            Self::Tcp(segment) | Self::Web(WebSegment { segment, .. }) => {
                segment.codepoint = segment.codepoint.marked();
            }
            Self::Outside(packet) => packet.codepoint = packet.codepoint.marked(),
            _ => {}
        }
    }
}

/// A packet of a transport that is outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutsidePacket {
    /// The length of the IP packet.
    pub octets: u32,
    /// Its codepoint of explicit congestion notification.
    pub codepoint: Codepoint,
    /// Its differentiated services codepoint.
    pub dscp: u8,
    /// What its transport knows it by.
    pub tag: u64,
    /// The instant for which it was offered.
    pub offered_at: Time,
    /// Its flow among those at its port.
    pub flow: OutsideFlow,
}

/// The flow of a packet of a transport that is outside, by numbers of the caller's: queues that serve flows or hosts separately
/// distinguish flows of one port by it. All 0 is the flow that a port has by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OutsideFlow {
    /// Addresses, ports and protocol together.
    pub number: u32,
    /// The host that sends; 0 is the host of the port.
    pub source: u32,
    /// The host that receives; 0 is the host at the other end.
    pub destination: u32,
}

impl OutsideFlow {
    /// The numbers of the hosts that send and receive; `ends` are the port's. The network numbers its own hosts upwards
    /// from 0, so these go downwards from the greatest number: each keeps one of its own.
    pub(crate) fn ends(self, ends: [u32; 2]) -> [u32; 2] {
        let host = |given: u32, own: u32| if given == 0 { own } else { given.wrapping_neg() };
        [host(self.source, ends[0]), host(self.destination, ends[1])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_outside_are_as_different_as_their_numbers_and_none_of_the_networks_own() {
        let numbers = [1, 2, 1 << 31, (1 << 31) + 1, u32::MAX - 100_000];
        let hosts = numbers.map(|source| OutsideFlow { source, ..OutsideFlow::default() }.ends([7, 8])[0]);
        for (place, host) in hosts.iter().enumerate() {
            assert!(!hosts[..place].contains(host), "{hosts:?}");
            assert!(*host > 100_000, "{host}");
        }
        assert_eq!(OutsideFlow::default().ends([7, 8]), [7, 8]);
    }
}
