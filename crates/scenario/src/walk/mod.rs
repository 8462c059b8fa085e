//! The walker: compares a whole document with the JSON Schema and collects every mistake.
//!
//! It understands the part of JSON Schema that the schema types produce: `$ref`, `anyOf` and
//! `oneOf`, tables closed or open, tagged tables, arrays, `enum`, `const`, bounds and `format`.
//! In addition to the issues it gives back the sound part of the document, so that later checks can run on
//! that and report their issues at the same time.

mod scalar;
mod shape;

use std::sync::OnceLock;

use cellwise_atm::drop_policy::Threshold;
use cellwise_engine::memory;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::issue::{Issue, element, list, member, nearest, shown};
use crate::memory_budget::growing;
use crate::schema::Scenario;
use shape::Kind;
pub(crate) use shape::{Shape, tag};

/// The JSON Schema of scenarios, in its first form.
pub(crate) fn schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Scenario>();
        let Value::Object(mut members) = schema.to_value() else { return Value::Bool(true) };
        let mut ordered = Map::new();
        for key in ["$schema", "title", "description"] {
            ordered.extend(members.shift_remove(key).map(|value| (key.to_owned(), value)));
        }
        ordered.append(&mut members);
        ordered.insert("x-units".to_owned(), units());
        Value::Object(ordered)
    })
}

/// The units that texts of each format may have, for a program that shows a field for one.
fn units() -> Value {
    let known = cellwise_units::units();
    let cells = known.iter().filter(|(format, _)| *format == "cells");
    // A threshold is also a number of cells, where it is no part of a buffer.
    let thresholds = cells.map(|(_, units)| (Threshold::FORMAT, *units));
    known.iter().copied().chain(thresholds).map(|(format, units)| (format, json!(units))).collect()
}

/// What walking a document found.
#[derive(Debug)]
pub(crate) struct Walked {
    /// Every mistake, in document order.
    pub(crate) issues: Vec<Issue>,
    /// The document without what is at fault.
    pub(crate) sound: Value,
}

/// Compares a document with the schema of scenarios.
pub(crate) fn walk(document: &Value) -> Walked {
    let mut walker = Walker { root: schema(), issues: Vec::new(), values: 0 };
    let sound = walker.value(walker.root, document, "").unwrap_or_else(|| Value::Object(Map::new()));
    Walked { issues: walker.issues, sound }
}

struct Walker<'s> {
    root: &'s Value,
    issues: Vec<Issue>,
    /// Values that it has seen.
    values: usize,
}

impl<'s> Walker<'s> {
    /// Checks one value; gives back what of it is sound.
    fn value(&mut self, schema: &'s Value, value: &Value, path: &str) -> Option<Value> {
        self.values += 1;
        if memory::is_full("values", self.values) {
            return None;
        }
        let shapes = Shape::all(self.root, schema);
        let kind = Kind::of(value);
        let fitting: Vec<Shape<'s>> = shapes.iter().copied().filter(|shape| shape.takes(kind)).collect();
        if fitting.is_empty() {
            self.issues.push(Issue::new(
                path,
                shown(value),
                format!("give {}", shape::wanted(&shapes, value)),
            ));
            return None;
        }
        match value {
            Value::Object(members) => self.table(&fitting, members, path),
            Value::Array(elements) => self.array(&fitting, elements, path),
            Value::String(text) => {
                let text = scalar::word_of(&fitting, text).unwrap_or(text);
                let issue = scalar::check_text(&fitting, text, path);
                self.scalar(issue, &Value::from(text))
            }
            Value::Number(number) => {
                let issue = scalar::check_number(&fitting, number, path);
                self.scalar(issue, value)
            }
            Value::Bool(_) | Value::Null => Some(value.clone()),
        }
    }

    fn scalar(&mut self, issue: Option<Issue>, value: &Value) -> Option<Value> {
        match issue {
            Some(issue) => {
                self.issues.push(issue);
                None
            }
            None => Some(value.clone()),
        }
    }

