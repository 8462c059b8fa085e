//! The entries of the graph: nodes, links, virtual connections and flows.
//!
//! Every key is optional in the schema, because an entry may change one that the template made;
//! keys that the finished graph still lacks are reported when it is resolved.

use cellwise_apps::web::WebSettings;
use cellwise_atm::Category;
use cellwise_atm::aal5::{AfterLostEnd, Encapsulation, RestartRule};
use cellwise_atm::abr::AbrParameters;
use cellwise_atm::contract::ContractConfig;
use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_atm::error_model::{ErrorModelConfig, ErroredCells};
use cellwise_atm::policing::PolicerConfig;
use cellwise_atm::rate_rule::RateRuleConfig;
use cellwise_atm::scheduler::Discipline;
use cellwise_atm::shaping::{ShaperConfig, Tagging};
use cellwise_packet::Dscp;
use cellwise_packet::discipline::DisciplineConfig;
use cellwise_packet::errors::PacketErrorsConfig;
use cellwise_packet::framing::{ethernet, ppp, ptm};
use cellwise_packet::line::{LineConfig, Outage};
use cellwise_packet::lower::LowerConfig;
use cellwise_tcp::Settings;
use cellwise_units::{BitRate, Bytes, Capacity, Cells, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::architecture::Architecture;
use super::devices::{AdapterDefaults, BackwardRm, Occupancy, Reserved};
use super::link_kind::LinkKind;
use super::sections::{CellsSettings, Cpu, PingSettings, Protocol, UdpSettings};
use super::values::{ForwardingRate, Jitter, Overridden, Overrides, Processing, Size};
use super::{Named, rows};
use crate::rules::{
    LARGEST_SDU, LONGEST_DELAY, LONGEST_PROCESSING, MOST_COST, MOST_PACKETS, MOST_WEIGHT, SLOWEST,
};

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NodeRole {
    /// An end system with one link.
    Host,
    /// A switch: of cells, or of packets where all its links are packet links.
    Switch,
    /// A router: the end of virtual connections for hosts on LANs.
    Router,
}

impl NodeRole {
    /// The name that scenarios use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Switch => "switch",
            Self::Router => "router",
        }
    }
}

/// Declares an entry of the graph: keys that may each be given or not.
macro_rules! entry {
    ($(#[$doc:meta])* $name:ident { $($(#[$key_doc:meta])* $key:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $($(#[$key_doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $key: Option<$type>,)*
        }

        impl Patch for $name {
            fn patch(&mut self, other: Self) {
                $(self.$key.patch(other.$key);)*
            }
        }
    };
}

/// Laying a user's entry over one that a template made.
pub(crate) trait Patch {
    /// Takes what `other` gives, keeps the rest.
    fn patch(&mut self, other: Self);
}

/// Declares values that a patch replaces as a whole.
macro_rules! replaced_whole {
    ($($type:ty),* $(,)?) => {
        $(impl Patch for $type {
            fn patch(&mut self, other: Self) {
                *self = other;
            }
        })*
    };
}

replaced_whole!(
    bool,
    u32,
    f64,
    BitRate,
    Bytes,
    Capacity,
    Cells,
    Span,
    String,
    Vec<Outage>,
    Vec<String>,
    [String; 2],
    Architecture,
    BackwardRm,
    Category,
    ContractConfig,
    Cpu,
    Discipline,
    Box<DisciplineConfig>,
    Dscp,
    DropPolicyConfig,
    ErrorModelConfig,
    Encapsulation,
    ForwardingRate,
    Box<LineConfig>,
    Jitter,
    LinkKind,
    Box<LowerConfig>,
    NodeRole,
    Occupancy,
    Box<PacketErrorsConfig>,
    PolicerConfig,
    Processing,
    Protocol,
    RateRuleConfig,
    Reserved,
    RestartRule,
    AfterLostEnd,
    ErroredCells,
    ShaperConfig,
    Size,
    Tagging,
    ethernet::Config,
    ppp::Config,
    ptm::Config,
);

impl<T: Patch> Patch for Option<T> {
    fn patch(&mut self, other: Self) {
        match (self.as_mut(), other) {
            (Some(mine), Some(theirs)) => mine.patch(theirs),
            (None, Some(theirs)) => *self = Some(theirs),
            (_, None) => {}
        }
    }
}

