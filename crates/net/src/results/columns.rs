//! Tables of named columns.

use super::texts::{NONE, Texts};

/// Rows of a long table that are made at once.
const PART: usize = 1_024;

/// The values of one column, one per row.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Names.
    Text(Texts),
    /// Whole numbers.
    Count(Vec<u64>),
    /// Real numbers; not-a-number where there is nothing to measure.
    Real(Vec<f64>),
}

impl Values {
    /// Adds rows of the same kind.
    fn append(&mut self, more: Self) {
        match (self, more) {
            (Self::Text(texts), Self::Text(more)) => texts.append(more),
            (Self::Count(counts), Self::Count(more)) => counts.extend(more),
            (Self::Real(reals), Self::Real(more)) => reals.extend(more),
            (own, more) => unreachable!("{more:?} after {own:?}"),
        }
    }

    fn shrink_to_fit(&mut self) {
        match self {
            Self::Text(texts) => texts.shrink_to_fit(),
            Self::Count(counts) => counts.shrink_to_fit(),
            Self::Real(reals) => reals.shrink_to_fit(),
        }
    }
}

/// One column; the name ends with the unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Name and unit, such as `throughput_bps`.
    pub name: String,
    /// The values.
    pub values: Values,
}

/// A table of columns of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The columns, in order.
    pub columns: Vec<Column>,
}

impl Table {
    /// The column of a name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Values> {
        self.columns.iter().find(|column| column.name == name).map(|column| &column.values)
    }

    /// A column of whole numbers; empty if the name is unknown.
    #[must_use]
    pub fn counts(&self, name: &str) -> &[u64] {
        match self.column(name) {
            Some(Values::Count(counts)) => counts,
            _ => &[],
        }
    }

    /// A column of real numbers; empty if the name is unknown.
    #[must_use]
    pub fn reals(&self, name: &str) -> &[f64] {
        match self.column(name) {
            Some(Values::Real(reals)) => reals,
            _ => &[],
        }
    }

    /// A column of names; empty if the name is unknown.
    #[must_use]
    pub fn texts(&self, name: &str) -> &Texts {
        match self.column(name) {
            Some(Values::Text(texts)) => texts,
            _ => &NONE,
        }
    }

    pub(crate) fn text<'r, T, S: AsRef<str>>(
        &mut self,
        name: &str,
        rows: &'r [T],
        value: impl Fn(&'r T) -> S,
    ) {
        self.put(name, Values::Text(rows.iter().map(value).collect()));
    }

    pub(crate) fn count<T>(&mut self, name: &str, rows: &[T], value: impl Fn(&T) -> u64) {
        self.put(name, Values::Count(rows.iter().map(value).collect()));
    }

    pub(crate) fn real<T>(&mut self, name: &str, rows: &[T], value: impl Fn(&T) -> f64) {
        self.put(name, Values::Real(rows.iter().map(value).collect()));
    }

    /// A table of many rows, of which only some are kept at a time until `columns` has read them.
    pub(crate) fn in_parts<R>(
        mut rows: impl ExactSizeIterator<Item = R>,
        columns: impl Fn(&[R]) -> Self,
    ) -> Self {
        let mut table = columns(&Vec::from_iter(rows.by_ref().take(PART)));
        while rows.len() > 0 {
            let part = columns(&Vec::from_iter(rows.by_ref().take(PART)));
            for (column, more) in table.columns.iter_mut().zip(part.columns) {
                column.values.append(more.values);
            }
        }
        table.columns.iter_mut().for_each(|column| column.values.shrink_to_fit());
        table
    }

    fn put(&mut self, name: &str, values: Values) {
        self.columns.push(Column { name: name.to_owned(), values });
    }
}

/// What a column calls a direction.
pub(super) fn direction(is_forward: bool) -> &'static str {
    if is_forward { "forward" } else { "backward" }
}

/// `part / whole`, or not-a-number where there is no whole.
pub(crate) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { f64::NAN } else { part as f64 / whole as f64 }
}
