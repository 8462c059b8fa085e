//! The settings of CoDel, for whatever has it in it.

use std::fmt;
use std::str::FromStr;

use cellwise_units::{Bytes, ConfigIssue, QuantityError, Span, Time};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::law::SquareRoot;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, perhaps, prop_oneof};
use crate::discipline::Service;

const PS_PER_MS: u64 = 1_000_000_000;
const PS_PER_S: u128 = 1_000_000_000_000;
/// The target for links that are fast enough for it.
const USUAL_TARGET: Span = Span::from_ps(5 * PS_PER_MS);

/// For how long packets may wait at all times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// 5 ms, or 1.5 times the sending time of the longest packet if that is more. What it is more is added to the
    /// interval.
    Auto,
    /// So long.
    Fixed(Span),
}

impl FromStr for Target {
    type Err = QuantityError;
    fn from_str(text: &str) -> Result<Self, QuantityError> {
        if text.trim() == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::Fixed) }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.pad("auto"),
            Self::Fixed(span) => span.fmt(f),
        }
    }
}

cellwise_units::serde_as_text!(Target);

impl JsonSchema for Target {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Target".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut span = generator.subschema_for::<Span>();
        span.insert("formatExclusiveMinimum".into(), Span::ZERO.to_string().into());
        json_schema!({ "anyOf": [{ "const": "auto" }, span] })
    }
}

/// When the first packet is signalled after an interval above the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstSignal {
    /// As soon as the interval has passed (RFC 8289).
    #[default]
    AtInterval,
    /// Strictly later, as in Linux and ns-3.
    AfterInterval,
}

/// Which packets the threshold of `ce_threshold` is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ThresholdFor {
    /// All that understand marks.
    #[default]
    All,
    /// Those with ECT(1), as with Linux' selector 0x01/0x03. CoDel acts on them as well.
    Ect1,
    /// Those with ECT(1) or CE, and nothing else acts on them, as with `UseL4s` of ns-3.
    L4s,
}

/// Settings of CoDel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CodelSettings")]
pub struct Settings {
    /// For how long packets may wait at all times; or "auto": 5 ms, or 1.5 times the sending time of the longest
    /// packet if that is more, and `interval` is longer by the difference. Below the sending time of one packet
    /// it signals constantly.
    pub target: Target,
    /// For how long the target may be exceeded before the first signal: about the longest usual round-trip time.
    #[schemars(extend("formatExclusiveMinimum" = "0 s"))]
    pub interval: Span,
    /// While at most so many octets wait behind a packet, it is not signalled. The longest packet of the link if
    /// not given; ns-3 has 1499.
    pub least_backlog: Option<Bytes>,
    /// Marks a packet that waited for longer than this, whatever else; not done if not given.
    pub ce_threshold: Option<Span>,
    /// Which packets `ce_threshold` is for.
    pub ce_threshold_for: ThresholdFor,
    /// When the first packet is signalled after an interval above the target.
    pub first_signal: FirstSignal,
    /// How the square root of the control law is taken.
    pub square_root: SquareRoot,
    /// The step of its clock. It rounds instants and spans down to whole steps; Linux and ns-3 have 1.024 us.
    #[schemars(extend("formatMinimum" = "1 ps"))]
    pub clock_step: Span,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            target: Target::Fixed(USUAL_TARGET),
            interval: Span::from_ps(100 * PS_PER_MS),
            least_backlog: None,
            ce_threshold: None,
            ce_threshold_for: ThresholdFor::default(),
            first_signal: FirstSignal::default(),
            square_root: SquareRoot::default(),
            clock_step: Span::from_ps(1),
        }
    }
}

impl Settings {
    /// Spans that do not fit each other.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let Self { interval, clock_step, .. } = *self;
        let target = if let Target::Fixed(target) = self.target { target } else { USUAL_TARGET };
        let step = format!("give at least 1 ps and at most the target, here {target}");
        let issues = [
            target.is_zero().then(|| ConfigIssue::new("target", target, "give more than 0 s, or \"auto\"")),
            (interval <= target).then(|| {
                ConfigIssue::new("interval", interval, format!("give more than the target, {target}"))
            }),
            (clock_step.is_zero() || clock_step > target.max(Span::from_ps(1)))
                .then(|| ConfigIssue::new("clock_step", clock_step, step)),
        ];
        issues.into_iter().flatten().collect()
    }

    /// The rules in front of a link; `ecn` says whether it marks.
    pub(in crate::discipline) fn rules(&self, ecn: bool, service: &Service) -> Rules {
        let usual = USUAL_TARGET.get();
        let (target, interval) = match self.target {
            Target::Fixed(target) => (target.get(), self.interval.get()),
            Target::Auto => {
                let target = usual.max(slow_target(service));
                (target, self.interval.get().saturating_add(target - usual))
            }
        };
        let step = self.clock_step.get().max(1);
        Rules {
            step,
            target: target / step,
            interval: interval / step,
            least_backlog: self.least_backlog.map_or(service.mtu_octets.into(), Bytes::get),
            ecn,
            threshold: self.ce_threshold.map(|threshold| threshold.get() / step),
            threshold_for: self.ce_threshold_for,
            first_signal: self.first_signal,
            square_root: self.square_root,
        }
    }
}

