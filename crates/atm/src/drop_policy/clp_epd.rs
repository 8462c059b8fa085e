//! Early packet discard with two thresholds: frames that may be lost first are refused first.
//!
//! A frame is refused if X > high, or if X > low and its first cell has CLP=1. Between the two
//! thresholds the queue takes what its connections were promised and nothing above it.
//! Source: ATM Forum Traffic Management 4.1, on GFR, where it is known as "double-EPD".

use cellwise_units::{Capacity, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DropPolicy, QueueView, Threshold};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any};
use crate::queue_level::QueueLevel;

/// Parameters of [`ClpEpd`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// New frames whose first cell has CLP=1 are refused while the queue is longer. From 1 cell to
    /// the size of the buffer.
    pub low: Threshold,
    /// All new frames are refused while the queue is longer. At least low, up to the size of the buffer.
    pub high: Threshold,
    /// Whether the rest of a frame is discarded once one of its cells met a full buffer.
    pub discard_remainder: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            low: Threshold::Fraction { billionths: 500_000_000 },
            high: Threshold::NINE_TENTHS,
            discard_remainder: true,
        }
    }
}

impl Config {
    /// The policy for a buffer of `capacity`.
    #[must_use]
    pub fn build(&self, capacity: Capacity) -> ClpEpd {
        let high_cells = self.high.in_buffer(capacity);
        let low_cells = self.low.in_buffer(capacity).min(high_cells);
        ClpEpd { low_cells, high_cells, discard_remainder: self.discard_remainder }
    }

    /// The lengths of the queue at which it changes what it does.
    #[must_use]
    pub fn levels(&self, capacity: Capacity) -> Vec<QueueLevel> {
        vec![
            QueueLevel::new("threshold, CLP=1", self.low.in_buffer(capacity)),
            QueueLevel::new("threshold", self.high.in_buffer(capacity)),
        ]
    }

    /// Thresholds that do not fit the buffer or each other.
    #[must_use]
    pub fn check(&self, capacity: Capacity) -> Vec<ConfigIssue> {
        let mut found: Vec<ConfigIssue> = self
            .low
            .check_as("low", capacity)
            .into_iter()
            .chain(self.high.check_as("high", capacity))
            .collect();
        if found.is_empty() && self.low.in_buffer(capacity) > self.high.in_buffer(capacity) {
            let rule = format!("give at most high ({})", self.high);
            found.push(ConfigIssue::new("low", self.low, rule));
        }
        found
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings for a buffer of `capacity`.
    pub fn arbitrary(capacity: Capacity) -> impl Strategy<Value = Self> {
        let threshold = || Threshold::arbitrary(capacity);
        (threshold(), threshold(), any::<bool>()).prop_map(move |(one, other, discard_remainder)| {
            let in_order = one.in_buffer(capacity) <= other.in_buffer(capacity);
            let (low, high) = if in_order { (one, other) } else { (other, one) };
            Self { low, high, discard_remainder }
        })
    }
}

/// Early packet discard with a threshold of its own for frames with CLP=1.
#[derive(Clone, Copy, Debug)]
pub struct ClpEpd {
    low_cells: u64,
    high_cells: u64,
    discard_remainder: bool,
}

impl DropPolicy for ClpEpd {
    #[inline]
    fn asked_from(&self) -> u64 {
        self.low_cells.saturating_add(1)
    }
    #[inline]
    fn refuses_frame(&mut self, view: &QueueView) -> bool {
        view.waiting > self.high_cells || (view.clp && view.waiting > self.low_cells)
    }
    #[inline]
    fn discards_remainder(&self) -> bool {
        self.discard_remainder
    }
    #[inline]
    fn needs_vc_accounting(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::Cells;

    const BUFFER: Capacity = Capacity::Limited(Cells::new(1000));

    fn refuses(waiting: u64, clp: bool) -> bool {
        let mut policy = Config::default().build(BUFFER);
        policy.refuses_frame(&QueueView { waiting, clp, capacity: 1000, ..QueueView::default() })
    }

    #[test]
    fn between_the_thresholds_only_frames_with_clp_1_are_refused() {
        for (waiting, with_clp, without) in
            [(500, false, false), (501, true, false), (900, true, false), (901, true, true)]
        {
            assert_eq!((refuses(waiting, true), refuses(waiting, false)), (with_clp, without), "{waiting}");
        }
    }

    #[test]
    fn the_queue_asks_from_the_cell_above_the_lower_threshold() {
        assert_eq!(Config::default().build(BUFFER).asked_from(), 501);
    }

    #[test]
    fn a_lower_threshold_above_the_higher_one_is_an_issue() {
        let config = |low, high| Config {
            low: Threshold::Cells(Cells::new(low)),
            high: Threshold::Cells(Cells::new(high)),
            ..Config::default()
        };
        let fields =
            |config: Config| config.check(BUFFER).into_iter().map(|found| found.field).collect::<Vec<_>>();
        assert_eq!(fields(config(500, 499)), ["low"]);
        assert_eq!(fields(config(0, 1001)), ["low", "high"]);
        assert_eq!(fields(config(500, 500)), [""; 0]);
    }
}
