//! Acknowledgments delayed by a timer of the connection, or until so many segments have come.
//!
//! Source: RFC 1122 4.2.3.2; FreeBSD (`net.inet.tcp.delacktime`, 40 ms; 100 ms before FreeBSD 13); Windows
//! (`TcpDelAckTicks`, 40 or 50 ms, and `TcpAckFrequency`, 2). Parameters: `delay`, `segments`. State: the segments that wait. It
//! counts segments of any length.

use cellwise_units::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AckDelay, Arrival, When};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;

/// A delay that RFC 1122 allows.
const MS: u64 = 1_000_000_000;

/// Parameters of [`Timer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "AckTimerConfig")]
pub struct Config {
    /// The longest that an acknowledgment waits.
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = "500 ms"))]
    pub delay: Span,
    /// So many segments are acknowledged without delay.
    #[schemars(range(min = 1, max = 255))]
    pub segments: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { delay: Span::from_ps(40 * MS), segments: 2 }
    }
}

impl Config {
    /// The rule.
    #[must_use]
    pub const fn build(&self) -> Timer {
        Timer { config: *self, waiting: 0 }
    }

    pub(super) const fn longest(&self, _: Span) -> Span {
        self.delay
    }

    /// Any settings.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (1u64..100_000, 1u32..6)
            .prop_map(|(us, segments)| Self { delay: Span::from_ps(us * MS / 1_000), segments })
    }
}

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    config: Config,
    waiting: u32,
}

impl AckDelay for Timer {
    fn segments(&self) -> u64 {
        self.config.segments.into()
    }

    fn on_data(&mut self, arrival: &Arrival) -> When {
        self.waiting += 1;
        if self.waiting >= self.config.segments {
            return When::AtOnce;
        }
        When::By(arrival.due.unwrap_or(arrival.now + self.config.delay))
    }

    fn on_ack_sent(&mut self, _: u64) {
        self.waiting = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::Time;

    fn at(ms: u64) -> Arrival {
        let (now, rto) = (Time::from_ps(ms * MS), Span::from_ps(1_000 * MS));
        Arrival { now, rcv_nxt: 0, mss: 1_000, window: 64_000, rto, due: None }
    }

    #[test]
    fn the_first_of_a_pair_waits_from_its_own_arrival() {
        let mut rule = Config::default().build();
        let due = Time::from_ps(47 * MS);
        assert_eq!(rule.on_data(&at(7)), When::By(due));
        assert_eq!(rule.on_data(&at(30)), When::AtOnce);
        let mut rule = Config { segments: 3, ..Config::default() }.build();
        rule.on_data(&at(7));
        assert_eq!(rule.on_data(&Arrival { due: Some(due), ..at(30) }), When::By(due), "not put off");
        rule.on_ack_sent(0);
        assert_eq!(rule.on_data(&at(60)), When::By(Time::from_ps(100 * MS)), "counted anew");
    }
}
