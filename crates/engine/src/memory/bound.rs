//! A bound: what a piece of work may hold, asked wherever it grows.
//!
//! Work that finds that it is full stops growing and ends somehow: its result is discarded then. It is
//! asked, and not the allocator, because nothing can leave an allocation but the end of the program.

use std::cell::Cell;

use super::held;

thread_local! {
    static BOUND: Cell<Bound> = const { Cell::new(Bound { before: 0, most: i64::MAX, excess: None }) };
}

/// The innermost bound of a thread.
#[derive(Clone, Copy)]
struct Bound {
    /// What the thread held when nothing was taken.
    before: i64,
    /// What it may hold.
    most: i64,
    excess: Option<Excess>,
}

/// How far a piece of work came that was to hold more than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    /// Octets that it held, or was about to hold.
    pub held: u64,
    /// What it was adding.
    pub what: &'static str,
    /// How many of them were there.
    pub there: usize,
}

/// Does a piece of work that may hold so many octets, of which some are taken already. It also keeps to the bound of
/// work that it is a part of.
///
/// # Errors
/// How far it came, if it [was full](is_full).
pub fn within<T>(octets: u64, taken: u64, work: impl FnOnce() -> T) -> Result<T, Excess> {
    let whole = Restored(BOUND.get());
    let signed = |octets: u64| i64::try_from(octets).unwrap_or(i64::MAX);
    let before = held().saturating_sub(signed(taken));
    BOUND.set(Bound { before, most: before.saturating_add(signed(octets)).min(whole.0.most), excess: None });
    let done = work();
    BOUND.get().excess.map_or(Ok(done), Err)
}

/// Sets a bound again, also behind a panic.
struct Restored(Bound);

impl Drop for Restored {
    fn drop(&mut self) {
        BOUND.set(self.0);
    }
}

/// Whether the innermost piece of work in this thread holds more than it may, or ever did. So many of the things that
/// it is adding are there.
#[inline]
#[must_use]
pub fn is_full(what: &'static str, there: usize) -> bool {
    lacks(0, what, there)
}

/// The same with so many octets more, which it is about to ask for.
#[must_use]
pub fn lacks(octets: usize, what: &'static str, there: usize) -> bool {
    let bound = BOUND.get();
    if bound.excess.is_some() {
        return true;
    }
    let wanted = held().saturating_add(i64::try_from(octets).unwrap_or(i64::MAX));
    if wanted <= bound.most {
        return false;
    }
    let held = u64::try_from(wanted.saturating_sub(bound.before)).unwrap_or(0);
    BOUND.set(Bound { excess: Some(Excess { held, what, there }), ..bound });
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In these tests nothing is counted, so that only what is asked for matters.
    fn asked(octets: usize) -> bool {
        lacks(octets, "rows", 7)
    }

    #[test]
    fn what_was_full_once_stays_so_and_says_how_far_it_came() {
        assert_eq!(within(100, 40, || asked(60)), Ok(false));
        let excess = Excess { held: 101, what: "rows", there: 7 };
        assert_eq!(within(100, 40, || (asked(61), asked(0), is_full("others", 8))), Err(excess));
        assert_eq!(within(100, 0, || asked(100)), Ok(false), "the next piece begins anew");
        assert!(!asked(usize::MAX >> 1), "without a bound there is always room");
    }

    #[test]
    fn a_part_keeps_to_the_bound_of_the_whole() {
        let whole = within(100, 0, || (within(1_000, 0, || asked(101)).is_err(), asked(100)));
        assert_eq!(whole, Ok((true, false)));
        assert!(within(100, 0, || within(50, 0, || asked(51))).unwrap().is_err());
    }

    #[test]
    fn a_panic_ends_a_bound() {
        let _ = std::panic::catch_unwind(|| within(1, 0, || panic!("in the middle")));
        assert!(!asked(2));
    }
}
