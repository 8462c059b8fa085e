//! What a packet is taken to be on the line below: the keywords and sums of tc-cake(8), for whatever shapes by them.

use cellwise_units::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::packet::Packet;

/// The octets of a VLAN tag.
const VLAN_OCTETS: i64 = 4;

/// How the line below carries octets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Framing {
    /// Unchanged.
    #[default]
    None,
    /// In cells: 53 octets for each 48 or part of them.
    Atm,
    /// In codewords: one octet more for each 64 or part of them.
    Ptm,
}

/// A keyword of tc-cake(8) for what a line adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Keyword {
    /// Nothing: the packet as the link of the queue counts it.
    #[default]
    Raw,
    /// 48 octets and cells: more than any line adds.
    Conservative,
    /// IP over AAL5, VC multiplexing.
    IpoaVcmux,
    /// IP over AAL5 with LLC/SNAP.
    IpoaLlcsnap,
    /// PPP over AAL5, VC multiplexing.
    PppoaVcmux,
    /// PPP over AAL5 with LLC.
    PppoaLlc,
    /// Ethernet over AAL5, VC multiplexing, without check sequence.
    BridgedVcmux,
    /// Ethernet over AAL5 with LLC/SNAP, without check sequence.
    BridgedLlcsnap,
    /// PPPoE over AAL5, VC multiplexing.
    PppoeVcmux,
    /// PPPoE over AAL5 with LLC/SNAP.
    PppoeLlcsnap,
    /// Ethernet over PTM.
    BridgedPtm,
    /// PPPoE over PTM.
    PppoePtm,
    /// The octets that the rate of a cable modem counts.
    Docsis,
    /// Ethernet with preamble and gap.
    Ethernet,
}

/// What is added to a packet before it is framed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overhead {
    /// Octets added to the length as an IP packet; `None` to take the length as the link of the queue counts it.
    octets: Option<i64>,
    /// The least length after that.
    mpu: u64,
    framing: Framing,
}

/// The keys that say what the line below adds; each number overrides that of the keyword.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub(super) keyword: Keyword,
    pub(super) octets: Option<i16>,
    pub(super) mpu: Option<Bytes>,
    pub(super) framing: Option<Framing>,
    pub(super) vlan_tags: u8,
}

impl Keyword {
    fn overhead(self) -> Overhead {
        let (octets, mpu, framing) = match self {
            Self::Raw => return Overhead { octets: None, mpu: 0, framing: Framing::None },
            Self::Conservative => (48, 0, Framing::Atm),
            Self::IpoaVcmux => (8, 0, Framing::Atm),
            Self::IpoaLlcsnap => (16, 0, Framing::Atm),
            Self::PppoaVcmux => (10, 0, Framing::Atm),
            Self::PppoaLlc => (14, 0, Framing::Atm),
            Self::BridgedVcmux => (24, 0, Framing::Atm),
            Self::BridgedLlcsnap | Self::PppoeVcmux => (32, 0, Framing::Atm),
            Self::PppoeLlcsnap => (40, 0, Framing::Atm),
            Self::BridgedPtm => (22, 0, Framing::Ptm),
            Self::PppoePtm => (30, 0, Framing::Ptm),
            Self::Docsis => (18, 64, Framing::None),
            Self::Ethernet => (38, 84, Framing::None),
        };
        Overhead { octets: Some(octets), mpu, framing }
    }
}

impl Overhead {
    pub(super) fn new(given: Given) -> Self {
        let keyword = given.keyword.overhead();
        let octets = given.octets.map(i64::from).or(keyword.octets);
        let tags = VLAN_OCTETS * i64::from(given.vlan_tags);
        // A tag is added to the IP packet as any other overhead is, so that the link's own header is not counted.
        let octets = if tags > 0 { Some(octets.unwrap_or(0) + tags) } else { octets };
        let mpu = given.mpu.map_or(keyword.mpu, Bytes::get);
        Self { octets, mpu, framing: given.framing.unwrap_or(keyword.framing) }
    }

    /// The octets for which a packet is charged.
    pub(super) fn adjusted(&self, packet: &Packet) -> u64 {
        let length = match self.octets {
            Some(octets) => u64::from(packet.ip_octets).saturating_add_signed(octets),
            None => u64::from(packet.octets),
        };
        self.framed(length)
    }

    /// The most octets for which a packet is charged that a queue counts as no longer than `octets`.
    pub(super) fn most(&self, octets: u32) -> u64 {
        self.framed(u64::from(octets).saturating_add_signed(self.octets.unwrap_or(0).max(0)))
    }

    fn framed(&self, length: u64) -> u64 {
        let length = length.max(self.mpu);
        match self.framing {
            Framing::None => length,
            Framing::Atm => length.div_ceil(48) * 53,
            Framing::Ptm => length + length.div_ceil(64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::cake::Config;
    use crate::discipline::testing::packet;

    const LENGTHS: [u32; 7] = [28, 40, 52, 100, 576, 1492, 1500];

    fn row(config: &Config) -> [u64; 7] {
        LENGTHS.map(|length| {
            let packet = Packet { ip_octets: length, ..packet(0, length + 14) };
            config.overhead_of().adjusted(&packet)
        })
    }

    #[test]
    fn every_keyword_gives_the_sums_of_tc_cake() {
        let rows: [(&str, [u64; 7]); 13] = [
            ("conservative", [106, 106, 159, 212, 689, 1749, 1749]),
            ("ipoa-vcmux", [53, 53, 106, 159, 689, 1696, 1696]),
            ("ipoa-llcsnap", [53, 106, 106, 159, 689, 1696, 1696]),
            ("pppoa-vcmux", [53, 106, 106, 159, 689, 1696, 1696]),
            ("pppoa-llc", [53, 106, 106, 159, 689, 1696, 1696]),
            ("bridged-vcmux", [106, 106, 106, 159, 689, 1696, 1696]),
            ("bridged-llcsnap", [106, 106, 106, 159, 689, 1696, 1696]),
            ("pppoe-vcmux", [106, 106, 106, 159, 689, 1696, 1696]),
            ("pppoe-llcsnap", [106, 106, 106, 159, 689, 1696, 1749]),
            ("bridged-ptm", [51, 63, 76, 124, 608, 1538, 1546]),
            ("pppoe-ptm", [59, 72, 84, 133, 616, 1546, 1554]),
            ("docsis", [64, 64, 70, 118, 594, 1510, 1518]),
            ("ethernet", [84, 84, 90, 138, 614, 1530, 1538]),
        ];
        for (name, expected) in rows {
            let overhead = serde_json::from_value(name.into()).unwrap();
            assert_eq!(row(&Config { overhead, ..Config::default() }), expected, "{name}");
        }
        let vlan = Config { overhead: Keyword::PppoePtm, ether_vlan: 1, ..Config::default() };
        assert_eq!(row(&vlan), [63, 76, 88, 137, 620, 1550, 1558]);
    }

    #[test]
    fn raw_takes_the_length_with_the_header_of_the_link() {
        assert_eq!(row(&Config::default()), LENGTHS.map(|length| u64::from(length) + 14));
    }

    #[test]
    fn numbers_go_before_the_keyword() {
        let config = Config {
            overhead: Keyword::Ethernet,
            overhead_bytes: Some(-4),
            framing: Some(Framing::Atm),
            ..Config::default()
        };
        assert_eq!(row(&config)[6], 1496u64.div_ceil(48) * 53);
        let plain = Config { overhead_bytes: Some(0), ..Config::default() };
        assert_eq!(row(&plain), LENGTHS.map(u64::from), "the header of the link is not counted");
    }
}
