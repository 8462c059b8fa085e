//! Templates: named network shapes that expand to a graph.
//!
//! A template is one file and one row of [`rows`].

mod adsl;
mod downstream_bottleneck;
mod dsl;
mod ethernet_bottleneck;
mod home;
mod keys;
mod n_source;
mod parking_lot;
mod plan;
mod policed_vc;
mod rrul;
mod two_node;
mod vdsl2;
mod wan;

use cellwise_units::Span;
use cellwise_units::catalogue::{Entry, Status, Written};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use adsl::Adsl;
pub use downstream_bottleneck::DownstreamBottleneck;
pub use dsl::Dsl;
pub use ethernet_bottleneck::EthernetBottleneck;
pub use n_source::NSource;
pub use parking_lot::ParkingLot;
pub use policed_vc::PolicedVc;
pub use rrul::Rrul;
pub use two_node::TwoNode;
pub use vdsl2::Vdsl2;
pub use wan::Background;

use crate::issue::Issue;
use crate::room::reserve_named;
use crate::schema::{FlowDefaults, FlowEntry, LinkEntry, Named, NodeEntry, Scenario, VcEntry, VpEntry};

/// The template of a scenario, with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "template", rename_all = "kebab-case")]
pub enum Topology {
    /// Sources and as many destinations on either side of one shared link between two switches.
    NSource(NSource),
    /// Sources and as many destinations on either side of one wide-area trunk between two switches.
    TwoNode(TwoNode),
    /// Connections over all trunks of a row, and local ones on each trunk.
    ParkingLot(ParkingLot),
    /// Connections over a shared trunk that part after it: some over a trunk with background
    /// traffic, the others over a free one.
    DownstreamBottleneck(DownstreamBottleneck),
    /// Two hosts and a switch that polices the connection between them.
    PolicedVc(PolicedVc),
    /// Servers and clients on asymmetric access lines that may be noisy.
    Adsl(Adsl),
    /// Transfers both ways over one access line, and a ping beside them.
    Rrul(Rrul),
    /// Hosts on either side of one Ethernet link between two routers.
    EthernetBottleneck(EthernetBottleneck),
    /// A home on a DSL line that carries cells, with transfers both ways and a ping.
    Dsl(Dsl),
    /// A home on a VDSL2 line, with transfers both ways and a ping.
    Vdsl2(Vdsl2),
}

/// What a template is asked.
pub(crate) trait Template {
    /// What is wrong with the parameters, with paths below `topology`.
    fn check(&self, scenario: &Scenario) -> Vec<Issue>;

    /// The graph that the parameters describe.
    fn graph(&self, flow: &FlowDefaults) -> Graph;
}

/// A network by names.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Graph {
    pub(crate) nodes: Named<NodeEntry>,
    pub(crate) links: Named<LinkEntry>,
    pub(crate) vps: Named<VpEntry>,
    pub(crate) vcs: Named<VcEntry>,
    pub(crate) flows: Named<FlowEntry>,
}

impl Graph {
    /// An empty one with room for so many elements, if there is.
    fn for_so_many(nodes: u64, links: u64, vcs: u64, flows: u64) -> Self {
        let count = |elements: u64| usize::try_from(elements).unwrap_or(usize::MAX);
        let mut graph = Self::default();
        reserve_named("nodes", &mut graph.nodes, count(nodes));
        reserve_named("links", &mut graph.links, count(links));
        reserve_named("virtual connections", &mut graph.vcs, count(vcs));
        reserve_named("flows", &mut graph.flows, count(flows));
        graph
    }
}

impl Topology {
    pub(crate) fn template(&self) -> &dyn Template {
        match self {
            Self::NSource(parameters) => parameters,
            Self::TwoNode(parameters) => parameters,
            Self::ParkingLot(parameters) => parameters,
            Self::DownstreamBottleneck(parameters) => parameters,
            Self::PolicedVc(parameters) => parameters,
            Self::Adsl(parameters) => parameters,
            Self::Rrul(parameters) => parameters,
            Self::EthernetBottleneck(parameters) => parameters,
            Self::Dsl(parameters) => parameters,
            Self::Vdsl2(parameters) => parameters,
        }
    }

    /// Whether it has a packet queue that is written as it once was.
    pub(crate) fn has_uplink(&self) -> bool {
        match self {
            Self::Adsl(parameters) => parameters.uplink.is_some(),
            Self::Rrul(parameters) => parameters.uplink.is_some(),
            _ => false,
        }
    }
}

/// The flow of a number, from 1, on a virtual connection: each starts so much later than the one before.
fn staggered_flow(defaults: &FlowDefaults, stagger: Span, number: u64, vc: String) -> FlowEntry {
    FlowEntry { vc: Some(vc), start: staggered(defaults, stagger, number), ..FlowEntry::default() }
}

/// When the flow of a number, from 1, starts, if not when all do.
fn staggered(defaults: &FlowDefaults, stagger: Span, number: u64) -> Option<Span> {
    let later = stagger.get().saturating_mul(number - 1);
    (later > 0).then(|| Span::from_ps(defaults.start.get().saturating_add(later)))
}

/// A template's row: its listing, and the parameters it has by default.
struct Row {
    entry: Entry,
    topology: fn() -> Topology,
}

fn rows() -> [Row; 10] {
    [
        Row { entry: n_source::ENTRY, topology: || Topology::NSource(NSource::default()) },
        Row { entry: two_node::ENTRY, topology: || Topology::TwoNode(TwoNode::default()) },
        Row { entry: parking_lot::ENTRY, topology: || Topology::ParkingLot(ParkingLot::default()) },
        Row {
            entry: downstream_bottleneck::ENTRY,
            topology: || Topology::DownstreamBottleneck(DownstreamBottleneck::default()),
        },
        Row { entry: policed_vc::ENTRY, topology: || Topology::PolicedVc(PolicedVc::default()) },
        Row { entry: adsl::ENTRY, topology: || Topology::Adsl(Adsl::default()) },
        Row { entry: rrul::ENTRY, topology: || Topology::Rrul(Rrul::default()) },
        Row {
            entry: ethernet_bottleneck::ENTRY,
            topology: || Topology::EthernetBottleneck(EthernetBottleneck::default()),
        },
        Row { entry: dsl::ENTRY, topology: || Topology::Dsl(Dsl::default()) },
        Row { entry: vdsl2::ENTRY, topology: || Topology::Vdsl2(Vdsl2::default()) },
    ]
}

/// The templates, for listings.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    rows().into_iter().map(|row| row.entry).collect()
}

/// A scenario in which the template of that name and everything else have their defaults; `None` if
/// there is no such template.
#[must_use]
pub fn template_scenario(name: &str) -> Option<Scenario> {
    let row = rows().into_iter().find(|row| row.entry.name == name)?;
    Some(Scenario {
        title: row.entry.summary.to_owned(),
        topology: Some((row.topology)()),
        ..Scenario::default()
    })
}

/// The listing of a template; it is validated if a study's published numbers are compared on it.
const fn entry(name: &'static str, summary: &'static str, source: &'static str, status: Status) -> Entry {
    Entry { family: "templates", name, summary, source, status, written: Written::Beside(file!()) }
}
