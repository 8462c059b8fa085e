//! What is wrong with a scenario: path, value and rule, and its place in the text.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// One mistake in a scenario, or one warning about it.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Issue {
    /// The key at fault, dotted, such as `switch.drop.threshold` or `probes.queue[2].port`; `scenario`
    /// for the document as a whole.
    pub path: String,
    /// The value at fault as written, if there is one.
    pub value: Option<String>,
    /// The rule that it breaks: what is known, or what to give instead.
    pub rule: String,
    /// The line in the TOML text, from 1.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// How many characters a caret line underlines.
    #[serde(skip)]
    pub(crate) width: u32,
    /// Whether the key itself is at fault rather than its value.
    #[serde(skip)]
    pub(crate) about_key: bool,
    /// Whether the scenario can nevertheless be run.
    #[serde(skip)]
    pub(crate) is_warning: bool,
}

/// The most issues that are reported; after them comes the number of the others.
pub const MOST_SHOWN: usize = 100;

/// Leaves the first issues of many, and one that counts the others.
pub(crate) fn bounded(mut issues: Vec<Issue>) -> Vec<Issue> {
    let more = issues.len().saturating_sub(MOST_SHOWN);
    if more > 0 {
        issues.truncate(MOST_SHOWN);
        issues.push(Issue::absent("...", format!("{more} more like these")));
    }
    issues
}

/// The longest part of a value that a message repeats, in characters.
const SHOWN: usize = 60;

impl Issue {
    /// A value that a rule does not allow.
    #[must_use]
    pub fn new(path: impl Into<String>, value: impl fmt::Display, rule: impl Into<String>) -> Self {
        Self { value: Some(shortened(&value.to_string())), ..Self::absent(path, rule) }
    }

    /// A rule broken by a key that is not there, or by its name.
    pub(crate) fn absent(path: impl Into<String>, rule: impl Into<String>) -> Self {
        let path = path.into();
        let path = if path.is_empty() { "scenario".to_owned() } else { path };
        Self {
            path,
            value: None,
            rule: rule.into(),
            line: None,
            column: None,
            width: 1,
            about_key: false,
            is_warning: false,
        }
    }

    /// The same as a warning: the value is used unchanged.
    pub(crate) fn into_warning(self) -> Self {
        Self { is_warning: true, ..self }
    }

    /// A key that is not known.
    pub(crate) fn unknown_key(path: impl Into<String>, rule: impl Into<String>) -> Self {
        Self { about_key: true, ..Self::absent(path, rule) }
    }

    /// A name that is not among `known`; suggests the nearest.
    pub(crate) fn unknown_name<'a>(
        path: impl Into<String>,
        name: &str,
        what: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        Self::unknown(path, name, what, nearest(name, &known), &known)
    }

    /// A port that is not among `known`, with the adapters behind all others; suggests the nearest of the node that it names.
    pub(crate) fn unknown_port<'a>(
        path: impl Into<String>,
        name: &str,
        what: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let (adapters, others): (Vec<&str>, Vec<&str>) =
            known.into_iter().partition(|port| port.ends_with(".nic"));
        let known = [others, adapters].concat();
        Self::unknown(path, name, what, nearest_port(name, &known), &known)
    }

    fn unknown(path: impl Into<String>, name: &str, what: &str, meant: Option<&str>, known: &[&str]) -> Self {
        let known_names = if known.is_empty() { "there is none".into() } else { list(known) };
        let rule = match meant {
            Some(near) => format!("unknown {what}; did you mean {near:?}? Known: {known_names}"),
            None => format!("unknown {what}; known: {known_names}"),
        };
        Self::new(path, format!("{name:?}"), rule)
    }

    /// The message with its place and, when `text` is the TOML text it is about, the line and a caret
    /// under the mistake.
    #[must_use]
    pub fn render(&self, text: &str) -> String {
        self.render_in(text, None)
    }

    /// The same for the text of a file: the place is then as editors and terminals read it, `my.toml:14:9`.
    #[must_use]
    pub fn render_in(&self, text: &str, file: Option<&str>) -> String {
        let (Some(line), Some(column)) = (self.line, self.column) else {
            return file.map_or_else(|| self.to_string(), |file| format!("{self}\n --> {file}"));
        };
        let place = match file {
            Some(file) => format!("{file}:{line}:{column}"),
            None => format!("line {line}, column {column}"),
        };
        let source: String = text.lines().nth(line as usize - 1).unwrap_or("").chars().take(200).collect();
        let number = line.to_string();
        let gutter = " ".repeat(number.len());
        let indent: String =
            source.chars().take(column as usize - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let room = source.chars().count().saturating_sub(column as usize - 1).max(1);
        let carets = "^".repeat((self.width as usize).clamp(1, room));
        format!("{self}\n{gutter}--> {place}\n{gutter} |\n{number} | {source}\n{gutter} | {indent}{carets}")
    }
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_warning { "is taken as it is" } else { "is not allowed" };
        match &self.value {
            Some(value) => write!(f, "{}: {value} {verdict}; {}", self.path, self.rule),
            None => write!(f, "{}: {}", self.path, self.rule),
        }
    }
}

impl std::error::Error for Issue {}

