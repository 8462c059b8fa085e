//! Reading and printing numbers with units, exactly.

use serde::Serialize;

use thiserror::Error;

use crate::digits::Digits;

/// Why a text is not a quantity.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QuantityError {
    /// The text has no number, or no unit after it.
    #[error("give a number and a unit, such as {example:?}")]
    Malformed {
        /// A text that would be read.
        example: &'static str,
    },
    /// The number is below nothing.
    #[error("it is negative; give 0 or more, such as {example:?}")]
    Negative {
        /// A text that would be read.
        example: &'static str,
    },
    /// The unit is not one of this quantity.
    #[error("{unit:?} is not a unit of this quantity; use one of {known}")]
    UnknownUnit {
        /// The unit as written.
        unit: String,
        /// The units of the quantity, separated by commas.
        known: String,
    },
    /// The number is not a whole multiple of the base unit.
    #[error("cannot be kept exactly: the smallest step is {step}")]
    Inexact {
        /// The base unit.
        step: &'static str,
    },
    /// The number is too large.
    #[error("is too large; the most is {most}")]
    TooLarge {
        /// The largest value that is taken.
        most: String,
    },
}

/// A unit of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Unit {
    /// Its name.
    pub name: &'static str,
    /// Its size, in base units.
    pub size: u64,
    /// Other spellings that are read.
    pub aliases: &'static [&'static str],
    /// Whether quantities are printed in it.
    #[serde(skip)]
    printed: bool,
}

impl Unit {
    /// A unit that is printed.
    pub(crate) const fn printed(name: &'static str, size: u64, aliases: &'static [&'static str]) -> Self {
        Self { name, size, aliases, printed: true }
    }

    /// A unit that is read and never printed.
    pub(crate) const fn read(name: &'static str, size: u64) -> Self {
        Self { name, size, aliases: &[], printed: false }
    }

    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// How one quantity is written: its units, smallest first, and an example.
#[derive(Debug)]
pub(crate) struct Notation {
    /// Its units; the first is the base unit, those that are printed rise in size.
    pub(crate) units: &'static [Unit],
    /// A text that is read.
    pub(crate) example: &'static str,
    /// The unit in which nothing is printed.
    pub(crate) nothing: &'static str,
    /// The base unit, for messages.
    pub(crate) step: &'static str,
    /// The largest value, in base units.
    pub(crate) most: u64,
}

impl Notation {
    /// Reads `"<decimal> <unit>"` into base units; the decimal may have a power of ten, as `1e-3`.
    pub(crate) fn parse(&self, text: &str) -> Result<u64, QuantityError> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix('-') {
            return Err(self.of_negative(rest));
        }
        let malformed = QuantityError::Malformed { example: self.example };
        let Digits { number, power, rest: unit } = Digits::of(text).ok_or(malformed.clone())?;
        if unit.is_empty() {
            return Err(malformed);
        }
        let size = self.size_of(unit.trim())?;
        let value = self.scale(&number, power, size)?;
        if value > self.most {
            return Err(self.too_large());
        }
        Ok(value)
    }

    /// What is wrong with a text after its minus sign: that it has one, if the rest is a number with a unit.
    fn of_negative(&self, rest: &str) -> QuantityError {
        match self.parse(rest.trim_start_matches('-')) {
            Err(unread @ (QuantityError::Malformed { .. } | QuantityError::UnknownUnit { .. })) => unread,
            _ => QuantityError::Negative { example: self.example },
        }
    }

    fn size_of(&self, unit: &str) -> Result<u64, QuantityError> {
        self.units.iter().find(|known| known.is_called(unit)).map(|known| known.size).ok_or_else(|| {
            let known = self.units.iter().map(|unit| unit.name).collect::<Vec<_>>().join(", ");
            QuantityError::UnknownUnit { unit: unit.to_owned(), known }
        })
    }

    /// `number` (decimal digits with at most one point) times a power of ten and `size`, if that is whole.
    fn scale(&self, number: &str, power: i64, size: u64) -> Result<u64, QuantityError> {
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let fraction = fraction.trim_end_matches('0');
        let inexact = QuantityError::Inexact { step: self.step };
        let digits: u128 = match format!("{whole}{fraction}").as_str() {
            "" => 0,
            all => all.parse().map_err(|_| self.too_large())?,
        };
        if digits == 0 {
            return Ok(0);
        }
        let decimals = i64::try_from(fraction.len()).map_err(|_| inexact.clone())?;
        let shift = power.saturating_sub(decimals);
        let tens = u32::try_from(shift.unsigned_abs()).ok().and_then(|count| 10u128.checked_pow(count));
        let scaled = digits.checked_mul(u128::from(size)).ok_or_else(|| self.too_large())?;
        let value = if shift < 0 {
            let parts = tens.filter(|parts| scaled.is_multiple_of(*parts)).ok_or(inexact)?;
            scaled / parts
        } else {
            tens.and_then(|tens| scaled.checked_mul(tens)).ok_or_else(|| self.too_large())?
        };
        u64::try_from(value).map_err(|_| self.too_large())
    }

    fn too_large(&self) -> QuantityError {
        QuantityError::TooLarge { most: self.print(self.most) }
    }

    /// Prints `value` in the largest unit of which it is a short decimal; nothing in the
    /// usual unit.
    pub(crate) fn print(&self, value: u64) -> String {
        if value == 0 {
            return format!("0 {}", self.nothing);
        }
        let fits = |unit: &&Unit| unit.printed && value >= unit.size && is_short_decimal(value, unit.size);
        let unit = self.units.iter().rev().find(fits).unwrap_or(&self.units[0]);
        format!("{} {}", decimal(value, unit.size), unit.name)
    }
}

/// Whether `value / size` ends after at most six decimals.
fn is_short_decimal(value: u64, size: u64) -> bool {
    (u128::from(value) * 1_000_000).is_multiple_of(u128::from(size))
}

/// `value / size` as a decimal without trailing zeros; `size` must give at most six decimals.
fn decimal(value: u64, size: u64) -> String {
    let micros = u128::from(value) * 1_000_000 / u128::from(size);
    let (whole, fraction) = (micros / 1_000_000, micros % 1_000_000);
    if fraction == 0 {
        return whole.to_string();
    }
    format!("{whole}.{fraction:06}").trim_end_matches('0').to_owned()
}

/// Implements serde for a type that is written as a string: its `Display` and its `FromStr`.
#[macro_export]
macro_rules! serde_as_text {
    ($name:ident) => {
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <::std::borrow::Cow<'de, str> as ::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(::serde::de::Error::custom)
            }
        }
    };
}
