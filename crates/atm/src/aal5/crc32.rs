//! The CRC-32 of AAL5: generator 0x04C11DB7, most significant bit first, preset to all ones and
//! sent complemented.
//!
//! Source: ITU-T I.363.5, section 9.2.1.2; RFC 2684, section 4.

const GENERATOR: u32 = 0x04C1_1DB7;

const TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut octet = 0;
    while octet < 256 {
        let mut remainder = (octet as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            let carry = remainder >> 31 == 1;
            remainder <<= 1;
            if carry {
                remainder ^= GENERATOR;
            }
            bit += 1;
        }
        table[octet] = remainder;
        octet += 1;
    }
    table
}

/// The CRC-32 field of a frame whose octets before that field are `octets`.
#[must_use]
pub fn crc32(octets: &[u8]) -> u32 {
    !octets.iter().fold(u32::MAX, |remainder, &octet| {
        (remainder << 8) ^ TABLE[usize::from((remainder >> 24) as u8 ^ octet)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_the_catalogue_is_reproduced() {
        assert_eq!(crc32(b"123456789"), 0xFC89_1918);
    }

    #[test]
    fn the_worked_examples_of_the_recommendation_are_reproduced() {
        // spec: i.363.5 appendix I.1: SDU, UU, CPI and length of one cell.
        let end = [0, 0, 0, 0x28];
        assert_eq!(crc32(&[vec![0; 40], end.to_vec()].concat()), 0x864D_7F99);
        assert_eq!(crc32(&[vec![0xFF; 40], end.to_vec()].concat()), 0xC55E_457A);
        assert_eq!(crc32(&[(1..=40).collect::<Vec<u8>>(), end.to_vec()].concat()), 0xBF67_1ED0);
    }
}
