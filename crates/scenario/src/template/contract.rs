//! The contract of every template, and the data that it may read.

use cellwise_units::Span;
use cellwise_units::catalogue::{Entry, Status, Written};

use crate::issue::Issue;
use crate::memory_budget::reserve_named;
use crate::schema::{AtmDefaults, FlowDefaults, FlowEntry, LinkEntry, Named, NodeEntry, VcEntry, VpEntry};

/// The part of its scenario that the check of a template may read.
pub(crate) struct Around<'s> {
    /// How long the run lasts.
    pub(crate) duration: Span,
    pub(crate) flow: &'s FlowDefaults,
    pub(crate) atm: &'s AtmDefaults,
}

/// What a template is asked.
pub(crate) trait Template {
    /// What is wrong with the parameters, with paths below `topology`.
    fn check(&self, scenario: &Around<'_>) -> Vec<Issue>;

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
    pub(super) fn for_so_many(nodes: u64, links: u64, vcs: u64, flows: u64) -> Self {
        let count = |elements: u64| usize::try_from(elements).unwrap_or(usize::MAX);
        let mut graph = Self::default();
        reserve_named("nodes", &mut graph.nodes, count(nodes));
        reserve_named("links", &mut graph.links, count(links));
        reserve_named("virtual connections", &mut graph.vcs, count(vcs));
        reserve_named("flows", &mut graph.flows, count(flows));
        graph
    }
}

/// The flow of a number, from 1, on a virtual connection: each starts so much later than the one before.
pub(super) fn staggered_flow(defaults: &FlowDefaults, stagger: Span, number: u64, vc: String) -> FlowEntry {
    FlowEntry { vc: Some(vc), start: staggered(defaults, stagger, number), ..FlowEntry::default() }
}

/// When the flow of a number, from 1, starts, if not when all do.
pub(super) fn staggered(defaults: &FlowDefaults, stagger: Span, number: u64) -> Option<Span> {
    let later = stagger.get().saturating_mul(number - 1);
    (later > 0).then(|| Span::from_ps(defaults.start.get().saturating_add(later)))
}

/// The listing of a template; it is validated if a study's published numbers are compared on it.
pub(super) const fn entry(
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    status: Status,
) -> Entry {
    Entry { family: "templates", name, summary, source, status, written: Written::Beside(file!()) }
}
