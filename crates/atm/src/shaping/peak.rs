//! Peak rate spacing: cells are at least a cell time of the peak rate apart.
//!
//! departure(n) = max(arrival(n), departure(n - 1) + T): a cell that comes late earns no credit.
//! An adapter whose cell rate is set does this; with the peak rate set to SCR, cells conform
//! to any VBR contract without using its burst.
//!
//! Source: Bonaventure, Klovning and Danthine, "Is VBR a solution for an ATM LAN?", 1996, section
//! 5.3 and Figure 9.

use cellwise_units::{BitRate, CellClock, ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::spacer::Spacer;
use super::{Departure, Pace, Shaper};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, perhaps, rate};
use crate::policing::{Bucket, CellTrain, Terms};

/// Parameters of [`Peak`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The rate of the cells, headers included; at most PCR, and PCR if not given.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<BitRate>,
}

impl Config {
    /// The shaper of a contract.
    #[must_use]
    pub fn build(&self, terms: &Terms) -> Peak {
        let rate = self.rate.unwrap_or(terms.peak.rate);
        Peak { spacer: Spacer::of_peak(&Terms { peak: Bucket { rate, ..terms.peak }, ..*terms }) }
    }

    /// A rate above PCR.
    #[must_use]
    pub fn check(&self, terms: &Terms) -> Vec<ConfigIssue> {
        let wrong = self.rate.filter(|&rate| rate > terms.peak.rate);
        let rule = format!("give at most PCR ({})", terms.peak.rate);
        wrong.map(|rate| ConfigIssue::new("rate", rate, rule)).into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        perhaps(rate()).prop_map(|rate| Self { rate })
    }
}

/// Peak rate spacing.
#[derive(Clone, Copy, Debug)]
pub struct Peak {
    spacer: Spacer,
}

impl Shaper for Peak {
    fn shape(&mut self, train: &CellTrain<'_>, out: &mut Vec<Departure>) {
        self.spacer.send(train, Time::ZERO, out);
    }

    fn clock(&self, pace: Pace) -> Option<CellClock> {
        self.spacer.clock(pace)
    }
}
