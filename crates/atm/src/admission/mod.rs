//! Connection admission control: whether a port has room for one more connection.
//!
//! Source: for peak allocation ATM Forum UNI 3.0; for equivalent capacity Guerin, Ahmadi and
//! Naghshineh, "Equivalent capacity and its application to bandwidth allocation in high-speed
//! networks", IEEE JSAC 9(7), September 1991. A [`Demand`] has the needs of a contract, a
//! [`Ledger`] what has been promised at one place (a port, or a virtual path) and what is left.
//!
//! Parameters: the rule, the rate that may be promised, the buffer, the tolerated loss ratio.
//! State: sums over the connections admitted, exact integers, so that what is given back leaves
//! nothing behind.

mod demand;
mod equivalent;
mod ledger;

pub use demand::{Demand, OnOff};
pub use equivalent::{fluid_flow, stationary};
pub use ledger::{Ledger, Place, Shortage};

use cellwise_units::catalogue::{Entry, Status, Written};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The family's name in the catalogue.
pub const FAMILY: &str = "admission-rules";

/// How the capacity that a connection needs is calculated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AdmissionRule {
    /// Every connection is admitted.
    #[default]
    None,
    /// The sum of the peak rates stays below the capacity (of the minimum rates, for ABR and GFR).
    Peak,
    /// The equivalent capacity of all connections together stays below the capacity.
    EquivalentCapacity,
}

impl AdmissionRule {
    /// Every rule, in catalogue order.
    pub const ALL: [Self; 3] = [Self::None, Self::Peak, Self::EquivalentCapacity];

    /// The name that scenarios use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Peak => "peak",
            Self::EquivalentCapacity => "equivalent-capacity",
        }
    }

    /// The row of the catalogue.
    const fn entry(self) -> Entry {
        let (summary, source, status) = match self {
            Self::None => ("Every connection is admitted.", "none", Status::Experimental),
            Self::Peak => (
                "Peak allocation: the sum of the peak rates, of ABR and GFR of the minimum rates, stays within the capacity.",
                "ATM Forum UNI 3.0, section 3.6",
                Status::Experimental,
            ),
            Self::EquivalentCapacity => (
                "Equivalent capacity: what on-off sources need, alone with the buffer or together without it, stays within the capacity.",
                "Guerin, Ahmadi and Naghshineh, IEEE JSAC, September 1991",
                Status::Validated,
            ),
        };
        Entry { family: FAMILY, name: self.name(), summary, source, status, written: Written::Here(file!()) }
    }
}

/// The rows of the family, as `cellwise list` prints them.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    AdmissionRule::ALL.into_iter().map(AdmissionRule::entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenarios_and_catalogue_use_the_same_names() {
        for (rule, row) in AdmissionRule::ALL.into_iter().zip(catalogue()) {
            assert_eq!(serde_json::to_value(rule).unwrap(), row.name);
        }
    }
}
