//! The shapes that a schema allows a value to have.

use serde_json::{Map, Value};

use crate::issue::{list, nearest};

/// The kinds of JSON values; an integer is a number written without fraction or exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Integer,
    Number,
    Text,
    Array,
    Table,
}

impl Kind {
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(number) if number.is_f64() => Self::Number,
            Value::Number(_) => Self::Integer,
            Value::String(_) => Self::Text,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Table,
        }
    }
}

/// One alternative of a schema, with references and unions resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape<'s>(&'s Map<String, Value>);

/// How deep references and unions are followed; the schema is ours and never gets there.
const DEEPEST: u32 = 32;

impl<'s> Shape<'s> {
    /// The alternatives of a schema in the document `root`, without `null`.
    pub(crate) fn all(root: &'s Value, schema: &'s Value) -> Vec<Self> {
        let mut shapes = Vec::new();
        collect(root, schema, DEEPEST, &mut shapes);
        shapes
    }

    /// Those that a table may have.
    pub(crate) fn of_tables(shapes: &[Self]) -> Vec<Self> {
        shapes.iter().copied().filter(|shape| shape.takes(Kind::Table)).collect()
    }

    /// The shape that a table has among those of tables: that which its tag names, or else the likeliest.
    pub(crate) fn chosen(shapes: &[Self], members: &Map<String, Value>) -> Option<Self> {
        match tag(shapes) {
            Some(tag) => {
                let name = members.get(tag)?.as_str()?;
                shapes.iter().copied().find(|shape| shape.is_tagged(tag, name))
            }
            None => (!shapes.is_empty()).then(|| most_like(shapes, members)),
        }
    }

    pub(super) fn takes(self, kind: Kind) -> bool {
        let (one, many) = match self.0.get("type") {
            Some(Value::Array(many)) => (None, many.as_slice()),
            one => (one, [].as_slice()),
        };
        let mut types = one.into_iter().chain(many).filter_map(Value::as_str).peekable();
        if types.peek().is_some() {
            return types.any(|name| type_takes(name, kind));
        }
        let mut values = self
            .0
            .get("const")
            .into_iter()
            .chain(self.0.get("enum").and_then(Value::as_array).into_iter().flatten())
            .peekable();
        values.peek().is_none() || values.any(|value| Kind::of(value) == kind)
    }

    /// The words that a text must be one of, if the shape has such.
    pub(super) fn words(self) -> Option<Vec<&'s str>> {
        Some(self.choices()?.iter().filter_map(Value::as_str).collect())
    }

    /// The values that a value must be one of, if the shape has such.
    pub(super) fn choices(self) -> Option<&'s [Value]> {
        match self.0.get("const") {
            Some(only) => Some(std::slice::from_ref(only)),
            None => self.0.get("enum")?.as_array().map(Vec::as_slice),
        }
    }

    pub(super) fn format(self) -> Option<&'s str> {
        self.text("format")
    }

    pub(super) fn text(self, key: &str) -> Option<&'s str> {
        self.0.get(key)?.as_str()
    }

    pub(super) fn number(self, key: &str) -> Option<&'s serde_json::Number> {
        match self.0.get(key) {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        }
    }

    pub(super) fn is_integer(self) -> bool {
        self.takes(Kind::Integer) && !self.takes(Kind::Number)
    }

    pub(crate) fn keys(self) -> impl Iterator<Item = &'s str> {
        self.properties().into_iter().flat_map(Map::keys).map(String::as_str)
    }

    pub(super) fn required(self) -> impl Iterator<Item = &'s str> {
        self.0.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    /// The schema of a member; `None` if there is no such key.
    pub(crate) fn member(self, key: &str) -> Option<&'s Value> {
        self.properties().and_then(|known| known.get(key)).or_else(|| {
            match self.0.get("additionalProperties") {
                Some(Value::Bool(false)) => None,
                Some(schema) => Some(schema),
                None => Some(&Value::Bool(true)),
            }
        })
    }

    pub(crate) fn items(self) -> Option<&'s Value> {
        self.0.get("items")
    }

    /// The rule that an array of so many elements breaks.
    pub(super) fn length_rule(self, length: usize) -> Option<String> {
        let bound = |key| self.0.get(key).and_then(Value::as_u64);
        let (least, most) = (bound("minItems").unwrap_or(0), bound("maxItems").unwrap_or(u64::MAX));
        let allowed = (least..=most).contains(&(length as u64));
        (!allowed).then(|| match (least, most) {
            (least, u64::MAX) => format!("give {least} or more"),
            (least, most) if least == most => format!("give {least}"),
            (least, most) => format!("give {least} to {most}"),
        })
    }

    /// The value that member `tag` must have.
    pub(super) fn tag_value(self, tag: &str) -> Option<&'s str> {
        self.properties()?.get(tag)?.get("const")?.as_str()
    }

    /// Whether a name, in any case, is the one that member `tag` must have.
    pub(super) fn is_tagged(self, tag: &str, name: &str) -> bool {
        self.tag_value(tag).is_some_and(|known| known.eq_ignore_ascii_case(name))
    }

    fn properties(self) -> Option<&'s Map<String, Value>> {
        self.0.get("properties")?.as_object()
    }

    fn example(self) -> Option<&'s Value> {
        self.0.get("examples")?.as_array()?.first()
    }

    fn description(self) -> String {
        if let Some(values) = self.choices() {
            let words: Vec<String> = values.iter().map(Value::to_string).collect();
            return list(&words.iter().map(String::as_str).collect::<Vec<_>>());
        }
        match self.0.get("type").and_then(|kind| kind.as_str().or_else(|| kind.get(0)?.as_str())) {
            Some("string") => match (self.example(), self.format()) {
                (Some(example), _) => format!("text such as {example}"),
                (None, Some(format)) => format!("a {format} as text"),
                (None, None) => "text".into(),
            },
            Some("integer") => format!("a whole number{}", super::scalar::bounds(self)),
            Some("number") => format!("a number{}", super::scalar::bounds(self)),
            Some("boolean") => "true or false".into(),
            Some("array") => "an array".into(),
            Some("object") => "a table".into(),
            _ => "a value".into(),
        }
    }
}

