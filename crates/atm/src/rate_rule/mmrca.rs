//! MMRCA style: while the queue is long, sources above a part of the largest rate come down to it.
//!
//! Source: the maximum-rate family of Muddu, Chiussi and others (ICC 1996; Chiussi, Xia and Kumar,
//! GLOBECOM 1996), from descriptions: the exact constants were not found, so all are settings. The
//! state is MAX, the largest CCR that forward RM cells bring and its VC, and A, its running mean:
//! A += a (MAX - A). With `low` < Q <= `high` the limit is A F(Q), with F falling from 1 at `low` to
//! `least_part` at `high`: backward RM cells of VCs with CCR above it get it as their ER. With
//! Q > `high` every one gets ER <= `severe_part` A F(`high`).

use cellwise_units::{Cells, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PortView, RateRule, VcContract, checks};
use crate::abr::RmCell;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, ordered_cells, part, some_part, some_time};
use crate::queue_level::QueueLevel;

/// Parameters of [`Mmrca`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The queue is congested while more ABR cells wait. At most `high`.
    pub low: Cells,
    /// The queue is very congested while more ABR cells wait.
    pub high: Cells,
    /// a: how far one RM cell moves the mean of the largest rate.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub averaging: f64,
    /// F at `high`: the part of the mean that is left to the fastest there.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub least_part: f64,
    /// While the queue is very congested, all VCs get at most this part of the rate that is left to the
    /// fastest at `high`.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub severe_part: f64,
    /// The fastest VC is forgotten when it has sent no RM cell for this long.
    #[schemars(extend("formatExclusiveMinimum" = "0 s"))]
    pub inactive_after: Span,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            low: Cells::new(100),
            high: Cells::new(1000),
            averaging: 1.0 / 16.0,
            least_part: 0.5,
            severe_part: 0.8,
            inactive_after: Span::from_ps(100_000_000_000),
        }
    }
}

impl Config {
    /// The rule, for any port.
    #[must_use]
    pub fn build(&self, _link: f64, _vcs: &[VcContract]) -> Mmrca {
        Mmrca { config: *self, fastest: None, mean: 0.0 }
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
        (ordered_cells(0), some_part(), part(), part(), some_time()).prop_map(
            |((low, high), averaging, least_part, severe_part, inactive_after)| Self {
                low,
                high,
                averaging,
                least_part,
                severe_part,
                inactive_after,
            },
        )
    }
}

/// The VC with the largest rate.
#[derive(Clone, Copy, Debug)]
struct Fastest {
    vc: usize,
    rate: f64,
    heard: Time,
}

/// MMRCA style rate control.
#[derive(Clone, Copy, Debug)]
pub struct Mmrca {
    config: Config,
    fastest: Option<Fastest>,
    mean: f64,
}

impl Mmrca {
    fn is_forgotten(&self, fastest: &Fastest, now: Time) -> bool {
        now > fastest.heard + self.config.inactive_after
    }

    /// F(Q), from 1 down to `least_part`.
    fn part(&self, queue: u64) -> f64 {
        let (low, high) = (self.config.low.get(), self.config.high.get());
        if queue <= low {
            return 1.0;
        }
        if queue >= high {
            return self.config.least_part;
        }
        1.0 - (1.0 - self.config.least_part) * (queue - low) as f64 / (high - low) as f64
    }
}

impl RateRule for Mmrca {
    fn on_forward(&mut self, view: &PortView, vc: usize, rm: &mut RmCell) {
        let heard = Fastest { vc, rate: rm.ccr, heard: view.now };
        let fastest = match self.fastest {
            Some(fastest)
                if fastest.vc != vc && fastest.rate >= rm.ccr && !self.is_forgotten(&fastest, view.now) =>
            {
                fastest
            }
            _ => heard,
        };
        self.fastest = Some(fastest);
        if self.mean == 0.0 {
            self.mean = fastest.rate;
        }
        self.mean += self.config.averaging * (fastest.rate - self.mean);
    }

    fn on_backward(&mut self, view: &PortView, _vc: usize, rm: &mut RmCell) {
        if view.abr_queue <= self.config.low.get() {
            return;
        }
        let limit = self.mean * self.part(view.abr_queue);
        if view.abr_queue > self.config.high.get() {
            rm.er = rm.er.min(self.config.severe_part * limit);
        } else if rm.ccr > limit {
            rm.er = rm.er.min(limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_rule::testing::{backward, forward, rm, view};

    /// A rule whose mean is that of the last RM cell of the fastest, so that numbers are round.
    fn rule() -> Mmrca {
        Config { averaging: 1.0, low: Cells::new(100), high: Cells::new(300), ..Config::default() }
            .build(1e5, &[])
    }

    #[test]
    fn the_limit_falls_from_the_largest_rate_as_the_queue_grows() {
        let mut rule = rule();
        forward(&mut rule, view(0, 0), 0, rm(1000.0));
        forward(&mut rule, view(1, 0), 1, rm(400.0));
        for (queue, er) in [(100, 1e9), (200, 750.0), (300, 500.0), (301, 400.0)] {
            assert_eq!(backward(&mut rule, view(2, queue), 0, rm(1000.0)).er, er, "Q {queue}");
        }
    }

    #[test]
    fn a_slow_vc_comes_down_only_when_the_queue_is_very_congested() {
        let mut rule = rule();
        forward(&mut rule, view(0, 0), 0, rm(1000.0));
        assert_eq!(backward(&mut rule, view(2, 300), 1, rm(500.0)).er, 1e9);
        assert_eq!(backward(&mut rule, view(2, 301), 1, rm(500.0)).er, 400.0);
    }

    #[test]
    fn the_fastest_may_slow_down_be_overtaken_or_fall_silent() {
        let mut rule = rule();
        for (at_us, vc, ccr, mean) in [
            (0, 0, 1000.0, 1000.0),
            (1, 1, 400.0, 1000.0),
            (2, 0, 500.0, 500.0),
            (3, 1, 600.0, 600.0),
            (100_003, 0, 300.0, 600.0),
            (100_004, 0, 300.0, 300.0),
        ] {
            forward(&mut rule, view(at_us, 0), vc, rm(ccr));
            assert_eq!(rule.mean, mean, "at {at_us} us");
        }
    }
}
