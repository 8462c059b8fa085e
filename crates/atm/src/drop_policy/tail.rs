//! Tail drop: each cell by itself is lost when the buffer is full. Knows nothing of frames.
//!
//! Source: ATM Forum 96-1269, section 4 ("vanilla UBR").

use cellwise_units::{Capacity, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DropPolicy, QueueView};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy};
use crate::queue_level::QueueLevel;

/// Parameters of [`Tail`]: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Config {}

impl Config {
    /// The policy; the same for every capacity.
    #[must_use]
    pub fn build(&self, _: Capacity) -> Tail {
        Tail
    }

    /// It needs no length of the queue.
    #[must_use]
    pub fn levels(&self, _: Capacity) -> Vec<QueueLevel> {
        Vec::new()
    }

    /// Nothing can be wrong.
    #[must_use]
    pub fn check(&self, _: Capacity) -> Vec<ConfigIssue> {
        Vec::new()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// It has no settings.
    pub fn arbitrary(_: Capacity) -> impl Strategy<Value = Self> {
        Just(Self {})
    }
}

/// Tail drop.
#[derive(Clone, Copy, Debug)]
pub struct Tail;

impl DropPolicy for Tail {
    #[inline]
    fn asked_from(&self) -> u64 {
        u64::MAX
    }
    #[inline]
    fn refuses_frame(&mut self, _: &QueueView) -> bool {
        false
    }
    #[inline]
    fn discards_remainder(&self) -> bool {
        false
    }
    #[inline]
    fn needs_vc_accounting(&self) -> bool {
        false
    }
}