/// The key whose constant distinguishes tables, if the shapes have one.
pub(crate) fn tag<'s>(shapes: &[Shape<'s>]) -> Option<&'s str> {
    let first = shapes.first()?;
    first.keys().find(|key| shapes.iter().all(|shape| shape.tag_value(key).is_some()))
}

/// The shape that knows the most of a table's keys; the first of several.
pub(super) fn most_like<'s>(shapes: &[Shape<'s>], members: &Map<String, Value>) -> Shape<'s> {
    let known = |shape: &Shape<'_>| shape.keys().filter(|key| members.contains_key(*key)).count();
    let most = shapes.iter().map(known).max();
    shapes.iter().find(|shape| Some(known(shape)) == most).copied().unwrap_or(shapes[0])
}

/// What the shapes allow in place of a value that none takes, for a message: for a tagged table, as written.
pub(super) fn wanted(shapes: &[Shape<'_>], given: &Value) -> String {
    let tables = Shape::of_tables(shapes);
    let Some(tag) = tag(&tables).filter(|_| tables.len() == shapes.len()) else { return describe(shapes) };
    let known: Vec<&str> = tables.iter().filter_map(|shape| shape.tag_value(tag)).collect();
    let meant = given.as_str().and_then(|name| nearest(name, &known));
    let only = known.first().copied().filter(|_| known.len() == 1);
    match meant.or(only) {
        Some(name) => format!("a table: {{ {tag} = {name:?} }}"),
        None => format!("a table such as {{ {tag} = {:?} }}, with one of {}", known[0], list(&known)),
    }
}

/// What the shapes allow, for a message.
pub(super) fn describe(shapes: &[Shape<'_>]) -> String {
    let mut descriptions: Vec<String> = Vec::new();
    for description in shapes.iter().map(|shape| shape.description()) {
        if !descriptions.contains(&description) {
            descriptions.push(description);
        }
    }
    descriptions.join(", or ")
}

fn collect<'s>(root: &'s Value, schema: &'s Value, depth: u32, shapes: &mut Vec<Shape<'s>>) {
    let (Some(members), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
        if schema == &Value::Bool(true) {
            shapes.push(Shape(anything()));
        }
        return;
    };
    if let Some(target) = members.get("$ref").and_then(Value::as_str) {
        if let Some(schema) = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer)) {
            collect(root, schema, depth, shapes);
        }
        return;
    }
    let union = ["anyOf", "oneOf"].iter().find_map(|key| members.get(*key)?.as_array());
    match union {
        Some(alternatives) => {
            alternatives.iter().for_each(|schema| collect(root, schema, depth, shapes));
        }
        None if members.get("type").is_some_and(|kind| kind == "null") => {}
        None => shapes.push(Shape(members)),
    }
}

fn anything() -> &'static Map<String, Value> {
    static ANYTHING: std::sync::OnceLock<Map<String, Value>> = std::sync::OnceLock::new();
    ANYTHING.get_or_init(Map::new)
}

fn type_takes(name: &str, kind: Kind) -> bool {
    match name {
        "null" => kind == Kind::Null,
        "boolean" => kind == Kind::Boolean,
        "integer" => kind == Kind::Integer,
        "number" => matches!(kind, Kind::Integer | Kind::Number),
        "string" => kind == Kind::Text,
        "array" => kind == Kind::Array,
        "object" => kind == Kind::Table,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn references_and_unions_are_followed_and_null_is_left_out() {
        let root = json!({
            "$defs": { "A": { "type": "string" }, "B": { "oneOf": [{ "type": "integer" }, { "$ref": "#/$defs/A" }] } },
            "anyOf": [{ "$ref": "#/$defs/B" }, { "type": "null" }],
        });
        let shapes = Shape::all(&root, &root);
        assert_eq!(shapes.len(), 2);
        assert_eq!(describe(&shapes), "a whole number, or text");
    }

    #[test]
    fn a_schema_that_refers_to_itself_ends() {
        let root = json!({ "$ref": "#" });
        assert!(Shape::all(&root, &root).is_empty());
    }
}
