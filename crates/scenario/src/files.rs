//! Files that a scenario names: what they say takes the place of their names, so that a scenario is whole in itself.
//!
//! The reader of the scenario knows where a name leads, and whether there are files at all.

mod arrivals;

use cellwise_engine::memory;
use cellwise_packet::jitter::parse_delays;
use cellwise_packet::line::{MOST_LINES, TraceIssue, parse_opportunities, parse_rates};
use serde_json::{Map, Value, json};

use crate::document::Document;
use crate::files::arrivals::parse_arrivals;
use crate::issue::{Issue, element, member};
use crate::limit;
use crate::memory_budget::{growing, within};

/// The reader of a file by its name: its text, or the reason against it.
pub type ReadFile<'r> = dyn Fn(&str) -> Result<String, String> + 'r;

const FILE: &str = "file";

/// A model that can have its values from a file.
struct Source {
    /// The key that chooses the model.
    tag: &'static str,
    name: &'static str,
    /// The key of the values.
    key: &'static str,
    /// Octets that reading a line of the file takes at most.
    line_octets: usize,
    parse: fn(&str) -> Result<Value, Vec<TraceIssue>>,
}

const SOURCES: [Source; 4] = [
    Source {
        tag: "line",
        name: "trace",
        key: "opportunities_ms",
        line_octets: 2 * size_of::<u64>() + size_of::<Value>(),
        parse: |text| parse_opportunities(text).map(|opportunities_ms| json!(opportunities_ms)),
    },
    Source {
        tag: "line",
        name: "rate-table",
        key: "rates",
        // Two keys, each with its text, in a table.
        line_octets: 8 * size_of::<Value>(),
        parse: |text| parse_rates(text).map(|rates| json!(rates)),
    },
    Source {
        tag: "distribution",
        name: "empirical",
        key: "delays_ms",
        line_octets: size_of::<f64>() + size_of::<Value>(),
        parse: |text| parse_delays(text).map(|delays_ms| json!(delays_ms)),
    },
    Source {
        tag: "pattern",
        name: "list",
        key: "arrivals",
        // Two keys, each with its text, in a table.
        line_octets: 8 * size_of::<Value>(),
        parse: |text| parse_arrivals(text).map(|arrivals| json!(arrivals)),
    },
];

impl Document {
    /// Puts the contents of files instead of their names. Their mistakes are reported with all others.
    #[must_use]
    pub fn with_files(mut self, read: &ReadFile<'_>) -> Self {
        self.insert_files(read, false);
        self
    }

    /// The same behind a change: a file that was named then stands for the values that the document had.
    ///
    /// # Errors
    /// What is wrong with the files.
    pub fn insert_changed_files(&mut self, read: &ReadFile<'_>) -> Result<(), Vec<Issue>> {
        self.insert_files(read, true);
        let issues = std::mem::take(&mut self.of_files);
        if issues.is_empty() { Ok(()) } else { Err(self.arranged(issues)) }
    }

    fn insert_files(&mut self, read: &ReadFile<'_>, replaces: bool) {
        let limit = limit::of_document(&self.value);
        let mut insertion = Insertion { read, replaces, issues: Vec::new() };
        let visit = || within(limit, self.held, || insertion.visit(&mut self.value, ""));
        let (done, held) = memory::measured(visit);
        self.held = self.held.saturating_add_signed(held);
        self.of_files = done.map_or_else(|issue| vec![issue], |()| insertion.issues);
    }
}

struct Insertion<'r> {
    read: &'r ReadFile<'r>,
    /// Whether a file may be given together with the values that it replaces.
    replaces: bool,
    issues: Vec<Issue>,
}

impl Insertion<'_> {
    fn visit(&mut self, value: &mut Value, path: &str) {
        match value {
            Value::Object(members) => {
                let source = SOURCES.iter().find(|source| source.is_chosen_in(members));
                if let Some(source) = source {
                    self.insert(source, members, path);
                }
                for (key, value) in growing("keys", members) {
                    self.visit(value, &member(path, key));
                }
            }
            Value::Array(elements) => {
                for (index, value) in elements.iter_mut().enumerate().filter(|(_, value)| !value.is_number())
                {
                    self.visit(value, &element(path, index));
                }
            }
            _ => {}
        }
    }

    /// Takes the name of a file from a table, and puts what it says there.
    fn insert(&mut self, source: &Source, members: &mut Map<String, Value>, path: &str) {
        let Some(Value::String(name)) = members.get(FILE) else { return };
        let (name, here) = (name.clone(), member(path, FILE));
        members.shift_remove(FILE);
        if !self.replaces && members.contains_key(source.key) {
            let rule = format!("has what stands under {} as well; leave one of them out", source.key);
            self.issues.push(Issue::unknown_key(here, rule));
            return;
        }
        match (self.read)(&name) {
            Err(rule) => self.issues.push(Issue::new(here, format!("{name:?}"), rule)),
            Ok(text) if source.lacks_room(&text) => {}
            Ok(text) => match (source.parse)(&text) {
                Ok(values) => {
                    members.insert(source.key.to_owned(), values);
                }
                Err(found) => {
                    self.issues.extend(found.into_iter().map(|TraceIssue { line, value, rule }| {
                        Issue::new(&here, format!("{value:?}"), format!("{rule} (line {line} of {name})"))
                    }))
                }
            },
        }
    }
}

impl Source {
    /// Whether there is no room for what a file says; then the scenario is refused.
    fn lacks_room(&self, text: &str) -> bool {
        // More are refused one by one.
        let lines = text.bytes().filter(|octet| *octet == b'\n').count().min(MOST_LINES) + 1;
        memory::lacks(lines * self.line_octets, "lines of a file to be read", lines)
    }

