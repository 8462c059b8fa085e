//! How many cells a packet takes: encapsulation, padding, trailer.
//!
//! Source: ITU-T I.363.5 for the frame; RFC 2684, RFC 2225, ATM Forum LAN Emulation 1.0, RFC 2364 (`PPPoA`)
//! and RFC 2516 (`PPPoE`) for the encapsulations. A frame is
//! `SDU | PAD (0..47) | trailer (8)`, a whole number of 48-octet payloads; the SDU is the packet
//! with its encapsulation.
//!
//! Bridged Ethernet frames that keep their check sequence keep the padding of short frames with it, those
//! without leave it out (RFC 2684, section 5.2: must, may); with and without it, TCP segments and UDP
//! datagrams take the same cells.

use cellwise_units::catalogue::{Entry, Status, Written};
use cellwise_units::{Bytes, Cells, PAYLOAD_BYTES};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Octets of the trailer: UU, CPI, length, CRC-32.
pub const TRAILER_BYTES: u64 = 8;

/// Octets of the largest SDU that the length field can hold.
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

/// Declares the encapsulations, each as variant, name, overhead and least SDU in octets, summary and
/// source.
macro_rules! encapsulations {
    ($($variant:ident $name:literal $overhead:literal $least:literal $summary:literal $source:literal;)+) => {
        /// How packets are distinguished on a VC: the octets that are put around the packet in its SDU.
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

            /// Octets put around each packet: headers and, where it is kept, the check sequence.
            #[must_use]
            pub const fn overhead(self) -> Bytes {
                Bytes::new(match self { $(Self::$variant => $overhead,)+ })
            }

            /// Octets to which shorter SDUs are filled up.
            #[must_use]
            pub const fn least_sdu(self) -> Bytes {
                Bytes::new(match self { $(Self::$variant => $least,)+ })
            }
        }

        /// The rows of the family "encapsulations", as `cellwise list` prints them.
        #[must_use]
        pub fn catalogue() -> Vec<Entry> {
            vec![$(Entry {
                family: "encapsulations", name: $name, summary: $summary, source: $source,
                status: Status::Validated, written: Written::Here(file!()),
            }),+]
        }
    };
}

