//! Packets in, and time.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int};

use cellwise_path::{Ecn, Flow, Packet, Value};
use cellwise_units::Time;

use crate::code::{Code, Refusal};
use crate::guard;
use crate::handle::Handle;
use crate::layout;
use crate::text;

// spec: rfc3168 5
const LARGEST_ECN: u32 = 3;
// spec: rfc2474 3
const LARGEST_DSCP: u32 = 63;

/// A packet of the caller's as our own.
fn packet(given: layout::Packet) -> Result<Packet, Refusal> {
    let layout::Packet { octets, tag, ecn, dscp, flow: number, source, destination, .. } = given;
    if ecn > LARGEST_ECN {
        return Err(Refusal::new(Code::Ecn, format!("{ecn} is no codepoint of ECN; give 0 to 3")));
    }
    if dscp > LARGEST_DSCP {
        let rule = format!("{dscp} is no differentiated services codepoint; give 0 to 63");
        return Err(Refusal::new(Code::Dscp, rule));
    }
    let flow = Flow { number, source, destination };
    Ok(Packet { octets, ecn: Ecn::of_bits(ecn as u8), tag, class: dscp as u8, flow })
}

/// Offers a packet.
///
/// # Safety
/// `path` is null or an open handle that no other thread uses meanwhile; `given` is null or leads to a struct of as
/// many octets as its size says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_offer(
    path: *mut Handle,
    port: c_int,
    at_ps: u64,
    given: *const layout::Packet,
) -> c_int {
    let offer = |handle: &mut Handle| {
        // SAFETY: the caller vouches for it.
        let given = unsafe { layout::read(given, "packet") }?;
        handle.offer(port, at_ps, packet(given)?)?;
        Ok(Code::Ok as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, offer) as c_int }
}

/// Sets a value at an instant.
///
/// # Safety
/// `path` is null or an open handle that no other thread uses meanwhile; `key` is null or ends with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_set(path: *mut Handle, key: *const c_char, at_ps: u64, value: u64) -> c_int {
    // SAFETY: the caller vouches for it.
    unsafe { set(path, key, at_ps, Value::Whole(value)) }
}

/// Sets a share at an instant.
///
/// # Safety
/// As of [`cw_path_set`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_set_share(
    path: *mut Handle,
    key: *const c_char,
    at_ps: u64,
    share: f64,
) -> c_int {
    // SAFETY: the caller vouches for it.
    unsafe { set(path, key, at_ps, Value::Share(share)) }
}

/// Sets a value of either kind.
///
/// # Safety
/// As of [`cw_path_set`].
unsafe fn set(path: *mut Handle, key: *const c_char, at_ps: u64, value: Value) -> c_int {
    let set = |handle: &mut Handle| {
        // SAFETY: the caller vouches for it.
        let key = unsafe { text::ended(key, "key") }?;
        handle.path()?.set(key, Time::from_ps(at_ps), value)?;
        Ok(Code::Ok as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, set) as c_int }
}

/// Promises that nothing is offered before an instant.
///
/// # Safety
/// `path` is null or an open handle that no other thread uses meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_promise_open(path: *mut Handle, until_ps: u64) -> c_int {
    let promise = |handle: &mut Handle| {
        handle.path()?.promise_open(Time::from_ps(until_ps));
        Ok(Code::Ok as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, promise) as c_int }
}

/// Lets time continue.
///
/// # Safety
/// `path` is null or an open handle that no other thread uses meanwhile; `at_ps` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_run(path: *mut Handle, until_ps: u64, at_ps: *mut u64) -> c_int {
    let run = |handle: &mut Handle| {
        let (code, now_ps) = handle.run(until_ps)?;
        // SAFETY: the caller vouches for it.
        if let Some(at_ps) = unsafe { at_ps.as_mut() } {
            *at_ps = now_ps;
        }
        Ok(code as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, run) as c_int }
}

/// The path's present.
///
/// # Safety
/// `path` is null or an open handle that no other thread changes meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_now(path: *const Handle) -> u64 {
    // SAFETY: the caller vouches for it.
    unsafe { guard::ask(path, Time::NEVER.ps(), |handle| Some(handle.seen()?.now().ps())) }
}

/// An instant before which nothing arrives.
///
/// # Safety
/// As of [`cw_path_now`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_earliest(path: *const Handle) -> u64 {
    // SAFETY: the caller vouches for it.
    unsafe { guard::ask(path, Time::NEVER.ps(), |handle| Some(handle.seen()?.earliest().ps())) }
}
