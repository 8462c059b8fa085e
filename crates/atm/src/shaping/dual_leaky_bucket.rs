//! Dual leaky bucket: each cell departs as soon as both rates of the contract allow.
//!
//! After a pause up to MBS cells depart at the peak rate, then cells depart at the sustainable rate:
//! the contract is used fully and never exceeded. Without a sustainable rate it spaces at the peak
//! rate.
//!
//! Source: Bonaventure, Klovning and Danthine, "Is VBR a solution for an ATM LAN?", 1996, section
//! 5.3; ITU-T I.371, annex A for the buckets.

use cellwise_units::{CellClock, ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::spacer::Spacer;
use super::{Departure, Pace, Shaper};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy};
use crate::policing::{CellTrain, Terms};

/// Parameters of [`DualLeakyBucket`]: none, all follow from the contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Config {}

impl Config {
    /// The shaper of a contract.
    #[must_use]
    pub fn build(&self, terms: &Terms) -> DualLeakyBucket {
        DualLeakyBucket { spacer: Spacer::of_both(terms) }
    }

    /// A contract without a sustainable rate.
    #[must_use]
    pub fn check(&self, terms: &Terms) -> Vec<ConfigIssue> {
        super::needs_sustained("dual-leaky-bucket", terms).into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// It has no settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Just(Self {})
    }
}

/// The dual leaky bucket.
#[derive(Clone, Copy, Debug)]
pub struct DualLeakyBucket {
    spacer: Spacer,
}

impl Shaper for DualLeakyBucket {
    fn shape(&mut self, train: &CellTrain<'_>, out: &mut Vec<Departure>) {
        self.spacer.send(train, Time::ZERO, out);
    }

    fn clock(&self, pace: Pace) -> Option<CellClock> {
        self.spacer.clock(pace)
    }
}
