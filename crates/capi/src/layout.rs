//! The structs of the header. Each has its size first, as the caller's compiler knew it, so that it may grow at its end.
#![allow(unsafe_code)]

use std::ffi::c_char;
use std::mem::size_of;

use crate::code::{Code, Refusal};

/// No struct will grow beyond that: a larger size is refused.
const MOST_OCTETS: usize = 256;

/// `cw_packet`: a packet to be carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Packet {
    /// Octets of this struct.
    pub size: u32,
    /// The length of the IP packet: 1 up to the MTU.
    pub octets: u32,
    /// Whatever the caller knows it by.
    pub tag: u64,
    /// ECN bits of the IP header, 0 to 3.
    pub ecn: u32,
    /// Differentiated services codepoint, 0 to 63.
    pub dscp: u32,
    /// Its flow among those of its port.
    pub flow: u32,
    /// The host that sends it; 0 is the port's.
    pub source: u32,
    /// The host that receives it; 0 is that of the other port.
    pub destination: u32,
}

/// `cw_delivery`: a packet that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Delivery {
    /// Octets of this struct.
    pub size: u32,
    /// The port at which it arrived.
    pub port: i32,
    /// When, in ps.
    pub at_ps: u64,
    /// For when it was offered, in ps.
    pub offered_ps: u64,
    /// What it was offered with.
    pub tag: u64,
    /// The length of the IP packet.
    pub octets: u32,
    /// ECN bits of the IP header, 3 if it was marked.
    pub ecn: u32,
    /// What it was offered with.
    pub dscp: u32,
    /// 1 if errors that no check has found have changed it.
    pub damaged: u32,
}

/// `cw_fate`: a packet that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Fate {
    /// Octets of this struct.
    pub size: u32,
    /// Where it was offered.
    pub port: i32,
    /// When the first of it was lost, in ps.
    pub at_ps: u64,
    /// For when it was offered, in ps.
    pub offered_ps: u64,
    /// What it was offered with.
    pub tag: u64,
    /// Where it was lost; the handle's.
    pub place: *const c_char,
    /// Why; the handle's.
    pub reason: *const c_char,
}

/// `cw_opening`: how a path is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Opening {
    /// Octets of this struct.
    pub size: u32,
    /// Not 0 if it is noted from the start what becomes of packets that do not arrive.
    pub fates: u32,
    /// What all random numbers follow from.
    pub seed: u64,
    /// The keys of links that may be set, each ended by a NUL; null without any.
    pub variable: *const *const c_char,
    /// How many.
    pub variables: usize,
}

/// A struct that begins with its size.
///
/// # Safety
/// It is `repr(C)` of plain data without gaps, and its first field is a `u32`.
pub(crate) unsafe trait Sized32: Copy {
    /// The same struct with its size written.
    fn with_size(self, octets: u32) -> Self;
}

// SAFETY: plain numbers without gaps, the size first.
unsafe impl Sized32 for Packet {
    fn with_size(self, size: u32) -> Self {
        Self { size, ..self }
    }
}

// SAFETY: plain numbers without gaps, the size first.
unsafe impl Sized32 for Delivery {
    fn with_size(self, size: u32) -> Self {
        Self { size, ..self }
    }
}

// SAFETY: plain numbers and pointers without gaps, the size first.
unsafe impl Sized32 for Fate {
    fn with_size(self, size: u32) -> Self {
        Self { size, ..self }
    }
}

// SAFETY: plain numbers and pointers without gaps, the size first.
unsafe impl Sized32 for Opening {
    fn with_size(self, size: u32) -> Self {
        Self { size, ..self }
    }
}

/// The size that a struct of the caller's says it has: our own, or that of one that has grown since.
///
/// # Safety
/// `place` leads to a struct whose first field, its size, is set.
unsafe fn size_at<T: Sized32>(place: *const T, what: &str) -> Result<usize, Refusal> {
    // SAFETY: the first field is a `u32` and is set.
    let size = unsafe { *place.cast::<u32>() } as usize;
    let least = size_of::<T>();
    if size < least || size > MOST_OCTETS || !size.is_multiple_of(align_of::<T>()) {
        let rule =
            format!("{what}->size is {size}; set it to sizeof *{what}, which is {least} in this version");
        return Err(Refusal::new(Code::Size, rule));
    }
    Ok(size)
}

/// Reads a struct of the caller's. Octets beyond ours have to be 0: others would ask for unknown things.
///
/// # Safety
/// `place` is null, or leads to a struct of as many octets as its size says.
pub(crate) unsafe fn read<T: Sized32>(place: *const T, what: &str) -> Result<T, Refusal> {
    if place.is_null() {
        return Err(Refusal::null(what));
    }
    // SAFETY: it is not null, and the caller vouches for the rest.
    let size = unsafe { size_at(place, what)? };
    let known = size_of::<T>();
    // SAFETY: the struct has `size` octets, of which ours are the first `known`.
    let beyond = unsafe { std::slice::from_raw_parts(place.cast::<u8>().add(known), size - known) };
    if beyond.iter().any(|octet| *octet != 0) {
        let rule = format!("{what} has fields that this version does not know, and they are not 0");
        return Err(Refusal::new(Code::Size, rule));
    }
    // SAFETY: as above.
    Ok(unsafe { *place })
}

/// The caller's room for structs.
pub(crate) struct Room<T> {
    place: *mut T,
    structs: usize,
    stride: usize,
}

impl<T: Sized32> Room<T> {
    /// Room for so many structs, the first of which says how large they are.
    ///
    /// # Safety
    /// `place` is null, or leads to so many structs, of which the first has its size set; they may be written for as long
    /// as this is in use.
    pub(crate) unsafe fn new(place: *mut T, structs: usize, what: &str) -> Result<Self, Refusal> {
        if structs == 0 {
            return Err(Refusal::new(Code::Room, "there is room for nothing; give room for 1 or more"));
        }
        if place.is_null() {
            return Err(Refusal::null(what));
        }
        // SAFETY: it is not null, and there is a first struct.
        let stride = unsafe { size_at(place, what)? };
        Ok(Self { place, structs, stride })
    }

    /// How many structs it takes.
    pub(crate) fn structs(&self) -> usize {
        self.structs
    }

    /// Writes one of them. What the caller's has beyond ours becomes 0.
    pub(crate) fn write(&mut self, index: usize, value: T) {
        assert!(index < self.structs, "fault in Cellwise: struct {index} of {}", self.structs);
        let known = size_of::<T>();
        // SAFETY: the caller has given room for so many structs of the stride's octets, and the index is below their number.
        unsafe {
            let place = self.place.cast::<u8>().add(index * self.stride);
            place.cast::<T>().write(value.with_size(self.stride as u32));
            place.add(known).write_bytes(0, self.stride - known);
        }
    }
}
