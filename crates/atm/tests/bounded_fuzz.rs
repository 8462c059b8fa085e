//! The bodies of the fuzz targets on a bounded number of random inputs.

use cellwise_atm::aal5::codec::{Frame, Sdu};
use cellwise_atm::cell::{Header, Interface, Pti};
use proptest::prelude::*;

#[path = "../../../fuzz/bodies/atm.rs"]
mod bodies;

/// Octets of a valid header at the user-network interface.
fn header() -> impl Strategy<Value = [u8; 5]> {
    (0u8..16, 0u16..256, any::<u16>(), any::<u8>(), any::<bool>()).prop_map(|(gfc, vpi, vci, bits, clp)| {
        let header = Header { gfc, vpi, vci, pti: Pti::from_bits(bits), clp };
        header.encode(Interface::Uni).expect("the fields fit")
    })
}

/// Valid headers in a row, each with up to two bits flipped.
fn headers() -> impl Strategy<Value = Vec<u8>> {
    let damaged = (header(), prop::collection::vec(0usize..40, 0..3)).prop_map(|(mut octets, wrong)| {
        wrong.into_iter().for_each(|bit| octets[bit / 8] ^= 0x80 >> (bit % 8));
        octets
    });
    prop::collection::vec(damaged, 1..20).prop_map(|headers| headers.concat())
}

/// Valid frames as the target reads them, now and then with a changed octet.
fn frames() -> impl Strategy<Value = Vec<u8>> {
    let sdus = prop::collection::vec(prop::collection::vec(any::<u8>(), 1..200), 1..6);
    (any::<u16>(), sdus, prop::option::of((any::<prop::sample::Index>(), 1u8..))).prop_map(
        |(max_sdu, sdus, change)| {
            let mut octets = max_sdu.to_be_bytes().to_vec();
            for sdu in sdus {
                let frame = Frame::of(&Sdu { octets: sdu, uu: 0, cpi: 0 }).expect("the SDU is short");
                for (payload, end) in frame.cells() {
                    octets.push(u8::from(end));
                    octets.extend(payload);
                }
            }
            if let Some((at, by)) = change {
                let at = at.index(octets.len());
                octets[at] ^= by;
            }
            octets
        },
    )
}

proptest! {
    #[test]
    fn no_octets_are_decoded_to_a_header_that_was_not_sent(octets in prop::collection::vec(any::<u8>(), 0..200)) {
        bodies::cell_header(&octets);
    }

    #[test]
    fn headers_with_errors_are_decoded_to_what_was_sent_or_discarded(octets in headers()) {
        bodies::cell_header(&octets);
    }

    #[test]
    fn no_octets_make_the_receiver_of_frames_panic(octets in prop::collection::vec(any::<u8>(), 0..2000)) {
        bodies::aal5_decode(&octets);
    }

    #[test]
    fn what_is_delivered_from_valid_frames_can_be_sent_again(octets in frames()) {
        bodies::aal5_decode(&octets);
    }
}
