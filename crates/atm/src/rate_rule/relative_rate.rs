//! Relative rate marking: backward RM cells are marked not to increase, or to decrease, according to
//! the length of the queue.
//!
//! Source: ATM Forum af-tm-0056, section 5.10.6. While Q > `high`, CI is set; while Q > `low`, NI.

use cellwise_units::{Cells, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PortView, RateRule, VcContract, checks};
use crate::abr::RmCell;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, ordered_cells};
use crate::queue_level::QueueLevel;

/// Parameters of [`RelativeRate`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Sources must not increase while more ABR cells wait. At most `high`.
    pub low: Cells,
    /// Sources must decrease while more ABR cells wait.
    pub high: Cells,
}

impl Default for Config {
    fn default() -> Self {
        Self { low: Cells::new(300), high: Cells::new(500) }
    }
}

impl Config {
    /// The rule, for any port.
    #[must_use]
    pub fn build(&self, _link: f64, _vcs: &[VcContract]) -> RelativeRate {
        RelativeRate { low: self.low.get(), high: self.high.get() }
    }

    /// The lengths of the queue at which it changes what it does.
    #[must_use]
    pub fn levels(&self) -> Vec<QueueLevel> {
        vec![QueueLevel::new("low", self.low.get()), QueueLevel::new("high", self.high.get())]
    }

    /// A lower threshold above the upper one.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        checks::ordered(("low", self.low), ("high", self.high)).into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        ordered_cells(0).prop_map(|(low, high)| Self { low, high })
    }
}

/// Relative rate marking.
#[derive(Clone, Copy, Debug)]
pub struct RelativeRate {
    low: u64,
    high: u64,
}

impl RateRule for RelativeRate {
    fn on_backward(&mut self, view: &PortView, _vc: usize, rm: &mut RmCell) {
        rm.ci |= view.abr_queue > self.high;
        rm.ni |= view.abr_queue > self.low;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_rule::testing;

    #[test]
    fn a_long_queue_forbids_increase_and_a_longer_one_asks_for_decrease() {
        let mut rule = Config::default().build(1e5, &[]);
        let bits = [300, 301, 500, 501].map(|queue| {
            let rm = testing::backward(&mut rule, testing::view(0, queue), 0, testing::rm(1e5));
            (rm.ci, rm.ni)
        });
        assert_eq!(bits, [(false, false), (false, true), (false, true), (true, true)]);
    }

    #[test]
    fn bits_set_elsewhere_stay_set() {
        let mut rule = Config::default().build(1e5, &[]);
        let marked = RmCell { ci: true, ni: true, ..testing::rm(1e5) };
        let rm = testing::backward(&mut rule, testing::view(0, 0), 0, marked);
        assert!(rm.ci && rm.ni);
    }
}
