//! Hosts on either side of one Ethernet link between two routers, with a queue of any discipline.
//!
//! Host `sI` is joined to the router `r1` by a link of its name, `r1` by `trunk` to the router `r2`, and that by the
//! link `dI` to the host `dI`. Flow `tcpI` (or `udpI`) goes from `sI` to `dI`, and with `ping` the flow `ping` from
//! `s1` to `d1` and back. All the propagation is that of `trunk`. Source: the dumbbell of RFC 5166, section 3, and of RFC
//! 7928, section 3.

use cellwise_packet::discipline::{DisciplineConfig, Service};
use cellwise_packet::framing::{Framing, FramingConfig};
use cellwise_units::catalogue::{Entry, Status};
use cellwise_units::{BitRate, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Around, Graph, Template, entry, staggered};
use super::keys::Keys;
use crate::issue::Issue;
use crate::memory_budget::growing;
use crate::rules::{LONGEST_DELAY, SLOWEST};
use crate::schema::{FlowDefaults, FlowEntry, LinkEntry, LinkKind, NodeEntry, NodeRole, Protocol};

pub(super) const ENTRY: Entry = entry(
    "ethernet-bottleneck",
    "N hosts on either side of one Ethernet link between two routers, with a queue of any discipline",
    "RFC 7928, section 3.1",
    Status::Experimental,
);

const MOST_HOSTS: u32 = 100_000;

/// Hosts on either side of one Ethernet link between two routers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub struct EthernetBottleneck {
    /// Number of hosts on each side, each with a flow to its opposite.
    #[schemars(range(min = 1, max = MOST_HOSTS))]
    pub hosts: u32,
    /// Rate of the link between the routers.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub rate: BitRate,
    /// Propagation from a host to its opposite and back.
    #[schemars(extend("formatMaximum" = LONGEST_DELAY))]
    pub rtt: Span,
    /// Rate of every host's link.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub host_rate: BitRate,
    /// The packet queue in front of the link between the routers.
    pub queue: DisciplineConfig,
    /// The packet queue at its other end, if different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reverse_queue: Option<DisciplineConfig>,
    /// Whether the first host also sends echo requests to its opposite.
    pub ping: bool,
    /// How much later each flow starts than the one before; all start within the run.
    pub start_stagger: Span,
}

impl Default for EthernetBottleneck {
    fn default() -> Self {
        Self {
            hosts: 2,
            rate: BitRate::from_bps(10_000_000),
            rtt: Span::from_ps(40_000_000_000),
            host_rate: BitRate::from_bps(1_000_000_000),
            queue: DisciplineConfig::default(),
            reverse_queue: None,
            ping: false,
            start_stagger: Span::ZERO,
        }
    }
}

impl Template for EthernetBottleneck {
    fn check(&self, scenario: &Around<'_>) -> Vec<Issue> {
        let mut keys = Keys::default();
        let framing = FramingConfig::default().build();
        let mtu_octets = framing.queued_octets(framing.mtu());
        let service = Service { rate: self.rate, mtu_octets, salt: 0 };
        keys.models("queue", self.queue.check(&service));
        keys.models("reverse_queue", self.reverse_queue.iter().flat_map(|queue| queue.check(&service)));
        keys.stagger(self.start_stagger, self.hosts.into(), scenario);
        keys.0
    }

    fn graph(&self, flow: &FlowDefaults) -> Graph {
        let hosts = u64::from(self.hosts);
        let mut graph = Graph::for_so_many(2 * hosts + 2, 2 * hosts + 1, 0, hosts + 1);
        let numbers = || growing("hosts", 1..=self.hosts);
        let node = |kind| NodeEntry { kind: Some(kind), ..NodeEntry::default() };
        graph.nodes.extend(["r1", "r2"].map(|name| (name.to_owned(), node(NodeRole::Router))));
        for side in ["s", "d"] {
            graph.nodes.extend(numbers().map(|i| (format!("{side}{i}"), node(NodeRole::Host))));
        }
        graph.links.extend(numbers().map(|i| (format!("s{i}"), self.link([format!("s{i}"), "r1".into()]))));
        graph.links.insert("trunk".into(), self.trunk());
        graph.links.extend(numbers().map(|i| (format!("d{i}"), self.link(["r2".into(), format!("d{i}")]))));
        let between = |i: u32| FlowEntry {
            from: Some(format!("s{i}")),
            to: Some(format!("d{i}")),
            ..FlowEntry::default()
        };
        for i in numbers() {
            let start = staggered(flow, self.start_stagger, i.into());
            graph.flows.insert(format!("{}{i}", flow.kind.name()), FlowEntry { start, ..between(i) });
        }
        if self.ping {
            let ping = FlowEntry { kind: Some(Protocol::Ping), ..between(1) };
            graph.flows.insert("ping".into(), ping);
        }
        graph
    }
}

impl EthernetBottleneck {
    fn link(&self, ends: [String; 2]) -> LinkEntry {
        LinkEntry {
            ends: Some(ends),
            kind: Some(LinkKind::of(&FramingConfig::default())),
            rate: Some(self.host_rate),
            delay: Some(Span::ZERO),
            ..LinkEntry::default()
        }
    }

    fn trunk(&self) -> LinkEntry {
        let there = Span::from_ps(self.rtt.get() / 2);
        let back = Span::from_ps(self.rtt.get() - there.get());
        LinkEntry {
            rate: Some(self.rate),
            delay: Some(there),
            reverse_delay: (back != there).then_some(back),
            queue: Some(Box::new(self.queue.clone())),
            reverse_queue: self.reverse_queue.clone().map(Box::new),
            ..self.link(["r1".into(), "r2".into()])
        }
    }
}
