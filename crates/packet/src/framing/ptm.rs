//! PTM: Ethernet frames in codewords of 65 octets, 64 of them payload (VDSL2, ADSL2 Annex N, 2BASE-TL).
//!
//! A frame from its destination address to its check sequence gets a check sequence of the sublayer's own, an octet
//! before it (S) and one in the codeword in which it ends (C). The synchronization octets are spread over all: a
//! payload octet takes 65/64 of an octet. Where each of them is, is the matter of the line
//! `ptm-grid`. Source: IEEE 802.3, 61.3; ITU-T G.992.3, Annex N.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, LEAST_PAYLOAD, MOST_PAYLOAD, MOST_VLAN_TAGS, STANDARD_PAYLOAD, check};
use super::{Framing, WireOctets};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, prop_oneof};

/// Payload octets of a codeword.
pub(crate) const CODEWORD_PAYLOAD: u64 = 64;
/// S before a frame, C where it ends.
const MARKS_OCTETS: u32 = 2;

/// The check sequence of the transmission convergence sublayer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TcCheck {
    /// 2 octets: VDSL2, ADSL2, 10PASS-TS.
    #[default]
    #[serde(rename = "crc-16")]
    Crc16,
    /// 4 octets: 2BASE-TL.
    #[serde(rename = "crc-32")]
    Crc32,
}

impl TcCheck {
    const fn octets(self) -> u32 {
        match self {
            Self::Crc16 => 2,
            Self::Crc32 => 4,
        }
    }
}

/// Parameters of [`Ptm`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Number of VLAN tags, of 4 octets each.
    #[schemars(extend("minimum" = 0, "maximum" = MOST_VLAN_TAGS))]
    pub vlan_tags: u32,
    /// Whether packets are in PPPoE, which takes 8 octets of the payload.
    pub pppoe: bool,
    /// The check sequence of the sublayer.
    pub crc: TcCheck,
    /// The longest payload of a frame, in octets.
    #[schemars(extend("minimum" = LEAST_PAYLOAD, "maximum" = MOST_PAYLOAD))]
    pub payload_octets: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { vlan_tags: 0, pppoe: false, crc: TcCheck::default(), payload_octets: STANDARD_PAYLOAD }
    }
}

impl Config {
    /// The framing.
    #[must_use]
    pub fn build(&self) -> Ptm {
        let frame = Frame::new(self.vlan_tags, self.pppoe, self.payload_octets);
        Ptm { frame, crc: self.crc.octets() }
    }

    /// Numbers out of range; packets that no frame has room for.
    #[must_use]
    pub fn check(&self, mtu: u32) -> Vec<ConfigIssue> {
        check(self.vlan_tags, self.pppoe, self.payload_octets, mtu)
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let crc = prop_oneof![Just(TcCheck::Crc16), Just(TcCheck::Crc32)];
        let payload = LEAST_PAYLOAD..=MOST_PAYLOAD;
        (0..=MOST_VLAN_TAGS, any::<bool>(), crc, payload).prop_map(
            |(vlan_tags, pppoe, crc, payload_octets)| Self { vlan_tags, pppoe, crc, payload_octets },
        )
    }
}

/// PTM.
#[derive(Clone, Copy, Debug)]
pub struct Ptm {
    frame: Frame,
    crc: u32,
}

impl Ptm {
    /// The payload octets of codewords that a packet takes, wherever it lies.
    #[must_use]
    pub(crate) fn payload_octets(&self, ip_octets: u32) -> u32 {
        self.frame_octets(ip_octets) + MARKS_OCTETS
    }
}

impl Framing for Ptm {
    fn wire(&self, ip_octets: u32) -> WireOctets {
        let payload = u64::from(self.payload_octets(ip_octets));
        WireOctets::from_parts(payload * (CODEWORD_PAYLOAD + 1) * (WireOctets::PARTS / CODEWORD_PAYLOAD))
    }

    fn queued_octets(&self, ip_octets: u32) -> u32 {
        self.frame.queued_octets(ip_octets)
    }

    fn frame_octets(&self, ip_octets: u32) -> u32 {
        self.frame.octets(ip_octets) + self.crc
    }

    fn mtu(&self) -> u32 {
        self.frame.mtu()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_takes_22_payload_octets_more_than_it_has_and_30_with_pppoe() {
        let plain = Config::default().build();
        let pppoe = Config { pppoe: true, ..Config::default() }.build();
        for ip_octets in [46, 100, 576, 1492, 1500] {
            assert_eq!(plain.payload_octets(ip_octets), ip_octets + 22);
            assert_eq!(pppoe.payload_octets(ip_octets), ip_octets + 30);
        }
        // The frame has 64 octets at least, which the keywords of shapers do not know.
        assert_eq!(plain.payload_octets(28), 68);
        let tagged = Config { vlan_tags: 1, crc: TcCheck::Crc32, ..Config::default() }.build();
        assert_eq!(tagged.payload_octets(1500), 1528);
    }

    #[test]
    fn each_payload_octet_takes_65_of_64_octets() {
        let wire = Config::default().build().wire(1500);
        assert_eq!(wire.parts(), 1522 * 65 * WireOctets::PARTS / 64);
        // 1545.78 octets, and 0.93674 of the rate is goodput of TCP with timestamps.
        assert_eq!(format!("{:.2} {:.5}", wire.as_f64(), 1448.0 / wire.as_f64()), "1545.78 0.93674");
    }
}
