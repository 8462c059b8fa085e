//! A scenario as written: a JSON value and, for TOML, the place of each key in the text.

use std::collections::BTreeMap;
use std::ops::Range;

use cellwise_units::Bytes;
use serde_json::{Map, Number, Value};
use toml::de::{DeInteger, DeTable, DeValue};

use cellwise_engine::memory;

use crate::issue::{Issue, bounded, element, member, shortened};
use crate::memory_budget::growing;
use crate::schema::Scenario;
use crate::walk;
use crate::{json, limit, memory_budget};

/// The longest path of a key, in octets: several times what the longest names make. Every key below carries it.
const LONGEST_PATH: usize = 1_000;

/// A scenario as written, not yet checked.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The keys and values; an object.
    pub value: Value,
    /// What is wrong with the files that it named.
    pub(crate) of_files: Vec<Issue>,
    places: BTreeMap<String, Place>,
    lines: Lines,
    /// Octets that it holds, its text included.
    pub(crate) held: u64,
}

/// The place of a key and its value in the text, in octets.
#[derive(Clone, Debug)]
struct Place {
    key: Range<usize>,
    value: Range<usize>,
}

/// Reads TOML, syntax only: [`Document::scenario`] checks what it says.
///
/// # Errors
/// Every syntax error, with its line and column, and values that a scenario cannot hold (dates, `nan`).
pub fn parse_toml(text: &str) -> Result<Document, Vec<Issue>> {
    read(text, limit::of_toml(text), || {
        if memory::lacks(limit::most_of_toml(text), "octets of TOML to be read", text.len()) {
            return Err(Vec::new());
        }
        toml_document(text)
    })
}

/// Reads a text as far as its limit has room for it.
fn read(
    text: &str,
    limit: Bytes,
    work: impl FnOnce() -> Result<Document, Vec<Issue>>,
) -> Result<Document, Vec<Issue>> {
    let (read, held) = memory::measured(|| memory_budget::within(limit, text.len() as u64, work));
    let document = read.map_err(|issue| vec![issue])??;
    Ok(Document { held: text.len() as u64 + u64::try_from(held).unwrap_or(0), ..document })
}

fn toml_document(text: &str) -> Result<Document, Vec<Issue>> {
    if let Some(at) = text.find(is_no_text) {
        return Err(vec![Issue::new("scenario", format!("byte {at}"), "a scenario is TOML, which is text")]);
    }
    let lines = Lines::of(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let mut errors: Vec<&toml::de::Error> = errors.iter().collect();
        errors.sort_by_key(|error| error.span().map(|span| span.start));
        return Err(bounded(errors.into_iter().map(|error| syntax_error(error, &lines)).collect()));
    }
    let mut reader = Reader { places: BTreeMap::new(), issues: Vec::new() };
    let value = reader.table(table.get_ref(), "");
    let document = Document { value, places: reader.places, lines, ..Document::default() };
    if reader.issues.is_empty() { Ok(document) } else { Err(document.arranged(reader.issues)) }
}

/// Whether a character is in no TOML text: then the file is of another kind, and every line would be wrong.
fn is_no_text(c: char) -> bool {
    c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r')
}

/// Reads JSON, syntax only. Members that are `null` count as not given.
///
/// # Errors
/// The syntax error, with its line and column.
pub fn parse_json(text: &str) -> Result<Document, Vec<Issue>> {
    read(text, limit::of_json(text), || {
        let mut value = json::value(text).map_err(|error| not_json(&error))?;
        strip_nulls(&mut value);
        Ok(Document { value, ..Document::default() })
    })
}

/// What is wrong with a text that is not JSON.
pub(crate) fn not_json(error: &serde_json::Error) -> Vec<Issue> {
    let mut issue = Issue::absent("", format!("is not JSON: {error}"));
    issue.line = u32::try_from(error.line()).ok();
    issue.column = u32::try_from(error.column().max(1)).ok();
    vec![issue]
}

impl From<Value> for Document {
    /// A document made by a program, without places.
    fn from(mut value: Value) -> Self {
        strip_nulls(&mut value);
        Self { value, ..Self::default() }
    }
}

impl Document {
    /// A scenario that a program made.
    pub(crate) fn of(scenario: &Scenario) -> Self {
        let mut value = serde_json::to_value(scenario).unwrap_or_default();
        strip_nulls(&mut value);
        Self { value, ..Self::default() }
    }

