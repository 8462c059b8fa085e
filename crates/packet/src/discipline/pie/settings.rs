//! What PIE is set to, alone or in each of many queues.

use cellwise_units::{Bytes, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::control::{DelayFrom, Floor, Law, Rules};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, prop_oneof, short_span, short_span_from};
use crate::discipline::Service;
use crate::limit::Limit;

/// The shortest time between updates, so that a long silence is made up for soon.
const LEAST_UPDATE: Span = Span::from_ps(100_000_000);

/// Parameters of the controller.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PieSettings")]
pub struct Settings {
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

impl Default for Settings {
    fn default() -> Self {
        Self {
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

impl Settings {
    /// The law in front of a link, for a queue with this limit.
    pub(in crate::discipline) fn law(&self, limit: Limit, service: &Service) -> Law {
        let (mtu, mean) = (u64::from(service.mtu_octets), self.mean_packet.get());
        let floor = match (self.rules, limit) {
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
            mark_limit: self.ecn.then_some(self.mark_limit),
        }
    }
}

#[cfg(feature = "arbitrary")]
impl Settings {
    /// Any settings.
    pub(in crate::discipline) fn arbitrary() -> impl Strategy<Value = Self> {
        let rules = prop_oneof![Just(Rules::Rfc8033), Just(Rules::Linux), Just(Rules::Ns3)];
        let delay_from = prop_oneof![Just(DelayFrom::DepartureRate), Just(DelayFrom::TimeStamps)];
        let times = (short_span(), short_span_from(10), short_span());
        let numbers = (0.0..40.0, 0.0..40.0, 1u64..1500, 0.0..=1.0);
        let switches = (any::<bool>(), any::<bool>(), any::<Option<bool>>(), any::<bool>());
        (times, numbers, switches, delay_from, rules).prop_map(
            |(
                (target, update, burst),
                (alpha, beta, mean, mark_limit),
                (ecn, byte_mode, derandomise, step_cap),
                delay_from,
                rules,
            )| Self {
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
