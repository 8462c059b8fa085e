//! The sections of defaults, and what a run is limited to.

use cellwise_apps::Distribution;
use cellwise_atm::Category;
use cellwise_atm::aal5::{AfterLostEnd, Encapsulation, RestartRule};
use cellwise_atm::admission::AdmissionRule;
use cellwise_atm::contract::ContractConfig;
use cellwise_atm::policing::PolicerConfig;
use cellwise_atm::shaping::{ShaperConfig, Tagging};
use cellwise_atm::traffic::{CellSourceConfig, Unit, constant};
use cellwise_units::{Bytes, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{PingInterval, Processing, Size, UdpRate};
use crate::rules::{LARGEST_SDU, LONGEST_PROCESSING, MOST_PACKETS, MOST_WEIGHT, SHORTEST_PING};

/// The data that an IP packet can hold in addition to its header and UDP's.
const LARGEST_PAYLOAD: Bytes = Bytes::new(65_507);

/// The order in which cells that arrive at the same instant are served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TieOrder {
    /// In random order, drawn for every cell from the seed.
    #[default]
    Random,
    /// The streams take turns at going first.
    Rotate,
    /// Always in the order in which the streams are declared. Sources that share a cell clock can then lock
    /// each other out forever.
    Fixed,
}

/// Every virtual connection, unless the connection says otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AtmDefaults {
    /// The service category. A connection with a contract for another has that of its contract, unless
    /// it gives one itself.
    pub category: Category,
    /// The weight in weighted round robin and in weighted fairness.
    #[schemars(range(min = 1, max = MOST_WEIGHT))]
    pub weight: u32,
    /// How packets are wrapped in AAL5.
    pub encapsulation: Encapsulation,
    /// The largest AAL5 SDU that a receiver accepts, encapsulation included.
    #[schemars(extend("formatMinimum" = "1 byte", "formatMaximum" = LARGEST_SDU))]
    pub max_sdu: Bytes,
    /// How long a receiver waits for the rest of a frame. If not given, without limit.
    #[schemars(extend("formatExclusiveMinimum" = Span::ZERO))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reassembly_timeout: Option<Span>,
    /// Which cells restart the reassembly timeout.
    pub timeout_restarts: RestartRule,
    /// How a frame whose last cell is lost is treated when cells of the next frame arrive.
    pub after_lost_end: AfterLostEnd,
    /// The traffic contract of each direction. If not given, there is no contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<ContractConfig>,
    /// How the network enforces the contract of each direction, at the node after its first link.
    /// Without it, not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policing: Option<PolicerConfig>,
    /// How each end spaces the cells that it sends, to keep its contract. Without it, not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shaping: Option<ShaperConfig>,
    /// Which cells each end sends with CLP=1.
    pub tagging: Tagging,
    /// Packets that may wait at each end for its adapter. More are dropped. Without it, any number may wait.
    #[schemars(range(min = 1, max = MOST_PACKETS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_queue: Option<u32>,
}

impl Default for AtmDefaults {
    fn default() -> Self {
        Self {
            category: Category::default(),
            weight: 1,
            encapsulation: Encapsulation::LlcSnap,
            max_sdu: Bytes::new(65_535),
            reassembly_timeout: None,
            timeout_restarts: RestartRule::default(),
            after_lost_end: AfterLostEnd::default(),
            contract: None,
            policing: None,
            shaping: None,
            tagging: Tagging::default(),
            driver_queue: None,
        }
    }
}

/// Every host, unless the node says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HostDefaults {
    /// Time from the transport's decision to send a segment until the adapter has its frame.
    pub send_processing: Processing,
    /// Time from a frame's reassembly until the transport sees the segment.
    pub receive_processing: Processing,
    /// Packets that may wait for receive processing, the one in work included. More are dropped. Without it,
    /// any number may wait.
    #[schemars(range(min = 1, max = MOST_PACKETS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receive_queue: Option<u32>,
    /// Whether sending and receiving take the same processor.
    pub cpu: Cpu,
}

/// How many processors a host has for its packets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cpu {
    /// Sending and receiving do not delay each other.
    #[default]
    Separate,
    /// One packet after the other, sent or received, in the order in which they come.
    Shared,
}

/// Which virtual connections and calls the network admits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AdmissionSettings {
    /// How the capacity that connections need is calculated.
    pub rule: AdmissionRule,
    /// The cell loss ratio that equivalent capacity tolerates.
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub cell_loss_ratio: f64,
    /// The part of every link's rate that may be promised.
    #[schemars(range(max = 1), extend("exclusiveMinimum" = 0))]
    pub link_share: f64,
}

impl Default for AdmissionSettings {
    fn default() -> Self {
        Self { rule: AdmissionRule::default(), cell_loss_ratio: 1e-6, link_share: 1.0 }
    }
}

