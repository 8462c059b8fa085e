//! Resolution: from a scenario to the network, names to indices, with every rule that takes more
//! than one key.
//!
//! One pass makes the network and collects the issues, so that a rule is next to the thing
//! that it is about. What depends on something broken is left out silently: one mistake, one issue.

mod abr;
mod admission;
mod calls;
mod connections;
mod contracts;
mod detours;
mod ends;
mod flows;
mod found;
mod issues;
mod kinds;
mod links;
mod nodes;
mod packet_queues;
mod packets;
mod probes;
mod queues;
mod roads;
mod routers;
mod routes;
mod scripted;
mod sections;
mod spread;
mod switches;
mod targets;
mod unused;
mod vcs;
mod vps;
mod warnings;
mod ways;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use cellwise_atm::admission::AdmissionRule;
use cellwise_tcp::Settings;
use cellwise_units::{BitRate, ConfigIssue};

use crate::document::Document;
use crate::expand::expand;
use crate::issue::Issue;
use crate::memory_budget::within;
use crate::network::{
    AdapterSettings, FlowIndex, LinkIndex, Network, NodeIndex, QueueSettings, Records, VcIndex, VpIndex,
};
use crate::schema::{FlowEntry, LinkEntry, NodeEntry, NodeRole, Scenario, VcEntry, VpEntry};
use crate::template::Around;
use crate::walk::walk;
use found::Found;
use issues::Issues;
use roads::Roads;

/// The network that a scenario describes.
///
/// # Errors
/// Every rule that the scenario breaks, with the path of the key at fault.
pub fn resolve(scenario: &Scenario) -> Result<Network, Vec<Issue>> {
    let resolved = within(scenario.limits.memory, 0, || {
        // A program may have made what no document could say.
        let issues = walk(&Document::of(scenario).value).issues;
        if !issues.is_empty() {
            return Err(issues);
        }
        let Built { network, issues, .. } = build(scenario);
        if issues.is_empty() { Ok(network) } else { Err(issues) }
    });
    resolved.unwrap_or_else(|issue| Err(vec![issue]))
}

/// Every rule that a scenario breaks: ranges, names, connections, sizes; empty if it can be run.
#[must_use]
pub fn check(scenario: &Scenario) -> Vec<Issue> {
    Document::of(scenario).check()
}

/// The results of a scenario without issues that are probably not meant, or that the standards do
/// not allow; also empty if it has issues.
#[must_use]
pub fn warnings(scenario: &Scenario) -> Vec<Issue> {
    Document::of(scenario).warnings()
}

/// What resolving a scenario gives.
pub(crate) struct Built {
    /// The network as far as it can be made.
    pub(crate) network: Network,
    /// The rules that the scenario breaks.
    pub(crate) issues: Vec<Issue>,
    /// The graph of the scenario's template, if it has one.
    expanded: Option<Scenario>,
}

impl Built {
    /// The warnings about the scenario, which has no issues.
    pub(crate) fn warnings(&self, scenario: &Scenario) -> Vec<Issue> {
        warnings::of(scenario, self.expanded.as_ref().unwrap_or(scenario), &self.network)
    }
}

/// Resolves a scenario.
pub(crate) fn build(scenario: &Scenario) -> Built {
    let mut issues = Issues::default();
    sections::check(scenario, &mut issues);
    let around = Around { duration: scenario.duration, flow: &scenario.flow, atm: &scenario.atm };
    let template = scenario.topology.as_ref().map(|topology| topology.template().check(&around));
    let is_sound = template.as_ref().is_none_or(Vec::is_empty);
    template.into_iter().flatten().for_each(|issue| issues.push(issue));
    // A template with mistakes is not expanded: its graph would repeat them, and may be huge.
    let expanded = match (is_sound, &scenario.topology) {
        (true, Some(_)) => Some(expand(scenario)),
        (true, None) => None,
        (false, _) => Some(Scenario { topology: None, ..Scenario::default() }),
    };
    let graph = expanded.as_ref().unwrap_or(scenario);
    let mut resolver = Resolver::new(scenario, graph, issues);
    if is_sound {
        resolver.nodes();
        resolver.links();
        resolver.vps();
        resolver.vcs();
        // Admission promises minimum rates itself.
        if graph.admission.rule == AdmissionRule::None {
            resolver.check_minimum_rates();
        }
        resolver.check_noise_on_backward_rm();
        resolver.check_switches();
        resolver.flows();
        scripted::check(resolver.graph, &mut resolver.issues);
        resolver.spread_outside();
        resolver.detours();
        resolver.fit_to_ways();
        resolver.check_packet_queues();
        resolver.probes();
        resolver.check_calls();
        let reservations = resolver.admit();
        if resolver.issues.0.is_empty() {
            resolver.calls(reservations);
        }
    }
    let Resolver { network, issues, .. } = resolver;
    Built { network, issues: issues.0, expanded }
}

