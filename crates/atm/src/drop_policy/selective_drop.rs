//! Selective Drop: above a threshold, new frames of VCs that hold more than their share of the
//! queue are refused.
//!
//! Source: ATM Forum 96-1269, section 6. A frame of VC i is refused if X > R and
//! `Y_i` `N_a` / X > Z. The document's Z, from 0.2 to 2, was best at 0.8; its R is 0.9 K.

use cellwise_units::{Capacity, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fair_share::{FairShare, Z_LEAST, Z_MOST};
use super::{DropPolicy, QueueView, Threshold};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any, number};
use crate::queue_level::QueueLevel;

/// Parameters of [`SelectiveDrop`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// R: no frame is refused while the queue is not longer. From 1 cell to the size of the buffer.
    pub threshold: Threshold,
    /// Z: the load ratio above which a VC's new frames are refused.
    #[schemars(extend("minimum" = Z_LEAST, "maximum" = Z_MOST))]
    pub z: f64,
    /// Whether the load ratio counts the arriving cell, as if it were in the queue already.
    pub count_arriving_cell: bool,
    /// Whether the rest of a frame is discarded once one of its cells met a full buffer.
    pub discard_remainder: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            threshold: Threshold::NINE_TENTHS,
            z: 0.8,
            count_arriving_cell: false,
            discard_remainder: true,
        }
    }
}

impl Config {
    /// The policy for a buffer of `capacity`.
    #[must_use]
    pub fn build(&self, capacity: Capacity) -> SelectiveDrop {
        let share = FairShare::new(self.threshold, self.z, self.count_arriving_cell, capacity);
        SelectiveDrop { share, discard_remainder: self.discard_remainder }
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
        (Threshold::arbitrary(capacity), number(0.05, 2.5), any::<[bool; 2]>()).prop_map(
            |(threshold, z, [count_arriving_cell, discard_remainder])| Self {
                threshold,
                z,
                count_arriving_cell,
                discard_remainder,
            },
        )
    }
}

/// Selective Drop.
#[derive(Clone, Copy, Debug)]
pub struct SelectiveDrop {
    share: FairShare,
    discard_remainder: bool,
}

impl DropPolicy for SelectiveDrop {
    #[inline]
    fn asked_from(&self) -> u64 {
        self.share.threshold_cells.saturating_add(1)
    }
    #[inline]
    fn refuses_frame(&mut self, view: &QueueView) -> bool {
        view.waiting > self.share.threshold_cells && self.share.is_exceeded(view, 1, 1)
    }
    #[inline]
    fn discards_remainder(&self) -> bool {
        self.discard_remainder
    }
    #[inline]
    fn needs_vc_accounting(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::{Cells, Time};

    const VIEW: QueueView = QueueView {
        waiting: 1000,
        capacity: 1000,
        vc_waiting: 190,
        active_vcs: 5,
        now: Time::ZERO,
        idle_cells: 0,
        clp: false,
        draw: 0.0,
    };

    fn with_z(z: f64) -> SelectiveDrop {
        Config { z, ..Config::default() }.build(Capacity::Limited(Cells::new(1000)))
    }

    #[test]
    fn a_load_ratio_of_exactly_z_is_not_above_z() {
        // 190 * 5 / 1000 = 0.95, which no binary fraction equals.
        assert!(!with_z(0.95).refuses_frame(&VIEW));
        assert!(with_z(0.95).refuses_frame(&QueueView { vc_waiting: 191, ..VIEW }));
    }

    #[test]
    fn the_largest_holder_is_spared_while_the_queue_does_not_exceed_the_threshold() {
        let hog = QueueView { waiting: 900, vc_waiting: 900, active_vcs: 1, ..VIEW };
        assert!(!with_z(0.8).refuses_frame(&hog));
        assert!(with_z(0.8).refuses_frame(&QueueView { waiting: 901, ..hog }));
    }

    #[test]
    fn a_vc_without_waiting_cells_is_refused_only_when_its_arriving_cell_counts() {
        let few = QueueView { waiting: 19, capacity: 20, vc_waiting: 0, active_vcs: 19, ..VIEW };
        let twenty = Capacity::Limited(Cells::new(20));
        // With it, one cell of twenty from one VC of twenty: a load ratio of 1.
        for (count_arriving_cell, refused) in [(false, false), (true, true)] {
            let config = Config { z: 0.99, count_arriving_cell, ..Config::default() };
            assert_eq!(config.build(twenty).refuses_frame(&few), refused);
        }
    }
}
