//! The resolved network: the simulator's input, with indices instead of names.
//!
//! [`resolve`](crate::resolve()) makes it from a scenario. Indices follow the order of the expanded
//! scenario, so the same scenario always gives the same network.

mod index;
mod nodes;
mod probes;
mod targets;
mod watched;

use std::sync::Arc;

use cellwise_apps::web::WebSettings;
use cellwise_atm::Category;
use cellwise_atm::aal5::{Encapsulation, ReassemblyConfig};
use cellwise_atm::abr::AbrSettings;
use cellwise_atm::admission::{AdmissionRule, Shortage};
use cellwise_atm::contract::Contract;
use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_atm::error_model::{ErrorModelConfig, ErroredCells};
use cellwise_atm::policing::PolicerConfig;
use cellwise_atm::rate_rule::RateRuleConfig;
use cellwise_atm::scheduler::Discipline;
use cellwise_atm::shaping::{ShaperConfig, Tagging};
use cellwise_atm::signalling::Messages;
use cellwise_atm::traffic::CellSourceConfig;
use cellwise_packet::Dscp;
use cellwise_packet::discipline::DisciplineConfig;
use cellwise_packet::errors::PacketErrorsConfig;
use cellwise_packet::framing::FramingConfig;
use cellwise_packet::jitter::JitterConfig;
use cellwise_packet::line::{LineConfig, Outage};
use cellwise_packet::lower::LowerConfig;
use cellwise_tcp::{Application, Settings};
use cellwise_units::{BitRate, Bytes, Capacity, Cells, Span, Time};

pub use index::{CallIndex, FlowIndex, LinkIndex, NodeIndex, VcIndex, VpIndex};
pub use nodes::{HostSettings, NodeKind, RouterSettings, SwitchSettings};
pub use probes::{LostCells, Probe, Records, Window};
pub use targets::{PacketBacklog, Port, PortQueue, PortVc};
pub(crate) use watched::Watched;

use crate::schema::{Limits, LinkKind, Occupancy, PingSettings, TieOrder, UdpSettings};

/// A network that has passed every check, ready to be simulated.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The scenario's title.
    pub title: String,
    /// How long to simulate; above 0.
    pub duration: Span,
    /// The part of the duration, at its start, that counters leave out; below the duration.
    pub warmup: Span,
    /// The seed of every random stream.
    pub seed: u64,
    /// Which of the independent runs under one seed this is.
    pub replication: u64,
    /// The order of simultaneous cells.
    pub tie: TieOrder,
    /// Whether every stage orders cells in time and every train is one cell long.
    pub reference: bool,
    /// Where a run stops itself.
    pub limits: Limits,
    /// What admitted its connections.
    pub admission: AdmissionRule,
    /// Hosts, routers and switches.
    pub nodes: Vec<Node>,
    /// Links between nodes.
    pub links: Vec<Link>,
    /// Virtual paths.
    pub vps: Vec<Vp>,
    /// Virtual connections.
    pub vcs: Vec<Vc>,
    /// What became of the calls for the switched ones among them.
    pub calls: Vec<Call>,
    /// Transport connections, datagram streams and cell streams.
    pub flows: Vec<Flow>,
    /// What is recorded over time.
    pub probes: Vec<Probe>,
    /// Which events are recorded one by one.
    pub records: Records,
}

/// A host, a router or a switch.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Unique among nodes.
    pub name: String,
    /// What it is.
    pub kind: NodeKind,
}

/// A full-duplex link.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Unique among links.
    pub name: String,
    /// What it carries.
    pub kind: LinkKind,
    /// The nodes it joins; two different ones.
    pub ends: [NodeIndex; 2],
    /// `directions[k]` is sent by `ends[k]`.
    pub directions: [Direction; 2],
}

