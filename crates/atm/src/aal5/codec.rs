//! AAL5 over real octets: an SDU to the payloads of its cells and back.
//!
//! Source: ITU-T I.363.5, sections 8 and 9; RFC 2684, section 4. The trailer is
//! `UU (1) | CPI (1) | length (2) | CRC-32 (4)` at the end of the last cell's payload.

use cellwise_units::{Bytes, PAYLOAD_BYTES};
use thiserror::Error;

use super::ReassemblyError;
use super::crc32::crc32;
use super::framing::{MAX_SDU_BYTES, TRAILER_BYTES, cells_for, pad};

/// Octets of a cell's payload.
const PAYLOAD: usize = PAYLOAD_BYTES as usize;
const TRAILER: usize = TRAILER_BYTES as usize;
const CRC: usize = 4;

/// An SDU with the fields of its trailer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sdu {
    /// The packet with its encapsulation header, 1 to 65 535 octets.
    pub octets: Vec<u8>,
    /// User-to-user octet, carried transparently.
    pub uu: u8,
    /// Common part indicator; 0 by the recommendation, carried unchanged.
    pub cpi: u8,
}

/// Why an SDU cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SegmentationError {
    /// There are no octets; a length of 0 on the line means an abort.
    #[error("an SDU has at least 1 octet")]
    Empty,
    /// The length field has two octets.
    #[error("an SDU of {octets} octets is longer than {MAX_SDU_BYTES}")]
    TooLong {
        /// Octets of the SDU.
        octets: usize,
    },
}

/// A frame ready to be sent, a whole number of cell payloads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    octets: Vec<u8>,
}

impl Frame {
    /// Frames an SDU.
    ///
    /// # Errors
    /// If the SDU is empty or longer than 65 535 octets.
    pub fn of(sdu: &Sdu) -> Result<Self, SegmentationError> {
        let too_long = SegmentationError::TooLong { octets: sdu.octets.len() };
        match u16::try_from(sdu.octets.len()).map_err(|_| too_long)? {
            0 => Err(SegmentationError::Empty),
            length => Ok(Self::with_length(sdu, length)),
        }
    }

    /// The one-cell frame that aborts what was sent of a frame: its length is 0.
    #[must_use]
    pub fn abort() -> Self {
        Self::with_length(&Sdu::default(), 0)
    }

    fn with_length(sdu: &Sdu, length: u16) -> Self {
        let mut octets = sdu.octets.clone();
        octets.resize(octets.len() + pad(Bytes::new(octets.len() as u64)).get() as usize, 0);
        octets.extend([sdu.uu, sdu.cpi]);
        octets.extend(length.to_be_bytes());
        octets.extend(crc32(&octets).to_be_bytes());
        Self { octets }
    }

    /// The payloads of the frame's cells, each with its end-of-frame mark (the AUU bit).
    pub fn cells(&self) -> impl ExactSizeIterator<Item = ([u8; PAYLOAD], bool)> + '_ {
        let (payloads, _) = self.octets.as_chunks::<PAYLOAD>();
        let last = payloads.len() - 1;
        payloads.iter().enumerate().map(move |(index, payload)| (*payload, index == last))
    }
}

/// A receiver of cell payloads; without a reassembly timeout.
#[derive(Clone, Debug)]
pub struct Decoder {
    max_sdu: u64,
    max_octets: usize,
    octets: Vec<u8>,
    /// The buffer overflowed: cells up to the next end of frame are thrown away.
    discarding: bool,
}

impl Decoder {
    /// A receiver of SDUs of at most `max_sdu` (more than 65 535 octets cannot come).
    #[must_use]
    pub fn new(max_sdu: Bytes) -> Self {
        let max_sdu = max_sdu.get().min(MAX_SDU_BYTES);
        let max_octets = (cells_for(Bytes::new(max_sdu)).get() * PAYLOAD_BYTES) as usize;
        Self { max_sdu, max_octets, octets: Vec::new(), discarding: false }
    }

    /// Takes one cell; at an end of frame, the SDU or the reason for its loss.
    pub fn push(
        &mut self,
        payload: &[u8; PAYLOAD],
        end_of_frame: bool,
    ) -> Option<Result<Sdu, ReassemblyError>> {
        if !self.discarding {
            self.octets.extend(payload);
        }
        if !end_of_frame {
            if self.octets.len() > self.max_octets {
                self.discarding = true;
                self.octets.clear();
            }
            return None;
        }
        let result = if self.discarding { Err(ReassemblyError::Oversize) } else { self.decode() };
        self.octets.clear();
        self.discarding = false;
        Some(result)
    }

    fn decode(&self) -> Result<Sdu, ReassemblyError> {
        let (before_crc, crc) = self.octets.split_last_chunk::<CRC>().ok_or(ReassemblyError::Crc)?;
        if crc32(before_crc) != u32::from_be_bytes(*crc) {
            return Err(ReassemblyError::Crc);
        }
        let (padded, &[uu, cpi, high, low]) =
            before_crc.split_last_chunk::<{ TRAILER - CRC }>().ok_or(ReassemblyError::Length)?;
        let length = u16::from_be_bytes([high, low]);
        match u64::from(length) {
            0 => return Err(ReassemblyError::Abort),
            length if length > self.max_sdu => return Err(ReassemblyError::Oversize),
            _ => {}
        }
        let octets = padded.get(..usize::from(length)).ok_or(ReassemblyError::Length)?;
        if padded.len() - octets.len() >= PAYLOAD {
            return Err(ReassemblyError::Length);
        }
        Ok(Sdu { octets: octets.to_vec(), uu, cpi })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sdu(octets: Vec<u8>) -> Sdu {
        Sdu { octets, uu: 7, cpi: 0 }
    }

    fn receive<'a>(
        decoder: &mut Decoder,
        cells: impl IntoIterator<Item = &'a ([u8; PAYLOAD], bool)>,
    ) -> Vec<Result<Sdu, ReassemblyError>> {
        cells.into_iter().filter_map(|(payload, end)| decoder.push(payload, *end)).collect()
    }