#[cfg(feature = "arbitrary")]
impl Settings {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let us = |us| Span::from_ps(us * 1_000_000);
        let target = prop_oneof![
            1 => Just(Target::Auto),
            4 => (1u64..5_000).prop_map(move |target| Target::Fixed(us(target))),
        ];
        let threshold =
            prop_oneof![Just(ThresholdFor::All), Just(ThresholdFor::Ect1), Just(ThresholdFor::L4s)];
        let rules = (any::<[bool; 3]>(), perhaps(0u64..5_000), perhaps((0u64..4_000).prop_map(Bytes::new)));
        (target, 1u64..30_000, threshold, rules).prop_map(
            move |(target, more, ce_threshold_for, ([linux, later, coarse], ce_threshold, least_backlog))| {
                Self {
                    target,
                    interval: us(5_000 + more),
                    least_backlog,
                    ce_threshold: ce_threshold.map(us),
                    ce_threshold_for,
                    first_signal: if later { FirstSignal::AfterInterval } else { FirstSignal::AtInterval },
                    square_root: if linux { SquareRoot::Linux } else { SquareRoot::Exact },
                    clock_step: Span::from_ps(if coarse { 1_000_000 } else { 1 }),
                }
            },
        )
    }
}

/// 1.5 times the sending time of the longest packet, rounded up, in ps.
fn slow_target(service: &Service) -> u64 {
    let bits = u128::from(service.mtu_octets) * 12;
    let ps = (bits * PS_PER_S).div_ceil(u128::from(service.rate.get().max(1)));
    u64::try_from(ps).unwrap_or(u64::MAX)
}

/// The rules of CoDel in front of one link. Times are in steps of its clock.
#[derive(Clone, Copy, Debug)]
pub(in crate::discipline) struct Rules {
    step: u64,
    pub(super) target: u64,
    pub(super) interval: u64,
    pub(super) least_backlog: u64,
    pub(super) ecn: bool,
    pub(super) threshold: Option<u64>,
    pub(super) threshold_for: ThresholdFor,
    pub(super) first_signal: FirstSignal,
    pub(super) square_root: SquareRoot,
}

impl Rules {
    /// What its clock shows.
    pub(super) const fn clock(&self, time: Time) -> u64 {
        if self.step == 1 { time.ps() } else { time.ps() / self.step }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::testing::service;
    use cellwise_units::BitRate;

    #[test]
    fn the_target_of_a_slow_link_is_one_and_a_half_packets() {
        let auto = Settings { target: Target::Auto, ..Settings::default() };
        let times = |bps| {
            let rules =
                auto.rules(false, &Service { rate: BitRate::from_bps(bps), mtu_octets: 1500, ..service() });
            (rules.target / 1_000_000, rules.interval / 1_000_000)
        };
        assert_eq!(times(512_000), (35_156, 130_156));
        assert_eq!(times(10_000_000), (5_000, 100_000));
    }

    #[test]
    fn what_does_not_fit_is_reported_all_at_once() {
        let wrong = Settings {
            target: Target::Fixed(Span::ZERO),
            interval: Span::ZERO,
            clock_step: Span::ZERO,
            ..Settings::default()
        };
        let fields: Vec<String> = wrong.check().into_iter().map(|issue| issue.field).collect();
        assert_eq!(fields, ["target", "interval", "clock_step"]);
        assert_eq!(Settings { target: Target::Auto, ..Settings::default() }.check(), []);
    }

    #[test]
    fn a_target_is_a_time_or_auto() {
        for text in ["auto", "5 ms"] {
            assert_eq!(text.parse::<Target>().unwrap().to_string(), text);
        }
        assert!("automatic".parse::<Target>().is_err());
    }
}
