//! No buffer: a packet leaves the discipline when the line can send it.
//!
//! Source: elementary; every packet that waits is the discipline's to see.

use cellwise_units::{BitRate, ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Lower;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy};

/// Parameters of [`NoBuffer`]: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {}

impl Config {
    /// The buffer.
    #[must_use]
    pub fn build(&self, _: BitRate) -> NoBuffer {
        NoBuffer { pending: 0 }
    }

    /// Nothing can be wrong.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// The only settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Just(Self {})
    }
}

/// No buffer.
#[derive(Clone, Copy, Debug)]
pub struct NoBuffer {
    /// Octets released and not sent.
    pending: u64,
}

impl Lower for NoBuffer {
    fn has_room(&self) -> bool {
        self.pending == 0
    }

    fn hand_down(&mut self, octets: u32) {
        self.pending += u64::from(octets);
    }

    fn begin(&mut self, _: u32) {}

    fn complete(&mut self, octets: u64, _: Time) {
        self.pending = self.pending.saturating_sub(octets);
    }
}
