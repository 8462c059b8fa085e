//! RM cells on the line: the 48 octets of the payload, and the whole cell.
//!
//! Source: ATM Forum af-tm-0056.000, section 5.10.3, Table 5-4; ITU-T I.371. The payload is
//! `protocol id (1) | DIR BN CI NI RA rsv (1) | ER (2) | CCR (2) | MCR (2) | QL (4) | SN (4) |
//! 30 octets of 6A | rsv (6 bits) CRC-10 (10 bits)`. Fields that the ATM Forum does not use (RA,
//! QL, SN) are sent as 0; on receipt they and the reserved bits are ignored.

use thiserror::Error;

use super::crc10::remainder;
use super::rate16;
use super::rm_cell::{RmCell, RmDirection};
use crate::cell::{Cell, Header, PAYLOAD_OCTETS, Pti};

/// The protocol identifier of ABR.
const PROTOCOL_ABR: u8 = 1;
/// What fills reserved octets.
const RESERVED: u8 = 0x6A;

const DIR: u8 = 0x80;
const BN: u8 = 0x40;
const CI: u8 = 0x20;
const NI: u8 = 0x10;

// Places in the payload, from 0; the tables of the specification count the header's five octets.
const AT_FLAGS: usize = 1;
const AT_ER: usize = 2;
const AT_CCR: usize = 4;
const AT_MCR: usize = 6;
const AT_RESERVED: usize = 16;
const AT_CRC: usize = 46;

/// Why octets are no RM cell of ABR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RmError {
    /// The header does not mark the cell as an RM cell.
    #[error("the payload type {pti:03b} is not that of an RM cell, 110")]
    PayloadType {
        /// The three bits received.
        pti: u8,
    },
    /// The CRC-10 does not fit.
    #[error("the CRC-10 does not fit the payload")]
    Crc,
    /// The RM cell belongs to another protocol.
    #[error("protocol {id} is not ABR, which is 1")]
    Protocol {
        /// The identifier received.
        id: u8,
    },
}

/// The payload of an RM cell. Rates are cut down to the 16-bit format.
#[must_use]
pub fn encode(rm: &RmCell) -> [u8; PAYLOAD_OCTETS] {
    let mut payload = [0; PAYLOAD_OCTETS];
    payload[0] = PROTOCOL_ABR;
    payload[AT_FLAGS] = flag(DIR, rm.direction == RmDirection::Backward)
        | flag(BN, rm.bn)
        | flag(CI, rm.ci)
        | flag(NI, rm.ni);
    for (at, rate) in [(AT_ER, rm.er), (AT_CCR, rm.ccr), (AT_MCR, rm.mcr)] {
        payload[at..at + 2].copy_from_slice(&rate16::encode(rate).to_be_bytes());
    }
    payload[AT_RESERVED..AT_CRC].fill(RESERVED);
    let crc = remainder(&payload);
    payload[AT_CRC..].copy_from_slice(&crc.to_be_bytes());
    payload
}

/// The RM cell in a payload.
///
/// # Errors
/// [`RmError::Crc`] if octets were changed on the way, [`RmError::Protocol`] if the cell is not
/// one of ABR.
pub fn decode(payload: &[u8; PAYLOAD_OCTETS]) -> Result<RmCell, RmError> {
    if remainder(payload) != 0 {
        return Err(RmError::Crc);
    }
    if payload[0] != PROTOCOL_ABR {
        return Err(RmError::Protocol { id: payload[0] });
    }
    let flags = payload[AT_FLAGS];
    let rate = |at: usize| rate16::decode(u16::from_be_bytes([payload[at], payload[at + 1]]));
    Ok(RmCell {
        direction: if flags & DIR == 0 { RmDirection::Forward } else { RmDirection::Backward },
        bn: flags & BN != 0,
        ci: flags & CI != 0,
        ni: flags & NI != 0,
        er: rate(AT_ER),
        ccr: rate(AT_CCR),
        mcr: rate(AT_MCR),
    })
}

/// The whole cell on a virtual channel; `out_of_rate` cells have CLP = 1.
///
/// On a virtual path, `vci` is 6.
#[must_use]
pub fn cell(rm: &RmCell, vpi: u16, vci: u16, out_of_rate: bool) -> Cell {
    let header = Header { gfc: 0, vpi, vci, pti: Pti::ResourceManagement, clp: out_of_rate };
    Cell { header, payload: encode(rm) }
}

/// The RM cell in a whole cell; the header's CLP shows whether it is out of rate.
///
/// # Errors
/// [`RmError::PayloadType`] if the cell is not an RM cell, else as [`decode`].
pub fn of_cell(cell: &Cell) -> Result<RmCell, RmError> {
    match cell.header.pti {
        Pti::ResourceManagement => decode(&cell.payload),
        other => Err(RmError::PayloadType { pti: other.bits() }),
    }
}

