//! What PIE is set to, alone or in each of many queues.

use cellwise_units::{Bytes, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::control::{DelayFrom, Floor, Law, Rules};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, perhaps, prop_oneof, short_span, short_span_from};
use crate::discipline::Service;
use crate::limit::Limit;

/// The shortest time between updates, so that a long silence is made up for soon.
const LEAST_UPDATE: Span = Span::from_ps(100_000_000);

/// Parameters of the controller. What is not given is as the rules have it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PieSettings")]
pub struct Settings {
    /// The delay to which the queue is controlled: 15 ms if not given, with `rfc-8034` 10 ms.
    #[schemars(extend("formatMinimum" = "1 us"))]
    pub target: Option<Span>,
    /// The time from one update of the probability to the next: 15 ms if not given, with `rfc-8034` 16 ms.
    #[schemars(extend("formatMinimum" = "100 us"))]
    pub update: Option<Span>,
    /// alpha: how much an update adds to the probability for each second above the target, in Hz: 0.125 if not given,
    /// with `rfc-8034` 0.25.
    #[schemars(extend("minimum" = 0))]
    pub alpha: Option<f64>,
    /// beta: how much an update adds for each second by which the delay has grown, in Hz: 1.25 if not given, with
    /// `rfc-8034` 2.5.
    #[schemars(extend("minimum" = 0))]
    pub beta: Option<f64>,
    /// How long a burst after a time without congestion is spared: 150 ms if not given, with `rfc-8034` 142 ms.
    pub burst: Option<Span>,
    /// The mean length of packets: nothing is dropped early while at most two such packets wait. 1024 bytes if not
    /// given, with `ns-3` 1000. Linux takes the longest packet instead.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub mean_packet: Option<Bytes>,
    /// Whether packets whose transport understands marks are marked instead of dropped. Not with `rfc-8034`.
    pub ecn: bool,
    /// The probability up to which they are; above it they are dropped.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub mark_limit: f64,
    /// Whether shorter packets are dropped less often, in proportion to their lengths. If not given, with `rfc-8034`, and
    /// with `ns-3` where the limit is not in packets.
    pub byte_mode: Option<bool>,
    /// Whether drops are kept from falling too close together or too far apart. If not given, with `linux` and
    /// `rfc-8034`; RFC 8033 leaves it open.
    pub derandomise: Option<bool>,
    /// Whether an update adds at most 0.02 once the probability is 0.1.
    pub step_cap: bool,
    /// How the delay is known: by time stamps if not given, with `rfc-8034` by the rate of the link.
    pub delay_from: Option<DelayFrom>,
    /// Whose rules hold where documents and implementations differ.
    pub rules: Rules,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            target: None,
            update: None,
            alpha: None,
            beta: None,
            burst: None,
            mean_packet: None,
            ecn: false,
            mark_limit: 0.1,
            byte_mode: None,
            derandomise: None,
            step_cap: true,
            delay_from: None,
            rules: Rules::default(),
        }
    }
}

/// The values of the documents, in microseconds and Hz.
struct Values {
    target: u64,
    update: u64,
    burst: u64,
    alpha: f64,
    beta: f64,
}

impl Rules {
    // spec: rfc8033 A; rfc8034 A.1.2 and 4.1
    fn values(self) -> Values {
        match self {
            Self::Rfc8034 => {
                Values { target: 10_000, update: 16_000, burst: 142_000, alpha: 0.25, beta: 2.5 }
            }
            Self::Rfc8033 | Self::Linux | Self::Ns3 => {
                Values { target: 15_000, update: 15_000, burst: 150_000, alpha: 0.125, beta: 1.25 }
            }
        }
    }
}

impl Settings {
    /// Marks, where the rules have none.
    pub(in crate::discipline) fn check(&self) -> Option<ConfigIssue> {
        let rule = "give false, or other rules: RFC 8034, section 4.7, has no marks";
        (self.ecn && self.rules == Rules::Rfc8034).then(|| ConfigIssue::new("ecn", self.ecn, rule))
    }

    /// The law in front of a link, for a queue with this limit.
    pub(in crate::discipline) fn law(&self, limit: Limit, service: &Service) -> Law {
        let values = self.rules.values();
        let us = |us: u64| Span::from_ps(us * 1_000_000);
        let is_docsis = self.rules == Rules::Rfc8034;
        let mean = self.mean_packet.map_or(if self.rules == Rules::Ns3 { 1000 } else { 1024 }, Bytes::get);
        let mtu = u64::from(service.mtu_octets);
        let is_in_packets = matches!(limit, Limit::Packets(_));
        let floor = match self.rules {
            Rules::Linux => Floor::MoreOctetsThan((2 * mtu).saturating_sub(1)),
            Rules::Ns3 if is_in_packets => Floor::MorePacketsThan(2),
            Rules::Rfc8033 | Rules::Rfc8034 | Rules::Ns3 => Floor::MoreOctetsThan(mean.saturating_mul(2)),
        };
        let by_length = is_docsis || self.rules == Rules::Ns3 && !is_in_packets;
        let whole = if matches!(self.rules, Rules::Rfc8034 | Rules::Ns3) { mean.max(1) } else { mtu };
        let by_rules = if is_docsis { DelayFrom::LinkRate } else { DelayFrom::TimeStamps };
        Law {
            rules: self.rules,
            target: self.target.unwrap_or(us(values.target)),
            update: self.update.unwrap_or(us(values.update)).max(LEAST_UPDATE),
            alpha: self.alpha.unwrap_or(values.alpha),
            beta: self.beta.unwrap_or(values.beta),
            burst: self.burst.unwrap_or(us(values.burst)),
            floor,
            byte_mode: self.byte_mode.unwrap_or(by_length).then_some(whole as f64),
            derandomise: self.derandomise.unwrap_or(is_docsis || self.rules == Rules::Linux),
            step_cap: self.step_cap,
            delay_from: self.delay_from.unwrap_or(by_rules),
            mark_limit: (self.ecn && !is_docsis).then_some(self.mark_limit),
            room: limit.room(service.rate),
            link_octets_per_s: service.rate.get() as f64 / 8.0,
        }
    }
}

#[cfg(feature = "arbitrary")]
impl Settings {
    /// Any settings.
    pub(in crate::discipline) fn arbitrary() -> impl Strategy<Value = Self> {
        let rules =
            prop_oneof![Just(Rules::Rfc8033), Just(Rules::Rfc8034), Just(Rules::Linux), Just(Rules::Ns3),];
        let delay_from = perhaps(prop_oneof![
            Just(DelayFrom::DepartureRate),
            Just(DelayFrom::LinkRate),
            Just(DelayFrom::TimeStamps),
        ]);
        let times = (perhaps(short_span()), perhaps(short_span_from(10)), perhaps(short_span()));
        let numbers =
            (perhaps(0.0..40.0), perhaps(0.0..40.0), perhaps((1u64..1500).prop_map(Bytes::new)), 0.0..=1.0);
        let switches = (any::<bool>(), any::<Option<bool>>(), any::<Option<bool>>(), any::<bool>());
        (times, numbers, switches, delay_from, rules).prop_map(
            |(
                (target, update, burst),
                (alpha, beta, mean_packet, mark_limit),
                (ecn, byte_mode, derandomise, step_cap),
                delay_from,
                rules,
            )| Self {
                target,
                update,
                alpha,
                beta,
                burst,
                mean_packet,
                ecn: ecn && rules != Rules::Rfc8034,
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
