//! ERICA+: ERICA whose target depends on the queue, so that the link is full and the queueing delay
//! stays near a target.
//!
//! Source: Jain et al., ATM Forum 96-1172, August 1996; Kalyanaraman et al., IEEE/ACM Transactions on
//! Networking 8(1), 2000. The target is f(Q) times what higher categories leave, with Q0 the queue of
//! `target_delay` at that rate: f = b Q0 / ((b - 1) Q + Q0) up to Q0, above it
//! f = max(`least_factor`, a Q0 / ((a - 1) Q + Q0)).

use cellwise_units::{Cells, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::VcContract;
use super::erica_core::{Core, Settings, Target};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, number, part, some_time};
use crate::queue_level::QueueLevel;

/// Parameters of [`EricaPlus`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The averaging interval.
    #[schemars(extend("formatExclusiveMinimum" = "0 s"))]
    pub interval: Span,
    /// The interval also ends after this many ABR cells; "0 cells": only by time.
    pub interval_cells: Cells,
    /// T0: the queueing delay at which the target is exactly the rate left by higher categories.
    #[schemars(extend("formatExclusiveMinimum" = "0 s"))]
    pub target_delay: Span,
    /// a: how steeply the target falls above that delay.
    #[schemars(extend("minimum" = 1, "maximum" = 10))]
    pub steepness_above: f64,
    /// b: the target of an empty queue, as a multiple of the rate left by higher categories; 1: never more
    /// than that rate.
    #[schemars(extend("minimum" = 1, "maximum" = 10))]
    pub steepness_below: f64,
    /// QDLF: the least part of the remaining rate that long queues leave to the sources.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub least_factor: f64,
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
            target_delay: Span::from_ps(1_500_000_000),
            steepness_above: 1.15,
            steepness_below: 1.0,
            least_factor: 0.5,
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
    pub fn build(&self, link: f64, vcs: &[VcContract]) -> EricaPlus {
        let settings = Settings {
            interval: self.interval,
            interval_cells: self.interval_cells,
            delta: self.delta,
            max_alloc: self.max_alloc,
            activity_decay: self.activity_decay,
            measured_rates: self.measured_rates,
            smoothing: self.smoothing,
        };
        Core::new(*self, settings, link, link, vcs)
    }

    /// It needs no length of the queue.
    #[must_use]
    pub fn levels(&self) -> Vec<QueueLevel> {
        Vec::new()
    }

    /// f(Q), for so many waiting cells that leave at `capacity` cells/s.
    fn factor(&self, queue: f64, capacity: f64) -> f64 {
        let target = self.target_delay.as_secs_f64() * capacity;
        if queue > target {
            let a = self.steepness_above;
            (a * target / ((a - 1.0) * queue + target)).max(self.least_factor)
        } else if target > 0.0 {
            let b = self.steepness_below;
            b * target / ((b - 1.0) * queue + target)
        } else {
            1.0
        }
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
        let target = (some_time(), number(1.0, 10.0), number(1.0, 10.0), part());
        (Settings::arbitrary(), target).prop_map(
            |(settings, (target_delay, steepness_above, steepness_below, least_factor))| Self {
                interval: settings.interval,
                interval_cells: settings.interval_cells,
                target_delay,
                steepness_above,
                steepness_below,
                least_factor,
                delta: settings.delta,
                max_alloc: settings.max_alloc,
                activity_decay: settings.activity_decay,
                measured_rates: settings.measured_rates,
                smoothing: settings.smoothing,
            },
        )
    }
}

impl Target for Config {
    #[inline]
    fn target(&self, capacity: f64, queue: u64) -> f64 {
        self.factor(queue as f64, capacity) * capacity
    }
}

/// ERICA+.
pub type EricaPlus = Core<Config>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_rule::testing::{arrive, backward, close, free, rm, view};

    #[test]
    fn the_target_falls_from_b_through_one_at_the_target_delay_to_the_least_factor() {
        let config = Config { steepness_below: 1.05, ..Config::default() };
        // 1.5 ms at 100 000 cells/s are 150 cells.
        assert!(close(config.factor(0.0, 1e5), 1.05));
        assert!(close(config.factor(150.0, 1e5), 1.0));
        assert!(close(config.factor(300.0, 1e5), 1.15 / 1.3));
        assert_eq!(config.factor(1e6, 1e5), 0.5);
        assert!(close(Config::default().factor(0.0, 1e5), 1.0));
    }

    #[test]
    fn a_port_with_nothing_left_has_a_factor_all_the_same() {
        assert_eq!(Config::default().factor(0.0, 0.0), 1.0);
        assert_eq!(Config::default().factor(10.0, 0.0), 0.5);
    }

    #[test]
    fn the_queue_lowers_the_rates() {
        let er = |queue| {
            let mut rule = Config::default().build(1e5, &[free(1e5)]);
            arrive(&mut rule, 0, queue, &[100]);
            backward(&mut rule, view(1000, queue), 0, rm(0.0)).er
        };
        assert!(close(er(150), 100_000.0));
        assert!(close(er(300), 115_000.0 / 1.3));
    }
}
