//! How connections share a bottleneck, and how much of it they use.

/// How equally connections share a bottleneck, from 1/n (one has all) to 1 (equal): Jain, Chiu, Hawe, DEC-TR-301.
///
/// # Errors
/// A sentence, if nothing is given, a goodput is negative or not finite, or all are zero.
pub fn jain_index(goodput_bps: &[f64]) -> Result<f64, String> {
    if goodput_bps.is_empty() {
        return Err("goodput_bps: shape (0,) is not allowed; give one value per connection".into());
    }
    if goodput_bps.iter().any(|goodput| !goodput.is_finite() || *goodput < 0.0) {
        return Err("goodput_bps: every value must be finite and not negative".into());
    }
    let largest = goodput_bps.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 {
        return Err("goodput_bps: all values are zero, so no share is defined".into());
    }
    let share: Vec<f64> = goodput_bps.iter().map(|goodput| goodput / largest).collect();
    let squares: Vec<f64> = share.iter().map(|share| share * share).collect();
    let whole = sum(&share);
    Ok(whole * whole / (share.len() as f64 * sum(&squares)))
}

/// Efficiency as ATM Forum 96-1269, section 3.2, defines it: the throughputs as cells on the line take them, as a part
/// of its rate.
///
/// # Errors
/// A sentence, if a value is out of range.
pub fn efficiency(throughput_bps: &[f64], payload_fraction: &[f64], rate_bps: f64) -> Result<f64, String> {
    if rate_bps.is_nan() || rate_bps <= 0.0 {
        return Err(format!("rate_bps: {rate_bps:?} is not allowed; give a rate above 0"));
    }
    if !payload_fraction.iter().all(|&fraction| fraction > 0.0 && fraction <= 1.0) {
        return Err("payload_fraction: every value must be above 0 and at most 1".into());
    }
    if throughput_bps.iter().any(|throughput| !throughput.is_finite() || *throughput < 0.0) {
        return Err("throughput_bps: every value must be finite and not negative".into());
    }
    let taken: Vec<f64> = throughput_bps
        .iter()
        .zip(payload_fraction)
        .map(|(throughput, fraction)| throughput / fraction)
        .collect();
    Ok(sum(&taken) / rate_bps)
}

/// Numbers of one block, which eight sums share.
const BLOCK: usize = 128;

/// A sum in pairs of halves, whose error grows with the logarithm of the length. In the order of numpy's, so that
/// numbers of earlier versions stay the same to the bit.
#[must_use]
pub fn sum(values: &[f64]) -> f64 {
    let count = values.len();
    if count < 8 {
        // A sum of nothing but negative zeros is one.
        return values.iter().copied().reduce(|one, other| one + other).unwrap_or(0.0);
    }
    if count <= BLOCK {
        let (eights, rest) = values.as_chunks::<8>();
        let mut sums = eights[0];
        for eight in &eights[1..] {
            sums.iter_mut().zip(eight).for_each(|(sum, value)| *sum += value);
        }
        let [a, b, c, d, e, f, g, h] = sums;
        return rest.iter().fold(((a + b) + (c + d)) + ((e + f) + (g + h)), |sum, value| sum + value);
    }
    let half = count / 2;
    let (first, last) = values.split_at(half - half % 8);
    sum(first) + sum(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_has_all_shares_with_nobody() {
        assert_eq!(jain_index(&[4e6, 0.0]), Ok(0.5));
        assert_eq!(jain_index(&[3.0; 4]), Ok(1.0));
        for wrong in [&[][..], &[0.0], &[-1.0], &[f64::NAN]] {
            assert!(jain_index(wrong).unwrap_err().starts_with("goodput_bps: "));
        }
    }

    #[test]
    fn a_line_full_of_whole_segments_is_used_wholly() {
        let fraction = [512.0 / 636.0; 2];
        let used = efficiency(&[62.6e6; 2], &fraction, 155.52e6).unwrap();
        assert!((used - 1.0).abs() < 1e-3, "{used}");
        assert!(efficiency(&[1.0], &[0.0], 1.0).unwrap_err().starts_with("payload_fraction"));
        assert!(efficiency(&[1.0], &[1.0], 0.0).unwrap_err().contains("0.0 is not allowed"));
    }

    #[test]
    fn sums_of_any_length_have_all_in_them() {
        for count in [0_u32, 1, 7, 8, 9, 127, 128, 129, 1000, 4097] {
            let values: Vec<f64> = (0..count).map(f64::from).collect();
            assert_eq!(sum(&values), f64::from(count) * (f64::from(count) - 1.0) / 2.0, "{count}");
        }
    }
}
