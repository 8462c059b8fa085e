//! Whether the congestion window limits the sender.
//!
//! Source: RFC 9438 5.8 (CUBIC does not increase the window of a flow that its application limits), RFC 7661 3 (an
//! unused window says nothing of the path); the rule is Linux's, `tcp_cwnd_validate` and `tcp_is_cwnd_limited`. A
//! window without room for another segment is the limit for the round trip that follows; in slow start the window may
//! also open to twice the most that was outstanding. State: how much was in use in the round trip under way. It counts
//! octets where Linux counts packets, takes a pace that follows from the window for the window, and is asked just
//! before an acknowledgment is taken, when all that leaves before it has left.

use crate::window::CongestionWindow;

/// How much of the window was in use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WindowUse {
    /// Whether it had no room for another segment.
    was_full: bool,
    /// The most octets outstanding.
    most: u64,
    /// The round trip ends when this is acknowledged.
    end: u64,
    /// The octets that had been sent when it was last asked.
    snd_max: u64,
}

impl WindowUse {
    /// Takes note of the octets from `snd_una` to `snd_max` that are outstanding, and of whether something waits for its pace.
    pub(crate) fn note(&mut self, snd_una: u64, snd_max: u64, waits: bool, window: &CongestionWindow) {
        let flight = snd_max - snd_una;
        let is_full = waits || flight + window.mss() > window.usable();
        if snd_max == self.snd_max && !is_full {
            return;
        }
        self.snd_max = snd_max;
        // The strongest sign of a round trip counts: that the window was full, else the most that was outstanding.
        if snd_una >= self.end || is_full || (!self.was_full && flight > self.most) {
            (self.was_full, self.most, self.end) = (is_full, flight, snd_max);
        }
    }

    /// Whether the window is the limit, so that it may grow.
    pub(crate) fn is_limit(&self, window: &CongestionWindow) -> bool {
        let is_slow_start = window.cwnd() < window.ssthresh();
        self.was_full || is_slow_start && window.cwnd() < 2 * self.most
    }
}

#[cfg(test)]
mod tests {
    use cellwise_units::Bytes;

    use super::*;
    use crate::config::Settings;

    fn window(segments: u64, ssthresh: u64) -> CongestionWindow {
        let settings =
            Settings { mss: Bytes::new(1000), receive_window: Bytes::new(1_000_000), ..Settings::default() };
        let mut window = CongestionWindow::new(&settings.basics());
        window.set(segments * 1000);
        window.set_ssthresh(ssthresh * 1000);
        window
    }

    #[test]
    fn in_slow_start_the_window_may_grow_to_twice_what_was_outstanding() {
        let mut used = WindowUse::default();
        used.note(0, 9_000, false, &window(10, 100));
        assert!(used.is_limit(&window(17, 100)));
        assert!(!used.is_limit(&window(18, 100)));
    }

    #[test]
    fn in_congestion_avoidance_it_grows_after_a_round_trip_in_which_it_was_full() {
        let mut used = WindowUse::default();
        used.note(0, 9_000, false, &window(10, 10));
        assert!(!used.is_limit(&window(10, 10)));
        used.note(0, 9_001, false, &window(10, 10));
        assert!(used.is_limit(&window(10, 10)), "no other segment fits");
    }

    #[test]
    fn a_pace_that_holds_something_back_is_the_windows() {
        let mut used = WindowUse::default();
        used.note(0, 8_000, true, &window(10, 10));
        assert!(used.is_limit(&window(10, 10)));
    }

    #[test]
    fn a_full_window_counts_for_the_round_trip_that_follows() {
        let mut used = WindowUse::default();
        used.note(0, 10_000, false, &window(10, 10));
        used.note(9_000, 11_000, false, &window(10, 10));
        assert!(used.is_limit(&window(10, 10)), "the ten segments are not all acknowledged");
        used.note(10_000, 12_000, false, &window(10, 10));
        assert!(!used.is_limit(&window(10, 10)));
    }

    #[test]
    fn a_round_trip_in_which_nothing_was_sent_changes_nothing() {
        let mut used = WindowUse::default();
        used.note(0, 10_000, false, &window(10, 10));
        used.note(10_000, 10_000, false, &window(10, 10));
        assert!(used.is_limit(&window(10, 10)));
    }
}
