//! The slow start of the congestion control alone: until the threshold, or the first loss.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Arrival, Opening, SlowStart};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::window::CongestionWindow;

/// It has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "StandardSlowStartConfig")]
pub struct Config {}

impl Config {
    /// The rule.
    #[must_use]
    pub const fn build(&self) -> Standard {
        Standard
    }

    /// The only settings that there are.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        proptest::strategy::Just(Self {})
    }
}

/// No rule.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

impl SlowStart for Standard {
    #[inline]
    fn on_ack(&mut self, _: &Arrival, _: &mut CongestionWindow) -> Opening {
        Opening::Control
    }

    fn on_reduction(&mut self, _: bool) {}

    fn needs_timing(&self) -> bool {
        false
    }
}
