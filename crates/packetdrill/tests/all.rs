//! Scripts read and replayed.

mod openings;
mod scripts;
