//! The plain policer: each cell is judged by itself.
//!
//! Source: ITU-T I.371; ATM Forum, Traffic Management 4.0, section 4.4 (usage parameter control).

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::accounts::Runs;
use super::{CellTrain, Coupling, DualGcra, Policer, PolicerCounts, Terms, Treatment};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;

/// Parameters of [`CellPolicer`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Which buckets a discarded cell counts in.
    pub coupling: Coupling,
}

impl Config {
    /// The policer of a contract.
    #[must_use]
    pub fn build(&self, terms: &Terms) -> CellPolicer {
        CellPolicer { buckets: DualGcra::new(terms, self.coupling), counts: PolicerCounts::default() }
    }

    /// Nothing can be wrong.
    #[must_use]
    pub fn check(&self, _: &Terms) -> Vec<ConfigIssue> {
        Vec::new()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Coupling::arbitrary().prop_map(|coupling| Self { coupling })
    }
}

/// The plain policer.
#[derive(Clone, Copy, Debug)]
pub struct CellPolicer {
    buckets: DualGcra,
    counts: PolicerCounts,
}

impl Policer for CellPolicer {
    fn judge(&mut self, train: &CellTrain<'_>, out: &mut dyn FnMut(u16, Treatment)) {
        let mut runs = Runs::new(&mut self.counts, out);
        let mut rest = train.arrivals();
        while rest.count > 0 {
            let outlook = self.buckets.outlook(&rest, train.clp);
            self.buckets.commit(&outlook, &rest.only(outlook.cells));
            runs.push(outlook.cells, outlook.treatment);
            rest = rest.after(outlook.cells);
        }
        runs.close();
    }

    fn counts(&self) -> PolicerCounts {
        self.counts
    }
}
