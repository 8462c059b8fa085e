//! What every rule of slow start answers, and what it is asked with.

use cellwise_units::{Span, Time};

use crate::window::CongestionWindow;

/// The family's name in the catalogue.
pub const FAMILY: &str = "slow-starts";

/// An acknowledgment of new data in slow start.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// When it arrived.
    pub now: Time,
    /// The octet that it acknowledges up to, since the start of the connection.
    pub ack: u64,
    /// Octets that it newly acknowledges; none where the window may not grow.
    pub acked: u64,
    /// The octet after the last one sent.
    pub snd_max: u64,
    /// The exact round-trip time that it measures.
    pub rtt: Option<Span>,
    /// Whether the sender paces.
    pub is_paced: bool,
}

/// Who opens the window for an acknowledgment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The congestion control.
    Control,
    /// The rule of slow start has done so.
    Done,
}

/// A rule of slow start.
pub trait SlowStart {
    /// Takes an acknowledgment that arrives while the window is below the threshold.
    fn on_ack(&mut self, arrival: &Arrival, window: &mut CongestionWindow) -> Opening;

    /// A loss, or a mark that stands for one, has reduced the window.
    fn on_reduction(&mut self, is_timeout: bool);

    /// Whether it needs exact round-trip times, and so sees every acknowledgment.
    fn needs_timing(&self) -> bool {
        true
    }
}

/// A shortest round-trip time, and how much more shows a queue: an eighth, between 4 and 16 ms.
// spec: rfc9406 4.3 (MIN_RTT_THRESH, MAX_RTT_THRESH, MIN_RTT_DIVISOR)
pub(super) fn with_queue(rtt: Span) -> Span {
    const MS: u64 = 1_000_000_000;
    rtt + Span::from_ps((rtt.get() / 8).clamp(4 * MS, 16 * MS))
}
