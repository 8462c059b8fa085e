//! Ethernet frames, with VLAN tags and PPPoE sessions.
//!
//! Source: IEEE 802.3 sections 3.1 and 3.2, IEEE 802.1Q section 9 (tags), RFC 2516 (`PPPoE`). The priority of a tag is
//! 0, every VLAN and every session has the number 1.

use crate::packet::Ends;

/// Octets of the least frame, without its check sequence.
const LEAST_OCTETS: usize = 60;
const TYPE_IPV4: [u8; 2] = [0x08, 0x00];
const TYPE_PPPOE_SESSION: [u8; 2] = [0x88, 0x64];
/// The tag of a customer's VLAN, and that of a service provider's, which is before it.
// spec: ieee802.1q 9.6
const TYPE_VLAN: [u8; 2] = [0x81, 0x00];
const TYPE_SERVICE_VLAN: [u8; 2] = [0x88, 0xA8];
const VLAN: [u8; 2] = [0, 1];
/// Version and type 1, code 0, session 1.
// spec: rfc2516 4
const PPPOE_SESSION: [u8; 4] = [0x11, 0x00, 0x00, 0x01];
/// The protocol field of PPP.
pub(crate) const PPP_IPV4: [u8; 2] = [0x00, 0x21];

/// What is between the addresses of a frame and its packet.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Header {
    pub(crate) vlan_tags: u32,
    pub(crate) has_pppoe: bool,
}

/// Adds the frame of a packet, neither filled up nor with its check sequence.
pub(crate) fn add(header: Header, ends: Ends, packet: &[u8], frame: &mut Vec<u8>) {
    let mut put = |part: &[u8]| frame.extend_from_slice(part);
    put(&ends.destination.mac());
    put(&ends.source.mac());
    for before_last in (0..header.vlan_tags).rev() {
        put(if before_last > 0 { &TYPE_SERVICE_VLAN } else { &TYPE_VLAN });
        put(&VLAN);
    }
    if header.has_pppoe {
        let length = (packet.len() + PPP_IPV4.len()) as u16;
        [&TYPE_PPPOE_SESSION[..], &PPPOE_SESSION, &length.to_be_bytes(), &PPP_IPV4]
            .into_iter()
            .for_each(&mut put);
    } else {
        put(&TYPE_IPV4);
    }
    put(packet);
}

/// Fills the frame that begins at `start` up to the least one.
pub(crate) fn fill(start: usize, frame: &mut Vec<u8>) {
    frame.resize(frame.len().max(start + LEAST_OCTETS), 0);
}

/// The frame check sequence in the order in which its octets are sent: the CRC-32 with the bits of each octet
/// reversed.
// spec: ieee802.3 3.2.9
pub(crate) fn check_sequence(octets: &[u8]) -> [u8; 4] {
    let remainder = octets.iter().fold(u32::MAX, |remainder, &octet| {
        (0..8).fold(remainder ^ u32::from(octet), |remainder, _| {
            (remainder >> 1) ^ (0xEDB8_8320 & (remainder & 1).wrapping_neg())
        })
    });
    (!remainder).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_the_catalogue_is_reproduced() {
        assert_eq!(u32::from_le_bytes(check_sequence(b"123456789")), 0xCBF4_3926);
    }
}
