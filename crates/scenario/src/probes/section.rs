//! The section `[probes]` of scenarios.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rows::probes;
use crate::schema::{
    BacklogProbe, BusyProbe, CellsProbe, DelaysProbe, ErrorsProbe, FlowProbe, LossesProbe, OccupancyProbe,
    OneOrMany, PacketsProbe, ProbabilityProbe, QueueProbe, SegmentsProbe, SojournProbe, TransmittedProbe,
    VcProbe,
};

/// Declares the section.
macro_rules! section {
    (
        series { $($(#[$doc:meta])+ $key:ident: $table:ident, $find:ident -> $quantity:ident($watched:ty), $unit:literal;)+ }
        records { $($(#[$record_doc:meta])+ $record:ident: $record_table:ident, $note:ident;)+ }
    ) => {
        /// What to record over time. Each key takes one table or an array of tables.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct Probes {
            $($(#[$doc])+ #[serde(skip_serializing_if = "Option::is_none")] pub $key: Option<OneOrMany<$table>>,)+
            $(
                $(#[$record_doc])+ #[serde(skip_serializing_if = "Option::is_none")]
                pub $record: Option<OneOrMany<$record_table>>,
            )+
        }

        #[cfg(feature = "arbitrary")]
        impl Probes {
            /// Any of all probes, of all that there is and of some `ports`.
            pub fn arbitrary(ports: &'static [&'static str]) -> impl proptest::strategy::Strategy<Value = Self> {
                use proptest::option::weighted;
                use proptest::strategy::{Just, Strategy};

                let drawn = Just(Self::default()).boxed();
                $(let drawn = (drawn, weighted(0.25, $table::arbitrary(ports)))
                    .prop_map(|(drawn, table)| Self { $key: table.map(OneOrMany::One), ..drawn }).boxed();)+
                $(let drawn = (drawn, weighted(0.25, $record_table::arbitrary(ports)))
                    .prop_map(|(drawn, table)| Self { $record: table.map(OneOrMany::One), ..drawn }).boxed();)+
                drawn
            }
        }
    };
}

probes!(section);

impl Probes {
    /// Whether nothing is recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
