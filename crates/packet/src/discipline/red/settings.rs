//! The settings of random early detection.

use cellwise_units::{Bytes, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Curve, Red};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, perhaps, prop_oneof};
use crate::discipline::{Backlog, Service};
use crate::limit::Limit;

const PS_PER_MS: u64 = 1_000_000_000;
const BITS_PER_OCTET: f64 = 8.0;
/// The thresholds of the source, in packets.
const USUAL_THRESHOLDS: (f64, f64) = (5.0, 15.0);
const USUAL_WEIGHT: f64 = 0.002;
/// The round trip for which `max_p` stays above one packet of each window.
const USUAL_ROUND_TRIP_S: f64 = 0.1;
/// `max_p` falls at most to this.
const MOST_BOTTOM: f64 = 0.01;

/// How `max_p` changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Adaptation {
    /// Not at all (Floyd and Jacobson).
    #[default]
    None,
    /// Slowly, so that the average stays in the middle of the thresholds (Adaptive RED: Floyd, Gummadi and Shenker).
    Floyd,
    /// By a factor each time that the average leaves the thresholds (Feng, Kandlur, Saha and Shin).
    Feng,
}

/// Parameters of [`Red`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// How much may wait; more than the upper threshold.
    pub limit: Limit,
    /// `min_th`: below this average no packet is dropped. If not given 5 packets; with the adaptation "floyd"
    /// half of the packets that the link sends in `target_delay` if that is more. If a threshold is given in
    /// bytes or as a time, the queue is measured in octets, and a packet of a threshold is one of
    /// `mean_packet`.
    pub min_threshold: Option<Limit>,
    /// `max_th`: at this average packets are dropped with `max_probability`. If not given three times
    /// `min_threshold`.
    pub max_threshold: Option<Limit>,
    /// `max_p`: the probability to which the chance of a packet grows as the average approaches `max_threshold`,
    /// before it is spread; the first one if it adapts.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub max_probability: f64,
    /// `w_q`: the weight in the average of the queue that one packet finds. If not given 0.002; with the adaptation
    /// "floyd" 1 - exp(-1/C), C being the mean packets that the link sends in a second.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub weight: Option<f64>,
    /// The mean length of a packet as queues count it: its sending time is the step in which the average falls while
    /// nothing waits.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub mean_packet: Bytes,
    /// Whether the probability grows from `max_probability` to 1 between `max_threshold` and twice as much, instead of
    /// jumping to 1.
    pub gentle: bool,
    /// Whether after a drop no packet is dropped until the next one is due on average, as in ns-2 and ns-3.
    pub wait: bool,
    /// Whether long packets are dropped more often than short ones, in proportion to their octets.
    pub byte_mode: bool,
    /// Whether the probability grows with the square of the average between the thresholds (nonlinear RED).
    pub nonlinear: bool,
    /// How `max_p` changes.
    pub adaptation: Adaptation,
    /// With the adaptation "floyd": `max_p` changes at most once in this time.
    pub adaptation_interval: Span,
    /// With the adaptation "floyd": the mean wait that thresholds which are not given lead to.
    #[schemars(extend("formatExclusiveMinimum" = "0 s"))]
    pub target_delay: Span,
    /// Whether packets whose transport understands marks are marked instead of dropped.
    pub ecn: bool,
    /// Whether above the last threshold packets are dropped that could be marked.
    pub hard_drop: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            limit: Limit::Packets(25),
            min_threshold: None,
            max_threshold: None,
            max_probability: 0.02,
            weight: None,
            mean_packet: Bytes::new(500),
            gentle: true,
            wait: true,
            byte_mode: false,
            nonlinear: false,
            adaptation: Adaptation::None,
            adaptation_interval: Span::from_ps(500 * PS_PER_MS),
            target_delay: Span::from_ps(5 * PS_PER_MS),
            ecn: false,
            hard_drop: true,
        }
    }
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> Red {
        let per_second = self.packets_per_second(service);
        let by_rate = -libm::expm1(-1.0 / per_second);
        let usual = if self.adaptation == Adaptation::Floyd { by_rate } else { USUAL_WEIGHT };
        let (min, max) = self.thresholds(service);
        let curve = Curve {
            min,
            max: max.max(f64::MIN_POSITIVE),
            max_probability: part(self.max_probability),
            gentle: self.gentle,
            nonlinear: self.nonlinear,
        };
        let bottom = MOST_BOTTOM.min(1.0 / (per_second * USUAL_ROUND_TRIP_S));
        Red::new(self, service, curve, part(self.weight.unwrap_or(usual)), bottom)
    }

    /// Whether the queue is measured in octets.
    pub(super) fn in_octets(&self) -> bool {
        let is_octets = |threshold: &Limit| !matches!(threshold, Limit::Packets(_));
        [self.min_threshold, self.max_threshold].iter().flatten().any(is_octets)
    }

    pub(super) fn mean_octets(&self) -> f64 {
        self.mean_packet.get().max(1) as f64
    }

    /// C: mean packets that the link sends in a second.
    fn packets_per_second(&self, service: &Service) -> f64 {
        service.rate.get().max(1) as f64 / (BITS_PER_OCTET * self.mean_octets())
    }

    /// Both thresholds, in packets or octets as the queue is measured.
    fn thresholds(&self, service: &Service) -> (f64, f64) {
        let mean = if self.in_octets() { self.mean_octets() } else { 1.0 };
        let given = |threshold: Limit| match threshold {
            Limit::Packets(packets) => f64::from(packets) * mean,
            Limit::Octets(octets) => octets.get() as f64,
            Limit::Time(time) => service.rate.get() as f64 / BITS_PER_OCTET * time.as_secs_f64(),
        };
        let by_delay = match self.adaptation {
            Adaptation::Floyd => self.target_delay.as_secs_f64() * self.packets_per_second(service) / 2.0,
            Adaptation::None | Adaptation::Feng => 0.0,
        };
        let min = self.min_threshold.map_or(USUAL_THRESHOLDS.0.max(by_delay) * mean, given);
        let ratio = USUAL_THRESHOLDS.1 / USUAL_THRESHOLDS.0;
        (min, self.max_threshold.map_or(ratio * min, given))
    }

    /// Thresholds and probabilities that do not make sense.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        let issues = [
            self.limit.check_as("limit", service).or_else(|| self.check_limit(service)),
            self.check_order(service),
            check_part("max_probability", Some(self.max_probability)),
            check_part("weight", self.weight),
            (self.mean_packet.is_zero())
                .then(|| ConfigIssue::new("mean_packet", self.mean_packet, "give at least 1 byte")),
            (self.target_delay.is_zero())
                .then(|| ConfigIssue::new("target_delay", self.target_delay, "give more than 0 s")),
        ];
        issues.into_iter().flatten().collect()
    }

    fn check_order(&self, service: &Service) -> Option<ConfigIssue> {
        let (min, max) = self.thresholds(service);
        let threshold = self.max_threshold.filter(|_| max <= min)?;
        let rule = format!("give more than min_threshold, here {}", self.in_words(min));
        Some(ConfigIssue::new("max_threshold", threshold, rule))
    }

    /// A queue that is full before it is long.
    fn check_limit(&self, service: &Service) -> Option<ConfigIssue> {
        let (_, max) = self.thresholds(service);
        let packets = if self.in_octets() { max / self.mean_octets() } else { max };
        let at_max = Backlog { packets: packets as u64, octets: (packets * self.mean_octets()) as u64 };
        let rule = format!("give more than max_threshold, here {}", self.in_words(max));
        self.limit.room(service.rate).is_exceeded(at_max).then(|| ConfigIssue::new("limit", self.limit, rule))
    }

    fn in_words(&self, length: f64) -> String {
        format!("{} {}", libm::round(length), if self.in_octets() { "bytes" } else { "packets" })
    }
}