/// The path of member `key` of `path`.
pub(crate) fn member(path: &str, key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "-_*".contains(c));
    match (path.is_empty(), bare) {
        (true, true) => key.to_owned(),
        (true, false) => format!("{key:?}"),
        (false, true) => format!("{path}.{key}"),
        (false, false) => format!("{path}.{key:?}"),
    }
}

/// The path of element `index` of `path`.
pub(crate) fn element(path: &str, index: usize) -> String {
    format!("{path}[{index}]")
}

/// A value as a message repeats it.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Object(_) => "a table".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        other => other.to_string(),
    }
}

/// The known name that is most like `name`, if any is near.
#[must_use]
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    // The measure takes time and memory by the product of the lengths.
    if name.len() > 100 || known.len() > 1_000 {
        return None;
    }
    known
        .iter()
        .map(|candidate| (likeness(name, candidate), *candidate))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// The port that is meant by an unknown name: of the node that it names, if that has any. At a host every name means
/// its one port, the adapter, which is not named after its link.
fn nearest_port<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let Some((node, link)) = name.split_once('.') else { return nearest(name, known) };
    let link_at_node = |port: &&'a str| port.strip_prefix(node)?.strip_prefix('.');
    let links: Vec<&str> = known.iter().filter_map(link_at_node).collect();
    let meant = match &links[..] {
        [] => return nearest(name, known),
        [only] => only,
        several => nearest(link, several)?,
    };
    known.iter().copied().find(|port| link_at_node(port) == Some(meant))
}

/// How alike two names are, from 0 to a little above 1: by common beginnings, by slips of the keyboard, and by one being
/// a word of the other ("vbr" of "rt-vbr"). Case is ignored.
fn likeness(name: &str, candidate: &str) -> f64 {
    let [a, b] = [name, candidate].map(str::to_ascii_lowercase);
    let is_word = |word: &str, of: &str| of.split(['-', '_']).any(|part| part == word);
    let by_word = if is_word(&a, &b) || is_word(&b, &a) { 0.9 } else { 0.0 };
    strsim::jaro_winkler(&a, &b).max(strsim::normalized_damerau_levenshtein(&a, &b) + 0.1).max(by_word)
}

/// Names separated by commas; a long list is cut.
pub(crate) fn list(names: &[&str]) -> String {
    const MOST: usize = 20;
    let head = names[..names.len().min(MOST)].join(", ");
    if names.len() > MOST { format!("{head}, ... ({} in all)", names.len()) } else { head }
}

/// A text cut to what a message repeats.
pub(crate) fn shortened(value: &str) -> String {
    let mut characters = value.chars();
    let head: String = characters.by_ref().take(SHOWN).collect();
    if characters.next().is_some() { format!("{head}...") } else { head }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_path_value_and_rule() {
        let issue = Issue::new("switch.drop.threshold", "\"9000 cells\"", "give at most the buffer");
        assert_eq!(
            issue.to_string(),
            "switch.drop.threshold: \"9000 cells\" is not allowed; give at most the buffer"
        );
    }

    #[test]
    fn the_caret_stands_under_the_mistake() {
        let issue =
            Issue { line: Some(2), column: Some(3), width: 5, ..Issue::unknown_key("a.bufer", "unknown") };
        assert_eq!(
            issue.render("[a]\n  bufer = 1\n"),
            "a.bufer: unknown\n --> line 2, column 3\n  |\n2 |   bufer = 1\n  |   ^^^^^"
        );
    }

    #[test]
    fn the_place_in_a_file_is_one_that_editors_open() {
        let issue = Issue { line: Some(1), column: Some(1), ..Issue::absent("a.b", "rule") };
        assert_eq!(issue.render_in("a = 1", Some("x/my.toml")).lines().nth(1), Some(" --> x/my.toml:1:1"));
        assert_eq!(Issue::absent("a", "rule").render_in("", Some("my.toml")), "a: rule\n --> my.toml");
    }

    #[test]
    fn only_a_near_name_is_suggested() {
        assert_eq!(nearest("bufer", &["drop", "buffer"]), Some("buffer"));
        assert_eq!(nearest("edp", &["tail", "epd"]), Some("epd"));
        assert_eq!(nearest("xyz", &["drop", "buffer"]), None);
        assert_eq!(nearest("MSS", &["drop", "mss"]), Some("mss"));
        assert_eq!(nearest("vbr", &["cbr", "nrt-vbr", "abr", "gfr", "ubr"]), Some("nrt-vbr"));
    }

    #[test]
    fn a_port_is_meant_at_the_node_that_is_named() {
        let ports = ["sw.a", "sw.trunk", "r.a", "a.nic", "b.nic"];
        for (name, meant) in [
            ("a.a", Some("a.nic")),
            ("b.trunk", Some("b.nic")),
            ("r.trunk", Some("r.a")),
            ("sw.trnk", Some("sw.trunk")),
            ("sw.nic", None),
            ("a", Some("a.nic")),
            ("c.nic", Some("b.nic")),
            ("trunk", Some("sw.trunk")),
        ] {
            assert_eq!(nearest_port(name, &ports), meant, "{name}");
        }
    }

    #[test]
    fn a_long_value_is_cut() {
        let issue = Issue::new("title", "x".repeat(1000), "rule");
        assert_eq!(issue.value.map(|value| value.len()), Some(SHOWN + 3));
    }
}
