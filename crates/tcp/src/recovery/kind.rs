//! The kinds of loss recovery: their names, and what each needs of a connection.

use cellwise_units::catalogue::{Entry, Status, Written};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rows::recoveries;
use crate::choices::AfterFastRetransmit;

/// What a recovery needs of a connection.
#[derive(Clone, Copy)]
struct Needs {
    /// Selective acknowledgments.
    sack: bool,
    /// Exact round-trip times; it then sees every acknowledgment.
    timing: bool,
    /// A record of each segment outstanding.
    records: bool,
    /// Where sending may continue after its fast retransmission; first where it does if the settings do not say.
    after_fast_retransmit: &'static [AfterFastRetransmit],
}

impl Needs {
    const NOTHING: Self = Self {
        sack: false,
        timing: false,
        records: false,
        after_fast_retransmit: &[AfterFastRetransmit::GoOn],
    };
}

const ON_OR_BACK: &[AfterFastRetransmit] = &[AfterFastRetransmit::GoOn, AfterFastRetransmit::GoBackN];
const BACK_OR_ON: &[AfterFastRetransmit] = &[AfterFastRetransmit::GoBackN, AfterFastRetransmit::GoOn];

/// Declares the kinds and the catalogue.
macro_rules! kinds {
    ($($kind:ident { $name:literal, $summary:literal, $source:literal, $status:ident, $needs:expr })+) => {
        /// The kinds of loss recovery.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub enum RecoveryKind {
            $(#[doc = $summary] #[serde(rename = $name)] $kind,)+
        }

        impl RecoveryKind {
            /// All of them, in catalogue order.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            const fn needs(self) -> Needs {
                match self { $(Self::$kind => $needs,)+ }
            }
        }

        /// The catalogue rows of the family.
        pub const ROWS: &[Entry] = &[$(Entry {
            family: "recoveries",
            name: $name,
            summary: $summary,
            source: $source,
            status: Status::$status,
            written: Written::Beside(file!()),
        },)+];
    };
}

recoveries!(kinds);

impl RecoveryKind {
    /// Whether it needs selective acknowledgments.
    #[must_use]
    pub const fn uses_sack(self) -> bool {
        self.needs().sack
    }

    /// Whether it needs exact round-trip times.
    #[must_use]
    pub const fn needs_timing(self) -> bool {
        self.needs().timing
    }

    /// Whether it needs a record of each segment outstanding.
    #[must_use]
    pub const fn needs_records(self) -> bool {
        self.needs().records
    }

    /// Where sending may continue after its fast retransmission, the default first.
    #[must_use]
    pub const fn after_fast_retransmit(self) -> &'static [AfterFastRetransmit] {
        self.needs().after_fast_retransmit
    }
}
