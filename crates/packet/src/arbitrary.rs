//! The source of arbitrary settings, for tests. Times are short and queues small enough to matter within
//! milliseconds.

use cellwise_units::Span;
pub(crate) use proptest::collection::{btree_set, vec};
pub(crate) use proptest::option::of as perhaps;
pub(crate) use proptest::prelude::{Just, Strategy, any, prop_oneof};

/// A time of up to 20 ms, in steps of 10 us; above 0.
pub(crate) fn short_span() -> impl Strategy<Value = Span> {
    short_span_from(1)
}

/// The same, of at least so many steps.
pub(crate) fn short_span_from(least: u64) -> impl Strategy<Value = Span> {
    (least..2000).prop_map(|steps| Span::from_ps(steps * 10_000_000))
}
