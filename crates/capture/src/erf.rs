//! Cells as ERF records of type 3 (ATM): a header of 16 octets, the cell's header without its HEC, and
//! the payload.
//!
//! Source: Endace, "ERF types reference guide": `time stamp (8) | type (1) | flags (1) | record length
//! (2) | loss counter (2) | length on the wire (2)`. The time stamp is little-endian, in units of
//! 2^-32 s, rounded down; all else is in network order. The HEC is not part of a record: the interface
//! takes it off.

use cellwise_atm::cell::{Header, PAYLOAD_OCTETS};
use cellwise_units::Time;

/// Octets of a record.
pub const RECORD_OCTETS: usize = 68;
/// Octets of the record's own header.
const HEADER_OCTETS: usize = 16;
const TYPE_ATM: u8 = 3;
/// Interface 0, records of any length.
const FLAGS: u8 = 0x04;
/// Octets of a cell as the record has it.
const CELL_OCTETS: u16 = 52;
const PS_PER_S: u64 = 1_000_000_000_000;

/// The record of a cell. A VPI is cut to its 12 bits at the network-network interface.
#[must_use]
pub fn cell(at: Time, header: &Header, payload: &[u8; PAYLOAD_OCTETS]) -> [u8; RECORD_OCTETS] {
    let mut record = [0; RECORD_OCTETS];
    record[..8].copy_from_slice(&timestamp(at).to_le_bytes());
    record[8] = TYPE_ATM;
    record[9] = FLAGS;
    record[10..12].copy_from_slice(&(RECORD_OCTETS as u16).to_be_bytes());
    record[14..16].copy_from_slice(&CELL_OCTETS.to_be_bytes());
    record[HEADER_OCTETS..HEADER_OCTETS + 4].copy_from_slice(&header_octets(header));
    record[HEADER_OCTETS + 4..].copy_from_slice(payload);
    record
}

/// Seconds in the upper half, the fraction of a second in units of 2^-32 s in the lower.
fn timestamp(at: Time) -> u64 {
    let (seconds, rest) = (at.ps() / PS_PER_S, at.ps() % PS_PER_S);
    let fraction = (u128::from(rest) << 32) / u128::from(PS_PER_S);
    seconds << 32 | fraction as u64
}

/// The header without its HEC.
fn header_octets(header: &Header) -> [u8; 4] {
    let word = u32::from(header.gfc & 0xF) << 28
        | u32::from(header.vpi & 0xFFF) << 20
        | u32::from(header.vci) << 4
        | u32::from(header.pti.bits()) << 1
        | u32::from(header.clp);
    word.to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_atm::cell::{Cell, Interface, Pti};
    use cellwise_atm::hec::HecReceiver;
    use proptest::prelude::*;

    #[test]
    fn a_known_cell_has_its_known_record() {
        let pti = Pti::User { congestion: false, end_of_frame: true };
        let header = Header { gfc: 0, vpi: 1, vci: 0x0203, pti, clp: true };
        let record = cell(Time::from_ps(1_500_000_000_000), &header, &[9; 48]);
        assert_eq!(record[..8], [0, 0, 0, 0x80, 1, 0, 0, 0], "one second and a half");
        assert_eq!(record[8..16], [3, 4, 0, 68, 0, 0, 0, 52]);
        assert_eq!(record[16..20], [0x00, 0x10, 0x20, 0x33]);
        assert_eq!(record[20..], [9; 48]);
    }

    proptest! {
        #[test]
        fn a_record_with_the_hec_put_in_is_the_cell_on_the_line(
            vpi in 0u16..256, vci: u16, bits in 0u8..8, clp: bool, octet: u8, ps in 0u64..1 << 62,
        ) {
            let header = Header { gfc: 0, vpi, vci, pti: Pti::from_bits(bits), clp };
            let payload = [octet; PAYLOAD_OCTETS];
            let record = cell(Time::from_ps(ps), &header, &payload);
            let mut line = record[16..20].to_vec();
            line.push(cellwise_atm::hec::hec([record[16], record[17], record[18], record[19]]));
            line.extend(&record[20..]);
            let decoded = Cell::decode(&line, Interface::Uni, &mut HecReceiver::default());
            prop_assert_eq!(decoded, Ok(Cell { header, payload }));
        }

        #[test]
        fn time_stamps_are_right_to_a_quarter_of_a_nanosecond(ps in 0u64..1 << 62) {
            let stamp = timestamp(Time::from_ps(ps));
            let back = u128::from(stamp >> 32) * u128::from(PS_PER_S)
                + (u128::from(stamp & 0xFFFF_FFFF) * u128::from(PS_PER_S)).div_ceil(1 << 32);
            prop_assert!(back <= u128::from(ps) && u128::from(ps) - back < 234, "{ps} {back}");
        }
    }
}
