//! The body of the fuzz target for RM cells on a bounded number of random inputs.

use cellwise_atm::abr::rm_codec::{RmError, decode, encode};
use cellwise_atm::abr::{RmCell, RmDirection};
use cellwise_atm::cell::PAYLOAD_OCTETS;
use proptest::prelude::*;

#[path = "../../../fuzz/bodies/rm_cell.rs"]
mod bodies;

type Payload = [u8; PAYLOAD_OCTETS];

fn any_rm() -> impl Strategy<Value = RmCell> {
    (any::<[bool; 4]>(), prop::array::uniform3(0.0f64..5e9)).prop_map(|(bits, [er, ccr, mcr])| {
        let [backward, bn, ci, ni] = bits;
        let direction = if backward { RmDirection::Backward } else { RmDirection::Forward };
        RmCell { direction, bn, ci, ni, er, ccr, mcr }
    })
}

/// The payload with its CRC-10 made to fit, by trying: the last ten bits have one value that does.
fn with_crc(mut payload: Payload) -> Payload {
    for crc in 0u16..1024 {
        payload[46] = payload[46] & 0xFC | (crc >> 8) as u8;
        payload[47] = crc as u8;
        if decode(&payload) != Err(RmError::Crc) {
            break;
        }
    }
    payload
}

/// Valid payloads, each with up to three octets changed, now and then under a fitting CRC.
fn payloads() -> impl Strategy<Value = Vec<Payload>> {
    let changes = prop::collection::vec((0..PAYLOAD_OCTETS, any::<u8>()), 0..4);
    let damaged = (any_rm(), changes, any::<bool>()).prop_map(|(rm, changes, fitting)| {
        let mut payload = encode(&rm);
        changes.into_iter().for_each(|(at, octet)| payload[at] = octet);
        if fitting { with_crc(payload) } else { payload }
    });
    prop::collection::vec(damaged, 1..5)
}

#[test]
fn reserved_bits_and_unused_fields_are_not_looked_at() {
    let direction = RmDirection::Forward;
    let rm = RmCell { direction, bn: false, ci: true, ni: false, er: 1000.0, ccr: 500.0, mcr: 0.0 };
    let mut payload = encode(&rm);
    payload[1] |= 0x0F;
    payload[2] |= 0x80;
    payload[8..46].fill(0xFF);
    payload[46] |= 0xFC;
    let payload = with_crc(payload);
    assert_eq!(decode(&payload), Ok(rm));
    bodies::rm_cell(&payload);
}

proptest! {
    #[test]
    fn no_octets_make_the_decoder_panic(octets in prop::collection::vec(any::<u8>(), 0..500)) {
        bodies::rm_cell(&octets);
    }

    #[test]
    fn what_is_decoded_can_be_sent_again(payloads in payloads()) {
        bodies::rm_cell(&payloads.concat());
    }
}
