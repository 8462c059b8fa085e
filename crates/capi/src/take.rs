//! Packets out, and what became of the others.
#![allow(unsafe_code)]

use std::ffi::c_int;

use cellwise_path as path;

use crate::code::Code;
use crate::guard;
use crate::handle::Handle;
use crate::layout::{Delivery, Fate, Room};

fn delivered(delivery: &path::Delivery) -> Delivery {
    let path::Delivery { port, at, tag, octets, ecn, class, offered_at, damaged } = *delivery;
    Delivery {
        size: 0,
        port: port.index() as i32,
        at_ps: at.ps(),
        offered_ps: offered_at.ps(),
        tag,
        octets,
        ecn: u32::from(ecn.bits()),
        dscp: u32::from(class),
        damaged: u32::from(damaged),
    }
}

/// Takes what has arrived.
///
/// # Safety
/// `path` is null or an open handle that no other thread uses meanwhile; `out` is null or leads to `room` structs that
/// may be written, of which the first has its size set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_take(path: *mut Handle, out: *mut Delivery, room: usize) -> isize {
    let take = |handle: &mut Handle| {
        // SAFETY: the caller vouches for it.
        let mut room = unsafe { Room::new(out, room, "out") }?;
        let taken = handle.take(room.structs())?;
        taken.iter().enumerate().for_each(|(index, delivery)| room.write(index, delivered(delivery)));
        Ok(taken.len() as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, take) }
}

/// Begins to note the fates of packets that do not arrive.
///
/// # Safety
/// `path` is null or an open handle that no other thread uses meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_keep_fates(path: *mut Handle) -> c_int {
    let keep = |handle: &mut Handle| {
        handle.path()?.keep_fates();
        Ok(Code::Ok as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, keep) as c_int }
}

/// Takes what was lost.
///
/// # Safety
/// As of [`cw_path_take`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_fates(path: *mut Handle, out: *mut Fate, room: usize) -> isize {
    let take = |handle: &mut Handle| {
        // SAFETY: the caller vouches for it.
        let mut room = unsafe { Room::new(out, room, "out") }?;
        let taken = handle.fates(room.structs())?;
        taken.iter().enumerate().for_each(|(index, fate)| room.write(index, lost(handle, fate)));
        Ok(taken.len() as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, take) }
}

fn lost(handle: &mut Handle, fate: &path::Fate) -> Fate {
    Fate {
        size: 0,
        port: fate.port.index() as i32,
        at_ps: fate.at.ps(),
        offered_ps: fate.offered_at.ps(),
        tag: fate.tag,
        place: handle.name(&fate.place).as_ptr(),
        reason: handle.name(&fate.reason).as_ptr(),
    }
}
