//! CUBIC: a window that grows by the cube of the time since the last loss.
//!
//! Source: RFC 9438; for HyStart++ see [`crate::slow_start`]. State, in segments: the window of the last loss and the epoch of
//! growth since. Doubles with sums, products and quotients only, so every machine has the same windows.

pub(super) mod root;

use cellwise_units::{ConfigIssue, Span, Time};
#[cfg(feature = "arbitrary")]
use proptest::prelude::{Strategy, any};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::counting::SlowStartSteps;
use super::{AckEvent, Congestion, LossCause, LossEvent};
use crate::basics::Basics;
use crate::window::CongestionWindow;
use root::cube_root;

/// Parameters of the congestion control "cubic".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "CubicParameters")]
pub struct Config {
    /// The constant C, in segments per cubic second.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1000))]
    pub c: f64,
    /// The part of the window that is kept after a loss.
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub beta: f64,
    /// Whether it gives way to new flows: it remembers less than the window at a loss if the previous loss came
    /// at a larger one.
    pub fast_convergence: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self { c: 0.4, beta: 0.7, fast_convergence: true }
    }
}

impl Config {
    /// Nothing can be wrong that is within its range.
    pub(super) fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }

    /// Any parameters.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (0.001..1000.0f64, 0.01..0.99f64, any::<bool>()).prop_map(|(c, beta, fast_convergence)| Self {
            c,
            beta,
            fast_convergence,
        })
    }
}

/// The growth since a loss.
#[derive(Clone, Copy, Debug)]
struct Epoch {
    start: Time,
    /// Seconds until the window is `origin` again.
    k: f64,
    /// The plateau of the curve.
    origin: f64,
    /// What Reno would have (W_est).
    w_est: f64,
}

impl Epoch {
    /// The curve after so many seconds.
    // spec: rfc9438 4.2 figure 1
    fn curve(&self, c: f64, seconds: f64) -> f64 {
        let t = seconds - self.k;
        c * t * t * t + self.origin
    }
}

/// What a loss changes.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    /// The window before the last loss, less for fast convergence; 0 before the first.
    w_max: f64,
    /// The window at the last reduction.
    cwnd_prior: f64,
    after_timeout: bool,
    epoch: Option<Epoch>,
    /// The window as last set: in octets, and exactly.
    set: (u64, f64),
}

/// Growth by the cube of the time.
#[derive(Clone, Debug)]
pub struct Cubic {
    c: f64,
    beta: f64,
    fast_convergence: bool,
    steps: SlowStartSteps,
    memory: Memory,
    /// Both before the last loss, which may turn out to be none.
    saved: Option<Box<(SlowStartSteps, Memory)>>,
}

impl Cubic {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(basics: &Basics, config: &Config) -> Self {
        let Config { c, beta, fast_convergence } = *config;
        let steps = SlowStartSteps::new(basics);
        Self { c, beta, fast_convergence, steps, memory: Memory::default(), saved: None }
    }

    /// The window in segments, with the fraction of an octet that the window itself does not keep.
    fn segments(&self, window: &CongestionWindow) -> f64 {
        let (octets, exact) = self.memory.set;
        if octets == window.cwnd() { exact } else { window.cwnd() as f64 / window.mss() as f64 }
    }

    // spec: rfc9438 4.2, 4.8
    fn begin_epoch(&mut self, now: Time, cwnd: f64) -> Epoch {
        let beyond = self.memory.after_timeout || self.memory.w_max <= cwnd;
        let origin = if beyond { cwnd } else { self.memory.w_max };
        self.memory.after_timeout = false;
        Epoch { start: now, k: cube_root((origin - cwnd) / self.c), origin, w_est: cwnd }
    }

    /// The window that Reno would have by now.
    // spec: rfc9438 4.3
    fn reno_window(&self, epoch: &Epoch, acked_segments: f64, cwnd: f64) -> f64 {
        let caught_up = epoch.w_est >= self.memory.cwnd_prior;
        let alpha = if caught_up { 1.0 } else { 3.0 * (1.0 - self.beta) / (1.0 + self.beta) };
        epoch.w_est + alpha * acked_segments / cwnd
    }

