//! From a plan of switches, trunks and connections to the graph of a wide-area template.
//!
//! Connection `J` ends at the hosts `sJ` and `dJ`, or with routers at `rJ` and `qJ`, behind which
//! the hosts are on LANs. Virtual connection `vcJ` carries flows `tcpI` (or `udpI`) from `sI` to
//! `dI`. Background traffic goes from host `b1` to host `c1` over one trunk, on the connection
//! `background`.

use cellwise_packet::Limit;
use cellwise_packet::discipline::{DisciplineConfig, tail};
use cellwise_packet::framing::{FramingConfig, raw};
use cellwise_units::{BitRate, Bytes, Span};

use super::contract::{Graph, staggered_flow};
use super::wan::{Background, Wan};
use crate::memory_budget::growing;
use crate::schema::{
    CellsSettings, FlowDefaults, FlowEntry, LinkEntry, LinkKind, NodeEntry, NodeRole, Overrides, Protocol,
    VcEntry,
};

/// The longest packet that the length field of IPv4 allows.
// spec: rfc791 3.1
const LONGEST_IP_PACKET: Bytes = Bytes::new(65_535);

/// The network that a template means, before it has hosts. Switches are numbered from 1.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) switches: u32,
    pub(super) trunks: Vec<Trunk>,
    pub(super) connections: Vec<Connection>,
}

/// A link between two switches.
#[derive(Debug)]
pub(super) struct Trunk {
    pub(super) name: String,
    /// The switches that it joins.
    pub(super) ends: [u32; 2],
}

/// A connection, and how many flows it carries.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    /// The switches on its way; at least one.
    pub(super) switches: Vec<u32>,
    pub(super) flows: u32,
}

impl Plan {
    /// The names of the trunks.
    pub(super) fn trunk_names(&self) -> Vec<&str> {
        self.trunks.iter().map(|trunk| trunk.name.as_str()).collect()
    }

    /// The number of flows.
    pub(super) fn flows(&self) -> u64 {
        self.connections.iter().map(|connection| u64::from(connection.flows)).sum()
    }

    /// The graph of the plan.
    pub(super) fn graph(&self, wan: &Wan<'_>, flow: &FlowDefaults) -> Graph {
        let (flows, connections) = (self.flows(), self.connections.len() as u64);
        let behind = if wan.routers { 2 * connections } else { 0 };
        let switches = u64::from(self.switches);
        let nodes = 2 * flows + behind + switches + 2;
        let links = 2 * flows + behind + self.trunks.len() as u64 + 2;
        let background = wan.background.map_or(0, |background| u64::from(background.sources));
        let graph = Graph::for_so_many(nodes, links, connections + 1, flows + background);
        let mut builder = Builder { plan: self, wan, graph };
        builder.nodes();
        builder.links();
        builder.vcs();
        builder.flows(flow);
        if let Some(background) = wan.background {
            builder.background(background, flow);
        }
        builder.graph
    }

    /// The connections with their numbers, and the numbers of the flows that they carry.
    fn numbered(&self) -> impl Iterator<Item = (usize, &Connection, std::ops::Range<u64>)> {
        let mut next = 1;
        self.connections.iter().enumerate().map(move |(index, connection)| {
            let first = next;
            next += u64::from(connection.flows);
            (index + 1, connection, first..next)
        })
    }
}

/// A graph in the making.
struct Builder<'p> {
    plan: &'p Plan,
    wan: &'p Wan<'p>,
    graph: Graph,
}

fn switch(number: u32) -> String {
    format!("sw{number}")
}

