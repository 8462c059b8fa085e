//! The digits of a number, as texts of quantities begin with them.

/// The digits at the beginning of a text.
pub(crate) struct Digits<'a> {
    /// Without underscores, with at most one point.
    pub(crate) number: String,
    /// The power of ten behind it, written as `e-3`; 0 without one.
    pub(crate) power: i64,
    /// What comes after it.
    pub(crate) rest: &'a str,
}

impl<'a> Digits<'a> {
    /// `None` if the text does not begin with a number.
    pub(crate) fn of(text: &'a str) -> Option<Self> {
        let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(text.len());
        let number = text[..end].replace('_', "");
        if text.starts_with('_') || number.is_empty() || number == "." || number.matches('.').count() > 1 {
            return None;
        }
        let (power, rest) = power_of_ten(&text[end..]);
        Some(Self { number, power, rest })
    }
}

/// Splits a power of ten, written as `e-3`, off the text after a number; 0 without one.
fn power_of_ten(text: &str) -> (i64, &str) {
    let Some(rest) = text.strip_prefix(['e', 'E']) else { return (0, text) };
    let (sign, digits) = match rest.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, rest.strip_prefix('+').unwrap_or(rest)),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 {
        return (0, text);
    }
    // More than fits is as good as the most that does: too large or too small for any quantity.
    (sign * digits[..end].parse::<i64>().unwrap_or(i64::MAX), &digits[end..])
}
