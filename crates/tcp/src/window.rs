//! The congestion window and the slow-start threshold, with the arithmetic of both units.
//!
//! In octets all steps are integers, as in BSD. In segments the window is a binary fraction;
//! its additions and divisions are the correctly rounded ones of IEEE 754, the same everywhere.

use crate::basics::Basics;
use crate::choices::{CwndUnit, InitialSsthresh};

/// The congestion window of one connection.
#[derive(Clone, Debug)]
pub struct CongestionWindow {
    mss: u64,
    cap: u64,
    unit: CwndUnit,
    /// The window in octets, fractions of segments included.
    octets: u64,
    /// The part of it that may be used: all octets, or all whole segments.
    usable: u64,
    /// The window in segments; kept only in that unit.
    segments: f64,
    ssthresh: u64,
    /// What the last loss leaves of the window, in segments; that is the threshold if not given.
    left: Option<f64>,
}

impl CongestionWindow {
    /// The window at the start of a connection.
    #[must_use]
    pub fn new(basics: &Basics) -> Self {
        let &Basics { mss, cwnd_cap: cap, cwnd_unit: unit, .. } = basics;
        let ssthresh = match basics.initial_ssthresh {
            InitialSsthresh::Unlimited => u64::MAX,
            InitialSsthresh::Octets(octets) => octets.get(),
        };
        let mut window = Self { mss, cap, unit, octets: 0, usable: 0, segments: 0.0, ssthresh, left: None };
        window.set(basics.initial_cwnd);
        window
    }

    /// The congestion window in octets.
    #[inline]
    #[must_use]
    pub const fn cwnd(&self) -> u64 {
        self.octets
    }

    /// The octets of the congestion window that may be used: in the unit of segments, whole ones.
    #[inline]
    #[must_use]
    pub const fn usable(&self) -> u64 {
        self.usable
    }

    /// The slow-start threshold in octets; the largest integer stands for none.
    #[inline]
    #[must_use]
    pub const fn ssthresh(&self) -> u64 {
        self.ssthresh
    }

    /// Octets of a full segment.
    #[inline]
    #[must_use]
    pub const fn mss(&self) -> u64 {
        self.mss
    }

    /// Sets the slow-start threshold, in octets.
    pub fn set_ssthresh(&mut self, octets: u64) {
        self.ssthresh = octets;
        self.left = None;
    }

    /// Half of the window, or of the receiver's offer if that is less, in segments with their fraction.
    #[must_use]
    pub fn half(&self, offered: u64) -> f64 {
        let mss = self.mss as f64;
        let window = match self.unit {
            CwndUnit::Octets => self.octets as f64 / mss,
            CwndUnit::Segments => self.segments,
        };
        window.min(offered as f64 / mss) / 2.0
    }

    /// Has a loss leave so many segments of the window, at least one, in place of the threshold.
    pub fn leave(&mut self, segments: f64) {
        self.left = Some(segments.max(1.0));
    }

    /// What the last loss leaves of the window, in segments.
    #[must_use]
    pub fn left(&self) -> f64 {
        self.left.unwrap_or(self.ssthresh as f64 / self.mss as f64)
    }

    /// What the last loss leaves of the window, in octets.
    #[must_use]
    pub fn left_octets(&self) -> u64 {
        self.left.map_or(self.ssthresh, |left| (left * self.mss as f64) as u64)
    }

    /// Sets the window to what the last loss leaves of it and so many octets.
    pub fn set_left(&mut self, more: u64) {
        match self.left {
            None => self.set(self.ssthresh.saturating_add(more)),
            Some(left) => self.set_segments(left + more as f64 / self.mss as f64),
        }
    }

    /// Lowers the window to what the last loss leaves of it, if it is larger.
    pub fn fall(&mut self) {
        match self.left {
            None => self.set(self.octets.min(self.ssthresh)),
            Some(left) if self.octets > self.left_octets() => self.set_segments(left),
            Some(_) => {}
        }
    }

    /// Sets the congestion window to at least one segment and at most the cap, in octets.
    pub fn set(&mut self, octets: u64) {
        let octets = octets.clamp(self.mss, self.cap);
        match self.unit {
            CwndUnit::Octets => self.take_octets(octets),
            CwndUnit::Segments => self.take_segments(octets as f64 / self.mss as f64),
        }
    }