/// One direction of a link, with the output port that feeds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Direction {
    /// The sending port: `<node>.<link>` at a switch or router, `<host>.nic` at a host.
    pub port_name: String,
    /// Transmission rate; of cells with their headers, or of packets on a packet link.
    pub rate: BitRate,
    /// Propagation delay.
    pub delay: Span,
    /// The noise on the link.
    pub errors: Option<Box<ErrorModelConfig>>,
    /// How errored cells are treated where the link ends.
    pub errored_cells: ErroredCells,
    /// Up to so much more delay for each cell.
    pub jitter: Span,
    /// The output queue at a switch, one value for all its ports that are alike; `None` elsewhere, where
    /// nothing is refused after the adapter.
    pub queue: Option<Arc<QueueSettings>>,
    /// How packets are sent, on a packet link; `None` on an ATM link.
    pub packets: Option<Box<PacketLink>>,
    /// Which of the packets that wait in front of the link is sent next, at a host or a router; `None` if any
    /// number may wait, in the order in which they came.
    pub packet_queue: Option<Box<DisciplineConfig>>,
    /// The buffer below that queue, in which packets wait that the queue does not see any more; `None` without one.
    pub lower: Option<Box<LowerConfig>>,
    /// The cost to routing, on a packet link.
    pub cost: u32,
}

/// How a direction of a packet link sends packets.
#[derive(Clone, Debug, PartialEq)]
pub struct PacketLink {
    /// What it puts around them.
    pub framing: FramingConfig,
    /// When it sends what.
    pub line: LineConfig,
    /// When the link is down, in the order of time.
    pub outages: Vec<Outage>,
    /// The longest IP packet that it takes, in octets.
    pub mtu_octets: u32,
    /// Which packets arrive errored, and are dropped where they arrive.
    pub errors: Option<PacketErrorsConfig>,
    /// How much later each packet arrives.
    pub jitter: Option<JitterConfig>,
    /// The probability that a packet that arrives does so twice.
    pub duplicate_ratio: f64,
    /// Whether packets arrive in the order in which they are sent, whatever their jitter.
    pub keeps_order: bool,
}

/// The output queue of a switch's port.
#[derive(Clone, Debug, PartialEq)]
pub struct QueueSettings {
    /// Cells that may wait, in addition to those that are reserved.
    pub buffer: Capacity,
    /// Cells that each service category may have waiting in addition to the buffer that all share, by
    /// [`Category::index`].
    pub reserved: [Cells; Category::COUNT],
    /// Which cells are refused.
    pub drop: DropPolicyConfig,
    /// A cell with CLP=1 is refused while at least so many cells wait (as `occupancy` counts them);
    /// `None`: CLP makes no difference to the port.
    pub clp1_threshold: Option<Cells>,
    /// Which cells the drop policy counts as in the queue.
    pub occupancy: Occupancy,
    /// Which of the waiting cells is sent next.
    pub scheduler: Discipline,
    /// The rule that answers the RM cells of the ABR connections that pass the port.
    pub rate_rule: Option<RateRuleConfig>,
}

/// A duplex virtual connection; the way back takes the same links reversed.
#[derive(Clone, Debug, PartialEq)]
pub struct Vc {
    /// Unique among virtual connections.
    pub name: String,
    /// The links from the first end (a host or a router) to the last, in order; at least one, all
    /// of [`LinkKind::Atm`].
    pub hops: Vec<Hop>,
    /// Its service category.
    pub category: Category,
    /// Its weight in weighted round robin and in weighted fairness; at least 1.
    pub weight: u32,
    /// The settings of the ABR sources at its first and at its last end, each for the link that it
    /// sends on; `None` if it is not of category ABR.
    pub abr: Option<Box<[AbrSettings; 2]>>,
    /// The adapters at its first and at its last end.
    pub adapters: [Arc<AdapterSettings>; 2],
    /// How packets are wrapped in AAL5.
    pub encapsulation: Encapsulation,
    /// How frames are put together at both ends.
    pub reassembly: ReassemblyConfig,
    /// What it may send, forward from its first end and backward from its last; `None` if nothing was
    /// agreed.
    pub contracts: [Option<Box<Contract>>; 2],
    /// How the network enforces each direction's contract, at the node after the direction's first
    /// link; if given, both contracts are.
    pub policing: Option<PolicerConfig>,
    /// How each end spaces the cells that it sends, to keep its contract; if given, both contracts are.
    pub shaping: Option<ShaperConfig>,
    /// Which cells each end sends with CLP=1; if any, both contracts have a sustained rate.
    pub tagging: Tagging,
    /// Packets that may wait at each end for its adapter; at least 1. More are dropped. `None`: any
    /// number.
    pub driver_queue: Option<u32>,
    /// The virtual path that carries it over a part of its way.
    pub vp: Option<VpPart>,
    /// The call that sets it up; `None` if it is permanent.
    pub call: Option<CallIndex>,
}