    /// Does work for which its `limits.memory` has room in addition to the document itself.
    pub(crate) fn within<T>(&self, work: impl FnOnce() -> Result<T, Vec<Issue>>) -> Result<T, Vec<Issue>> {
        // Things that are made once for all scenarios do not count for this one.
        let _ = walk::schema();
        let done = memory_budget::within(limit::of_document(&self.value), self.held, work);
        done.unwrap_or_else(|issue| Err(self.arranged(vec![issue])))
    }

    /// Issues in the order of the text, those without a place at the end; the first of many, with the line
    /// and column of their paths, or of the nearest table around them.
    pub(crate) fn arranged(&self, mut issues: Vec<Issue>) -> Vec<Issue> {
        // Stable: what has no place keeps its order.
        issues.sort_by_cached_key(|issue| {
            let start = self.range_of(issue).map(|range| range.start);
            (start.is_none(), start)
        });
        let mut issues = bounded(issues);
        for issue in &mut issues {
            let Some(range) = self.range_of(issue) else { continue };
            let (line, column) = self.lines.position(range.start);
            issue.line = Some(line);
            issue.column = Some(column);
            issue.width = self.lines.width(range);
        }
        issues
    }

    /// Where the text says what an issue is about, or has the nearest table around it.
    fn range_of(&self, issue: &Issue) -> Option<&Range<usize>> {
        let (place, exact) = self.place_of(&issue.path)?;
        Some(if exact && !issue.about_key { &place.value } else { &place.key })
    }

    /// The place of a path, or of the nearest table around it (then not exact).
    fn place_of(&self, path: &str) -> Option<(&Place, bool)> {
        let mut rest = path;
        loop {
            if let Some(place) = self.places.get(rest) {
                return Some((place, rest.len() == path.len()));
            }
            rest = &rest[..rest.rfind(['.', '['])?];
        }
    }

    /// Forgets the places of a path and everything below it, whose values no longer come from the text.
    pub(crate) fn forget(&mut self, path: &str) {
        self.places.retain(|known, _| !is_at_or_below(known, path));
    }
}

/// Whether `path` is `top` or lies below it.
pub(crate) fn is_at_or_below(path: &str, top: &str) -> bool {
    path.strip_prefix(top).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Removes `null` members from objects, at any depth.
pub(crate) fn strip_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(strip_nulls);
        }
        Value::Array(elements) => elements.iter_mut().for_each(strip_nulls),
        _ => {}
    }
}

/// Turns TOML values into JSON ones.
#[derive(Default)]
pub(crate) struct Reader {
    places: BTreeMap<String, Place>,
    pub(crate) issues: Vec<Issue>,
}

impl Reader {
    fn table(&mut self, table: &DeTable<'_>, path: &str) -> Value {
        let mut members = Map::with_capacity(table.len());
        for (key, value) in growing("keys", table) {
            let path = member(path, key.get_ref());
            if path.len() > LONGEST_PATH {
                let rule = format!(
                    "is too long: a key and the tables around it have at most {LONGEST_PATH} characters"
                );
                self.issues.push(Issue::unknown_key(shortened(&path), rule));
                continue;
            }
            self.places.insert(path.clone(), Place { key: key.span(), value: value.span() });
            let value = self.value(value.get_ref(), &path);
            members.insert(key.get_ref().to_string(), value);
        }
        Value::Object(members)
    }

    /// One value; one that JSON cannot hold becomes an issue and `null`.
    pub(crate) fn value(&mut self, value: &DeValue<'_>, path: &str) -> Value {
        match value {
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Boolean(truth) => Value::Bool(*truth),
            DeValue::Integer(number) => integer(number).map_or(Value::Null, Value::Number),
            DeValue::Float(number) => self.float(number.as_str(), path),
            DeValue::Datetime(date) => {
                let rule = "is a date, which no key takes; put text between quotes";
                self.issues.push(Issue::new(path, date, rule));
                Value::Null
            }
            DeValue::Array(elements) => Value::Array(
                growing("elements of a list", elements.iter().enumerate())
                    .map(|(index, value)| {
                        let path = element(path, index);
                        self.places.insert(path.clone(), Place { key: value.span(), value: value.span() });
                        self.value(value.get_ref(), &path)
                    })
                    .collect(),
            ),
            DeValue::Table(table) => self.table(table, path),
        }
    }

    fn float(&mut self, text: &str, path: &str) -> Value {
        match text.parse().ok().and_then(Number::from_f64) {
            Some(number) => Value::Number(number),
            None => {
                self.issues.push(Issue::new(path, text, "give a finite number"));
                Value::Null
            }
        }
    }
}

