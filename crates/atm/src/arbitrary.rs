//! The source of arbitrary settings, for tests: each member of a family draws its own next to its `Config`.
//!
//! Settings that are drawn pass their checks, for a buffer or by themselves. Times are short and queues small enough
//! to matter within milliseconds, and rates leave a run of so long with thousands of cells, not millions.

pub(crate) use proptest::collection::{btree_set, vec};
pub(crate) use proptest::option::of as perhaps;
pub(crate) use proptest::prelude::{Just, Strategy, any, prop_oneof};
pub(crate) use proptest::sample::select;

use cellwise_units::{BitRate, Capacity, Cells, Span};

const PS_PER_US: u64 = 1_000_000;
/// What a threshold is drawn within where the buffer has no limit.
const IMAGINED_CELLS: u64 = 100;

/// Numbers from `least` to `most`; both come up.
pub(crate) fn number(least: f64, most: f64) -> impl Strategy<Value = f64> {
    prop_oneof![4 => least..=most, 1 => select(vec![least, most])]
}

/// Numbers from 0 to 1.
pub(crate) fn part() -> impl Strategy<Value = f64> {
    number(0.0, 1.0)
}

/// Numbers above 0, up to 1.
pub(crate) fn some_part() -> impl Strategy<Value = f64> {
    number(0.001, 1.0)
}

/// Ratios of errored cells: mostly so much noise that few trains are clear.
pub(crate) fn noise() -> impl Strategy<Value = f64> {
    prop_oneof![4 => 0.001f64..0.7, 1 => 1e-7f64..1e-3, 1 => Just(0.0)]
}

/// Times of so many microseconds.
pub(crate) fn micros(range: std::ops::Range<u64>) -> impl Strategy<Value = Span> {
    range.prop_map(|us| Span::from_ps(us * PS_PER_US))
}

/// Times above 0: round ones, one that no clock divides, the shortest there is.
pub(crate) fn some_time() -> impl Strategy<Value = Span> {
    let times_ps =
        vec![20 * PS_PER_US, 100 * PS_PER_US, 333_333_333, 1_000 * PS_PER_US, 7_000 * PS_PER_US, 1];
    select(times_ps).prop_map(Span::from_ps)
}

/// Two numbers of cells, the lower one at least `least`.
pub(crate) fn ordered_cells(least: u64) -> impl Strategy<Value = (Cells, Cells)> {
    (least..30, 0u64..60).prop_map(|(low, more)| (Cells::new(low), Cells::new(low + more)))
}

/// Rates of sources: mostly less than a link, at times more than two.
pub(crate) fn rate() -> impl Strategy<Value = BitRate> {
    prop_oneof![6 => 100_000u64..60_000_000, 1 => 60_000_000u64..400_000_000].prop_map(BitRate::from_bps)
}

/// The cells that a threshold may be drawn from; at least 1.
pub(crate) fn buffer_cells(capacity: Capacity) -> u64 {
    match capacity {
        Capacity::Limited(cells) => cells.get().max(1),
        Capacity::Unlimited => IMAGINED_CELLS,
    }
}
