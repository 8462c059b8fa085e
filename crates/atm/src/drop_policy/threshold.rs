//! A threshold of a buffer: `0.9` (of the buffer), `"2800 cells"` or `"all but 200 cells"`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use cellwise_units::{Capacity, Cells, ConfigIssue, QuantityError};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, buffer_cells, prop_oneof};

const BILLION: u64 = 1_000_000_000;
const ALL_BUT: &str = "all but ";

/// A threshold of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// A part of the buffer, in billionths; written as a number above 0, at most 1.
    Fraction {
        /// From 1 to 1e9.
        billionths: u64,
    },
    /// So many cells, whatever the buffer.
    Cells(Cells),
    /// The buffer less so many cells.
    AllBut(Cells),
}

/// Why a text is not a threshold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ThresholdError {
    /// A fraction was written as text.
    #[error("write a fraction of the buffer as a number, without quotes")]
    QuotedFraction,
    /// The number of cells cannot be read.
    #[error("{0}, or \"all but 200 cells\", or a fraction such as 0.9")]
    Cells(#[from] QuantityError),
}

impl Threshold {
    /// The name of the notation in JSON Schema's `format`.
    pub const FORMAT: &'static str = "threshold";

    /// 0.9 of the buffer.
    pub(super) const NINE_TENTHS: Self = Self::Fraction { billionths: 900_000_000 };

    /// A part of the buffer, rounded to nine decimals; `None` unless above 0 and at most 1.
    #[must_use]
    pub fn fraction(part: f64) -> Option<Self> {
        let billionths = (part * BILLION as f64).round() as u64;
        (part <= 1.0 && billionths > 0).then_some(Self::Fraction { billionths })
    }

    /// R in cells for a buffer of `capacity`, rounded down (which changes no comparison of X with
    /// R); `u64::MAX`, never exceeded, for a part of an unlimited buffer.
    #[must_use]
    pub fn in_buffer(&self, capacity: Capacity) -> u64 {
        match (*self, capacity) {
            (Self::Cells(cells), _) => cells.get(),
            (_, Capacity::Unlimited) => u64::MAX,
            (Self::AllBut(cells), Capacity::Limited(buffer)) => buffer.get().saturating_sub(cells.get()),
            (Self::Fraction { billionths }, Capacity::Limited(buffer)) => {
                let product = u128::from(buffer.get()) * u128::from(billionths.min(BILLION));
                // At most the buffer, so it fits.
                (product / u128::from(BILLION)) as u64
            }
        }
    }

    /// What does not fit a buffer of `capacity`.
    pub(super) fn check(&self, capacity: Capacity) -> Option<ConfigIssue> {
        self.check_as("threshold", capacity)
    }

    /// The same for a threshold under the key `field`.
    pub(super) fn check_as(&self, field: &str, capacity: Capacity) -> Option<ConfigIssue> {
        let rule = match (*self, capacity) {
            (Self::Cells(cells), _) if cells.is_zero() => "give at least 1 cell".to_owned(),
            (Self::Cells(cells), Capacity::Limited(buffer)) if cells > buffer => {
                format!("give 1 cell up to the size of the buffer, {buffer}")
            }
            (Self::AllBut(cells), Capacity::Limited(buffer)) if cells >= buffer => {
                format!("leave at least 1 cell of the buffer, {buffer}")
            }
            _ => return None,
        };
        Some(ConfigIssue::new(field, self, rule))
    }
}

#[cfg(feature = "arbitrary")]
impl Threshold {
    /// Any threshold of a buffer of `capacity`.
    pub(super) fn arbitrary(capacity: Capacity) -> impl Strategy<Value = Self> {
        let cells = buffer_cells(capacity);
        prop_oneof![
            (1u64..=1000).prop_map(|permille| Self::Fraction { billionths: permille * (BILLION / 1000) }),
            (1..=cells).prop_map(|cells| Self::Cells(Cells::new(cells))),
            (0..cells).prop_map(|cells| Self::AllBut(Cells::new(cells))),
        ]
    }

    /// So many cells; the least part of a buffer for none, which no number of cells says.
    pub(super) fn of_cells(cells: u64) -> Self {
        if cells == 0 { Self::Fraction { billionths: 1 } } else { Self::Cells(Cells::new(cells)) }
    }
}

