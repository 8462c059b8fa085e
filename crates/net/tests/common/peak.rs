//! The most that a thread has held: an allocator that keeps it, for tests of limits.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

use cellwise_engine::memory::{Counting, held};

thread_local! {
    static MOST: Cell<i64> = const { Cell::new(0) };
}

/// The allocator that counts, which also keeps the most that was held.
pub(crate) struct Peak;

/// Forgets what was held before; gives what is held now.
pub(crate) fn begin() -> i64 {
    MOST.with(|most| most.set(held()));
    held()
}

/// The most octets that this thread has held since [`begin`].
pub(crate) fn most() -> i64 {
    MOST.with(Cell::get)
}

fn keep() {
    MOST.with(|most| most.set(most.get().max(held())));
}

// SAFETY: every call goes to `Counting` as it came; what is kept is a plain cell of the thread.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Peak {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let place = unsafe { Counting.alloc(layout) };
        keep();
        place
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { Counting.dealloc(place, layout) };
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let place = unsafe { Counting.realloc(place, layout, size) };
        keep();
        place
    }
}
