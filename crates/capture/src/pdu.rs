//! The AAL5 frame (CPCS-PDU) of an SDU, and the payloads of its cells; one buffer for many frames.
//!
//! Source: ITU-T I.363.5, section 9: `SDU | PAD (0..47) | UU (1) | CPI (1) | length (2) | CRC-32 (4)`.

use cellwise_atm::aal5::crc32::crc32;
use cellwise_atm::aal5::framing::{MAX_SDU_BYTES, pad};
use cellwise_atm::cell::PAYLOAD_OCTETS;
use cellwise_units::Bytes;

/// A frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pdu {
    octets: Vec<u8>,
}

impl Pdu {
    /// Makes it the frame of the SDU that `write` adds to an empty list. Octets beyond the range of
    /// the length field are cut off.
    pub fn fill(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.octets.clear();
        write(&mut self.octets);
        self.octets.truncate(MAX_SDU_BYTES as usize);
        let length = self.octets.len();
        let padding = pad(Bytes::new(length as u64)).get() as usize;
        self.octets.resize(length + padding, 0);
        self.octets.extend([0, 0]);
        self.octets.extend((length as u16).to_be_bytes());
        let crc = crc32(&self.octets);
        self.octets.extend(crc.to_be_bytes());
    }

    /// The whole frame.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// The payload of the cell at a position, from 0; zeros behind the last.
    #[must_use]
    pub fn payload(&self, index: usize) -> &[u8; PAYLOAD_OCTETS] {
        const NOTHING: [u8; PAYLOAD_OCTETS] = [0; PAYLOAD_OCTETS];
        let (payloads, _) = self.octets.as_chunks::<PAYLOAD_OCTETS>();
        payloads.get(index).unwrap_or(&NOTHING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_atm::aal5::codec::{Decoder, Frame, Sdu};
    use proptest::prelude::*;

    #[test]
    fn behind_a_frame_there_are_zeros() {
        let mut pdu = Pdu::default();
        pdu.fill(|sdu| sdu.extend([7; 40]));
        assert_eq!(pdu.octets().len(), 48);
        assert_eq!(pdu.payload(1), &[0; 48]);
        pdu.fill(|sdu| sdu.resize(70_000, 1));
        assert_eq!(pdu.octets().len(), 1366 * 48);
    }

    proptest! {
        #[test]
        fn frames_are_those_of_the_codec_and_come_back(
            sizes in prop::collection::vec(1usize..3_000, 1..4), octet: u8,
        ) {
            let mut pdu = Pdu::default();
            for size in sizes {
                pdu.fill(|sdu| sdu.resize(size, octet));
                let sdu = Sdu { octets: vec![octet; size], ..Sdu::default() };
                let frame = Frame::of(&sdu).unwrap();
                let mut decoder = Decoder::new(Bytes::new(65_535));
                let mut decoded = None;
                for (index, (payload, ends)) in frame.cells().enumerate() {
                    prop_assert_eq!(pdu.payload(index), &payload);
                    decoded = decoder.push(pdu.payload(index), ends);
                }
                prop_assert_eq!(decoded, Some(Ok(sdu)));
                prop_assert_eq!(pdu.octets().len(), 48 * frame.cells().len());
            }
        }
    }
}
