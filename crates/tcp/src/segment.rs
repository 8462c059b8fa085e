//! The segment as the two ends exchange it: lengths and numbers, no octets of data.

use cellwise_packet::Codepoint;

use crate::options::Options;
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
pub struct Flags(pub u16);

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
    /// Echo of a congestion mark (RFC 3168 6.1).
    pub const ECE: Self = Self(0x40);
    /// The congestion window was reduced (RFC 3168 6.1).
    pub const CWR: Self = Self(0x80);
    /// The third bit of the counter of marks (RFC 9768 3.1.1).
    pub const AE: Self = Self(0x100);

    /// The bits of both.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The bits that `other` does not have.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether all bits of `other` are set.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A TCP segment, with the two bits of its IP header that TCP reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Sequence number of the first octet of data; of the SYN or the FIN without data.
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
    /// The IP header's ECN field.
    pub codepoint: Codepoint,
    /// Options of the TCP header.
    pub options: Options,
}

// Segments are copied and queued by the million: with eight octets more a step of a run takes a tenth more memory.
const _: () = assert!(size_of::<Segment>() == 72);

impl Segment {
    /// A segment sent for the first time, without options and marks.
    #[inline]
    #[must_use]
    pub fn plain(seq: Seq, len: u32, ack: Seq, window: u32, flags: Flags) -> Self {
        let options = Options::default();
        Self { seq, len, ack, window, flags, retransmission: false, codepoint: Codepoint::NotEct, options }
    }

    /// Octets of its IP and TCP headers, options included.
    #[inline]
    #[must_use]
    pub fn header_octets(&self) -> u64 {
        IP_HEADER_BYTES + TCP_HEADER_BYTES + self.options.octets()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_segment_has_the_shortest_headers() {
        assert_eq!(Segment::plain(Seq(0), 512, Seq(0), 0, Flags::ACK).header_octets(), 40);
    }
}
