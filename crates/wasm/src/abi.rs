//! How octets come in and out: a place is asked for and written, then the request there is answered.
//!
//! A module has one thread, so that there is one [`Session`] and one answer at a time. When an allocation gets nothing,
//! the module ends in the middle of whatever it does; [`cellwise_is_short`] then says that this was the reason, and the
//! worker takes a new module.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use cellwise_engine::memory::expendable;

use crate::session::Session;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
    /// The request that is being written, and then its answer.
    static OCTETS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

static IS_SHORT: AtomicBool = AtomicBool::new(false);

/// Makes room for a request of so many octets; where it is to be written.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub(crate) extern "C" fn cellwise_room(length: usize) -> *mut u8 {
    OCTETS.with_borrow_mut(|octets| {
        *octets = vec![0; length];
        octets.as_mut_ptr()
    })
}

/// Answers the request that was written; how many octets the answer has.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub(crate) extern "C" fn cellwise_answer() -> usize {
    let request = OCTETS.take();
    let answer = expendable(&IS_SHORT, || SESSION.with_borrow_mut(|session| session.answer_octets(&request)));
    OCTETS.with_borrow_mut(|octets| {
        *octets = answer;
        octets.len()
    })
}

/// Where the answer is; it stays there until room for another request is made.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub(crate) extern "C" fn cellwise_answered() -> *const u8 {
    OCTETS.with_borrow(|octets| octets.as_ptr())
}

/// Whether the module has ended because it got no more memory.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub(crate) extern "C" fn cellwise_is_short() -> bool {
    IS_SHORT.load(Ordering::Acquire)
}
