//! Random early detection: the longer the queue has been on average, the likelier a new frame is
//! refused.
//!
//! Source: Floyd and Jacobson, "Random early detection gateways for congestion avoidance",
//! IEEE/ACM ToN, August 1993; the gentle form: Floyd, "Recommendation on using the gentle variant
//! of RED", 2000; the reading per VC after Lin and Morris, "Dynamics of random early detection",
//! SIGCOMM 1997. The source's packet is a frame here: the average is brought up to date and the
//! decision made at a frame's first cell, and lengths are in cells.

use cellwise_units::{Capacity, Cells, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DropPolicy, QueueView, Threshold};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, buffer_cells, some_part};
use crate::queue_level::QueueLevel;

/// Parameters of [`Red`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// `min_th`: below this average no frame is refused. From 1 cell to the size of the buffer.
    pub min_threshold: Threshold,
    /// `max_th`: from this average on every frame is refused (see `gentle`). More than
    /// `min_threshold`, at most the size of the buffer.
    pub max_threshold: Threshold,
    /// `max_p`: the probability to which the chance of a frame grows as the average approaches
    /// `max_threshold`, before it is spread evenly.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub max_probability: f64,
    /// `w_q`: the weight in the average of the queue that one frame finds.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub weight: f64,
    /// s: while the port is idle, the average falls as if one frame found an empty queue in each time of this
    /// many cells.
    #[schemars(extend("formatMinimum" = "1 cell"))]
    pub idle_step: Cells,
    /// Whether the probability grows from `max_probability` to 1 between `max_threshold` and twice
    /// as much, instead of jumping to 1.
    pub gentle: bool,
    /// Whether the probability of a VC's frame is multiplied by its load ratio `Y_i` `N_a` / X, so that a VC
    /// that holds more of the queue loses more; a certain refusal stays certain.
    pub per_vc: bool,
    /// Whether the rest of a frame is discarded once one of its cells met a full buffer.
    pub discard_remainder: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            // One to three, as the source's 5 and 15 packets.
            min_threshold: Threshold::Fraction { billionths: 200_000_000 },
            max_threshold: Threshold::Fraction { billionths: 600_000_000 },
            max_probability: 0.02,
            weight: 0.002,
            idle_step: Cells::new(1),
            gentle: false,
            per_vc: false,
            discard_remainder: true,
        }
    }
}

impl Config {
    /// The policy for a buffer of `capacity`.
    #[must_use]
    pub fn build(&self, capacity: Capacity) -> Red {
        let probability = |value: f64| if value > 0.0 { value.min(1.0) } else { 0.0 };
        // A queue that has always been empty is never refused anything, however small the buffer.
        let max_cells = self.max_threshold.in_buffer(capacity).max(1);
        let law = Law {
            min_cells: self.min_threshold.in_buffer(capacity).min(max_cells) as f64,
            max_cells: max_cells as f64,
            max_probability: probability(self.max_probability),
            weight: probability(self.weight),
            idle_step_cells: self.idle_step.get().max(1) as f64,
            gentle: self.gentle,
            per_vc: self.per_vc,
        };
        Red {
            law: Box::new(law),
            discard_remainder: self.discard_remainder,
            average_cells: 0.0,
            since_refusal: None,
        }
    }

    /// The lengths of the queue at which it changes what it does.
    #[must_use]
    pub fn levels(&self, capacity: Capacity) -> Vec<QueueLevel> {
        vec![
            QueueLevel::new("lower threshold", self.min_threshold.in_buffer(capacity)),
            QueueLevel::new("upper threshold", self.max_threshold.in_buffer(capacity)),
        ]
    }

    /// Thresholds that do not fit the buffer or each other.
    #[must_use]
    pub fn check(&self, capacity: Capacity) -> Vec<ConfigIssue> {
        let of_threshold = |field: &str, threshold: &Threshold| {
            threshold.check(capacity).map(|issue| ConfigIssue { field: field.to_owned(), ..issue })
        };
        let issues = [
            of_threshold("min_threshold", &self.min_threshold),
            of_threshold("max_threshold", &self.max_threshold).or_else(|| self.check_order(capacity)),
        ];
        issues.into_iter().flatten().collect()
    }