    fn table(&mut self, shapes: &[Shape<'s>], members: &Map<String, Value>, path: &str) -> Option<Value> {
        let shape = match shape::tag(shapes) {
            Some(tag) => self.tagged(shapes, tag, members, path)?,
            None => shape::most_like(shapes, members),
        };
        let complete = self.has_required(shape, members, path);
        let octets = members.len() * size_of::<(u64, String, Value)>();
        if memory::lacks(octets, "keys", members.len()) {
            return None;
        }
        let mut sound = Map::with_capacity(members.len());
        for (key, value) in growing("keys", members) {
            let path = member(path, key);
            let Some(schema) = shape.member(key) else {
                self.unknown_key(shape, key, &path);
                continue;
            };
            if let Some(value) = self.value(schema, value, &path) {
                sound.insert(key.clone(), value);
            }
        }
        let whole = shape.required().all(|key| sound.contains_key(key));
        (complete && whole).then_some(Value::Object(sound))
    }

    /// The shape that a table's tag chooses.
    fn tagged(
        &mut self,
        shapes: &[Shape<'s>],
        tag: &str,
        members: &Map<String, Value>,
        path: &str,
    ) -> Option<Shape<'s>> {
        let known: Vec<&str> = shapes.iter().filter_map(|shape| shape.tag_value(tag)).collect();
        let Some(given) = members.get(tag) else {
            self.issues.push(match misspelt(shapes, tag, members) {
                Some(key) => {
                    let rule =
                        format!("is not a known key; did you mean {tag:?}? It is one of {}", list(&known));
                    Issue::unknown_key(member(path, key), rule)
                }
                None => {
                    let rule = format!("is missing; give one of {}", list(&known));
                    Issue::absent(member(path, tag), rule)
                }
            });
            return None;
        };
        let chosen =
            shapes.iter().find(|shape| given.as_str().is_some_and(|given| shape.is_tagged(tag, given)));
        if chosen.is_none() {
            self.issues.push(match given.as_str() {
                Some(name) => Issue::unknown_name(member(path, tag), name, "name", known),
                None => Issue::new(member(path, tag), shown(given), format!("give one of {}", list(&known))),
            });
        }
        chosen.copied()
    }

    fn has_required(&mut self, shape: Shape<'s>, members: &Map<String, Value>, path: &str) -> bool {
        let missing: Vec<&str> = shape.required().filter(|key| !members.contains_key(*key)).collect();
        for key in &missing {
            let wanted = shape.member(key).map(|schema| shape::describe(&Shape::all(self.root, schema)));
            let rule = format!("is missing; give {}", wanted.unwrap_or_else(|| "a value".into()));
            self.issues.push(Issue::absent(member(path, key), rule));
        }
        missing.is_empty()
    }

    fn unknown_key(&mut self, shape: Shape<'s>, key: &str, path: &str) {
        let known: Vec<&str> = shape.keys().collect();
        let rule = match nearest(key, &known) {
            Some(near) => {
                format!("is not a known key; did you mean {near:?}? Known keys: {}", list_all(&known))
            }
            None => format!("is not a known key; known keys: {}", list_all(&known)),
        };
        self.issues.push(Issue::unknown_key(path, rule));
    }

    fn array(&mut self, shapes: &[Shape<'s>], elements: &[Value], path: &str) -> Option<Value> {
        let shape = shapes[0];
        if let Some(rule) = shape.length_rule(elements.len()) {
            self.issues.push(Issue::new(path, format!("an array of {}", elements.len()), rule));
            return None;
        }
        if memory::lacks(size_of_val(elements), "elements of a list", elements.len()) {
            return None;
        }
        let Some(schema) = shape.items() else { return Some(Value::Array(elements.to_vec())) };
        let sound: Vec<Option<Value>> = elements
            .iter()
            .enumerate()
            .map(|(index, value)| self.value(schema, value, &element(path, index)))
            .collect();
        // Half a pair or a path with a gap would only cause further, misleading issues.
        sound.into_iter().collect::<Option<Vec<Value>>>().map(Value::Array)
    }
}

/// The key of a table that looks like its tag, and belongs to none of the shapes that the tag chooses from.
fn misspelt<'k>(shapes: &[Shape<'_>], tag: &str, members: &'k Map<String, Value>) -> Option<&'k str> {
    let is_known = |key: &str| shapes.iter().any(|shape| shape.member(key).is_some());
    let unknown: Vec<&str> = members.keys().map(String::as_str).filter(|key| !is_known(key)).collect();
    nearest(tag, &unknown)
}

/// All the known keys of a table: people look for the one they want.
fn list_all(keys: &[&str]) -> String {
    keys.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn messages(document: &Value) -> Vec<String> {
        walk(document).issues.iter().map(ToString::to_string).collect()
    }

    fn only(document: &Value) -> String {
        let messages = messages(document);
        assert_eq!(messages.len(), 1, "{messages:?}");
        messages[0].clone()
    }

    #[test]
    fn a_sound_document_is_given_back_unchanged() {
        let document = json!({
            "topology": { "template": "n-source", "sources": 15 },
            "switch": { "buffer": "unlimited", "drop": { "policy": "epd", "threshold": "2800 cells" } },
            "host": { "send_processing": "300 us", "receive_processing": { "min": "1 us", "max": "2 us" } },
            "udp": { "rate": "line" },
            "flows": { "tcp1": { "tcp": { "mss": "1460 bytes" } } },
            "probes": { "queue": [{ "port": "sw1.trunk" }], "cwnd": { "flow": "*", "every": "1 ms" } },
        });
        let walked = walk(&document);
        assert_eq!(walked.issues, []);
        assert_eq!(walked.sound, document);
    }

    #[test]
    fn an_unknown_key_suggests_the_nearest_and_lists_the_known() {
        let message = only(&json!({ "switch": { "bufer": "1 cells" } }));
        assert_eq!(
            message,
            "switch.bufer: is not a known key; did you mean \"buffer\"? Known keys: buffer, drop, clp1_threshold, occupancy, scheduler, reserved, rate_rule, backward_rm, vs_vd, vs_queue, architecture"
        );
        assert!(only(&json!({ "zzz": 1 })).starts_with("zzz: is not a known key; known keys: title, "));
        assert!(
            only(&json!({ "flows": { "x": { "tcp": { "ms": 1 } } } })).starts_with("flows.x.tcp.ms: is not")
        );
    }

    #[test]
    fn names_of_models_and_words_are_known_in_any_case() {
        let walked = walk(&json!({
            "topology": { "template": "N-Source" },
            "atm": { "category": "UBR" },
            "switch": { "drop": { "policy": "EPD", "threshold": 0.8 } },
        }));
        assert_eq!(walked.issues, []);
        assert_eq!(walked.sound["switch"]["drop"]["policy"], "epd");
        assert_eq!(walked.sound["topology"]["template"], "n-source");
        assert_eq!(walked.sound["atm"]["category"], "ubr");
    }

    #[test]
    fn a_name_in_place_of_a_table_is_answered_with_the_table() {
        let rule = |given: Value| only(&json!({ "switch": { "rate_rule": given } }));
        assert_eq!(
            rule(json!("erica")),
            "switch.rate_rule: \"erica\" is not allowed; give a table: { rule = \"erica\" }"
        );
        let any = rule(json!(7));
        assert!(any.contains("give a table such as { rule = \"") && any.contains("erica"), "{any}");
    }

    #[test]
    fn a_wrong_name_suggests_the_nearest() {
        let message = only(&json!({ "tie": "randon" }));
        assert!(message.starts_with("tie: \"randon\" is not allowed; "), "{message}");
        assert!(message.contains("did you mean \"random\"?"), "{message}");
        let message = only(&json!({ "switch": { "drop": { "policy": "edp" } } }));
        assert!(message.starts_with("switch.drop.policy: \"edp\" is not allowed"), "{message}");
        assert!(message.contains("\"epd\""), "{message}");
        assert_eq!(
            only(&json!({ "switch": { "drop": { "polcy": "epd", "threshold": 0.8 } } })),
            "switch.drop.polcy: is not a known key; did you mean \"policy\"? It is one of tail, ppd, epd, \
             selective-drop, fba, clp-epd, red"
        );
        assert!(
            only(&json!({ "switch": { "drop": { "threshold": 0.8 } } })).contains("drop.policy: is missing")
        );
        assert!(
            only(&json!({ "topology": {} })).contains("topology.template: is missing; give one of n-source")
        );
    }

    #[test]
    fn a_bare_number_for_a_quantity_is_refused_with_an_example() {
        assert_eq!(
            only(&json!({ "switch": { "buffer": 1000 } })),
            "switch.buffer: 1000 is not allowed; give text such as \"1000 cells\""
        );
    }

    #[test]
    fn quantities_words_and_numbers_are_checked_where_they_stand() {
        for (document, path) in [
            (json!({ "duration": "10 parsecs" }), "duration"),
            (json!({ "duration": format!("1{} s", "0".repeat(30)) }), "duration"),
            (json!({ "flow": { "size": "10 cells" } }), "flow.size"),
            (json!({ "udp": { "rate": "lin" } }), "udp.rate"),
            (json!({ "seed": -1 }), "seed"),
            (json!({ "seed": 1.5 }), "seed"),
            (json!({ "seed": 1e30 }), "seed"),
            (json!({ "reference": "true" }), "reference"),
            (json!({ "topology": { "template": "n-source", "sources": 1_000_000_000 } }), "topology.sources"),
            (json!({ "topology": { "template": "n-source", "sources": 0 } }), "topology.sources"),
            (json!({ "tcp": { "min_rto_ticks": 5_000_000_000u64 } }), "tcp.min_rto_ticks"),
            (json!({ "switch": { "drop": { "policy": "fba", "threshold": 1.5 } } }), "switch.drop.threshold"),
            (
                json!({ "switch": { "drop": { "policy": "fba", "threshold": "most" } } }),
                "switch.drop.threshold",
            ),
            (
                json!({ "packet": { "queue": { "discipline": "tail", "limit": "0 packets" } } }),
                "packet.queue.limit",
            ),
            (
                json!({ "links": { "a": { "queue": { "discipline": "codel", "limit": "9 cells" } } } }),
                "links.a.queue.limit",
            ),
            (json!({ "links": { "a": { "ends": ["x"] } } }), "links.a.ends"),
            (json!({ "links": { "a": { "ends": ["x", 1] } } }), "links.a.ends[1]"),
            (json!({ "nodes": [] }), "nodes"),
            (json!({ "host": { "send_processing": { "min": "1 us" } } }), "host.send_processing.max"),
            (json!({ "host": { "send_processing": { "base": "1 us" } } }), "host.send_processing.per_byte"),
        ] {
            let walked = walk(&document);
            let paths: Vec<&str> = walked.issues.iter().map(|issue| issue.path.as_str()).collect();
            assert_eq!(paths, [path], "{document}");
        }
    }

    #[test]
    fn a_word_or_a_quantity_names_both_ways() {
        let message = only(&json!({ "flow": { "size": "lots" } }));
        assert!(message.contains("\"unlimited\"") && message.contains("\"512 bytes\""), "{message}");
        assert_eq!(
            only(&json!({ "flow": { "size": "-5 bytes" } })),
            "flow.size: \"-5 bytes\" is not allowed; it is negative; give 0 or more, such as \"512 bytes\", \
             or \"unlimited\""
        );
    }

    #[test]
    fn what_is_sound_keeps_everything_but_the_mistakes() {
        let document = json!({
            "title": 5, "seed": 7, "colour": "red",
            "switch": { "buffer": "x", "drop": { "policy": "epd", "threshold": [] } },
            "probes": { "queue": { "every": "1 ms" } },
        });
        let walked = walk(&document);
        assert_eq!(walked.issues.len(), 5);
        let sound = json!({ "seed": 7, "switch": { "drop": { "policy": "epd" } }, "probes": {} });
        assert_eq!(walked.sound, sound);
    }

    #[test]
    fn a_document_that_is_no_table_is_refused() {
        assert_eq!(only(&json!([1, 2])), "scenario: an array is not allowed; give a table");
    }
}
