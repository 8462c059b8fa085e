//! Texts across the border.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char};

use crate::code::{Code, Refusal};

/// A text of so many octets that the caller has.
///
/// # Safety
/// `text` is null, or leads to `octets` octets that do not change while the answer is in use.
pub(crate) unsafe fn counted<'a>(text: *const c_char, octets: usize, what: &str) -> Result<&'a str, Refusal> {
    if text.is_null() {
        return Err(Refusal::null(what));
    }
    if octets > isize::MAX as usize {
        return Err(Refusal::new(Code::Size, format!("{what} cannot have {octets} octets")));
    }
    // SAFETY: it is not null, no longer than memory can be, and the caller vouches for what it leads to.
    let octets = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), octets) };
    str::from_utf8(octets).map_err(|error| Refusal::new(Code::Text, format!("{what} is not UTF-8: {error}")))
}

/// A text that the caller has, up to its NUL.
///
/// # Safety
/// `text` is null, or leads to octets that end with a NUL and do not change while the answer is in use.
pub(crate) unsafe fn ended<'a>(text: *const c_char, what: &str) -> Result<&'a str, Refusal> {
    if text.is_null() {
        return Err(Refusal::null(what));
    }
    // SAFETY: it is not null, and the caller vouches for its end.
    let octets = unsafe { CStr::from_ptr(text) };
    octets.to_str().map_err(|error| Refusal::new(Code::Text, format!("{what} is not UTF-8: {error}")))
}

/// Writes a text and a NUL into the caller's room, cut before the first character that does not fit; nothing where there
/// is no room.
///
/// # Safety
/// `place` is null, or leads to `room` octets that may be written.
pub(crate) unsafe fn write(text: &str, place: *mut c_char, room: usize) {
    if place.is_null() || room == 0 {
        return;
    }
    let most = text.len().min(room - 1);
    let kept = (0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    // SAFETY: there are `room` octets at the place, `kept` is below that, and our own text is not in the caller's room.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), place.cast::<u8>(), kept);
        *place.add(kept) = 0;
    }
}

/// A text with a NUL behind it, without those that it has inside.
pub(crate) fn owned(text: &str) -> CString {
    let octets = text.bytes().filter(|octet| *octet != 0).collect::<Vec<u8>>();
    CString::new(octets).expect("fault in Cellwise: no NUL is left in a text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_before_a_character_that_does_not_fit() {
        let mut room = [b'?'; 6];
        let mut written = |octets: usize| {
            room = [b'?'; 6];
            // SAFETY: there is room for as many octets.
            unsafe { write("a\u{e4}b", room.as_mut_ptr().cast(), octets) };
            room
        };
        assert_eq!(written(0), *b"??????");
        assert_eq!(written(1), *b"\0?????");
        assert_eq!(written(3), *b"a\0????");
        assert_eq!(written(4), *b"a\xc3\xa4\0??");
        assert_eq!(written(6), *b"a\xc3\xa4b\0?");
    }
}
