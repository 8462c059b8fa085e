// What the fuzz targets of the ATM decoders check. The bounded property tests of crates/atm
// include this file too, so that the same checks run on stable Rust with every test.

use cellwise_atm::aal5::codec::{Decoder, Frame};
use cellwise_atm::cell::{Header, Interface};
use cellwise_atm::hec::{HEADER_OCTETS, HecReceiver};
use cellwise_units::Bytes;

/// A stream of headers through one receiver: what is decoded encodes to octets that decode to the
/// same header, and differ from those received in one corrected bit at most.
pub(crate) fn cell_header(octets: &[u8]) {
    for interface in [Interface::Uni, Interface::Nni] {
        let mut receiver = HecReceiver::default();
        let (headers, _) = octets.as_chunks::<HEADER_OCTETS>();
        for &received in headers {
            let Ok(header) = Header::decode(received, interface, &mut receiver) else { continue };
            let sent = header.encode(interface).expect("a decoded header fits its fields");
            let wrong_bits: u32 = received.iter().zip(sent).map(|(a, b)| (a ^ b).count_ones()).sum();
            assert!(wrong_bits <= 1, "{received:02x?} was taken as {sent:02x?}");
            assert_eq!(Header::decode(sent, interface, &mut HecReceiver::default()), Ok(header));
        }
    }
}

/// A stream of cells, each an octet whose low bit marks the end of a frame and a payload, into a
/// receiver of SDUs up to the length in the first two octets: what is delivered fits, and is
/// delivered again from the frame that it is sent in.
pub(crate) fn aal5_decode(octets: &[u8]) {
    let Some((&[high, low], cells)) = octets.split_first_chunk() else { return };
    let max_sdu = u64::from(u16::from_be_bytes([high, low]));
    let mut decoder = Decoder::new(Bytes::new(max_sdu));
    for cell in cells.as_chunks::<49>().0 {
        let (&[mark], payload) = cell.split_first_chunk().expect("49 octets have a first");
        let payload = payload.try_into().expect("48 octets are left");
        let Some(Ok(sdu)) = decoder.push(payload, mark & 1 == 1) else { continue };
        assert!(sdu.octets.len() as u64 <= max_sdu);
        let frame = Frame::of(&sdu).expect("what was delivered can be sent");
        let mut again = Decoder::new(Bytes::new(max_sdu));
        let results: Vec<_> = frame.cells().filter_map(|(payload, end)| again.push(&payload, end)).collect();
        assert_eq!(results, [Ok(sdu)]);
    }
}
