//! What holds for every member of a family of this crate.

mod discipline_laws;
mod line_laws;
