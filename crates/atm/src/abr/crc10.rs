//! The CRC-10 of RM and OAM cells.
//!
//! Source: ITU-T I.610 and I.371: generator x^10 + x^9 + x^5 + x^4 + x + 1, nothing inverted.

const GENERATOR: u16 = 0x233;
const MASK: u16 = 0x3FF;

/// What the high 8 bits of a remainder become once they have been shifted out.
const TABLE: [u16; 256] = table();

const fn table() -> [u16; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < table.len() {
        let mut remainder = (index as u16) << 2;
        let mut bit = 0;
        while bit < 8 {
            let carry = remainder >> 9 & 1 == 1;
            remainder = remainder << 1 & MASK;
            if carry {
                remainder ^= GENERATOR;
            }
            bit += 1;
        }
        table[index] = remainder;
        index += 1;
    }
    table
}

/// The remainder of the octets as one polynomial. It is 0 if the last ten bits are the CRC of the
/// bits before them, and it is that CRC if they are 0.
pub(crate) fn remainder(octets: &[u8]) -> u16 {
    octets.iter().fold(0, |remainder: u16, &octet| {
        (remainder << 8 & MASK) ^ TABLE[usize::from(remainder >> 2)] ^ u16::from(octet)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Bit by bit, as the definition says.
    fn by_long_division(octets: &[u8]) -> u16 {
        let bits = octets.iter().flat_map(|octet| (0..8).rev().map(move |bit| u16::from(octet >> bit & 1)));
        bits.fold(0, |remainder, bit| {
            let shifted = remainder << 1 | bit;
            if shifted >> 10 == 1 { shifted ^ (1 << 10 | GENERATOR) } else { shifted }
        })
    }

    #[test]
    fn the_usual_check_string_has_its_known_crc() {
        // CRC-10/ATM gives 0x199 for the digits 1 to 9. Zeros in front change nothing; ten behind
        // make room for the CRC.
        let digits = u128::from_be_bytes(*b"\0\0\0\0\0\0\x00123456789");
        assert_eq!(remainder(&(digits << 10).to_be_bytes()), 0x199);
        assert_eq!(remainder(&(digits << 10 | 0x199).to_be_bytes()), 0);
    }

    proptest! {
        #[test]
        fn the_table_divides_as_by_hand(octets in prop::collection::vec(any::<u8>(), 0..60)) {
            prop_assert_eq!(remainder(&octets), by_long_division(&octets));
        }
    }
}
