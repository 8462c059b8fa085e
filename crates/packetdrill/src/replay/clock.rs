//! The script's clock: when an event is, and how far what is expected may be off.

use cellwise_units::{Span, Time};

use crate::script::When;

/// How far an instant may be off if the script does not say, and which part of the time since the event before.
// packetdrill's defaults: 4000 us, 12.5 %
const TOLERANCE: Span = Span::from_ps(4_000_000_000);
const TOLERANCE_SHARE: u64 = 8;

/// From when until when something may happen; where it happens by itself, at the nominal instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) nominal: Time,
    pub(super) first: Time,
    pub(super) last: Time,
    /// Whether the script gives a range for what happens by itself.
    is_range: bool,
}

#[derive(Debug)]
pub(super) struct Clock {
    now: Time,
    tolerance: Span,
}

impl Clock {
    pub(super) fn new(tolerance: Option<Span>) -> Self {
        Self { now: Time::ZERO, tolerance: tolerance.unwrap_or(TOLERANCE) }
    }

    /// The window of the next event.
    pub(super) fn next(&mut self, when: When) -> Window {
        let before = self.now;
        let (from, to) = match when {
            When::Any => {
                return Window { nominal: before, first: Time::ZERO, last: Time::NEVER, is_range: false };
            }
            When::At(from, to) => (from.max(before), to.unwrap_or(from).max(before)),
            When::After(from, to) => (before + from, before + to.unwrap_or(from)),
        };
        self.now = from;
        let share = Span::from_ps((from - before).get() / TOLERANCE_SHARE);
        let off = if share > self.tolerance { share } else { self.tolerance };
        let first = Time::from_ps(from.ps().saturating_sub(off.get()));
        Window { nominal: from, first, last: to + off, is_range: to > from }
    }

    /// Takes note of when something happened by itself: what comes after a range is relative to that.
    pub(super) fn note(&mut self, window: Window, at: Time) {
        if window.is_range {
            self.now = self.now.max(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn after(ms: u64) -> When {
        When::After(Span::from_ps(ms * MS), None)
    }

    #[test]
    fn what_comes_soon_may_be_four_milliseconds_off_and_what_comes_late_an_eighth() {
        let mut clock = Clock::new(None);
        let soon = clock.next(after(10));
        assert_eq!((soon.first, soon.last), (Time::from_ps(6 * MS), Time::from_ps(14 * MS)));
        let late = clock.next(after(800));
        assert_eq!((late.nominal, late.last), (Time::from_ps(810 * MS), Time::from_ps(910 * MS)));
    }

    #[test]
    fn what_follows_a_range_is_relative_to_what_happened_in_it() {
        let mut clock = Clock::new(None);
        let range = clock.next(When::After(Span::from_ps(10 * MS), Some(Span::from_ps(90 * MS))));
        clock.note(range, Time::from_ps(50 * MS));
        let point = clock.next(after(10));
        assert_eq!(point.nominal, Time::from_ps(60 * MS));
        clock.note(point, Time::from_ps(62 * MS));
        assert_eq!(clock.next(after(10)).nominal, Time::from_ps(70 * MS));
    }

    #[test]
    fn at_any_time_moves_no_clock() {
        let mut clock = Clock::new(None);
        clock.next(after(10));
        assert_eq!(clock.next(When::Any).last, Time::NEVER);
        assert_eq!(clock.next(after(1)).nominal, Time::from_ps(11 * MS));
    }
}