    /// Thresholds in the wrong order. Parts of an unlimited buffer have none: they are never met.
    fn check_order(&self, capacity: Capacity) -> Option<ConfigIssue> {
        let (min, max) = (self.min_threshold.in_buffer(capacity), self.max_threshold.in_buffer(capacity));
        let rule = || format!("give more than min_threshold, here {}", Cells::new(min));
        (max <= min && max < u64::MAX).then(|| ConfigIssue::new("max_threshold", self.max_threshold, rule()))
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings for a buffer of `capacity`.
    pub fn arbitrary(capacity: Capacity) -> impl Strategy<Value = Self> {
        let cells = buffer_cells(capacity);
        // A buffer of one cell has room below its largest threshold for a part of it only.
        let thresholds = (1.min(cells - 1)..cells).prop_flat_map(move |min| (Just(min), min + 1..=cells));
        let thresholds =
            thresholds.prop_map(|(min, max)| (Threshold::of_cells(min), Threshold::Cells(Cells::new(max))));
        (thresholds, some_part(), some_part(), 1u64..20, any::<[bool; 3]>()).prop_map(
            |(
                (min_threshold, max_threshold),
                max_probability,
                weight,
                idle_cells,
                [gentle, per_vc, rest],
            )| Self {
                min_threshold,
                max_threshold,
                max_probability,
                weight,
                idle_step: Cells::new(idle_cells),
                gentle,
                per_vc,
                discard_remainder: rest,
            },
        )
    }
}

/// Random early detection.
#[derive(Clone, Debug)]
pub struct Red {
    /// Boxed, as most ports have another policy.
    law: Box<Law>,
    discard_remainder: bool,
    /// The average queue, in cells.
    average_cells: f64,
    /// Frames taken at the risk of a refusal since the last one that was refused; `None` while the
    /// average is below the lower threshold.
    since_refusal: Option<u32>,
}

/// What does not change.
#[derive(Clone, Copy, Debug)]
struct Law {
    min_cells: f64,
    max_cells: f64,
    max_probability: f64,
    weight: f64,
    idle_step_cells: f64,
    gentle: bool,
    per_vc: bool,
}

impl Red {
    /// The average queue as the last frame left it, in cells.
    #[must_use]
    pub const fn average_cells(&self) -> f64 {
        self.average_cells
    }

    fn update_average(&mut self, view: &QueueView) {
        if view.waiting == 0 && view.idle_cells > 0 {
            let steps = view.idle_cells as f64 / self.law.idle_step_cells;
            self.average_cells *= libm::pow(1.0 - self.law.weight, steps);
        } else {
            self.average_cells += self.law.weight * (view.waiting as f64 - self.average_cells);
        }
    }

    /// `p_b`: the probability by the average alone; `None` below the lower threshold.
    fn probability_by_average(&self) -> Option<f64> {
        let average = self.average_cells;
        if average < self.law.min_cells {
            None
        } else if average < self.law.max_cells {
            Some(
                self.law.max_probability * (average - self.law.min_cells)
                    / (self.law.max_cells - self.law.min_cells),
            )
        } else if self.law.gentle && average < 2.0 * self.law.max_cells {
            let beyond = (average - self.law.max_cells) / self.law.max_cells;
            Some(self.law.max_probability + (1.0 - self.law.max_probability) * beyond)
        } else {
            Some(1.0)
        }
    }

    fn load_ratio(view: &QueueView) -> f64 {
        if view.waiting == 0 {
            return 0.0;
        }
        view.vc_waiting as f64 * view.active_vcs as f64 / view.waiting as f64
    }

