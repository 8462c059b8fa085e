//! CAPC: one explicit rate for all, raised or lowered in proportion to how far the load is from its
//! target.
//!
//! Source: Barnhart, ATM Forum 94-0983R1 (Congestion Avoidance using Proportional Control). At the
//! end of each interval z = input / target; below 1, ERS is multiplied by
//! min(ERU, 1 + (1 - z) Rup), otherwise by max(ERF, 1 - (z - 1) Rdn). Backward RM cells get
//! ER <= ERS, and CI while Q > `threshold`.

use cellwise_units::{Cells, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::measurement::{Interval, Measurement, counts_cells};
use super::{PortView, RateRule, VcContract};
use crate::abr::RmCell;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, number, part, select, some_part};
use crate::queue_level::QueueLevel;

/// Parameters of [`Capc`].
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
    /// Rup: how fast the rate rises below the target.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub rise: f64,
    /// Rdn: how fast it falls above the target.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub fall: f64,
    /// ERU: the largest factor of a rise.
    #[schemars(extend("minimum" = 1, "maximum" = 10))]
    pub most_rise: f64,
    /// ERF: the smallest factor of a fall.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub most_fall: f64,
    /// Sources must decrease while more ABR cells wait.
    pub threshold: Cells,
    /// The rate at the start, as a part of the link's.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub initial_rate: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            interval: Span::from_ps(1_000_000_000),
            interval_cells: Cells::ZERO,
            target_utilisation: 0.95,
            rise: 0.1,
            fall: 0.8,
            most_rise: 1.5,
            most_fall: 0.5,
            threshold: Cells::new(500),
            initial_rate: 0.1,
        }
    }
}

impl Config {
    /// The rule for a port of `link` cells/s.
    #[must_use]
    pub fn build(&self, link: f64, vcs: &[VcContract]) -> Capc {
        Capc {
            config: *self,
            link,
            measurement: Measurement::new(self.interval, self.interval_cells, vcs.len()),
            rate: self.initial_rate * link,
        }
    }

    /// The lengths of the queue at which it changes what it does.
    #[must_use]
    pub fn levels(&self) -> Vec<QueueLevel> {
        vec![QueueLevel::new("threshold", self.threshold.get())]
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
        let factors = (some_part(), part(), part(), number(1.0, 10.0), part(), some_part());
        (Measurement::arbitrary(), factors, select(vec![0, 10, 100])).prop_map(
            |(
                (interval, interval_cells),
                (target, rise, fall, most_rise, most_fall, initial_rate),
                threshold,
            )| Self {
                interval,
                interval_cells,
                target_utilisation: target,
                rise,
                fall,
                most_rise,
                most_fall,
                threshold: Cells::new(threshold),
                initial_rate,
            },
        )
    }
}

/// CAPC; its state is ERS, the explicit rate of all VCs.
#[derive(Clone, Debug)]
pub struct Capc {
    config: Config,
    link: f64,
    measurement: Measurement,
    rate: f64,
}

/// The part of the link below which ERS never falls: a factor cannot raise a rate of nothing.
const LEAST_PART: f64 = 1e-6;

impl Capc {
    fn settle(&mut self, view: &PortView) {
        while let Some(interval) = self.measurement.close(view.now) {
            self.adjust(&interval);
        }
    }

    fn adjust(&mut self, interval: &Interval) {
        let target = self.config.target_utilisation * (self.link - interval.higher()).max(0.0);
        let load = interval.input();
        let factor = if load < target {
            (1.0 + (1.0 - load / target) * self.config.rise).min(self.config.most_rise)
        } else if target > 0.0 {
            (1.0 - (load / target - 1.0) * self.config.fall).max(self.config.most_fall)
        } else {
            self.config.most_fall
        };
        self.rate = (self.rate * factor).clamp(LEAST_PART * self.link, self.link);
    }
}

impl RateRule for Capc {
    counts_cells!();

    fn on_backward(&mut self, view: &PortView, _vc: usize, rm: &mut RmCell) {
        self.settle(view);
        rm.er = rm.er.min(self.rate);
        rm.ci |= view.abr_queue > self.config.threshold.get();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_rule::testing::{backward, free, rm, view};

    /// A port of 100 000 cells/s, so that the target is 95 cells in an interval.
    fn rule() -> Capc {
        Config::default().build(1e5, &[free(1e5)])
    }

    /// ER after an interval with so many ABR cells and cells of higher categories.
    fn er_after(abr: u64, higher: u64) -> f64 {
        let mut rule = rule();
        for _ in 0..abr {
            rule.on_abr_cell(&view(500, 0), 0);
        }
        for _ in 0..higher {
            rule.on_higher_cell(&view(500, 0));
        }
        backward(&mut rule, view(1000, 0), 0, rm(0.0)).er
    }

    #[test]
    fn the_rate_follows_the_load_in_proportion() {
        for (abr, higher, er) in [
            (95, 0, 10_000.0),
            (0, 0, 11_000.0),
            (57, 0, 10_400.0),
            (114, 0, 8_400.0),
            (95, 20, 8_000.0),
            (950, 0, 5_000.0),
            (1, 200, 5_000.0),
        ] {
            assert!((er_after(abr, higher) - er).abs() < 1e-6, "{abr} + {higher}: {}", er_after(abr, higher));
        }
    }

    #[test]
    fn a_long_queue_sets_ci() {
        let mut rule = rule();
        assert!(!backward(&mut rule, view(0, 500), 0, rm(0.0)).ci);
        assert!(backward(&mut rule, view(0, 501), 0, rm(0.0)).ci);
    }

    #[test]
    fn the_rate_stays_between_nothing_and_the_link() {
        let mut rule = rule();
        assert_eq!(backward(&mut rule, view(10_000_000, 0), 0, rm(0.0)).er, 1e5);
        for at_ms in 10_000..11_000 {
            for _ in 0..1000 {
                rule.on_abr_cell(&view(at_ms * 1000 + 1, 0), 0);
            }
        }
        assert_eq!(backward(&mut rule, view(11_000_000, 0), 0, rm(0.0)).er, LEAST_PART * 1e5);
    }
}
