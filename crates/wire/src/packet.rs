//! The output of a TUN device: IP packets as octets, of which a line needs the length, the class and the flow.
//!
//! Any octets may come. What is no whole IP packet, or longer than the device may give, is refused with the reason.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

pub use cellwise_path::Ecn;
use thiserror::Error;

use crate::flow::{Ends, Flow};

/// What a line needs of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its length in octets, with the IP header.
    pub octets: u64,
    /// Its ECN field.
    pub ecn: Ecn,
    /// Its differentiated services codepoint, from 0 to 63.
    pub class: u8,
    /// Its flow.
    pub flow: Flow,
    /// Where it goes to.
    pub destination: IpAddr,
}

impl Seen {
    /// Whether a device sends it by itself, as reports of multicast groups: no host's traffic, and different
    /// in every run.
    #[must_use]
    pub fn is_noise(&self) -> bool {
        match self.destination {
            IpAddr::V4(to) => to.is_multicast() || to == Ipv4Addr::BROADCAST,
            IpAddr::V6(to) => to.is_multicast(),
        }
    }
}

/// Why octets are no packet for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It has no octets.
    #[error("an empty packet")]
    Empty,
    /// Neither IPv4 nor IPv6.
    #[error("version {0} of IP, which is neither 4 nor 6")]
    Version(u8),
    /// The header is cut off, or says that it is shorter than the shortest.
    #[error("{octets} octets hold no header of IPv{version}")]
    Header {
        /// The version.
        version: u8,
        /// How many came.
        octets: usize,
    },
    /// The length in the header is another.
    #[error("the header says {said} octets, but {octets} came")]
    Length {
        /// What the header says.
        said: usize,
        /// How many came.
        octets: usize,
    },
    /// Longer than the device may give: offload is on somewhere.
    #[error(
        "{octets} octets are more than the MTU of {mtu}: switch segmentation offload off (tso, gso, gro) where it comes from"
    )]
    TooLong {
        /// How many came.
        octets: usize,
        /// The most.
        mtu: usize,
    },
}

const IPV4_HEADER: usize = 20;
const IPV6_HEADER: usize = 40;

/// Reads what a line needs of a packet.
///
/// # Errors
/// Why it is no packet, or none for a device with this MTU in octets.
pub fn look(packet: &[u8], mtu: usize) -> Result<Seen, Refusal> {
    let octets = packet.len();
    let first = *packet.first().ok_or(Refusal::Empty)?;
    if octets > mtu {
        return Err(Refusal::TooLong { octets, mtu });
    }
    let (said, class, destination, ends) = match first >> 4 {
        4 => ipv4(packet)?,
        6 => ipv6(packet)?,
        version => return Err(Refusal::Version(version)),
    };
    if said != octets {
        return Err(Refusal::Length { said, octets });
    }
    Ok(Seen {
        octets: octets as u64,
        ecn: Ecn::of_bits(class),
        class: class >> 2,
        flow: ends.flow(),
        destination,
    })
}

/// The length that the header says, the octet of class and ECN field, the destination, and the flow's ends.
type Header<'a> = (usize, u8, IpAddr, Ends<'a>);

// spec: rfc791 3.1
fn ipv4(packet: &[u8]) -> Result<Header<'_>, Refusal> {
    let short = Refusal::Header { version: 4, octets: packet.len() };
    let header: &[u8; IPV4_HEADER] = packet.first_chunk().ok_or(short)?;
    let length = usize::from(header[0] & 0xf) * 4;
    if length < IPV4_HEADER || length > packet.len() {
        return Err(short);
    }
    let to = Ipv4Addr::new(header[16], header[17], header[18], header[19]);
    Ok((pair(header[2], header[3]).into(), header[1], to.into(), Ends::of_ipv4(packet, length)))
}

// spec: rfc8200 3
fn ipv6(packet: &[u8]) -> Result<Header<'_>, Refusal> {
    let short = Refusal::Header { version: 6, octets: packet.len() };
    let header: &[u8; IPV6_HEADER] = packet.first_chunk().ok_or(short)?;
    let mut to = [0; 16];
    to.copy_from_slice(&header[24..40]);
    let payload = usize::from(pair(header[4], header[5]));
    let class = (header[0] << 4) | (header[1] >> 4);
    let ends = Ends::of_ipv6(packet, IPV6_HEADER);
    Ok((IPV6_HEADER + payload, class, Ipv6Addr::from(to).into(), ends))
}

pub(crate) fn pair(high: u8, low: u8) -> u16 {
    u16::from_be_bytes([high, low])
}

/// Marks a packet that [`look`] accepted as having met congestion. One whose transport does not understand marks stays
/// unchanged, and so do octets that are no packet.
// spec: rfc3168 5
pub fn mark(packet: &mut [u8]) {
    match packet.first().map(|first| first >> 4) {
        Some(4) if packet.len() >= IPV4_HEADER && packet[1] & 3 != 0 => {
            let before = pair(packet[0], packet[1]);
            packet[1] |= 3;
            let sum = changed_sum(pair(packet[10], packet[11]), before, pair(packet[0], packet[1]));
            packet[10..12].copy_from_slice(&sum.to_be_bytes());
        }
        // The traffic class lies across two octets, and no sum covers it.
        Some(6) if packet.len() >= IPV6_HEADER && packet[1] & 0x30 != 0 => packet[1] |= 0x30,
        _ => {}
    }
}

