//! Members of families in documents: one that is newly chosen does not take the keys of the old one.

use cellwise_tcp::profile::Profile;
use serde_json::{Map, Value};

use crate::document::is_at_or_below;
use crate::issue::{element, member};
use crate::walk::{Shape, schema, tag};

type Members = Map<String, Value>;

/// The paths that a change gives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    /// As the user wrote them.
    pub(crate) asked: Vec<String>,
    /// The values that come of them.
    pub(crate) values: Vec<String>,
}

impl Given {
    /// Adds a path with all that is below it.
    pub(crate) fn add(&mut self, path: String) {
        self.values.push(path.clone());
        self.asked.push(path);
    }

    /// Whether a value at `path`, or in it, or around it, is among those that are given.
    fn has(&self, path: &str) -> bool {
        self.values.iter().any(|given| is_at_or_below(path, given) || is_at_or_below(given, path))
    }

    /// Whether the table at `path` is given, not only keys in it.
    fn has_table(&self, path: &str) -> bool {
        self.asked.iter().any(|asked| is_at_or_below(path, asked))
    }
}

/// Drops from the tables of `after` that choose another member of a family than in `before` what is of the old
/// member: all that is not given, if the table is given; else the keys that the new member does not know. The values
/// of a newly chosen profile also replace the earlier ones.
pub(crate) fn drop_old_members(before: &Value, after: &mut Value, given: &Given) {
    visit(schema(), before, after, "", given);
    make_way_for_profile(before, after, "", given);
    let flows = after.get_mut("flows").and_then(Value::as_object_mut);
    for (name, flow) in flows.into_iter().flatten() {
        let before = before.get("flows").and_then(|flows| flows.get(name)).unwrap_or(&Value::Null);
        make_way_for_profile(before, flow, &member("flows", name), given);
    }
}

/// Drops from a table of TCP that chooses another profile than before the keys that the profile gives.
fn make_way_for_profile(before: &Value, after: &mut Value, path: &str, given: &Given) {
    let Some(tcp) = after.get_mut("tcp").and_then(Value::as_object_mut) else { return };
    let chosen = tcp.get("profile");
    if chosen == before.get("tcp").and_then(|tcp| tcp.get("profile")) {
        return;
    }
    if let Some(profile) = chosen.and_then(Value::as_str).and_then(Profile::find) {
        let path = member(path, "tcp");
        let gives = |key: &str| profile.keys.iter().any(|given| given.name == key);
        tcp.retain(|key, _| !gives(key) || given.has(&member(&path, key)));
    }
}

/// The keys that choose a member of a family, anywhere in a scenario.
#[must_use]
pub fn tags() -> Vec<&'static str> {
    let definitions = schema().get("$defs").and_then(Value::as_object);
    let of = |definition| tag(&Shape::all(schema(), definition));
    let mut found: Vec<&str> = definitions.into_iter().flat_map(|all| all.values()).filter_map(of).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn visit(schema: &'static Value, before: &Value, after: &mut Value, path: &str, given: &Given) {
    if before == after {
        return;
    }
    let shapes = Shape::all(crate::walk::schema(), schema);
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            table(&Shape::of_tables(&shapes), before, after, path, given);
        }
        (Value::Array(before), Value::Array(after)) => {
            let Some(schema) = shapes.iter().find_map(|shape| shape.items()) else { return };
            for (index, (before, after)) in before.iter().zip(after).enumerate() {
                visit(schema, before, after, &element(path, index), given);
            }
        }
        _ => {}
    }
}

fn table(shapes: &[Shape<'static>], before: &Members, after: &mut Members, path: &str, given: &Given) {
    let Some(shape) = Shape::chosen(shapes, after) else { return };
    if let Some(tag) = tag(shapes)
        && before.get(tag) != after.get(tag)
    {
        let stays = |key: &str| !given.has_table(path) && shape.keys().any(|known| known == key);
        after.retain(|key, _| key == tag || given.has(&member(path, key)) || stays(key));
        return;
    }
    for (key, after) in after.iter_mut() {
        if let (Some(before), Some(schema)) = (before.get(key), shape.member(key)) {
            visit(schema, before, after, &member(path, key), given);
        }
    }
}
