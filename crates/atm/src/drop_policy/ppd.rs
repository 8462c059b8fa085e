//! Partial packet discard: once a cell of a frame met a full buffer, the rest of the frame is
//! discarded, except its last cell.
//!
//! Source: Armitage and Adams, "Packet reassembly during cell loss", IEEE Network, 1993; Romanow
//! and Floyd, IEEE JSAC, May 1995. The rule itself is in [`FrameGate`](super::FrameGate).

use cellwise_units::{Capacity, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DropPolicy, QueueView};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy};
use crate::queue_level::QueueLevel;

/// Parameters of [`Ppd`]: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Config {}

impl Config {
    /// The policy; the same for every capacity.
    #[must_use]
    pub fn build(&self, _: Capacity) -> Ppd {
        Ppd
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

/// Partial packet discard.
#[derive(Clone, Copy, Debug)]
pub struct Ppd;

impl DropPolicy for Ppd {
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
        true
    }
    #[inline]
    fn needs_vc_accounting(&self) -> bool {
        false
    }
}
