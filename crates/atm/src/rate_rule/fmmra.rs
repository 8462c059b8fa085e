//! FMMRA: the port computes the max-min fair rate exactly, from RM cells of both directions
//! about the VCs that are held back elsewhere.
//!
//! Source: Arulambalam, Chen and Ansari, US patent 6,052,361, claims 1 and 2, and IEEE Communications
//! Magazine, November 1996. The advertised rate is g = (C - Cb) / (N - Nb), with C the measured
//! capacity for ABR; RM cells get ER <= g in both directions. What the claims leave open are settings:
//! C is reduced while more than `low` cells wait, in proportion down to `least_factor` at `high`, so
//! that a queue drains; a VC that is silent for `inactive_after` holds no share.

use cellwise_units::{Cells, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::advertised::Advertised;
use super::max_min::{Capacity, MaxMin};
use super::measurement::Measurement;
use super::{VcContract, checks};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any, ordered_cells, part, some_part, some_time};
use crate::queue_level::QueueLevel;

/// Parameters of [`Fmmra`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The interval over which the rate of higher categories is measured.
    #[schemars(extend("formatExclusiveMinimum" = "0 s"))]
    pub interval: Span,
    /// The interval also ends after this many ABR cells; "0 cells": only by time.
    pub interval_cells: Cells,
    /// The part of the link that is to be filled.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub target_utilisation: f64,
    /// How far an interval moves the average rate of higher categories; 1: no average.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub smoothing: f64,
    /// The queue drains while more ABR cells wait. At most `high`.
    pub low: Cells,
    /// The queue drains fastest while at least this many ABR cells wait.
    pub high: Cells,
    /// The part of the capacity that sources get then; 1: the queue has no effect.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub least_factor: f64,
    /// A VC that has sent nothing for this long has no share.
    #[schemars(extend("formatExclusiveMinimum" = "0 s"))]
    pub inactive_after: Span,
    /// Whether a VC held back elsewhere, to more than a new advertised rate, stops counting as such at
    /// once; otherwise with its next backward RM cell.
    pub remark: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            interval: Span::from_ps(1_000_000_000),
            interval_cells: Cells::ZERO,
            target_utilisation: 1.0,
            smoothing: 1.0,
            low: Cells::new(50),
            high: Cells::new(500),
            least_factor: 0.9,
            inactive_after: Span::from_ps(100_000_000_000),
            remark: true,
        }
    }
}

impl Config {
    /// The rule for a port of `link` cells/s.
    #[must_use]
    pub fn build(&self, link: f64, vcs: &[VcContract]) -> Fmmra {
        MaxMin::new(
            Steered { config: *self, higher: None },
            link,
            Measurement::new(self.interval, self.interval_cells, vcs.len()),
            Advertised::new(self.target_utilisation * link, vcs, self.inactive_after, self.remark),
        )
    }

    /// The lengths of the queue at which it changes what it does.
    #[must_use]
    pub fn levels(&self) -> Vec<QueueLevel> {
        vec![QueueLevel::new("low", self.low.get()), QueueLevel::new("high", self.high.get())]
    }

    /// Thresholds in the wrong order.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        checks::ordered(("low", self.low), ("high", self.high)).into_iter().collect()
    }

    /// The part of the capacity that sources get while `queue` cells wait.
    fn factor(&self, queue: u64) -> f64 {
        let (low, high) = (self.low.get(), self.high.get());
        if queue <= low {
            1.0
        } else if queue >= high {
            self.least_factor
        } else {
            1.0 - (1.0 - self.least_factor) * (queue - low) as f64 / (high - low) as f64
        }
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let rest = (some_part(), some_part(), part(), some_time(), any::<bool>());
        (Measurement::arbitrary(), ordered_cells(0), rest).prop_map(
            |(
                (interval, interval_cells),
                (low, high),
                (target, smoothing, least_factor, inactive_after, remark),
            )| Self {
                interval,
                interval_cells,
                target_utilisation: target,
                smoothing,
                low,
                high,
                least_factor,
                inactive_after,
                remark,
            },
        )
    }
}

/// A capacity that follows the average rate of higher categories, and the queue.
#[derive(Clone, Copy, Debug)]
pub struct Steered {
    config: Config,
    /// That average, in cells/s.
    higher: Option<f64>,
}

impl Capacity for Steered {
    fn after_interval(&mut self, link: f64, higher: f64, queue: u64) -> f64 {
        let old = self.higher.unwrap_or(higher);
        let higher = old + self.config.smoothing * (higher - old);
        self.higher = Some(higher);
        (self.config.target_utilisation * link - higher).max(0.0) * self.config.factor(queue)
    }
}

/// FMMRA.
pub type Fmmra = MaxMin<Steered>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abr::RmCell;
    use crate::rate_rule::RateRule;
    use crate::rate_rule::testing::{arrive, backward, close, forward, free, rm, view};

    /// A port of 100 000 cells/s with three VCs that have sent in the first millisecond.
    fn rule(config: Config) -> Fmmra {
        let mut rule = config.build(1e5, &[free(1e5); 3]);
        arrive(&mut rule, 0, 0, &[1, 1, 1]);
        rule
    }

    #[test]
    fn rm_cells_are_lowered_in_both_directions() {
        let mut rule = rule(Config::default());
        assert!(close(forward(&mut rule, view(10, 0), 0, rm(0.0)).er, 1e5 / 3.0));
        assert!(close(backward(&mut rule, view(10, 0), 1, rm(0.0)).er, 1e5 / 3.0));
    }

    #[test]
    fn what_a_vc_cannot_use_is_shared_by_the_others() {
        let mut rule = rule(Config::default());
        let held_back = RmCell { er: 10_000.0, ..rm(0.0) };
        assert_eq!(backward(&mut rule, view(10, 0), 0, held_back).er, 10_000.0);
        assert!(close(backward(&mut rule, view(10, 0), 1, rm(0.0)).er, 45_000.0));
    }

    #[test]
    fn higher_categories_and_long_queues_leave_less() {
        let mut rule = rule(Config::default());
        for _ in 0..40 {
            rule.on_higher_cell(&view(1, 0));
        }
        assert!(close(backward(&mut rule, view(1000, 0), 0, rm(0.0)).er, 20_000.0));
        assert!(close(backward(&mut rule, view(2000, 500), 0, rm(0.0)).er, 30_000.0));
        assert!(close(backward(&mut rule, view(3000, 275), 0, rm(0.0)).er, 95_000.0 / 3.0));
        assert!(close(backward(&mut rule, view(4000, 50), 0, rm(0.0)).er, 1e5 / 3.0));
    }

    #[test]
    fn smoothing_averages_the_rate_of_higher_categories() {
        let mut rule = rule(Config { smoothing: 0.5, ..Config::default() });
        backward(&mut rule, view(1000, 0), 0, rm(0.0));
        for _ in 0..40 {
            rule.on_higher_cell(&view(1001, 0));
        }
        assert!(close(backward(&mut rule, view(2000, 0), 0, rm(0.0)).er, 80_000.0 / 3.0));
    }

    #[test]
    fn a_silent_vc_gives_its_share_back() {
        let mut rule = rule(Config::default());
        for at_ms in 50..102 {
            arrive(&mut rule, at_ms, 0, &[1, 1]);
        }
        assert!(close(backward(&mut rule, view(102_000, 0), 0, rm(0.0)).er, 50_000.0));
        arrive(&mut rule, 102, 0, &[0, 0, 1]);
        assert!(close(backward(&mut rule, view(102_100, 0), 0, rm(0.0)).er, 1e5 / 3.0));
    }
}
