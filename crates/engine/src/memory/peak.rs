//! The most that a thread has held: an allocator that keeps it, for tests of limits.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

use super::{Counting, held};

thread_local! {
    static MOST: Cell<i64> = const { Cell::new(0) };
}

/// The allocator that counts, which also keeps the most that was held.
#[derive(Clone, Copy, Debug, Default)]
pub struct Peak;

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

fn keep() {
    MOST.set(MOST.get().max(held()));
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
