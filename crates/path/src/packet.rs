//! Packets that enter and packets that leave.

use cellwise_net::Arrived;
pub use cellwise_net::OutsideFlow as Flow;
use cellwise_packet::Codepoint as Ecn;
use cellwise_units::{Span, Time};
use thiserror::Error;

/// A place where packets enter and leave: one end of a flow whose transport is outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Port(pub(crate) u32);

impl Port {
    /// The position among [`crate::Path::ports`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A packet to be carried: what of it matters to the network. Its octets stay with the caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Packet {
    /// The length of the IP packet, its header included: 1 octet up to the port's MTU.
    pub octets: u32,
    /// Its codepoint.
    pub ecn: Ecn,
    /// Whatever the caller knows it by; given back with it.
    pub tag: u64,
    /// Its differentiated services codepoint, from 0 to 63.
    pub class: u8,
    /// Its flow among those of the port, for queues that serve flows or hosts separately.
    pub flow: Flow,
}

/// A packet that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Delivery {
    /// The port at which it leaves.
    pub port: Port,
    /// When.
    pub at: Time,
    /// The tag that it was offered with.
    pub tag: u64,
    /// The length of the IP packet, in octets.
    pub octets: u32,
    /// Its codepoint: [`Ecn::Ce`] if it was marked on the way.
    pub ecn: Ecn,
    /// The differentiated services codepoint that it was offered with.
    pub class: u8,
    /// The instant for which it was offered.
    pub offered_at: Time,
    /// Whether errors that no check has found have changed its octets: never yet, because every error of the lines that
    /// there are is found, by the trailer of the frame or on the packet link.
    pub damaged: bool,
}

impl Delivery {
    /// How long it was under way.
    #[must_use]
    pub fn delay(&self) -> Span {
        self.at - self.offered_at
    }
}

impl From<Arrived> for Delivery {
    fn from(arrived: Arrived) -> Self {
        let Arrived { at, port, packet } = arrived;
        Self {
            port: Port(port),
            at,
            tag: packet.tag,
            octets: packet.octets,
            ecn: packet.codepoint,
            class: packet.dscp,
            offered_at: packet.offered_at,
            damaged: false,
        }
    }
}

/// Why a packet is not taken. Nothing has happened then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OfferError {
    /// The path has passed that instant.
    #[error(
        "a packet is offered at {at}, but the path has come to {now}; give an instant that is not before that"
    )]
    Late {
        /// The instant for which it was offered.
        at: Time,
        /// The instant that the path has reached.
        now: Time,
    },
    /// The caller has promised that nothing would come so early.
    #[error("a packet is offered at {at}, but it was promised that nothing is before {promised}")]
    Promised {
        /// The instant for which it was offered.
        at: Time,
        /// The end of the promise.
        promised: Time,
    },
    /// The packet is longer than the way allows.
    #[error("a packet of {octets} octets is longer than the {mtu} that the path takes")]
    TooLong {
        /// The packet's length.
        octets: u32,
        /// The most that the port takes, in octets of the IP packet.
        mtu: u32,
    },
    /// The packet has no octets.
    #[error("a packet of no octets is no packet; give 1 octet up to the MTU")]
    Empty,
    /// The class is no codepoint.
    #[error("class {class} is no differentiated services codepoint; give 0 to 63")]
    Class {
        /// The class given.
        class: u8,
    },
    /// The port is of another path.
    #[error("the path has no port {port}; it has {ports}")]
    UnknownPort {
        /// The port's position.
        port: usize,
        /// How many ports there are.
        ports: usize,
    },
    /// What waits, and what was not taken, takes all that the scenario's `limits.memory` leaves.
    #[error("{0}")]
    Memory(String),
}
