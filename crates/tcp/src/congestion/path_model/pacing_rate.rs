//! The rate of pacing: a gain times the path's rate, a little less, and before the path was full never less than before.
//!
//! Source: draft-ietf-ccwg-bbr, "Pacing Rate"; the same in version 1.

use cellwise_units::Span;

use super::seconds;
use crate::congestion::Pace;

/// What is left of the rate, so that queues do not grow (PacingMarginPercent).
const MARGIN: f64 = 0.99;
/// Until there is a round-trip time.
const UNMEASURED: Span = Span::from_ps(1_000_000_000);
/// The most octets of a quantum, and the time that it takes.
const QUANTUM_OCTETS: u64 = 65_536;
const QUANTUM_S: f64 = 1e-3;

/// The rate of one connection.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct PacingRate {
    /// Octets per second.
    rate: f64,
    initial_cwnd: u64,
    initial_gain: f64,
    is_measured: bool,
}

impl PacingRate {
    /// The rate before anything is known: a gain times the first window per round trip.
    pub(in super::super) fn new(initial_cwnd: u64, initial_gain: f64) -> Self {
        let rate = initial_gain * initial_cwnd as f64 / seconds(UNMEASURED);
        Self { rate, initial_cwnd, initial_gain, is_measured: false }
    }

    /// Takes a round-trip time: the first one says how long the first window lasts.
    pub(in super::super) fn measure(&mut self, rtt: Option<Span>) {
        if let (false, Some(rtt)) = (self.is_measured, rtt) {
            self.is_measured = true;
            self.rate = self.initial_gain * self.initial_cwnd as f64 / seconds(rtt.max(Span::from_ps(1)));
        }
    }

    /// Sets the rate by the path's; `is_full`: the path was full once.
    pub(in super::super) fn set(&mut self, gain: f64, path: f64, is_full: bool) {
        let rate = gain * path * MARGIN;
        if rate > 0.0 && (is_full || rate > self.rate) {
            self.rate = rate;
        }
    }

    /// The rate and the octets that leave at once: a segment, or as much as offload to the network interface would
    /// take.
    // spec: draft-ietf-ccwg-bbr, "Send Quantum"
    pub(in super::super) fn pace(&self, offload: bool, mss: u64) -> Pace {
        let quantum = ((self.rate * QUANTUM_S) as u64).min(QUANTUM_OCTETS).max(2 * mss);
        Pace { rate: self.rate, quantum: if offload { quantum } else { 0 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_round_trip_sets_it_then_it_only_rises_until_the_path_was_full() {
        let mut pacing = PacingRate::new(10_000, 2.0);
        assert_eq!(pacing.rate, 2e7);
        pacing.measure(Some(Span::from_ps(100_000_000_000)));
        assert_eq!(pacing.rate, 2e5);
        pacing.set(2.0, 1e5, false);
        assert_eq!(pacing.rate, 2e5, "198 000 octets per second are less");
        pacing.set(2.0, 2e5, false);
        assert_eq!(pacing.rate, 2.0 * 2e5 * 0.99);
        pacing.set(1.0, 1e5, true);
        assert_eq!(pacing.rate, 99_000.0);
        pacing.set(1.0, 0.0, true);
        assert_eq!(pacing.rate, 99_000.0, "nothing is known");
    }

    #[test]
    fn a_quantum_is_a_millisecond_but_two_segments_at_least() {
        let mut pacing = PacingRate::new(10_000, 2.0);
        pacing.set(1.0, 1e6, true);
        assert_eq!(pacing.pace(true, 1_460).quantum, 2_920);
        pacing.set(1.0, 1e7, true);
        assert_eq!(pacing.pace(true, 1_460).quantum, 9_900);
        pacing.set(1.0, 1e9, true);
        assert_eq!((pacing.pace(true, 1_460).quantum, pacing.pace(false, 1_460).quantum), (65_536, 0));
    }
}