impl<T: Patch> Patch for Named<T> {
    fn patch(&mut self, other: Self) {
        for (name, theirs) in other {
            match self.get_mut(&name) {
                Some(mine) => mine.patch(theirs),
                None => {
                    self.insert(name, theirs);
                }
            }
        }
    }
}

impl<T: Overridden> Patch for Overrides<T> {
    fn patch(&mut self, other: Self) {
        *self = std::mem::take(self).with(other);
    }
}

entry! {
    /// A host, a router or a switch.
    NodeEntry {
        /// The kind of the node.
        kind: NodeRole,
        /// Cells that may wait at each of the switch's ports.
        #[schemars(extend("formatMinimum" = "1 cell"))]
        buffer: Capacity,
        /// Which cells the switch's ports refuse.
        drop: DropPolicyConfig,
        /// The switch's ports refuse cells with CLP=1 while at least this many cells wait; at most the buffer.
        #[schemars(extend("formatMinimum" = "1 cell"))]
        clp1_threshold: Cells,
        /// Which cells the switch's drop policies count as in the queue.
        occupancy: Occupancy,
        /// Which of the waiting cells each of the switch's ports sends next.
        scheduler: Discipline,
        /// Cells that may wait at each of the switch's ports for each service category, in addition to the
        /// buffer that all share.
        reserved: Reserved,
        /// The rule by which the switch's ports answer the RM cells of ABR connections.
        rate_rule: RateRuleConfig,
        /// Whether backward RM cells wait in the switch's queues.
        backward_rm: BackwardRm,
        /// Whether the switch is a virtual destination and a virtual source for ABR connections.
        vs_vd: bool,
        /// Cells of a connection that may wait at such a switch before it asks for less than its own
        /// source may send.
        #[schemars(extend("formatMinimum" = "1 cell"))]
        vs_queue: Cells,
        /// Where cells wait inside the switch.
        architecture: Architecture,
        /// Time that the switch needs for one signalling message.
        #[schemars(extend("formatMaximum" = LONGEST_PROCESSING))]
        signalling_processing: Span,
        /// Single ports of the switch, by the name of their link.
        #[serde(deserialize_with = "rows::read_given")]
        ports: Named<PortEntry>,
        /// Time from the transport's decision to send a segment until the host's adapter has its frame.
        send_processing: Processing,
        /// Time from a frame's reassembly until the host's transport sees the segment.
        receive_processing: Processing,
        /// Packets that may wait for the host's receive processing, the one in work included.
        #[schemars(range(min = 1, max = MOST_PACKETS))]
        receive_queue: u32,
        /// Whether sending and receiving take the same processor of the host.
        cpu: Cpu,
        /// Keys of `[adapter]` that are different at this host or router.
        adapter: Overrides<AdapterDefaults>,
        /// The rate of the router's FIFO of packets in front of its adapters, or "line".
        rate: ForwardingRate,
        /// Which of the packets that wait in front of each of the node's packet links is sent next, and which are dropped or
        /// marked; a link's own queue overrides it.
        queue: Box<DisciplineConfig>,
    }
}

entry! {
    /// The output queue of one port of a switch.
    PortEntry {
        /// Cells that may wait at the port.
        #[schemars(extend("formatMinimum" = "1 cell"))]
        buffer: Capacity,
        /// Which cells the port refuses.
        drop: DropPolicyConfig,
        /// The port refuses cells with CLP=1 while at least this many cells wait; at most the buffer.
        #[schemars(extend("formatMinimum" = "1 cell"))]
        clp1_threshold: Cells,
        /// Which cells the drop policy counts as in the queue.
        occupancy: Occupancy,
        /// Which of the port's waiting cells is sent next.
        scheduler: Discipline,
        /// Cells that may wait at the port for each service category, in addition to the buffer that all
        /// share.
        reserved: Reserved,
        /// The rule by which the port answers the RM cells of ABR connections.
        rate_rule: RateRuleConfig,
    }
}

