//! The header error control: an octet that protects the four before it, and the receiver that
//! corrects single-bit errors.
//!
//! Source: ITU-T I.432.1, section 4.3: generator x^8 + x^2 + x + 1, the remainder plus 01010101.

/// Octets of a cell header, its HEC last.
pub const HEADER_OCTETS: usize = 5;

const GENERATOR: u8 = 0b0000_0111;
const COSET: u8 = 0b0101_0101;
const BITS: u8 = 8 * HEADER_OCTETS as u8;

/// The HEC octet of the four header octets before it.
#[must_use]
pub fn hec(octets: [u8; 4]) -> u8 {
    remainder(&octets) ^ COSET
}

/// The remainder of the octets times x^8.
const fn remainder(octets: &[u8]) -> u8 {
    let mut remainder = 0u8;
    let mut at = 0;
    while at < octets.len() {
        remainder ^= octets[at];
        let mut bit = 0;
        while bit < 8 {
            let carry = remainder >> 7 == 1;
            remainder <<= 1;
            if carry {
                remainder ^= GENERATOR;
            }
            bit += 1;
        }
        at += 1;
    }
    remainder
}

/// Which bit (from the first one sent, from 0) is wrong, by syndrome; `BITS` if none alone is.
const WRONG_BIT: [u8; 256] = wrong_bits();

const fn wrong_bits() -> [u8; 256] {
    let mut table = [BITS; 256];
    let mut bit = 0;
    while bit < BITS {
        let mut error = [0; HEADER_OCTETS];
        error[(bit / 8) as usize] = 0x80 >> (bit % 8);
        table[syndrome(error) as usize] = bit;
        bit += 1;
    }
    table
}

/// The remainder of an error pattern: 0 if and only if it would not be noticed.
const fn syndrome(error: [u8; HEADER_OCTETS]) -> u8 {
    let [a, b, c, d, hec] = error;
    remainder(&[a, b, c, d]) ^ hec
}

/// What the receiver does with an erroneous header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A single-bit error is corrected.
    #[default]
    Correction,
    /// Every header with an error is discarded: errors come in bursts.
    Detection,
}

/// What became of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HecOutcome {
    /// No error was seen.
    Valid,
    /// One bit was wrong; these are the octets without the error.
    Corrected([u8; HEADER_OCTETS]),
    /// The cell is lost.
    Discarded,
}

/// The header receiver of a line: [`Mode::Detection`] after an error, [`Mode::Correction`] again
/// after a header without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HecReceiver {
    mode: Mode,
}

impl HecReceiver {
    /// The mode in which the next header is received.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// Receives one header.
    pub fn receive(&mut self, octets: [u8; HEADER_OCTETS]) -> HecOutcome {
        let [a, b, c, d, carried] = octets;
        let syndrome = hec([a, b, c, d]) ^ carried;
        if syndrome == 0 {
            self.mode = Mode::Correction;
            return HecOutcome::Valid;
        }
        let mode = std::mem::replace(&mut self.mode, Mode::Detection);
        let bit = WRONG_BIT[usize::from(syndrome)];
        if mode == Mode::Detection || bit == BITS {
            return HecOutcome::Discarded;
        }
        let mut corrected = octets;
        corrected[usize::from(bit / 8)] ^= 0x80 >> (bit % 8);
        HecOutcome::Corrected(corrected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn flip(mut octets: [u8; HEADER_OCTETS], bit: u8) -> [u8; HEADER_OCTETS] {
        octets[usize::from(bit / 8)] ^= 0x80 >> (bit % 8);
        octets
    }

    #[test]
    fn the_idle_and_unassigned_cells_have_their_known_hec() {
        // spec: i.432.1 4.3.5: the idle cell is 00 00 00 01 52.
        assert_eq!(hec([0, 0, 0, 1]), 0x52);
        assert_eq!(hec([0, 0, 0, 0]), 0x55);
    }

    #[test]
    fn an_error_turns_correction_off_until_a_header_without_error() {
        let good = [0, 0, 0, 1, 0x52];
        let mut receiver = HecReceiver::default();
        assert_eq!(receiver.receive(flip(good, 3)), HecOutcome::Corrected(good));
        assert_eq!(receiver.receive(flip(good, 3)), HecOutcome::Discarded);
        assert_eq!(receiver.receive(good), HecOutcome::Valid);
        assert_eq!(receiver.receive(flip(good, 39)), HecOutcome::Corrected(good));
    }

    proptest! {
        #[test]
        fn every_single_bit_error_is_corrected_and_every_double_one_detected(octets: [u8; 4]) {
            let [a, b, c, d] = octets;
            let good = [a, b, c, d, hec(octets)];
            for first in 0..BITS {
                let once = flip(good, first);
                prop_assert_eq!(HecReceiver::default().receive(once), HecOutcome::Corrected(good));
                for second in (0..BITS).filter(|&second| second != first) {
                    for mode in [Mode::Correction, Mode::Detection] {
                        let mut receiver = HecReceiver { mode };
                        prop_assert_eq!(receiver.receive(flip(once, second)), HecOutcome::Discarded);
                        prop_assert_eq!(receiver.mode(), Mode::Detection);
                    }
                }
            }
        }
    }
}
