//! The tick clock: a periodic timer of a host, shared by all its connections.
//!
//! BSD decrements every running timer at each tick of a 500 ms clock. Nothing is decremented
//! here: a timer set to n ticks is the number of the tick at which it fires, (n-1) to n periods
//! later. What arrives at the instant of a tick comes before the tick.

use cellwise_units::{Span, Time};

/// The ticks of one clock: at `first`, and at every `period` after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TickClock {
    period: Span,
    first: Time,
}

impl TickClock {
    /// A clock whose ticks are a period apart, one of them at `tick`.
    ///
    /// `period` is at least 1 ps (0 counts as 1); the first tick is the one in `(0, period]`.
    #[must_use]
    pub fn new(period: Span, tick: Time) -> Self {
        let period = period.get().max(1);
        let first = match tick.ps() % period {
            0 => period,
            rest => rest,
        };
        Self { period: Span::from_ps(period), first: Time::from_ps(first) }
    }

    /// A clock whose first tick is one period after the start of the run.
    #[must_use]
    pub fn aligned(period: Span) -> Self {
        Self::new(period, Time::ZERO)
    }

    /// The time between ticks.
    #[must_use]
    pub const fn period(&self) -> Span {
        self.period
    }

    /// The first tick after the start of the run.
    #[must_use]
    pub const fn first(&self) -> Time {
        self.first
    }

    /// The number of ticks strictly before an instant.
    #[must_use]
    pub fn ticks_before(&self, at: Time) -> u64 {
        match at.ps().checked_sub(self.first.ps()) {
            None | Some(0) => 0,
            Some(since) => (since - 1) / self.period.get() + 1,
        }
    }

    /// When tick `number` happens; ticks are numbered from 1. [`Time::NEVER`] beyond the end of time.
    #[inline]
    #[must_use]
    pub fn time_of(&self, number: u64) -> Time {
        let later = number.saturating_sub(1).saturating_mul(self.period.get());
        Time::from_ps(self.first.ps().saturating_add(later))
    }

    /// When a timer fires that is set to `ticks` ticks (at least 1) at an instant.
    #[must_use]
    pub fn deadline(&self, at: Time, ticks: u64) -> Time {
        self.time_of(self.ticks_before(at) + ticks)
    }
}

/// A tick clock with its present count, so that reading it twice between ticks costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct TickCursor {
    clock: TickClock,
    count: u64,
    next: Time,
}

impl TickCursor {
    /// A cursor before the first tick.
    #[must_use]
    pub fn new(clock: TickClock) -> Self {
        Self { clock, count: 0, next: clock.first }
    }

    /// The number of ticks so far, as of the last advance.
    #[inline]
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The clock itself.
    #[must_use]
    pub const fn clock(&self) -> &TickClock {
        &self.clock
    }

    /// Counts the ticks strictly before `now`: for what arrives at `now`.
    #[inline]
    pub fn advance(&mut self, now: Time) {
        if now > self.next {
            self.count_to(self.clock.ticks_before(now));
        }
    }

    /// Counts the ticks up to and including `now`: for what a tick at `now` does.
    #[inline]
    pub fn advance_past(&mut self, now: Time) {
        if now >= self.next {
            let later = Time::from_ps(now.ps().saturating_add(1));
            self.count_to(self.clock.ticks_before(later));
        }
    }

    #[cold]
    fn count_to(&mut self, count: u64) {
        self.count = count;
        self.next = self.clock.time_of(count + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MS: u64 = 1_000_000_000;

    fn clock(period_ms: u64, tick_ms: u64) -> TickClock {
        TickClock::new(Span::from_ps(period_ms * MS), Time::from_ps(tick_ms * MS))
    }

    #[test]
    fn what_arrives_at_the_instant_of_a_tick_comes_before_it() {
        let clock = clock(500, 500);
        assert_eq!(clock.ticks_before(Time::from_ps(500 * MS)), 0);
        assert_eq!(clock.ticks_before(Time::from_ps(500 * MS + 1)), 1);
        assert_eq!(clock.deadline(Time::from_ps(500 * MS), 1), Time::from_ps(500 * MS));
    }

    #[test]
    fn a_timer_set_by_a_tick_waits_for_the_ticks_after_it() {
        let mut cursor = TickCursor::new(clock(500, 200));
        cursor.advance_past(Time::from_ps(700 * MS));
        assert_eq!(cursor.count(), 2);
        assert_eq!(cursor.clock().time_of(cursor.count() + 3), Time::from_ps(2200 * MS));
    }

    #[test]
    fn the_first_tick_is_within_one_period_of_the_start() {
        assert_eq!(clock(500, 0).first(), Time::from_ps(500 * MS));
        assert_eq!(clock(500, 1700).first(), Time::from_ps(200 * MS));
    }

    proptest! {
        #[test]
        fn a_timer_fires_after_n_less_one_to_n_periods(
            period in 1u64..10_000, tick in 0u64..20_000, at in 0u64..100_000, ticks in 1u64..200,
        ) {
            let clock = TickClock::new(Span::from_ps(period), Time::from_ps(tick));
            let waited = clock.deadline(Time::from_ps(at), ticks).ps() - at;
            prop_assert!(((ticks - 1) * period..=ticks * period).contains(&waited));
        }

        #[test]
        fn a_cursor_counts_as_its_clock_does(
            period in 1u64..50, tick in 0u64..100, steps in prop::collection::vec(0u64..40, 1..40),
        ) {
            let clock = TickClock::new(Span::from_ps(period), Time::from_ps(tick));
            let mut cursor = TickCursor::new(clock);
            let mut now = 0;
            for step in steps {
                now += step;
                cursor.advance(Time::from_ps(now));
                prop_assert_eq!(cursor.count(), clock.ticks_before(Time::from_ps(now)));
            }
        }
    }
}
