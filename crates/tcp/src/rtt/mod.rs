//! Round-trip times and the retransmission timeout: in ticks as BSD counts them, or in exact time.
//!
//! Source: 4.4BSD ([`TickEstimator`]), RFC 6298 ([`ExactEstimator`]); RFC 7323 (timestamps). The rule
//! of the settings chooses one when the connection begins; everything else asks it when a timer that
//! starts now fires.

mod exact;
mod smoothed;
#[cfg(test)]
mod tests;
mod ticks;

use cellwise_units::{Span, Time};

pub use exact::ExactEstimator;
pub(crate) use smoothed::Smoothed;
pub use ticks::TickEstimator;

use crate::choices::{Backoff, RoundTripClock, RtoRule, TimerExpiry, WindowProbeTimer};
use crate::config::Settings;
use crate::tick::{TickClock, TickCursor};

/// Bounds of the persist timer, unless the settings have others.
const PERSIST_MIN: Span = Span::from_ps(5_000_000_000_000);
const PERSIST_MAX: Span = Span::from_ps(60_000_000_000_000);
/// A tick of the timestamp clock with the exact rule.
// spec: rfc7323 5.4
const TIMESTAMP_TICK: Span = Span::from_ps(1_000_000_000);

/// An instant, by the clock and by the count of ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) at: Time,
    pub(crate) tick: u64,
}

impl Moment {
    /// Now, if the cursor has been advanced to it.
    #[inline]
    pub(crate) const fn new(at: Time, ticks: &TickCursor) -> Self {
        Self { at, tick: ticks.count() }
    }

    /// The time since an earlier moment; none if it is later.
    pub(crate) const fn since(self, earlier: Self) -> Span {
        Span::from_ps(self.at.ps().saturating_sub(earlier.at.ps()))
    }

    const fn ticks_since(self, earlier: Self) -> u64 {
        self.tick.saturating_sub(earlier.tick)
    }
}

/// The clock of round trips: exact time or ticks.
#[derive(Clone, Copy, Debug)]
struct Measure {
    clock: RoundTripClock,
    tick: Span,
}

impl Measure {
    /// A round trip that took so long and saw so many ticks.
    fn of(self, exact: Span, ticks: u64) -> Span {
        match self.clock {
            RoundTripClock::Exact => exact,
            RoundTripClock::Ticks => self.tick * ticks,
            RoundTripClock::AtLeastOneTick => self.tick * ticks.max(1),
        }
    }
}

/// The estimator of one connection, of either kind.
#[derive(Clone, Debug)]
pub struct RttEstimator {
    kind: Kind,
    tick: Span,
    /// How the rules in exact time measure.
    measure: Measure,
    expiry: TimerExpiry,
    backoff: Backoff,
    /// The smallest and the largest interval of the persist timer.
    persist: (Span, Span),
    /// Both in ticks.
    persist_ticks: (u32, u32),
    /// The round trip of the opening, where it was measured.
    opening: Option<Span>,
}

#[derive(Clone, Debug)]
enum Kind {
    Ticks(TickEstimator),
    Exact(Box<ExactEstimator>),
}

