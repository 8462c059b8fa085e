//! What arbitrary settings are drawn from, for tests. Times are short and queues small enough to matter within
//! milliseconds.

pub(crate) use proptest::prelude::{Just, Strategy, prop_oneof};