    // spec: rfc9438 4.2 to 4.5
    fn avoid_congestion(&mut self, ack: &AckEvent, window: &mut CongestionWindow) {
        let cwnd = self.segments(window);
        let mut epoch = self.memory.epoch.unwrap_or_else(|| self.begin_epoch(ack.now, cwnd));
        epoch.w_est = self.reno_window(&epoch, ack.acked as f64 / window.mss() as f64, cwnd);
        let since = Span::from_ps(ack.now.ps().saturating_sub(epoch.start.ps())).as_secs_f64();
        let opened = if epoch.curve(self.c, since) < epoch.w_est {
            cwnd.max(epoch.w_est)
        } else {
            let ahead = since + ack.srtt.unwrap_or_default().as_secs_f64();
            let target = epoch.curve(self.c, ahead).clamp(cwnd, 1.5 * cwnd);
            cwnd + (target - cwnd) / cwnd
        };
        self.memory.epoch = Some(epoch);
        window.set_segments(opened);
        // At the cap the fraction is lost as well.
        let capped = window.cwnd() < (opened * window.mss() as f64) as u64;
        self.memory.set =
            (window.cwnd(), if capped { window.cwnd() as f64 / window.mss() as f64 } else { opened });
    }
}

impl Congestion for Cubic {
    const NEEDS_TIMING: bool = true;

    fn on_ack(&mut self, ack: &AckEvent, window: &mut CongestionWindow) {
        if window.cwnd() < window.ssthresh() {
            self.steps.open(ack.acked, window);
            self.memory.epoch = None;
        } else {
            self.steps.on_avoidance();
            self.avoid_congestion(ack, window);
        }
    }

    // spec: rfc9438 4.6 to 4.8
    fn ssthresh_after(&mut self, loss: &LossEvent, window: &CongestionWindow) -> u64 {
        let cwnd = self.segments(window);
        self.steps.on_loss(loss.cause);
        self.memory.epoch = None;
        self.memory.cwnd_prior = cwnd;
        if loss.cause == LossCause::Timeout {
            self.memory.after_timeout = true;
        } else {
            let converges = self.fast_convergence && cwnd < self.memory.w_max;
            self.memory.w_max = if converges { cwnd * (1.0 + self.beta) / 2.0 } else { cwnd };
        }
        let flight = loss.flight.min(window.cwnd());
        ((flight as f64 * self.beta) as u64).max(2 * window.mss())
    }

    fn save(&mut self) {
        self.saved = Some(Box::new((self.steps, self.memory)));
    }

