//! IPv4 packets that carry TCP segments, UDP datagrams or echoes, with real checksums; data are zeros.
//!
//! Source: RFC 791 (IPv4), RFC 9293 (TCP), RFC 768 (UDP), RFC 792 (echo), RFC 3168 (ECN), RFC 1071 (checksums). The
//! time to live is 64 at every capture point: switches and bridging routers do not lower it here.

use cellwise_tcp::ping::Echo;
use cellwise_tcp::udp::Datagram;
use cellwise_tcp::{IP_HEADER_BYTES, Segment, UDP_HEADER_BYTES};

pub use crate::agreed::Agreed;
use crate::tcp;

/// The most octets that the length field of an IPv4 header can hold.
const MOST_OCTETS: usize = 65_535;
const IP_HEADER: usize = IP_HEADER_BYTES as usize;
const UDP_HEADER: usize = UDP_HEADER_BYTES as usize;
const AT_TOTAL_LENGTH: usize = 2;
const AT_IP_CHECKSUM: usize = 10;
const AT_UDP_CHECKSUM: usize = 6;
const DO_NOT_FRAGMENT: u16 = 0x4000;
const TIME_TO_LIVE: u8 = 64;
const AT_ICMP_CHECKSUM: usize = 2;
const PROTOCOL_ICMP: u8 = 1;
const PROTOCOL_TCP: u8 = 6;
const PROTOCOL_UDP: u8 = 17;

/// Where one end of a flow is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Socket {
    /// The number of its node, from 0; numbers that are equal modulo 2^24 have the same address.
    pub node: u32,
    /// The port.
    pub port: u16,
}

impl Socket {
    /// The node's address: 10.0.0.1 for node 0, and so on.
    #[must_use]
    pub const fn address(self) -> [u8; 4] {
        let [_, x, y, z] = self.node.wrapping_add(1).to_be_bytes();
        [10, x, y, z]
    }

    /// The node's MAC address, which is locally administered and holds the address.
    #[must_use]
    pub const fn mac(self) -> [u8; 6] {
        let [a, x, y, z] = self.address();
        [0x02, 0, a, x, y, z]
    }
}

/// The ends of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// Where it comes from.
    pub source: Socket,
    /// Where it goes.
    pub destination: Socket,
    /// The differentiated services codepoint, 0 to 63.
    pub dscp: u8,
}

/// Adds the packet of a TCP segment. `identification` is that of the IP header.
///
/// A segment of more data than an IPv4 packet can carry is cut.
pub fn tcp(ends: Ends, identification: u16, segment: &Segment, agreed: Agreed, packet: &mut Vec<u8>) {
    let ecn = segment.codepoint.bits();
    let start = begin(ends, identification, PROTOCOL_TCP, ecn, packet);
    let header = packet.len();
    tcp::header(ends, segment, agreed, packet);
    fill(start, segment.len, packet);
    let sum = pseudo_header(ends, PROTOCOL_TCP, packet.len() - header);
    // The data are zeros, which add nothing.
    let checksum = checksum(sum, &packet[header..]);
    packet[header + tcp::AT_CHECKSUM..][..2].copy_from_slice(&checksum.to_be_bytes());
    finish(start, packet);
}

/// Adds the packet of a UDP datagram. `identification` is that of the IP header.
///
/// A datagram of more data than an IPv4 packet can carry is cut.
pub fn udp(ends: Ends, identification: u16, datagram: &Datagram, packet: &mut Vec<u8>) {
    let start = begin(ends, identification, PROTOCOL_UDP, 0, packet);
    let header = packet.len();
    let room = MOST_OCTETS - IP_HEADER - UDP_HEADER;
    let octets = (datagram.len as usize).min(room) + UDP_HEADER;
    for field in [ends.source.port, ends.destination.port, octets as u16, 0] {
        packet.extend(field.to_be_bytes());
    }
    fill(start, datagram.len, packet);
    let sum = pseudo_header(ends, PROTOCOL_UDP, octets);
    // spec: rfc768: a checksum of 0 is sent as all ones.
    let checksum = match checksum(sum, &packet[header..]) {
        0 => u16::MAX,
        other => other,
    };
    packet[header + AT_UDP_CHECKSUM..][..2].copy_from_slice(&checksum.to_be_bytes());
    finish(start, packet);
}