encapsulations! {
    LlcSnap "llc-snap" 8 0
        "Classical IP: an LLC/SNAP header of 8 octets (AA AA 03, OUI, protocol) before each routed IP packet."
        "RFC 2684, section 5.1; RFC 2225 (before: RFC 1483, RFC 1577)";
    VcMux   "vc-mux"   0 0
        "VC multiplexing: nothing before the routed IP packet, the VC implies the protocol."
        "RFC 2684, section 6.1";
    LaneEthernet "lane-ethernet" 16 62
        "LAN Emulation, Ethernet: the client's identifier (2 octets) and a MAC header (14) without check sequence before each IP packet; at least 62 octets."
        "ATM Forum LAN Emulation over ATM 1.0 (af-lane-0021.000), section 4.1";
    LaneTokenRing "lane-token-ring" 24 16
        "LAN Emulation, Token Ring: the client's identifier (2 octets), a MAC header without routing information (14) and LLC/SNAP (8) before each IP packet."
        "ATM Forum LAN Emulation over ATM 1.0 (af-lane-0021.000), section 4.1; RFC 1042";
    PppoaLlc "pppoa-llc" 6 0
        "PPP over AAL5: an LLC header (FE FE 03), the identifier CF of PPP and the protocol field (2 octets) before each IP packet."
        "RFC 2364, section 6";
    PppoaVcMux "pppoa-vc-mux" 2 0
        "PPP over AAL5, VC multiplexing: PPP's protocol field (2 octets, not compressed) before each IP packet."
        "RFC 2364, section 5";
    BridgedLlc "bridged-llc" 24 0
        "Bridged Ethernet without check sequence: LLC/SNAP (8 octets), padding (2) and a MAC header (14) before each IP packet; short frames are not filled up."
        "RFC 2684, section 5.2";
    BridgedLlcFcs "bridged-llc-fcs" 28 74
        "Bridged Ethernet with its check sequence (4 octets): LLC/SNAP (8), padding (2) and a MAC header (14) before each IP packet; MAC frames of at least 64 octets."
        "RFC 2684, section 5.2; IEEE 802.3, section 3.2";
    BridgedVcMux "bridged-vc-mux" 16 0
        "Bridged Ethernet without check sequence, VC multiplexing: padding (2 octets) and a MAC header (14) before each IP packet; short frames are not filled up."
        "RFC 2684, section 6.2";
    BridgedVcMuxFcs "bridged-vc-mux-fcs" 20 66
        "Bridged Ethernet with its check sequence (4 octets), VC multiplexing: padding (2) and a MAC header (14) before each IP packet; MAC frames of at least 64 octets."
        "RFC 2684, section 6.2; IEEE 802.3, section 3.2";
    PppoeLlc "pppoe-llc" 32 0
        "PPPoE in bridged-llc: a PPPoE header (6 octets) and PPP's protocol field (2) between the MAC header and each IP packet, which has at most 1492 octets."
        "RFC 2516, sections 4 and 7; RFC 2684, section 5.2";
    PppoeLlcFcs "pppoe-llc-fcs" 36 74
        "PPPoE in bridged-llc-fcs: a PPPoE header (6 octets) and PPP's protocol field (2) between the MAC header and each IP packet, which has at most 1492 octets."
        "RFC 2516, sections 4 and 7; RFC 2684, section 5.2; IEEE 802.3, section 3.2";
    PppoeVcMux "pppoe-vc-mux" 24 0
        "PPPoE in bridged-vc-mux: a PPPoE header (6 octets) and PPP's protocol field (2) between the MAC header and each IP packet, which has at most 1492 octets."
        "RFC 2516, sections 4 and 7; RFC 2684, section 6.2";
    PppoeVcMuxFcs "pppoe-vc-mux-fcs" 28 66
        "PPPoE in bridged-vc-mux-fcs: a PPPoE header (6 octets) and PPP's protocol field (2) between the MAC header and each IP packet, which has at most 1492 octets."
        "RFC 2516, sections 4 and 7; RFC 2684, section 6.2; IEEE 802.3, section 3.2";
}

