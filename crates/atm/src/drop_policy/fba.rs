//! Fair Buffer Allocation: above a threshold, the share of the queue that a VC may hold shrinks as
//! the buffer fills.
//!
//! Source: Heinanen and Kilkki, "A fair buffer allocation scheme", 1995; ATM Forum 96-1269,
//! section 7. A frame of VC i is refused if X > R and `Y_i` `N_a` / X > Z (K - R) / (X - R),
//! computed in integers as `Y_i` `N_a` (X - R) > Z (K - R) X. At X = K this is Selective Drop.

use cellwise_units::{Capacity, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fair_share::{FairShare, Z_LEAST, Z_MOST};
use super::{DropPolicy, QueueView, Threshold};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any, number};
use crate::queue_level::QueueLevel;

/// Parameters of [`Fba`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// R: no frame is refused while the queue is not longer. From 1 cell to the size of the buffer.
    pub threshold: Threshold,
    /// Z: the load ratio above which a VC's new frames are refused when the buffer is full; the limit is
    /// higher while it is not.
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
    pub fn build(&self, capacity: Capacity) -> Fba {
        let share = FairShare::new(self.threshold, self.z, self.count_arriving_cell, capacity);
        let asked_from = match capacity {
            Capacity::Limited(_) => share.threshold_cells.saturating_add(1),
            // K - R is infinite, and with it the limit of every load ratio.
            Capacity::Unlimited => u64::MAX,
        };
        Fba { share, asked_from, discard_remainder: self.discard_remainder }
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

/// Fair Buffer Allocation.
#[derive(Clone, Copy, Debug)]
pub struct Fba {
    share: FairShare,
    asked_from: u64,
    discard_remainder: bool,
}

impl DropPolicy for Fba {
    #[inline]
    fn asked_from(&self) -> u64 {
        self.asked_from
    }
    #[inline]
    fn refuses_frame(&mut self, view: &QueueView) -> bool {
        if view.waiting < self.asked_from {
            return false;
        }
        let (widened, narrowed) = (
            view.capacity.saturating_sub(self.share.threshold_cells),
            view.waiting - self.share.threshold_cells,
        );
        self.share.is_exceeded(view, widened, narrowed)
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
    use crate::drop_policy::selective_drop;
    use cellwise_units::Cells;
    use proptest::prelude::*;

    fn limited(cells: u64) -> Capacity {
        Capacity::Limited(Cells::new(cells))
    }

    #[test]
    fn the_limit_falls_to_z_as_the_buffer_fills() {
        // K = 1000, R = 900, five VCs, Z = 0.8: at X = 950 the limit is 1.6, so Y_i = 304.
        let mut fba = Config::default().build(limited(1000));
        let view = |waiting, vc_waiting| QueueView {
            waiting,
            capacity: 1000,
            vc_waiting,
            active_vcs: 5,
            ..QueueView::default()
        };
        assert!(!fba.refuses_frame(&view(950, 304)));
        assert!(fba.refuses_frame(&view(950, 305)));
        assert!(!fba.refuses_frame(&view(1000, 160)));
        assert!(fba.refuses_frame(&view(1000, 161)));
    }

    #[test]
    fn an_unlimited_buffer_refuses_nothing() {
        let config = Config { threshold: Threshold::Cells(Cells::new(10)), ..Config::default() };
        assert_eq!(config.build(Capacity::Unlimited).asked_from(), u64::MAX);
    }

    proptest! {
        #[test]
        fn a_full_buffer_makes_it_selective_drop(
            capacity in 2u64..100_000, vcs in 1u64..100, held in 0.0f64..1.0, z in 0.01f64..3.0,
        ) {
            let vc_waiting = (held * capacity as f64) as u64;
            let view = QueueView { waiting: capacity, capacity, vc_waiting, active_vcs: vcs, ..QueueView::default() };
            let mut fba = Config { z, ..Config::default() }.build(limited(capacity));
            let config = selective_drop::Config { z, ..selective_drop::Config::default() };
            prop_assert_eq!(fba.refuses_frame(&view), config.build(limited(capacity)).refuses_frame(&view));
        }

        #[test]
        fn a_vanishing_z_refuses_every_vc_with_waiting_cells_above_the_threshold(
            above in 1u64..100, vc_waiting in 0u64..900, vcs in 1u64..100,
        ) {
            let mut fba = Config { z: 1e-9, ..Config::default() }.build(limited(1000));
            let view =
                QueueView { waiting: 900 + above, capacity: 1000, vc_waiting, active_vcs: vcs, ..QueueView::default() };
            prop_assert_eq!(fba.refuses_frame(&view), vc_waiting > 0);
        }

        #[test]
        fn the_integers_agree_with_the_formula(
            above in 1u64..=100, vc_waiting in 0u64..1000, vcs in 1u64..100, z in 0.01f64..3.0,
        ) {
            let view =
                QueueView { waiting: 900 + above, capacity: 1000, vc_waiting, active_vcs: vcs, ..QueueView::default() };
            let load_ratio = (vc_waiting * vcs) as f64 / view.waiting as f64;
            let limit = z * 100.0 / above as f64;
            prop_assume!((load_ratio - limit).abs() > 1e-6);
            let mut fba = Config { z, ..Config::default() }.build(limited(1000));
            prop_assert_eq!(fba.refuses_frame(&view), load_ratio > limit);
        }
    }
}
