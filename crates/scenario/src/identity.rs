//! The identity of a scenario: one hash for everything that its results depend on.

use std::io::{self, Write};

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::document::strip_nulls;
use crate::expand::expand;
use crate::schema::{Named, Scenario};

/// SHA-256 over a version of the simulator and the expanded scenario, 64 hexadecimal digits.
///
/// What is hashed is the text that Python's `json.dumps(..., separators=(",", ":"))` makes of
/// `{"version": ..., "scenario": ...}`: the identities of stored results were made so, and stay.
#[must_use]
pub fn identity(version: &str, scenario: &Scenario) -> String {
    let mut digest = Sha256::new();
    digest.update(b"{\"version\":");
    digest.update(dumped(version));
    digest.update(b",\"scenario\":{");
    // One row of the graph at a time: all of them as JSON take several times what the scenario does.
    let (members, mut rows) = parted(expand(scenario));
    for (place, (key, value)) in members.iter().enumerate() {
        digest.update(if place == 0 { &b""[..] } else { b"," });
        digest.update(dumped(key));
        digest.update(b":");
        match (rows.get_mut(key.as_str()), value) {
            (Some(rows), Value::Object(first)) => write_table(&mut digest, first, rows),
            _ => digest.update(dumped(value)),
        }
    }
    digest.update(b"}}");
    digest.finalize().iter().map(|octet| format!("{octet:02x}")).collect()
}

/// The rows of a table that are still to be written.
type Rows = Box<dyn Iterator<Item = (String, Value)>>;

/// The members of a scenario with the first row of each table, and the other rows.
fn parted(mut graph: Scenario) -> (Map<String, Value>, IndexMap<&'static str, Rows>) {
    let rows = IndexMap::from([
        ("nodes", others(&mut graph.nodes)),
        ("links", others(&mut graph.links)),
        ("vps", others(&mut graph.vps)),
        ("vcs", others(&mut graph.vcs)),
        ("flows", others(&mut graph.flows)),
    ]);
    let Value::Object(members) = plain(&graph) else { return (Map::new(), rows) };
    (members, rows)
}

/// Takes all rows out of a table but the first.
fn others<T: Serialize + 'static>(table: &mut Named<T>) -> Rows {
    let rest = table.split_off(1.min(table.len()));
    Box::new(rest.into_iter().map(|(name, entry)| (name, plain(&entry))))
}

fn write_table(digest: &mut Sha256, first: &Map<String, Value>, rest: &mut Rows) {
    digest.update(b"{");
    for (name, entry) in first {
        write_row(digest, name, entry);
    }
    for (name, entry) in rest {
        digest.update(b",");
        write_row(digest, &name, &entry);
    }
    digest.update(b"}");
}

fn write_row(digest: &mut Sha256, name: &str, entry: &Value) {
    digest.update(dumped(name));
    digest.update(b":");
    digest.update(dumped(entry));
}

/// A part of a scenario without what is not given.
fn plain<T: Serialize>(part: &T) -> Value {
    // Serialization of a scenario has no failing part: all keys are strings.
    let mut value = serde_json::to_value(part).unwrap_or_default();
    strip_nulls(&mut value);
    value
}

/// A value as Python writes it.
fn dumped<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut text, Python));
    text
}

/// JSON as Python's `json` module writes it, without spaces.
struct Python;

impl Formatter for Python {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(float(value).as_bytes())
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        if text.bytes().all(is_plain) {
            return writer.write_all(text.as_bytes());
        }
        for unit in text.encode_utf16() {
            match u8::try_from(unit) {
                Ok(octet) if is_plain(octet) => writer.write_all(&[octet])?,
                _ => write!(writer, "\\u{unit:04x}")?,
            }
        }
        Ok(())
    }

    fn write_char_escape<W: ?Sized + Write>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        serde_json::ser::CompactFormatter.write_char_escape(writer, escape)
    }
}

/// Whether Python writes a character unchanged.
fn is_plain(octet: u8) -> bool {
    (b' '..=b'~').contains(&octet)
}

/// A number as Python's `repr` writes it: the fewest digits that give it, with an exponent if it is very large
/// or very small.
fn float(value: f64) -> String {
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if value != 0.0 && !(-4..16).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{digits}e{sign}{:02}", exponent.abs());
    }
    let fixed = value.to_string();
    if fixed.contains('.') { fixed } else { format!("{fixed}.0") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue, template_scenario, to_json};

    #[test]
    fn a_float_is_written_as_python_writes_it() {
        let written = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1.5e-7, "1.5e-07"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (123_456_789_012_345_680.0, "1.2345678901234568e+17"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (1.0 / 3.0, "0.3333333333333333"),
        ];
        for (value, text) in written {
            assert_eq!(float(value), text);
        }
    }

    #[test]
    fn a_text_is_written_as_python_writes_it() {
        let text = "a\"b\\c\n\u{1}\u{7f}é€😀";
        let written = String::from_utf8(dumped(text)).unwrap();
        assert_eq!(written, r#""a\"b\\c\n\u0001\u007f\u00e9\u20ac\ud83d\ude00""#);
    }

    #[test]
    fn rows_one_at_a_time_are_the_same_text() {
        for template in catalogue() {
            let scenario = template_scenario(template.name).unwrap();
            let whole: Value = serde_json::from_str(&to_json(&expand(&scenario))).unwrap();
            let mut text = b"{\"version\":\"1\",\"scenario\":".to_vec();
            text.extend(dumped(&whole));
            text.push(b'}');
            let expected: String = Sha256::digest(&text).iter().map(|octet| format!("{octet:02x}")).collect();
            assert_eq!(identity("1", &scenario), expected, "{}", template.name);
        }
    }
}
