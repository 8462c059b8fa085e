//! The TCP header of a segment.
//!
//! Source: RFC 9293 3.1; the window of a SYN is never scaled (RFC 7323 2.2).

use cellwise_tcp::{Flags, Segment};

use crate::agreed::Agreed;
use crate::options;
use crate::packet::Ends;

/// The place of the checksum in the header.
pub(crate) const AT_CHECKSUM: usize = 16;
const HEADER_WORDS: usize = 5;
/// The largest window scale.
const MOST_SCALE: u8 = 14;

/// Adds the header of a segment, its checksum 0.
pub(crate) fn header(ends: Ends, segment: &Segment, agreed: Agreed, packet: &mut Vec<u8>) {
    let start = packet.len();
    packet.extend(ends.source.port.to_be_bytes());
    packet.extend(ends.destination.port.to_be_bytes());
    packet.extend(segment.seq.0.to_be_bytes());
    packet.extend(if has_ack(segment) { segment.ack.0.to_be_bytes() } else { [0; 4] });
    packet.extend(segment.flags.0.to_be_bytes());
    packet.extend(window_field(segment, agreed).to_be_bytes());
    packet.extend([0; 4]);
    let words = HEADER_WORDS + options::add(&segment.options, agreed, packet) / 4;
    packet[start + 12] |= (words as u8) << 4;
}

fn has_ack(segment: &Segment) -> bool {
    segment.flags.contains(Flags::ACK)
}

/// The window as the header holds it, at most what the field can say.
fn window_field(segment: &Segment, agreed: Agreed) -> u16 {
    let scale = if segment.flags.contains(Flags::SYN) { 0 } else { agreed.window_scale.min(MOST_SCALE) };
    (segment.window >> scale).min(u32::from(u16::MAX)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Socket;
    use cellwise_tcp::Seq;

    fn encoded(segment: &Segment, window_scale: u8) -> Vec<u8> {
        let (source, destination) = (Socket { node: 1, port: 0x0102 }, Socket { node: 2, port: 0x0304 });
        let mut packet = Vec::new();
        header(
            Ends { source, destination, dscp: 0 },
            segment,
            Agreed { mss: 1460, window_scale },
            &mut packet,
        );
        packet
    }

    #[test]
    fn the_fields_lie_where_the_specification_puts_them() {
        let segment = Segment::plain(Seq(0x0506_0708), 9, Seq(0x090A_0B0C), 0x0D0E, Flags::ACK);
        let octets = encoded(&segment, 0);
        assert_eq!(octets[..12], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        assert_eq!(octets[12..], [0x50, 0x10, 0x0D, 0x0E, 0, 0, 0, 0]);
    }

    #[test]
    fn the_window_is_scaled_but_for_a_syn() {
        let window = |flags, window, scale| {
            let octets = encoded(&Segment::plain(Seq(0), 0, Seq(0), window, flags), scale);
            u16::from_be_bytes([octets[14], octets[15]])
        };
        assert_eq!(window(Flags::ACK, 600_000, 4), 37_500);
        assert_eq!(window(Flags::SYN, 60_000, 4), 60_000);
        assert_eq!(window(Flags::ACK, 600_000, 0), u16::MAX);
    }

    #[test]
    fn without_its_flag_there_is_no_acknowledgment() {
        let octets = encoded(&Segment::plain(Seq(0), 0, Seq(7), 0, Flags::SYN), 0);
        assert_eq!(octets[8..12], [0; 4]);
    }
}