/// How switched virtual connections are set up and released.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SignallingSettings {
    /// Time that every switch needs for one signalling message; messages are handled one after the other.
    #[schemars(extend("formatMaximum" = LONGEST_PROCESSING))]
    pub processing: Span,
}

/// The protocol of a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// A TCP connection.
    #[default]
    Tcp,
    /// A stream of UDP datagrams.
    Udp,
    /// Cells sent straight onto the virtual connection, without frames.
    Cells,
    /// Web pages, fetched over TCP connections by the destination from the source.
    Web,
    /// Echo requests, whose replies give the round-trip time.
    Ping,
    /// Packets of a transport outside the simulator: a program that uses the network as a library offers
    /// them, at both ends.
    Outside,
}

impl Protocol {
    /// The name that scenarios use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::Udp => "udp",
            Self::Cells => "cells",
            Self::Web => "web",
            Self::Ping => "ping",
            Self::Outside => "outside",
        }
    }
}

/// Every flow, unless the flow says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FlowDefaults {
    /// The protocol.
    pub kind: Protocol,
    /// How many octets the application sends, or "unlimited".
    pub size: Size,
    /// When the application starts; before the end of the run.
    pub start: Span,
    /// When the application stops sending data; after its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<Span>,
}

/// The datagrams of every UDP flow, unless the flow says otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UdpSettings {
    /// Octets of data in a datagram, headers not counted.
    #[schemars(extend("formatMinimum" = "1 byte", "formatMaximum" = LARGEST_PAYLOAD))]
    pub payload: Bytes,
    /// The rate of datagrams' data, headers not counted, or "line": as fast as the host's link takes them.
    pub rate: UdpRate,
    /// Instead of the rate: the time from one datagram to the next, in seconds, each drawn by itself; the first
    /// leaves after one. With exponential ones arrivals are Poisson.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap_s: Option<Distribution>,
    /// Instead of the rate: one of the patterns of cells, such as "on-off", or a "list" with the instants and sizes of
    /// a file. Each cell of the pattern is a datagram, and its rates count the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<CellSourceConfig>,
    /// At the end of an ABR connection: the application waits while this many octets of data wait in the
    /// adapter. At least the payload.
    pub socket_buffer: Bytes,
}

impl Default for UdpSettings {
    fn default() -> Self {
        Self {
            payload: Bytes::new(1472),
            rate: UdpRate::Line,
            gap_s: None,
            source: None,
            socket_buffer: Bytes::new(65_536),
        }
    }
}

impl UdpSettings {
    /// The data of the longest datagram, and the key that gives it.
    #[must_use]
    pub fn longest(&self) -> (Bytes, &'static str) {
        let listed = match &self.source {
            Some(CellSourceConfig::List(list)) => list.most_octets(),
            _ => None,
        };
        listed
            .filter(|listed| *listed > self.payload)
            .map_or((self.payload, "payload"), |listed| (listed, "source"))
    }

    /// What the patterns of [`source`](Self::source) send.
    #[must_use]
    pub fn unit(&self) -> Unit {
        Unit::datagram(self.payload.get())
    }
}

/// The echo requests of every flow of kind "ping", unless the flow says otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PingSettings {
    /// Octets of data in a request and in its reply, headers of IP and ICMP not counted.
    #[schemars(extend("formatMaximum" = LARGEST_PAYLOAD))]
    pub payload: Bytes,
    /// The time from one request to the next, or "on-reply": each goes when the reply to the one before has come.
    pub interval: PingInterval,
    /// How long "on-reply" waits for a reply before the next request goes.
    #[schemars(extend("formatMinimum" = SHORTEST_PING))]
    pub timeout: Span,
}

impl Default for PingSettings {
    fn default() -> Self {
        let timeout = Span::from_ps(1_000_000_000_000);
        Self { payload: Bytes::new(56), interval: PingInterval::default(), timeout }
    }
}

/// The cells of every flow of kind "cells", unless the flow says otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CellsSettings {
    /// When the cells are sent.
    pub source: CellSourceConfig,
}

impl Default for CellsSettings {
    fn default() -> Self {
        Self { source: CellSourceConfig::Constant(constant::Config::default()) }
    }
}

/// Limits at which a run stops itself and keeps what it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The most events that a run may take.
    #[schemars(range(min = 1))]
    pub events: u64,
    /// The most memory that a run may take, recorded series included.
    #[schemars(extend("formatMinimum" = "1 MB"))]
    pub memory: Bytes,
}

impl Default for Limits {
    fn default() -> Self {
        Self { events: 20_000_000_000, memory: Bytes::new(8_000_000_000) }
    }
}
