//! ERICA: each VC may have the fair share of a target utilisation, or its present rate scaled by the
//! load, whichever is more; and near the target as much as the largest.
//!
//! Source: Jain et al., ATM Forum 96-1172, August 1996. At the end of each averaging interval
//! z = input / target and FairShare = target / N, N the VCs seen. The first backward RM cell of a
//! VC in an interval settles its rate: ER <= max(FairShare, CCR / z), and while z <= 1 + `delta` also
//! the largest rate given in the interval before; a VC below FairShare gets no more than that.

use cellwise_units::{Cells, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::VcContract;
use super::erica_core::{Core, Settings, Target};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, some_part};
use crate::queue_level::QueueLevel;

/// Parameters of [`Erica`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The averaging interval.
    #[schemars(extend("formatExclusiveMinimum" = "0 s"))]
    pub interval: Span,
    /// The interval also ends after this many ABR cells; "0 cells": only by time.
    pub interval_cells: Cells,
    /// The part of the rate left by higher categories that ABR should fill.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub target_utilisation: f64,
    /// The overload up to which all VCs may have as much as the largest.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub delta: f64,
    /// Whether all VCs may have as much as the largest. If not (ERICA of 1995), unequal rates can persist.
    pub max_alloc: bool,
    /// The factor by which an interval of silence multiplies a VC's part in N, the number of active VCs; 0:
    /// only VCs seen in the last interval count.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub activity_decay: f64,
    /// Whether the rate of a VC is measured; otherwise its RM cells give it.
    pub measured_rates: bool,
    /// How far an interval moves the averages of input and target; 1: no averages.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub smoothing: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            interval: Span::from_ps(1_000_000_000),
            interval_cells: Cells::ZERO,
            target_utilisation: 0.9,
            delta: 0.02,
            max_alloc: true,
            activity_decay: 0.9,
            measured_rates: false,
            smoothing: 1.0,
        }
    }
}

impl Config {
    /// The rule for a port of `link` cells/s.
    #[must_use]
    pub fn build(&self, link: f64, vcs: &[VcContract]) -> Erica {
        let settings = Settings {
            interval: self.interval,
            interval_cells: self.interval_cells,
            delta: self.delta,
            max_alloc: self.max_alloc,
            activity_decay: self.activity_decay,
            measured_rates: self.measured_rates,
            smoothing: self.smoothing,
        };
        Core::new(*self, settings, link, self.target_utilisation * link, vcs)
    }

    /// It needs no length of the queue.
    #[must_use]
    pub fn levels(&self) -> Vec<QueueLevel> {
        Vec::new()
    }

    /// Nothing can be wrong with settings within their ranges.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (Settings::arbitrary(), some_part()).prop_map(|(settings, target_utilisation)| Self {
            interval: settings.interval,
            interval_cells: settings.interval_cells,
            target_utilisation,
            delta: settings.delta,
            max_alloc: settings.max_alloc,
            activity_decay: settings.activity_decay,
            measured_rates: settings.measured_rates,
            smoothing: settings.smoothing,
        })
    }
}

impl Target for Config {
    #[inline]
    fn target(&self, capacity: f64, _queue: u64) -> f64 {
        self.target_utilisation * capacity
    }
}

/// ERICA.
pub type Erica = Core<Config>;
