//! OSU: sources are scaled by the load, and near the target those below the fair share less than
//! those above it.
//!
//! Source: Jain, Kalyanaraman and Viswanathan, "The OSU scheme for congestion avoidance using explicit
//! rate indication", ATM Forum 94-0883, 1994. At the end of each interval z = input / target and
//! FairShare = target / N. A backward RM cell gets ER <= CCR / factor, with factor z outside the
//! band 1 - D <= z <= 1 + D, and inside it z / (1 + D) for CCR < FairShare, else z / (1 - D). The
//! scheme is of historical interest: it knows no VC that is held back elsewhere.

use cellwise_units::{Cells, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::measurement::{Interval, Measurement, counts_cells};
use super::{PortView, RateRule, VcContract};
use crate::abr::RmCell;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, number, some_part};
use crate::queue_level::QueueLevel;

/// Parameters of [`Osu`].
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
    /// D: half the width of the band around the target.
    #[schemars(extend("minimum" = 0, "maximum" = 0.5))]
    pub delta: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            interval: Span::from_ps(1_000_000_000),
            interval_cells: Cells::ZERO,
            target_utilisation: 0.95,
            delta: 0.1,
        }
    }
}

impl Config {
    /// The rule for a port of `link` cells/s.
    #[must_use]
    pub fn build(&self, link: f64, vcs: &[VcContract]) -> Osu {
        let target = self.target_utilisation * link;
        Osu {
            config: *self,
            link,
            measurement: Measurement::new(self.interval, self.interval_cells, vcs.len()),
            ccr: vec![0.0; vcs.len()],
            target,
            load_factor: 1.0,
            fair_share: target / vcs.len().max(1) as f64,
        }
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
        (Measurement::arbitrary(), some_part(), number(0.0, 0.5)).prop_map(
            |((interval, interval_cells), target_utilisation, delta)| Self {
                interval,
                interval_cells,
                target_utilisation,
                delta,
            },
        )
    }
}

/// The OSU scheme.
#[derive(Clone, Debug)]
pub struct Osu {
    config: Config,
    link: f64,
    measurement: Measurement,
    ccr: Vec<f64>,
    target: f64,
    load_factor: f64,
    fair_share: f64,
}

impl Osu {
    fn settle(&mut self, view: &PortView) {
        while let Some(interval) = self.measurement.close(view.now) {
            self.adjust(&interval);
        }
    }

    fn adjust(&mut self, interval: &Interval) {
        let active = self.measurement.by_vc().iter().filter(|&&cells| cells > 0).count();
        self.target = self.config.target_utilisation * (self.link - interval.higher()).max(0.0);
        self.load_factor = if self.target > 0.0 { interval.input() / self.target } else { f64::INFINITY };
        self.fair_share = self.target / active.max(1) as f64;
    }

    /// What the rate of a source is divided by.
    fn factor(&self, ccr: f64) -> f64 {
        let (z, delta) = (self.load_factor, self.config.delta);
        if (z - 1.0).abs() > delta {
            z
        } else if ccr < self.fair_share {
            z / (1.0 + delta)
        } else {
            z / (1.0 - delta)
        }
    }
}

impl RateRule for Osu {
    counts_cells!();

    fn on_forward(&mut self, _view: &PortView, vc: usize, rm: &mut RmCell) {
        self.ccr[vc] = rm.ccr;
    }

    fn on_backward(&mut self, view: &PortView, vc: usize, rm: &mut RmCell) {
        self.settle(view);
        let factor = self.factor(self.ccr[vc]);
        // A port without load lets everyone have the whole target.
        let allowed = if factor > 0.0 { self.ccr[vc] / factor } else { self.target };
        rm.er = rm.er.min(allowed.min(self.target));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_rule::testing::{backward, forward, free, rm, view};

    /// ER for a VC at `ccr`, after an interval in which its port of 100 000 cells/s saw so many
    /// cells of each of two VCs, with a target of 80 cells.
    fn er_after(cells: u64, ccr: f64) -> f64 {
        let config = Config { target_utilisation: 0.8, ..Config::default() };
        let mut rule = config.build(1e5, &[free(1e5); 2]);
        forward(&mut rule, view(0, 0), 0, rm(ccr));
        for _ in 1..cells {
            rule.on_abr_cell(&view(1, 0), 0);
        }
        for _ in 0..cells {
            rule.on_abr_cell(&view(1, 0), 1);
        }
        backward(&mut rule, view(1000, 0), 0, rm(ccr)).er
    }

    #[test]
    fn far_from_the_target_all_are_scaled_alike() {
        assert!((er_after(80, 30_000.0) - 15_000.0).abs() < 1e-6);
        assert!((er_after(80, 50_000.0) - 25_000.0).abs() < 1e-6);
        assert!((er_after(20, 30_000.0) - 60_000.0).abs() < 1e-6);
    }

    #[test]
    fn near_the_target_those_below_the_fair_share_gain() {
        assert!((er_after(40, 30_000.0) - 33_000.0).abs() < 1e-6);
        assert!((er_after(40, 50_000.0) - 45_000.0).abs() < 1e-6);
    }

    #[test]
    fn nothing_is_allowed_where_nothing_is_left() {
        let mut rule = Config::default().build(1e5, &[free(1e5)]);
        forward(&mut rule, view(0, 0), 0, rm(1000.0));
        for _ in 0..100 {
            rule.on_higher_cell(&view(1, 0));
        }
        assert_eq!(backward(&mut rule, view(1000, 0), 0, rm(1000.0)).er, 0.0);
    }

    #[test]
    fn a_silent_port_allows_its_whole_target() {
        let mut rule = Config::default().build(1e5, &[free(1e5)]);
        assert_eq!(backward(&mut rule, view(2000, 0), 0, rm(0.0)).er, 95_000.0);
    }
}
