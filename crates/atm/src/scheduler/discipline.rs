//! The disciplines: one row each.

use std::fmt;

use cellwise_units::catalogue::{Entry, Status, Written};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The family's name in the catalogue.
pub const FAMILY: &str = "schedulers";

/// Declares the disciplines, each as variant, name, summary and source.
macro_rules! disciplines {
    ($($(#[$mark:meta])* $variant:ident $name:literal $status:ident $summary:literal $source:literal;)+) => {
        /// In which order a port serves its queues.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Discipline {
            $($(#[$mark])* #[doc = $summary] #[serde(rename = $name)] $variant,)+
        }

        impl Discipline {
            /// Every discipline, in catalogue order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name that scenarios use.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }

        /// The rows of the family, as `cellwise list schedulers` prints them.
        #[must_use]
        pub fn catalogue() -> Vec<Entry> {
            vec![$(Entry {
                family: FAMILY, name: $name, summary: $summary, source: $source, status: Status::$status,
                written: Written::Here(file!()),
            }),+]
        }
    };
}

disciplines! {
    #[default]
    Fifo "fifo" Validated
        "First in, first out: one queue for all cells of the port."
        "ATM Forum 96-1269";
    Priority "priority" Validated
        "Strict priority between service categories, first in, first out within each."
        "ATM Forum Traffic Management 4.0";
    RoundRobin "round-robin" Validated
        "Strict priority between service categories, one cell of each virtual connection in turn within each."
        "Hahne, IEEE JSAC, September 1991";
    WeightedRoundRobin "weighted-round-robin" Validated
        "Strict priority between service categories, as many cells of each virtual connection per round as its weight within each."
        "Katevenis, Sidiropoulos and Courcoubetis, IEEE JSAC, October 1991";
}

impl fmt::Display for Discipline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn scenarios_and_catalogue_use_the_same_names() {
        assert_eq!(Discipline::ALL.len(), catalogue().len());
        for (&discipline, row) in Discipline::ALL.iter().zip(catalogue()) {
            assert_eq!(discipline.name(), row.name);
            assert_eq!(serde_json::to_value(discipline).unwrap(), json!(row.name));
            assert_eq!(serde_json::from_value::<Discipline>(json!(row.name)).unwrap(), discipline);
        }
    }
}