/// Adds the packet of an echo request or reply; the port of the end that asks is the identifier.
/// `identification` is that of the IP header.
///
/// An echo of more data than an IPv4 packet can carry is cut.
// spec: rfc792, echo or echo reply message
pub fn echo(ends: Ends, identification: u16, echo: &Echo, packet: &mut Vec<u8>) {
    let start = begin(ends, identification, PROTOCOL_ICMP, 0, packet);
    let header = packet.len();
    let (kind, asks) = if echo.is_reply { (0, ends.destination) } else { (8, ends.source) };
    packet.extend([kind, 0, 0, 0]);
    packet.extend(asks.port.to_be_bytes());
    packet.extend((echo.number as u16).to_be_bytes());
    fill(start, echo.len, packet);
    let checksum = checksum(0, &packet[header..]);
    packet[header + AT_ICMP_CHECKSUM..][..2].copy_from_slice(&checksum.to_be_bytes());
    finish(start, packet);
}

/// Adds an IPv4 header without length and checksum; gives its place.
fn begin(ends: Ends, identification: u16, protocol: u8, ecn: u8, packet: &mut Vec<u8>) -> usize {
    let start = packet.len();
    packet.extend([0x45, (ends.dscp << 2) | ecn, 0, 0]);
    packet.extend(identification.to_be_bytes());
    packet.extend(DO_NOT_FRAGMENT.to_be_bytes());
    packet.extend([TIME_TO_LIVE, protocol, 0, 0]);
    packet.extend(ends.source.address());
    packet.extend(ends.destination.address());
    start
}

/// Adds so many octets of data, as far as the packet that begins at `start` has room.
fn fill(start: usize, octets: u32, packet: &mut Vec<u8>) {
    let room = (start + MOST_OCTETS).saturating_sub(packet.len());
    packet.resize(packet.len() + (octets as usize).min(room), 0);
}

/// Sets length and checksum of the IPv4 header at `start`.
fn finish(start: usize, packet: &mut [u8]) {
    let octets = (packet.len() - start).min(MOST_OCTETS) as u16;
    packet[start + AT_TOTAL_LENGTH..][..2].copy_from_slice(&octets.to_be_bytes());
    let checksum = checksum(0, &packet[start..start + IP_HEADER]);
    packet[start + AT_IP_CHECKSUM..][..2].copy_from_slice(&checksum.to_be_bytes());
}

/// The sum over the pseudo header of so many octets of a protocol.
// spec: rfc9293 3.1, rfc768
fn pseudo_header(ends: Ends, protocol: u8, octets: usize) -> u32 {
    let addresses = sum_of(&ends.source.address()) + sum_of(&ends.destination.address());
    addresses + u32::from(protocol) + octets as u32
}

/// The sum of 16-bit words; an odd octet at the end counts as followed by 0.
fn sum_of(octets: &[u8]) -> u32 {
    let (words, odd) = octets.as_chunks::<2>();
    let sum: u32 = words.iter().map(|word| u32::from(u16::from_be_bytes(*word))).sum();
    sum + odd.first().map_or(0, |octet| u32::from(*octet) << 8)
}

