//! `limits.memory`, before a text is read and behind it, and what reading it may take.

use cellwise_units::Bytes;
use serde::Deserialize;
use serde_json::Value;

use crate::schema::Limits;

/// The least that a scenario may give.
const LEAST: Bytes = Bytes::new(1_000_000);

/// The limit of a document; without one that can be read, the schema's.
pub(crate) fn of_document(document: &Value) -> Bytes {
    let given = document.get("limits").and_then(|limits| limits.get("memory")).and_then(Value::as_str);
    or_default(given)
}

fn or_default(text: Option<&str>) -> Bytes {
    let limit = text.and_then(|text| text.parse().ok()).unwrap_or(Limits::default().memory);
    // A user who gives less gets a report of the least that may be given.
    limit.max(LEAST)
}

/// The limit of a text in JSON, found without keeping any of it.
pub(crate) fn of_json(text: &str) -> Bytes {
    #[derive(Deserialize)]
    struct Outer {
        limits: Option<Inner>,
    }
    #[derive(Deserialize)]
    struct Inner {
        memory: Option<String>,
    }
    let limits = serde_json::from_str::<Outer>(text).ok().and_then(|outer| outer.limits);
    or_default(limits.and_then(|limits| limits.memory).as_deref())
}

/// The limit of a text in TOML where it is written plainly: `memory = "..."` under `[limits]`, `limits.memory = "..."`
/// or `limits = { memory = "..." }`, each in a line. Any other way is seen when the text was read.
pub(crate) fn of_toml(text: &str) -> Bytes {
    let (mut table, mut found) = ("", None);
    for line in text.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            table = header.split(']').next().unwrap_or("").trim();
        } else if let Some((key, value)) = line.split_once('=') {
            found = match (table, key.trim()) {
                ("limits", "memory") | ("", "limits.memory") => quoted(value),
                ("", "limits") => value.split_once("memory").and_then(|(_, rest)| quoted(rest)),
                _ => continue,
            };
        }
    }
    or_default(found)
}

/// The first text in quotes.
fn quoted(text: &str) -> Option<&str> {
    text.split(['"', '\'']).nth(1)
}

/// Octets that reading a text in TOML may take at most, in addition to those of the text itself.
///
/// Its parser cannot be asked while it reads. It makes a token of at most every octet, and a value, or a table with its
/// first key, behind every mark that can bring one.
pub(crate) fn most_of_toml(text: &str) -> usize {
    let marks = text.bytes().filter(|octet| b"=.,[{\n".contains(octet)).count();
    text.len().saturating_mul(TOKEN_OCTETS).saturating_add(marks.saturating_mul(MARK_OCTETS))
}

/// A token in a list that doubles.
const TOKEN_OCTETS: usize = 48;
/// A table of one entry that is in a table.
const MARK_OCTETS: usize = 800;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_found_before_the_text_is_read() {
        for text in [
            "title = \"memory\"\n[limits]\nmemory = \"30 MB\" # \"8 GB\"\n[switch]\nmemory = \"1 GB\"",
            "limits.memory='30 MB'\n",
            "a = 1\nlimits = { events = 5, memory = \"30 MB\" }\n",
        ] {
            assert_eq!(of_toml(text), Bytes::new(30_000_000), "{text}");
        }
        assert_eq!(of_json(r#"{"a":[1,{}],"limits":{"memory":"30 MB"}}"#), Bytes::new(30_000_000));
        for text in ["", "[switch]\nmemory = \"30 MB\"", "limits.memory = 5", "{\"limits\":{\"memory\":5}}"] {
            assert_eq!((of_toml(text), of_json(text)), (Limits::default().memory, Limits::default().memory));
        }
    }
}