impl Encapsulation {
    /// The encapsulation of this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|encapsulation| encapsulation.name() == name)
    }

    /// Octets of the largest packet that a frame carries; the contents of the packet may allow less.
    #[must_use]
    pub const fn largest_packet(self) -> Bytes {
        Bytes::new(MAX_SDU_BYTES - self.overhead().get())
    }

    /// Octets of the SDU that carries a packet.
    #[must_use]
    pub const fn sdu(self, packet: Bytes) -> Bytes {
        let octets = packet.get().saturating_add(self.overhead().get());
        if octets < self.least_sdu().get() { self.least_sdu() } else { Bytes::new(octets) }
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
    fn lan_emulation_takes_the_cells_of_its_mac_frames() {
        // An acknowledgment of 40 octets is filled up to the least Ethernet frame, 60 octets without
        // check sequence: 2 + 60 + 8 octets. The largest Ethernet frame is an SDU of 1516 octets.
        for (packet, ethernet_sdu, ethernet, token_ring) in
            [(40, 62, 2, 2), (46, 62, 2, 2), (47, 63, 2, 2), (1500, 1516, 32, 32), (4464, 4480, 94, 94)]
        {
            let packet = Bytes::new(packet);
            assert_eq!(Encapsulation::LaneEthernet.sdu(packet).get(), ethernet_sdu, "{packet}");
            assert_eq!(Encapsulation::LaneEthernet.cells_for(packet).get(), ethernet, "{packet}");
            assert_eq!(Encapsulation::LaneTokenRing.cells_for(packet).get(), token_ring, "{packet}");
        }
    }

    #[test]
    fn digital_subscriber_lines_take_the_cells_of_their_frames() {
        // SDU octets and cells: acknowledgment (40 octets IP), largest packet of PPPoE, of Ethernet.
        let worked = [
            ("pppoa-vc-mux", [(42, 2), (1494, 32), (1502, 32)]),
            ("pppoa-llc", [(46, 2), (1498, 32), (1506, 32)]),
            ("bridged-vc-mux", [(56, 2), (1508, 32), (1516, 32)]),
            ("bridged-vc-mux-fcs", [(66, 2), (1512, 32), (1520, 32)]),
            ("bridged-llc", [(64, 2), (1516, 32), (1524, 32)]),
            ("bridged-llc-fcs", [(74, 2), (1520, 32), (1528, 32)]),
            ("pppoe-vc-mux", [(64, 2), (1516, 32), (1524, 32)]),
            ("pppoe-vc-mux-fcs", [(68, 2), (1520, 32), (1528, 32)]),
            ("pppoe-llc", [(72, 2), (1524, 32), (1532, 33)]),
            ("pppoe-llc-fcs", [(76, 2), (1528, 32), (1536, 33)]),
        ];
        for (name, sizes) in worked {
            let encapsulation = Encapsulation::named(name).unwrap();
            for (packet, (sdu, cells)) in [40, 1492, 1500].map(Bytes::new).into_iter().zip(sizes) {
                assert_eq!(encapsulation.sdu(packet).get(), sdu, "{name} {packet}");
                assert_eq!(encapsulation.cells_for(packet).get(), cells, "{name} {packet}");
            }
        }
    }

    #[test]
    fn overhead_with_the_trailer_is_what_linux_takes_for_shaping() {
        // tc-cake(8), keywords of ATM links; the octets are those of the trailer and what is before it.
        for (name, octets) in [
            ("vc-mux", 8),
            ("llc-snap", 16),
            ("pppoa-vc-mux", 10),
            ("pppoa-llc", 14),
            ("bridged-vc-mux", 24),
            ("bridged-llc", 32),
            ("pppoe-vc-mux", 32),
            ("pppoe-llc", 40),
        ] {
            let overhead = Encapsulation::named(name).unwrap().overhead().get();
            assert_eq!(overhead + TRAILER_BYTES, octets, "{name}");
        }
    }

    #[test]
    fn padding_that_bridges_may_leave_out_changes_no_cells_of_a_datagram() {
        // spec: rfc2684 5.2; the least Ethernet frame without check sequence is 60 octets.
        for (name, least) in
            [("bridged-llc", 70), ("bridged-vc-mux", 62), ("pppoe-llc", 70), ("pppoe-vc-mux", 62)]
        {
            let encapsulation = Encapsulation::named(name).unwrap();
            let padded = |packet| cells_for(Bytes::new(encapsulation.sdu(packet).get().max(least)));
            // Headers of IP and UDP are 28 octets.
            for packet in (28..=1500).map(Bytes::new) {
                assert_eq!(encapsulation.cells_for(packet), padded(packet), "{name} {packet}");
            }
        }
    }

    #[test]
    fn the_largest_packet_fills_the_largest_sdu() {
        for &encapsulation in Encapsulation::ALL {
            assert_eq!(encapsulation.sdu(encapsulation.largest_packet()).get(), MAX_SDU_BYTES);
        }
    }

    #[test]
    fn scenarios_and_catalogue_use_the_same_names() {
        for (&encapsulation, row) in Encapsulation::ALL.iter().zip(catalogue()) {
            assert_eq!(serde_json::to_value(encapsulation).unwrap(), row.name);
            assert_eq!(encapsulation.name(), row.name);
            assert_eq!(Encapsulation::named(row.name), Some(encapsulation));
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