/// The checksum of a header of which one word changes.
// spec: rfc1624 3, equation 3
fn changed_sum(sum: u16, before: u16, after: u16) -> u16 {
    let total = u32::from(!sum) + u32::from(!before) + u32::from(after);
    let folded = (total & 0xffff) + (total >> 16);
    !(((folded & 0xffff) + (folded >> 16)) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checksum(header: &[u8]) -> u16 {
        let total: u32 = header.chunks(2).map(|word| u32::from(pair(word[0], word[1]))).sum();
        let folded = (total & 0xffff) + (total >> 16);
        !(((folded & 0xffff) + (folded >> 16)) as u16)
    }

    fn ipv4_packet(octets: u16, class: u8, to: [u8; 4]) -> Vec<u8> {
        let mut packet = vec![0; usize::from(octets)];
        packet[0] = 0x45;
        packet[1] = class;
        packet[2..4].copy_from_slice(&octets.to_be_bytes());
        packet[8..10].copy_from_slice(&[64, 6]);
        packet[12..16].copy_from_slice(&[198, 18, 0, 1]);
        packet[16..20].copy_from_slice(&to);
        let sum = checksum(&packet[..20]);
        packet[10..12].copy_from_slice(&sum.to_be_bytes());
        packet
    }

    fn ipv6_packet(payload: u16, class: u8, to: Ipv6Addr) -> Vec<u8> {
        let mut packet = vec![0; IPV6_HEADER + usize::from(payload)];
        packet[0] = 0x60 | class >> 4;
        packet[1] = class << 4;
        packet[4..6].copy_from_slice(&payload.to_be_bytes());
        packet[24..40].copy_from_slice(&to.octets());
        packet
    }

    #[test]
    fn length_ecn_and_destination_of_both_versions_are_read() {
        let seen = look(&ipv4_packet(100, 0b1011_1010, [198, 18, 0, 2]), 1500).unwrap();
        let to = IpAddr::from([198, 18, 0, 2]);
        let flow = seen.flow;
        assert_eq!(seen, Seen { octets: 100, ecn: Ecn::Ect0, class: 0b10_1110, flow, destination: to });
        assert!(!seen.is_noise());
        let to: Ipv6Addr = "2001:2::2".parse().unwrap();
        let seen = look(&ipv6_packet(60, 0b1011_1001, to), 1500).unwrap();
        let (flow, destination) = (seen.flow, to.into());
        assert_eq!(seen, Seen { octets: 100, ecn: Ecn::Ect1, class: 0b10_1110, flow, destination });
    }

    #[test]
    fn what_devices_say_by_themselves_is_noise() {
        for to in [[224, 0, 0, 22], [255, 255, 255, 255]] {
            assert!(look(&ipv4_packet(40, 0, to), 1500).unwrap().is_noise());
        }
        assert!(look(&ipv6_packet(36, 0, "ff02::16".parse().unwrap()), 1500).unwrap().is_noise());
    }

    #[test]
    fn a_packet_beyond_the_mtu_is_refused_with_what_to_do() {
        let long = ipv4_packet(1501, 0, [198, 18, 0, 2]);
        assert!(look(&long[..], 1501).is_ok());
        let refusal = look(&long, 1500).unwrap_err();
        assert_eq!(refusal, Refusal::TooLong { octets: 1501, mtu: 1500 });
        assert!(refusal.to_string().contains("offload"), "{refusal}");
    }

    #[test]
    fn what_is_no_whole_packet_is_refused() {
        let whole = ipv4_packet(60, 0, [198, 18, 0, 2]);
        assert_eq!(look(&[], 1500), Err(Refusal::Empty));
        assert_eq!(look(&[0x50; 60], 1500), Err(Refusal::Version(5)));
        assert_eq!(look(&whole[..19], 1500), Err(Refusal::Header { version: 4, octets: 19 }));
        assert_eq!(look(&whole[..59], 1500), Err(Refusal::Length { said: 60, octets: 59 }));
        let mut small = whole.clone();
        small[0] = 0x44;
        assert_eq!(look(&small, 1500), Err(Refusal::Header { version: 4, octets: 60 }));
        small[0] = 0x4f;
        assert_eq!(look(&small[..40], 1500), Err(Refusal::Header { version: 4, octets: 40 }));
        let six = ipv6_packet(10, 0, Ipv6Addr::LOCALHOST);
        assert_eq!(look(&six[..39], 1500), Err(Refusal::Header { version: 6, octets: 39 }));
        assert_eq!(look(&six[..49], 1500), Err(Refusal::Length { said: 50, octets: 49 }));
    }

    #[test]
    fn a_mark_keeps_the_sum_right_whatever_the_header() {
        for class in 0..=255 {
            for last in 0..=255 {
                let mut packet = ipv4_packet(40, class, [198, 18, 0, last]);
                mark(&mut packet);
                let marked = if class & 3 == 0 { class } else { class | 3 };
                assert_eq!(packet, ipv4_packet(40, marked, [198, 18, 0, last]));
            }
        }
    }

    #[test]
    fn the_example_of_rfc_1624_comes_out() {
        // spec: rfc1624 4
        assert_eq!(changed_sum(0xdd2f, 0x5555, 0x3285), 0x0000);
    }

    #[test]
    fn ipv6_is_marked_in_its_traffic_class() {
        for class in 0..=255_u8 {
            let mut packet = ipv6_packet(4, class, Ipv6Addr::LOCALHOST);
            mark(&mut packet);
            let marked = if class & 3 == 0 { class } else { class | 3 };
            assert_eq!(packet, ipv6_packet(4, marked, Ipv6Addr::LOCALHOST));
        }
    }
}
