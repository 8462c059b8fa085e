//! What every rule of delaying acknowledgments answers.

use cellwise_units::{Span, Time};

/// The family's name in the catalogue.
pub const FAMILY: &str = "ack-delays";

/// A segment that has come in order.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// When.
    pub now: Time,
    /// All octets before this one have come, since the start of the connection.
    pub rcv_nxt: u64,
    /// Octets of a full segment.
    pub mss: u64,
    /// Octets that the receiver offers.
    pub window: u64,
    /// The retransmission timeout of this end.
    pub rto: Span,
    /// When the acknowledgment that waits goes at the latest, if one does.
    pub due: Option<Time>,
}

/// When its acknowledgment goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// With the segment.
    AtOnce,
    /// Then, unless something sends it before.
    By(Time),
    /// By the host's fast timer, or when the window moves by two segments.
    FastTimer,
}

/// A rule of delayed acknowledgments.
pub trait AckDelay {
    /// Whether it is that of the host's fast timer, which the receiver has without any rule.
    fn is_fast_timer(&self) -> bool {
        false
    }

    /// Segments in order that one acknowledgment covers.
    fn segments(&self) -> u64 {
        2
    }

    /// Takes a segment in order.
    fn on_data(&mut self, arrival: &Arrival) -> When;

    /// Takes a segment that brings nothing new: something was lost, or late.
    fn on_duplicate(&mut self, _arrival: &Arrival) {}

    /// An acknowledgment of all before `rcv_nxt` is sent.
    fn on_ack_sent(&mut self, _rcv_nxt: u64) {}

    /// The time of the acknowledgment that waits has come; `rto` is the retransmission timeout of this end.
    fn on_timer(&mut self, _rto: Span) {}
}
