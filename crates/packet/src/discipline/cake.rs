//! CAKE: a shaper, classes of traffic, fairness between hosts and their flows, and a management for each flow, in one.
//!
//! A packet's way: the tin of its codepoint, the queue of its flow, the filter of acknowledgments, the limit of memory
//! (the longest queue loses its oldest packet), the shaper, the tin whose turn it is, the flow whose turn it is,
//! COBALT. Not modelled: segmentation offload, NAT, firewall marks, the estimate of the incoming rate
//! (`autorate-ingress`). Without `bandwidth` it does not shape. Presets of tc-cake(8) are values of `rtt`: datacentre
//! 100 us, lan 1 ms, metro 10 ms, regional 30 ms, internet 100 ms, oceanic 300 ms, satellite 1 s, interplanetary
//! 1000 s. Source: Høiland-Jørgensen, Täht and Morton, "Piece of CAKE", LANMAN 2018; Linux `sch_cake`; tc-cake(8).

mod ack_filter;
mod cobalt;
mod hosts;
mod list;
mod schedule;
mod shaper;
mod tin;
mod tins;

use cellwise_units::{BitRate, Bytes, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use ack_filter::AckFilter;
pub use hosts::Isolation;
pub use schedule::Cake;
pub use tin::Sharing;
pub use tins::Priority;

use super::Service;
use super::overhead::{Framing, Given, Keyword, Overhead};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, prop_oneof, short_span, short_span_from};
use shaper::Shaper;
use tin::Tin;

/// As many of the longest packets may wait at most, whatever the memory.
const MOST_PACKETS: u64 = 10_240;
const LEAST_MEMORY: u64 = 4 << 20;

