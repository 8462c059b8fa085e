//! What arbitrary settings are drawn from, for tests. Times are short and queues small enough to matter within
//! milliseconds.

pub(crate) use proptest::option::of as perhaps;
pub(crate) use proptest::prelude::{Just, Strategy, any, prop_oneof};
