//! The ports of a path.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int};

use crate::guard;
use crate::handle::Handle;
use crate::text;

/// How many ports there are.
///
/// # Safety
/// `path` is null or an open handle that no other thread uses meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_ports(path: *mut Handle) -> c_int {
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, |handle| Ok(handle.ports() as isize)) as c_int }
}

/// The port of a name.
///
/// # Safety
/// As of [`cw_path_ports`]; `name` is null or ends with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_port(path: *mut Handle, name: *const c_char) -> c_int {
    let find = |handle: &mut Handle| {
        // SAFETY: the caller vouches for it.
        let name = unsafe { text::ended(name, "name") }?;
        Ok(handle.path()?.port(name)?.index() as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, find) as c_int }
}

/// The name of a port; its length.
///
/// # Safety
/// As of [`cw_path_ports`]; `name` is null or leads to `room` octets that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_port_name(
    path: *mut Handle,
    port: c_int,
    name: *mut c_char,
    room: usize,
) -> isize {
    let notify = |handle: &mut Handle| {
        let port = handle.port(port)?;
        let known = &handle.path()?.ports()[port.index()];
        // SAFETY: the caller vouches for it.
        unsafe { text::write(known, name, room) };
        Ok(known.len() as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, notify) }
}

/// The longest packet of a port.
///
/// # Safety
/// As of [`cw_path_ports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_mtu(path: *mut Handle, port: c_int) -> c_int {
    let notify = |handle: &mut Handle| {
        let port = handle.port(port)?;
        Ok(handle.path()?.mtu(port).min(i32::MAX as u32) as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, notify) as c_int }
}