/// A TOML integer; one that needs more than 64 bits becomes the nearest float, which no integer key takes.
fn integer(number: &DeInteger<'_>) -> Option<Number> {
    let (text, radix) = (number.as_str(), number.radix());
    u64::from_str_radix(text, radix)
        .map(Number::from)
        .or_else(|_| i64::from_str_radix(text, radix).map(Number::from))
        .ok()
        .or_else(|| Number::from_f64(text.parse().unwrap_or(f64::MAX)))
}

fn syntax_error(error: &toml::de::Error, lines: &Lines) -> Issue {
    let mut issue = Issue::absent("", format!("is not TOML: {}", error.message().replace('\n', ", ")));
    if let Some(span) = error.span() {
        let (line, column) = lines.position(span.start);
        issue.line = Some(line);
        issue.column = Some(column);
        issue.width = lines.width(&span);
    }
    issue
}

/// A text, and where its lines start.
#[derive(Clone, Debug, Default)]
struct Lines {
    text: String,
    starts: Vec<usize>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text: text.to_owned(), starts }
    }

    /// Line and column of an octet, both from 1, the column in characters.
    fn position(&self, octet: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= octet).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        let column = self.characters(start..octet) + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), column)
    }

    fn width(&self, range: &Range<usize>) -> u32 {
        self.characters(range.clone()).max(1)
    }

    fn characters(&self, range: Range<usize>) -> u32 {
        let octets = self.text.as_bytes().get(range).unwrap_or(&[]);
        // Every octet but a UTF-8 continuation starts a character.
        let count = octets.iter().filter(|octet| (**octet & 0xC0) != 0x80).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issue_is_located_at_its_value_or_else_at_its_table() {
        let document = parse_toml("title = \"µ\"\n[switch]\nbuffer = \"5 parsecs\"\n").unwrap();
        let issues = vec![
            Issue::new("switch.buffer", "5 parsecs", ""),
            Issue::unknown_key("switch.buffer", ""),
            Issue::absent("switch.drop.threshold", ""),
            Issue::absent("links", ""),
        ];
        let arranged = document.arranged(issues);
        let places: Vec<_> = arranged.iter().map(|issue| (issue.line, issue.column)).collect();
        assert_eq!(places, [(Some(2), Some(2)), (Some(3), Some(1)), (Some(3), Some(10)), (None, None)]);
    }

    #[test]
    fn every_syntax_error_is_reported_with_its_line() {
        let issues = parse_toml("a = \nb = 1\nc = @\n").unwrap_err();
        let lines: Vec<_> = issues.iter().map(|issue| issue.line).collect();
        assert_eq!(lines, [Some(1), Some(3)], "{issues:?}");
    }

    #[test]
    fn a_file_that_is_no_text_is_one_mistake() {
        let issues = parse_toml("a = 1\n\u{1}\u{2}= \u{0}\n\u{7f}").unwrap_err();
        let reported: Vec<_> = issues.iter().map(ToString::to_string).collect();
        assert_eq!(reported, ["scenario: byte 6 is not allowed; a scenario is TOML, which is text"]);
    }

    #[test]
    fn a_key_written_twice_is_a_mistake() {
        let issues = parse_toml("seed = 1\nseed = 2\n").unwrap_err();
        assert_eq!(issues[0].line, Some(2));
    }

    #[test]
    fn dates_and_nan_are_refused_where_they_stand() {
        let issues = parse_toml("title = 1979-05-27\nseed = nan\n").unwrap_err();
        let found: Vec<_> = issues.iter().map(|issue| (issue.path.as_str(), issue.line)).collect();
        assert_eq!(found, [("title", Some(1)), ("seed", Some(2))]);
    }

    #[test]
    fn integers_keep_64_bits_and_the_order_of_keys_is_kept() {
        let document = parse_toml(
            "seed = 18446744073709551615\nb = -5\na = 0x10\nhuge = 1_000_000_000_000_000_000_000\n",
        )
        .unwrap();
        assert_eq!(document.value.to_string(), r#"{"seed":18446744073709551615,"b":-5,"a":16,"huge":1e+21}"#);
    }

    #[test]
    fn null_members_of_json_count_as_not_given() {
        let document = parse_json(r#"{"topology": null, "switch": {"buffer": null}}"#).unwrap();
        assert_eq!(document.value.to_string(), r#"{"switch":{}}"#);
        assert_eq!(parse_json("{\n  \"a\" 1}").unwrap_err()[0].line, Some(2));
    }
}
