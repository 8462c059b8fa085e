//! Memory: what a piece of work takes, counted by the allocator itself.
//!
//! A program that declares [`Counting`] as its global allocator knows at any moment how many octets each of its
//! threads has taken and not given back, whatever holds them. In a program that does not, nothing is counted.

mod bound;
mod shortage;
mod space;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

pub use bound::{Excess, is_full, lacks, within};
pub use shortage::expendable;
pub use space::AddressSpace;

thread_local! {
    static HELD: Cell<i64> = const { Cell::new(0) };
    static MOST: Cell<i64> = const { Cell::new(0) };
}

/// The system's allocator, which counts the octets of the thread that asks, and knows who can do without them:
/// [`expendable`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

/// Octets that this thread has taken more than it has given back. Below 0 if it gives back what others have taken.
#[inline]
#[must_use]
pub fn held() -> i64 {
    HELD.get()
}

/// Does a piece of work, and returns how many octets it has taken in this thread and not given back.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, i64) {
    let before = held();
    let done = work();
    (done, held() - before)
}

/// What a piece of work took, in octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Not given back.
    pub held: i64,
    /// The most at any moment.
    pub most: i64,
}

/// Does a piece of work, and returns what it took in this thread.
pub fn taken_by<T>(work: impl FnOnce() -> T) -> (T, Taken) {
    let around = MOST.get();
    let before = begin_peak();
    let done = work();
    let taken = Taken { held: held() - before, most: peak() - before };
    MOST.set(around.max(peak()));
    (done, taken)
}

/// Forgets what was held before; gives what is held now.
pub fn begin_peak() -> i64 {
    MOST.set(held());
    held()
}

/// The most octets that this thread has held since [`begin_peak`].
#[must_use]
pub fn peak() -> i64 {
    MOST.get()
}

/// Longer pieces have pages of their own: they leave no holes.
const OWN_PAGES: usize = 64 << 10;

/// The memory for a piece of so many octets: allocators keep its length next to it and round it up, by the rule of
/// glibc on 64 bits, and about an eighth of the memory of small pieces is holes between them. It is the same on every
/// machine, so that the same scenario is refused on all.
#[inline]
const fn taken(octets: usize) -> i64 {
    let whole = octets.saturating_add(8 + 15) & !15;
    let whole = if whole < 32 { 32 } else { whole };
    let holes = if whole < OWN_PAGES { whole / 8 } else { 0 };
    // A piece is no longer than isize::MAX.
    (whole + holes) as i64
}

#[inline]
fn count(octets: i64) {
    let held = HELD.get().wrapping_add(octets);
    HELD.set(held);
    if held > MOST.get() {
        MOST.set(held);
    }
}

/// What the system has given, which may be nothing.
#[inline]
fn given(place: *mut u8) -> *mut u8 {
    if place.is_null() {
        shortage::failed();
    }
    place
}

// SAFETY: every call goes to `System` as it came; the count is a plain cell of the thread, which allocates nothing
// and has no destructor.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(taken(layout.size()));
        given(unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(taken(layout.size()));
        given(unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-taken(layout.size()));
        unsafe { System.dealloc(place, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(taken(size) - taken(layout.size()));
        given(unsafe { System.realloc(place, layout, size) })
    }
}

#[cfg(test)]
mod tests {
    use super::taken;

    #[test]
    fn a_piece_takes_more_than_was_asked_for() {
        assert_eq!([0, 1, 24, 25, 1_000].map(taken), [36, 36, 36, 54, 1_134]);
        assert_eq!(taken(1 << 20), (1 << 20) + 16);
    }
}
