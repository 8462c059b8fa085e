//! Which timestamp an acknowledgment echoes, and which segments are refused for theirs.
//!
//! Source: RFC 7323 4.3 (echo) and 5 (protection against wrapped sequence numbers, PAWS). That of the earliest segment
//! not yet acknowledged is echoed: so a delayed acknowledgment counts the delay, and one of a filled hole the
//! retransmission. What is older than it was delayed, perhaps until its sequence number came round again.

use cellwise_units::{Span, Time};

use crate::segment::Segment;

/// A connection that was idle for longer may have seen its timestamp clock come round.
// spec: rfc7323 5.5
const OUTDATED: Span = Span::from_ps(24 * 86_400 * 1_000_000_000_000);

/// The timestamp to echo.
#[derive(Clone, Debug, Default)]
pub(super) struct Echo {
    recent: u32,
    /// Whether any timestamp has come.
    known: bool,
    /// When the last one was taken.
    taken_at: Time,
    /// Whether segments with older ones are refused.
    refuses: bool,
    /// The acknowledgment that was sent last.
    last_ack_sent: u64,
}

impl Echo {
    pub(super) fn new(refuses: bool) -> Self {
        Self { refuses, ..Self::default() }
    }

    /// Takes the timestamp of a SYN.
    pub(super) fn begin(&mut self, segment: &Segment, now: Time) {
        if let Some(timestamps) = segment.options.timestamps {
            self.set(timestamps.value, now);
        }
    }

    /// Takes the timestamp of a segment that begins at octet `seq`.
    pub(super) fn take(&mut self, seq: u64, segment: &Segment, now: Time) {
        let Some(timestamps) = segment.options.timestamps else { return };
        if seq <= self.last_ack_sent && (self.is_outdated(now) || !self.is_older(timestamps.value)) {
            self.set(timestamps.value, now);
        }
    }

    /// Whether a segment is refused because it is older than an earlier one.
    // spec: rfc7323 5.3 R1
    pub(super) fn is_too_old(&self, segment: &Segment, now: Time) -> bool {
        let is_older = |value| self.is_older(value) && !self.is_outdated(now);
        self.refuses && segment.options.timestamps.is_some_and(|timestamps| is_older(timestamps.value))
    }

    fn set(&mut self, value: u32, now: Time) {
        self.recent = value;
        self.known = true;
        self.taken_at = now;
    }

    const fn is_older(&self, value: u32) -> bool {
        self.known && (value.wrapping_sub(self.recent) as i32) < 0
    }

    const fn is_outdated(&self, now: Time) -> bool {
        now.ps().saturating_sub(self.taken_at.ps()) > OUTDATED.get()
    }

    /// Takes note that octets up to `ack` are acknowledged.
    pub(super) fn on_ack_sent(&mut self, ack: u64) {
        self.last_ack_sent = ack;
    }

    /// Whether any timestamp has come.
    pub(super) const fn is_known(&self) -> bool {
        self.known
    }

    pub(super) const fn recent(&self) -> u32 {
        self.recent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Options, Timestamps};
    use crate::segment::Flags;
    use crate::seq::Seq;

    fn stamped(value: u32) -> Segment {
        let options = Options { timestamps: Some(Timestamps { value, echo: 0 }), ..Options::default() };
        Segment { options, ..Segment::plain(Seq(0), 500, Seq(0), 0, Flags::ACK) }
    }

    #[test]
    fn delayed_and_filling_segments_are_echoed_as_rfc7323_wants() {
        let mut echo = Echo::default();
        let now = Time::ZERO;
        // (A) Two segments, one acknowledgment: the first one's timestamp.
        echo.take(0, &stamped(1), now);
        echo.take(500, &stamped(2), now);
        assert_eq!(echo.recent(), 1);
        echo.on_ack_sent(1000);
        // (B) A segment beyond a hole changes nothing. (C) One that fills it gives its own.
        echo.take(1500, &stamped(4), now);
        assert_eq!(echo.recent(), 1);
        echo.on_ack_sent(1000);
        echo.take(1000, &stamped(6), now);
        assert_eq!(echo.recent(), 6);
    }

    #[test]
    fn what_is_older_is_refused_until_the_clock_may_have_come_round() {
        const DAY: u64 = 86_400 * 1_000_000_000_000;
        let mut echo = Echo::new(true);
        assert!(!echo.is_too_old(&stamped(7), Time::ZERO), "nothing is known");
        echo.take(0, &stamped(7), Time::ZERO);
        for (value, is_too_old) in [(6, true), (7, false), (8, false), (u32::MAX, true), (1 << 31, false)] {
            assert_eq!(echo.is_too_old(&stamped(value), Time::from_ps(24 * DAY)), is_too_old, "{value}");
            assert!(!echo.is_too_old(&stamped(value), Time::from_ps(25 * DAY)), "after 25 days: {value}");
        }
        assert!(!Echo::default().is_too_old(&stamped(0), Time::ZERO), "not by other settings");
    }

    #[test]
    fn an_older_timestamp_does_not_come_back() {
        let mut echo = Echo::default();
        let now = Time::ZERO;
        echo.take(0, &stamped(u32::MAX), now);
        echo.take(0, &stamped(3), now);
        echo.take(0, &stamped(u32::MAX), now);
        assert_eq!(echo.recent(), 3);
    }
}
