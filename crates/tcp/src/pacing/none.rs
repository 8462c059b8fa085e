//! No pacing: segments leave as the windows allow.

use cellwise_units::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Departure, Pacing};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;

/// It has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "UnpacedConfig")]
pub struct Config {}

impl Config {
    /// The rule.
    #[must_use]
    pub const fn build(&self) -> Unpaced {
        Unpaced
    }

    /// The only settings that there are.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        proptest::strategy::Just(Self {})
    }
}

/// No rule.
#[derive(Clone, Copy, Debug)]
pub struct Unpaced;

impl Pacing for Unpaced {
    fn paces(&self) -> bool {
        false
    }

    fn next_departure(&self) -> Time {
        Time::ZERO
    }

    fn on_departure(&mut self, _: &Departure) {}
}
