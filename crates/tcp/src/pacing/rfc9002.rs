//! Pacing as QUIC's recovery suggests: a little more than a window per round trip, with a bounded burst.
//!
//! Source: RFC 9002 7.7. Segments that were not sent in time may follow back to back, up to the burst. State: when the
//! segments sent would have left had they been evenly spread.

use cellwise_units::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Departure, Pacing};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;

/// Parameters of [`Rfc9002`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "Rfc9002PacingConfig")]
pub struct Config {
    /// Rate in per cent of a window per round trip (N of section 7.7).
    #[schemars(range(min = 1, max = 1000))]
    pub percent: u32,
    /// The most segments back to back after a pause; the initial window of section 7.2 by default.
    #[schemars(range(min = 1))]
    pub burst_segments: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { percent: 125, burst_segments: 10 }
    }
}

impl Config {
    /// The rule.
    #[must_use]
    pub const fn build(&self) -> Rfc9002 {
        Rfc9002 { config: *self, next: Time::ZERO }
    }

    /// Any settings.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (50u32..300, 1u32..20).prop_map(|(percent, burst_segments)| Self { percent, burst_segments })
    }
}

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct Rfc9002 {
    config: Config,
    next: Time,
}

impl Pacing for Rfc9002 {
    fn next_departure(&self) -> Time {
        self.next
    }

    fn on_departure(&mut self, departure: &Departure) {
        let takes = departure.takes(self.config.percent);
        // The segment that leaves now is one of the burst.
        let burst = takes.get().saturating_mul(u64::from(self.config.burst_segments - 1));
        let earliest = Time::from_ps(departure.now.ps().saturating_sub(burst));
        self.next = self.next.max(earliest) + takes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::Span;

    const MS: u64 = 1_000_000_000;

    /// A window of 8 segments and a round trip of 100 ms: a segment takes 10 ms at 125 %.
    fn departure(ms: u64) -> Departure {
        let (now, srtt) = (Time::from_ps(ms * MS), Span::from_ps(100 * MS));
        Departure { now, octets: 1_000, window: 8_000, srtt, is_early: false, before: 0 }
    }

    #[test]
    fn a_burst_may_leave_after_a_pause_and_then_one_segment_at_a_time() {
        let mut rule = Config { burst_segments: 3, ..Config::default() }.build();
        for (ms, next) in [(1_000, 990), (1_000, 1_000), (1_000, 1_010), (1_010, 1_020)] {
            rule.on_departure(&departure(ms));
            assert_eq!(rule.next_departure(), Time::from_ps(next * MS));
        }
    }
}
