//! What became of packets that will not arrive.

use cellwise_net::LostPacket;
use cellwise_units::Time;

use crate::packet::Port;

/// A packet that was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    /// Where it was offered.
    pub port: Port,
    /// The tag that it was offered with.
    pub tag: u64,
    /// The instant for which it was offered.
    pub offered_at: Time,
    /// The instant at which the first of it was lost.
    pub at: Time,
    /// Where: the port, policer, line or host, by the name that it has in tables.
    pub place: String,
    /// Why: the reason by the name that it has in tables, such as `overflow`.
    pub reason: String,
}

impl From<LostPacket> for Fate {
    fn from(lost: LostPacket) -> Self {
        let LostPacket { port, tag, offered_at, at, place, reason } = lost;
        Self { port: Port(port), tag, offered_at, at, place, reason: reason.to_owned() }
    }
}