fn flag(bit: u8, set: bool) -> u8 {
    if set { bit } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abr::settings::RateEncoding;
    use crate::cell::{CELL_OCTETS, Interface};
    use crate::hec::HecReceiver;
    use proptest::prelude::*;

    /// A forward RM cell of a source with a PCR of 149.76 Mbit/s that sends 10 cells/s.
    fn example() -> RmCell {
        RmCell {
            direction: RmDirection::Forward,
            bn: false,
            ci: false,
            ni: false,
            er: 149_760_000.0 / 424.0,
            ccr: 10.0,
            mcr: 0.0,
        }
    }

    fn any_rm() -> impl Strategy<Value = RmCell> {
        (any::<[bool; 4]>(), prop::array::uniform3(0.0f64..5e9)).prop_map(|(bits, [er, ccr, mcr])| {
            let [backward, bn, ci, ni] = bits;
            let direction = if backward { RmDirection::Backward } else { RmDirection::Forward };
            RmCell { direction, bn, ci, ni, er, ccr, mcr }
        })
    }

    #[test]
    fn the_fields_lie_where_table_5_4_puts_them() {
        let payload = encode(&example());
        assert_eq!(payload[..8], [0x01, 0x00, 0x64, 0xB1, 0x46, 0x80, 0x00, 0x00]);
        assert_eq!(payload[8..16], [0; 8]);
        assert_eq!(payload[16..46], [0x6A; 30]);
        let back = RmCell { direction: RmDirection::Backward, ..example() };
        let flags = |rm: RmCell| encode(&rm)[1];
        assert_eq!(flags(back), 0x80);
        assert_eq!(flags(RmCell { bn: true, ..back }), 0xC0);
        assert_eq!(flags(RmCell { ci: true, ..back }), 0xA0);
        assert_eq!(flags(RmCell { ni: true, ..back }), 0x90);
    }

    #[test]
    fn a_known_rm_cell_has_its_known_octets() {
        let octets = cell(&example(), 0, 32, false).encode(Interface::Uni).unwrap();
        // The HEC and the CRC-10 were worked out by long division, apart from this code.
        let mut expected = vec![0x00, 0x00, 0x02, 0x0C, 0x5B];
        expected.extend([0x01, 0x00, 0x64, 0xB1, 0x46, 0x80, 0x00, 0x00]);
        expected.extend([0; 8]);
        expected.extend([0x6A; 30]);
        expected.extend([0x01, 0x83]);
        assert_eq!(octets[..], expected);
    }

    #[test]
    fn an_out_of_rate_cell_has_its_loss_priority_set() {
        let octets = cell(&example(), 0, 32, true).encode(Interface::Uni).unwrap();
        assert_eq!(octets[3], 0x0D);
    }

    #[test]
    fn what_is_not_an_rm_cell_of_abr_is_refused_by_name() {
        let good = cell(&example(), 1, 32, false);
        let pti = Pti::User { congestion: false, end_of_frame: true };
        let data = Cell { header: Header { pti, ..good.header }, ..good };
        assert_eq!(of_cell(&data), Err(RmError::PayloadType { pti: 0b001 }));
        let mut other = good.payload;
        other[0] = 2;
        assert_eq!(decode(&other), Err(RmError::Crc));
        other[AT_CRC..].fill(0);
        let crc = remainder(&other);
        other[AT_CRC..].copy_from_slice(&crc.to_be_bytes());
        assert_eq!(decode(&other), Err(RmError::Protocol { id: 2 }));
    }

    proptest! {
        #[test]
        fn a_cell_comes_back_with_its_rates_in_the_16_bit_format(
            rm in any_rm(), vpi in 0u16..256, vci: u16, out_of_rate: bool,
        ) {
            let octets = cell(&rm, vpi, vci, out_of_rate).encode(Interface::Uni).unwrap();
            prop_assert_eq!(octets.len(), CELL_OCTETS);
            let received = Cell::decode(&octets, Interface::Uni, &mut HecReceiver::default()).unwrap();
            prop_assert_eq!(received.header.clp, out_of_rate);
            prop_assert_eq!(of_cell(&received), Ok(rm.carried(RateEncoding::Tm4)));
        }

        #[test]
        fn up_to_two_wrong_bits_of_the_payload_are_found(rm in any_rm(), one in 0usize..384, two in 0usize..384) {
            let mut payload = encode(&rm);
            payload[one / 8] ^= 0x80 >> (one % 8);
            if two != one {
                payload[two / 8] ^= 0x80 >> (two % 8);
            }
            prop_assert_eq!(decode(&payload), Err(RmError::Crc));
        }
    }
}
