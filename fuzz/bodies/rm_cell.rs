// What the fuzz target of the RM cell decoder checks. The bounded property tests of crates/atm
// include this file too, so that the same checks run on stable Rust with every test.

use cellwise_atm::abr::RmDirection;
use cellwise_atm::abr::rm_codec::{RmError, cell, decode, encode, of_cell};
use cellwise_atm::cell::{Cell, Interface, PAYLOAD_OCTETS};
use cellwise_atm::hec::HecReceiver;

/// A stream of payloads: what is decoded is encoded and decoded to the same, and differs from the
/// octets received only where nothing is looked at.
pub(crate) fn rm_cell(octets: &[u8]) {
    for payload in octets.as_chunks::<PAYLOAD_OCTETS>().0 {
        let rm = match decode(payload) {
            Ok(rm) => rm,
            Err(RmError::Protocol { id }) => {
                assert_eq!(id, payload[0]);
                continue;
            }
            Err(error) => {
                assert_eq!(error, RmError::Crc);
                continue;
            }
        };
        let sent = encode(&rm);
        assert_eq!(decode(&sent), Ok(rm));
        // The four flags; RA and the reserved bits are not looked at.
        assert_eq!(sent[1], payload[1] & 0xF0);
        assert_eq!(rm.direction == RmDirection::Backward, payload[1] & 0x80 != 0);
        on_the_line(&cell(&rm, 1, 32, payload[1] & 1 == 1));
    }
}

/// A whole cell comes back from its 53 octets.
fn on_the_line(sent: &Cell) {
    let octets = sent.encode(Interface::Uni).expect("the VPI fits");
    let received = Cell::decode(&octets, Interface::Uni, &mut HecReceiver::default());
    assert_eq!(received.as_ref(), Ok(sent));
    assert_eq!(of_cell(sent), decode(&sent.payload));
}
