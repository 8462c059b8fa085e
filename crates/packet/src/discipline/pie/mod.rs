//! PIE: a controller raises the probability with which arriving packets are dropped while they wait for too long.
//!
//! Every `update`, p changes by alpha (delay - target) + beta (delay - delay before), scaled down while p is small. A
//! packet that arrives is dropped, or marked if its transport understands that, with the probability p, unless the
//! queue is short or a burst is being spared. Not modelled: the variant for cable modems (RFC 8034). Source: RFC
//! 8033; Linux `sch_pie`; ns-3 `PieQueueDisc`.

pub(super) mod control;
mod departure;

use cellwise_units::{Bytes, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use control::{DelayFrom, Rules};

use super::fifo::Fifo;
use super::{Around, Backlog, Discipline, DropReason, Service};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, prop_oneof, short_span};
use crate::issue::ConfigIssue;
use crate::limit::{Limit, Room};
use crate::packet::{MarkReason, Packet};
use control::{Floor, Law, State};

/// The shortest time between updates, so that a long silence is made up for soon.
pub(super) const LEAST_UPDATE: Span = Span::from_ps(100_000_000);

/// Parameters of [`Pie`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "PieConfig")]
pub struct Config {
    /// How much may wait.
    pub limit: Limit,
    /// The delay to which the queue is controlled.
    #[schemars(extend("formatMinimum" = "1 us"))]
    pub target: Span,
    /// The time from one update of the probability to the next.
    #[schemars(extend("formatMinimum" = "100 us"))]
    pub update: Span,
    /// alpha: how much an update adds to the probability for each second above the target, in Hz.
    #[schemars(extend("minimum" = 0))]
    pub alpha: f64,
    /// beta: how much an update adds for each second by which the delay has grown, in Hz.
    #[schemars(extend("minimum" = 0))]
    pub beta: f64,
    /// How long a burst after a time without congestion is spared.
    pub burst: Span,
    /// The mean length of packets: nothing is dropped early while at most two such packets wait. Linux takes the
    /// longest packet instead.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub mean_packet: Bytes,
    /// Whether packets whose transport understands marks are marked instead of dropped.
    pub ecn: bool,
    /// The probability up to which they are; above it they are dropped.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub mark_limit: f64,
    /// Whether shorter packets are dropped less often, in proportion to their lengths.
    pub byte_mode: bool,
    /// Whether drops are kept from falling too close together or too far apart. As the rules have it if not given:
    /// Linux does, the RFC leaves it open.
    pub derandomise: Option<bool>,
    /// Whether an update adds at most 0.02 once the probability is 0.1.
    pub step_cap: bool,
    /// How the delay is known.
    pub delay_from: DelayFrom,
    /// Whose rules hold where implementations differ from the RFC.
    pub rules: Rules,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            limit: Limit::Packets(1000),
            target: Span::from_ps(15_000_000_000),
            update: Span::from_ps(15_000_000_000),
            alpha: 0.125,
            beta: 1.25,
            burst: Span::from_ps(150_000_000_000),
            mean_packet: Bytes::new(1024),
            ecn: false,
            mark_limit: 0.1,
            byte_mode: false,
            derandomise: None,
            step_cap: true,
            delay_from: DelayFrom::default(),
            rules: Rules::default(),
        }
    }
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> Pie {
        let law = self.law(service);
        Pie {
            law,
            state: law.start(),
            room: self.limit.room(service.rate),
            mark_limit: self.ecn.then_some(self.mark_limit),
            queue: Fifo::default(),
        }
    }

    pub(super) fn law(&self, service: &Service) -> Law {
        let (mtu, mean) = (u64::from(service.mtu_octets), self.mean_packet.get());
        let floor = match (self.rules, self.limit) {
            (Rules::Linux, _) => Floor::MoreOctetsThan((2 * mtu).saturating_sub(1)),
            (Rules::Ns3, Limit::Packets(_)) => Floor::MorePacketsThan(2),
            (Rules::Rfc8033 | Rules::Ns3, _) => Floor::MoreOctetsThan(mean.saturating_mul(2)),
        };
        let whole = if self.rules == Rules::Ns3 { mean.max(1) } else { mtu };
        Law {
            rules: self.rules,
            target: self.target,
            update: self.update.max(LEAST_UPDATE),
            alpha: self.alpha,
            beta: self.beta,
            burst: self.burst,
            floor,
            byte_mode: self.byte_mode.then_some(whole as f64),
            derandomise: self.derandomise.unwrap_or(self.rules == Rules::Linux),
            step_cap: self.step_cap,
            delay_from: self.delay_from,
        }
    }

    /// A limit that no packet of the link's longest fits.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        self.limit.check_as("limit", service).into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let rules = prop_oneof![Just(Rules::Rfc8033), Just(Rules::Linux), Just(Rules::Ns3)];
        let delay_from = prop_oneof![Just(DelayFrom::DepartureRate), Just(DelayFrom::TimeStamps)];
        let times = (Limit::arbitrary(), short_span(), short_span(), short_span());
        let numbers = (0.0..40.0, 0.0..40.0, 1u64..1500, 0.0..=1.0);
        let switches = (any::<bool>(), any::<bool>(), any::<Option<bool>>(), any::<bool>());
        (times, numbers, switches, delay_from, rules).prop_map(
            |(
                (limit, target, update, burst),
                (alpha, beta, mean, mark_limit),
                (ecn, byte_mode, derandomise, step_cap),
                delay_from,
                rules,
            )| Self {
                limit,
                target,
                update,
                alpha,
                beta,
                burst,
                mean_packet: Bytes::new(mean),
                ecn,
                mark_limit,
                byte_mode,
                derandomise,
                step_cap,
                delay_from,
                rules,
            },
        )
    }
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct Pie {
    law: Law,
    state: State,
    room: Room,
    /// The probability up to which packets are marked; `None` if they never are.
    mark_limit: Option<f64>,
    queue: Fifo,
}

impl Discipline for Pie {
    fn enqueue(&mut self, mut packet: Packet, around: &mut Around<'_>) {
        let waiting = self.queue.backlog();
        self.law.catch_up(&mut self.state, around.now, waiting);
        let lost = if !self.room.takes(waiting, packet.octets) {
            Some(DropReason::Limit)
        } else if self.law.is_early(&mut self.state, packet.octets, waiting, around.draw)
            && !(self.mark_limit.is_some_and(|most| self.law.may_mark(&self.state, most))
                && packet.mark(MarkReason::Aqm))
        {
            Some(DropReason::Aqm)
        } else {
            None
        };
        match lost {
            Some(reason) => {
                self.state.forget();
                (around.lose)(&packet, reason);
            }
            None => self.queue.push(packet),
        }
    }

    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        self.law.catch_up(&mut self.state, around.now, self.queue.backlog());
        let packet = self.queue.pop()?;
        let left = (packet.octets, packet.arrived);
        self.law.on_departure(&mut self.state, left, self.queue.backlog(), around.now);
        Some(packet)
    }

    fn backlog(&self) -> Backlog {
        self.queue.backlog()
    }

    fn drop_probability(&self, now: Time) -> Option<f64> {
        let mut state = self.state;
        self.law.catch_up(&mut state, now, self.queue.backlog());
        Some(state.probability())
    }
}

#[cfg(test)]
mod tests;
