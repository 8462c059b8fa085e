//! Two coupled buckets: peak and sustainable rate, with regard to CLP.
//!
//! A cell is tested against both buckets before either is changed. The consequences (the coupling):
//! - VBR.1: a cell that fails either is discarded and counts in neither.
//! - VBR.2: the same for CLP = 0; a CLP = 1 cell is tested against the peak rate only.
//! - VBR.3: a CLP = 0 cell that fails only the sustainable rate is tagged; it counts in the peak
//!   rate only. One that fails the peak rate is discarded.
//! - Without a sustainable rate (CBR.1, UBR): the peak rate alone.
//!
//! Source: ATM Forum, Traffic Management 4.0, section 4.4 and annex C.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Arrivals, Covers, Excess, Run, Terms, Treatment, VirtualScheduling};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, select};
use crate::loss::LossReason;

/// Which buckets a discarded cell counts in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Coupling {
    /// A cell that fails one bucket counts in neither.
    #[default]
    Both,
    /// Each bucket counts the cells that conform to it, whatever the other decides, as in some devices.
    Independent,
}

#[cfg(feature = "arbitrary")]
impl Coupling {
    /// Any coupling.
    pub(super) fn arbitrary() -> impl Strategy<Value = Self> {
        select(vec![Self::Both, Self::Independent])
    }
}

/// The treatment of the next cells, of those for which it is known at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// How many cells, at least 1 if there is one.
    pub cells: u16,
    /// What becomes of each.
    pub treatment: Treatment,
    counts_in_peak: bool,
    counts_in_sustained: bool,
}

/// The buckets of one contract.
#[derive(Clone, Copy, Debug)]
pub struct DualGcra {
    peak: VirtualScheduling,
    sustained: Option<VirtualScheduling>,
    covers: Covers,
    excess: Excess,
    coupling: Coupling,
}

impl DualGcra {
    /// The buckets of a contract, before the first cell.
    #[must_use]
    pub fn new(terms: &Terms, coupling: Coupling) -> Self {
        Self {
            peak: terms.peak.gcra(),
            sustained: terms.sustained.map(|sustained| sustained.bucket.gcra()),
            covers: terms.sustained.map_or(Covers::AllCells, |sustained| sustained.covers),
            excess: terms.sustained.map_or(Excess::Discard, |sustained| sustained.excess),
            coupling,
        }
    }

    /// The bucket of the sustainable rate, if there is one and it is for cells with this CLP.
    #[inline]
    #[must_use]
    pub fn sustained_for(&self, clp: bool) -> Option<&VirtualScheduling> {
        let covered = self.covers == Covers::AllCells || !clp;
        self.sustained.as_ref().filter(|_| covered)
    }

    /// What happens to cells beyond the sustainable rate.
    #[inline]
    #[must_use]
    pub const fn excess(&self) -> Excess {
        self.excess
    }

    /// The treatment of the first cells, of those for which it is known at once; nothing changes.
    #[inline]
    #[must_use]
    pub fn outlook(&self, cells: &Arrivals<'_>, clp: bool) -> Outlook {
        let Some(sustained) = self.sustained_for(clp) else {
            return self.outlook_at_peak(cells);
        };
        let sustained = sustained.outlook(cells);
        if !sustained.conforming && self.coupling == Coupling::Both && self.excess == Excess::Discard {
            return refused(sustained.cells);
        }
        self.coupled(self.peak.outlook(cells), sustained)
    }

    /// Without a test against the sustainable rate: of cells for which it is not agreed, or that
    /// are to be tagged whatever it says.
    #[inline]
    #[must_use]
    pub fn outlook_at_peak(&self, cells: &Arrivals<'_>) -> Outlook {
        let peak = self.peak.outlook(cells);
        if !peak.conforming {
            return refused(peak.cells);
        }
        let cells = peak.cells;
        Outlook { cells, treatment: Treatment::Pass, counts_in_peak: true, counts_in_sustained: false }
    }

    #[inline]
    fn coupled(&self, peak: Run, sustained: Run) -> Outlook {
        let independent = self.coupling == Coupling::Independent;
        let treatment = match (peak.conforming, sustained.conforming) {
            (true, true) => Treatment::Pass,
            (true, false) if self.excess == Excess::Tag => Treatment::Tag,
            // What the peak rate refuses counts in neither bucket and is refused whatever the other says.
            (false, _) if !independent => return refused(peak.cells),
            _ => Treatment::Discard(LossReason::Policed),
        };
        Outlook {
            cells: peak.cells.min(sustained.cells),
            treatment,
            counts_in_peak: peak.conforming,
            counts_in_sustained: sustained.conforming,
        }
    }

    /// Takes the first cells of `cells` into account as their outlook says: so many as `cells` has,
    /// at most those of the outlook.
    #[inline]
    pub fn commit(&mut self, outlook: &Outlook, cells: &Arrivals<'_>) {
        if outlook.counts_in_peak {
            self.peak.charge_run(cells);
        }
        if outlook.counts_in_sustained
            && let Some(sustained) = &mut self.sustained
        {
            sustained.charge_run(cells);
        }
    }
}

#[inline]
const fn refused(cells: u16) -> Outlook {
    let treatment = Treatment::Discard(LossReason::Policed);
    Outlook { cells, treatment, counts_in_peak: false, counts_in_sustained: false }
}

#[cfg(test)]
mod tests;