/// The checksum of octets whose own field is 0, which follow what sums up to `before`.
// spec: rfc1071 1
fn checksum(before: u32, octets: &[u8]) -> u16 {
    let mut sum = before + sum_of(octets);
    while sum > 0xFFFF {
        sum = (sum & 0xFFFF) + (sum >> 16);
    }
    !(sum as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_tcp::{Codepoint, Flags, Seq};
    use proptest::prelude::*;

    fn ends() -> Ends {
        let source = Socket { node: 0, port: 1024 };
        Ends { source, destination: Socket { node: 0x0001_0203, port: 5001 }, dscp: 0 }
    }

    /// What a receiver computes: 0 if the octets with their checksum are unchanged.
    fn remainder(before: u32, octets: &[u8]) -> u16 {
        checksum(before, octets)
    }

    #[test]
    fn addresses_report_the_node() {
        assert_eq!(ends().source.address(), [10, 0, 0, 1]);
        assert_eq!(ends().destination.address(), [10, 1, 2, 4]);
        assert_eq!(Socket { node: 0x0100_0000, port: 0 }.address(), ends().source.address());
    }

    #[test]
    fn a_known_header_has_its_known_checksum() {
        // A worked example in wide use: 45 00 00 73 ... 40 11 b8 61 c0 a8 00 01 c0 a8 00 c7.
        let header =
            [0x45, 0, 0, 0x73, 0, 0, 0x40, 0, 0x40, 0x11, 0, 0, 0xC0, 0xA8, 0, 1, 0xC0, 0xA8, 0, 0xC7];
        assert_eq!(checksum(0, &header), 0xB861);
    }

    #[test]
    fn congestion_marks_stand_in_the_ip_header() {
        let plain = Segment::plain(Seq(0), 0, Seq(0), 0, Flags::ACK);
        let fields = [Codepoint::NotEct, Codepoint::Ect1, Codepoint::Ect0, Codepoint::Ce];
        for (codepoint, field) in fields.into_iter().zip(0..) {
            let mut packet = Vec::new();
            tcp(ends(), 0, &Segment { codepoint, ..plain }, Agreed::default(), &mut packet);
            assert_eq!(packet[1], field);
        }
    }

    #[test]
    fn what_no_packet_can_carry_is_cut() {
        let mut packet = vec![7; 3];
        let segment = Segment::plain(Seq(0), u32::MAX, Seq(0), 0, Flags::ACK);
        tcp(ends(), 0, &segment, Agreed::default(), &mut packet);
        assert_eq!(packet.len(), 3 + MOST_OCTETS);
        packet.clear();
        udp(ends(), 0, &Datagram { number: 0, len: 70_000 }, &mut packet);
        assert_eq!(packet.len(), MOST_OCTETS);
    }

    proptest! {
        #[test]
        fn lengths_and_checksums_are_those_that_receivers_expect(
            len in 0u32..3_000, identification: u16, seq: u32, window: u32, flags: u16, port: u16,
        ) {
            let ends = Ends { source: Socket { port, ..ends().source }, ..ends() };
            let segment = Segment::plain(Seq(seq), len, Seq(!seq), window, Flags(flags & 0x1FF));
            let mut packet = Vec::new();
            tcp(ends, identification, &segment, Agreed::default(), &mut packet);
            prop_assert_eq!(packet.len() as u64, segment.header_octets() + u64::from(len));
            prop_assert_eq!(usize::from(u16::from_be_bytes([packet[2], packet[3]])), packet.len());
            prop_assert_eq!(remainder(0, &packet[..20]), 0);
            prop_assert_eq!(remainder(pseudo_header(ends, 6, packet.len() - 20), &packet[20..]), 0);
            packet.clear();
            udp(ends, identification, &Datagram { number: 1, len }, &mut packet);
            prop_assert_eq!(packet.len(), 28 + len as usize);
            prop_assert_eq!(usize::from(u16::from_be_bytes([packet[24], packet[25]])), packet.len() - 20);
            prop_assert_eq!(remainder(0, &packet[..20]), 0);
            prop_assert_eq!(remainder(pseudo_header(ends, 17, packet.len() - 20), &packet[20..]), 0);
            prop_assert_ne!(&packet[26..28], &[0, 0], "0 would mean that there is no checksum");
        }
    }
}
