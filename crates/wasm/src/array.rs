//! Arrays of numbers behind the JSON of an answer, and columns made of them.

use cellwise_net::{Column, Table, Values};
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
    /// The key of its place in the JSON.
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

/// Typed arrays are at multiples of their elements' size; this one suits all.
pub(crate) const ALIGNMENT: usize = 8;

impl Arrays {
    /// Puts an array after the others; gives its place, for the JSON: `{"$": "f64", "at": 0, "length": 2}`.
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
                let rows = self.put(&Array::U32(texts.rows().to_vec()));
                json!({ "words": texts.words().collect::<Vec<_>>(), "rows": rows })
            }
        }
    }

    /// Arrays as they came in, for [`Arrays::take`].
    pub(crate) fn of(octets: &[u8]) -> Self {
        Self(octets.to_vec())
    }

    /// Reads the array at the place that the JSON gives; `None` if that is wrong.
    pub fn take(&self, place: &Value) -> Option<Array> {
        let [at, length] =
            ["at", "length"].map(|key| place[key].as_u64().and_then(|one| usize::try_from(one).ok()));
        let (at, length) = (at?, length?);
        let octets = |size: usize| self.0.get(at..at.checked_add(length.checked_mul(size)?)?);
        Some(match place["$"].as_str()? {
            "f64" => {
                Array::F64(octets(8)?.as_chunks().0.iter().map(|&one| f64::from_le_bytes(one)).collect())
            }
            "u64" => {
                Array::U64(octets(8)?.as_chunks().0.iter().map(|&one| u64::from_le_bytes(one)).collect())
            }
            "u32" => {
                Array::U32(octets(4)?.as_chunks().0.iter().map(|&one| u32::from_le_bytes(one)).collect())
            }
            _ => return None,
        })
    }

    /// Reads a table of columns by name, as [`Arrays::put_table`] gives it.
    pub fn take_table(&self, columns: &Value) -> Option<Table> {
        let column = |(name, place): (&String, &Value)| {
            Some(Column { name: name.clone(), values: self.take_column(place)? })
        };
        Some(Table { columns: columns.as_object()?.iter().map(column).collect::<Option<_>>()? })
    }

    fn take_column(&self, place: &Value) -> Option<Values> {
        if let Some(words) = place["words"].as_array() {
            let Array::U32(rows) = self.take(&place["rows"])? else { return None };
            let word = |row: u32| words.get(row as usize)?.as_str();
            return rows.into_iter().map(word).collect::<Option<_>>().map(Values::Text);
        }
        match self.take(place)? {
            Array::F64(reals) => Some(Values::Real(reals)),
            Array::U64(counts) => Some(Values::Count(counts)),
            Array::U32(_) => None,
        }
    }

    /// All octets.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.0
    }
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
    fn what_was_put_can_be_taken() {
        let text = Values::Text(["b", "a", "b"].into_iter().collect());
        let columns = [
            ("text", text),
            ("count", Values::Count(vec![1, 2, 1 << 60])),
            ("real", Values::Real(vec![0.1, 1e300, -0.0])),
        ];
        let columns = columns.map(|(name, values)| Column { name: name.into(), values }).to_vec();
        let mut arrays = Arrays::default();
        let place = arrays.put_table(&Table { columns: columns.clone() });
        assert_eq!(Arrays::of(arrays.octets()).take_table(&place), Some(Table { columns }));
        assert_eq!(arrays.take(&json!({ "$": "f64", "at": 8, "length": 1_u64 << 40 })), None);
    }
}
