//! Linux's pacing inside TCP: a multiple of the window per round trip, twice as much in early slow start.
//!
//! Source: Linux `net/ipv4/tcp_input.c` (`tcp_update_pacing_rate`) and `net/ipv4/tcp_output.c`
//! (`tcp_update_skb_after_send`). A segment that leaves late earns credit: the next one waits less, by at most half its
//! time. State: when the next segment may leave.

use cellwise_units::{Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Departure, Pacing};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;

/// Parameters of [`Linux`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "LinuxPacingConfig")]
pub struct Config {
    /// Rate while the congestion window is below half the slow-start threshold, in per cent of a window per round
    /// trip (`tcp_pacing_ss_ratio`).
    #[schemars(range(min = 1, max = 1000))]
    pub slow_start_percent: u32,
    /// Rate from there on (`tcp_pacing_ca_ratio`).
    #[schemars(range(min = 1, max = 1000))]
    pub percent: u32,
    /// Segments at the start of a connection that are not held back (`TCP_INIT_CWND`).
    pub unpaced_segments: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { slow_start_percent: 200, percent: 120, unpaced_segments: 10 }
    }
}

impl Config {
    /// The rule.
    #[must_use]
    pub const fn build(&self) -> Linux {
        Linux { config: *self, next: Time::ZERO }
    }

    /// Any settings.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (50u32..400, 50u32..300, 0u32..20).prop_map(|(slow_start_percent, percent, unpaced_segments)| Self {
            slow_start_percent,
            percent,
            unpaced_segments,
        })
    }
}

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct Linux {
    config: Config,
    next: Time,
}

impl Pacing for Linux {
    fn next_departure(&self) -> Time {
        self.next
    }

    fn on_departure(&mut self, departure: &Departure) {
        if departure.before < u64::from(self.config.unpaced_segments) {
            return;
        }
        let percent = if departure.is_early { self.config.slow_start_percent } else { self.config.percent };
        let takes = departure.takes(percent);
        let late = departure.now.ps().saturating_sub(self.next.ps());
        let credit = late.min(takes.get() / 2);
        self.next = departure.now.max(self.next) + Span::from_ps(takes.get() - credit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn at(ms: u64) -> Time {
        Time::from_ps(ms * MS)
    }

    /// A window of 12 segments and a round trip of 100 ms: one of 1000 octets takes 6.94 ms at 120 %.
    fn departure(ms: u64) -> Departure {
        let srtt = Span::from_ps(100 * MS);
        Departure { now: at(ms), octets: 1_000, window: 10_000, srtt, is_early: false, before: 10 }
    }

    #[test]
    fn a_segment_takes_its_share_of_the_round_trip() {
        let mut rule = Linux { config: Config::default(), next: at(50) };
        rule.on_departure(&departure(50));
        // 100 ms / 12.
        assert_eq!(rule.next, at(50) + Span::from_ps(100 * MS / 12));
        let early = Departure { is_early: true, ..departure(100) };
        rule.next = at(100);
        rule.on_departure(&early);
        assert_eq!(rule.next, at(105));
    }

    #[test]
    fn what_leaves_late_earns_at_most_half_its_time() {
        let early = |ms| Departure { is_early: true, ..departure(ms) };
        for (late, wait) in [(0, 5_000), (1, 4_000), (2, 3_000), (3, 2_500), (80, 2_500)] {
            let mut rule = Linux { config: Config::default(), next: at(100) };
            rule.on_departure(&early(100 + late));
            assert_eq!(rule.next, at(100 + late) + Span::from_ps(wait * MS / 1_000), "{late} ms late");
        }
    }

    #[test]
    fn the_first_ten_segments_do_not_count() {
        let mut rule = Config::default().build();
        rule.on_departure(&Departure { before: 9, ..departure(50) });
        assert_eq!(rule.next_departure(), Time::ZERO);
        rule.on_departure(&departure(50));
        assert!(rule.next_departure() > at(50));
    }
}