/// Parameters of [`Cake`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "CakeConfig")]
pub struct Config {
    /// The rate of the shaper, in bits of packets with their `overhead`. No shaper if not given.
    #[schemars(extend("formatMinimum" = "1 kbit/s"))]
    pub bandwidth: Option<BitRate>,
    /// The round-trip time that flows are expected to have: how soon one is signalled.
    #[schemars(extend("formatMinimum" = "20 us"))]
    pub rtt: Span,
    /// The wait from which on flows are signalled; a twentieth of `rtt` if not given.
    #[schemars(extend("formatMinimum" = "1 us"))]
    pub target: Option<Span>,
    /// How packets are divided into tins.
    pub priority: Priority,
    /// Between whom the rate is shared.
    pub isolation: Isolation,
    /// How a host's part is divided by the number of its flows.
    pub sharing: Sharing,
    /// The overhead that the line below adds to packets, by tc's keyword.
    pub overhead: Keyword,
    /// Octets added to the length as an IP packet, in place of those of `overhead`.
    #[schemars(range(min = -64, max = 256))]
    pub overhead_bytes: Option<i16>,
    /// The least length of a packet with its overhead, in place of that of `overhead`.
    #[schemars(extend("formatMaximum" = "256 bytes"))]
    pub mpu: Option<Bytes>,
    /// How the line below carries octets, in place of that of `overhead`.
    pub framing: Option<Framing>,
    /// How many VLAN tags the line below adds, of 4 octets each.
    #[schemars(range(max = 2))]
    pub ether_vlan: u8,
    /// How many octets may wait, as the shaper counts them. If not given, as many as the shaper sends in four
    /// round-trip times, and at least 4 MiB; at most, and without `bandwidth`, 10240 of the longest packets.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub memory: Option<Bytes>,
    /// Octets of memory that each packet takes besides.
    pub memory_per_packet: Bytes,
    /// Whether the queue is behind the bottleneck: packets that it drops have already used the line.
    pub ingress: bool,
    /// Whether acknowledgments that wait are dropped for later ones.
    pub ack_filter: AckFilter,
    /// Whether packets leave with the codepoint 0, once it has chosen their tin.
    pub wash: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bandwidth: None,
            rtt: Span::from_ps(100_000_000_000),
            target: None,
            priority: Priority::default(),
            isolation: Isolation::default(),
            sharing: Sharing::default(),
            overhead: Keyword::default(),
            overhead_bytes: None,
            mpu: None,
            framing: None,
            ether_vlan: 0,
            memory: None,
            memory_per_packet: Bytes::ZERO,
            ingress: false,
            ack_filter: AckFilter::default(),
            wash: false,
        }
    }
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> Cake {
        let bandwidth = self.bandwidth.filter(|rate| !rate.is_zero());
        let settings =
            self.priority.tins(bandwidth, service.mtu_octets, self.target(), self.rtt.max(Span::from_ps(1)));
        let tins = (0..).zip(settings).map(|(tin, settings)| {
            Tin::new(settings, self.isolation, self.sharing, service.salt.wrapping_add(tin))
        });
        Cake::new(*self, tins.collect(), bandwidth.map(Shaper::new), self.memory_limit(service))
    }

    fn target(&self) -> Span {
        self.target.unwrap_or(Span::from_ps(self.rtt.get() / 20))
    }

    pub(super) fn overhead_of(&self) -> Overhead {
        let &Self { overhead: keyword, overhead_bytes: octets, mpu, framing, ether_vlan: vlan_tags, .. } =
            self;
        Overhead::new(Given { keyword, octets, mpu, framing, vlan_tags })
    }

    /// The octets that may wait.
    fn memory_limit(&self, service: &Service) -> u64 {
        let by_rate = |rate: BitRate| {
            let octets = u128::from(rate.get() / 8) * u128::from(self.rtt.get()) / 250_000_000_000;
            u64::try_from(octets).unwrap_or(u64::MAX).max(LEAST_MEMORY)
        };
        let given = self.memory.map(Bytes::get);
        let wanted = given.or(self.bandwidth.filter(|rate| !rate.is_zero()).map(by_rate)).unwrap_or(u64::MAX);
        wanted.min(given.unwrap_or(0).max(MOST_PACKETS * u64::from(service.mtu_octets)))
    }

    /// Memory in which the longest packet does not fit.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        let mtu = service.mtu_octets;
        let rule = format!("leave room for the longest packet of the link, which has {mtu} bytes");
        let small = self.memory.filter(|memory| memory.get() < u64::from(mtu));
        small.map(|memory| ConfigIssue::new("memory", memory, rule)).into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let rates = (
            prop_oneof![Just(None), (100_000u64..4_000_000).prop_map(|rate| Some(BitRate::from_bps(rate)))],
            short_span_from(2),
            prop_oneof![Just(None), short_span().prop_map(Some)],
        );
        let order = (
            prop_oneof![
                Just(Priority::Besteffort),
                Just(Priority::Precedence),
                Just(Priority::Diffserv3),
                Just(Priority::Diffserv4),
                Just(Priority::Diffserv8),
            ],
            prop_oneof![
                Just(Isolation::Flowblind),
                Just(Isolation::Srchost),
                Just(Isolation::Dsthost),
                Just(Isolation::Hosts),
                Just(Isolation::Flows),
                Just(Isolation::DualSrchost),
                Just(Isolation::DualDsthost),
                Just(Isolation::TripleIsolate),
            ],
            prop_oneof![Just(Sharing::Exact), Just(Sharing::Linux)],
        );
        let keyword = prop_oneof![Just(Keyword::Raw), Just(Keyword::PppoeLlcsnap), Just(Keyword::BridgedPtm)];
        let overhead = (keyword, prop_oneof![Just(None), (-64i16..=256).prop_map(Some)], 0u8..3);
        let memory =
            (prop_oneof![Just(None), (1_600u64..60_000).prop_map(|m| Some(Bytes::new(m)))], 0u64..300);
        let filter = prop_oneof![Just(AckFilter::Off), Just(AckFilter::On), Just(AckFilter::Aggressive)];
        (rates, order, overhead, memory, (any::<bool>(), any::<bool>(), filter)).prop_map(
            |(
                (bandwidth, rtt, target),
                (priority, isolation, sharing),
                (overhead, overhead_bytes, ether_vlan),
                (memory, memory_per_packet),
                (ingress, wash, ack_filter),
            )| Self {
                bandwidth,
                rtt,
                target,
                priority,
                isolation,
                sharing,
                overhead,
                overhead_bytes,
                mpu: None,
                framing: None,
                ether_vlan,
                memory,
                memory_per_packet: Bytes::new(memory_per_packet),
                ingress,
                ack_filter,
                wash,
            },
        )
    }
}

#[cfg(test)]
mod tests;