/// A network in the making. `None` stands for an element that has issues of its own.
pub(crate) struct Resolver<'s> {
    /// As the user wrote it: which keys were given, and whether there is a template.
    written: &'s Scenario,
    /// Expanded.
    graph: &'s Scenario,
    issues: Issues,
    network: Network,
    nodes: Found<'s, NodeEntry, (NodeIndex, Option<NodeRole>)>,
    links: Found<'s, LinkEntry, Option<LinkIndex>>,
    /// Whether every link is there: a broken one may be what something else misses.
    links_are_whole: bool,
    /// The ATM links from each node to another, sorted by these.
    joins: Vec<Join>,
    ports: OnceCell<BTreeMap<String, (LinkIndex, usize)>>,
    /// The section `[tcp]`, one value for all flows that have no keys of their own, and what is wrong with it.
    tcp: Arc<Settings>,
    found_in_tcp: Vec<ConfigIssue>,
    /// The queue of those ports of each switch that have no keys of their own.
    queues: BTreeMap<NodeIndex, Arc<QueueSettings>>,
    /// The adapter of each node, which switches do not use.
    adapters: Vec<Arc<AdapterSettings>>,
    /// The packet links at each node, with the end that is there.
    packet_links: BTreeMap<NodeIndex, Vec<(LinkIndex, usize)>>,
    /// The ways for packets, which few scenarios ask for.
    roads: Option<Roads>,
    vps: Found<'s, VpEntry, Option<VpIndex>>,
    vcs: Found<'s, VcEntry, Option<VcIndex>>,
    /// The minimum cell rates of the ABR connections, as written.
    minimum_rates: Vec<(VcIndex, BitRate)>,
    /// The switched connections, by [`CallIndex`](crate::network::CallIndex).
    switched: Vec<VcIndex>,
    flows: Found<'s, FlowEntry, Option<FlowIndex>>,
}

/// An ATM link from a node to another, with its end at the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Join {
    nodes: [NodeIndex; 2],
    link: LinkIndex,
    end: usize,
}

impl<'s> Resolver<'s> {
    fn new(written: &'s Scenario, graph: &'s Scenario, issues: Issues) -> Self {
        let network = Network {
            title: written.title.clone(),
            duration: written.duration,
            warmup: written.warmup,
            seed: written.seed,
            replication: written.replication,
            tie: written.tie,
            reference: written.reference,
            limits: written.limits,
            admission: graph.admission.rule,
            nodes: Vec::new(),
            links: Vec::new(),
            vps: Vec::new(),
            vcs: Vec::new(),
            calls: Vec::new(),
            flows: Vec::new(),
            probes: Vec::new(),
            records: Records::default(),
        };
        Self {
            written,
            graph,
            issues,
            network,
            nodes: Found::none_of(&graph.nodes),
            links: Found::none_of(&graph.links),
            links_are_whole: true,
            joins: Vec::new(),
            ports: OnceCell::new(),
            tcp: Arc::new(graph.tcp.clone()),
            found_in_tcp: graph.tcp.check(),
            queues: BTreeMap::new(),
            adapters: Vec::new(),
            packet_links: BTreeMap::new(),
            roads: None,
            vps: Found::none_of(&graph.vps),
            vcs: Found::none_of(&graph.vcs),
            minimum_rates: Vec::new(),
            switched: Vec::new(),
            flows: Found::none_of(&graph.flows),
        }
    }

    /// Reports a key that an entry must have. If a template made the other entries, the name may be
    /// a slip for one of them.
    fn missing<'n>(&mut self, path: &str, what: &str, name: &str, known: impl Iterator<Item = &'n String>) {
        let mut rule = format!("is missing; give {what}");
        if self.written.topology.is_some() && !self.issues.is_long() {
            let known: Vec<&str> = known.map(String::as_str).filter(|other| *other != name).collect();
            if let Some(near) = crate::issue::nearest(name, &known) {
                rule = format!("{rule}, or did you mean {near:?}?");
            }
        }
        self.issues.push(Issue::absent(path, rule));
    }

    /// Reports a name that could not be distinguished in paths and port names.
    fn check_name(&mut self, path: &str, name: &str) {
        let allowed = (1..=64).contains(&name.len())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        if !allowed {
            let rule = "is not a name; use 1 to 64 letters, digits, - and _";
            self.issues.push(Issue::unknown_key(path, rule));
        }
    }
}
