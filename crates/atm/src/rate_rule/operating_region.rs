//! Operating region: max-min fair rates, with the queue steered into a region of preset lengths.
//!
//! Source: a reconstruction. The University of Kansas thesis on TCP and UDP over ABR and UBR with EPD
//! used an explicit-rate algorithm that it does not name; it says that the queue is held between
//! 2880 and 6720 cells. Here the capacity of [`fmmra`](super::fmmra) is multiplied by
//! f(Q) = 1 + `fill` (1 - Q / `low`) below `low`, 1 from `low` to `high`, and
//! max(`least_factor`, 1 - `drain` (Q - `high`) / (`high` - `low`)) above.

use cellwise_units::{Cells, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::advertised::Advertised;
use super::max_min::{Capacity, MaxMin};
use super::measurement::Measurement;
use super::{VcContract, checks};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, ordered_cells, part, some_time};
use crate::queue_level::QueueLevel;

/// Parameters of [`OperatingRegion`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The interval over which the rate of higher categories is measured.
    #[schemars(extend("formatExclusiveMinimum" = "0 s"))]
    pub interval: Span,
    /// The interval also ends after this many ABR cells; "0 cells": only by time.
    pub interval_cells: Cells,
    /// The shortest queue of the region; shorter ones are filled. Less than `high`.
    #[schemars(extend("formatMinimum" = "1 cell"))]
    pub low: Cells,
    /// The longest queue of the region; longer ones are drained.
    pub high: Cells,
    /// How much more than the capacity sources get while the queue is empty, as a part of it.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub fill: f64,
    /// How much less they get while the queue is as far above the region as the region is wide.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub drain: f64,
    /// The part of the capacity that sources always get.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub least_factor: f64,
    /// A VC that has sent nothing for this long has no share.
    #[schemars(extend("formatExclusiveMinimum" = "0 s"))]
    pub inactive_after: Span,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            interval: Span::from_ps(1_000_000_000),
            interval_cells: Cells::ZERO,
            low: Cells::new(2880),
            high: Cells::new(6720),
            fill: 0.1,
            drain: 0.5,
            least_factor: 0.5,
            inactive_after: Span::from_ps(100_000_000_000),
        }
    }
}

impl Config {
    /// The rule for a port of `link` cells/s.
    #[must_use]
    pub fn build(&self, link: f64, vcs: &[VcContract]) -> OperatingRegion {
        MaxMin::new(
            *self,
            link,
            Measurement::new(self.interval, self.interval_cells, vcs.len()),
            Advertised::new(link, vcs, self.inactive_after, true),
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

    /// f(Q).
    fn factor(&self, queue: u64) -> f64 {
        let (low, high) = (self.low.get(), self.high.get());
        if queue < low {
            1.0 + self.fill * (low - queue) as f64 / low as f64
        } else if queue <= high {
            1.0
        } else {
            let width = high.saturating_sub(low).max(1);
            (1.0 - self.drain * (queue - high) as f64 / width as f64).max(self.least_factor)
        }
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (Measurement::arbitrary(), ordered_cells(1), part(), part(), part(), some_time()).prop_map(
            |((interval, interval_cells), (low, high), fill, drain, least_factor, inactive_after)| Self {
                interval,
                interval_cells,
                low,
                high,
                fill,
                drain,
                least_factor,
                inactive_after,
            },
        )
    }
}

impl Capacity for Config {
    fn after_interval(&mut self, link: f64, higher: f64, queue: u64) -> f64 {
        (link - higher).max(0.0) * self.factor(queue)
    }
}

/// The operating-region rule.
pub type OperatingRegion = MaxMin<Config>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_rule::testing::{arrive, backward, close, forward, free, rm, view};

    #[test]
    fn the_factor_fills_to_the_region_and_drains_above_it() {
        let factor = |queue| Config::default().factor(queue);
        for (queue, wanted) in [
            (0, 1.1),
            (1440, 1.05),
            (2880, 1.0),
            (5000, 1.0),
            (6720, 1.0),
            (8640, 0.75),
            (10_560, 0.5),
            (1_000_000, 0.5),
        ] {
            assert!(close(factor(queue), wanted), "Q {queue}: {}", factor(queue));
        }
    }

    #[test]
    fn the_rate_is_the_fair_share_times_the_factor_in_both_directions() {
        let mut rule = Config::default().build(1e5, &[free(1e5); 2]);
        arrive(&mut rule, 0, 1440, &[1, 1]);
        assert!(close(forward(&mut rule, view(1000, 1440), 0, rm(0.0)).er, 52_500.0));
        assert!(close(backward(&mut rule, view(1000, 1440), 1, rm(0.0)).er, 52_500.0));
    }
}
