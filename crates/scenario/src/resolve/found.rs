//! What became of the rows of a table, by name.

use crate::schema::Named;

/// What became of each row so far, in the order of its table, which knows the places of names.
pub(super) struct Found<'s, Row, T> {
    rows: &'s Named<Row>,
    found: Vec<T>,
}

impl<'s, Row, T: Copy> Found<'s, Row, T> {
    /// Of a table before its first row.
    pub(super) const fn none_of(rows: &'s Named<Row>) -> Self {
        Self { rows, found: Vec::new() }
    }

    /// Notes what became of the next row.
    pub(super) fn push(&mut self, found: T) {
        self.found.push(found);
    }

    /// What became of the row of a name; `None` without such a row.
    pub(super) fn get(&self, name: &str) -> Option<T> {
        self.found.get(self.rows.get_index_of(name)?).copied()
    }

    /// What became of all rows, each with its name.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'s str, T)> + use<'_, 's, Row, T> {
        self.rows.keys().map(String::as_str).zip(self.found.iter().copied())
    }

    /// The names of the rows.
    pub(super) fn names(&self) -> impl Iterator<Item = &'s str> + use<'_, 's, Row, T> {
        self.iter().map(|(name, _)| name)
    }
}

impl<Row, T: Copy> Found<'_, Row, Option<T>> {
    /// Whether nothing is wrong with any row.
    pub(super) fn is_whole(&self) -> bool {
        self.found.iter().all(Option::is_some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_is_still_to_come_is_not_found() {
        let rows: Named<()> = ["b", "a"].map(|name| (name.to_owned(), ())).into_iter().collect();
        let mut found = Found::none_of(&rows);
        found.push(Some(7));
        assert_eq!([found.get("b"), found.get("a"), found.get("c")], [Some(Some(7)), None, None]);
        found.push(None);
        assert_eq!((found.get("a"), found.is_whole()), (Some(None), false));
        assert_eq!(found.names().collect::<Vec<_>>(), ["b", "a"], "in the order of the table");
    }
}
