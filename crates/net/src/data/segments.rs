//! The segments that a TCP sender sends and the acknowledgments that it receives, one by one.

use crate::data::growth::Growth as _;
use cellwise_tcp::{Segment, Sender, Seq};
use cellwise_units::Time;

/// What happened at the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SegmentKind {
    /// Data were sent for the first time.
    Sent,
    /// Data were sent again.
    SentAgain,
    /// An acknowledgment came.
    Acknowledged,
    /// An acknowledgment came that was a duplicate while data was outstanding.
    Duplicate,
}

impl SegmentKind {
    /// In a word, as the table has it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::SentAgain => "sent-again",
            Self::Acknowledged => "acknowledged",
            Self::Duplicate => "duplicate",
        }
    }
}

/// One segment or acknowledgment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SegmentEvent {
    pub(crate) at: Time,
    pub(crate) kind: SegmentKind,
    /// The first octet of data, or the octet up to which everything is acknowledged, since the start.
    pub(crate) octet: u64,
    /// Octets of data.
    pub(crate) len: u32,
}

/// What a sender has sent and received.
#[derive(Clone, Debug, Default)]
pub(crate) struct SegmentLog {
    pub(crate) events: Vec<SegmentEvent>,
}

impl SegmentLog {
    /// Notes the segments with data that the sender has just sent.
    pub(crate) fn note_sent(&mut self, at: Time, sender: &Sender, segments: &[Segment]) {
        for segment in segments.iter().filter(|segment| segment.len > 0) {
            let Some(octet) = segment.seq.offset(Seq(0), sender.snd_una_offset()) else { continue };
            let kind = if segment.retransmission { SegmentKind::SentAgain } else { SegmentKind::Sent };
            self.events.make_room();
            self.events.push(SegmentEvent { at, kind, octet, len: segment.len });
        }
    }

    /// Notes an acknowledgment; the sender had seen so many duplicates `before` it.
    pub(crate) fn note_received(&mut self, at: Time, sender: &Sender, segment: &Segment, before: u64) {
        let Some(octet) = segment.ack.offset(Seq(0), sender.snd_una_offset()) else { return };
        let is_duplicate = sender.stats().duplicate_acks > before;
        let kind = if is_duplicate { SegmentKind::Duplicate } else { SegmentKind::Acknowledged };
        self.events.make_room();
        self.events.push(SegmentEvent { at, kind, octet, len: 0 });
    }
}
