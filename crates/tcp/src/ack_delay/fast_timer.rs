//! Acknowledgments delayed until the next tick of the host's fast timer, as in 4.4BSD.
//!
//! Source: 4.4BSD (`tcp_fasttimo`); RFC 1122 4.2.3.2. Parameters: `delayed_ack_timer`, the timer's period, in the settings of the
//! connection. The receiver does it by itself: every second full segment is acknowledged at once, as the window moves by two.

use cellwise_units::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AckDelay, Arrival, When};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;

/// It has no parameters of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "FastTimerConfig")]
pub struct Config {}

impl Config {
    /// The rule.
    #[must_use]
    pub const fn build(&self) -> FastTimer {
        FastTimer
    }

    pub(super) const fn longest(&self, fast_timer: Span) -> Span {
        fast_timer
    }

    /// The only settings that there are.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        proptest::strategy::Just(Self {})
    }
}

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct FastTimer;

impl AckDelay for FastTimer {
    fn is_fast_timer(&self) -> bool {
        true
    }

    fn on_data(&mut self, _: &Arrival) -> When {
        When::FastTimer
    }
}