/// Where a virtual connection is carried by a virtual path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VpPart {
    /// The path.
    pub vp: VpIndex,
    /// The connection's hop that is the path's first; all of the path's hops follow it.
    pub first_hop: usize,
}

/// A duplex virtual path: virtual connections that are policed and shaped as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Vp {
    /// Unique among virtual paths.
    pub name: String,
    /// The links from its first node to its last, in order; at least one, all of [`LinkKind::Atm`].
    pub hops: Vec<Hop>,
    /// What all its connections together may send, forward and backward.
    pub contracts: [Contract; 2],
    /// How the network enforces each direction's contract on the connections together, at the node
    /// after the direction's first link.
    pub policing: Option<PolicerConfig>,
    /// How the cells of all its connections are spaced where each direction begins.
    pub shaping: Option<ShaperConfig>,
    /// The connections that it carries.
    pub members: Vec<VcIndex>,
}

/// A call for a switched virtual connection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call {
    /// The connection.
    pub vc: VcIndex,
    /// When its first end sends SETUP.
    pub asked_at: Time,
    /// What came of it; also what comes after the end of the run.
    pub outcome: CallOutcome,
    /// Signalling messages sent for it, over all links.
    pub messages: Messages,
}

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CallOutcome {
    /// It got through.
    Connected {
        /// When its first end had CONNECT; its flows may send after it.
        at: Time,
        /// When its first end sent RELEASE, at which its flows stop; `None` if it is never released.
        released_at: Option<Time>,
    },
    /// It did not; its flows never start.
    Refused {
        /// When its first end knew.
        at: Time,
        /// The node without room.
        node: NodeIndex,
        /// The place where the room was too small.
        place: Place,
        /// What was missing there.
        shortage: Shortage,
    },
}

/// Where room is reserved for connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// An output port.
    Port {
        /// The link.
        link: LinkIndex,
        /// The end (0 or 1) that sends.
        end: usize,
    },
    /// One direction of a virtual path.
    Vp {
        /// The path.
        vp: VpIndex,
        /// 0 forward, 1 backward.
        direction: usize,
    },
}

/// Where the cells of a virtual connection wait before its own end sends them.
#[derive(Clone, Debug, PartialEq)]
pub struct AdapterSettings {
    /// Cells that may wait.
    pub buffer: Capacity,
    /// Which cells are refused.
    pub drop: DropPolicyConfig,
}

/// One link on the way of a virtual connection or a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hop {
    /// The link.
    pub link: LinkIndex,
    /// Which end of the link (0 or 1) sends forward: away from the connection's first end, or in a
    /// flow from the sending host to the receiving one.
    pub end: usize,
}

/// Data sent over a virtual connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// Unique among flows.
    pub name: String,
    /// The legs that its data pass, in order; at least one. No two legs over packet links follow each other.
    pub legs: Vec<Leg>,
    /// The way of packets back, from the receiving host; `None` if it is the same.
    pub back: Option<Vec<Leg>>,
    /// Other ways, each since an instant, in the order of time: around links that are down, and back. Only of flows
    /// that pass nothing but packet links.
    pub detours: Vec<Detour>,
    /// The ways of the flows that one port of a transport outside has, [`WAYS_OUTSIDE`] by a hash of their numbers, where
    /// routers choose by a hash and not all are the flow's own; else empty.
    pub spread: Vec<Ways>,
    /// The differentiated services codepoint of its packets.
    pub dscp: Dscp,
    /// The hosts that send and receive the data.
    pub hosts: [NodeIndex; 2],
    /// When the application starts; before the end of the run. On a switched connection not before
    /// that is connected, which may be after the end of the run, and [`Time::NEVER`] if it is refused.
    pub start: Time,
    /// When the application stops giving data; after `start`. On a switched connection at the latest
    /// when that is released.
    pub stop: Option<Time>,
    /// The flow whose TCP connection it shares, in the other direction; that one shares no other's.
    pub connection: Option<FlowIndex>,
    /// The protocol and its settings.
    pub kind: FlowKind,
}

