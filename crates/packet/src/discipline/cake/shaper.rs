//! The deficit shaper: packets leave as if each took as long as the rate says, without bursts.
//!
//! Instants are exact fractions of picoseconds, so that nothing drifts.

use std::cmp::Ordering;

use cellwise_units::{BitRate, Time};

const PS_PER_S: u64 = 1_000_000_000_000;

/// A clock that octets move on, each by the time that it takes at a rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// Parts in a picosecond.
    parts_per_ps: u64,
    parts_per_octet: u64,
    at: Time,
    /// The parts of a picosecond after `at`.
    rest: u64,
}

impl Clock {
    fn new(parts_per_ps: u64, parts_per_octet: u64) -> Self {
        Self { parts_per_ps, parts_per_octet, at: Time::ZERO, rest: 0 }
    }

    /// A clock for a rate in octets/s; above 0.
    pub(super) fn of_octets_per_s(rate: u64) -> Self {
        Self::new(rate, PS_PER_S)
    }

    pub(super) fn set(&mut self, now: Time) {
        (self.at, self.rest) = (now, 0);
    }

    pub(super) fn advance(&mut self, octets: u64) {
        let parts = u128::from(self.rest) + u128::from(octets) * u128::from(self.parts_per_octet);
        let (ps, rest) = (parts / u128::from(self.parts_per_ps), parts % u128::from(self.parts_per_ps));
        self.at = Time::from_ps(self.at.ps().saturating_add(u64::try_from(ps).unwrap_or(u64::MAX)));
        self.rest = rest as u64;
    }

    pub(super) fn is_after(&self, now: Time) -> bool {
        (self.at, self.rest) > (now, 0)
    }

    pub(super) fn is_before(&self, now: Time) -> bool {
        self.at < now
    }

    /// The first picosecond that is not before it.
    pub(super) fn reached_at(&self) -> Time {
        if self.rest == 0 { self.at } else { Time::from_ps(self.at.ps().saturating_add(1)) }
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let fraction = |rest: u64, parts: u64| u128::from(rest) * u128::from(parts);
        let fractions = fraction(self.rest, other.parts_per_ps).cmp(&fraction(other.rest, self.parts_per_ps));
        self.at.cmp(&other.at).then(fractions)
    }

    /// A packet of a tin was sent: it may not send sooner than the rate allows, and saves up nothing.
    pub(super) fn charge(&mut self, octets: u64, now: Time) {
        let mut earliest = *self;
        earliest.set(now);
        earliest.advance(octets);
        if self.is_before(now) {
            self.advance(octets);
        } else if self.compare(&earliest) == Ordering::Less {
            *self = earliest;
        }
    }
}

/// When the next packet of all may leave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shaper {
    next: Clock,
    /// Does not count what is dropped, so that drops that are charged cannot stop everything.
    failsafe: Clock,
}

impl Shaper {
    pub(super) fn new(rate: BitRate) -> Self {
        let clock = |eighths| Clock::new(rate.get(), eighths * PS_PER_S);
        Self { next: clock(8), failsafe: clock(12) }
    }

    /// A packet comes and nothing waits: time without packets earns nothing.
    pub(super) fn wake(&mut self, now: Time) {
        if self.next.is_before(now) {
            self.next.set(now);
            self.failsafe.set(now);
        }
    }

    pub(super) fn holds(&self, now: Time) -> bool {
        self.next.is_after(now) && self.failsafe.is_after(now)
    }

    pub(super) fn ready_at(&self) -> Time {
        self.next.reached_at().min(self.failsafe.reached_at())
    }

    pub(super) fn charge_sent(&mut self, octets: u64) {
        self.next.advance(octets);
        self.failsafe.advance(octets);
    }

    pub(super) fn charge_dropped(&mut self, octets: u64) {
        self.next.advance(octets);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_octets_at_a_rate_of_seven_do_not_drift() {
        let mut clock = Clock::of_octets_per_s(7);
        (0..1000).for_each(|_| clock.advance(1));
        // 1000/7 s = 142.857142857142857... s
        assert_eq!((clock.at.ps(), clock.rest), (142_857_142_857_142, 6));
        assert_eq!(clock.reached_at().ps(), 142_857_142_857_143);
        assert!(clock.is_after(clock.at) && !clock.is_after(clock.reached_at()));
    }

    #[test]
    fn fractions_of_different_rates_compare_as_they_are() {
        let after = |rate, octets| {
            let mut clock = Clock::of_octets_per_s(rate);
            clock.advance(octets);
            clock
        };
        assert_eq!(after(3, 1).compare(&after(6, 2)), Ordering::Equal);
        assert_eq!(after(7, 2).compare(&after(3, 1)), Ordering::Less);
        assert_eq!(after(3, 1).compare(&after(7, 2)), Ordering::Greater);
    }

    #[test]
    fn a_tin_behind_its_schedule_saves_up_at_most_what_it_sends() {
        let at = |us: u64| Time::from_ps(us * 1_000_000);
        let mut clock = Clock::of_octets_per_s(1_000_000);
        clock.set(at(10));
        clock.charge(5, at(20));
        assert_eq!(clock.at, at(15), "behind: the packet's time is added");
        clock.charge(5, at(12));
        assert_eq!(clock.at, at(17), "before now and its time: as far as that");
        clock.charge(1, at(12));
        assert_eq!(clock.at, at(17), "later than that: it stays");
    }
}
