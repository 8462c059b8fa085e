//! Elements by name.

use indexmap::IndexMap;

/// The elements of a kind by name, in the order of the document.
pub type Named<T> = IndexMap<String, T>;
