//! JSON as far as there is room for it.

use std::fmt;

use cellwise_engine::memory;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Reads a text as serde_json does, but stops where there is no more room.
pub(crate) fn value(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(text).map(|Fitting(value)| value)
}

/// A value that there was room for.
struct Fitting(Value);

impl<'de> Deserialize<'de> for Fitting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue).map(Self)
    }
}

struct AnyValue;

/// Whether there is room for one more element of so many octets; a list that is full doubles. The error that ends
/// reading is not shown.
fn fits<E: Error>(what: &'static str, there: usize, capacity: usize, each: usize) -> Result<(), E> {
    let more = if there == capacity { capacity * each } else { 0 };
    if memory::lacks(more, what, there) { Err(E::custom("no room")) } else { Ok(()) }
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut read = Vec::new();
        while let Some(Fitting(element)) = elements.next_element()? {
            fits("elements of a list", read.len(), read.capacity(), size_of::<Value>())?;
            read.push(element);
        }
        Ok(Value::Array(read))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut read = Map::new();
        while let Some((key, Fitting(value))) = members.next_entry()? {
            let there = read.len();
            // A table of 2^n places doubles when seven in eight are taken.
            let is_full = there.is_multiple_of(7) && (there / 7).is_power_of_two();
            let capacity = if is_full { there } else { there + 1 };
            fits("keys", there, capacity, size_of::<(u64, String, Value)>())?;
            read.insert(key, value);
        }
        Ok(Value::Object(read))
    }
}
