//! The place of a connection in its current frame at a policer, and its meaning for the next
//! cells: shared by the policers that discard the remainder of a damaged frame.
//!
//! A policer knows frames only by their end marks: the cell after one that ended a frame begins the
//! next. A frame whose end mark was lost before runs into the next one.

use super::accounts::Runs;
use super::dual::Outlook;
use super::{Arrivals, CellTrain, DualGcra, PolicerCounts, Treatment};
use crate::loss::LossReason;

/// What a policer made of a frame at its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Admission {
    /// Its cells are judged by both buckets.
    Judged,
    /// All its cells are tagged, as far as the peak rate lets them pass.
    Tagged,
    /// All its cells are discarded.
    Refused,
}

/// The place of the connection in its current frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Between,
    Inside(Admission),
    /// A cell was discarded under a rule that discards the remainder.
    Damaged,
}

/// The frame that passes a policer.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameState {
    place: Place,
    /// Whether no cell of the frame was tagged or discarded so far.
    untouched: bool,
    /// Whether the last cell of a damaged frame passes if it conforms.
    keeps_last_cell: bool,
    /// Whether the rest of a frame is discarded after a cell of it.
    discards_remainder: bool,
}

impl FrameState {
    pub(super) const fn new(keeps_last_cell: bool, discards_remainder: bool) -> Self {
        Self { place: Place::Between, untouched: true, keeps_last_cell, discards_remainder }
    }

    /// Judges the cells of a train; `admit` is asked at the first cell of a frame.
    pub(super) fn judge(
        &mut self,
        buckets: &mut DualGcra,
        counts: &mut PolicerCounts,
        train: &CellTrain<'_>,
        out: &mut dyn FnMut(u16, Treatment),
        admit: impl FnOnce(&DualGcra) -> Admission,
    ) {
        if self.place == Place::Between {
            self.place = Place::Inside(admit(buckets));
            self.untouched = true;
        }
        let mut runs = Runs::new(counts, out);
        let mut rest = train.arrivals();
        while rest.count > 0 {
            let (cells, treatment) = self.next(buckets, train, &rest);
            self.untouched &= treatment == Treatment::Pass;
            runs.push(cells, treatment);
            rest = rest.after(cells);
        }
        runs.close();
        if train.ends_frame() {
            counts.count_frame(self.untouched);
            self.place = Place::Between;
        }
    }

    /// What becomes of the next cells, at least 1.
    #[inline]
    fn next(
        &mut self,
        buckets: &mut DualGcra,
        train: &CellTrain<'_>,
        rest: &Arrivals<'_>,
    ) -> (u16, Treatment) {
        let outlook = match self.place {
            Place::Damaged => return self.remainder(buckets, train, rest),
            Place::Inside(Admission::Refused) => {
                return (rest.count, Treatment::Discard(LossReason::PolicedFrame));
            }
            Place::Inside(Admission::Tagged) => tagged(buckets.outlook_at_peak(rest), train.clp),
            Place::Inside(Admission::Judged) | Place::Between => buckets.outlook(rest, train.clp),
        };
        let mut cells = outlook.cells;
        if self.discards_remainder && matches!(outlook.treatment, Treatment::Discard(_)) {
            cells = 1;
            self.place = Place::Damaged;
        }
        buckets.commit(&outlook, &rest.only(cells));
        (cells, outlook.treatment)
    }

    /// The rest of a damaged frame: the buckets do not see it, except the frame's last cell.
    fn remainder(
        &self,
        buckets: &mut DualGcra,
        train: &CellTrain<'_>,
        rest: &Arrivals<'_>,
    ) -> (u16, Treatment) {
        let kept = u16::from(self.keeps_last_cell && train.ends_frame());
        if rest.count > kept {
            return (rest.count - kept, Treatment::Discard(LossReason::PolicedRemainder));
        }
        let outlook = buckets.outlook(rest, train.clp);
        buckets.commit(&outlook, rest);
        (rest.count, outlook.treatment)
    }
}

/// The same with the cells that would pass tagged; those with CLP = 1 pass as they came.
fn tagged(mut outlook: Outlook, clp: bool) -> Outlook {
    if outlook.treatment == Treatment::Pass && !clp {
        outlook.treatment = Treatment::Tag;
    }
    outlook
}
