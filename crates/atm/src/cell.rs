//! The cell: a header of 5 octets and a payload of 48.
//!
//! Source: ITU-T I.361. At the user-network interface the first four bits are the generic flow
//! control; at the network-network interface they extend the VPI.

use thiserror::Error;

use crate::hec::{HEADER_OCTETS, HecOutcome, HecReceiver, hec};

/// Octets of a cell.
pub const CELL_OCTETS: usize = 53;
/// Octets of a cell's payload.
pub const PAYLOAD_OCTETS: usize = 48;

/// On which side of a network a header is: the two have different layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// User-network: 4 bits of GFC, 8 of VPI.
    Uni,
    /// Network-network: 12 bits of VPI.
    Nni,
}

/// The payload type: the three bits of the header that say what a cell carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pti {
    /// User data, 0xx.
    User {
        /// EFCI: congestion was met on the way.
        congestion: bool,
        /// The ATM-user-to-ATM-user bit: in AAL5, the last cell of a frame.
        end_of_frame: bool,
    },
    /// OAM cell of an F5 segment, 100.
    SegmentOam,
    /// End-to-end OAM cell, F5, 101.
    EndToEndOam,
    /// Resource management cell, 110.
    ResourceManagement,
    /// 111.
    Reserved,
}

impl Pti {
    /// From the low three bits of `bits`; the others are ignored.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        match bits & 0b111 {
            0b100 => Self::SegmentOam,
            0b101 => Self::EndToEndOam,
            0b110 => Self::ResourceManagement,
            0b111 => Self::Reserved,
            user => Self::User { congestion: user & 0b010 != 0, end_of_frame: user & 0b001 != 0 },
        }
    }

    /// The three bits.
    #[must_use]
    pub const fn bits(self) -> u8 {
        match self {
            Self::User { congestion, end_of_frame } => (congestion as u8) << 1 | end_of_frame as u8,
            Self::SegmentOam => 0b100,
            Self::EndToEndOam => 0b101,
            Self::ResourceManagement => 0b110,
            Self::Reserved => 0b111,
        }
    }

    /// Whether congestion was met (EFCI); only user cells say.
    #[must_use]
    pub const fn efci(self) -> bool {
        matches!(self, Self::User { congestion: true, .. })
    }

    /// Whether the cell is the last of an AAL5 frame.
    #[must_use]
    pub const fn end_of_frame(self) -> bool {
        matches!(self, Self::User { end_of_frame: true, .. })
    }

    /// As a congested switch passes it on: user cells with EFCI set, others unchanged.
    #[must_use]
    pub const fn with_congestion(self) -> Self {
        match self {
            Self::User { end_of_frame, .. } => Self::User { congestion: true, end_of_frame },
            other => other,
        }
    }
}

/// A cell header without its HEC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    /// Generic flow control, 4 bits; 0 at the network-network interface.
    pub gfc: u8,
    /// Virtual path, 8 bits at the user-network interface, else 12.
    pub vpi: u16,
    /// Virtual channel; 0 to 31 are reserved on every path.
    pub vci: u16,
    /// Payload type.
    pub pti: Pti,
    /// Cell loss priority: whether the cell may be lost first.
    pub clp: bool,
}

/// Why a header cannot be sent, or octets are no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CellError {
    /// The GFC has more bits than the interface gives it.
    #[error("GFC {gfc} does not fit; it has {bits} bits here")]
    Gfc {
        /// As given.
        gfc: u8,
        /// Bits of the field.
        bits: u32,
    },
    /// The VPI has more bits than the interface gives it.
    #[error("VPI {vpi} does not fit; it has {bits} bits here")]
    Vpi {
        /// As given.
        vpi: u16,
        /// Bits of the field.
        bits: u32,
    },
    /// The header has an error that was not corrected.
    #[error("the header has an error that cannot be corrected")]
    Hec,
    /// A cell has 53 octets.
    #[error("a cell has 53 octets, not {octets}")]
    Length {
        /// Octets given.
        octets: usize,
    },
}

impl Header {
    /// The five octets on the line, HEC included.
    ///
    /// # Errors
    /// If GFC or VPI do not fit their fields at `interface`.
    pub fn encode(&self, interface: Interface) -> Result<[u8; HEADER_OCTETS], CellError> {
        let (gfc_bits, vpi_bits) = match interface {
            Interface::Uni => (4, 8),
            Interface::Nni => (0, 12),
        };
        if u32::from(self.gfc) >> gfc_bits != 0 {
            return Err(CellError::Gfc { gfc: self.gfc, bits: gfc_bits });
        }
        if u32::from(self.vpi) >> vpi_bits != 0 {
            return Err(CellError::Vpi { vpi: self.vpi, bits: vpi_bits });
        }
        let word = u32::from(self.gfc) << 28
            | u32::from(self.vpi) << 20
            | u32::from(self.vci) << 4
            | u32::from(self.pti.bits()) << 1
            | u32::from(self.clp);
        let octets @ [a, b, c, d] = word.to_be_bytes();
        Ok([a, b, c, d, hec(octets)])
    }

