//! EPRCA: the port keeps a running mean of the sources' rates, and while it is congested asks those
//! above the mean to come down.
//!
//! Source: Roberts, ATM Forum 94-0974 (Enhanced PRCA); constants as in Jain's survey, Computer
//! Networks and ISDN Systems 28, 1996. A forward RM cell moves the mean: MACR += a (CCR - MACR),
//! with `intelligent` marking only if Q > `low` and CCR < MACR, or Q <= `low` and CCR > VCS MACR. A
//! backward RM cell gets ER <= MRF MACR if Q > `high`; else, if Q > `low` and CCR > DPF MACR,
//! ER <= ERF MACR.

use cellwise_units::{Cells, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PortView, RateRule, VcContract, checks};
use crate::abr::RmCell;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any, ordered_cells, part, some_part};
use crate::queue_level::QueueLevel;

/// Parameters of [`Eprca`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The queue is congested while more ABR cells wait. At most `high`.
    pub low: Cells,
    /// The queue is very congested while more ABR cells wait.
    pub high: Cells,
    /// a: how far one RM cell moves the mean.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub averaging: f64,
    /// DPF: sources above this part of the mean come down while the queue is congested.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub down_pressure: f64,
    /// ERF: the part of the mean to which they come down.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub explicit_reduction: f64,
    /// MRF: the part of the mean to which all come down while the queue is very congested.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub major_reduction: f64,
    /// VCS: without congestion, only rates above this part of the mean move it.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub separator: f64,
    /// Whether only rates that say something about the fair share move the mean; otherwise all do.
    pub intelligent: bool,
    /// The mean at the start, as a part of the link's rate.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub initial_mean: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            low: Cells::new(100),
            high: Cells::new(1000),
            averaging: 1.0 / 16.0,
            down_pressure: 7.0 / 8.0,
            explicit_reduction: 15.0 / 16.0,
            major_reduction: 1.0 / 4.0,
            separator: 7.0 / 8.0,
            intelligent: true,
            initial_mean: 0.1,
        }
    }
}

impl Config {
    /// The rule for a port of `link` cells/s.
    #[must_use]
    pub fn build(&self, link: f64, _vcs: &[VcContract]) -> Eprca {
        Eprca { config: *self, mean: self.initial_mean * link }
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
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let factors = (some_part(), part(), part(), part(), part(), any::<bool>(), some_part());
        (ordered_cells(0), factors).prop_map(
            |((low, high), (averaging, down, explicit, major, separator, intelligent, initial_mean))| Self {
                low,
                high,
                averaging,
                down_pressure: down,
                explicit_reduction: explicit,
                major_reduction: major,
                separator,
                intelligent,
                initial_mean,
            },
        )
    }
}

/// EPRCA; its state is MACR, the mean allowed cell rate.
#[derive(Clone, Copy, Debug)]
pub struct Eprca {
    config: Config,
    mean: f64,
}

impl Eprca {
    /// Whether a rate of `ccr` says where the fair share lies: a source that is already low is of
    /// interest to a congested queue only, one that is high to a free one.
    fn is_reporting(&self, view: &PortView, ccr: f64) -> bool {
        if view.abr_queue > self.config.low.get() {
            ccr < self.mean
        } else {
            ccr > self.config.separator * self.mean
        }
    }
}

impl RateRule for Eprca {
    fn on_forward(&mut self, view: &PortView, _vc: usize, rm: &mut RmCell) {
        if !self.config.intelligent || self.is_reporting(view, rm.ccr) {
            self.mean += self.config.averaging * (rm.ccr - self.mean);
        }
    }

    fn on_backward(&mut self, view: &PortView, _vc: usize, rm: &mut RmCell) {
        if view.abr_queue > self.config.high.get() {
            rm.er = rm.er.min(self.mean * self.config.major_reduction);
        } else if view.abr_queue > self.config.low.get() && rm.ccr > self.config.down_pressure * self.mean {
            rm.er = rm.er.min(self.mean * self.config.explicit_reduction);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_rule::testing::{backward, forward, rm, view};

    /// A port whose mean is 1600 cells/s.
    fn rule() -> Eprca {
        Config::default().build(16_000.0, &[])
    }

    #[test]
    fn a_congested_queue_reduces_the_fast_and_a_very_congested_one_all() {
        let mut rule = rule();
        assert_eq!(backward(&mut rule, view(0, 100), 0, rm(5000.0)).er, 1e9);
        assert_eq!(backward(&mut rule, view(0, 101), 0, rm(1400.0)).er, 1e9);
        assert_eq!(backward(&mut rule, view(0, 101), 0, rm(1401.0)).er, 1500.0);
        assert_eq!(backward(&mut rule, view(0, 1001), 0, rm(10.0)).er, 400.0);
    }

    #[test]
    fn the_mean_follows_fast_sources_without_congestion_and_slow_ones_with_it() {
        for (queue, ccr, mean) in
            [(0, 3200.0, 1700.0), (0, 1000.0, 1600.0), (101, 3200.0, 1600.0), (101, 800.0, 1550.0)]
        {
            let mut rule = rule();
            forward(&mut rule, view(0, queue), 0, rm(ccr));
            assert_eq!(rule.mean, mean, "Q {queue}, CCR {ccr}");
        }
    }

    #[test]
    fn without_intelligent_marking_the_mean_follows_all() {
        let mut rule = Config { intelligent: false, ..Config::default() }.build(16_000.0, &[]);
        forward(&mut rule, view(0, 0), 0, rm(0.0));
        assert_eq!(rule.mean, 1500.0);
    }
}