impl RttEstimator {
    /// The estimator that the settings want, without samples.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let kind = match settings.rto_rule {
            RtoRule::Net3 | RtoRule::Sunos | RtoRule::Ns2 => Kind::Ticks(TickEstimator::new(settings)),
            RtoRule::Rfc6298 | RtoRule::Linux | RtoRule::Freebsd | RtoRule::Unrounded => {
                Kind::Exact(Box::new(ExactEstimator::new(settings)))
            }
        };
        let persist = match settings.window_probe_timer {
            WindowProbeTimer::Bounded => (PERSIST_MIN, PERSIST_MAX),
            WindowProbeTimer::Rto => settings.rto_bounds(),
        };
        let persist_ticks = (settings.in_ticks(persist.0), settings.in_ticks(persist.1));
        let at_tick = matches!(settings.rto_rule, RtoRule::Net3 | RtoRule::Sunos);
        Self {
            kind,
            tick: settings.timer_tick,
            measure: Measure { clock: settings.round_trip_clock, tick: settings.timer_tick },
            expiry: if at_tick { TimerExpiry::AtTick } else { settings.timer_expiry },
            backoff: settings.backoff,
            persist,
            persist_ticks,
            opening: None,
        }
    }

    /// The same estimator with a round trip that it has not measured itself, such as that of a handshake elsewhere.
    #[must_use]
    pub fn with_round_trip(mut self, took: Span) -> Self {
        let ticks = took.get() / self.tick.get().max(1);
        self.opening = Some(took);
        match &mut self.kind {
            Kind::Ticks(estimator) => estimator.sample(clipped(1 + ticks)),
            Kind::Exact(exact) => exact.sample(self.measure.of(took, ticks), 1),
        }
        self
    }

    /// The current timeout in ticks, backoff included; one in exact time rounded up.
    #[must_use]
    pub fn rto_ticks(&self) -> u32 {
        match &self.kind {
            Kind::Ticks(ticks) => ticks.rto_ticks(),
            Kind::Exact(exact) => {
                let ticks = exact.rto().get().div_ceil(self.tick.get().max(1));
                u32::try_from(ticks).unwrap_or(u32::MAX)
            }
        }
    }

    /// The current timeout, backoff included: the longest that a timer of that many ticks waits.
    #[must_use]
    pub fn rto(&self) -> Span {
        match &self.kind {
            Kind::Ticks(ticks) => self.tick * u64::from(ticks.rto_ticks()),
            Kind::Exact(exact) => exact.rto(),
        }
    }

    /// When a retransmission timer fires that has run since `from`; at the next tick, or at once, if it
    /// should have fired already.
    #[inline]
    pub(crate) fn rexmt_deadline(&self, from: Moment, now: Moment, clock: &TickClock) -> Time {
        match &self.kind {
            Kind::Ticks(ticks) if self.expiry == TimerExpiry::AtTick => {
                let tick = from.tick + u64::from(ticks.rto_ticks());
                clock.time_of(tick.max(now.tick + 1))
            }
            Kind::Ticks(ticks) => (from.at + self.tick * u64::from(ticks.rto_ticks())).max(now.at),
            Kind::Exact(exact) => {
                let at = (from.at + exact.rto()).max(now.at);
                match self.expiry {
                    TimerExpiry::Exact => at,
                    TimerExpiry::AtTick => clock.time_of(clock.ticks_before(at) + 1),
                }
            }
        }
    }

    /// When a persist timer fires that starts now; each one in a row waits longer.
    // spec: rfc9293 3.8.6.1
    pub(crate) fn next_persist_deadline(&mut self, now: Moment, clock: &TickClock) -> Time {
        match &mut self.kind {
            Kind::Ticks(ticks) => {
                let (min, max) = self.persist_ticks;
                let wait = ticks.next_persist_ticks().clamp(min, max);
                clock.time_of(now.tick + u64::from(wait))
            }
            Kind::Exact(exact) => {
                let wait = exact.rto().clamp(self.persist.0, self.persist.1);
                exact.back_off();
                now.at + wait
            }
        }
    }

    /// Takes the round-trip time of the opening, whose SYN was sent once.
    #[cold]
    pub(crate) fn sample_opening(&mut self, sent: Moment, now: Moment) {
        self.opening = Some(now.since(sent));
        self.sample(sent, now);
    }

    /// The round trip of the opening, where it was measured.
    pub(crate) const fn opening(&self) -> Option<Span> {
        self.opening
    }

    /// Takes the round-trip time of a segment sent once.
    #[inline]
    pub(crate) fn sample(&mut self, sent: Moment, now: Moment) {
        match &mut self.kind {
            Kind::Ticks(ticks) => ticks.sample(clipped(1 + now.ticks_since(sent))),
            Kind::Exact(exact) => {
                exact.sample(self.measure.of(now.since(sent), now.ticks_since(sent)), 1);
            }
        }
    }

    /// Takes a timestamp that came back while so many segments were outstanding.
    pub(crate) fn sample_echo(&mut self, echo: u32, now: Moment, segments: u64) {
        let age = self.timestamp(now).wrapping_sub(echo);
        // An echo from the future was made up; it is no sample.
        if age > u32::MAX / 2 {
            return;
        }
        match &mut self.kind {
            Kind::Ticks(ticks) => ticks.sample(age.saturating_add(1)),
            // spec: rfc7323 appendix g: every second segment is acknowledged
            Kind::Exact(exact) => {
                let age = u64::from(age);
                exact.sample(self.measure.of(TIMESTAMP_TICK * age, age), segments.div_ceil(2).max(1));
            }
        }
    }

    /// The timestamp clock: the slow timer's ticks as in Net/3 and where round trips are measured in
    /// them, milliseconds with the rules in exact time.
    pub(crate) const fn timestamp(&self, now: Moment) -> u32 {
        match (&self.kind, self.measure.clock) {
            (Kind::Ticks(_), _) | (_, RoundTripClock::Ticks | RoundTripClock::AtLeastOneTick) => {
                now.tick as u32
            }
            (Kind::Exact(_), RoundTripClock::Exact) => (now.at.ps() / TIMESTAMP_TICK.get()) as u32,
        }
    }

    /// Whether a whole timeout has passed between two moments.
    pub(crate) fn has_passed(&self, since: Moment, now: Moment) -> bool {
        match &self.kind {
            Kind::Ticks(ticks) => now.ticks_since(since) >= u64::from(ticks.rto_ticks()),
            Kind::Exact(exact) => now.since(since) >= exact.rto(),
        }
    }

    /// Lengthens the timeout after one, unless the settings have no backoff.
    pub fn back_off(&mut self) {
        match &mut self.kind {
            _ if self.backoff == Backoff::None => {}
            Kind::Ticks(ticks) => ticks.back_off(),
            Kind::Exact(exact) => exact.back_off(),
        }
    }

    /// Ends the backoff without a sample.
    pub(crate) fn end_backoff(&mut self) {
        match &mut self.kind {
            Kind::Ticks(ticks) => ticks.end_backoff(),
            Kind::Exact(exact) => exact.end_backoff(),
        }
    }

    /// Forgets the backoff without a sample, as leaving the persist state does.
    pub(crate) fn forget_backoff(&mut self) {
        match &mut self.kind {
            Kind::Ticks(ticks) => ticks.forget_backoff(),
            Kind::Exact(exact) => exact.end_backoff(),
        }
    }

    /// Takes note that the connection began with a lost SYN.
    pub fn begin_after_lost_syn(&mut self) {
        if let Kind::Exact(exact) = &mut self.kind {
            exact.begin_after_lost_syn();
        }
    }
}

fn clipped(ticks: u64) -> u32 {
    u32::try_from(ticks).unwrap_or(u32::MAX)
}