    // spec: rfc9438 4.9.1
    fn restore(&mut self) {
        if let Some(saved) = self.saved.take() {
            (self.steps, self.memory) = *saved;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use cellwise_units::Bytes;

    const MSS: u64 = 1_000;
    const MS: u64 = 1_000_000_000;

    fn parts(segments: u32) -> (Cubic, CongestionWindow) {
        parts_up_to(segments, 10_000_000)
    }

    fn parts_up_to(segments: u32, receive_window: u64) -> (Cubic, CongestionWindow) {
        let settings = Settings {
            mss: Bytes::new(MSS),
            receive_window: Bytes::new(receive_window),
            initial_cwnd_segments: segments,
            ..Settings::default()
        };
        (
            Cubic::new(&settings.basics(), &settings.congestion.cubic),
            CongestionWindow::new(&settings.basics()),
        )
    }

    fn lose(cubic: &mut Cubic, window: &mut CongestionWindow, cause: LossCause) {
        let loss = LossEvent { now: Time::ZERO, cause, flight: window.cwnd(), snd_wnd: u64::MAX };
        let ssthresh = cubic.ssthresh_after(&loss, window);
        window.set_ssthresh(ssthresh);
        window.set(ssthresh);
    }

    /// Acknowledges a full window per round trip of 100 ms, after a given time; returns the window in
    /// segments at the end.
    fn grow(cubic: &mut Cubic, window: &mut CongestionWindow, round_trips: u64) -> f64 {
        let srtt = Some(Span::from_ps(100 * MS));
        for round in 0..round_trips {
            let segments = window.cwnd() / MSS;
            for n in 0..segments {
                let now = Time::from_ps((round * 100) * MS + n * 100 * MS / segments);
                let event = AckEvent { now, acked: MSS, flight: segments * MSS, rtt: srtt, srtt };
                cubic.on_ack(&event, window);
            }
        }
        cubic.segments(window)
    }

    #[test]
    fn the_window_follows_the_closed_form_of_the_curve() {
        // A window of 1000 segments falls to 700; K = cbrt(300 / 0.4) = 9.086 s.
        for round_trips in [20, 50, 90, 120] {
            let (mut cubic, mut window) = parts(1_000);
            lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
            assert_eq!(window.cwnd(), 700 * MSS);
            let grown = grow(&mut cubic, &mut window, round_trips);
            let t = round_trips as f64 / 10.0 - (300.0f64 / 0.4).powf(1.0 / 3.0);
            let curve = 0.4 * t * t * t + 1_000.0;
            assert!((grown / curve - 1.0).abs() < 0.01, "{grown} against {curve}");
        }
    }

    /// With a loss after every 1/p segments the window at a loss stays what RFC 9438's response function says. The curve is flat
    /// where the next loss falls, so that a run comes there slowly: it begins there.
    // spec: rfc9438 5.1
    #[test]
    fn losses_after_equally_many_segments_find_the_window_of_the_response_function() {
        for (loss_ratio, mean) in [(1e-5, 1054.0), (1e-6, 5926.0), (1e-7, 33325.0)] {
            let at_loss = 4.0 / (3.0 + 0.7) * mean;
            let (mut cubic, mut window) = parts_up_to(at_loss as u32, 1_000_000_000);
            lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
            let (mut acked, mut now) = (0.0, 0.0);
            let srtt = Some(Span::from_ps(100 * MS));
            while acked < 1.0 / loss_ratio {
                now += 100.0 / (window.cwnd() / MSS) as f64;
                let at = Time::from_ps((now * MS as f64) as u64);
                cubic.on_ack(&AckEvent { now: at, acked: MSS, flight: 0, rtt: srtt, srtt }, &mut window);
                acked += 1.0;
            }
            let found = cubic.segments(&window);
            assert!((found / at_loss - 1.0).abs() < 0.01, "{loss_ratio}: {found} beside {at_loss}");
        }
    }

    #[test]
    fn with_small_windows_it_grows_as_reno_with_alpha_does() {
        let (mut cubic, mut window) = parts(10);
        lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
        let grown = grow(&mut cubic, &mut window, 4);
        // Per round trip by alpha = 3 * 0.3 / 1.7, a little less as the window grows meanwhile.
        let expected = 7.0 + 4.0 * 3.0 * 0.3 / 1.7;
        assert!((grown - expected).abs() < 0.2, "{grown} against {expected}");
    }

    #[test]
    fn a_second_loss_at_a_smaller_window_makes_room_for_others() {
        for (fast_convergence, w_max) in [(true, 700.0 * 0.85), (false, 700.0)] {
            let mut settings = Settings::default();
            settings.congestion.cubic.fast_convergence = fast_convergence;
            let (_, mut window) = parts(1_000);
            let mut cubic = Cubic::new(&settings.basics(), &settings.congestion.cubic);
            lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
            lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
            assert!((cubic.memory.w_max - w_max).abs() < 1e-9);
        }
    }

    /// Restored, the curve continues as if there had been no loss.
    // spec: rfc9438 4.9.1
    #[test]
    fn a_loss_that_was_none_leaves_the_curve_as_it_was() {
        for cause in [LossCause::DuplicateAcks, LossCause::Timeout] {
            let grown = [false, true].map(|interrupted| {
                let (mut cubic, mut window) = parts(1_000);
                lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
                grow(&mut cubic, &mut window, 20);
                if interrupted {
                    let before = window.clone();
                    cubic.save();
                    lose(&mut cubic, &mut window, cause);
                    cubic.restore();
                    window = before;
                }
                let epoch = cubic.memory.epoch.expect("growth has begun");
                (cubic.segments(&window), cubic.memory.w_max, epoch.k, epoch.start)
            });
            assert_eq!(grown[0], grown[1], "{cause:?}");
        }
    }

    #[test]
    fn after_a_timeout_the_curve_begins_at_its_plateau() {
        let (mut cubic, mut window) = parts(100);
        lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
        lose(&mut cubic, &mut window, LossCause::Timeout);
        grow(&mut cubic, &mut window, 1);
        let epoch = cubic.memory.epoch.expect("growth has begun");
        assert_eq!((epoch.k, epoch.origin), (0.0, 49.0));
    }
}
