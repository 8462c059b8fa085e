//! A column of names, of which most repeat.

use std::ops::Index;
use std::sync::LazyLock;

use indexmap::IndexSet;

/// Texts, one per row: the different ones, and which of them each row has.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    words: IndexSet<Box<str>>,
    rows: Vec<u32>,
}

/// No texts at all.
pub(super) static NONE: LazyLock<Texts> = LazyLock::new(Texts::default);

impl Texts {
    /// Adds a row.
    fn push(&mut self, text: &str) {
        let word = self.words.get_index_of(text).unwrap_or_else(|| self.words.insert_full(text.into()).0);
        self.rows.push(number_of(word));
    }

    /// Adds the rows of others.
    pub(super) fn append(&mut self, more: Self) {
        let words: Vec<u32> =
            more.words.into_iter().map(|word| number_of(self.words.insert_full(word).0)).collect();
        self.rows.extend(more.rows.into_iter().map(|word| words[word as usize]));
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.words.shrink_to_fit();
        self.rows.shrink_to_fit();
    }

    /// The different texts, in the order in which they come.
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> {
        self.words.iter().map(|word| &**word)
    }

    /// The number of each row's [word](Self::words).
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The text of a row.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<&str> {
        self.rows.get(row).map(|&word| &*self.words[word as usize])
    }

    /// The texts, row by row.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.rows.iter().map(|&word| &*self.words[word as usize])
    }
}

fn number_of(word: usize) -> u32 {
    u32::try_from(word).expect("there are fewer rows than 2^32")
}

impl Index<usize> for Texts {
    type Output = str;

    fn index(&self, row: usize) -> &str {
        &self.words[self.rows[row] as usize]
    }
}

impl<S: AsRef<str>> FromIterator<S> for Texts {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Self {
        let texts = texts.into_iter();
        let mut all = Self { words: IndexSet::new(), rows: Vec::with_capacity(texts.size_hint().0) };
        texts.for_each(|text| all.push(text.as_ref()));
        all.words.shrink_to_fit();
        all
    }
}

impl PartialEq for Texts {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<const N: usize> PartialEq<[&str; N]> for &Texts {
    fn eq(&self, other: &[&str; N]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_repeats_is_kept_once() {
        let texts: Texts = ["b", "a", "b"].into_iter().collect();
        assert_eq!((texts.words().collect::<Vec<_>>(), texts.rows()), (vec!["b", "a"], &[0, 1, 0][..]));
        assert_eq!(&texts, ["b", "a", "b"]);
        assert_eq!((texts.get(1), &texts[2], texts.get(3), texts.len()), (Some("a"), "b", None, 3));
    }

    #[test]
    fn texts_are_equal_row_by_row_whatever_came_first() {
        let of = |texts: [&'static str; 2]| texts.into_iter().collect::<Texts>();
        assert_ne!(of(["a", "b"]), of(["b", "a"]));
        assert_eq!(of(["a", "b"]), of(["a", "b"]));
    }
}
