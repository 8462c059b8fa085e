//! Cells that no element reads meanwhile are brought on later, together.
//!
//! Cells behind their last ordering point are held until the last of their frame, and a port on their way that only
//! counts them does so when its counts are read. Anything that could observe the difference releases them first.

mod holding;
mod uncounted;

pub(crate) use holding::add_holding;
