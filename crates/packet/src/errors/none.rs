//! No errors: for one direction of a link whose other direction has some.
//!
//! Source: elementary.

use cellwise_units::{ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PacketErrors, Transit};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy};
use crate::chance::Draw;

/// Parameters of [`NoErrors`]: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {}

impl Config {
    /// The model.
    #[must_use]
    pub fn build(&self) -> NoErrors {
        NoErrors
    }

    /// Nothing can be wrong.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }

    /// None.
    #[must_use]
    pub fn mean_packet_error_ratio(&self, _: u32, _: Span) -> f64 {
        0.0
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// The only settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Just(Self {})
    }
}

/// No errors.
#[derive(Clone, Copy, Debug)]
pub struct NoErrors;

impl PacketErrors for NoErrors {
    fn is_errored(&mut self, _: Transit, _: Draw<'_>) -> bool {
        false
    }
}
