//! The guard around every function that C calls: no null handle, nothing of one that is broken, and no unwinding.
#![allow(unsafe_code)]

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::code::{Code, Refusal};
use crate::handle::Handle;

/// What a panic has said.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
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
/// `handle` is null, or one that was given out and not closed, which no other thread uses meanwhile.
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
            handle.break_down(&panic_text(&*panic));
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

#[cfg(test)]
mod tests {
    use std::ffi::CStr;
    use std::ptr::null_mut;

    use super::*;
    use crate::layout::Delivery;
    use crate::{
        cw_path_close, cw_path_earliest, cw_path_error, cw_path_finish, cw_path_fork, cw_path_now,
        cw_path_open, cw_path_ports, cw_path_run, cw_path_take,
    };

    const LINE: &str = include_str!("../tests/line.toml");

    fn opened() -> *mut Handle {
        // SAFETY: the text has that length, and there is no room for an error.
        let handle = unsafe { cw_path_open(LINE.as_ptr().cast(), LINE.len(), 1, null_mut(), 0) };
        assert!(!handle.is_null());
        handle
    }

    #[test]
    fn a_panic_is_a_code_and_the_handle_of_no_more_use() {
        let handle = opened();
        let (fault, mut json) = (Code::Fault as i32, std::ptr::null());
        let mut out = [Delivery {
            size: 48,
            port: 0,
            at_ps: 0,
            offered_ps: 0,
            tag: 0,
            octets: 0,
            ecn: 0,
            dscp: 0,
            damaged: 0,
        }];
        // SAFETY: the handles are open until they are closed, and all other pointers lead to what is here.
        unsafe {
            let fork = cw_path_fork(handle);
            assert_eq!(with(handle, |_| panic!("a law is broken: {}", 7)), fault as isize);
            let error = CStr::from_ptr(cw_path_error(handle)).to_owned();
            assert_eq!(error.to_str(), Ok("fault in Cellwise: a law is broken: 7"));
            assert_eq!(cw_path_run(handle, 1, null_mut()), fault);
            assert_eq!(cw_path_take(handle, out.as_mut_ptr(), 1), fault as isize);
            assert_eq!(cw_path_finish(handle, &raw mut json, null_mut()), fault);
            assert_eq!((cw_path_now(handle), cw_path_earliest(handle)), (u64::MAX, u64::MAX));
            assert!(cw_path_fork(handle).is_null());
            assert_eq!(CStr::from_ptr(cw_path_error(handle)), &*error, "what went wrong first stays");
            assert_eq!(cw_path_ports(fork), 2, "its fork does not know of it");
            cw_path_close(fork);
            cw_path_close(handle);
        }
    }

    #[test]
    fn a_refusal_leaves_the_handle_as_it_was() {
        let handle = opened();
        // SAFETY: the handle is open until it is closed.
        unsafe {
            let refused = with(handle, |_| Err(Refusal::new(Code::Room, "no\0room")));
            assert_eq!(refused, Code::Room as isize);
            assert_eq!(CStr::from_ptr(cw_path_error(handle)), c"noroom");
            assert_eq!(cw_path_ports(handle), 2);
            cw_path_close(handle);
        }
    }

    #[test]
    fn a_panic_of_what_only_asks_is_no_instant() {
        let handle = opened();
        // SAFETY: the handle is open until it is closed.
        unsafe {
            assert_eq!(ask(handle, 9, |_| panic!("it asks too much")), 9);
            assert_eq!(ask(handle, 9, |_| Some(5)), 5);
            assert_eq!(ask(std::ptr::null(), 9, |_| Some(5)), 9);
            cw_path_close(handle);
        }
    }
}