    fn is_chosen_in(&self, members: &Map<String, Value>) -> bool {
        let chosen = members.get(self.tag).and_then(Value::as_str);
        chosen.is_some_and(|name| name.eq_ignore_ascii_case(self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{apply_sets, identity, parse_toml};

    const LINK: &str = "duration = \"1 s\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n[links.l]\n\
        ends = [\"a\", \"b\"]\nkind = \"raw\"\nrate = \"12 Mbit/s\"\ndelay = \"0 s\"\n";

    /// Files in memory, of which the names say what is in them.
    fn read(name: &str) -> Result<String, String> {
        let found = match name {
            "down.trace" | "sub/copy" => "0\n2\n5\n",
            "other.trace" => "0\n2\n6\n",
            "bad.trace" => "3\nx\n2\n",
            "never.trace" => "0\n",
            "empty" => "",
            "rates.csv" => "at_s,rate_mbps\n0,10\n1.5,2\n",
            _ => return Err("give a file that can be read: there is none".to_owned()),
        };
        Ok(found.to_owned())
    }

    fn document(line: &str) -> Document {
        parse_toml(&format!("{LINK}line = {line}\n")).unwrap().with_files(&read)
    }

    fn reported(document: &Document) -> Vec<String> {
        document.check().iter().map(|issue| format!("{}: {issue}", issue.line.unwrap_or(0))).collect()
    }

    #[test]
    fn what_a_file_says_is_part_of_the_scenario_and_its_name_is_not() {
        let trace = document(r#"{ line = "trace", file = "down.trace" }"#);
        assert_eq!(
            trace.value["links"]["l"]["line"],
            json!({ "line": "trace", "opportunities_ms": [0, 2, 5] })
        );
        assert_eq!(reported(&trace), Vec::<String>::new());
        let rates = document(r#"{ line = "rate-table", file = "rates.csv", period = "2 s" }"#);
        assert_eq!(
            rates.value["links"]["l"]["line"]["rates"],
            json!([{ "at": "0 s", "rate": "10 Mbit/s" }, { "at": "1.5 s", "rate": "2 Mbit/s" }])
        );
        assert_eq!(reported(&rates), Vec::<String>::new());
    }

    #[test]
    fn what_makes_a_scenario_is_what_its_files_say_not_their_names() {
        let identity_of = |line: &str| identity("1", &document(line).scenario().unwrap());
        let given = identity_of(r#"{ line = "trace", opportunities_ms = [0, 2, 5] }"#);
        assert_eq!(identity_of(r#"{ line = "trace", file = "down.trace" }"#), given);
        assert_eq!(identity_of(r#"{ line = "trace", file = "sub/copy" }"#), given);
        assert_ne!(identity_of(r#"{ line = "trace", file = "other.trace" }"#), given);
    }

    #[test]
    fn everything_wrong_with_files_is_reported_beside_the_other_mistakes() {
        let text = format!(
            "{LINK}line = {{ line = \"trace\", file = \"bad.trace\" }}\n\
             reverse_line = {{ line = \"trace\", file = \"none\", trace_unit = \"0 bytes\" }}\n"
        );
        let document = parse_toml(&text).unwrap().with_files(&read);
        assert_eq!(
            reported(&document),
            [
                "10: links.l.line.file: \"x\" is not allowed; give a whole number of milliseconds from 0 on (line 2 of bad.trace)",
                "10: links.l.line.file: \"2\" is not allowed; give at least 3, which stands before it (line 3 of bad.trace)",
                "11: links.l.reverse_line.file: \"none\" is not allowed; give a file that can be read: there is none",
                "11: links.l.reverse_line.trace_unit: \"0 bytes\" is not allowed; give from 1 to 1000000 bytes: nothing would ever be sent with none",
            ]
        );
    }

    #[test]
    fn a_file_without_opportunities_is_reported() {
        let reported =
            |file: &str| reported(&document(&format!("{{ line = \"trace\", file = \"{file}\" }}"))).concat();
        assert!(
            reported("empty").contains("give at least one opportunity (line 1 of empty)"),
            "{}",
            reported("empty")
        );
        assert!(reported("never.trace").contains("it is the length of the trace (line 1 of never.trace)"));
    }

    #[test]
    fn a_file_beside_the_values_that_it_stands_for_is_a_mistake() {
        let document = document(r#"{ line = "trace", file = "down.trace", opportunities_ms = [7] }"#);
        assert_eq!(
            reported(&document),
            ["10: links.l.line.file: has what stands under opportunities_ms as well; leave one of them out"]
        );
    }

    #[test]
    fn a_file_that_is_named_later_stands_for_the_values_that_were_there() {
        let mut document = document(r#"{ line = "trace", file = "down.trace" }"#);
        apply_sets(&mut document, &[("links.l.line.file", "other.trace")]).unwrap();
        document.insert_changed_files(&read).unwrap();
        assert_eq!(document.value["links"]["l"]["line"]["opportunities_ms"], json!([0, 2, 6]));
        apply_sets(&mut document, &[("links.l.line.file", "none")]).unwrap();
        assert_eq!(document.insert_changed_files(&read).unwrap_err()[0].path, "links.l.line.file");
    }

    #[test]
    fn where_there_are_no_files_their_names_are_refused() {
        let text = format!("{LINK}line = {{ line = \"rate-table\", file = \"rates.csv\" }}\n");
        let reported = reported(&parse_toml(&text).unwrap()).concat();
        assert!(
            reported.starts_with("10: links.l.line.file: \"rates.csv\" is not allowed; give rates instead"),
            "{reported}"
        );
    }
}
