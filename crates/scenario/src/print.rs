//! Writing a scenario: TOML that people read, JSON that programs read.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::document::strip_nulls;
use crate::schema::Scenario;

/// The most characters of a table on one line.
const LONGEST_LINE: usize = 190;

/// The scenario as TOML with every default written out: one line per element of the graph.
#[must_use]
pub fn to_toml(scenario: &Scenario) -> String {
    let members = members(scenario);
    let mut text = String::new();
    for (key, value) in members.iter().filter(|(_, value)| !value.is_object()) {
        line(&mut text, key, value);
    }
    for (key, value) in &members {
        if let Value::Object(table) = value {
            section(&mut text, &written_key(key), table);
        }
    }
    text
}

/// A table under its heading. From the first table in it on that is too long for a line, tables have headings of their
/// own: the order of elements stays.
fn section(text: &mut String, name: &str, table: &Map<String, Value>) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\n[{name}]\n");
    let tables = || table.iter().filter_map(|(key, value)| value.as_object().map(|table| (key, table)));
    let is_long = |key: &str, table: &Map<String, Value>| {
        written_key(key).len() + written(&Value::Object(table.clone())).len() > LONGEST_LINE
    };
    let short = tables().take_while(|(key, table)| !is_long(key, table)).count();
    let mut inline = 0;
    for (key, value) in table {
        inline += usize::from(value.is_object());
        if !value.is_object() || inline <= short {
            line(text, key, value);
        }
    }
    for (key, table) in tables().skip(short) {
        section(text, &format!("{name}.{}", written_key(key)), table);
    }
}

/// The scenario as JSON with every default written out.
#[must_use]
pub fn to_json(scenario: &Scenario) -> String {
    Value::Object(members(scenario)).to_string()
}

fn members(scenario: &Scenario) -> Map<String, Value> {
    // Serialization of a scenario has no failing part: all keys are strings.
    let mut value = serde_json::to_value(scenario).unwrap_or_default();
    strip_nulls(&mut value);
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

fn line(text: &mut String, key: &str, value: &Value) {
    let _ = writeln!(text, "{} = {}", written_key(key), written(value));
}

/// A value on one line, as TOML.
fn written(value: &Value) -> String {
    match value {
        Value::Null => "\"\"".into(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(elements) => {
            format!("[{}]", elements.iter().map(written).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) if members.is_empty() => "{}".into(),
        Value::Object(members) => {
            let inside: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{} = {}", written_key(key), written(value)))
                .collect();
            format!("{{ {} }}", inside.join(", "))
        }
    }
}

fn written_key(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if bare { key.to_owned() } else { quoted(key) }
}

/// A text between quotes: JSON's escapes are also TOML's, which wants one more.
fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string().replace('\u{7f}', "\\u007F")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_toml;

    #[test]
    fn every_text_and_number_survives_its_toml() {
        let title = "line\nbreak \"quote\" \\ \u{1} \u{7f} é '''";
        let scenario = Scenario { title: title.into(), seed: u64::MAX, ..Scenario::default() };
        let document = parse_toml(&to_toml(&scenario)).unwrap();
        assert_eq!(document.value["title"], title);
        assert_eq!(document.value["seed"], u64::MAX);
    }

    #[test]
    fn a_graph_is_written_with_one_line_per_element() {
        let text = to_toml(&crate::expand(&crate::template_scenario("n-source").unwrap()));
        assert!(
            text.contains(
                "\ns1 = { ends = [\"s1\", \"sw1\"], rate = \"155.52 Mbit/s\", delay = \"5 us\" }\n"
            ),
            "{text}"
        );
        assert!(text.contains("\nvc5 = { path = [\"s5\", \"sw1\", \"sw2\", \"d5\"] }\n"), "{text}");
        assert!(text.lines().all(|line| line.len() < 200), "{text}");
        assert!(text.contains("\n[tcp.bbr_v3]\n"), "{text}");
    }
}
