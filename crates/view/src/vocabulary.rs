//! The words that all scenarios and results share.

use std::collections::BTreeMap;

use cellwise_atm::Category;
use cellwise_atm::loss::{LossPlace, LossReason};
use cellwise_scenario::{PROBES, ProbeKind};
use cellwise_units::{CELL_BITS, Unit};
use serde::Serialize;

/// What is the same for all networks.
#[derive(Clone, Debug, Serialize)]
pub struct Vocabulary {
    /// The bits of a cell.
    pub cell_bits: u64,
    /// Service categories, the one served first at the head.
    pub categories: Vec<&'static str>,
    /// Why cells are lost.
    pub loss_reasons: Vec<Reason>,
    /// The units of every quantity, the base unit first, by the `format` that the JSON Schema calls it.
    pub units: BTreeMap<&'static str, &'static [Unit]>,
    /// Every probe, with the unit of its records.
    pub probes: &'static [ProbeKind],
    /// The keys that choose a member of a family.
    pub tags: Vec<&'static str>,
}

/// A reason for which cells are lost.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Reason {
    /// Its name in results.
    pub name: &'static str,
    /// Where cells are lost for it.
    pub place: LossPlace,
}

impl Vocabulary {
    /// The words of this version.
    #[must_use]
    pub fn new() -> Self {
        let reason = |reason: &LossReason| Reason { name: reason.name(), place: reason.place() };
        Self {
            cell_bits: CELL_BITS,
            categories: Category::ALL.map(Category::name).to_vec(),
            loss_reasons: LossReason::ALL.iter().map(reason).collect(),
            units: cellwise_units::units().into(),
            probes: PROBES,
            tags: cellwise_scenario::tags(),
        }
    }
}

impl Default for Vocabulary {
    fn default() -> Self {
        Self::new()
    }
}