entry! {
    /// A full-duplex link between two nodes.
    LinkEntry {
        /// The two nodes it joins.
        ends: [String; 2],
        /// Whether it carries cells or packets, and how packets are framed; "atm" by default.
        kind: LinkKind,
        /// Transmission rate, with everything that is sent: headers of cells, framing of packets.
        #[schemars(extend("formatMinimum" = SLOWEST))]
        rate: BitRate,
        /// Propagation delay.
        #[schemars(extend("formatMaximum" = LONGEST_DELAY))]
        delay: Span,
        /// Transmission rate from the second end to the first, if different.
        #[schemars(extend("formatMinimum" = SLOWEST))]
        reverse_rate: BitRate,
        /// Propagation delay from the second end to the first, if different.
        #[schemars(extend("formatMaximum" = LONGEST_DELAY))]
        reverse_delay: Span,
        /// The noise on the link: which cells are errored.
        errors: ErrorModelConfig,
        /// The noise from the second end to the first, if different; `{ model = "none" }` for none.
        reverse_errors: ErrorModelConfig,
        /// How errored cells are treated where the link ends.
        errored_cells: ErroredCells,
        /// The additional delay of each cell or packet, in both directions: at most so much, drawn uniformly, or for
        /// packets a distribution. Cells stay in order, at least a cell time apart.
        jitter: Jitter,
        /// The same from the second end to the first, if different.
        reverse_jitter: Jitter,
        /// Whether packets of a link with jitter stay in order, each at the earliest together with the one before; `true`
        /// by default. Otherwise they overtake each other, and the delay must be above 0.
        keeps_order: bool,
        /// The longest IP packet that a packet link takes; by default what its framing has room for, and
        /// 1500 bytes without any.
        #[schemars(extend("formatMinimum" = "68 bytes", "formatMaximum" = LARGEST_SDU))]
        mtu: Bytes,
        /// How packets are framed on an Ethernet link.
        ethernet: ethernet::Config,
        /// How packets are framed on a link of kind "ppp".
        ppp: ppp::Config,
        /// How packets are framed on a link of kind "ptm".
        ptm: ptm::Config,
        /// When a packet link sends what; at its rate by default.
        line: Box<LineConfig>,
        /// The same from the second end to the first, if different.
        reverse_line: Box<LineConfig>,
        /// When a packet link is down, in both directions, in the order of time. Meanwhile packets wait in the queue; one that
        /// is being sent when the link goes down is lost.
        outages: Vec<Outage>,
        /// The same from the second end to the first, if different; `[]` for none.
        reverse_outages: Vec<Outage>,
        /// Which packets on a packet link arrive errored, and are dropped; those of cells are `errors`.
        packet_errors: Box<PacketErrorsConfig>,
        /// The same from the second end to the first, if different; `{ model = "none" }` for none.
        reverse_packet_errors: Box<PacketErrorsConfig>,
        /// The probability that a packet that arrives over a packet link does so twice; 0 by default. The copy arrives right behind
        /// it, or after a jitter of its own.
        #[schemars(extend("minimum" = 0, "maximum" = 1))]
        duplicate_ratio: f64,
        /// The same from the second end to the first, if different.
        #[schemars(extend("minimum" = 0, "maximum" = 1))]
        reverse_duplicate_ratio: f64,
        /// The packet queue in front of the link, in both directions: at packet links that of `[packet]` by
        /// default; where a host or router sends cells none, unless it is given.
        queue: Box<DisciplineConfig>,
        /// The packet queue at the second end, if different.
        reverse_queue: Box<DisciplineConfig>,
        /// The buffer below the packet queue, a modem's or a network card's own, which the queue does not see; none by
        /// default.
        lower: Box<LowerConfig>,
        /// The same at the second end, if different.
        reverse_lower: Box<LowerConfig>,
        /// The cost of the packet link to routing, in both directions; 1 by default. Flows take the way with the lowest sum
        /// of costs; a virtual connection costs 1.
        #[schemars(range(min = 1, max = MOST_COST))]
        cost: u32,
        /// The cost from the second end to the first, if different.
        #[schemars(range(min = 1, max = MOST_COST))]
        reverse_cost: u32,
    }
}

