//! A packet as its packet link frames it, from the first octet that the receiver's link layer sees to the last before
//! the check sequence, which interfaces take off.
//!
//! Source: RFC 1661 and RFC 1662 (PPP); for Ethernet, PTM and DOCSIS, whose frames are those of Ethernet,
//! [IEEE 802.3](cellwise_packet::framing::ethernet). What the link adds around that (preamble, codewords, flags, octets
//! that are stuffed) is not part of a record.

use cellwise_packet::framing::FramingConfig;

use crate::ethernet::{self, Header, PPP_IPV4};
use crate::format::Link;
use crate::packet::Ends;

/// Address and control field of PPP.
// spec: rfc1662 3.1
const ADDRESS_AND_CONTROL: [u8; 2] = [0xFF, 0x03];

/// What the records of a link hold.
#[must_use]
pub const fn link_of(framing: &FramingConfig) -> Link {
    match framing {
        FramingConfig::Docsis(_) | FramingConfig::Ethernet(_) | FramingConfig::Ptm(_) => Link::Ethernet,
        FramingConfig::Ppp(_) => Link::Ppp,
        FramingConfig::Raw(_) => Link::Ip,
    }
}

/// Adds the frame of a packet. `ends` give the MAC addresses, where there are any.
pub fn add(framing: &FramingConfig, ends: Ends, packet: &[u8], frame: &mut Vec<u8>) {
    let mut ethernet = |vlan_tags, has_pppoe| {
        let start = frame.len();
        ethernet::add(Header { vlan_tags, has_pppoe }, ends, packet, frame);
        ethernet::fill(start, frame);
    };
    match framing {
        FramingConfig::Docsis(_) => ethernet(0, false),
        FramingConfig::Ethernet(config) => ethernet(config.vlan_tags, config.pppoe),
        FramingConfig::Ptm(config) => ethernet(config.vlan_tags, config.pppoe),
        FramingConfig::Ppp(config) => {
            // spec: rfc1661 6.5, 6.6: what is left out is not there, and the protocol keeps its odd octet.
            frame.extend_from_slice(if config.acfc { &[] } else { &ADDRESS_AND_CONTROL });
            frame.extend_from_slice(if config.pfc { &PPP_IPV4[1..] } else { &PPP_IPV4 });
            frame.extend_from_slice(packet);
        }
        FramingConfig::Raw(_) => frame.extend_from_slice(packet),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Socket;
    use cellwise_packet::framing::{Framing, ethernet, ppp, ptm};
    use proptest::prelude::*;

    fn framed(framing: &FramingConfig, packet: &[u8]) -> Vec<u8> {
        let (source, destination) = (Socket { node: 0, port: 1 }, Socket { node: 1, port: 2 });
        let mut frame = Vec::new();
        add(framing, Ends { source, destination, dscp: 0 }, packet, &mut frame);
        frame
    }

    #[test]
    fn headers_are_those_of_the_documents() {
        let begin = |framing| framed(&framing, &[0x45; 50]);
        let plain = ethernet::Config::default();
        let ethernet = |config| FramingConfig::Ethernet(config);
        assert_eq!(begin(ethernet(plain))[..15], [2, 0, 10, 0, 0, 2, 2, 0, 10, 0, 0, 1, 8, 0, 0x45]);
        let tagged = begin(ethernet(ethernet::Config { vlan_tags: 2, ..plain }));
        assert_eq!(tagged[12..23], [0x88, 0xA8, 0, 1, 0x81, 0, 0, 1, 8, 0, 0x45]);
        let session = begin(ethernet(ethernet::Config { vlan_tags: 1, pppoe: true, ..plain }));
        assert_eq!(session[12..27], [0x81, 0, 0, 1, 0x88, 0x64, 0x11, 0, 0, 1, 0, 52, 0, 0x21, 0x45]);
        let ppp = |pfc, acfc| begin(FramingConfig::Ppp(ppp::Config { pfc, acfc, ..ppp::Config::default() }));
        assert_eq!(ppp(false, false)[..5], [0xFF, 3, 0, 0x21, 0x45]);
        assert_eq!(ppp(true, true)[..2], [0x21, 0x45]);
    }

    proptest! {
        #[test]
        fn a_frame_has_the_octets_that_errors_may_hit_but_for_its_check_sequences(
            framing in FramingConfig::arbitrary(), octets in 20usize..2_000,
        ) {
            let packet: Vec<u8> = (0..octets).map(|n| n as u8 | 1).collect();
            let frame = framed(&framing, &packet);
            let checked = match framing {
                FramingConfig::Docsis(_) | FramingConfig::Ethernet(_) => 4,
                FramingConfig::Ptm(config) => 4 + if config.crc == ptm::TcCheck::Crc16 { 2 } else { 4 },
                FramingConfig::Ppp(config) => if config.fcs == ppp::CheckSequence::Fcs16 { 2 } else { 4 },
                FramingConfig::Raw(_) => 0,
            };
            prop_assert_eq!(frame.len() + checked, framing.build().frame_octets(octets as u32) as usize);
            prop_assert!(frame.windows(octets).any(|part| part == packet));
        }
    }
}
