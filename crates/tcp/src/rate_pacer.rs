//! Pacing by a rate that the congestion control gives, in place of the settings' rule.
//!
//! Source: draft-ietf-ccwg-bbr, "Pacing Rate" and "Send Quantum". The next segment leaves when the one before it has taken
//! its time at the rate. With a quantum, as many octets leave back to back and then take their time together. State: when
//! the next one may leave, and what is left of the quantum.

use cellwise_units::{Span, Time};

use crate::congestion::Pace;

/// The longest wait for one segment, whatever the rate.
const LONGEST: f64 = 3600e12;

/// The clock of one connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RatePacer {
    pace: Pace,
    next: Time,
    left: u64,
}

impl RatePacer {
    pub(crate) const fn new(pace: Pace) -> Self {
        Self { pace, next: Time::ZERO, left: 0 }
    }

    pub(crate) fn set(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// When the next segment may leave; may be past.
    pub(crate) const fn next_departure(&self) -> Time {
        if self.left > 0 { Time::ZERO } else { self.next }
    }

    /// Takes a segment that leaves.
    pub(crate) fn on_departure(&mut self, now: Time, octets: u64) {
        if self.left == 0 || now >= self.next {
            self.left = self.pace.quantum;
        }
        self.left = self.left.saturating_sub(octets);
        // The rest would be less than a segment.
        if self.left < octets {
            self.left = 0;
        }
        let takes = (octets as f64 * 1e12 / self.pace.rate).min(LONGEST);
        let next = now.max(self.next).ps().saturating_add(Span::from_ps(takes as u64).get());
        self.next = Time::from_ps(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn at(ms: u64) -> Time {
        Time::from_ps(ms * MS)
    }

    #[test]
    fn a_segment_takes_its_time_at_the_rate() {
        let mut pacer = RatePacer::new(Pace { rate: 1e5, quantum: 0 });
        for (now, next) in [(5, 15), (15, 25), (40, 50)] {
            pacer.on_departure(at(now), 1_000);
            assert_eq!(pacer.next_departure(), at(next));
        }
    }

    #[test]
    fn a_quantum_leaves_at_once_and_takes_its_time_together() {
        let mut pacer = RatePacer::new(Pace { rate: 1e5, quantum: 3_000 });
        for next in [0, 0, 35] {
            pacer.on_departure(at(5), 1_000);
            assert_eq!(pacer.next_departure(), at(next));
        }
    }
}
