//! How many segments one event may send, and when the rest of them goes.
//!
//! Source: Balakrishnan, Padmanabhan and Katz 1997, section 4.3 (sender adaptation): an acknowledgment of
//! many segments would let as many go back to back; a bound splits them, and a timer sends the next
//! ones at the rate of the window per round trip. Parameter: `max_burst`. State: what is left of the
//! bound, and the timer.

use cellwise_units::{Span, Time};

use crate::control_block::Timer;

/// The bound on the segments that are sent back to back.
#[derive(Clone, Debug)]
pub(crate) struct Burst {
    limit: Option<u32>,
    left: u32,
    pub(crate) timer: Timer,
}

impl Burst {
    pub(crate) const fn new(limit: Option<u32>) -> Self {
        Self { limit, left: u32::MAX, timer: Timer::OFF }
    }

    /// Whether there is a bound at all.
    #[inline]
    pub(crate) const fn is_limited(&self) -> bool {
        self.limit.is_some()
    }

    /// An acknowledgment or a timer lets the next segments go; they are not bounded before a round-trip
    /// time is known, which says how long the rest of them would wait.
    pub(crate) fn begin(&mut self, timed: bool) {
        self.timer = Timer::OFF;
        self.left = self.limit.filter(|_| timed).unwrap_or(u32::MAX);
    }

    #[inline]
    pub(crate) const fn is_used_up(&self) -> bool {
        self.limit.is_some() && self.left == 0
    }

    #[inline]
    pub(crate) fn count(&mut self) {
        self.left = self.left.saturating_sub(1);
    }

    /// Has the next segments wait for their share of a round trip, of a window of so many segments.
    pub(crate) fn pause(&mut self, now: Time, rtt: Span, window_segments: u64) {
        if self.timer.is_running() {
            return;
        }
        let burst = u64::from(self.limit.unwrap_or(1)).min(window_segments.max(1));
        let wait = u128::from(rtt.get()) * u128::from(burst) / u128::from(window_segments.max(1));
        // No more than the round-trip time, so it fits.
        let later = now.ps().saturating_add((wait as u64).max(1));
        self.timer = Timer(Time::from_ps(later));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_waits_for_its_share_of_a_round_trip() {
        let mut burst = Burst::new(Some(4));
        burst.begin(true);
        for left in (0..4).rev() {
            burst.count();
            assert_eq!(burst.is_used_up(), left == 0);
        }
        burst.pause(Time::from_ps(1_000), Span::from_ps(800), 16);
        assert_eq!(burst.timer, Timer(Time::from_ps(1_200)));
        burst.pause(Time::from_ps(1_100), Span::from_ps(800), 16);
        assert_eq!(burst.timer, Timer(Time::from_ps(1_200)), "it waits already");
        burst.begin(true);
        assert!(!burst.is_used_up() && !burst.timer.is_running());
    }

    #[test]
    fn a_window_below_the_bound_waits_no_longer_than_a_round_trip() {
        let mut burst = Burst::new(Some(4));
        burst.pause(Time::from_ps(0), Span::from_ps(800), 2);
        assert_eq!(burst.timer, Timer(Time::from_ps(800)));
    }

    #[test]
    fn nothing_is_bounded_without_a_bound_or_a_round_trip_time() {
        for (limit, timed) in [(None, true), (Some(1), false)] {
            let mut burst = Burst::new(limit);
            burst.begin(timed);
            (0..1_000).for_each(|_| burst.count());
            assert!(!burst.is_used_up());
        }
    }
}
