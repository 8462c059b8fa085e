//! Changing several values of a document, as tables that override it key by key.

use serde_json::{Map, Value};

use crate::document::{Document, not_json, strip_nulls};
use crate::issue::{Issue, member, shortened};
use crate::member::{Given, drop_old_members};

/// More than the tables around any setting.
const MOST_STEPS: usize = 64;

/// Applies changes to a document: values by dotted path, such as `switch.drop.policy`. Tables override tables key by
/// key, but one that chooses another member of a family replaces the old one whole; a path that does drops
/// the keys that the new member does not know. `null` removes a key. Whether the result is good, a later check says.
///
/// # Errors
/// If the changes are no JSON object, or a path is deeper than any setting.
pub fn apply_changes(document: &mut Document, changes_json: &str) -> Result<(), Vec<Issue>> {
    let changes: Map<String, Value> = serde_json::from_str(changes_json).map_err(|error| not_json(&error))?;
    let before = document.value.clone();
    let mut given = Given::default();
    for (path, value) in changes {
        if path.split('.').count() > MOST_STEPS {
            let rule = "is nested too deeply: no setting is more than a few tables deep";
            return Err(vec![Issue::absent(shortened(&path), rule)]);
        }
        let (steps, nested) = nested(&path, value);
        given.asked.push(steps);
        note_values(&nested, "", &mut given.values);
        lay(&mut document.value, nested);
    }
    strip_nulls(&mut document.value);
    drop_old_members(&before, &mut document.value, &given);
    Ok(())
}

/// The path as issues write it, and the value below tables of its steps.
fn nested(path: &str, value: Value) -> (String, Value) {
    let written = path.split('.').fold(String::new(), |around, key| member(&around, key));
    let wrap = |value, key: &str| Value::Object(Map::from_iter([(key.to_owned(), value)]));
    (written, path.rsplit('.').fold(value, wrap))
}

/// Notes the paths of everything that is no table, and of empty tables.
fn note_values(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            members.iter().for_each(|(key, value)| note_values(value, &member(path, key), found));
        }
        _ => found.push(path.to_owned()),
    }
}

fn lay(into: &mut Value, value: Value) {
    match (into, value) {
        (Value::Object(into), Value::Object(members)) => {
            for (key, value) in members {
                match (into.get_mut(&key), value) {
                    (_, Value::Null) => {
                        into.shift_remove(&key);
                    }
                    (Some(old @ Value::Object(_)), value @ Value::Object(_)) => lay(old, value),
                    (_, value) => {
                        into.insert(key, value);
                    }
                }
            }
        }
        (into, value) => *into = value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_json;
    use serde_json::json;

    const EPD: &str =
        r#"{"switch":{"drop":{"policy":"epd","threshold":"9 cells","discard_remainder":false}}}"#;

    fn changed(text: &str, changes: &Value) -> Value {
        let mut document = parse_json(text).unwrap();
        apply_changes(&mut document, &changes.to_string()).unwrap();
        document.value["switch"]["drop"].clone()
    }

    #[test]
    fn a_path_keeps_what_the_new_member_knows_and_a_table_only_itself() {
        let changes = json!({ "switch.drop.policy": "fba" });
        let kept = json!({ "policy": "fba", "threshold": "9 cells", "discard_remainder": false });
        assert_eq!(changed(EPD, &changes), kept);
        assert_eq!(changed(EPD, &json!({ "switch.drop.policy": "tail" })), json!({ "policy": "tail" }));
        for table in [
            json!({ "switch": { "drop": { "policy": "fba" } } }),
            json!({ "switch.drop": { "policy": "fba" } }),
        ] {
            assert_eq!(changed(EPD, &table), json!({ "policy": "fba" }));
        }
    }

    #[test]
    fn what_is_given_with_another_member_stays_in_any_order() {
        let before = json!({ "switch.drop.z": 0.5, "switch.drop.policy": "fba" });
        let behind = json!({ "switch.drop.policy": "fba", "switch.drop.z": 0.5 });
        assert_eq!(changed(EPD, &before), changed(EPD, &behind));
        assert_eq!(changed(EPD, &behind)["z"], json!(0.5));
    }

    #[test]
    fn a_profile_takes_the_place_of_what_it_gives_but_of_nothing_given_with_it() {
        let text = r#"{"tcp":{"variant":"reno","nagle":false,"mss":"9 bytes"},"flows":{"f":{"tcp":{"variant":"tahoe"}}}}"#;
        let mut document = parse_json(text).unwrap();
        let changes = json!({
            "tcp.profile": "linux-6",
            "tcp.nagle": true,
            "flows.f.tcp": { "profile": "ns-2" },
        });
        apply_changes(&mut document, &changes.to_string()).unwrap();
        let tcp = json!({ "nagle": true, "mss": "9 bytes", "profile": "linux-6" });
        assert_eq!(document.value["tcp"], tcp);
        assert_eq!(document.value["flows"]["f"]["tcp"], json!({ "profile": "ns-2" }));
    }

    #[test]
    fn null_takes_a_key_away_and_tables_are_merged() {
        let changes = json!({ "switch": { "drop": { "threshold": null } } });
        assert_eq!(changed(EPD, &changes), json!({ "policy": "epd", "discard_remainder": false }));
    }

    #[test]
    fn a_path_deeper_than_any_setting_is_refused() {
        let mut document = parse_json("{}").unwrap();
        let changes = json!({ ["a"; 100].join("."): 1 });
        assert_eq!(apply_changes(&mut document, &changes.to_string()).unwrap_err().len(), 1);
    }
}
