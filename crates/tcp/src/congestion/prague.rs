//! Prague: a scalable congestion control for the low-latency service.
//!
//! Source: draft-briscoe-iccrg-prague-congestion-control-04; RFC 9331 4.3. As DCTCP it takes from the window half the share of octets
//! that met congestion, but not more often than once in a virtual round trip, which is not shorter than `virtual_rtt`; its growth is
//! that of a flow with this round trip, so that flows with short ones do not take more. Slow start, and what a loss
//! does, are Reno's. Without accurate feedback it is Reno. Parameters: `virtual_rtt`, `gain`, `initial_alpha`,
//! `scaling_after_rounds`. State: alpha, the octets acknowledged in the present virtual round, and the fraction of an
//! octet that the window has still to grow. Sums, products and quotients of doubles only, so every machine has the same
//! windows.

use cellwise_units::{ConfigIssue, Span, Time};
#[cfg(feature = "arbitrary")]
use proptest::prelude::{Strategy, any};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dctcp::without_half;
use super::{AckEvent, Congestion, Feedback, LossCause, LossEvent, Reno};
use crate::basics::Basics;
use crate::pacing::{AnyPacing, linux};
use crate::window::CongestionWindow;

/// Parameters of the congestion control "prague".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "PragueParameters")]
pub struct Config {
    /// The shortest virtual round trip: flows with shorter ones grow, and answer marks, as if theirs were this long
    /// (draft 2.4.4; 25 ms).
    #[schemars(extend("formatExclusiveMinimum" = "0 s"))]
    pub virtual_rtt: Span,
    /// g: the weight of the newest virtual round in alpha (draft 2.4.2).
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub gain: f64,
    /// alpha until the first mark. The library of its authors has 0, so that the first mark ends slow start and takes nothing; DCTCP
    /// has 1.
    #[schemars(range(min = 0, max = 1))]
    pub initial_alpha: f64,
    /// Round trips after slow start in which a flow still grows by its own round trip. Linux has 500, the library of its
    /// authors none.
    pub scaling_after_rounds: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            virtual_rtt: Span::from_ps(25_000_000_000),
            gain: 1.0 / 16.0,
            initial_alpha: 0.0,
            scaling_after_rounds: 0,
        }
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
        (1u64..100_000, 0.01..=1.0f64, 0.0..=1.0f64, any::<u8>()).prop_map(
            |(us, gain, initial_alpha, rounds)| Self {
                virtual_rtt: Span::from_ps(us * 1_000_000),
                gain,
                initial_alpha,
                scaling_after_rounds: u32::from(rounds),
            },
        )
    }
}

/// Its rule of pacing: a window per round trip, two in early slow start.
// source: Linux net/ipv4/tcp_prague.c
pub(crate) fn pacing() -> AnyPacing {
    let config = linux::Config { percent: 100, ..linux::Config::default() };
    AnyPacing::Linux(config.build())
}

/// The virtual round under observation.
#[derive(Clone, Copy, Debug)]
struct Observed {
    /// The octet whose acknowledgment ends it, unless it is too short.
    end: u64,
    began: Time,
    acked: u64,
    marked: u64,
}

impl Observed {
    const fn begin(feedback: &Feedback) -> Self {
        Self { end: feedback.snd_max, began: feedback.now, acked: 0, marked: 0 }
    }
}

/// The control.
#[derive(Clone, Debug)]
pub struct Prague {
    reno: Reno,
    config: Config,
    /// Whether the connection has the feedback that it needs.
    is_accurate: bool,
    /// An estimate of the share of octets that are marked, from 0 to 1.
    alpha: f64,
    /// Whether any mark has come.
    has_marks: bool,
    observed: Option<Observed>,
    /// When a mark last reduced the window.
    reduced: Option<Time>,
    srtt: Option<Span>,
    /// Virtual rounds since slow start ended.
    rounds: u32,
    /// Octets by which the window has still to grow, below 1.
    rest: f64,
}

impl Prague {
    /// The rule as the settings have it.
    #[must_use]
    pub fn new(basics: &Basics, config: &Config) -> Self {
        let config = *config;
        Self {
            reno: Reno::new(basics),
            config,
            is_accurate: basics.uses_accurate_ecn,
            alpha: config.initial_alpha,
            has_marks: false,
            observed: None,
            reduced: None,
            srtt: None,
            rounds: 0,
            rest: 0.0,
        }
    }

    /// The virtual round trip.
    // spec: draft-briscoe-iccrg-prague-congestion-control-04 2.4.4
    fn virtual_rtt(&self) -> Span {
        let srtt = self.srtt.unwrap_or(Span::ZERO);
        if self.rounds < self.config.scaling_after_rounds { srtt } else { srtt.max(self.config.virtual_rtt) }
    }

    /// What a window grows by in a virtual round trip is a segment; in this round trip it is less, and the rate has to be the same.
    fn share_of_growth(&self) -> f64 {
        let virtual_rtt = self.virtual_rtt().get();
        match self.srtt {
            Some(srtt) if virtual_rtt > 0 => {
                let ratio = srtt.get() as f64 / virtual_rtt as f64;
                ratio * ratio
            }
            _ => 1.0,
        }
    }
}

