//! The shortcuts: ways to take many cells at once, with results that are the same to the picosecond.
//!
//! There are three ideas, with a folder each:
//!
//! - [`ahead`]: an ordering point continues by itself, up to the instant before which nothing can reach it from elsewhere;
//! - [`later`]: cells that no element reads meanwhile are brought on later, together;
//! - [`asked`]: a source is asked late, and answers for a stretch of cells.
//!
//! Each file has the condition of a shortcut, as questions to the elements, and its step. The loop asks here; an element
//! of which nothing is said here takes each cell in an event of its own. `docs/explanation/shortcuts.md` says why each
//! is exact.

pub(crate) mod ahead;
pub(crate) mod asked;
pub(crate) mod later;
pub(crate) mod names;
