//! What is noted of lost cells: the cells themselves, and what their frame carries.

use cellwise_atm::loss::LossReason;
use cellwise_tcp::Seq;
use cellwise_units::Time;

use crate::data::flow::Flow;
use crate::data::ids::{FlowId, List, kind};
use crate::data::packet::{Packet, Sdu};
use crate::data::train::Train;

/// Consecutive cells of a frame that are lost, or damaged, together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LostRun {
    /// When the first of them is lost.
    pub(crate) at: Time,
    pub(crate) cells: Train,
    pub(crate) reason: LossReason,
    /// Whether they continue, damaged.
    pub(crate) go_on: bool,
}

impl LostRun {
    /// Why they were lost, in a word.
    pub(crate) fn reason_name(&self) -> &'static str {
        if self.go_on { "damaged" } else { self.reason.name() }
    }
}

/// What the frame of a lost cell carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Carried {
    /// The flow: position in the world's list; [`FlowId::NONE`] for RM cells.
    pub(crate) flow: FlowId,
    /// In a word.
    pub(crate) kind: &'static str,
    /// The first octet of data, or the octet that an acknowledgment asks for, since the start of the
    /// flow; the number of a datagram or echo, from 0.
    pub(crate) first_octet: u64,
    /// Octets of data.
    pub(crate) octets: u64,
    /// When the transport handed the packet over.
    pub(crate) sent_at: Time,
}

impl Carried {
    /// What RM cells carry.
    pub(crate) const RM: Self =
        Self { flow: FlowId::NONE, kind: "rm-cell", first_octet: 0, octets: 0, sent_at: Time::ZERO };

    /// What a frame carries; `near` is an octet not far from those that it is about.
    pub(crate) fn by(frame: &Sdu, near: u64) -> Self {
        let offset = |seq: Seq| seq.offset(Seq(0), near).unwrap_or_default();
        let (kind, first_octet, octets) = match &frame.packet {
            Packet::Udp(datagram) => ("datagram", datagram.number, datagram.len),
            Packet::Echo(echo) if echo.is_reply => ("echo-reply", echo.number, echo.len),
            Packet::Echo(echo) => ("echo-request", echo.number, echo.len),
            Packet::Cell => ("cell", 0, 0),
            Packet::Outside(packet) => ("packet", packet.tag, packet.octets),
            Packet::Rm(_) => return Self::RM,
            packet => match packet.segment() {
                Some((segment, _)) if segment.len > 0 => ("data", offset(segment.seq), segment.len),
                Some((segment, _)) => ("acknowledgment", offset(segment.ack), 0),
                None => ("cell", 0, 0),
            },
        };
        Self { flow: frame.flow, kind, first_octet, octets: octets.into(), sent_at: frame.sent_at }
    }

    /// The number of the segment, if all before it are full, or of the datagram in its flow, from 1; 0 for
    /// what has none.
    pub(crate) fn packet(&self, flows: &List<Flow, kind::Flow>) -> u64 {
        let full = flows.find(self.flow).map_or(0, |flow| flow.full_payload_bytes);
        match self.kind {
            "datagram" | "echo-request" | "echo-reply" => self.first_octet + 1,
            "data" if full > 0 => self.first_octet / full + 1,
            _ => 0,
        }
    }
}
