//! Handles come and go.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::code::ABI_VERSION;
use crate::guard;
use crate::handle::Handle;
use crate::text;

/// The version of this border.
#[unsafe(no_mangle)]
pub extern "C" fn cw_abi_version() -> u32 {
    ABI_VERSION
}

/// The version of Cellwise.
#[unsafe(no_mangle)]
pub extern "C" fn cw_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version has no NUL inside"),
        };
    VERSION.as_ptr()
}

/// Opens a path.
///
/// # Safety
/// `toml` is null or leads to `octets` octets, `error` is null or leads to `room` octets that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_open(
    toml: *const c_char,
    octets: usize,
    seed: u64,
    error: *mut c_char,
    room: usize,
) -> *mut Handle {
    // SAFETY: the caller vouches for it.
    let toml = unsafe { text::counted(toml, octets, "toml") }.map_err(|refusal| refusal.text);
    let opened = catch_unwind(AssertUnwindSafe(|| Handle::open(toml?, seed)))
        .unwrap_or_else(|panic| Err(guard::told(&*panic)));
    let (handle, said) = match opened {
        Ok(handle) => (Box::into_raw(Box::new(handle)), String::new()),
        Err(said) => (std::ptr::null_mut(), said),
    };
    // SAFETY: the caller vouches for it.
    unsafe { text::write(&said, error, room) };
    handle
}

/// Copies a path.
///
/// # Safety
/// `path` is null or an open handle that nobody else uses meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_fork(path: *mut Handle) -> *mut Handle {
    let mut fork = std::ptr::null_mut();
    let copied = |handle: &mut Handle| {
        fork = Box::into_raw(Box::new(handle.clone()));
        Ok(0)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, copied) };
    fork
}

/// Closes a path.
///
/// # Safety
/// `path` is null or an open handle; nobody uses it, or what it owns, afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_close(path: *mut Handle) {
    if path.is_null() {
        return;
    }
    // SAFETY: it came from a box, and the caller vouches that it was not closed before.
    let handle = unsafe { Box::from_raw(path) };
    // What a broken one has inside may break again; what it holds is lost then, and nothing else.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(handle)));
}

/// Why the last call of this handle that was refused was.
///
/// # Safety
/// `path` is null or an open handle that nobody else uses meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_error(path: *const Handle) -> *const c_char {
    // SAFETY: the caller vouches for it.
    let handle = unsafe { path.as_ref() };
    handle.map_or(c"the path is NULL", Handle::error).as_ptr()
}
