//! Slow start and congestion avoidance: a segment more per acknowledgment below the threshold, a
//! segment more per window above it.
//!
//! Source: Jacobson 1988; RFC 5681 3.1; 4.4BSD; RFC 3465 for growth by octets. Growth counts
//! acknowledgments, not octets, so delayed acknowledgments halve it, unless `byte_counting` says
//! otherwise. Parameters: `slow_start_boundary`, `ssthresh_rule`, `ssthresh_whole_segments`,
//! `cwnd_after_loss`, `mss_over_8`, `byte_counting`. State in addition to the window: octets acknowledged towards the
//! next step.

use super::counting::SlowStartSteps;
use super::{AckEvent, Congestion, LossEvent};
use crate::basics::Basics;
use crate::choices::{CwndAfterLoss, SlowStartBoundary, SsthreshRule};
use crate::window::CongestionWindow;

/// Slow start and congestion avoidance.
#[derive(Clone, Debug)]
pub struct Reno {
    boundary: SlowStartBoundary,
    ssthresh_rule: SsthreshRule,
    whole_segments: bool,
    keeps_half: bool,
    /// Eighths of a segment added to each step of congestion avoidance.
    extra_eighths: u32,
    steps: SlowStartSteps,
    /// Octets acknowledged in congestion avoidance since the window was opened last.
    counted: u64,
    /// Both before the last loss, which may turn out to be none.
    saved: (u64, SlowStartSteps),
}

impl Reno {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(basics: &Basics) -> Self {
        Self {
            boundary: basics.slow_start_boundary,
            ssthresh_rule: basics.ssthresh_rule,
            whole_segments: basics.ssthresh_whole_segments,
            keeps_half: basics.cwnd_after_loss == CwndAfterLoss::Half,
            extra_eighths: u32::from(basics.mss_over_8),
            steps: SlowStartSteps::new(basics),
            counted: 0,
            saved: (0, SlowStartSteps::new(basics)),
        }
    }

    /// Opens the window by a segment for each window of octets acknowledged.
    // spec: rfc3465 2.1
    fn count_octets(&mut self, acked: u64, window: &mut CongestionWindow) {
        self.steps.on_avoidance();
        self.counted = self.counted.saturating_add(acked);
        if self.counted >= window.cwnd() {
            self.counted -= window.cwnd();
            window.open_by_a_segment();
        }
    }
}

impl Congestion for Reno {
    #[inline]
    fn on_ack(&mut self, ack: &AckEvent, window: &mut CongestionWindow) {
        let slow_start = match self.boundary {
            SlowStartBoundary::AtOrBelow => window.cwnd() <= window.ssthresh(),
            SlowStartBoundary::Below => window.cwnd() < window.ssthresh(),
        };
        if slow_start {
            self.steps.open(ack.acked, window);
        } else if self.steps.counts_octets() {
            self.count_octets(ack.acked, window);
        } else {
            window.open_by_its_share(self.extra_eighths);
        }
    }

    fn ssthresh_after(&mut self, loss: &LossEvent, window: &CongestionWindow) -> u64 {
        self.counted = 0;
        self.steps.on_loss(loss.cause);
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

    fn cwnd_after(&self, loss: &LossEvent, window: &CongestionWindow) -> Option<f64> {
        self.keeps_half.then(|| window.half(loss.snd_wnd))
    }

    fn save(&mut self) {
        self.saved = (self.counted, self.steps);
    }

    fn restore(&mut self) {
        (self.counted, self.steps) = self.saved;
    }
}

#[cfg(test)]
mod tests {
    use super::super::LossCause;
    use super::*;
    use crate::choices::ByteCounting;
    use crate::config::Settings;
    use cellwise_units::{Bytes, Time};

    fn parts(settings: &Settings) -> (Reno, CongestionWindow) {
        (Reno::new(&settings.basics()), CongestionWindow::new(&settings.basics()))
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

    /// The window in octets after an acknowledgment of each of these, beginning with 4 segments.
    fn grown(settings: Settings, acked: &[u64], after: Option<LossCause>) -> Vec<u64> {
        let settings = Settings { initial_cwnd_segments: 4, ..settings };
        let (mut reno, mut window) = parts(&settings);
        if let Some(cause) = after {
            let loss = LossEvent { now: Time::ZERO, cause, flight: 64 * 512, snd_wnd: 65_535 };
            window.set(64 * 512);
            let ssthresh = reno.ssthresh_after(&loss, &window);
            window.set_ssthresh(ssthresh);
            window.set(4 * 512);
        }
        let step = |acked: &u64| {
            let event = AckEvent { now: Time::ZERO, acked: *acked, flight: 8_192, rtt: None, srtt: None };
            reno.on_ack(&event, &mut window);
            window.cwnd()
        };
        acked.iter().map(step).collect()
    }

    #[test]
    fn slow_start_by_octets_opens_by_what_is_acknowledged_up_to_its_limit() {
        for (byte_counting, wanted) in [
            (ByteCounting::Off, [2_560, 3_072, 3_584]),
            (ByteCounting::Rfc3465, [2_148, 3_172, 4_196]),
            (ByteCounting::Unlimited, [2_148, 3_172, 5_220]),
        ] {
            let settings = Settings { byte_counting, ..Settings::default() };
            assert_eq!(grown(settings, &[100, 1_024, 2_048], None), wanted, "{byte_counting:?}");
        }
    }

    #[test]
    fn after_a_timeout_octets_open_by_a_segment_at_most_until_the_threshold() {
        for byte_counting in [ByteCounting::Rfc3465, ByteCounting::Unlimited] {
            let settings = Settings { byte_counting, ..Settings::default() };
            let wanted = [2_560, 3_072];
            assert_eq!(grown(settings.clone(), &[4_096, 4_096], Some(LossCause::Timeout)), wanted);
            assert_ne!(grown(settings, &[4_096, 4_096], Some(LossCause::DuplicateAcks)), wanted);
        }
    }

    #[test]
    fn slow_start_by_octets_goes_no_further_than_a_segment_beyond_the_threshold() {
        let settings = Settings {
            byte_counting: ByteCounting::Unlimited,
            initial_ssthresh: crate::InitialSsthresh::Octets(Bytes::new(6 * 512)),
            ..Settings::default()
        };
        assert_eq!(grown(settings, &[8_192], None), [7 * 512]);
    }

    #[test]
    fn congestion_avoidance_by_octets_opens_by_a_segment_for_each_window_acknowledged() {
        for byte_counting in [ByteCounting::Rfc3465, ByteCounting::Unlimited] {
            let settings = Settings {
                byte_counting,
                mss_over_8: true,
                initial_ssthresh: crate::InitialSsthresh::Octets(Bytes::new(2 * 512)),
                ..Settings::default()
            };
            // 2048 octets for the fifth segment, 2560 for the sixth.
            let acked = [1_024, 1_000, 24, 2_048, 511, 1];
            assert_eq!(grown(settings, &acked, None), [2_048, 2_048, 2_560, 2_560, 2_560, 3_072]);
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