/// A number that is no probability, or 0.
fn check_part(field: &str, part: Option<f64>) -> Option<ConfigIssue> {
    let part = part.filter(|part| !(*part > 0.0 && *part <= 1.0))?;
    Some(ConfigIssue::new(field, part, "give more than 0 and at most 1"))
}

/// The nearest part of 1.
fn part(value: f64) -> f64 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let octets = |packets: u32| Limit::Octets(Bytes::new(u64::from(packets) * 500));
        let thresholds = (1u32..6, 1u32..6, any::<bool>()).prop_map(move |(min, more, in_octets)| {
            let of = |packets| if in_octets { octets(packets) } else { Limit::Packets(packets) };
            (Some(of(min)), Some(of(min + more)))
        });
        // By a rate that is not known yet, so that room for any is needed.
        let own = (any::<bool>(), 15u32..60).prop_map(|(given, limit)| (given, Limit::Packets(limit)));
        let adaptation = prop_oneof![Just(Adaptation::None), Just(Adaptation::Floyd), Just(Adaptation::Feng)];
        let parts = (0.01..=1.0, perhaps(0.001..=1.0), 100u64..1500, 0u64..20);
        (thresholds, own, any::<[bool; 6]>(), adaptation, parts).prop_map(
            |(
                thresholds,
                (given, limit),
                flags,
                adaptation,
                (max_probability, weight, mean, interval_ms),
            )| {
                let (min_threshold, max_threshold) = if given { thresholds } else { (None, None) };
                let [gentle, wait, byte_mode, nonlinear, ecn, hard_drop] = flags;
                Self {
                    limit: if given { limit } else { Limit::Packets(1 << 30) },
                    min_threshold,
                    max_threshold,
                    max_probability,
                    weight,
                    mean_packet: Bytes::new(mean),
                    gentle,
                    wait,
                    byte_mode,
                    nonlinear,
                    adaptation,
                    adaptation_interval: Span::from_ps(interval_ms * PS_PER_MS),
                    target_delay: Span::from_ps((1 + interval_ms) * PS_PER_MS),
                    ecn,
                    hard_drop,
                }
            },
        )
    }
}
