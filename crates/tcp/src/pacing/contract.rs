//! What every rule of pacing answers.

use cellwise_units::{Span, Time};

/// The family's name in the catalogue.
pub const FAMILY: &str = "pacings";

/// A segment that leaves.
#[derive(Clone, Copy, Debug)]
pub struct Departure {
    /// When it leaves.
    pub now: Time,
    /// Its octets of data.
    pub octets: u64,
    /// Octets of a window: the congestion window, or the outstanding octets if these are more.
    pub window: u64,
    /// The smoothed round-trip time.
    pub srtt: Span,
    /// Whether the congestion window is below half the slow-start threshold.
    pub is_early: bool,
    /// Segments with data that have left before.
    pub before: u64,
}

impl Departure {
    /// What the segment takes at `percent` of a window per round trip.
    pub(super) fn takes(&self, percent: u32) -> Span {
        let (window, percent) = (self.window.max(1), u64::from(percent.max(1)));
        let part = self.octets.checked_mul(self.srtt.get()).and_then(|part| part.checked_mul(100));
        // Nearly always 64 bits are enough, which are divided much faster.
        if let Some((part, whole)) = part.zip(window.checked_mul(percent)) {
            return Span::from_ps(part / whole);
        }
        let part = u128::from(self.octets) * u128::from(self.srtt.get()) * 100;
        let whole = u128::from(window) * u128::from(percent);
        Span::from_ps(u64::try_from(part / whole).unwrap_or(u64::MAX))
    }
}

/// A rule of pacing.
pub trait Pacing {
    /// Whether it holds anything back.
    fn paces(&self) -> bool {
        true
    }

    /// When the next segment may leave; may be past.
    fn next_departure(&self) -> Time;

    /// Takes a segment that leaves.
    fn on_departure(&mut self, departure: &Departure);
}
