//! Slow start and congestion avoidance: a segment more per acknowledgment below the threshold, a
//! segment more per window above it.
//!
//! Source: Jacobson 1988; RFC 5681 3.1; 4.4BSD. Growth counts acknowledgments, not octets, so
//! delayed acknowledgments halve it. Parameters: `slow_start_boundary`, `ssthresh_rule`,
//! `ssthresh_whole_segments`, `mss_over_8`. No state beside the window.

use super::{AckEvent, Congestion, LossEvent};
use crate::choices::{SlowStartBoundary, SsthreshRule};
use crate::config::Settings;
use crate::window::CongestionWindow;

/// Slow start and congestion avoidance.
#[derive(Clone, Debug)]
pub struct Reno {
    boundary: SlowStartBoundary,
    ssthresh_rule: SsthreshRule,
    whole_segments: bool,
    /// Eighths of a segment added to each step of congestion avoidance.
    extra_eighths: u32,
}

impl Reno {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self {
            boundary: settings.slow_start_boundary,
            ssthresh_rule: settings.ssthresh_rule,
            whole_segments: settings.ssthresh_whole_segments,
            extra_eighths: u32::from(settings.mss_over_8),
        }
    }
}

impl Congestion for Reno {
    #[inline]
    fn on_ack(&mut self, _: &AckEvent, window: &mut CongestionWindow) {
        let slow_start = match self.boundary {
            SlowStartBoundary::AtOrBelow => window.cwnd() <= window.ssthresh(),
            SlowStartBoundary::Below => window.cwnd() < window.ssthresh(),
        };
        if slow_start {
            window.open_by_a_segment();
        } else {
            window.open_by_its_share(self.extra_eighths);
        }
    }

    fn ssthresh_after(&mut self, loss: &LossEvent, window: &CongestionWindow) -> u64 {
        let mss = window.mss();
        let half = match self.ssthresh_rule {
            SsthreshRule::Bsd => window.cwnd().min(loss.snd_wnd) / 2 / mss * mss,
            SsthreshRule::Goyal96 => {
                let half = (window.cwnd() / 2).min(loss.snd_wnd);
                if self.whole_segments { half / mss * mss } else { half }
            }
            SsthreshRule::Rfc5681 => loss.flight / 2,
        };
        half.max(2 * mss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::congestion::LossCause;
    use cellwise_units::{Bytes, Time};

    fn parts(settings: &Settings) -> (Reno, CongestionWindow) {
        (Reno::new(settings), CongestionWindow::new(settings))
    }

    fn ssthresh(settings: &Settings, cwnd: u64, snd_wnd: u64) -> u64 {
        let (mut reno, mut window) = parts(settings);
        window.set(cwnd);
        let loss = LossEvent { now: Time::ZERO, cause: LossCause::Timeout, flight: cwnd, snd_wnd };
        reno.ssthresh_after(&loss, &window)
    }

    #[test]
    fn bsd_halves_the_smaller_of_both_windows_in_whole_segments() {
        let settings = Settings::default();
        assert_eq!(ssthresh(&settings, 10 * 512 + 400, 65_535), 5 * 512);
        assert_eq!(ssthresh(&settings, 60_000, 4 * 512), 2 * 512);
        assert_eq!(ssthresh(&settings, 512, 65_535), 2 * 512);
    }

    #[test]
    fn goyal96_halves_the_congestion_window_before_it_looks_at_the_receiver() {
        let settings = Settings { ssthresh_rule: SsthreshRule::Goyal96, ..Settings::default() };
        assert_eq!(ssthresh(&settings, 60_000, 20 * 512), 20 * 512);
        assert_eq!(ssthresh(&settings, 11 * 512, 65_535), 5 * 512);
        let exact = Settings { ssthresh_whole_segments: false, ..settings };
        assert_eq!(ssthresh(&exact, 11 * 512, 65_535), 5 * 512 + 256);
        assert_eq!(ssthresh(&exact, 512, 65_535), 2 * 512);
    }

    #[test]
    fn the_boundary_says_which_rule_applies_at_the_threshold() {
        for (slow_start_boundary, grown) in
            [(SlowStartBoundary::AtOrBelow, 5 * 512), (SlowStartBoundary::Below, 4 * 512 + 128)]
        {
            let settings = Settings {
                slow_start_boundary,
                initial_cwnd_segments: 4,
                initial_ssthresh: crate::InitialSsthresh::Octets(Bytes::new(4 * 512)),
                ..Settings::default()
            };
            let (mut reno, mut window) = parts(&settings);
            reno.on_ack(
                &AckEvent { now: Time::ZERO, acked: 512, flight: 2048, rtt: None, srtt: None },
                &mut window,
            );
            assert_eq!(window.cwnd(), grown);
        }
    }

    #[test]
    fn the_eighth_of_a_segment_is_added_only_above_the_threshold() {
        let settings = Settings { mss_over_8: true, initial_cwnd_segments: 4, ..Settings::default() };
        let (mut reno, mut window) = parts(&settings);
        let ack = AckEvent { now: Time::ZERO, acked: 512, flight: 2048, rtt: None, srtt: None };
        reno.on_ack(&ack, &mut window);
        assert_eq!(window.cwnd(), 5 * 512);
        window.set_ssthresh(2 * 512);
        reno.on_ack(&ack, &mut window);
        assert_eq!(window.cwnd(), 5 * 512 + 102 + 64);
    }
}
