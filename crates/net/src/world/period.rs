//! The period: the instants that bound what may be done, and what may be held.

use cellwise_units::{Span, Time};

use crate::element::port::before;

/// The warm-up, the end, and what lies between.
#[derive(Clone, Debug)]
pub(super) struct Period {
    /// The end of the run.
    pub(super) end: Time,
    /// The last instant that may be handled yet: the end, or the limit of other parts of the network.
    pub(super) stop: Time,
    /// The last instant of the warm-up; [`Time::NEVER`] without one or after it.
    warmup_mark: Time,
    /// The first instant after the warm-up, until adapters have been brought there; then, and without a warm-up,
    /// [`Time::NEVER`].
    pub(super) catch_up_at: Time,
    /// Until when cells that arrive at their host may be held; [`Time::ZERO`] where nothing is before the warm-up ends.
    pub(super) hold_until: Time,
}

impl Period {
    /// One of which nothing has passed.
    pub(super) fn new(warmup_mark: Time, end: Time) -> Self {
        let has_warmup = warmup_mark != Time::NEVER;
        let catch_up_at = if has_warmup { warmup_mark + Span::from_ps(1) } else { Time::NEVER };
        Self { end, stop: end, warmup_mark, catch_up_at, hold_until: warmup_mark.min(end) }
    }

    /// Lets everything be handled up to an instant, and nothing beyond it.
    pub(super) fn stop_at(&mut self, last: Time) {
        self.stop = self.end.min(last);
    }

    /// Lets nothing be handled beyond an instant.
    pub(super) fn stop_by(&mut self, last: Time) {
        self.stop = self.stop.min(last);
    }

    /// Makes an instant the end of the run.
    pub(super) fn end_at(&mut self, end: Time) {
        (self.end, self.stop) = (end, end);
    }

    /// The first instant after the warm-up; [`Time::NEVER`] without one or after it.
    #[inline]
    pub(super) fn after_warmup(&self) -> Time {
        self.warmup_mark + Span::from_ps(1)
    }

    /// Whether an instant is within the warm-up.
    #[inline]
    pub(super) fn is_warmup(&self, at: Time) -> bool {
        at <= self.warmup_mark
    }

    /// Whether the warm-up is over by an instant, and has not been ended.
    pub(super) fn must_end_warmup(&self, now: Time) -> bool {
        now > self.warmup_mark && self.hold_until < self.end
    }

    /// Ends the warm-up.
    pub(super) fn end_warmup(&mut self) {
        self.warmup_mark = Time::NEVER;
        self.hold_until = self.end;
    }

    /// Notes that adapters have been brought to the end of the warm-up.
    pub(super) fn note_caught_up(&mut self) {
        self.catch_up_at = Time::NEVER;
    }

    /// Has nothing held until the warm-up ends.
    pub(super) fn hold_nothing(&mut self) {
        self.hold_until = Time::ZERO;
    }

    /// The last instant that may be handled before adapters are brought to the end of the warm-up, or at all.
    #[inline]
    pub(super) fn last_before_catching_up(&self) -> Time {
        self.stop.min(before(self.catch_up_at))
    }
}
