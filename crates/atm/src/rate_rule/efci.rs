//! EFCI: while the queue is long, data cells are marked, and the destination informs the source.
//!
//! Source: ATM Forum af-tm-0056, section 5.10.6. The state is one bit, with hysteresis: on while
//! Q > `high`, off while Q < `low`, and as before in between.

use cellwise_units::{Cells, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PortView, RateRule, VcContract, checks};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, ordered_cells};
use crate::queue_level::QueueLevel;

/// Parameters of [`Efci`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Marking ends when fewer ABR cells wait. At most `high`.
    pub low: Cells,
    /// Marking begins when more ABR cells wait.
    pub high: Cells,
}

impl Default for Config {
    fn default() -> Self {
        Self { low: Cells::new(500), high: Cells::new(500) }
    }
}

impl Config {
    /// The rule, for any port.
    #[must_use]
    pub fn build(&self, _link: f64, _vcs: &[VcContract]) -> Efci {
        Efci { congestion: Hysteresis::new(self.low, self.high) }
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

/// A queue's binary state, with two thresholds.
#[derive(Clone, Copy, Debug)]
struct Hysteresis {
    low: u64,
    high: u64,
    on: bool,
}

impl Hysteresis {
    fn new(low: Cells, high: Cells) -> Self {
        Self { low: low.get(), high: high.get(), on: false }
    }

    fn see(&mut self, queue: u64) -> bool {
        if queue > self.high {
            self.on = true;
        } else if queue < self.low {
            self.on = false;
        }
        self.on
    }
}

/// EFCI marking.
#[derive(Clone, Copy, Debug)]
pub struct Efci {
    congestion: Hysteresis,
}

impl RateRule for Efci {
    fn uses_efci(&self) -> bool {
        true
    }
    #[inline]
    fn marks_efci(&mut self, view: &PortView) -> bool {
        self.congestion.see(view.abr_queue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::Time;

    #[test]
    fn marking_begins_above_high_and_ends_below_low() {
        let config = Config { low: Cells::new(100), high: Cells::new(200) };
        let mut rule = config.build(1e5, &[]);
        let marked: Vec<_> = [150, 200, 201, 150, 100, 99, 150]
            .map(|abr_queue| rule.marks_efci(&PortView { now: Time::ZERO, abr_queue }))
            .into();
        assert_eq!(marked, [false, false, true, true, true, false, false]);
    }

    #[test]
    fn thresholds_in_the_wrong_order_are_an_issue() {
        let config = Config { low: Cells::new(300), high: Cells::new(200) };
        assert_eq!(config.check()[0].field, "low");
    }
}
