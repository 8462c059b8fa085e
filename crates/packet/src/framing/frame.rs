//! The Ethernet frame that an IP packet is in: what Ethernet and PTM have in common.

use super::check_mtu;
use cellwise_units::ConfigIssue;

/// Addresses and type.
const HEADER_OCTETS: u32 = 14;
const CHECK_SEQUENCE_OCTETS: u32 = 4;
const VLAN_TAG_OCTETS: u32 = 4;
/// PPPoE's own header of 6 octets and PPP's protocol field.
// spec: rfc2516 4
const PPPOE_OCTETS: u32 = 8;
/// The shortest frame, from the destination address to the check sequence.
const LEAST_OCTETS: u32 = 64;

pub(super) const MOST_VLAN_TAGS: u32 = 2;
/// What a frame of IEEE 802.3 carries.
pub(super) const STANDARD_PAYLOAD: u32 = 1500;
pub(super) const LEAST_PAYLOAD: u32 = 576;
/// The longest payload of common jumbo frames.
pub(super) const MOST_PAYLOAD: u32 = 9216;

/// A form of Ethernet frames.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Octets before the IP packet.
    header: u32,
    mtu: u32,
}

impl Frame {
    pub(super) fn new(vlan_tags: u32, has_pppoe: bool, payload_octets: u32) -> Self {
        let pppoe = if has_pppoe { PPPOE_OCTETS } else { 0 };
        Self {
            header: HEADER_OCTETS + VLAN_TAG_OCTETS * vlan_tags.min(MOST_VLAN_TAGS) + pppoe,
            mtu: payload_octets.clamp(LEAST_PAYLOAD, MOST_PAYLOAD) - pppoe,
        }
    }

    /// The frame of a packet, from the destination address to the check sequence, padding included.
    pub(super) const fn octets(&self, ip_octets: u32) -> u32 {
        let octets = ip_octets + self.header + CHECK_SEQUENCE_OCTETS;
        if octets < LEAST_OCTETS { LEAST_OCTETS } else { octets }
    }

    /// The frame as a queue counts it: the hardware pads it and adds its check sequence.
    pub(super) const fn queued_octets(&self, ip_octets: u32) -> u32 {
        ip_octets + self.header
    }

    pub(super) const fn mtu(&self) -> u32 {
        self.mtu
    }
}

/// What does not make sense in the keys of a frame, for packets of up to `mtu` octets.
pub(super) fn check(vlan_tags: u32, has_pppoe: bool, payload_octets: u32, mtu: u32) -> Vec<ConfigIssue> {
    let tags = (vlan_tags > MOST_VLAN_TAGS)
        .then(|| ConfigIssue::new("vlan_tags", vlan_tags, format!("give from 0 to {MOST_VLAN_TAGS} tags")));
    let payload = (!(LEAST_PAYLOAD..=MOST_PAYLOAD).contains(&payload_octets)).then(|| {
        let rule = format!("give from {LEAST_PAYLOAD} to {MOST_PAYLOAD} octets");
        ConfigIssue::new("payload_octets", payload_octets, rule)
    });
    let mtu = check_mtu(mtu, Frame::new(vlan_tags, has_pppoe, payload_octets).mtu());
    tags.into_iter().chain(payload).chain(mtu).collect()
}
