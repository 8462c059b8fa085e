//! DualPI2: packets of scalable transports (L4S) wait in a queue of their own with hardly any delay, coupled to the
//! classic queue so that flows of both kinds get like rates.
//!
//! One controller keeps a base probability p'. A classic packet is dropped, or marked, with p' squared; an L4S packet
//! is marked with `coupling` times p', and besides if it has waited for longer than a threshold; a ramp is one
//! decision with that product, the greater of the two. While the product is above 1, the load is more than marks can
//! hold, and packets are dropped. A limit in octets keeps room for the longest packet, whatever comes. The defaults are
//! those of Linux; RFC 9332, appendix A, has `update = "15 ms"`, `alpha = 0.15`, `beta = 3.0`, `limit = "250 ms"`, a ramp
//! with `least_packets = 1`, deterministic decisions and, like Linux, the longer of the two delays (figure 8; the
//! first pass, figure 6, has the classic queue's). Source: RFC 9332, RFC 9331; Linux `sch_dualpi2`.

mod controller;
mod queues;

use cellwise_units::{ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use queues::DualPi2;

use super::Service;
use super::fifo::Fifo;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, prop_oneof, short_span, short_span_from};
use crate::limit::Limit;
use controller::{Controller, Gains};

/// The shortest time between updates, so that a long silence is made up for soon.
const LEAST_UPDATE: Span = Span::from_ps(100_000_000);

const L4S: u32 = 0;
const CLASSIC: u32 = 1;

/// Which packets go to the L4S queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Classifier {
    /// Those with ECT(1) or CE.
    #[default]
    L4s,
    /// All whose transport understands marks.
    AnyEct,
    /// None: PI2 with one queue.
    None,
}

/// How an L4S packet's own delay marks it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Threshold {
    /// It is marked if it has waited for longer than `step`.
    #[default]
    Step,
    /// It is marked with a probability that grows from 0 at `ramp_from` to 1 at `ramp_to`, or with the coupled one if
    /// that is greater: one decision for both, unless `drop_at` parts them.
    Ramp,
}

/// Which queue is served while packets wait in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scheduler {
    /// The L4S queue, but the classic one for `classic_percent` of the octets.
    #[default]
    Weighted,
    /// The one whose first packet is older, after `time_shift` is added to the age of L4S packets.
    TimeShifted,
}

/// Whose delay is controlled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DelayOf {
    /// That of the queue whose first packet is older (RFC 9332, figure 8; Linux).
    #[default]
    Longer,
    /// The classic queue's (RFC 9332, figure 6).
    Classic,
}

/// How a probability decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// By random numbers, two for a classic packet.
    #[default]
    Random,
    /// By adding probabilities up until they exceed 1.
    Deterministic,
}

/// Where the coupled probabilities decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DropAt {
    /// When a packet leaves.
    #[default]
    Dequeue,
    /// When it arrives.
    Enqueue,
}

/// How L4S packets are treated in overload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Overload {
    /// They are dropped with the probability of classic packets.
    #[default]
    Drop,
    /// They are all marked, and the base probability stays at most 1 / `coupling`: only `limit` drops them.
    Overflow,
}

/// Parameters of [`DualPi2`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "DualPi2Config")]
pub struct Config {
    /// How much may wait in both queues together.
    pub limit: Limit,
    /// Which packets go to the L4S queue.
    pub classifier: Classifier,
    /// The delay to which the queues are controlled.
    #[schemars(extend("formatMinimum" = "1 us"))]
    pub target: Span,
    /// The time from one update of the base probability to the next.
    #[schemars(extend("formatMinimum" = "100 us"))]
    pub update: Span,
    /// alpha: how much an update adds to the base probability for each second above the target, in Hz.
    #[schemars(extend("minimum" = 0))]
    pub alpha: f64,
    /// beta: how much an update adds for each second by which the delay has grown, in Hz.
    #[schemars(extend("minimum" = 0))]
    pub beta: f64,
    /// Whose delay that is.
    pub delay_of: DelayOf,
    /// k: how much more probable the mark of an L4S packet is than the base probability.
    #[schemars(range(min = 1, max = 255))]
    pub coupling: u8,
    /// How an L4S packet's own delay marks it.
    pub threshold: Threshold,
    /// Longer waits are marked by the step.
    pub step: Span,
    /// If given, the step marks while more L4S packets than this wait behind, whatever the delay.
    pub step_packets: Option<u32>,
    /// Waits up to this are not marked by the ramp. Shorter than `ramp_to`.
    pub ramp_from: Span,
    /// Waits from this on are always marked by the ramp.
    pub ramp_to: Span,
    /// Step and ramp mark only while at least so many L4S packets wait behind.
    pub least_packets: u32,
    /// Which queue is served while packets wait in both.
    pub scheduler: Scheduler,
    /// The classic queue's share of the octets while packets wait in both, in percent.
    #[schemars(range(min = 0, max = 100))]
    pub classic_percent: u8,
    /// The time that the time-shifted scheduler adds to the age of L4S packets.
    pub time_shift: Span,
    /// How a probability decides.
    pub chance: Chance,
    /// Where it decides.
    pub drop_at: DropAt,
    /// How L4S packets are treated in overload.
    pub overload: Overload,
}

