//! Handles come and go.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use cellwise_path::Opening;

use crate::code::{ABI_VERSION, Refusal};
use crate::guard;
use crate::handle::Handle;
use crate::layout;
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
    let toml = unsafe { text::counted(toml, octets, "toml") };
    // SAFETY: the caller vouches for it.
    unsafe { open(toml.map(|toml| (toml, seed, Opening::default())), error, room) }
}

/// Opens a path as a struct says.
///
/// # Safety
/// As of [`cw_path_open`]; `opening` is null or leads to a struct of as many octets as its size says, whose keys end with NULs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_open_with(
    toml: *const c_char,
    octets: usize,
    opening: *const layout::Opening,
    error: *mut c_char,
    room: usize,
) -> *mut Handle {
    // SAFETY: the caller vouches for it.
    let toml = unsafe { text::counted(toml, octets, "toml") };
    let given = toml.and_then(|toml| {
        // SAFETY: the caller vouches for it.
        let given = unsafe { layout::read(opening, "opening") }?;
        // SAFETY: the caller vouches for it.
        let variable = unsafe { keys(&given) }?;
        Ok((toml, given.seed, Opening { variable, fates: given.fates != 0 }))
    });
    // SAFETY: the caller vouches for it.
    unsafe { open(given, error, room) }
}

/// The keys of an opening.
///
/// # Safety
/// They are where it says, and end with NULs.
unsafe fn keys(given: &layout::Opening) -> Result<Vec<String>, Refusal> {
    if given.variables == 0 {
        return Ok(Vec::new());
    }
    if given.variable.is_null() {
        return Err(Refusal::null("opening->variable"));
    }
    // SAFETY: it is not null, and the caller vouches for so many.
    let keys = unsafe { std::slice::from_raw_parts(given.variable, given.variables) };
    // SAFETY: the caller vouches for their ends.
    keys.iter()
        .map(|key| unsafe { text::ended(*key, "a key of opening->variable") }.map(str::to_owned))
        .collect()
}

/// Opens a path, or writes why not.
///
/// # Safety
/// `error` is null or leads to `room` octets that may be written.
unsafe fn open(given: Result<(&str, u64, Opening), Refusal>, error: *mut c_char, room: usize) -> *mut Handle {
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let (toml, seed, opening) = given.map_err(|refusal| refusal.text)?;
        Handle::open(toml, seed, &opening)
    }))
    .unwrap_or_else(|panic| Err(guard::panic_text(&*panic)));
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
/// `path` is null or an open handle that no other thread uses meanwhile.
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
/// `path` is null or an open handle; it and its memory are not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_close(path: *mut Handle) {
    if path.is_null() {
        return;
    }
    // SAFETY: it came from a box, and the caller vouches that it was not closed before.
    let handle = unsafe { Box::from_raw(path) };
    // The inside of a broken one may break again; its memory is lost then, and nothing else.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(handle)));
}

/// Why the last call of this handle that was refused was.
///
/// # Safety
/// `path` is null or an open handle that no other thread uses meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_error(path: *const Handle) -> *const c_char {
    // SAFETY: the caller vouches for it.
    let handle = unsafe { path.as_ref() };
    handle.map_or(c"the path is NULL", Handle::error).as_ptr()
}
