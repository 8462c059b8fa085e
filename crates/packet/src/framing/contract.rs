//! What every framing answers.

use crate::framing::WireOctets;
use cellwise_units::ConfigIssue;

/// The family's name in the catalogue.
pub const FAMILY: &str = "framings";

/// The shortest MTU that IPv4 allows.
// spec: rfc791 3.2
pub(super) const LEAST_MTU: u32 = 68;

/// A framing.
pub trait Framing {
    /// What an IP packet of so many octets takes on the wire, with everything that the link adds.
    fn wire(&self, ip_octets: u32) -> WireOctets;

    /// What queues count for it: with the header of the link, without padding, check sequence, preamble and gap.
    fn queued_octets(&self, ip_octets: u32) -> u32;

    /// The octets in any of which a wrong bit makes the receiver drop it: the frame with its check sequence.
    fn frame_octets(&self, ip_octets: u32) -> u32;

    /// The longest IP packet that the link takes, in octets.
    fn mtu(&self) -> u32;
}

/// A longest packet, under the key `mtu`, that a framing with room for `most` octets does not take.
pub(super) fn check_mtu(mtu: u32, most: u32) -> Option<ConfigIssue> {
    let rule = format!("give from {LEAST_MTU} to {most} octets: a frame of this link has room for no more");
    (!(LEAST_MTU..=most).contains(&mtu)).then(|| ConfigIssue::new("mtu", mtu, rule))
}
