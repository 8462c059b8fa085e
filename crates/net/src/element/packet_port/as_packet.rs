//! A packet as disciplines see it.

use cellwise_packet::{Acknowledgment, Codepoint, Flow, Packet};
use cellwise_tcp::{Flags, Segment};
use cellwise_units::Time;

use super::{Onward, Passenger};
use crate::data::packet::{Packet as Carried, Sdu};

/// A packet as disciplines see it.
pub(super) fn packet_of(
    frame: &Sdu,
    passenger: Passenger,
    onward: &Onward,
    (handle, arrived): (u32, Time),
) -> Packet {
    let segment = frame.packet.segment();
    let (number, [source, destination]) = match &frame.packet {
        Carried::Outside(packet) => (packet.flow.number, packet.flow.ends(passenger.ends)),
        // Of a web page's flow.
        _ => (segment.map_or(0, |(_, number)| number), passenger.ends),
    };
    Packet {
        handle,
        ip_octets: frame.octets(),
        octets: match onward {
            Onward::Link(wire) => wire.queued_octets(frame.octets()),
            Onward::Cells(_) => frame.octets(),
        },
        flow: Flow {
            number: (u64::from(passenger.connection.number()) << 32) | u64::from(number),
            source,
            destination,
        },
        dscp: passenger.dscp,
        codepoint: codepoint_of(&frame.packet, segment.map(|(segment, _)| segment)),
        acknowledgment: segment.and_then(|(segment, _)| acknowledgment_of(segment)),
        arrived,
        queue: 0,
        marked: None,
    }
}

const fn codepoint_of(packet: &Carried, segment: Option<&Segment>) -> Codepoint {
    match (segment, packet) {
        (Some(segment), _) => segment.codepoint,
        (None, Carried::Outside(packet)) => packet.codepoint,
        (None, _) => Codepoint::NotEct,
    }
}

fn acknowledgment_of(segment: &Segment) -> Option<Acknowledgment> {
    let flags = segment.flags;
    let is_one = flags.contains(Flags::ACK)
        && ![Flags::SYN, Flags::FIN, Flags::RST].into_iter().any(|flag| flags.contains(flag));
    is_one.then(|| {
        let blocks = segment.options.sack.as_slice();
        let mut sack = [(0, 0); 4];
        sack.iter_mut().zip(blocks).for_each(|(block, (first, end))| *block = (first.0, end.0));
        Acknowledgment {
            pure: segment.len == 0,
            ack: segment.ack.0,
            window: segment.window,
            ecn_flags: (flags.0 & (Flags::ECE.0 | Flags::CWR.0)) as u8,
            timestamps: segment.options.timestamps.map(|stamps| [stamps.value, stamps.echo]),
            sack,
            sack_blocks: blocks.len() as u8,
        }
    })
}
