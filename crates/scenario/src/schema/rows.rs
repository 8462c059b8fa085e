//! Tables of the graph, read as far as there is room for them: a row takes many times what it says.

use std::fmt;
use std::marker::PhantomData;

use cellwise_engine::memory;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use super::Named;
use crate::memory_budget::reserve_named;

/// A table has room for so many rows at first.
const FIRST_ROWS: usize = 4;

/// Reads a table.
pub(super) fn read<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Named<T>, D::Error> {
    deserializer.deserialize_map(Rows(PhantomData))
}

/// The same where there may be none.
pub(super) fn read_given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Named<T>>, D::Error> {
    read(deserializer).map(Some)
}

struct Rows<T>(PhantomData<fn() -> T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Rows<T> {
    type Value = Named<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Named<T>, A::Error> {
        let mut rows = Named::new();
        while let Some((name, row)) = members.next_entry()? {
            if rows.len() == rows.capacity() {
                let more = rows.len().max(FIRST_ROWS);
                reserve_named("rows", &mut rows, more);
            }
            if memory::is_full("rows", rows.len()) {
                return Err(A::Error::custom("no room"));
            }
            rows.insert(name, row);
        }
        Ok(rows)
    }
}
