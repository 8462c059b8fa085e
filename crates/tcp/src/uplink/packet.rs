//! A packet as an uplink queue sees it.

use crate::segment::{Codepoint, Flags, Segment};
use crate::seq::Seq;

/// What a packet is to an uplink queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// An acknowledgment without data, SYN, FIN or RST.
    Acknowledgment,
    /// Anything else.
    Data,
}

/// The ECN field of a packet's IP header.
// spec: rfc3168 5
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ecn {
    /// The transport does not understand marks.
    #[default]
    NotCapable,
    /// It does, and the packet is not marked.
    Capable,
    /// The packet is marked.
    Marked,
}

/// A packet, what an uplink queue must know of it, and what the queue's owner knows it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet<T> {
    /// Whether it is a pure acknowledgment.
    pub class: Class,
    /// Its connection and direction, by a number of the owner's.
    pub connection: u32,
    /// The next octet that its sender expects.
    pub ack: Seq,
    /// Whether it is a duplicate acknowledgment.
    pub duplicate: bool,
    /// Whether it acknowledges selectively.
    pub selective: bool,
    /// Its ECN field, which the queue may mark.
    pub ecn: Ecn,
    /// Its length in octets, headers included.
    pub octets: u64,
    /// The owner's handle.
    pub handle: T,
}

impl<T> Packet<T> {
    /// The packet of a segment. Whether it is a duplicate is for [`super::Duplicates`] to say; its length
    /// is that of the IP packet.
    #[must_use]
    pub fn of_segment(segment: &Segment, connection: u32, duplicate: bool, handle: T) -> Self {
        let flags = segment.flags;
        let more = [Flags::SYN, Flags::FIN, Flags::RST].into_iter().any(|flag| flags.contains(flag));
        let pure = segment.len == 0 && flags.contains(Flags::ACK) && !more;
        let ecn = match segment.codepoint {
            Codepoint::Ce => Ecn::Marked,
            Codepoint::Ect0 | Codepoint::Ect1 => Ecn::Capable,
            Codepoint::NotEct => Ecn::NotCapable,
        };
        Self {
            class: if pure { Class::Acknowledgment } else { Class::Data },
            connection,
            ack: segment.ack,
            duplicate,
            selective: !segment.options.sack.is_empty(),
            ecn,
            octets: segment.header_octets() + u64::from(segment.len),
            handle,
        }
    }

    /// Any packet that TCP does not send, of so many octets.
    #[must_use]
    pub fn other(connection: u32, octets: u64, handle: T) -> Self {
        let (class, ecn) = (Class::Data, Ecn::NotCapable);
        Self { class, connection, ack: Seq(0), duplicate: false, selective: false, ecn, octets, handle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class_of(len: u32, flags: Flags) -> Class {
        Packet::of_segment(&Segment::plain(Seq(0), len, Seq(0), 0, flags), 0, false, ()).class
    }

    #[test]
    fn only_an_acknowledgment_and_nothing_more_is_a_pure_one() {
        assert_eq!(class_of(0, Flags::ACK), Class::Acknowledgment);
        assert_eq!(class_of(0, Flags::ACK.with(Flags::ECE)), Class::Acknowledgment);
        for flags in [Flags::SYN, Flags::SYN.with(Flags::ACK), Flags::FIN.with(Flags::ACK), Flags(0)] {
            assert_eq!(class_of(0, flags), Class::Data);
        }
        assert_eq!(class_of(1, Flags::ACK), Class::Data);
    }

    #[test]
    fn length_and_ecn_field_are_those_of_the_ip_packet() {
        let segment =
            Segment { codepoint: Codepoint::Ect0, ..Segment::plain(Seq(0), 512, Seq(9), 0, Flags::ACK) };
        let packet = Packet::of_segment(&segment, 3, false, 'x');
        assert_eq!((packet.octets, packet.ecn, packet.connection), (552, Ecn::Capable, 3));
        let marked = Packet::of_segment(&Segment { codepoint: Codepoint::Ce, ..segment }, 3, false, 'x');
        assert_eq!(marked.ecn, Ecn::Marked);
    }
}