entry! {
    /// A duplex virtual connection between two hosts or routers.
    VcEntry {
        /// The nodes it passes, from end to end; each end is a host or a router. A node that shares more than one link with the
        /// next is written with the link to take, `"node.link"`.
        path: Vec<String>,
        /// The service category; that of the contract, if there is one, or else that of `[atm]`, if not
        /// given.
        category: Category,
        /// The weight in weighted round robin and in weighted fairness.
        #[schemars(range(min = 1, max = MOST_WEIGHT))]
        weight: u32,
        /// Keys of `[abr]` that are different for this connection.
        abr: Overrides<AbrParameters>,
        /// How packets are wrapped in AAL5.
        encapsulation: Encapsulation,
        /// The largest AAL5 SDU that a receiver accepts, encapsulation included.
        #[schemars(extend("formatMinimum" = "1 byte", "formatMaximum" = LARGEST_SDU))]
        max_sdu: Bytes,
        /// How long a receiver waits for the rest of a frame.
        #[schemars(extend("formatExclusiveMinimum" = Span::ZERO))]
        reassembly_timeout: Span,
        /// Which cells restart the reassembly timeout.
        timeout_restarts: RestartRule,
        /// How a frame whose last cell is lost is treated when cells of the next frame arrive.
        after_lost_end: AfterLostEnd,
        /// The traffic contract from its first end to its last, and back.
        contract: ContractConfig,
        /// The traffic contract of the way back, if different.
        reverse_contract: ContractConfig,
        /// How the network enforces the contract of each direction, at the node after its first link.
        policing: PolicerConfig,
        /// How each end spaces the cells that it sends, to keep its contract.
        shaping: ShaperConfig,
        /// Which cells each end sends with CLP=1.
        tagging: Tagging,
        /// Packets that may wait at each end for its adapter. More are dropped.
        #[schemars(range(min = 1, max = MOST_PACKETS))]
        driver_queue: u32,
        /// The virtual path that carries it over a part of its way.
        vp: String,
        /// Whether it is set up and released by signalling during the run. Otherwise it exists throughout.
        switched: bool,
        /// When its first end asks for a switched connection; before the end of the run. If not given, when the
        /// first of its flows starts.
        setup_at: Span,
        /// How long a switched connection is held once it is connected. If not given, until the last of its
        /// flows stops, if it does.
        hold: Span,
    }
}

entry! {
    /// A duplex virtual path: virtual connections that are policed and shaped as one.
    VpEntry {
        /// The nodes it passes; a part of the path of each of its virtual connections, in the same
        /// order. A node that shares more than one link with the next is written with the link to take,
        /// `"node.link"`.
        path: Vec<String>,
        /// The traffic contract of all its connections together, from its first node to its last, and back.
        contract: ContractConfig,
        /// The traffic contract of the way back, if different.
        reverse_contract: ContractConfig,
        /// How the network enforces the contract of each direction, at the node after its first link.
        policing: PolicerConfig,
        /// How the cells of all its connections are spaced where each direction begins.
        shaping: ShaperConfig,
    }
}

entry! {
    /// Data sent over a virtual connection.
    FlowEntry {
        /// The protocol.
        kind: Protocol,
        /// The virtual connection it uses. If not given, the flow takes the cheapest way from `from` to `to`, over
        /// packet links and virtual connections.
        vc: String,
        /// Routers, switches, packet links and virtual connections that its packets pass, in this order, each reached by the
        /// cheapest way. A name of a router or switch is taken for that, even if a link has the same name. The packets of
        /// the way back pass the same links, unless `back_via` is given.
        via: Vec<String>,
        /// The same for the packets from `to` to `from`. An empty list stands for the cheapest way back.
        back_via: Vec<String>,
        /// The host that sends (the server of web pages): one end of the virtual connection, its first node by default, or a
        /// host behind an end that is a router.
        from: String,
        /// The host that receives: by default the other end of the virtual connection, or the only
        /// host behind an end that is a router.
        to: String,
        /// The TCP flow whose connection it shares, with data in the opposite direction. The data of each
        /// flow carry the acknowledgments of the other. If it does not give its route, `dscp` or a key of
        /// `tcp`, that flow's applies, with the route reversed.
        connection: String,
        /// The differentiated services codepoint of its packets, both ways: "CS0" by default.
        dscp: Dscp,
        /// How many octets the application sends, or "unlimited".
        size: Size,
        /// When the application starts; before the end of the run.
        start: Span,
        /// When the application stops sending data; after its start.
        stop: Span,
        /// Keys of `[tcp]` that are different for this flow.
        tcp: Overrides<Settings>,
        /// Keys of `[udp]` that are different for this flow.
        udp: Overrides<UdpSettings>,
        /// Keys of `[cells]` that are different for this flow.
        cells: Overrides<CellsSettings>,
        /// Keys of `[web]` that are different for this flow.
        web: Overrides<WebSettings>,
        /// Keys of `[ping]` that are different for this flow.
        ping: Overrides<PingSettings>,
    }
}
