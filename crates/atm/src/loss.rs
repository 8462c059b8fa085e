//! Why a cell was lost: one named reason for every lost cell, counted per reason.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where cells are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LossPlace {
    /// At a port.
    Port,
    /// At the sending end of a connection, before its adapter.
    Sender,
    /// At a policer.
    Policer,
    /// Where a line ends.
    Line,
}

/// Declares the reasons, each as variant, stable name, place and meaning.
macro_rules! reasons {
    ($($variant:ident $name:literal $place:ident $meaning:literal;)+) => {
        /// The reason for which a cell was lost.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum LossReason {
            $(#[doc = $meaning] #[serde(rename = $name)] $variant,)+
        }

        impl LossReason {
            /// Every reason, in the order of [`index`](Self::index).
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stable kebab-case name, as results print it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// Where cells are lost for it.
            #[must_use]
            pub const fn place(self) -> LossPlace {
                match self { $(Self::$variant => LossPlace::$place,)+ }
            }

            /// What it means, in one sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)+ }
            }
        }
    };
}

reasons! {
    Overflow         "overflow"          Port    "The buffer was full.";
    ClpThreshold     "clp-threshold"     Port    "The queue was too long for a cell that may be lost first (CLP=1).";
    DriverQueue      "driver-queue"      Sender  "The driver of the sending end had no room for the packet.";
    AckFiltered      "ack-filtered"      Sender  "The packet queue of the sending end had a newer acknowledgment.";
    QueueLimit       "queue-limit"       Sender  "As many packets waited in the packet queue as may.";
    Aqm              "aqm"               Sender  "The discipline of the packet queue signalled congestion.";
    FrameRefused     "frame-refused"     Port    "A drop policy refused the whole frame at its first cell.";
    FrameRemainder   "frame-remainder"   Port    "An earlier cell of the frame was lost, so the rest is discarded.";
    Policed          "policed"           Policer "A policer found that the cell does not conform to its contract.";
    PolicedFrame     "policed-frame"     Policer "A policer refused the whole frame at its first cell.";
    PolicedRemainder "policed-remainder" Policer "A policer discarded an earlier cell of the frame, so it discards the rest.";
    LineError        "line-error"        Line    "Noise errored the cell on its line, and the receiving unit dropped it.";
    LinkDown         "link-down"         Line    "The packet was being sent when its link went down.";
}

impl LossReason {
    /// How many reasons there are.
    pub const COUNT: usize = Self::ALL.len();

    /// Whether cells are lost for it; otherwise only packets on packet links are.
    #[must_use]
    pub const fn is_of_cells(self) -> bool {
        !matches!(self, Self::LinkDown)
    }

    /// The place of this reason among [`ALL`](Self::ALL), from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Lost cells by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LossCounts {
    // Of the many places of a large network most lose nothing: `None` until the first cell is lost.
    cells: Option<Box<[u64; LossReason::COUNT]>>,
}

impl LossCounts {
    /// Counts `cells` more cells lost for `reason`.
    #[inline]
    pub fn record(&mut self, reason: LossReason, cells: u64) {
        if cells > 0 {
            self.cells.get_or_insert_default()[reason.index()] += cells;
        }
    }

    /// Cells lost for `reason`.
    #[inline]
    #[must_use]
    pub fn get(&self, reason: LossReason) -> u64 {
        self.cells.as_ref().map_or(0, |cells| cells[reason.index()])
    }

    /// Cells lost for any reason.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.cells.iter().flat_map(|cells| cells.iter()).sum()
    }

    /// Every reason with its lost cells, zeros included, in the order of [`LossReason::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (LossReason, u64)> + '_ {
        LossReason::ALL.iter().map(|&reason| (reason, self.get(reason)))
    }

    /// Adds the counts of another place.
    pub fn add(&mut self, other: &Self) {
        for (reason, cells) in other.iter() {
            self.record(reason, cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_counts_apart_and_all_add_up() {
        let mut counts = LossCounts::default();
        for (n, &reason) in LossReason::ALL.iter().enumerate() {
            assert_eq!(reason.index(), n);
            counts.record(reason, 10u64.pow(n as u32));
        }
        counts.add(&counts.clone());
        let each: Vec<u64> = counts.iter().map(|(_, cells)| cells).collect();
        let expected: Vec<u64> = (0..LossReason::COUNT).map(|n| 2 * 10u64.pow(n as u32)).collect();
        assert_eq!(each, expected);
        assert_eq!(counts.get(LossReason::FrameRefused), each[LossReason::FrameRefused.index()]);
        assert_eq!(counts.total(), expected.iter().sum::<u64>());
    }

    #[test]
    fn names_are_kebab_case_distinct_and_those_that_serde_writes() {
        for &reason in LossReason::ALL {
            assert!(reason.name().chars().all(|c| c.is_ascii_lowercase() || c == '-'));
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
            assert_eq!(LossReason::ALL.iter().filter(|other| other.name() == reason.name()).count(), 1);
        }
    }
}
