//! The cube root by sums, products and quotients only, so that every machine has the same one.

/// The cube root of a number that is not negative; 0 for anything else.
pub(in crate::congestion) fn cube_root(x: f64) -> f64 {
    if !(x > 0.0 && x.is_finite()) {
        return 0.0;
    }
    // A third of the exponent is a guess within a factor of 2; Newton doubles its digits.
    let mut root = f64::from_bits(x.to_bits() / 3 + (682 << 52));
    for _ in 0..8 {
        root -= (root * root * root - x) / (3.0 * root * root);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cubes_have_their_roots() {
        for n in 0..1_000u32 {
            let n = f64::from(n);
            assert!((cube_root(n * n * n) - n).abs() <= 1e-12 * n, "{n}");
        }
        assert_eq!((cube_root(-8.0), cube_root(f64::NAN)), (0.0, 0.0));
    }

    proptest! {
        #[test]
        fn the_cube_of_the_root_is_the_number(x in 1e-9f64..1e12) {
            let root = cube_root(x);
            prop_assert!((root * root * root / x - 1.0).abs() < 1e-14);
        }
    }
}