    /// Sets the congestion window in segments, with their fraction; bounds as [`Self::set`].
    pub fn set_segments(&mut self, segments: f64) {
        let segments = segments.max(1.0);
        match self.unit {
            CwndUnit::Octets => self.take_octets((segments * self.mss as f64) as u64),
            CwndUnit::Segments => self.take_segments(segments),
        }
    }

    /// Opens the window by one segment.
    #[inline]
    pub fn open_by_a_segment(&mut self) {
        match self.unit {
            CwndUnit::Octets => self.take_octets(self.octets.saturating_add(self.mss)),
            CwndUnit::Segments => self.take_segments(self.segments + 1.0),
        }
    }

    /// Opens the window by its share of one segment per window, and by `extra` eighths of a segment.
    #[inline]
    pub fn open_by_its_share(&mut self, extra: u32) {
        match self.unit {
            CwndUnit::Octets => {
                let step = self.mss * self.mss / self.octets + u64::from(extra) * self.mss / 8;
                self.take_octets(self.octets.saturating_add(step));
            }
            CwndUnit::Segments => {
                self.take_segments(self.segments + 1.0 / self.segments + f64::from(extra) / 8.0);
            }
        }
    }

    #[inline]
    fn take_octets(&mut self, octets: u64) {
        self.octets = octets.min(self.cap);
        self.usable = self.octets;
    }

    #[inline]
    fn take_segments(&mut self, segments: f64) {
        self.segments = segments;
        self.octets = (segments * self.mss as f64) as u64;
        self.usable = segments as u64 * self.mss;
        if self.octets > self.cap {
            self.segments = self.cap as f64 / self.mss as f64;
            self.octets = self.cap;
            self.usable = self.cap / self.mss * self.mss;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::CwndCap;
    use crate::config::Settings;
    use cellwise_units::Bytes;

    fn window(cwnd_unit: CwndUnit, segments: u32) -> CongestionWindow {
        CongestionWindow::new(
            &Settings { cwnd_unit, initial_cwnd_segments: segments, ..Settings::default() }.basics(),
        )
    }

    #[test]
    fn octets_grow_by_rounded_down_steps() {
        let mut window = window(CwndUnit::Octets, 3);
        window.open_by_its_share(0);
        assert_eq!(window.cwnd(), 3 * 512 + 170);
        window.open_by_its_share(1);
        assert_eq!(window.cwnd(), 1706 + 153 + 64);
        window.open_by_a_segment();
        assert_eq!((window.cwnd(), window.usable()), (1923 + 512, 1923 + 512));
    }

    #[test]
    fn only_whole_segments_of_a_window_in_segments_are_usable() {
        let mut window = window(CwndUnit::Segments, 2);
        window.open_by_its_share(0);
        assert_eq!((window.cwnd(), window.usable()), (1280, 1024));
        window.open_by_its_share(0);
        assert_eq!((window.cwnd(), window.usable()), (1484, 1024));
        window.open_by_its_share(1);
        assert_eq!((window.cwnd(), window.usable()), (1725, 1536));
    }

    #[test]
    fn in_octets_a_window_of_the_square_of_the_mss_stands_still() {
        let settings =
            Settings { cwnd_cap: CwndCap::Unlimited, initial_cwnd_segments: 513, ..Settings::default() };
        let mut octets = CongestionWindow::new(&settings.basics());
        octets.open_by_its_share(0);
        assert_eq!(octets.cwnd(), 513 * 512);
        let mut segments =
            CongestionWindow::new(&Settings { cwnd_unit: CwndUnit::Segments, ..settings }.basics());
        for _ in 0..513 {
            segments.open_by_its_share(0);
        }
        assert_eq!(segments.cwnd() / 512, 513);
        segments.open_by_its_share(0);
        assert_eq!(segments.cwnd() / 512, 514);
    }

    #[test]
    fn no_window_passes_its_cap_or_falls_below_a_segment() {
        for cwnd_unit in [CwndUnit::Octets, CwndUnit::Segments] {
            let settings =
                Settings { cwnd_unit, cwnd_cap: CwndCap::Octets(Bytes::new(1100)), ..Settings::default() };
            let mut window = CongestionWindow::new(&settings.basics());
            for _ in 0..5 {
                window.open_by_a_segment();
            }
            assert_eq!(window.cwnd(), 1100);
            window.set(1);
            assert_eq!(window.cwnd(), 512);
        }
    }
}
