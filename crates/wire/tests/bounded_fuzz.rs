//! The body of the fuzz target on a bounded number of inputs: packets with changed octets.

use proptest::prelude::*;

#[path = "../../../fuzz/bodies/tun_packet.rs"]
mod bodies;

/// A header of either version, whole or nearly so, and what follows.
fn nearly_packets() -> impl Strategy<Value = Vec<u8>> {
    let rest = prop::collection::vec(any::<u8>(), 0..80);
    (any::<bool>(), any::<u8>(), rest, -2..=2_i32).prop_map(|(is_six, class, rest, off)| {
        let header = if is_six { 40 } else { 20 };
        let mut packet = vec![0; header];
        packet.extend(rest);
        let said = if is_six { packet.len() - header } else { packet.len() };
        let said = (said as i32 + if class % 4 == 3 { off } else { 0 }).max(0) as u16;
        let place = if is_six { 4 } else { 2 };
        packet[place..place + 2].copy_from_slice(&said.to_be_bytes());
        packet[0] = if is_six { 0x60 | class >> 4 } else { 0x45 };
        packet[1] = if is_six { class << 4 } else { class };
        packet
    })
}

proptest! {
    #[test]
    fn any_octets_are_a_packet_or_refused(octets in prop::collection::vec(any::<u8>(), 0..100)) {
        bodies::tun_packet(&octets);
    }

    #[test]
    fn packets_are_marked_without_another_change(
        packet in nearly_packets(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
    ) {
        let mut packet = packet;
        for (at, octet) in changes {
            let at = at.index(packet.len());
            packet[at] = octet;
        }
        bodies::tun_packet(&packet);
    }
}
