//! Arrays of numbers behind the JSON of an answer, and columns made of them.

use std::collections::HashMap;

use cellwise_net::{Table, Values};
use serde_json::{Value, json};

/// Numbers that a page gets as a typed array.
#[derive(Clone, Debug, PartialEq)]
pub enum Array {
    /// `Float64Array`.
    F64(Vec<f64>),
    /// `BigUint64Array`: counts and picoseconds pass 2^53.
    U64(Vec<u64>),
    /// `Uint32Array`.
    U32(Vec<u32>),
}

impl Array {
    /// The key under which its place stands in the JSON.
    fn kind(&self) -> &'static str {
        match self {
            Self::F64(_) => "f64",
            Self::U64(_) => "u64",
            Self::U32(_) => "u32",
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::F64(values) => values.len(),
            Self::U64(values) => values.len(),
            Self::U32(values) => values.len(),
        }
    }

    /// Its numbers, the least octet first.
    fn write(&self, into: &mut Vec<u8>) {
        match self {
            Self::F64(values) => values.iter().for_each(|value| into.extend(value.to_le_bytes())),
            Self::U64(values) => values.iter().for_each(|value| into.extend(value.to_le_bytes())),
            Self::U32(values) => values.iter().for_each(|value| into.extend(value.to_le_bytes())),
        }
    }
}

/// The arrays of one answer, one behind the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrays(Vec<u8>);

/// Typed arrays stand at multiples of their elements' size; this one suits all.
pub(crate) const ALIGNMENT: usize = 8;

impl Arrays {
    /// Puts an array behind the others; where it stands, for the JSON: `{"$": "f64", "at": 0, "length": 2}`.
    pub fn put(&mut self, array: &Array) -> Value {
        self.0.resize(self.0.len().next_multiple_of(ALIGNMENT), 0);
        let at = self.0.len();
        array.write(&mut self.0);
        json!({ "$": array.kind(), "at": at, "length": array.len() })
    }

    /// A table as columns by name. A column of names is a list of different ones and, for each row, which it is.
    pub fn put_table(&mut self, table: &Table) -> Value {
        let columns = table.columns.iter();
        columns.map(|column| (column.name.clone(), self.put_column(&column.values))).collect()
    }

    fn put_column(&mut self, values: &Values) -> Value {
        match values {
            Values::Real(reals) => self.put(&Array::F64(reals.clone())),
            Values::Count(counts) => self.put(&Array::U64(counts.clone())),
            Values::Text(texts) => {
                let (words, rows) = numbered(texts);
                json!({ "words": words, "rows": self.put(&Array::U32(rows)) })
            }
        }
    }

    /// All octets.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.0
    }
}

/// The different names in the order in which they come, and the number of each row's.
fn numbered(texts: &[String]) -> (Vec<&str>, Vec<u32>) {
    let (mut words, mut known) = (Vec::new(), HashMap::new());
    let rows = texts.iter().map(|text| {
        *known.entry(&**text).or_insert_with(|| {
            words.push(&**text);
            words.len() as u32 - 1
        })
    });
    let rows = rows.collect();
    (words, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_array_stands_where_its_elements_can_be_read() {
        let mut arrays = Arrays::default();
        let first = arrays.put(&Array::U32(vec![7, 8, 9]));
        let second = arrays.put(&Array::F64(vec![0.5]));
        assert_eq!(first, json!({ "$": "u32", "at": 0, "length": 3 }));
        assert_eq!(second, json!({ "$": "f64", "at": 16, "length": 1 }));
        assert_eq!(arrays.octets()[16..], 0.5_f64.to_le_bytes());
    }

    #[test]
    fn a_name_is_written_once() {
        let texts = ["b", "a", "b"].map(String::from);
        assert_eq!(numbered(&texts), (vec!["b", "a"], vec![0, 1, 0]));
    }
}
