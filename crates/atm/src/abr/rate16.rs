//! The 16-bit floating-point format of the rates in an RM cell.
//!
//! Source: ATM Forum af-tm-0056.000, section 5.10.3; ITU-T I.371. From the top bit:
//! `reserved (1) | nz (1) | e (5) | m (9)`, rate = nz * 2^e * (1 + m/512) cells/s. A rate is cut
//! down to the format, never up, so that no one gets more than was granted.

/// Bits of the mantissa.
const MANTISSA_BITS: u32 = 9;
const MANTISSA_MASK: u16 = 0x1FF;
const EXPONENT_MASK: u16 = 0x1F;
/// nz: the rate is not zero.
const NOT_ZERO: u16 = 0x4000;
/// The largest rate of the format: all bits but the reserved one.
const LARGEST: u16 = 0x7FFF;

/// Exponent bias and mantissa width of an `f64`.
const F64_BIAS: u64 = 1023;
const F64_MANTISSA_BITS: u32 = 52;

/// The largest rate of the format that is not above `rate` (cells/s).
///
/// Rates below 1 (and what is no number) become 0, rates beyond the format its largest rate.
#[must_use]
pub fn encode(rate: f64) -> u16 {
    if rate.is_nan() || rate < 1.0 {
        return 0;
    }
    if rate >= decode(LARGEST) {
        return LARGEST;
    }
    // An f64 of at least 1 is 2^e * 1.m already: e needs its bias taken off, m its tail cut.
    let bits = rate.to_bits();
    let exponent = (bits >> F64_MANTISSA_BITS) - F64_BIAS;
    let mantissa = (bits >> (F64_MANTISSA_BITS - MANTISSA_BITS)) as u16 & MANTISSA_MASK;
    NOT_ZERO | (exponent as u16) << MANTISSA_BITS | mantissa
}

/// The rate (cells/s) that 16 bits say; the reserved bit is ignored.
#[must_use]
pub fn decode(word: u16) -> f64 {
    if word & NOT_ZERO == 0 {
        return 0.0;
    }
    let power = 1u64 << (word >> MANTISSA_BITS & EXPONENT_MASK);
    let mantissa = f64::from(word & MANTISSA_MASK);
    power as f64 * (1.0 + mantissa / 512.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn word(exponent: u16, mantissa: u16) -> u16 {
        NOT_ZERO | exponent << MANTISSA_BITS | mantissa
    }

    #[test]
    fn known_rates_have_their_known_words() {
        // The rates of 149.76 and 155.52 Mbit/s, and TCR.
        assert_eq!(encode(149_760_000.0 / 424.0), word(18, 177));
        assert_eq!(decode(word(18, 177)), 352_768.0);
        assert_eq!(encode(155_520_000.0 / 424.0), word(18, 204));
        assert_eq!(decode(word(18, 204)), 366_592.0);
        assert_eq!((encode(10.0), decode(word(3, 128))), (word(3, 128), 10.0));
        assert_eq!((encode(1.0), decode(0x4000)), (0x4000, 1.0));
    }

    #[test]
    fn what_the_format_cannot_say_becomes_its_nearest_end() {
        for nothing in [0.0, -0.0, 0.999, -1e9, f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(encode(nothing), 0);
        }
        let largest = 4_290_772_992.0;
        assert_eq!(decode(LARGEST), largest);
        for much in [largest, 2.0 * largest, f64::INFINITY] {
            assert_eq!(encode(much), LARGEST);
        }
    }

    #[test]
    fn every_word_is_its_own_encoding() {
        for bits in 0..=u16::MAX {
            let expected = if bits & NOT_ZERO == 0 { 0 } else { bits & LARGEST };
            assert_eq!(encode(decode(bits)), expected, "{bits:04x}");
        }
    }

    proptest! {
        #[test]
        fn a_rate_is_cut_by_less_than_a_512th_and_never_raised(rate in 1.0f64..4.29e9) {
            let carried = decode(encode(rate));
            prop_assert!(carried <= rate && rate - carried < rate / 512.0);
        }
    }
}