impl Default for Config {
    fn default() -> Self {
        let us = |us: u64| Span::from_ps(us * 1_000_000);
        Self {
            limit: Limit::Packets(10_000),
            classifier: Classifier::default(),
            target: us(15_000),
            update: us(16_000),
            alpha: 41.0 / 256.0,
            beta: 819.0 / 256.0,
            delay_of: DelayOf::default(),
            coupling: 2,
            threshold: Threshold::default(),
            step: us(1000),
            step_packets: None,
            ramp_from: us(800),
            ramp_to: us(1200),
            least_packets: 0,
            scheduler: Scheduler::default(),
            classic_percent: 10,
            time_shift: us(50_000),
            chance: Chance::default(),
            drop_at: DropAt::default(),
            overload: Overload::default(),
        }
    }
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> DualPi2 {
        let percent = i64::from(self.classic_percent.min(100));
        let start = i64::from(service.mtu_octets) * (percent - (100 - percent));
        DualPi2 {
            config: *self,
            gains: self.gains(),
            controller: Controller::new(&self.gains()),
            room: self.limit.room(service.rate),
            mtu_octets: service.mtu_octets,
            queues: [Fifo::default(), Fifo::default()],
            credit: start,
            credit_start: start,
            sums: [0.0; 2],
        }
    }

    fn gains(&self) -> Gains {
        let most = match self.overload {
            Overload::Drop => 1.0,
            Overload::Overflow => 1.0 / self.coupling(),
        };
        let update = self.update.max(LEAST_UPDATE);
        Gains { target: self.target, update, alpha: self.alpha, beta: self.beta, most }
    }

    fn coupling(&self) -> f64 {
        f64::from(self.coupling.max(1))
    }

    /// A limit that no packet of the link's longest fits; a ramp that does not rise.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        let ramp = (self.ramp_from >= self.ramp_to).then(|| {
            ConfigIssue::new(
                "ramp_from",
                self.ramp_from,
                format!("give less than `ramp_to`, {}", self.ramp_to),
            )
        });
        self.limit.check_as("limit", service).into_iter().chain(ramp).collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let controller =
            (Limit::arbitrary(), short_span(), short_span_from(10), 0.0..40.0, 0.0..40.0, 1u8..8);
        let threshold = (
            prop_oneof![Just(Threshold::Step), Just(Threshold::Ramp)],
            (short_span(), any::<Option<u32>>(), 0u32..3),
            (short_span(), short_span()),
        );
        let order = (
            prop_oneof![Just(Scheduler::Weighted), Just(Scheduler::TimeShifted)],
            0u8..=100,
            short_span(),
            prop_oneof![Just(Classifier::L4s), Just(Classifier::AnyEct), Just(Classifier::None)],
        );
        let ways = (
            prop_oneof![Just(DelayOf::Longer), Just(DelayOf::Classic)],
            prop_oneof![Just(Chance::Random), Just(Chance::Deterministic)],
            prop_oneof![Just(DropAt::Dequeue), Just(DropAt::Enqueue)],
            prop_oneof![Just(Overload::Drop), Just(Overload::Overflow)],
        );
        (controller, threshold, order, ways).prop_map(
            |(
                (limit, target, update, alpha, beta, coupling),
                (threshold, (step, step_packets, least_packets), (ramp_from, rise)),
                (scheduler, classic_percent, time_shift, classifier),
                (delay_of, chance, drop_at, overload),
            )| Self {
                limit,
                classifier,
                target,
                update,
                alpha,
                beta,
                delay_of,
                coupling,
                threshold,
                step,
                step_packets: step_packets.map(|packets| packets % 8),
                ramp_from,
                ramp_to: ramp_from + rise,
                least_packets,
                scheduler,
                classic_percent,
                time_shift,
                chance,
                drop_at,
                overload,
            },
        )
    }
}

#[cfg(test)]
mod tests;
