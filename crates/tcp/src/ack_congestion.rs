//! Acknowledgment congestion control: fewer acknowledgments where they meet a congested queue.
//!
//! Source: Balakrishnan, Padmanabhan and Katz 1997, section 4.1; RFC 3449, section 4.3. Acknowledgments can be
//! marked (ECN). The end that sends data echoes a mark on its next segment with data, by the flag ECE,
//! and announces its window in an option. The end that receives it acknowledges every d-th segment: it
//! doubles d for an echo, once per window, and lowers it by one for each window without. Parameter:
//! `ack_congestion_control`. State of the one end: whether a mark is to be echoed; of the other:
//! d, and until where the present window lasts.

use std::num::NonZeroU8;

use crate::config::Settings;
use crate::segment::{Flags, Segment};

/// The part of the end that sends data.
#[derive(Clone, Debug)]
pub(crate) struct AckMarkEcho {
    pub(crate) enabled: bool,
    pending: bool,
}

impl AckMarkEcho {
    pub(crate) const fn new(settings: &Settings) -> Self {
        Self { enabled: settings.ack_congestion_control, pending: false }
    }

    /// Takes note of a marked acknowledgment.
    pub(crate) fn on_mark(&mut self) {
        self.pending = self.enabled;
    }

    /// Adds the window, in segments, and the echo to a segment with data as it leaves.
    pub(crate) fn dress(&mut self, segment: &mut Segment, window_segments: u64) {
        if !self.enabled || segment.len == 0 {
            return;
        }
        let announced = u8::try_from(window_segments).unwrap_or(u8::MAX).max(1);
        segment.options.sender_window = NonZeroU8::new(announced);
        if self.pending {
            segment.flags = segment.flags.with(Flags::ECE);
            self.pending = false;
        }
    }
}

/// The part of the end that receives data: how many segments one acknowledgment stands for.
#[derive(Clone, Debug)]
pub(crate) struct AckRatio {
    /// d, from `least` to half the sender's window.
    factor: u64,
    least: u64,
    mss: u64,
    /// Echoes before this octet are of the window for which d was doubled.
    doubled_until: u64,
    /// Beyond this octet, a window has passed without an echo.
    quiet_from: u64,
}

impl AckRatio {
    /// The ratio at the start, if the settings want one: that of delayed acknowledgments, or one.
    pub(crate) fn new(settings: &Settings) -> Option<Self> {
        let least = if settings.delayed_ack { 2 } else { 1 };
        let mss = settings.mss_octets();
        let ratio = Self { factor: least, least, mss, doubled_until: 0, quiet_from: 0 };
        settings.ack_congestion_control.then_some(ratio)
    }

    /// Segments that one acknowledgment covers.
    pub(crate) const fn factor(&self) -> u64 {
        self.factor
    }

    /// Takes what a segment with data from octet `seq` on says.
    pub(crate) fn take(&mut self, seq: u64, segment: &Segment) {
        // A segment without the option is one that the other end cannot have sent.
        let Some(window) = segment.options.sender_window else { return };
        let window_segments = u64::from(window.get());
        let end = seq + u64::from(segment.len) + window_segments * self.mss;
        if segment.flags.contains(Flags::ECE) {
            if seq >= self.doubled_until {
                self.factor *= 2;
                self.doubled_until = end;
            }
            self.quiet_from = self.quiet_from.max(end);
        } else if seq >= self.quiet_from {
            self.factor -= 1;
            self.quiet_from = end;
        }
        // More than half a window would have the sender wait for the fast timer.
        let most = (window_segments / 2).max(self.least);
        self.factor = self.factor.clamp(self.least, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::seq::Seq;
    use cellwise_units::Bytes;

    /// Segments of 100 octets.
    fn settings(delayed_ack: bool) -> Settings {
        Settings { ack_congestion_control: true, delayed_ack, mss: Bytes::new(104), ..Settings::default() }
    }

    fn data(window: u8, echo: bool) -> Segment {
        let flags = if echo { Flags::ACK.with(Flags::ECE) } else { Flags::ACK };
        let options = Options { sender_window: NonZeroU8::new(window), ..Options::default() };
        Segment { options, ..Segment::plain(Seq(0), 100, Seq(0), 0, flags) }
    }

    /// The factor after each segment of a window of so many, those with the numbers carrying echoes.
    fn factors(ratio: &mut AckRatio, window: u8, segments: u64, echoes: &[u64]) -> Vec<u64> {
        let step = |n: u64| {
            ratio.take(100 * n, &data(window, echoes.contains(&n)));
            ratio.factor()
        };
        (0..segments).map(step).collect()
    }

    #[test]
    fn without_the_setting_there_is_no_ratio() {
        assert!(AckRatio::new(&Settings::default()).is_none());
    }

    #[test]
    fn an_echo_doubles_the_factor_once_per_window_and_each_window_without_lowers_it_by_one() {
        let mut ratio = AckRatio::new(&settings(true)).expect("it is on");
        // The window of the echo in segment 5 ends before segment 16: the echo in 10 changes nothing but
        // when the factor falls, 11 segments after it and after each further window.
        let factors = factors(&mut ratio, 10, 50, &[5, 10]);
        let changes: Vec<_> =
            (1..50).filter(|n| factors[*n] != factors[*n - 1]).map(|n| (n, factors[n])).collect();
        assert_eq!((factors[0], changes), (2, vec![(5, 4), (21, 3), (32, 2)]));
    }

    #[test]
    fn the_factor_is_at_most_half_the_window_and_at_least_one_or_that_of_delayed_acknowledgment() {
        for (delayed_ack, window, most, least) in
            [(true, 12, 6, 2), (true, 3, 2, 2), (false, 9, 4, 1), (false, 1, 1, 1)]
        {
            let mut ratio = AckRatio::new(&settings(delayed_ack)).expect("it is on");
            let all: Vec<u64> = (0..200).collect();
            assert_eq!(factors(&mut ratio, window, 200, &all).last(), Some(&most));
            ratio.quiet_from = 0;
            assert_eq!(factors(&mut ratio, window, 200, &[]).last(), Some(&least));
        }
    }

    #[test]
    fn a_window_that_shrinks_takes_the_factor_along() {
        let mut ratio = AckRatio { factor: 20, ..AckRatio::new(&settings(true)).expect("it is on") };
        ratio.quiet_from = u64::MAX;
        ratio.take(0, &data(10, false));
        assert_eq!(ratio.factor(), 5);
    }

    #[test]
    fn a_mark_is_echoed_once_on_data() {
        let mut echo = AckMarkEcho::new(&settings(true));
        echo.on_mark();
        echo.on_mark();
        let mut dressed = |len| {
            let mut segment = Segment::plain(Seq(0), len, Seq(0), 0, Flags::ACK);
            echo.dress(&mut segment, 1_000);
            (segment.flags.contains(Flags::ECE), segment.options.sender_window.map(NonZeroU8::get))
        };
        assert_eq!(dressed(0), (false, None));
        assert_eq!(dressed(100), (true, Some(255)));
        assert_eq!(dressed(100), (false, Some(255)));
    }
}