impl Flow {
    /// The virtual connections that it passes, each with whether data go from its last end to its first.
    pub fn vcs(&self) -> impl Iterator<Item = (VcIndex, bool)> {
        self.legs.iter().filter_map(|leg| match leg {
            Leg::Vc { vc, reversed } => Some((*vc, *reversed)),
            Leg::Links(_) => None,
        })
    }

    /// The first of them; `None` if all its links carry packets.
    #[must_use]
    pub fn vc(&self) -> Option<(VcIndex, bool)> {
        self.vcs().next()
    }

    /// The legs of both directions, those of a common way once.
    pub(crate) fn all_legs(&self) -> impl Iterator<Item = &Leg> {
        self.legs.iter().chain(self.back.iter().flatten())
    }

    /// The packet links that its data pass, and those of the way back; `None` if it passes anything else.
    #[must_use]
    pub fn links(&self) -> Option<[Vec<Hop>; 2]> {
        links_of(&self.legs, self.back.as_deref())
    }

    /// The packet link on which the sending host sends; `None` if that is the end of a virtual connection.
    #[must_use]
    pub fn first_link(&self) -> Option<Hop> {
        match self.legs.first() {
            Some(Leg::Links(hops)) => hops.first().copied(),
            _ => None,
        }
    }
}

/// The links of a way, and those of the way back, if they pass nothing but packet links.
pub(crate) fn links_of(legs: &[Leg], back: Option<&[Leg]>) -> Option<[Vec<Hop>; 2]> {
    let links = |legs: &[Leg]| match legs {
        [Leg::Links(hops)] => Some(hops.clone()),
        _ => None,
    };
    let back = back.map_or_else(|| links(&legs_back(legs)), links);
    Some([links(legs)?, back?])
}

/// The same way from its end to its beginning.
#[must_use]
pub fn legs_back(legs: &[Leg]) -> Vec<Leg> {
    let back = |hop: &Hop| Hop { end: 1 - hop.end, ..*hop };
    let legs = legs.iter().rev().map(|leg| match leg {
        Leg::Vc { vc, reversed } => Leg::Vc { vc: *vc, reversed: !reversed },
        Leg::Links(hops) => Leg::Links(hops.iter().rev().map(back).collect()),
    });
    legs.collect()
}

/// So many ways there are for the flows that one port of a transport outside has.
pub const WAYS_OUTSIDE: usize = 64;

/// A way over packet links alone, in both directions, and others around links that are down.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ways {
    /// The packet links from the host that sends data, and those of the way back.
    pub usual: [Vec<Hop>; 2],
    /// Other ways, each since an instant, in the order of time.
    pub detours: Vec<Detour>,
}

/// The ways of a flow since an instant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Detour {
    /// Since when. A packet takes the way of the instant at which its host sends it.
    pub from: Time,
    /// The packet links from the host that sends data, and those of the way back.
    pub ways: [Vec<Hop>; 2],
}

/// A part of a flow's way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leg {
    /// Packet links one after the other, at least one.
    Links(Vec<Hop>),
    /// A virtual connection, from end to end.
    Vc {
        /// The connection.
        vc: VcIndex,
        /// Whether data go from its last end to its first.
        reversed: bool,
    },
}

/// The protocol of a flow.
#[derive(Clone, Debug, PartialEq)]
pub enum FlowKind {
    /// A TCP connection.
    Tcp {
        /// Settings of both ends.
        settings: Arc<Settings>,
        /// How much the application sends.
        application: Application,
    },
    /// A stream of UDP datagrams.
    Udp {
        /// Datagram size and rate.
        settings: Box<UdpSettings>,
        /// How much the application sends.
        application: Application,
    },
    /// Cells that are put straight onto the connection, without frames.
    Cells {
        /// When the cells are sent.
        source: Box<CellSourceConfig>,
    },
    /// Web pages that a browser at the receiving host fetches from a server at the sending one.
    Web {
        /// The browser.
        web: Box<WebSettings>,
        /// Settings of both ends of its TCP connections.
        settings: Arc<Settings>,
    },
    /// Echo requests of one host, and the replies of the other.
    Ping {
        /// Size and pace.
        settings: PingSettings,
    },
    /// Packets of a transport that is outside: both hosts send what they are offered.
    Outside {
        /// The longest packet that its way takes, its IP header included.
        mtu: Bytes,
    },
}
