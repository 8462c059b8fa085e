//! Equivalent capacity: the rate at which on-off sources lose no more than a given part.
//!
//! Source: Guerin, Ahmadi and Naghshineh, IEEE JSAC 9(7), September 1991: equation (3) for one
//! source and a buffer, where a fluid overflows a buffer of x with probability
//! exp(-x (c - rho R) / (b (1 - rho) (R - c) c)); equation (4) for many sources, whose rates add up to
//! a normal distribution; the smaller of both is needed.

use cellwise_units::{CELL_BITS, Capacity};

use super::demand::OnOff;

/// The capacity of one source, in bit/s: a buffer of so many cells overflows with a probability of
/// `loss`, which is above 0 and below 1. From the mean rate (unlimited buffer) to the peak (none).
#[must_use]
pub fn fluid_flow(source: &OnOff, buffer: Capacity, loss: f64) -> f64 {
    let (peak, mean) = (source.peak.get() as f64, source.mean.get() as f64);
    let Capacity::Limited(cells) = buffer else { return mean };
    let buffer_bits = cells.get() as f64 * CELL_BITS as f64;
    let utilisation = mean / peak;
    let y = -libm::log(loss) * source.burst.as_secs_f64() * (1.0 - utilisation) * peak;
    // A source that is always on, or whose bursts take no time.
    if y <= 0.0 {
        return mean;
    }
    let gap = y - buffer_bits;
    let root = libm::sqrt(gap * gap + 4.0 * buffer_bits * utilisation * y);
    // For a large buffer the two terms almost cancel: then the other form of the same root is exact.
    let part =
        if gap >= 0.0 { (gap + root) / (2.0 * y) } else { 2.0 * buffer_bits * utilisation / (root - gap) };
    (peak * part).clamp(mean, peak)
}

/// The capacity, in bit/s, that the sum of independent sources exceeds with a probability of about
/// `loss`, from the mean (bit/s) and the variance ((bit/s)^2) of their sum. No buffer is assumed.
#[must_use]
pub fn stationary(mean: f64, variance: f64, loss: f64) -> f64 {
    let squared = -2.0 * libm::log(loss) - libm::log(2.0 * std::f64::consts::PI);
    mean + libm::sqrt(squared.max(0.0)) * libm::sqrt(variance.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::{BitRate, Cells, Span};
    use proptest::prelude::*;

    fn source(peak_mbps: f64, mean_mbps: f64, burst_ms: f64) -> OnOff {
        let rate = |mbps: f64| BitRate::from_bps((mbps * 1e6) as u64);
        OnOff { peak: rate(peak_mbps), mean: rate(mean_mbps), burst: Span::from_ps((burst_ms * 1e9) as u64) }
    }

    fn limited(cells: u64) -> Capacity {
        Capacity::Limited(Cells::new(cells))
    }

    #[test]
    fn a_worked_source_gives_its_capacity() {
        // R = 10 Mbit/s, rho = 1/2, b = 100 ms, epsilon = e^-10: y = 10 * 0.1 * 0.5 * 1e7 = 5e6 bit.
        // x = 5e6 bit: c = R sqrt(4 * 0.5 * 25e12) / 1e7 = R / sqrt(2).
        let source = source(10.0, 5.0, 100.0);
        let loss = libm::exp(-10.0);
        let cells = 5_000_000.0 / 424.0;
        let capacity = fluid_flow(&source, limited(cells as u64), loss);
        assert!((capacity - 1e7 / libm::sqrt(2.0)).abs() < 1e7 * 1e-4, "{capacity}");
    }

    #[test]
    fn a_normal_sum_is_exceeded_at_the_worked_number_of_deviations() {
        // epsilon = 1e-6: sqrt(27.631 - 1.838) = 5.0787 standard deviations.
        // 100 sources of 10 Mbit/s, on half of the time: mean 500, deviation 50 Mbit/s.
        let capacity = stationary(500e6, 100.0 * 25e12, 1e-6);
        assert!((capacity - (500e6 + 5.0787 * 50e6)).abs() < 1e4, "{capacity}");
    }

    #[test]
    fn without_a_buffer_the_peak_is_needed_and_with_an_endless_one_the_mean() {
        let source = source(155.52, 10.0, 2.726);
        assert_eq!(fluid_flow(&source, limited(0), 1e-6), 155_520_000.0);
        assert_eq!(fluid_flow(&source, Capacity::Unlimited, 1e-6), 10_000_000.0);
        let huge = fluid_flow(&source, limited(1_000_000_000_000), 1e-6);
        assert!((huge - 10e6).abs() < 1.0, "{huge}");
    }

    proptest! {
        #[test]
        fn at_its_capacity_a_source_overflows_with_the_tolerated_probability(
            mean in 1.0..99.0f64, burst in 0.1..1000.0f64, cells in 10u64..1_000_000, digits in 2..12i32,
        ) {
            let source = source(100.0, mean, burst);
            let loss = libm::pow(10.0, f64::from(-digits));
            let c = fluid_flow(&source, limited(cells), loss);
            let (peak, mean) = (source.peak.get() as f64, source.mean.get() as f64);
            prop_assume!(c < peak * (1.0 - 1e-9) && c > mean * (1.0 + 1e-6));
            let x = cells as f64 * 424.0;
            let exponent = x * (c - mean)
                / (source.burst.as_secs_f64() * (1.0 - mean / peak) * (peak - c) * c);
            prop_assert!((exponent / -libm::log(loss) - 1.0).abs() < 1e-4, "{exponent} for 1e-{digits}");
        }

        #[test]
        fn more_buffer_or_more_tolerance_never_needs_more_capacity(
            mean in 1.0..100.0f64, burst in 0.1..1000.0f64, cells in 0u64..1_000_000, more in 1u64..1_000_000,
        ) {
            let source = source(100.0, mean, burst);
            let c = fluid_flow(&source, limited(cells), 1e-6);
            let slack = c * (1.0 + 1e-12);
            prop_assert!(fluid_flow(&source, limited(cells + more), 1e-6) <= slack);
            prop_assert!(fluid_flow(&source, limited(cells), 1e-3) <= slack);
            prop_assert!(c >= source.mean.get() as f64 && c <= source.peak.get() as f64);
        }
    }
}
