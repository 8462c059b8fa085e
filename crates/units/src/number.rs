//! Numbers as texts have them, with a unit of any quantity or without one.

use crate::digits::Digits;
use crate::format::units;
use crate::quantity::{Capacity, Quantity};

/// What has more digits is not read as a number, and no power of ten is larger: quantities hold less, and no text
/// makes much work.
const MOST_DIGITS: usize = 200;
const MOST_POWER: i64 = 999;

/// A number with a unit, or without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Exactly, as a decimal that may have a sign and a power of ten.
    pub decimal: String,
    /// The JSON Schema `format` of its quantity; empty without a unit.
    pub format: &'static str,
    /// The name of its unit; empty without one.
    pub unit: &'static str,
}

impl Number {
    /// Reads a text that is a number; `None` if it is not one, or has a unit that no quantity has.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (sign, unsigned) = match text.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", text.strip_prefix('+').unwrap_or(text)),
        };
        let Digits { number, power, rest } = Digits::of(unsigned)?;
        let (format, unit) = match rest.trim() {
            "" => ("", ""),
            name => known(name)?,
        };
        let power = power.clamp(-MOST_POWER, MOST_POWER);
        let decimal = || format!("{sign}{number}e{power}");
        (number.len() <= MOST_DIGITS).then(|| Self { decimal: decimal(), format, unit })
    }
}

/// Every spelling of every unit, with its format and its name.
fn spellings() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let one_each = units().into_iter().filter(|&(format, _)| format != Capacity::FORMAT);
    one_each.flat_map(|(format, units)| {
        units.iter().flat_map(move |unit| {
            std::iter::once(&unit.name)
                .chain(unit.aliases)
                .map(move |&spelling| (spelling, format, unit.name))
        })
    })
}

/// The format and the name of a unit, by any of its spellings.
fn known(name: &str) -> Option<(&'static str, &'static str)> {
    spellings().find(|&(spelling, ..)| spelling == name).map(|(_, format, unit)| (format, unit))
}

/// Puts quotes around the quantities that an expression has without quotes, and a mark before each.
#[must_use]
pub fn quoted(text: &str, mark: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_within_word = written.ends_with(|c: char| is_of_word(c) || c == '.');
        let quotes = matches!(first, '\'' | '"').then(|| rest[1..].find(first)).flatten();
        let (length, is_quantity) = match (quotes, quantity_length(rest)) {
            (Some(end), _) => (end + 2, false),
            (None, Some(length)) if !is_within_word => (length, true),
            _ => (first.len_utf8(), false),
        };
        let (piece, after) = rest.split_at(length);
        if is_quantity {
            written.extend(["'", mark, piece, "'"]);
        } else {
            written.push_str(piece);
        }
        rest = after;
    }
    written
}

/// The length of the quantity with which a text begins, in octets.
fn quantity_length(text: &str) -> Option<usize> {
    let unit = Digits::of(text)?.rest.trim_start();
    let (spelling, ..) = spellings()
        .filter(|(spelling, ..)| {
            unit.strip_prefix(spelling).is_some_and(|after| !after.starts_with(is_of_word))
        })
        .max_by_key(|(spelling, ..)| spelling.len())?;
    Some(text.len() - unit.len() + spelling.len())
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, &'static str, &'static str)> {
        Number::read(text).map(|number| (number.decimal, number.format, number.unit))
    }

    #[test]
    fn numbers_are_read_exactly_with_a_unit_or_without_one() {
        assert_eq!(read("10 ms"), Some(("10e0".to_owned(), "span", "ms")));
        assert_eq!(read(" -1_500.5e-3 Mbps "), Some(("-1500.5e-3".to_owned(), "bit-rate", "Mbit/s")));
        assert_eq!(read("+.5"), Some((".5e0".to_owned(), "", "")));
        assert_eq!(read("20cells"), Some(("20e0".to_owned(), "cells", "cells")));
        assert_eq!(read("1e99999 s"), Some(("1e999".to_owned(), "span", "s")));
    }

    #[test]
    fn what_is_no_number_or_makes_much_work_is_not_read() {
        for text in ["", ".", "ms", "1.2.3", "5 miles", "--5", "_5", &"1".repeat(201), "5 ms ms", "1e"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn quantities_are_quoted_where_they_stand_alone() {
        let cases = [
            ("a.delay > 100 us and b == '512 bytes'", "a.delay > '~100 us' and b == '512 bytes'"),
            ("2 * 5µs<1e-3 s", "2 * '~5µs'<'~1e-3 s'"),
            ("x5 ms, x.5 ms, 5 msec, 1.2.3 ms, 7", "x5 ms, x.5 ms, 5 msec, 1.2.3 ms, 7"),
            ("\"5 ms\" < 5 ms \"", "\"5 ms\" < '~5 ms' \""),
        ];
        for (text, quoted_text) in cases {
            assert_eq!(quoted(text, "~"), quoted_text);
        }
    }
}
