//! What stands around every function that C calls: no null handle, nothing of one that is broken, and no unwinding.
#![allow(unsafe_code)]

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::code::{Code, Refusal};
use crate::handle::Handle;

/// What a panic has said.
pub(crate) fn told(panic: &(dyn Any + Send)) -> String {
    let said =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(|said| &**said));
    format!(
        "fault in Cellwise: {}",
        said.unwrap_or("it says nothing").trim_start_matches("fault in Cellwise: ")
    )
}

/// Does something with the caller's handle. A refusal becomes its code, and its sentence the handle's error; a panic
/// becomes [`Code::Fault`], for this call and all others of the handle.
///
/// # Safety
/// `handle` is null, or one that was given out and not closed, which nobody else uses meanwhile.
pub(crate) unsafe fn with(
    handle: *mut Handle,
    work: impl FnOnce(&mut Handle) -> Result<isize, Refusal>,
) -> isize {
    // SAFETY: the caller vouches for it.
    let Some(handle) = (unsafe { handle.as_mut() }) else { return Code::Null as isize };
    if handle.is_broken() {
        return Code::Fault as isize;
    }
    match catch_unwind(AssertUnwindSafe(|| work(handle))) {
        Ok(Ok(answer)) => answer,
        Ok(Err(refusal)) => {
            handle.refuse(&refusal);
            refusal.code as isize
        }
        Err(panic) => {
            handle.break_down(&told(&*panic));
            Code::Fault as isize
        }
    }
}

/// Asks the caller's handle for an instant; `none` where there is no sound one.
///
/// # Safety
/// As of [`with`], but that others may ask meanwhile.
pub(crate) unsafe fn ask(handle: *const Handle, none: u64, work: impl FnOnce(&Handle) -> Option<u64>) -> u64 {
    // SAFETY: the caller vouches for it.
    let Some(handle) = (unsafe { handle.as_ref() }) else { return none };
    catch_unwind(AssertUnwindSafe(|| work(handle))).ok().flatten().unwrap_or(none)
}
