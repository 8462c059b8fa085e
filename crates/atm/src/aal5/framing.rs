//! How many cells a packet takes: encapsulation, padding, trailer.
//!
//! Source: ITU-T I.363.5 for the frame, RFC 2684 for the encapsulations. A frame is
//! `SDU | PAD (0..47) | trailer (8)`, a whole number of 48-octet payloads; the SDU is the packet
//! with its encapsulation header.

use cellwise_units::catalogue::{Entry, Status};
use cellwise_units::{Bytes, Cells, PAYLOAD_BYTES};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Octets of the trailer: UU, CPI, length, CRC-32.
pub const TRAILER_BYTES: u64 = 8;

/// Octets of the largest SDU that the length field can tell.
pub const MAX_SDU_BYTES: u64 = 65_535;

/// Cells of the frame that carries an SDU: ceil((L + 8) / 48), at least 1.
#[must_use]
pub const fn cells_for(sdu: Bytes) -> Cells {
    Cells::new(sdu.get().saturating_add(TRAILER_BYTES).div_ceil(PAYLOAD_BYTES))
}

/// Padding octets of the frame that carries an SDU, from 0 to 47.
#[must_use]
pub const fn pad(sdu: Bytes) -> Bytes {
    let used = (sdu.get() % PAYLOAD_BYTES + TRAILER_BYTES) % PAYLOAD_BYTES;
    Bytes::new((PAYLOAD_BYTES - used) % PAYLOAD_BYTES)
}

/// Declares the encapsulations, each as variant, name, overhead in octets, summary and source.
macro_rules! encapsulations {
    ($($variant:ident $name:literal $overhead:literal $summary:literal $source:literal;)+) => {
        /// How packets are told apart on a VC: what is put before the packet in its SDU.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Encapsulation {
            $(#[doc = $summary] #[serde(rename = $name)] $variant,)+
        }

        impl Encapsulation {
            /// Every encapsulation, in catalogue order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name that scenarios use.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// Octets put before each packet.
            #[must_use]
            pub const fn overhead(self) -> Bytes {
                Bytes::new(match self { $(Self::$variant => $overhead,)+ })
            }
        }

        /// The rows of the family "encapsulations", as `cellwise list` prints them.
        #[must_use]
        pub fn catalogue() -> Vec<Entry> {
            vec![$(Entry {
                family: "encapsulations", name: $name, summary: $summary, source: $source,
                status: Status::Validated,
            }),+]
        }
    };
}

encapsulations! {
    LlcSnap "llc-snap" 8
        "LLC/SNAP header before each routed IP packet: 8 octets (AA AA 03, OUI, protocol)."
        "RFC 2684, section 5.1; RFC 2225";
    VcMux   "vc-mux"   0
        "VC multiplexing: nothing before the routed IP packet, the VC tells the protocol."
        "RFC 2684, section 6.1";
}

impl Encapsulation {
    /// Octets of the SDU that carries a packet.
    #[must_use]
    pub const fn sdu(self, packet: Bytes) -> Bytes {
        Bytes::new(packet.get().saturating_add(self.overhead().get()))
    }

    /// Cells of the frame that carries a packet.
    #[must_use]
    pub const fn cells_for(self, packet: Bytes) -> Cells {
        cells_for(self.sdu(packet))
    }
}

impl Default for Encapsulation {
    /// LLC/SNAP, the default of classical IP over ATM (RFC 2225, section 4).
    fn default() -> Self {
        Self::LlcSnap
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_segment_takes_the_cells_that_the_arithmetic_of_the_standards_gives() {
        // IP packet octets; cells with VC multiplexing; cells with LLC/SNAP.
        for (packet, vc_mux, llc_snap) in [
            (40, 1, 2),
            (552, 12, 12),
            (1392, 30, 30),
            (1500, 32, 32),
            (4832, 101, 101),
            (9180, 192, 192),
            (9220, 193, 193),
        ] {
            let packet = Bytes::new(packet);
            assert_eq!(Encapsulation::VcMux.cells_for(packet).get(), vc_mux, "{packet}");
            assert_eq!(Encapsulation::LlcSnap.cells_for(packet).get(), llc_snap, "{packet}");
        }
    }

    #[test]
    fn scenarios_and_catalogue_use_the_same_names() {
        for (&encapsulation, row) in Encapsulation::ALL.iter().zip(catalogue()) {
            assert_eq!(serde_json::to_value(encapsulation).unwrap(), row.name);
            assert_eq!(encapsulation.name(), row.name);
        }
    }

    proptest! {
        #[test]
        fn sdu_pad_and_trailer_fill_the_cells_exactly(octets in 0u64..200_000) {
            let sdu = Bytes::new(octets);
            prop_assert_eq!(octets + pad(sdu).get() + TRAILER_BYTES, cells_for(sdu).get() * PAYLOAD_BYTES);
            prop_assert!(pad(sdu).get() < PAYLOAD_BYTES);
        }

        #[test]
        fn the_arithmetic_is_total(octets in u64::MAX - 100..=u64::MAX) {
            for &encapsulation in Encapsulation::ALL {
                prop_assert!(encapsulation.cells_for(Bytes::new(octets)).get() > 0);
            }
            prop_assert!(pad(Bytes::new(octets)).get() < PAYLOAD_BYTES);
        }
    }
}