impl Congestion for Prague {
    const NEEDS_TIMING: bool = true;
    const SCALABLE: bool = true;

    fn without_marks(&mut self) {
        self.is_accurate = false;
    }

    // spec: draft-briscoe-iccrg-prague-congestion-control-04 2.4.3: once in a virtual round
    fn answers(&self, now: Time) -> bool {
        let rest = |at: Time| now.ps().saturating_sub(at.ps()) < self.virtual_rtt().get();
        !self.is_accurate || !self.reduced.is_some_and(rest)
    }

    // spec: draft-briscoe-iccrg-prague-congestion-control-04 2.4.2
    fn on_feedback(&mut self, feedback: &Feedback) {
        self.srtt = feedback.srtt;
        self.has_marks |= feedback.marked > 0;
        let shortest = self.virtual_rtt();
        let observed = self.observed.get_or_insert_with(|| Observed::begin(feedback));
        observed.acked += feedback.acked;
        observed.marked += feedback.marked;
        let is_long = feedback.now.ps().saturating_sub(observed.began.ps()) >= shortest.get();
        if feedback.ack >= observed.end && is_long {
            let share = observed.marked as f64 / observed.acked.max(1) as f64;
            // Before the first mark nothing says that a queue on the way marks at all.
            if self.has_marks {
                self.alpha += self.config.gain * (share - self.alpha);
                self.rounds = self.rounds.saturating_add(1);
            }
            *observed = Observed::begin(feedback);
        }
    }

    // spec: draft-briscoe-iccrg-prague-congestion-control-04 2.4.4
    fn on_ack(&mut self, ack: &AckEvent, window: &mut CongestionWindow) {
        if !self.is_accurate || window.cwnd() < window.ssthresh() {
            return self.reno.on_ack(ack, window);
        }
        let windows = ack.acked as f64 / window.cwnd() as f64;
        let growth = self.rest + windows * window.mss() as f64 * self.share_of_growth();
        self.rest = growth.fract();
        window.set(window.cwnd() + growth as u64);
    }

    // spec: draft-briscoe-iccrg-prague-congestion-control-04 2.4.3
    fn ssthresh_after(&mut self, loss: &LossEvent, window: &CongestionWindow) -> u64 {
        if !self.is_accurate || loss.cause != LossCause::Mark {
            return self.reno.ssthresh_after(loss, window);
        }
        self.reduced = Some(loss.now);
        without_half(self.alpha, window)
    }

    fn save(&mut self) {
        self.reno.save();
    }

