//! The budget of memory: whether what a scenario makes still fits into its `limits.memory`.
//!
//! Whatever grows with the document asks as it grows, and stops where there is no room; then nothing of it is used, and
//! the scenario is refused. What was read already counts: [`Document::held`](crate::Document).

use cellwise_engine::memory::{self, Excess};
use cellwise_units::Bytes;
use indexmap::IndexMap;

use crate::issue::Issue;

/// Does what a limit has room for; of it, so many octets are taken already.
///
/// # Errors
/// That it has no room.
pub(crate) fn within<T>(limit: Bytes, taken: u64, work: impl FnOnce() -> T) -> Result<T, Issue> {
    memory::within(limit.get(), taken, work).map_err(|excess| refusal(limit, excess))
}

fn refusal(limit: Bytes, Excess { held, what, there }: Excess) -> Issue {
    let held = Bytes::new(held);
    Issue::absent(
        "limits.memory",
        format!(
            "\"{limit}\" is not enough for the scenario, which takes {held} with {there} {what}; give more, or a \
             smaller scenario"
        ),
    )
}

/// The elements of a kind as far as there is room for what is made of them.
pub(crate) fn growing<I: IntoIterator>(
    what: &'static str,
    elements: I,
) -> impl Iterator<Item = I::Item> + use<I> {
    let numbered = elements.into_iter().enumerate();
    numbered.take_while(move |(there, _)| !memory::is_full(what, *there)).map(|(_, element)| element)
}

/// Makes room for so many elements at once, if they fit: lists that double would pass a limit by as much as they have.
pub(crate) fn reserve<T>(what: &'static str, elements: &mut Vec<T>, count: usize) {
    if !memory::lacks(count.saturating_mul(size_of::<T>()), what, count) {
        elements.reserve_exact(count);
    }
}

/// The same by name.
pub(crate) fn reserve_named<T>(what: &'static str, elements: &mut IndexMap<String, T>, count: usize) {
    // An entry has its hash, and two places in the table at most.
    let each = size_of::<(u64, String, T)>() + 2 * size_of::<usize>();
    if !memory::lacks(count.saturating_mul(each), what, count) {
        elements.reserve_exact(count);
    }
}
