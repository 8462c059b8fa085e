//! Frame-based GCRA for guaranteed frame rate (GFR): a frame is eligible for the guarantee or not, as
//! its first cell decides.
//!
//! Cell conformance: a cell is discarded if it does not conform to GCRA(1/PCR, CDVT), if its CLP is
//! not that of the first cell of its frame, or if it makes its frame longer than MFS without being
//! its last cell. Frame eligibility: F-GCRA(1/MCR, tau) tests the first cell of each CLP = 0 frame;
//! the bucket takes in every passing cell of an eligible frame without a further test, and nothing
//! of any other frame. GFR.1 leaves the bits of other frames alone; GFR.2 tags all their cells.
//!
//! Source: ATM Forum, Traffic Management 4.1, section 4.5; ITU-T I.371.1, section 6.3.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::accounts::Runs;
use super::{Arrivals, CellTrain, Excess, Policer, PolicerCounts, Terms, Treatment, VirtualScheduling};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any};
use crate::loss::LossReason;

/// Parameters of [`FGcra`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Whether the rest of a frame, except its last cell, is discarded after a cell of it that did
    /// not conform.
    pub discard_remainder: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self { discard_remainder: true }
    }
}

impl Config {
    /// The policer of a contract, whose sustained bucket is that of MCR.
    #[must_use]
    pub fn build(&self, terms: &Terms) -> FGcra {
        FGcra {
            peak: terms.peak.gcra(),
            minimum: terms.sustained.map(|sustained| sustained.bucket.gcra()),
            tags: terms.sustained.is_some_and(|sustained| sustained.excess == Excess::Tag),
            longest_frame: terms.longest_frame_cells() as u16,
            discard_remainder: self.discard_remainder,
            frame: None,
            counts: PolicerCounts::default(),
        }
    }

    /// A contract without a minimum rate.
    #[must_use]
    pub fn check(&self, terms: &Terms) -> Vec<ConfigIssue> {
        let rule = "give a contract with a minimum rate (GFR) or another policer";
        let without = terms.sustained.is_none().then(|| ConfigIssue::new("kind", "f-gcra", rule));
        without.into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        any::<bool>().prop_map(|discard_remainder| Self { discard_remainder })
    }
}

/// The frame that passes.
#[derive(Clone, Copy, Debug)]
struct Frame {
    clp: bool,
    eligible: bool,
    /// Cells of it that have come.
    seen: u32,
    /// Whether a cell of it was discarded.
    damaged: bool,
}

/// The policer of a GFR connection.
#[derive(Clone, Copy, Debug)]
pub struct FGcra {
    peak: VirtualScheduling,
    minimum: Option<VirtualScheduling>,
    /// GFR.2.
    tags: bool,
    /// MFS.
    longest_frame: u16,
    discard_remainder: bool,
    frame: Option<Frame>,
    counts: PolicerCounts,
}

impl FGcra {
    fn begin(&self, train: &CellTrain<'_>) -> Frame {
        // spec: tm4.1 4.5 F-GCRA: a CLP = 1 frame is not eligible
        let eligible = !train.clp && self.minimum.is_none_or(|bucket| bucket.conforms(train.first.at));
        Frame { clp: train.clp, eligible, seen: 0, damaged: false }
    }

    /// What becomes of the next cells of the frame, at least 1.
    fn next(&mut self, frame: &mut Frame, train: &CellTrain<'_>, rest: &Arrivals<'_>) -> (u16, Treatment) {
        let last = u16::from(train.ends_frame());
        let before_last = rest.count - last;
        if before_last > 0 {
            if frame.damaged && self.discard_remainder {
                return (before_last, Treatment::Discard(LossReason::PolicedRemainder));
            }
            // spec: tm4.1 4.5: the last cell, or fewer than MFS cells up to and including this one
            let within = (u32::from(self.longest_frame) - 1).saturating_sub(frame.seen);
            if train.clp != frame.clp || within == 0 {
                return self.refused(before_last);
            }
            let within = before_last.min(u16::try_from(within).unwrap_or(u16::MAX));
            return self.at_peak(frame, rest.only(within));
        }
        if train.clp != frame.clp {
            return self.refused(rest.count);
        }
        self.at_peak(frame, *rest)
    }

    /// Of cells that do not conform: after the first, the others are the remainder of its frame.
    fn refused(&self, cells: u16) -> (u16, Treatment) {
        (if self.discard_remainder { 1 } else { cells }, Treatment::Discard(LossReason::Policed))
    }

    /// Cells that conform except to the peak rate.
    fn at_peak(&mut self, frame: &Frame, cells: Arrivals<'_>) -> (u16, Treatment) {
        let run = self.peak.outlook(&cells);
        if !run.conforming {
            return self.refused(run.cells);
        }
        let passing = cells.only(run.cells);
        self.peak.charge_run(&passing);
        if !frame.eligible {
            let tag = self.tags && !frame.clp;
            return (run.cells, if tag { Treatment::Tag } else { Treatment::Pass });
        }
        if let Some(minimum) = &mut self.minimum {
            minimum.charge_run(&passing);
        }
        (run.cells, Treatment::Pass)
    }
}

impl Policer for FGcra {
    fn judge(&mut self, train: &CellTrain<'_>, out: &mut dyn FnMut(u16, Treatment)) {
        let mut frame = self.frame.unwrap_or_else(|| self.begin(train));
        let mut counts = self.counts;
        let mut runs = Runs::new(&mut counts, out);
        let mut rest = train.arrivals();
        while rest.count > 0 {
            let (cells, treatment) = self.next(&mut frame, train, &rest);
            frame.damaged |= matches!(treatment, Treatment::Discard(_));
            frame.seen = frame.seen.saturating_add(u32::from(cells));
            runs.push(cells, treatment);
            rest = rest.after(cells);
        }
        runs.close();
        self.counts = counts;
        self.frame = Some(frame);
        if train.ends_frame() {
            self.counts.count_frame(frame.eligible && !frame.damaged);
            self.frame = None;
        }
    }

    fn counts(&self) -> PolicerCounts {
        self.counts
    }
}
