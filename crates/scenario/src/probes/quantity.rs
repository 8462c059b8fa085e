//! What can be recorded over time.

use super::rows::probes;
use crate::network::{FlowIndex, PacketBacklog, Port, PortQueue, PortVc, VcIndex};

/// Declares the quantities.
macro_rules! quantities {
    (
        series { $($(#[$doc:meta])+ $key:ident: $table:ident, $find:ident -> $quantity:ident($watched:ty), $unit:literal;)+ }
        records { $($(#[$record_doc:meta])+ $record:ident: $record_table:ident, $note:ident;)+ }
    ) => {
        /// A quantity that is recorded over time, and its object.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Quantity {
            $($(#[$doc])+ $quantity($watched),)+
        }

        impl Quantity {
            /// The key of `[probes]`, and the first word of a probe's name.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$quantity(_) => stringify!($key),)+ }
            }

            /// The unit of the recorded values.
            #[must_use]
            pub const fn unit(&self) -> &'static str {
                match self { $(Self::$quantity(_) => $unit,)+ }
            }
        }
    };
}

probes!(quantities);
