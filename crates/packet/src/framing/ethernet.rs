//! Ethernet: frames with VLAN tags and PPPoE, after a preamble and followed by a gap.
//!
//! Source: IEEE 802.3, clauses 3 and 4; IEEE 802.1Q; RFC 2516 for PPPoE.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, LEAST_PAYLOAD, MOST_PAYLOAD, MOST_VLAN_TAGS, STANDARD_PAYLOAD, check};
use super::{Framing, WireOctets};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any};

/// Preamble and start of frame before it, and the gap of 96 bit times behind it.
const AROUND_OCTETS: u32 = 8 + 12;

/// Parameters of [`Ethernet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Number of VLAN tags, of 4 octets each.
    #[schemars(extend("minimum" = 0, "maximum" = MOST_VLAN_TAGS))]
    pub vlan_tags: u32,
    /// Whether packets are in PPPoE, which takes 8 octets of the payload.
    pub pppoe: bool,
    /// The longest payload of a frame, in octets: 1500 by the standard, more for jumbo frames.
    #[schemars(extend("minimum" = LEAST_PAYLOAD, "maximum" = MOST_PAYLOAD))]
    pub payload_octets: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { vlan_tags: 0, pppoe: false, payload_octets: STANDARD_PAYLOAD }
    }
}

impl Config {
    /// The framing.
    #[must_use]
    pub fn build(&self) -> Ethernet {
        Ethernet { frame: Frame::new(self.vlan_tags, self.pppoe, self.payload_octets) }
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
        let payload = LEAST_PAYLOAD..=MOST_PAYLOAD;
        (0..=MOST_VLAN_TAGS, any::<bool>(), payload).prop_map(|(vlan_tags, pppoe, payload_octets)| Self {
            vlan_tags,
            pppoe,
            payload_octets,
        })
    }
}

/// Ethernet.
#[derive(Clone, Copy, Debug)]
pub struct Ethernet {
    frame: Frame,
}

impl Framing for Ethernet {
    fn wire(&self, ip_octets: u32) -> WireOctets {
        WireOctets::whole((self.frame.octets(ip_octets) + AROUND_OCTETS).into())
    }

    fn queued_octets(&self, ip_octets: u32) -> u32 {
        self.frame.queued_octets(ip_octets)
    }

    fn frame_octets(&self, ip_octets: u32) -> u32 {
        self.frame.octets(ip_octets)
    }

    fn mtu(&self) -> u32 {
        self.frame.mtu()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wire(config: Config, ip_octets: u32) -> u64 {
        config.build().wire(ip_octets).parts() / WireOctets::PARTS
    }

    #[test]
    fn a_frame_is_padded_to_64_octets_with_its_tags_and_20_are_around_it() {
        let plain = Config::default();
        assert_eq!([28, 46, 47, 1500].map(|ip| wire(plain, ip)), [84, 84, 85, 1538]);
        let tagged = Config { vlan_tags: 2, ..plain };
        assert_eq!([28, 38, 39, 1500].map(|ip| wire(tagged, ip)), [84, 84, 85, 1546]);
        let pppoe = Config { pppoe: true, ..plain };
        assert_eq!([28, 38, 39, 1492].map(|ip| wire(pppoe, ip)), [84, 84, 85, 1538]);
    }

    #[test]
    fn a_full_frame_leaves_tcp_the_well_known_share() {
        // With timestamps and without.
        let share = |payload: f64| format!("{:.6}", payload / wire(Config::default(), 1500) as f64);
        assert_eq!([share(1448.0), share(1460.0)], ["0.941482", "0.949285"]);
    }

    #[test]
    fn queues_count_the_header_and_neither_padding_nor_check_sequence() {
        let octets = |config: Config| config.build().queued_octets(28);
        let plain = Config::default();
        assert_eq!(octets(plain), 42);
        assert_eq!(octets(Config { pppoe: true, vlan_tags: 1, ..plain }), 54);
    }
}
