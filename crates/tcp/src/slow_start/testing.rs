//! Acknowledgments of one segment after another, for the tests of the rules.

use cellwise_units::{Bytes, Span, Time};

use super::{Arrival, Opening, SlowStart};
use crate::config::Settings;
use crate::window::CongestionWindow;

/// Octets outstanding whenever an acknowledgment arrives: 16 segments.
const FLIGHT: u64 = 16_000;

/// A rule, and the window that it opens.
pub(crate) struct Rounds<R> {
    pub(crate) rule: R,
    pub(crate) window: CongestionWindow,
    /// The time between acknowledgments.
    pub(crate) apart: Span,
    pub(crate) is_paced: bool,
    now: Time,
    acked: u64,
}

impl<R: SlowStart> Rounds<R> {
    /// Segments of 1000 octets.
    pub(crate) fn new(rule: R) -> Self {
        let settings =
            Settings { mss: Bytes::new(1000), receive_window: Bytes::new(1_000_000), ..Settings::default() };
        let window = CongestionWindow::new(&settings.basics());
        Self { rule, window, apart: Span::ZERO, is_paced: false, now: Time::ZERO, acked: 0 }
    }

    /// An acknowledgment of so many segments after a round trip of so many milliseconds; returns the window in
    /// whole segments, and who has opened it.
    pub(crate) fn ack(&mut self, segments: u64, rtt_ms: u64) -> (u64, Opening) {
        let (before, acked) = (self.acked, segments * 1000);
        self.acked += acked;
        let rtt = Some(Span::from_ps(rtt_ms * 1_000_000_000));
        let arrival = Arrival {
            now: self.now,
            ack: self.acked,
            acked,
            snd_max: before + FLIGHT,
            rtt,
            is_paced: self.is_paced,
        };
        self.now += self.apart;
        let opening = self.rule.on_ack(&arrival, &mut self.window);
        (self.window.cwnd() / 1000, opening)
    }

    /// So many acknowledgments of one segment.
    pub(crate) fn acks(&mut self, acks: u64, rtt_ms: u64) {
        for _ in 0..acks {
            self.ack(1, rtt_ms);
        }
    }
}
