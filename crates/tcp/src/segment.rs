//! The segment as the two ends exchange it: lengths and numbers, no octets of data.

use crate::seq::Seq;

/// Octets of a TCP header without options.
pub const TCP_HEADER_BYTES: u64 = 20;
/// Octets of an IPv4 header without options.
pub const IP_HEADER_BYTES: u64 = 20;
/// Octets of a UDP header.
pub const UDP_HEADER_BYTES: u64 = 8;

/// Where segments leave: the caller passes a vector that it empties and uses again.
pub type Output = Vec<Segment>;

/// The control bits of a TCP header (RFC 9293 3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(pub u8);

impl Flags {
    /// No more data from the sender.
    pub const FIN: Self = Self(0x01);
    /// Synchronise sequence numbers.
    pub const SYN: Self = Self(0x02);
    /// Reset the connection.
    pub const RST: Self = Self(0x04);
    /// Push.
    pub const PSH: Self = Self(0x08);
    /// The acknowledgment field is significant.
    pub const ACK: Self = Self(0x10);

    /// Whether all bits of `other` are set.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A TCP segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Sequence number of the first octet of data.
    pub seq: Seq,
    /// Octets of data.
    pub len: u32,
    /// The next octet that its sender expects.
    pub ack: Seq,
    /// Octets offered beyond `ack`: the header field after scaling, so a multiple of the scale.
    pub window: u32,
    /// Control bits.
    pub flags: Flags,
    /// Whether its first octet was sent before. For counting; not on the wire.
    pub retransmission: bool,
}
