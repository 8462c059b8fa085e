//! The n-source network: sources that share one link between two switches.
//!
//! Hosts `s1` to `sN` send to hosts `d1` to `dN` over switches `sw1` and `sw2`, which the link
//! `trunk` joins; the other links have their host's name. Virtual connection `vcI` joins `sI` with
//! `dI` and carries the flow `tcpI` (or `udpI`). Source: ATM Forum 96-1269, Figure 2.

use cellwise_units::catalogue::{Entry, Status};
use cellwise_units::{BitRate, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Around, Graph, Template, entry, staggered_flow};
use super::keys::Keys;
use crate::issue::Issue;
use crate::memory_budget::growing;
use crate::rules::{LONGEST_DELAY, SLOWEST};
use crate::schema::{FlowDefaults, FlowEntry, LinkEntry, NodeEntry, NodeRole, VcEntry};

pub(super) const ENTRY: Entry = entry(
    "n-source",
    "N sources and N destinations on either side of one shared link between two switches",
    "ATM Forum 96-1269, Figure 2",
    Status::Validated,
);

const MOST_SOURCES: u32 = 100_000;

/// Sources and as many destinations on either side of one shared link between two switches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub struct NSource {
    /// Number of sources, each with its own destination.
    #[schemars(range(min = 1, max = MOST_SOURCES))]
    pub sources: u32,
    /// Rate of every link, cell headers included.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub link_rate: BitRate,
    /// Propagation delay of every link.
    #[schemars(extend("formatMaximum" = LONGEST_DELAY))]
    pub link_delay: Span,
    /// Rate of the shared link, if different.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trunk_rate: Option<BitRate>,
    /// Propagation delay of the shared link, if different.
    #[schemars(extend("formatMaximum" = LONGEST_DELAY))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trunk_delay: Option<Span>,
    /// How much later each flow starts than the one before; all start within the run.
    pub start_stagger: Span,
}

impl Default for NSource {
    fn default() -> Self {
        Self {
            sources: 5,
            link_rate: BitRate::from_bps(155_520_000),
            link_delay: Span::from_ps(5_000_000),
            trunk_rate: None,
            trunk_delay: None,
            start_stagger: Span::ZERO,
        }
    }
}

impl Template for NSource {
    fn check(&self, scenario: &Around<'_>) -> Vec<Issue> {
        let mut keys = Keys::default();
        keys.stagger(self.start_stagger, self.sources.into(), scenario);
        keys.0
    }

    fn graph(&self, flow: &FlowDefaults) -> Graph {
        let sources = u64::from(self.sources);
        let mut graph = Graph::for_so_many(2 * sources + 2, 2 * sources + 1, sources, sources);
        for name in ["sw1", "sw2"] {
            graph
                .nodes
                .insert(name.into(), NodeEntry { kind: Some(NodeRole::Switch), ..NodeEntry::default() });
        }
        // Each name is at several places, and to copy one is cheaper than to write it again.
        let names = |side: &str| -> Vec<String> {
            growing("sources", 1..=self.sources).map(|i| format!("{side}{i}")).collect()
        };
        let [s, d] = ["s", "d"].map(names);
        for host in growing("hosts", s.iter().chain(&d)) {
            graph
                .nodes
                .insert(host.clone(), NodeEntry { kind: Some(NodeRole::Host), ..NodeEntry::default() });
        }
        for s in growing("sources", &s) {
            graph.links.insert(s.clone(), self.link(s.clone(), "sw1".into()));
        }
        graph.links.insert("trunk".into(), self.trunk());
        for d in growing("sources", &d) {
            graph.links.insert(d.clone(), self.link("sw2".into(), d.clone()));
        }
        for (i, (s, d)) in (1..).zip(growing("sources", s.into_iter().zip(d))) {
            let (vc, path) = (format!("vc{i}"), vec![s, "sw1".into(), "sw2".into(), d]);
            graph.flows.insert(format!("{}{i}", flow.kind.name()), self.flow(i, flow, vc.clone()));
            graph.vcs.insert(vc, VcEntry { path: Some(path), ..VcEntry::default() });
        }
        graph
    }
}

impl NSource {
    fn link(&self, from: String, to: String) -> LinkEntry {
        LinkEntry {
            ends: Some([from, to]),
            rate: Some(self.link_rate),
            delay: Some(self.link_delay),
            ..LinkEntry::default()
        }
    }

    fn trunk(&self) -> LinkEntry {
        let link = self.link("sw1".into(), "sw2".into());
        LinkEntry { rate: self.trunk_rate.or(link.rate), delay: self.trunk_delay.or(link.delay), ..link }
    }

    fn flow(&self, number: u32, flow: &FlowDefaults, vc: String) -> FlowEntry {
        staggered_flow(flow, self.start_stagger, number.into(), vc)
    }
}
