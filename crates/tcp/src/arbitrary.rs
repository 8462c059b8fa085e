//! What arbitrary settings are drawn from, for tests.

pub(crate) use proptest::prelude::{Strategy, any};

use std::fmt::Debug;

use proptest::sample::select;
use schemars::{JsonSchema, SchemaGenerator};
use serde::de::value::{Error, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};

/// Any of the words that a key may be: those of its schema, so that no list forgets one.
pub(crate) fn any_word<T: Clone + Debug + DeserializeOwned + JsonSchema + 'static>()
-> impl Strategy<Value = T> {
    let schema = SchemaGenerator::default().into_root_schema_for::<T>();
    let forms = schema.get("oneOf").and_then(|forms| forms.as_array()).into_iter().flatten();
    let words = forms.filter_map(|form| form.get("const")?.as_str());
    let read = |word: &str| {
        let word: StrDeserializer<'_, Error> = word.into_deserializer();
        T::deserialize(word).ok()
    };
    select(words.filter_map(read).collect::<Vec<T>>())
}