impl Builder<'_> {
    fn node(&mut self, name: String, kind: NodeRole) {
        self.graph.nodes.insert(name, NodeEntry { kind: Some(kind), ..NodeEntry::default() });
    }

    fn nodes(&mut self) {
        let plan = self.plan;
        for number in growing("switches", 1..=plan.switches) {
            self.node(switch(number), NodeRole::Switch);
        }
        if self.wan.routers {
            for side in ["r", "q"] {
                for number in growing("connections", 1..=plan.connections.len()) {
                    self.node(format!("{side}{number}"), NodeRole::Router);
                }
            }
        }
        for side in ["s", "d"] {
            for number in growing("flows", 1..=plan.flows()) {
                self.node(format!("{side}{number}"), NodeRole::Host);
            }
        }
    }

    fn link(&mut self, name: String, ends: [String; 2], delay: Span) {
        let rate = self.wan.link_rate;
        let entry =
            LinkEntry { ends: Some(ends), rate: Some(rate), delay: Some(delay), ..LinkEntry::default() };
        self.graph.links.insert(name, entry);
    }

    fn lan(&mut self, name: String, ends: [String; 2]) {
        let rate: BitRate = self.wan.lan_rate.unwrap_or(self.wan.link_rate);
        let entry = LinkEntry {
            ends: Some(ends),
            kind: Some(LinkKind::of(&FramingConfig::Raw(raw::Config::default()))),
            mtu: Some(LONGEST_IP_PACKET),
            queue: Some(Box::new(DisciplineConfig::Tail(tail::Config { limit: Limit::UNLIMITED }))),
            rate: Some(rate),
            delay: Some(self.wan.lan_delay),
            ..LinkEntry::default()
        };
        self.graph.links.insert(name, entry);
    }

    /// The links of the sending side, the trunks, the links of the receiving side.
    fn links(&mut self) {
        let plan = self.plan;
        for (number, connection, flows) in growing("connections", plan.numbered()) {
            let at = connection.switches.first().copied().map_or_else(String::new, switch);
            self.access(["s", "r"], number, flows, |end| [end, at.clone()]);
        }
        for trunk in &plan.trunks {
            self.link(trunk.name.clone(), trunk.ends.map(switch), self.wan.trunk_delay);
        }
        for (number, connection, flows) in growing("connections", plan.numbered()) {
            let at = connection.switches.last().copied().map_or_else(String::new, switch);
            self.access(["d", "q"], number, flows, |end| [at.clone(), end]);
        }
    }

    /// The links of one side of a connection, whose hosts and routers have these first letters.
    fn access(
        &mut self,
        [host, router]: [&str; 2],
        number: usize,
        flows: std::ops::Range<u64>,
        ends: impl Fn(String) -> [String; 2],
    ) {
        let delay = self.wan.access_delay;
        if !self.wan.routers {
            self.link(format!("{host}{number}"), ends(format!("{host}{number}")), delay);
            return;
        }
        let router = format!("{router}{number}");
        self.link(router.clone(), ends(router.clone()), delay);
        for flow in growing("flows", flows) {
            let host = format!("{host}{flow}");
            self.lan(host.clone(), [host, router.clone()]);
        }
    }

    fn vcs(&mut self) {
        let plan = self.plan;
        let [from, to] = if self.wan.routers { ["r", "q"] } else { ["s", "d"] };
        for (number, connection, _) in growing("connections", plan.numbered()) {
            let mut path = vec![format!("{from}{number}")];
            path.extend(connection.switches.iter().copied().map(switch));
            path.push(format!("{to}{number}"));
            self.graph.vcs.insert(format!("vc{number}"), VcEntry { path: Some(path), ..VcEntry::default() });
        }
    }

    fn flows(&mut self, flow: &FlowDefaults) {
        let plan = self.plan;
        for (number, _, flows) in growing("connections", plan.numbered()) {
            for index in growing("flows", flows) {
                let host = |side: &str| self.wan.routers.then(|| format!("{side}{index}"));
                let staggered = staggered_flow(flow, self.wan.start_stagger, index, format!("vc{number}"));
                let entry = FlowEntry { from: host("s"), to: host("d"), ..staggered };
                self.graph.flows.insert(format!("{}{index}", flow.kind.name()), entry);
            }
        }
    }

    fn background(&mut self, background: &Background, flow: &FlowDefaults) {
        let named = background.link.as_deref();
        let Some(trunk) = self.plan.trunks.iter().find(|trunk| named.is_none_or(|name| trunk.name == name))
        else {
            return;
        };
        let [from, to] = trunk.ends.map(switch);
        for host in ["b1", "c1"] {
            self.node(host.into(), NodeRole::Host);
        }
        self.link("b1".into(), ["b1".into(), from.clone()], self.wan.access_delay);
        self.link("c1".into(), [to.clone(), "c1".into()], self.wan.access_delay);
        let path = vec!["b1".into(), from, to, "c1".into()];
        let vc = VcEntry { path: Some(path), category: Some(background.category), ..VcEntry::default() };
        self.graph.vcs.insert("background".into(), vc);
        // If the other flows are also of cells, the numbers continue after theirs.
        let taken = if flow.kind == Protocol::Cells { self.plan.flows() } else { 0 };
        let cells = CellsSettings { source: background.source.clone() };
        for number in growing("background sources", 1..=u64::from(background.sources)) {
            let entry = FlowEntry {
                kind: Some(Protocol::Cells),
                vc: Some("background".into()),
                start: Some(background.start),
                cells: Some(Overrides::all_of(&cells)),
                ..FlowEntry::default()
            };
            self.graph.flows.insert(format!("cells{}", taken + number), entry);
        }
    }
}
