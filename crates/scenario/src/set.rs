//! Changing one value of a document by its path, as `--set path=value` does.

use serde_json::{Map, Value};
use toml::de::DeValue;

use crate::document::{Document, Reader};
use crate::issue::{Issue, element, member};
use crate::member::{Given, drop_old_members};

/// Sets the value at a dotted path such as `switch.buffer` or `probes.queue[0].every`, making the
/// tables on the way. The text is read as a TOML value, or else taken unchanged: `7`, `true`,
/// `{ policy = "fba" }` and `2000 cells` are all what they look like.
///
/// # Errors
/// If the path is empty or leads through something that is neither a table nor an array with that
/// element; the document is then unchanged. Whether the key is known, a later check says.
pub fn apply_set(document: &mut Document, path: &str, value_text: &str) -> Result<(), Issue> {
    apply_sets(document, &[(path, value_text)])
}

/// Sets several values, one after the other. A table in which another member of a family was chosen then keeps those
/// keys of the old one that the new one also knows, and all that were set.
///
/// # Errors
/// As of [`apply_set`], about the first that cannot be set; the document then has those before it.
pub fn apply_sets(document: &mut Document, changes: &[(&str, &str)]) -> Result<(), Issue> {
    let before = document.value.clone();
    let mut given = Given::default();
    for (path, value_text) in changes {
        let steps = steps(path)?;
        let value = read_value(path, value_text)?;
        *descend(&mut document.value, &steps)? = value;
        document.forget(&written(&steps));
        given.add(written(&steps));
    }
    drop_old_members(&before, &mut document.value, &given);
    Ok(())
}

/// The value at a path that an issue names, if there is one.
pub(crate) fn look_up<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    steps(path).ok()?.iter().try_fold(value, |place, step| match step {
        Step::Key(key) => place.get(*key),
        Step::Index(index) => place.get(*index),
    })
}

/// One step of a path.
enum Step<'p> {
    Key(&'p str),
    Index(usize),
}

fn steps(path: &str) -> Result<Vec<Step<'_>>, Issue> {
    let malformed = || Issue::new("--set", format!("{path:?}"), "give a path such as switch.buffer");
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (key, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
        if key.trim().is_empty() || steps.len() > 64 {
            return Err(malformed());
        }
        steps.push(Step::Key(key.trim()));
        while !rest.is_empty() {
            let (index, after) =
                rest.strip_prefix('[').and_then(|rest| rest.split_once(']')).ok_or_else(malformed)?;
            steps.push(Step::Index(index.parse().map_err(|_| malformed())?));
            rest = after;
        }
    }
    Ok(steps)
}

fn read_value(path: &str, text: &str) -> Result<Value, Issue> {
    let Ok(value) = DeValue::parse(text.trim()) else {
        return Ok(Value::String(text.to_owned()));
    };
    let mut reader = Reader::default();
    let value = reader.value(value.get_ref(), path);
    match reader.issues.pop() {
        Some(issue) => Err(issue),
        None => Ok(value),
    }
}

fn descend<'v>(value: &'v mut Value, steps: &[Step<'_>]) -> Result<&'v mut Value, Issue> {
    check_way(value, steps)?;
    let mut place = value;
    for step in steps {
        place = match step {
            Step::Key(key) => {
                if !place.is_object() {
                    *place = Value::Object(Map::new());
                }
                let Value::Object(members) = place else { return Err(no_table("", "")) };
                members.entry(*key).or_insert(Value::Null)
            }
            Step::Index(index) => match place.get_mut(*index) {
                Some(place) => place,
                None => return Err(no_table("", "")),
            },
        };
    }
    Ok(place)
}

/// Refuses a way through what is no table, before anything is changed.
fn check_way(value: &Value, steps: &[Step<'_>]) -> Result<(), Issue> {
    let mut place = Some(value);
    for (count, step) in steps.iter().enumerate() {
        let path = written(&steps[..count]);
        place = match (step, place) {
            (Step::Key(key), Some(Value::Object(members))) => members.get(*key),
            (Step::Key(_), None | Some(Value::Null)) => None,
            (Step::Key(key), Some(_)) => return Err(no_table(&path, key)),
            (Step::Index(index), Some(Value::Array(elements))) if *index < elements.len() => {
                elements.get(*index)
            }
            (Step::Index(index), _) => {
                let rule = format!("has no element [{index}] to set");
                return Err(Issue::absent(path, rule));
            }
        };
    }
    Ok(())
}

fn no_table(path: &str, key: &str) -> Issue {
    Issue::absent(path, format!("is not a table, so it has no key {key:?} to set"))
}

fn written(steps: &[Step<'_>]) -> String {
    steps.iter().fold(String::new(), |path, step| match step {
        Step::Key(key) => member(&path, key),
        Step::Index(index) => element(&path, *index),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_toml;

    fn set(text: &str, path: &str, value: &str) -> Result<String, Issue> {
        let mut document = parse_toml(text).unwrap();
        apply_set(&mut document, path, value)?;
        Ok(document.value.to_string())
    }

    #[test]
    fn a_value_is_read_as_toml_or_else_taken_as_it_stands() {
        assert_eq!(set("", "seed", "7").unwrap(), r#"{"seed":7}"#);
        assert_eq!(set("", "switch.buffer", "2000 cells").unwrap(), r#"{"switch":{"buffer":"2000 cells"}}"#);
        assert_eq!(
            set("", "switch.buffer", "\"2000 cells\"").unwrap(),
            r#"{"switch":{"buffer":"2000 cells"}}"#
        );
        assert_eq!(set("", "switch.drop.policy", "fba").unwrap(), r#"{"switch":{"drop":{"policy":"fba"}}}"#);
        assert_eq!(set("a = 1", "b", "{ c = [true] }").unwrap(), r#"{"a":1,"b":{"c":[true]}}"#);
    }

    #[test]
    fn elements_of_arrays_are_reached_by_index() {
        let text = "[[probes.queue]]\nport = \"a\"\n[[probes.queue]]\nport = \"b\"\n";
        let changed = set(text, "probes.queue[1].port", "c").unwrap();
        assert_eq!(changed, r#"{"probes":{"queue":[{"port":"a"},{"port":"c"}]}}"#);
        assert_eq!(set(text, "probes.queue[2].port", "c").unwrap_err().path, "probes.queue");
    }

    #[test]
    fn a_bad_path_changes_nothing() {
        let mut document = parse_toml("seed = 1").unwrap();
        for path in ["", ".", "a..b", "seed.x", "a[", "a[x]", "[0]", "fresh.seed[0]"] {
            assert!(apply_set(&mut document, path, "1").is_err(), "{path}");
            assert_eq!(document.value.to_string(), r#"{"seed":1}"#, "{path}");
        }
    }

    #[test]
    fn an_issue_about_a_set_value_names_no_line_of_the_text() {
        let mut document = parse_toml("seed = 1\n[topology]\ntemplate = \"n-source\"\n").unwrap();
        apply_set(&mut document, "seed", "-1").unwrap();
        let issues = document.check();
        assert_eq!((issues[0].path.as_str(), issues[0].line), ("seed", None));
    }
}
