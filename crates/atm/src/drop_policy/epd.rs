//! Early packet discard: while the queue is longer than a threshold, whole new frames are refused.
//!
//! Source: Romanow and Floyd, IEEE JSAC, May 1995; ATM Forum 96-1269, section 5, whose threshold
//! is the buffer less 200 cells. A frame is refused if X > R: the queue *exceeds* the threshold.

use cellwise_units::{Capacity, Cells, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DropPolicy, QueueView, Threshold};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any};
use crate::queue_level::QueueLevel;

/// Parameters of [`Epd`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// R: new frames are refused while the queue is longer. From 1 cell to the size of the buffer.
    pub threshold: Threshold,
    /// Whether the rest of a frame is discarded once one of its cells met a full buffer.
    pub discard_remainder: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self { threshold: Threshold::AllBut(Cells::new(200)), discard_remainder: true }
    }
}

impl Config {
    /// The policy for a buffer of `capacity`.
    #[must_use]
    pub fn build(&self, capacity: Capacity) -> Epd {
        Epd { threshold_cells: self.threshold.in_buffer(capacity), discard_remainder: self.discard_remainder }
    }

    /// The lengths of the queue at which it changes what it does.
    #[must_use]
    pub fn levels(&self, capacity: Capacity) -> Vec<QueueLevel> {
        vec![QueueLevel::new("threshold", self.threshold.in_buffer(capacity))]
    }

    /// A threshold that does not fit the buffer.
    #[must_use]
    pub fn check(&self, capacity: Capacity) -> Vec<ConfigIssue> {
        self.threshold.check(capacity).into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings for a buffer of `capacity`.
    pub fn arbitrary(capacity: Capacity) -> impl Strategy<Value = Self> {
        (Threshold::arbitrary(capacity), any::<bool>())
            .prop_map(|(threshold, discard_remainder)| Self { threshold, discard_remainder })
    }
}

/// Early packet discard.
#[derive(Clone, Copy, Debug)]
pub struct Epd {
    threshold_cells: u64,
    discard_remainder: bool,
}

impl DropPolicy for Epd {
    #[inline]
    fn asked_from(&self) -> u64 {
        self.threshold_cells.saturating_add(1)
    }
    #[inline]
    fn refuses_frame(&mut self, view: &QueueView) -> bool {
        view.waiting > self.threshold_cells
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

    #[test]
    fn a_frame_is_refused_above_the_threshold_and_taken_at_it() {
        let mut epd = Config::default().build(Capacity::Limited(Cells::new(3000)));
        let view = QueueView { waiting: 2800, capacity: 3000, active_vcs: 9, ..QueueView::default() };
        assert!(!epd.refuses_frame(&view));
        assert!(epd.refuses_frame(&QueueView { waiting: 2801, ..view }));
    }
}
