//! SDUs: a packet as its encapsulation wraps it.
//!
//! Source: RFC 2684 (routed and bridged, LLC and VC multiplexing), RFC 2364 (`PPPoA`), ATM Forum
//! af-lane-0021.000 section 4.1 (LAN emulation), RFC 1042. Lengths are those of [`Encapsulation::sdu`].

use cellwise_atm::aal5::Encapsulation;

use crate::ethernet::{self, Header, PPP_IPV4};
use crate::packet::Ends;

/// LLC of a protocol with its identifier under the organisation 0.
const SNAP_IPV4: [u8; 8] = [0xAA, 0xAA, 0x03, 0, 0, 0, 0x08, 0x00];
/// LLC of bridged Ethernet, with the padding that aligns its addresses.
// spec: rfc2684 5.2
const BRIDGED_WITH_FCS: [u8; 10] = [0xAA, 0xAA, 0x03, 0x00, 0x80, 0xC2, 0x00, 0x01, 0, 0];
const BRIDGED: [u8; 10] = [0xAA, 0xAA, 0x03, 0x00, 0x80, 0xC2, 0x00, 0x07, 0, 0];
/// The padding of bridged Ethernet with VC multiplexing.
// spec: rfc2684 6.2
const BRIDGED_VC_MUX: [u8; 2] = [0, 0];
/// LLC and network layer identifier of PPP.
// spec: rfc2364 6
const PPP_LLC: [u8; 4] = [0xFE, 0xFE, 0x03, 0xCF];
/// The identifier of a LAN emulation client.
const LANE_CLIENT: [u8; 2] = [0, 1];
/// Access control and frame control of a Token Ring frame with LLC.
const TOKEN_RING: [u8; 2] = [0x10, 0x40];

/// Adds the SDU of a packet. `ends` give the MAC addresses, where there are any.
pub fn add(encapsulation: Encapsulation, ends: Ends, packet: &[u8], sdu: &mut Vec<u8>) {
    use Encapsulation as E;
    match encapsulation {
        E::LlcSnap => put(&[&SNAP_IPV4, packet], sdu),
        E::VcMux => put(&[packet], sdu),
        E::LaneEthernet => {
            put(&[&LANE_CLIENT], sdu);
            let mac = sdu.len();
            ethernet::add(Header::default(), ends, packet, sdu);
            ethernet::fill(mac, sdu);
        }
        E::LaneTokenRing => {
            let (to, from) = (ends.destination.mac(), ends.source.mac());
            put(&[&LANE_CLIENT, &TOKEN_RING, &to, &from, &SNAP_IPV4, packet], sdu);
        }
        E::PppoaLlc => put(&[&PPP_LLC, &PPP_IPV4, packet], sdu),
        E::PppoaVcMux => put(&[&PPP_IPV4, packet], sdu),
        E::BridgedLlc => bridge(&BRIDGED, Mac::Ip, ends, packet, sdu),
        E::BridgedLlcFcs => bridge(&BRIDGED_WITH_FCS, Mac::IpWithFcs, ends, packet, sdu),
        E::BridgedVcMux => bridge(&BRIDGED_VC_MUX, Mac::Ip, ends, packet, sdu),
        E::BridgedVcMuxFcs => bridge(&BRIDGED_VC_MUX, Mac::IpWithFcs, ends, packet, sdu),
        E::PppoeLlc => bridge(&BRIDGED, Mac::Pppoe, ends, packet, sdu),
        E::PppoeLlcFcs => bridge(&BRIDGED_WITH_FCS, Mac::PppoeWithFcs, ends, packet, sdu),
        E::PppoeVcMux => bridge(&BRIDGED_VC_MUX, Mac::Pppoe, ends, packet, sdu),
        E::PppoeVcMuxFcs => bridge(&BRIDGED_VC_MUX, Mac::PppoeWithFcs, ends, packet, sdu),
    }
}

/// What a bridged Ethernet frame carries, and whether its check sequence is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mac {
    Ip,
    IpWithFcs,
    Pppoe,
    PppoeWithFcs,
}

fn put(parts: &[&[u8]], sdu: &mut Vec<u8>) {
    parts.iter().for_each(|part| sdu.extend_from_slice(part));
}

fn bridge(header: &[u8], frame: Mac, ends: Ends, packet: &[u8], sdu: &mut Vec<u8>) {
    put(&[header], sdu);
    let mac = sdu.len();
    let has_pppoe = matches!(frame, Mac::Pppoe | Mac::PppoeWithFcs);
    ethernet::add(Header { vlan_tags: 0, has_pppoe }, ends, packet, sdu);
    // What keeps its check sequence keeps the padding that it covers.
    if matches!(frame, Mac::IpWithFcs | Mac::PppoeWithFcs) {
        ethernet::fill(mac, sdu);
        let sequence = ethernet::check_sequence(&sdu[mac..]);
        put(&[&sequence], sdu);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Socket;
    use cellwise_units::Bytes;
    use proptest::prelude::*;

    fn encoded(encapsulation: Encapsulation, packet: &[u8]) -> Vec<u8> {
        let (source, destination) = (Socket { node: 0, port: 1 }, Socket { node: 1, port: 2 });
        let mut sdu = Vec::new();
        add(encapsulation, Ends { source, destination, dscp: 0 }, packet, &mut sdu);
        sdu
    }

    #[test]
    fn headers_are_those_of_the_documents() {
        let packet = [0x45; 20];
        let begin = |encapsulation| encoded(encapsulation, &packet);
        assert_eq!(begin(Encapsulation::LlcSnap)[..9], [0xAA, 0xAA, 3, 0, 0, 0, 8, 0, 0x45]);
        assert_eq!(begin(Encapsulation::PppoaLlc)[..7], [0xFE, 0xFE, 3, 0xCF, 0, 0x21, 0x45]);
        let bridged = begin(Encapsulation::BridgedLlc);
        assert_eq!(bridged[..10], [0xAA, 0xAA, 3, 0, 0x80, 0xC2, 0, 7, 0, 0]);
        assert_eq!(bridged[10..25], [2, 0, 10, 0, 0, 2, 2, 0, 10, 0, 0, 1, 8, 0, 0x45]);
        let pppoe = begin(Encapsulation::PppoeVcMux);
        assert_eq!(pppoe[14..25], [0x88, 0x64, 0x11, 0, 0, 1, 0, 22, 0, 0x21, 0x45]);
        assert_eq!(begin(Encapsulation::LaneTokenRing)[16..24], SNAP_IPV4);
    }

    #[test]
    fn a_kept_check_sequence_covers_the_frame_and_its_padding() {
        for (encapsulation, mac) in [(Encapsulation::BridgedLlcFcs, 10), (Encapsulation::PppoeVcMuxFcs, 2)] {
            let sdu = encoded(encapsulation, &[0x45; 28]);
            assert_eq!(sdu.len(), mac + 64);
            let (frame, sequence) = sdu[mac..].split_at(60);
            assert_eq!(ethernet::check_sequence(frame), sequence);
        }
    }

    proptest! {
        #[test]
        fn an_sdu_has_the_octets_that_the_simulator_counts_and_holds_its_packet(octets in 20usize..2_000) {
            let packet: Vec<u8> = (0..octets).map(|n| n as u8 | 1).collect();
            for &encapsulation in Encapsulation::ALL {
                let sdu = encoded(encapsulation, &packet);
                prop_assert_eq!(sdu.len() as u64, encapsulation.sdu(Bytes::new(octets as u64)).get());
                prop_assert!(sdu.windows(octets).any(|part| part == packet), "{}", encapsulation.name());
            }
        }
    }
}
