//! Which timestamp an acknowledgment echoes.
//!
//! Source: RFC 7323 4.3. That of the earliest segment not yet acknowledged: so a delayed
//! acknowledgment counts the delay, and one of a filled hole the retransmission. Segments are never
//! refused for their timestamps, because sequence numbers here do not wrap around the window.

use crate::segment::Segment;

/// The timestamp to echo.
#[derive(Clone, Debug, Default)]
pub(super) struct Echo {
    recent: u32,
    /// Whether any timestamp has come.
    known: bool,
    /// The acknowledgment that was sent last.
    last_ack_sent: u64,
}

impl Echo {
    /// Takes the timestamp of a SYN.
    pub(super) fn begin(&mut self, segment: &Segment) {
        if let Some(timestamps) = segment.options.timestamps {
            self.recent = timestamps.value;
            self.known = true;
        }
    }

    /// Takes the timestamp of a segment from octet `seq` on.
    pub(super) fn take(&mut self, seq: u64, segment: &Segment) {
        let Some(timestamps) = segment.options.timestamps else { return };
        let newer = timestamps.value.wrapping_sub(self.recent) as i32 >= 0;
        if seq <= self.last_ack_sent && (newer || !self.known) {
            self.recent = timestamps.value;
            self.known = true;
        }
    }

    /// Takes note that octets up to `ack` are acknowledged.
    pub(super) fn on_ack_sent(&mut self, ack: u64) {
        self.last_ack_sent = ack;
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
        // (A) Two segments, one acknowledgment: the first one's timestamp.
        echo.take(0, &stamped(1));
        echo.take(500, &stamped(2));
        assert_eq!(echo.recent(), 1);
        echo.on_ack_sent(1000);
        // (B) What lies beyond a hole changes nothing. (C) What fills it gives its own.
        echo.take(1500, &stamped(4));
        assert_eq!(echo.recent(), 1);
        echo.on_ack_sent(1000);
        echo.take(1000, &stamped(6));
        assert_eq!(echo.recent(), 6);
    }

    #[test]
    fn an_older_timestamp_does_not_come_back() {
        let mut echo = Echo::default();
        echo.take(0, &stamped(u32::MAX));
        echo.take(0, &stamped(3));
        echo.take(0, &stamped(u32::MAX));
        assert_eq!(echo.recent(), 3);
    }
}
