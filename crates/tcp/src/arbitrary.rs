//! What arbitrary settings are drawn from, for tests.

pub(crate) use proptest::prelude::Strategy;
