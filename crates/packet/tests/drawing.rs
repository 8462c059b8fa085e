//! Numbers that are drawn, and means of them held against closed forms.

/// Uniform numbers, another sequence for each number.
pub(crate) fn draws(number: u64) -> impl FnMut() -> f64 {
    let mut state = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Mean of independent values and its standard error.
fn estimate(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

/// That the mean of independent values is the wanted one, within 4 standard errors that are at most a twentieth of it.
pub(crate) fn assert_mean(what: &str, values: &[f64], wanted: f64) {
    let (mean, error) = estimate(values);
    assert!((mean - wanted).abs() < 4.0 * error, "{what}: {mean} +- {error}, wanted {wanted}");
    assert!(error < 0.05 * wanted, "{what}: too coarse to decide, {mean} +- {error}");
}