    /// Whether a frame with this `p_b` is refused: `p_a` makes the frames between two refusals
    /// uniformly, not geometrically, many.
    fn refuses_with(&mut self, probability: f64, draw: f64) -> bool {
        let taken = self.since_refusal.map_or(0, |frames| frames.saturating_add(1));
        let left = 1.0 - f64::from(taken) * probability;
        let refused = probability > 0.0 && (left <= probability || draw < probability / left);
        self.since_refusal = Some(if refused { 0 } else { taken });
        refused
    }
}

impl DropPolicy for Red {
    #[inline]
    fn asked_from(&self) -> u64 {
        // The average is brought up to date by every frame.
        0
    }
    fn refuses_frame(&mut self, view: &QueueView) -> bool {
        self.update_average(view);
        match self.probability_by_average() {
            None => {
                self.since_refusal = None;
                false
            }
            Some(certain) if certain >= 1.0 => {
                self.since_refusal = Some(0);
                true
            }
            Some(chance) => {
                let share = if self.law.per_vc { Self::load_ratio(view) } else { 1.0 };
                self.refuses_with((chance * share).min(1.0), view.draw)
            }
        }
    }
    #[inline]
    fn discards_remainder(&self) -> bool {
        self.discard_remainder
    }
    #[inline]
    fn needs_vc_accounting(&self) -> bool {
        self.law.per_vc
    }
    #[inline]
    fn needs_randomness(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::chance::uniform;
    use cellwise_engine::{RandomStream, StreamName};

    const BUFFER: Capacity = Capacity::Limited(Cells::new(1000));

    fn cells(cells: u64) -> Threshold {
        Threshold::Cells(Cells::new(cells))
    }

    /// From 100 to 300 cells, at most 0.2.
    fn config() -> Config {
        Config {
            min_threshold: cells(100),
            max_threshold: cells(300),
            max_probability: 0.2,
            ..Config::default()
        }
    }

    /// A policy whose average has long been so, in front of a queue that keeps it there.
    fn settled(config: Config, average: u64) -> (Red, QueueView) {
        let red = Red { average_cells: average as f64, ..config.build(BUFFER) };
        (red, QueueView { waiting: average, capacity: 1000, draw: 0.999_999, ..QueueView::default() })
    }

    fn random() -> RandomStream {
        RandomStream::new(StreamName { seed: 1, replication: 0, element: "test", purpose: "red" })
    }

    #[test]
    fn the_average_approaches_the_queue_by_the_weight_with_every_frame() {
        let mut red = Config { weight: 0.25, ..config() }.build(BUFFER);
        let view = QueueView { waiting: 64, ..QueueView::default() };
        for wanted in [16.0, 28.0, 37.0, 43.75] {
            red.refuses_frame(&view);
            assert_eq!(red.average_cells(), wanted);
        }
    }

    #[test]
    fn in_an_idle_time_the_average_falls_once_per_step() {
        for (idle_step, idle_cells, wanted) in [(1, 3, 12.5), (12, 24, 25.0), (12, 6, 100.0 * 0.5f64.sqrt())]
        {
            let config = Config { weight: 0.5, idle_step: Cells::new(idle_step), ..config() };
            let mut red = settled(config, 100).0;
            red.refuses_frame(&QueueView { idle_cells, ..QueueView::default() });
            assert!((red.average_cells() - wanted).abs() < 1e-12, "{idle_step}: {}", red.average_cells());
        }
    }

    #[test]
    fn a_queue_with_waiting_cells_is_not_idle_however_long_its_line_rests() {
        let mut red = settled(Config { weight: 0.5, ..config() }, 100).0;
        red.refuses_frame(&QueueView { waiting: 60, idle_cells: 1000, ..QueueView::default() });
        assert_eq!(red.average_cells(), 80.0);
    }

    #[test]
    fn a_burst_is_taken_while_the_average_is_short() {
        let mut red = config().build(BUFFER);
        let full = QueueView { waiting: 999, capacity: 1000, draw: 0.0, ..QueueView::default() };
        // 999 (1 - 0.998^n) passes 100 cells with the 53rd frame.
        assert_eq!((1..=60).find(|_| red.refuses_frame(&full)).unwrap(), 53);
    }

    #[test]
    fn from_the_upper_threshold_on_every_frame_is_refused() {
        let (mut below, view) = settled(config(), 299);
        assert!(!below.refuses_frame(&view));
        let (mut at, view) = settled(config(), 300);
        assert!(at.refuses_frame(&view));
    }

    #[test]
    fn the_gentle_form_is_certain_only_at_twice_the_upper_threshold() {
        let gentle = Config { gentle: true, ..config() };
        // Halfway from 300 to 600 the probability is halfway from 0.2 to 1.
        for (average, draw, refused) in [
            (300, 0.199, true),
            (300, 0.201, false),
            (450, 0.599, true),
            (450, 0.601, false),
            (600, 1.0, true),
        ] {
            let (mut red, view) = settled(gentle, average);
            assert_eq!(red.refuses_frame(&QueueView { draw, ..view }), refused, "{average} {draw}");
        }
    }

    #[test]
    fn between_two_refusals_any_number_of_frames_up_to_a_limit_is_equally_likely() {
        // p_b = 0.1: the source's count starts at 1 after a refusal, so gaps are from 1 to 9.
        let (mut red, view) = settled(config(), 200);
        let mut random = random();
        let (mut gap, mut gaps) = (0, [0u32; 9]);
        for _ in 0..50_000 {
            gap += 1;
            if red.refuses_frame(&QueueView { draw: uniform(&mut random), ..view }) {
                gaps[gap - 1] += 1;
                gap = 0;
            }
        }
        let expected = f64::from(gaps.iter().sum::<u32>()) / 9.0;
        let chi: f64 = gaps.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        // 8 degrees of freedom: the 99.9 % point is 26.1.
        assert!(expected > 1000.0 && chi < 26.1, "{gaps:?}: chi squared {chi}");
    }

    #[test]
    fn per_vc_who_holds_twice_its_share_meets_twice_the_probability_and_who_holds_none_no_refusal() {
        let first_refusal_at = |vc_waiting: u64, per_vc: bool, draw: f64| {
            let (mut red, view) = settled(Config { per_vc, ..config() }, 200);
            red.refuses_frame(&QueueView { vc_waiting, active_vcs: 4, draw, ..view })
        };
        // p_b = 0.1 of 200 cells, 4 VCs: the share is 50 cells.
        for (vc_waiting, probability) in [(100, 0.2), (50, 0.1), (25, 0.05)] {
            assert!(first_refusal_at(vc_waiting, true, probability - 1e-9), "{vc_waiting}");
            assert!(!first_refusal_at(vc_waiting, true, probability + 1e-9), "{vc_waiting}");
            assert!(!first_refusal_at(vc_waiting, false, 0.1 + 1e-9), "{vc_waiting}");
        }
        assert!(!first_refusal_at(0, true, 0.0));
        assert!(first_refusal_at(0, false, 0.0));
    }

    #[test]
    fn a_queue_that_has_always_been_empty_takes_every_frame_of_the_smallest_buffer() {
        for capacity in [Capacity::Limited(Cells::new(1)), Capacity::Limited(Cells::new(4)), BUFFER] {
            let mut red = Config::default().build(capacity);
            assert!((0..100).all(|_| !red.refuses_frame(&QueueView::default())), "{capacity}");
        }
    }

    #[test]
    fn every_setting_that_does_not_fit_is_reported() {
        let wrong = Config {
            min_threshold: cells(2000),
            max_threshold: cells(100),
            max_probability: 0.0,
            weight: f64::NAN,
            idle_step: Cells::ZERO,
            ..Config::default()
        };
        let fields = |config: &Config, capacity| -> Vec<String> {
            config.check(capacity).into_iter().map(|issue| issue.field).collect()
        };
        assert_eq!(fields(&wrong, BUFFER), ["min_threshold", "max_threshold"]);
        let equal = Config { min_threshold: cells(100), max_threshold: cells(100), ..Config::default() };
        assert_eq!(fields(&equal, BUFFER), ["max_threshold"]);
        assert!(fields(&Config::default(), Capacity::Unlimited).is_empty());
    }
}
