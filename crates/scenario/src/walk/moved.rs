//! Keys that once stood flat in a table and stand in a table of their own there now: still read, with a note.

use serde_json::{Map, Value};

use super::Walker;
use super::shape::Shape;
use crate::issue::{Issue, member, shown};

/// Where a key stands now.
pub(super) struct Place<'s> {
    table: &'s str,
    key: &'s str,
    schema: &'s Value,
}

/// The place of a key that a table of this shape once had.
pub(super) fn place_of<'s>(root: &'s Value, shape: Shape<'s>, flat: &str) -> Option<Place<'s>> {
    shape.keys().find_map(|table| {
        let inner = *Shape::all(root, shape.member(table)?).first()?;
        let rest = flat.strip_prefix(inner.once_flat()?)?;
        let key = inner.keys().find(|key| *key == rest)?;
        Some(Place { table, key, schema: inner.member(key)? })
    })
}

impl<'s> Walker<'s> {
    /// Checks a key of the table at `path` that stands elsewhere now, and puts it there.
    pub(super) fn moved(
        &mut self,
        Place { table, key, schema }: &Place<'s>,
        (flat, value): (&str, &Value),
        members: &Map<String, Value>,
        sound: &mut Map<String, Value>,
        path: &str,
    ) {
        let (here, there) = (member(path, flat), member(&member(path, table), key));
        if members.get(*table).and_then(|table| table.get(*key)).is_some() {
            let rule = format!("is {there} now, which is given as well; leave one of them out");
            self.issues.push(Issue::unknown_key(here, rule));
        } else if let Some(sane) = self.value(schema, value, &here) {
            let rule = format!("write it as {there}");
            self.notes.push(Issue::new(here, shown(value), rule).into_warning());
            if let Value::Object(table) = sound.entry(*table).or_insert_with(|| Value::Object(Map::new())) {
                table.insert((*key).to_owned(), sane);
            }
        }
    }
}
