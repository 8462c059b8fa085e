//! Differentiated services codepoints: the class of a packet, in its IP header.
//!
//! Source: RFC 2474; names of RFC 2597 (AF), RFC 3246 (EF), RFC 5865 (VA), RFC 8622 (LE).

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use thiserror::Error;

/// The names, in the order of their codepoints.
const NAMES: [(&str, u8); 23] = [
    ("CS0", 0),
    ("LE", 1),
    ("CS1", 8),
    ("AF11", 10),
    ("AF12", 12),
    ("AF13", 14),
    ("CS2", 16),
    ("AF21", 18),
    ("AF22", 20),
    ("AF23", 22),
    ("CS3", 24),
    ("AF31", 26),
    ("AF32", 28),
    ("AF33", 30),
    ("CS4", 32),
    ("AF41", 34),
    ("AF42", 36),
    ("AF43", 38),
    ("CS5", 40),
    ("VA", 44),
    ("EF", 46),
    ("CS6", 48),
    ("CS7", 56),
];
/// Codepoints have six bits.
const MOST: u8 = 63;

/// A codepoint, 0 to 63.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dscp(u8);

/// Why a text is no codepoint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("give a name, such as \"EF\", \"CS1\", \"AF41\" or \"LE\", or a number from 0 to {MOST} in quotes")]
pub struct DscpError;

impl Dscp {
    /// The name of the notation in JSON Schema's `format`.
    pub const FORMAT: &'static str = "dscp";

    /// The number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl FromStr for Dscp {
    type Err = DscpError;
    fn from_str(text: &str) -> Result<Self, DscpError> {
        let text = text.trim();
        let is_name = |(name, _): &&(&str, u8)| name.eq_ignore_ascii_case(text);
        if let Some((_, number)) = NAMES.iter().find(is_name) {
            return Ok(Self(*number));
        }
        let number = text.parse().ok().filter(|number| *number <= MOST);
        number.map(Self).ok_or(DscpError)
    }
}

impl fmt::Display for Dscp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMES.iter().find(|(_, number)| *number == self.0) {
            Some((name, _)) => f.write_str(name),
            None => self.0.fmt(f),
        }
    }
}

cellwise_units::serde_as_text!(Dscp);

impl JsonSchema for Dscp {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Dscp".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": Self::FORMAT, "examples": ["EF", "CS1", "46"] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_codepoint_survives_its_text() {
        for number in 0..=MOST {
            assert_eq!(Dscp(number).to_string().parse(), Ok(Dscp(number)));
        }
    }

    #[test]
    fn names_and_numbers_are_read_and_nothing_else() {
        assert_eq!("ef".parse(), Ok(Dscp(46)));
        assert_eq!("46".parse(), Ok(Dscp(46)));
        for text in ["64", "-1", "AF44", ""] {
            assert_eq!(text.parse::<Dscp>(), Err(DscpError), "{text}");
        }
    }
}