impl FromStr for Threshold {
    type Err = ThresholdError;
    fn from_str(text: &str) -> Result<Self, ThresholdError> {
        let text = text.trim();
        if text.parse::<f64>().is_ok() {
            return Err(ThresholdError::QuotedFraction);
        }
        Ok(match text.strip_prefix(ALL_BUT) {
            Some(cells) => Self::AllBut(cells.parse()?),
            None => Self::Cells(text.parse()?),
        })
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fraction { billionths } => (*billionths as f64 / BILLION as f64).fmt(f),
            Self::Cells(cells) => cells.fmt(f),
            Self::AllBut(cells) => write!(f, "{ALL_BUT}{cells}"),
        }
    }
}

impl Serialize for Threshold {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Fraction { billionths } => serializer.serialize_f64(*billionths as f64 / BILLION as f64),
            text => serializer.collect_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Threshold {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrText;
        impl Visitor<'_> for NumberOrText {
            type Value = Threshold;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number above 0 and at most 1, \"2800 cells\" or \"all but 200 cells\"")
            }
            fn visit_f64<E: serde::de::Error>(self, part: f64) -> Result<Threshold, E> {
                Threshold::fraction(part).ok_or_else(|| E::invalid_value(Unexpected::Float(part), &self))
            }
            fn visit_u64<E: serde::de::Error>(self, part: u64) -> Result<Threshold, E> {
                self.visit_f64(part as f64)
            }
            fn visit_i64<E: serde::de::Error>(self, part: i64) -> Result<Threshold, E> {
                self.visit_f64(part as f64)
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Threshold, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(NumberOrText).map_err(D::Error::custom)
    }
}

impl JsonSchema for Threshold {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Threshold".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "number", "exclusiveMinimum": 0, "maximum": 1 },
                { "type": "string", "format": Self::FORMAT },
            ],
            "examples": [0.9, "2800 cells", "all but 200 cells"],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn limited(cells: u64) -> Capacity {
        Capacity::Limited(Cells::new(cells))
    }

    fn read(value: serde_json::Value) -> Result<Threshold, serde_json::Error> {
        serde_json::from_value(value)
    }

    #[test]
    fn each_notation_gives_its_cells_of_the_buffer() {
        for (written, of_3000, of_unlimited) in [
            (json!(0.9), 2700, u64::MAX),
            (json!(1), 3000, u64::MAX),
            (json!(0.33333), 999, u64::MAX),
            (json!("2800 cells"), 2800, 2800),
            (json!("all but 200 cells"), 2800, u64::MAX),
            (json!("all but 4000 cells"), 0, u64::MAX),
        ] {
            let threshold = read(written.clone()).unwrap();
            assert_eq!(threshold.in_buffer(limited(3000)), of_3000, "{written}");
            assert_eq!(threshold.in_buffer(Capacity::Unlimited), of_unlimited, "{written}");
        }
    }

    #[test]
    fn what_is_no_threshold_is_refused() {
        for written in [
            json!(0.0),
            json!(-0.5),
            json!(1.5),
            json!(2800),
            json!("0.9"),
            json!("2800"),
            json!("all but"),
            json!("all but half"),
            json!(true),
            json!(1e-12),
        ] {
            assert!(read(written.clone()).is_err(), "{written}");
        }
        assert_eq!(Threshold::fraction(f64::NAN), None);
    }

    #[test]
    fn a_threshold_beyond_its_buffer_is_an_issue() {
        for (threshold, issue) in [
            (Threshold::Cells(Cells::new(1001)), true),
            (Threshold::Cells(Cells::new(1000)), false),
            (Threshold::Cells(Cells::ZERO), true),
            (Threshold::AllBut(Cells::new(1000)), true),
            (Threshold::AllBut(Cells::new(999)), false),
            (Threshold::NINE_TENTHS, false),
        ] {
            assert_eq!(threshold.check(limited(1000)).is_some(), issue, "{threshold}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(billionths in 1u64..=BILLION, cells in 0u64..1_000_000) {
            let cells = Cells::new(cells);
            for threshold in [Threshold::Fraction { billionths }, Threshold::Cells(cells), Threshold::AllBut(cells)] {
                prop_assert_eq!(read(serde_json::to_value(threshold).unwrap()).unwrap(), threshold);
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "(all but )?\\PC*") {
            let _ = text.parse::<Threshold>();
        }
    }
}
