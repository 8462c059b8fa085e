//! What came of a path.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int};

use crate::code::{Code, Refusal};
use crate::guard;
use crate::handle::Handle;

/// Ends the path.
///
/// # Safety
/// `path` is null or an open handle that no other thread uses meanwhile; `json` and `octets` are null or may be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_finish(
    path: *mut Handle,
    json: *mut *const c_char,
    octets: *mut usize,
) -> c_int {
    let finish = |handle: &mut Handle| {
        if json.is_null() {
            return Err(Refusal::null("json"));
        }
        let reported = handle.finish()?;
        // SAFETY: it is not null, and the caller vouches for the rest.
        unsafe {
            *json = reported.as_ptr();
            if let Some(octets) = octets.as_mut() {
                *octets = reported.count_bytes();
            }
        }
        Ok(Code::Ok as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, finish) as c_int }
}
