//! Responsiveness under load: transfers both ways over one access line, and a ping at the same time.
//!
//! The host `server` is joined to the switch `an` by a link of its name, and `an` by `line` to the host `client`. The
//! virtual connection `vc` carries the flows `down1`, `down2` and so on to the client, `up1`, `up2` and others in the
//! opposite direction, and `ping` from the client to the server and back. The load starts after the ping, so that both
//! an idle line and a loaded one are seen. Source: flent's test `rrul`, which has four transfers each way.

use cellwise_packet::discipline::{DisciplineConfig, Service};
use cellwise_units::catalogue::{Entry, Status};
use cellwise_units::{BitRate, Capacity, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Around, Graph, Template, entry};
use super::home::late_load;
use super::keys::Keys;
use crate::issue::Issue;
use crate::memory_budget::growing;
use crate::rules::{LARGEST_SDU, LONGEST_DELAY, SLOWEST};
use crate::schema::{
    FlowDefaults, FlowEntry, LinkEntry, Named, NodeEntry, NodeRole, PortEntry, Protocol, VcEntry,
};

pub(super) const ENTRY: Entry = entry(
    "rrul",
    "Transfers both ways over an access line, and a ping at the same time: latency under load",
    "Hoiland-Jorgensen et al., Flent: The FLExible Network Tester, 2017 (the test rrul)",
    Status::Experimental,
);

const MOST_STREAMS: u32 = 1_000;

/// Transfers both ways over one access line, and a ping at the same time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub struct Rrul {
    /// Number of flows each way.
    #[schemars(range(max = MOST_STREAMS))]
    pub streams: u32,
    /// Rate of the line to the client, of whole cells.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub downstream: BitRate,
    /// Rate of the line from the client, of whole cells.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub upstream: BitRate,
    /// Delay of the line, each way.
    #[schemars(extend("formatMaximum" = LONGEST_DELAY))]
    pub line_delay: Span,
    /// Delay of the server's link, each way: the rest of the way through the network.
    #[schemars(extend("formatMaximum" = LONGEST_DELAY))]
    pub server_delay: Span,
    /// Rate of the server's link.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub server_rate: BitRate,
    /// Cells that may wait at the access node for the line, or "unlimited"; if not given, the buffer of every switch port.
    #[schemars(extend("formatMinimum" = "1 cell"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_buffer: Option<Capacity>,
    /// The packet queue in front of the client's link. Without it, cells wait there without a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<DisciplineConfig>,
    /// How much later than the ping the load starts; within the run.
    pub load_start: Span,
}

impl Default for Rrul {
    fn default() -> Self {
        Self {
            streams: 4,
            downstream: BitRate::from_bps(6_000_000),
            upstream: BitRate::from_bps(640_000),
            line_delay: Span::from_ps(5_000_000_000),
            server_delay: Span::from_ps(10_000_000_000),
            server_rate: BitRate::from_bps(155_520_000),
            line_buffer: None,
            queue: None,
            load_start: Span::from_ps(2_000_000_000_000),
        }
    }
}

impl Template for Rrul {
    fn check(&self, scenario: &Around<'_>) -> Vec<Issue> {
        let mut keys = Keys::default();
        let service = Service { rate: self.upstream, mtu_octets: LARGEST_SDU.get() as u32, salt: 0 };
        keys.models("queue", self.queue.iter().flat_map(|queue| queue.check(&service)));
        let late = late_load(self.load_start, scenario);
        late.into_iter().chain(keys.0).collect()
    }

    fn graph(&self, flow: &FlowDefaults) -> Graph {
        let start = self.load_start(flow);
        let of =
            |from: &str| FlowEntry { vc: Some("vc".into()), from: Some(from.into()), ..FlowEntry::default() };
        let load = |name: &str, number: u32, from: &str| {
            (format!("{name}{number}"), FlowEntry { start: Some(start), ..of(from) })
        };
        let ping = FlowEntry { kind: Some(Protocol::Ping), ..of("client") };
        let down = growing("streams", 1..=self.streams).map(|number| load("down", number, "server"));
        let up = growing("streams", 1..=self.streams).map(|number| load("up", number, "client"));
        let path = ["server", "an", "client"].map(str::to_owned).to_vec();
        Graph {
            nodes: self.nodes(),
            links: self.links(),
            vcs: Named::from([("vc".into(), VcEntry { path: Some(path), ..VcEntry::default() })]),
            flows: down.chain(up).chain([("ping".into(), ping)]).collect(),
            ..Graph::default()
        }
    }
}

impl Rrul {
    fn load_start(&self, flow: &FlowDefaults) -> Span {
        Span::from_ps(flow.start.get().saturating_add(self.load_start.get()))
    }

    fn nodes(&self) -> Named<NodeEntry> {
        let node = |kind| NodeEntry { kind: Some(kind), ..NodeEntry::default() };
        let port = |buffer| PortEntry { buffer: Some(buffer), ..PortEntry::default() };
        let ports = self.line_buffer.map(|buffer| Named::from([("line".into(), port(buffer))]));
        Named::from([
            ("server".into(), node(NodeRole::Host)),
            ("an".into(), NodeEntry { ports, ..node(NodeRole::Switch) }),
            ("client".into(), node(NodeRole::Host)),
        ])
    }

    fn links(&self) -> Named<LinkEntry> {
        let server = LinkEntry {
            ends: Some(["server".into(), "an".into()]),
            rate: Some(self.server_rate),
            delay: Some(self.server_delay),
            ..LinkEntry::default()
        };
        let line = LinkEntry {
            ends: Some(["an".into(), "client".into()]),
            rate: Some(self.downstream),
            reverse_rate: (self.upstream != self.downstream).then_some(self.upstream),
            delay: Some(self.line_delay),
            reverse_queue: self.queue.clone().map(Box::new),
            ..LinkEntry::default()
        };
        Named::from([("server".into(), server), ("line".into(), line)])
    }
}