    /// The header in five octets from a line, received by `receiver`, which may correct one bit.
    ///
    /// # Errors
    /// [`CellError::Hec`] if the receiver discards the header.
    pub fn decode(
        octets: [u8; HEADER_OCTETS],
        interface: Interface,
        receiver: &mut HecReceiver,
    ) -> Result<Self, CellError> {
        let [a, b, c, d, _] = match receiver.receive(octets) {
            HecOutcome::Valid => octets,
            HecOutcome::Corrected(corrected) => corrected,
            HecOutcome::Discarded => return Err(CellError::Hec),
        };
        let word = u32::from_be_bytes([a, b, c, d]);
        let (gfc, vpi_mask) = match interface {
            Interface::Uni => ((word >> 28) as u8, 0x0FF),
            Interface::Nni => (0, 0xFFF),
        };
        Ok(Self {
            gfc,
            vpi: (word >> 20) as u16 & vpi_mask,
            vci: (word >> 4) as u16,
            pti: Pti::from_bits((word >> 1) as u8),
            clp: word & 1 == 1,
        })
    }
}

/// A cell as octets carry it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The header.
    pub header: Header,
    /// The payload.
    pub payload: [u8; PAYLOAD_OCTETS],
}

impl Cell {
    /// The 53 octets on the line.
    ///
    /// # Errors
    /// As [`Header::encode`].
    pub fn encode(&self, interface: Interface) -> Result<[u8; CELL_OCTETS], CellError> {
        let mut octets = [0; CELL_OCTETS];
        octets[..HEADER_OCTETS].copy_from_slice(&self.header.encode(interface)?);
        octets[HEADER_OCTETS..].copy_from_slice(&self.payload);
        Ok(octets)
    }

    /// The cell in 53 octets from a line.
    ///
    /// # Errors
    /// [`CellError::Length`] if the octets are not 53, else as [`Header::decode`].
    pub fn decode(
        octets: &[u8],
        interface: Interface,
        receiver: &mut HecReceiver,
    ) -> Result<Self, CellError> {
        let length = CellError::Length { octets: octets.len() };
        let (header, payload) = octets.split_first_chunk::<HEADER_OCTETS>().ok_or(length)?;
        let payload = payload.try_into().map_err(|_| length)?;
        Ok(Self { header: Header::decode(*header, interface, receiver)?, payload })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const END: Pti = Pti::User { congestion: false, end_of_frame: true };

    #[test]
    fn the_fields_lie_where_the_recommendation_puts_them() {
        let header = Header { gfc: 0xA, vpi: 0xBC, vci: 0xDEF1, pti: END, clp: true };
        let octets = header.encode(Interface::Uni).unwrap();
        assert_eq!(octets[..4], [0xAB, 0xCD, 0xEF, 0x13]);
        // spec: i.432.1 4.3.5 and i.361 2.2.1: the idle cell.
        let idle = Header { gfc: 0, vpi: 0, vci: 0, pti: Pti::from_bits(0), clp: true };
        assert_eq!(idle.encode(Interface::Nni), Ok([0, 0, 0, 1, 0x52]));
    }

    #[test]
    fn the_same_octets_report_a_longer_vpi_between_networks() {
        let octets =
            Header { gfc: 0xA, vpi: 0xBC, vci: 5, pti: END, clp: false }.encode(Interface::Uni).unwrap();
        let header = Header::decode(octets, Interface::Nni, &mut HecReceiver::default()).unwrap();
        assert_eq!((header.gfc, header.vpi), (0, 0xABC));
    }

    #[test]
    fn what_does_not_fit_its_field_is_refused() {
        let header = Header { gfc: 0, vpi: 256, vci: 0, pti: END, clp: false };
        assert_eq!(header.encode(Interface::Uni), Err(CellError::Vpi { vpi: 256, bits: 8 }));
        assert!(header.encode(Interface::Nni).is_ok());
        let header = Header { gfc: 1, vpi: 4096, ..header };
        assert_eq!(header.encode(Interface::Nni), Err(CellError::Gfc { gfc: 1, bits: 0 }));
        assert_eq!(
            Header { gfc: 16, ..header }.encode(Interface::Uni),
            Err(CellError::Gfc { gfc: 16, bits: 4 })
        );
    }

    #[test]
    fn a_switch_sets_efci_on_user_cells_and_clears_nothing() {
        for bits in 0..8 {
            let pti = Pti::from_bits(bits);
            assert_eq!(pti.bits(), bits);
            assert_eq!(pti.with_congestion().bits(), if bits < 4 { bits | 0b010 } else { bits });
            assert_eq!(pti.efci(), bits == 0b010 || bits == 0b011);
            assert_eq!(pti.end_of_frame(), bits == 0b001 || bits == 0b011);
        }
    }

    proptest! {
        #[test]
        fn a_cell_comes_back_as_it_was_even_with_one_bit_of_its_header_wrong(
            gfc in 0u8..16, vpi in 0u16..256, vci: u16, bits in 0u8..8, clp: bool, fill: u8, wrong in 0usize..=40,
        ) {
            let header = Header { gfc, vpi, vci, pti: Pti::from_bits(bits), clp };
            let cell = Cell { header, payload: [fill; PAYLOAD_OCTETS] };
            let mut octets = cell.encode(Interface::Uni).unwrap();
            if wrong < 40 {
                octets[wrong / 8] ^= 0x80 >> (wrong % 8);
            }
            prop_assert_eq!(Cell::decode(&octets, Interface::Uni, &mut HecReceiver::default()), Ok(cell));
        }

        #[test]
        fn only_53_octets_are_a_cell(octets in prop::collection::vec(any::<u8>(), 0..120)) {
            let result = Cell::decode(&octets, Interface::Nni, &mut HecReceiver::default());
            let wrong_length = Err(CellError::Length { octets: octets.len() });
            prop_assert_eq!(result == wrong_length, octets.len() != CELL_OCTETS);
        }
    }
}
