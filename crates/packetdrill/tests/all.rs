//! Scripts read and replayed.

mod scripts;