    fn restore(&mut self) {
        self.reno.restore();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::EcnFeedback;
    use crate::config::Settings;
    use crate::variant::VariantName;
    use proptest::prelude::*;

    const MSS: u64 = 1000;
    const MS: u64 = 1_000_000_000;

    fn settings() -> Settings {
        let variant = VariantName::find("prague").expect("its own name");
        Settings { variant, mss: cellwise_units::Bytes::new(MSS), ..Settings::default() }
    }

    fn ms(ms: u64) -> Span {
        Span::from_ps(ms * MS)
    }

    /// Ten segments are acknowledged at once at `at`, the first `marked` of them marked.
    fn acknowledge(prague: &mut Prague, at: u64, (begin, marked): (u64, u64), srtt: Span) {
        prague.on_feedback(&Feedback {
            ack: begin + 10 * MSS,
            acked: 10 * MSS,
            marked: marked * MSS,
            snd_max: begin + 20 * MSS,
            now: Time::from_ps(at * MS),
            rtt: None,
            srtt: Some(srtt),
        });
    }

    /// A window of ten segments beyond slow start.
    fn window(settings: &Settings) -> CongestionWindow {
        let mut window = CongestionWindow::new(&settings.basics());
        window.set(10 * MSS);
        window.set_ssthresh(2 * MSS);
        window
    }

    fn grow(prague: &mut Prague, window: &mut CongestionWindow, segments: u64) -> u64 {
        for _ in 0..segments {
            let event = AckEvent { now: Time::ZERO, acked: MSS, flight: 0, rtt: None, srtt: None };
            prague.on_ack(&event, window);
        }
        window.cwnd()
    }

    fn kept_after(prague: &mut Prague, cause: LossCause, at: u64) -> u64 {
        let loss = LossEvent { now: Time::from_ps(at * MS), cause, flight: 10 * MSS, snd_wnd: u64::MAX };
        prague.ssthresh_after(&loss, &window(&settings()))
    }

    /// Round trips of 10 ms: the round ends with the third acknowledgment, when 25 ms have passed; 6 of 40 segments were marked.
    #[test]
    fn alpha_moves_by_a_sixteenth_once_a_virtual_round() {
        let mut prague = Prague::new(&settings().basics(), &settings().congestion.prague);
        for (round, marked) in [(0, 0), (1, 1), (2, 2), (3, 3)] {
            assert_eq!(prague.alpha, 0.0);
            acknowledge(&mut prague, 10 * round, (10 * MSS * round, marked), ms(10));
        }
        assert_eq!(prague.alpha, 6.0 / 40.0 / 16.0);
    }

    #[test]
    fn alpha_waits_for_the_first_mark() {
        let config = Config { initial_alpha: 0.5, ..Config::default() };
        let mut settings = settings();
        settings.congestion.prague = config;
        let mut prague = Prague::new(&settings.basics(), &settings.congestion.prague);
        (0..9).for_each(|n| acknowledge(&mut prague, 30 * n, (10 * MSS * n, 0), ms(30)));
        assert_eq!(prague.alpha, 0.5);
        (9..11).for_each(|n| acknowledge(&mut prague, 30 * n, (10 * MSS * n, 10), ms(30)));
        assert!(prague.alpha > 0.5);
    }

    /// At 50 ms a segment per round trip; at 12.5 ms, half the virtual one, a quarter of it, with no fraction lost.
    #[test]
    fn growth_is_that_of_the_virtual_round_trip() {
        let settings = settings();
        for (srtt, grown) in
            [(ms(50), 953..=960), (ms(25), 953..=960), (Span::from_ps(12_500 * MS / 1000), 246..=248)]
        {
            let mut prague = Prague::new(&settings.basics(), &settings.congestion.prague);
            prague.srtt = Some(srtt);
            let mut window = window(&settings);
            let cwnd = grow(&mut prague, &mut window, 10);
            assert!(grown.contains(&(cwnd - 10 * MSS)), "{srtt}: {cwnd}");
        }
    }

    #[test]
    fn marks_take_half_of_alpha_and_losses_half_the_window() {
        for (alpha, kept) in [(1.0, 5_000), (0.5, 7_500), (0.0, 10_000)] {
            let mut prague =
                Prague { alpha, ..Prague::new(&settings().basics(), &settings().congestion.prague) };
            assert_eq!(kept_after(&mut prague, LossCause::Mark, 0), kept);
            assert_eq!(kept_after(&mut prague, LossCause::DuplicateAcks, 0), 5_000);
        }
    }

    #[test]
    fn a_window_is_reduced_once_a_virtual_round_and_never_below_two_segments() {
        let mut prague = Prague {
            srtt: Some(ms(10)),
            alpha: 1.0,
            ..Prague::new(&settings().basics(), &settings().congestion.prague)
        };
        let answers = |prague: &Prague, at| prague.answers(Time::from_ps(at * MS));
        assert!(answers(&prague, 100));
        kept_after(&mut prague, LossCause::Mark, 100);
        assert_eq!([101, 124, 125].map(|at| answers(&prague, at)), [false, false, true]);
        let loss = LossEvent { now: Time::ZERO, cause: LossCause::Mark, flight: MSS, snd_wnd: u64::MAX };
        let mut window = window(&settings());
        window.set(2 * MSS);
        assert_eq!(prague.ssthresh_after(&loss, &window), 2 * MSS);
    }

    #[test]
    fn scaling_waits_for_its_rounds() {
        let config = Config { scaling_after_rounds: 2, ..Config::default() };
        let mut prague = Prague {
            config,
            srtt: Some(ms(10)),
            ..Prague::new(&settings().basics(), &settings().congestion.prague)
        };
        assert_eq!(prague.virtual_rtt(), ms(10));
        prague.rounds = 2;
        assert_eq!(prague.virtual_rtt(), ms(25));
    }

    #[test]
    fn without_accurate_feedback_it_is_reno() {
        let classic = Settings { ecn_feedback: Some(EcnFeedback::Classic), ..settings() };
        let mut reported =
            Prague { srtt: Some(ms(5)), ..Prague::new(&settings().basics(), &settings().congestion.prague) };
        reported.without_marks();
        for mut prague in [
            Prague { srtt: Some(ms(5)), ..Prague::new(&classic.basics(), &classic.congestion.prague) },
            reported,
        ] {
            assert_eq!(kept_after(&mut prague, LossCause::Mark, 0), 5_000);
            assert!(prague.answers(Time::ZERO));
            let (mut here, mut there) = (window(&classic), window(&classic));
            let mut reno = Reno::new(&classic.basics());
            for _ in 0..20 {
                let event = AckEvent { now: Time::ZERO, acked: MSS, flight: 0, rtt: None, srtt: None };
                prague.on_ack(&event, &mut here);
                reno.on_ack(&event, &mut there);
            }
            assert_eq!(here.cwnd(), there.cwnd());
        }
    }

    proptest! {
        #[test]
        fn alpha_is_a_share(
            rounds in prop::collection::vec((0u64..=10, 0u64..40), 1..200), initial_alpha in 0.0..=1.0f64, gain in 0.01..=1.0f64,
        ) {
            let mut settings = settings();
            settings.congestion.prague = Config { initial_alpha, gain, ..Config::default() };
            let mut prague = Prague::new(&settings.basics(), &settings.congestion.prague);
            let mut now = 0;
            for (n, (marked, wait)) in (0..).zip(rounds) {
                now += wait;
                acknowledge(&mut prague, now, (n * 10 * MSS, marked), ms(10));
                prop_assert!((0.0..=1.0).contains(&prague.alpha));
            }
        }
    }
}
