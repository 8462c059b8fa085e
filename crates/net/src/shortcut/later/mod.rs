//! What no element looks at meanwhile is brought on later, together.
//!
//! Cells behind their last ordering point are held until the last of their frame, and a port on their way that only
//! counts them is told of them when its counts are read. Anything that could observe the difference releases them first.

mod holding;
mod uncounted;

pub(crate) use holding::{Released, add_holding};
