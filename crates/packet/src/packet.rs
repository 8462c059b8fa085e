//! A packet as a queue sees it.

use cellwise_units::Time;

pub(crate) use crate::codepoint::Codepoint;

/// Why a packet was marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkReason {
    /// The queue management would have dropped it otherwise.
    Aqm,
    /// It had waited for longer than a fixed threshold.
    Threshold,
}

/// The flow of a packet, by numbers of the owner's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flow {
    /// Addresses, ports and protocol together: one number for each connection. Data and acknowledgments that go the same way
    /// have the same one.
    pub number: u64,
    /// The host that sends.
    pub source: u32,
    /// The host that receives.
    pub destination: u32,
}

/// What a filter of acknowledgments must know of a packet of TCP that has the flag ACK and neither SYN, FIN nor
/// RST.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledgment {
    /// Whether it carries no data.
    pub pure: bool,
    /// The next octet that its sender expects, modulo 2^32.
    pub ack: u32,
    /// The window that it gives, as its sender means it.
    pub window: u32,
    /// The flags ECE and CWR.
    pub ecn_flags: u8,
    /// The value of its timestamp and the one that it echoes (TSval and TSecr), if it has them.
    pub timestamps: Option<[u32; 2]>,
    /// The blocks of its selective acknowledgment, first and next octet; the first `sack_blocks` count.
    pub sack: [(u32, u32); 4],
    /// How many.
    pub sack_blocks: u8,
}

/// A packet that waits, and what its owner knows it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The owner's handle.
    pub handle: u32,
    /// Its length as an IP packet, in octets.
    pub ip_octets: u32,
    /// Its length as a queue counts it: with the header of the link, without check sequence, preamble and gap.
    pub octets: u32,
    /// Its flow.
    pub flow: Flow,
    /// The differentiated services codepoint, 0 to 63.
    pub dscp: u8,
    /// The ECN field, which a queue may change.
    pub codepoint: Codepoint,
    /// What it acknowledges, if TCP sent it.
    pub acknowledgment: Option<Acknowledgment>,
    /// When its last octet arrived at the queue.
    pub arrived: Time,
    /// The queue of the discipline in which it waits, from 0; the discipline writes it.
    pub queue: u32,
    /// Why it was marked here; the discipline writes it, by [`mark`](Self::mark).
    pub marked: Option<MarkReason>,
}

impl Packet {
    /// Marks the packet if its transport understands that, and says whether it does. One that is marked already
    /// stays so and counts as marked again.
    // spec: rfc3168 5
    pub fn mark(&mut self, reason: MarkReason) -> bool {
        if self.codepoint == Codepoint::NotEct {
            return false;
        }
        self.codepoint = Codepoint::Ce;
        self.marked = self.marked.or(Some(reason));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::testing::packet;

    #[test]
    fn only_a_transport_that_understands_marks_is_marked() {
        let mark = |codepoint| {
            let mut packet = Packet { codepoint, ..packet(0, 1000) };
            (packet.mark(MarkReason::Aqm), packet.codepoint, packet.marked)
        };
        assert_eq!(mark(Codepoint::NotEct), (false, Codepoint::NotEct, None));
        for codepoint in [Codepoint::Ect0, Codepoint::Ect1, Codepoint::Ce] {
            assert_eq!(mark(codepoint), (true, Codepoint::Ce, Some(MarkReason::Aqm)));
        }
    }

    #[test]
    fn the_first_reason_for_a_mark_is_the_one_that_counts() {
        let mut packet = Packet { codepoint: Codepoint::Ect0, ..packet(0, 1000) };
        assert!(packet.mark(MarkReason::Aqm) && packet.mark(MarkReason::Threshold));
        assert_eq!(packet.marked, Some(MarkReason::Aqm));
    }
}
