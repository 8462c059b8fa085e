//! Shortage: what happens when the system gives no more memory.
//!
//! Rust ends a program where an allocation fails. Work that a caller waits for need not take the program with it:
//! its thread stops for good instead, with all that it holds, and the caller is informed. In WebAssembly that is the
//! module.

use std::alloc::{GlobalAlloc as _, Layout, System};
use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
#[cfg(not(target_family = "wasm"))]
use std::{thread, time::Duration};

/// Kept for the report of a shortage; only address space until it is written. In WebAssembly the report
/// is made outside.
const RESERVED_OCTETS: usize = if cfg!(target_family = "wasm") { 1 << 16 } else { 32 << 20 };

const RESERVE: Layout = match Layout::from_size_align(RESERVED_OCTETS, 4096) {
    Ok(layout) => layout,
    Err(_) => unreachable!(),
};

static RESERVED: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

thread_local! {
    /// What to set when this thread gets no memory; null where the program then ends.
    static NOTIFY: Cell<*const AtomicBool> = const { Cell::new(ptr::null()) };
}

/// Does a piece of work that may stop for good if there is no memory for it; then `is_short` is set, and this never
/// returns. No other thread may need things that the work holds, locks above all.
pub fn expendable<T>(is_short: &AtomicBool, work: impl FnOnce() -> T) -> T {
    reserve();
    NOTIFY.with(|notify| notify.set(is_short));
    let _guard = Ends;
    work()
}

struct Ends;

impl Drop for Ends {
    fn drop(&mut self) {
        NOTIFY.with(|notify| notify.set(ptr::null()));
    }
}

/// Makes sure that there is something to release.
fn reserve() {
    if RESERVED.load(Ordering::Relaxed).is_null() {
        // SAFETY: the size is not 0.
        #[allow(unsafe_code)]
        let fresh = unsafe { System.alloc(RESERVE) };
        let kept = RESERVED.compare_exchange(ptr::null_mut(), fresh, Ordering::AcqRel, Ordering::Relaxed);
        if kept.is_err() {
            give_back(fresh);
        }
    }
}

fn give_back(place: *mut u8) {
    if !place.is_null() {
        // SAFETY: it comes from `reserve`, and no other code has it.
        #[allow(unsafe_code)]
        unsafe {
            System.dealloc(place, RESERVE);
        }
    }
}

/// An allocation of this thread has failed: returns where that is for the caller to bear.
#[cold]
pub(super) fn failed() {
    let notify = NOTIFY.with(Cell::get);
    if notify.is_null() {
        return;
    }
    give_back(RESERVED.swap(ptr::null_mut(), Ordering::AcqRel));
    // SAFETY: `expendable` borrows it, and does not return any more.
    #[allow(unsafe_code)]
    unsafe { &*notify }.store(true, Ordering::Release);
    stop();
}

/// Stops this thread for good.
#[cfg(not(target_family = "wasm"))]
fn stop() -> ! {
    loop {
        thread::sleep(Duration::MAX);
    }
}

/// Stops the module, which has no other thread: the caller gets an error.
#[cfg(target_family = "wasm")]
fn stop() -> ! {
    std::process::abort()
}