    /// Cells of a frame whose trailer says `length` although the SDU is `octets` long.
    fn frame_reporting(octets: usize, length: u16) -> Vec<([u8; PAYLOAD], bool)> {
        Frame::with_length(&sdu(vec![1; octets]), length).cells().collect()
    }

    #[test]
    fn forty_zero_octets_are_the_recommendations_example_cell() {
        let frame = Frame::of(&Sdu { octets: vec![0; 40], uu: 0, cpi: 0 }).unwrap();
        let cells: Vec<_> = frame.cells().collect();
        let mut wanted = [0; PAYLOAD];
        wanted[40..].copy_from_slice(&[0, 0, 0, 0x28, 0x86, 0x4D, 0x7F, 0x99]);
        assert_eq!(cells, [(wanted, true)]);
    }

    #[test]
    fn a_lost_last_cell_loses_the_next_frame_too_and_the_one_after_arrives() {
        let mut decoder = Decoder::new(Bytes::new(9188));
        let [first, second, third] = [100, 200, 300].map(|n| Frame::of(&sdu(vec![3; n])).unwrap());
        let cells: Vec<_> =
            first.cells().filter(|(_, end)| !end).chain(second.cells()).chain(third.cells()).collect();
        assert_eq!(receive(&mut decoder, &cells), [Err(ReassemblyError::Crc), Ok(sdu(vec![3; 300]))]);
    }

    #[test]
    fn too_many_cells_are_thrown_away_up_to_and_with_the_next_end_of_frame() {
        let mut decoder = Decoder::new(Bytes::new(100));
        let long: Vec<_> = Frame::of(&sdu(vec![3; 1000])).unwrap().cells().collect();
        let good: Vec<_> = Frame::of(&sdu(vec![4; 100])).unwrap().cells().collect();
        assert_eq!(receive(&mut decoder, &long), [Err(ReassemblyError::Oversize)]);
        assert_eq!(receive(&mut decoder, &good), [Ok(sdu(vec![4; 100]))]);
        // The same with the long frame's end lost: the good frame's end ends the discarding.
        let merged: Vec<_> = long[..long.len() - 1].iter().chain(&good).copied().collect();
        assert_eq!(receive(&mut decoder, &merged), [Err(ReassemblyError::Oversize)]);
        assert_eq!(receive(&mut decoder, &good), [Ok(sdu(vec![4; 100]))]);
    }

    #[test]
    fn each_error_of_the_trailer_is_distinguished() {
        let mut decoder = Decoder::new(Bytes::new(130));
        let mut reported = |octets, length| receive(&mut decoder, &frame_reporting(octets, length)).remove(0);
        assert_eq!(reported(100, 0), Err(ReassemblyError::Abort));
        assert_eq!(reported(100, 131), Err(ReassemblyError::Oversize));
        assert_eq!(reported(100, 41), Err(ReassemblyError::Length));
        assert_eq!(reported(40, 41), Err(ReassemblyError::Length));
        // Three cells hold 89 to 136 octets, and the receiver cannot know which were meant.
        assert_eq!(reported(100, 88), Err(ReassemblyError::Length));
        assert!(reported(100, 89).is_ok());
        assert_eq!(reported(100, 100), Ok(sdu(vec![1; 100])));
    }

    #[test]
    fn an_abort_ends_the_frame_that_it_aborts() {
        let mut decoder = Decoder::new(Bytes::new(9188));
        let abort: Vec<_> = Frame::abort().cells().collect();
        assert_eq!(receive(&mut decoder, &abort), [Err(ReassemblyError::Abort)]);
    }

    #[test]
    fn what_the_length_field_cannot_report_is_not_sent() {
        assert_eq!(Frame::of(&sdu(vec![])), Err(SegmentationError::Empty));
        assert_eq!(Frame::of(&sdu(vec![0; 65_536])), Err(SegmentationError::TooLong { octets: 65_536 }));
        assert_eq!(Frame::of(&sdu(vec![0; 65_535])).unwrap().cells().len(), 1366);
    }

    proptest! {
        #[test]
        fn an_sdu_comes_back_as_it_was(octets in prop::collection::vec(any::<u8>(), 1..2000), uu: u8, cpi: u8) {
            let sent = Sdu { octets, uu, cpi };
            let frame = Frame::of(&sent).unwrap();
            prop_assert_eq!(frame.cells().len() as u64, cells_for(Bytes::new(sent.octets.len() as u64)).get());
            let cells: Vec<_> = frame.cells().collect();
            prop_assert_eq!(receive(&mut Decoder::new(Bytes::new(65_535)), &cells), [Ok(sent)]);
        }

        #[test]
        fn a_changed_octet_is_found(octets in prop::collection::vec(any::<u8>(), 1..300), at: prop::sample::Index, by in 1u8..) {
            let mut frame = Frame::of(&sdu(octets)).unwrap();
            let at = at.index(frame.octets.len());
            frame.octets[at] ^= by;
            let cells: Vec<_> = frame.cells().collect();
            prop_assert_eq!(receive(&mut Decoder::new(Bytes::new(65_535)), &cells), [Err(ReassemblyError::Crc)]);
        }
    }
}
