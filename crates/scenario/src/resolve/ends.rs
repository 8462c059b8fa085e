//! The hosts between which flows go: the ends of a virtual connection, or hosts on LANs behind them.

use std::borrow::Cow;

use cellwise_atm::Category;
use cellwise_atm::traffic::Unit;

use super::Resolver;
use super::roads::{Step, legs_of};
use crate::issue::Issue;
use crate::network::{Flow, FlowKind, Hop, Leg, NodeIndex, NodeKind, VcIndex};
use crate::schema::FlowEntry;

/// Between which hosts a flow goes, and how.
pub(super) struct FlowEnds {
    pub(super) hosts: [NodeIndex; 2],
    pub(super) legs: Vec<Leg>,
    /// The way back, if it is another.
    pub(super) back: Option<Vec<Leg>>,
}

impl FlowEnds {
    /// The legs of both directions, those of a common way once.
    pub(super) fn all_legs(&self) -> Cow<'_, [Leg]> {
        match &self.back {
            None => Cow::Borrowed(&self.legs),
            Some(back) => Cow::Owned(self.legs.iter().chain(back).cloned().collect()),
        }
    }
}

/// A host at an end of a virtual connection, or behind it.
#[derive(Clone)]
struct Candidate {
    host: NodeIndex,
    /// The packet links from it to the end.
    links: Vec<Hop>,
}

impl Resolver<'_> {
    /// The hosts of a flow and the way between them; `None` if they are unknown.
    pub(super) fn flow_ends(&mut self, name: &str, entry: &FlowEntry, path: &str) -> Option<FlowEnds> {
        match (&entry.vc, &entry.from, &entry.to) {
            (None, Some(from), Some(to)) => self.ends_by_way(name, entry, [from, to], path),
            _ => {
                self.check_no_via(entry, path);
                let vc = self.vc_of(name, entry, path)?;
                self.ends_on_vc(entry, vc, path)
            }
        }
    }

    /// The hosts at the ends of a virtual connection, or behind them.
    fn ends_on_vc(&mut self, entry: &FlowEntry, vc: VcIndex, path: &str) -> Option<FlowEnds> {
        let ends = self.ends_of(&self.network.vcs[vc.get()].hops);
        let named = |resolver: &mut Self, key: &str, name: &Option<String>| match name {
            Some(name) => resolver.named(name, ends, vc, &format!("{path}.{key}")).map(Some),
            None => Some(None),
        };
        let (from, to) = (named(self, "from", &entry.from), named(self, "to", &entry.to));
        let (from, to) = (from?, to?);
        let end = match (&from, &to) {
            (Some((end, _)), _) => *end,
            (None, Some((end, _))) => 1 - end,
            (None, None) => 0,
        };
        if to.as_ref().is_some_and(|(other, _)| *other == end) {
            let rule = "is at the same end of the virtual connection as the host that sends";
            self.issues.push(Issue::new(format!("{path}.to"), format!("{:?}", entry.to.as_ref()?), rule));
            return None;
        }
        let from = from.map_or_else(|| self.only(ends[end], path, "from"), |(_, host)| Some(host));
        let other = 1 - end;
        let to = to.map_or_else(|| self.only(ends[other], path, "to"), |(_, host)| Some(host));
        let (from, to) = (from?, to?);
        let hosts = [from.host, to.host];
        let away = to.links.into_iter().rev().map(|hop| Hop { link: hop.link, end: 1 - hop.end });
        let steps = (from.links.into_iter().map(Step::Link))
            .chain([Step::Vc { vc, reversed: end == 1 }])
            .chain(away.map(Step::Link));
        Some(FlowEnds { hosts, legs: legs_of(steps), back: None })
    }

    /// The hosts at a node: itself, or those behind it.
    fn candidates(&mut self, node: NodeIndex) -> Vec<Candidate> {
        match self.network.nodes[node.get()].kind {
            NodeKind::Router(_) => {
                let behind = self.roads().hosts_behind(node).into_iter();
                behind.map(|(host, links)| Candidate { host, links }).collect()
            }
            NodeKind::Host(_) | NodeKind::Switch(_) => vec![Candidate { host: node, links: Vec::new() }],
        }
    }

    /// The host at a node that is the one asked for.
    fn candidate(&mut self, node: NodeIndex, host: NodeIndex) -> Option<Candidate> {
        let links = match self.network.nodes[node.get()].kind {
            // Behind a router may also be other routers.
            NodeKind::Router(_) if !self.is_host(host) => return None,
            NodeKind::Router(_) => self.roads().links_behind(node, host)?,
            NodeKind::Host(_) | NodeKind::Switch(_) if node == host => Vec::new(),
            NodeKind::Host(_) | NodeKind::Switch(_) => return None,
        };
        Some(Candidate { host, links })
    }

    fn is_host(&self, node: NodeIndex) -> bool {
        matches!(self.network.nodes[node.get()].kind, NodeKind::Host(_))
    }

    /// The host of this name, and at which of two ends it is.
    fn named(
        &mut self,
        name: &str,
        ends: [NodeIndex; 2],
        vc: VcIndex,
        path: &str,
    ) -> Option<(usize, Candidate)> {
        let host = self.nodes.get(name).map(|(host, _)| host);
        let mut at = |end: usize| Some((end, self.candidate(ends[end], host?)?));
        let found = at(0).or_else(|| at(1));
        if found.is_none() {
            let what = format!("end of {}", self.network.vcs[vc.get()].name);
            let candidates = ends.map(|node| self.candidates(node)).concat();
            let nodes = &self.network.nodes;
            let known = candidates.iter().map(|candidate| nodes[candidate.host.get()].name.as_str());
            self.issues.push_unknown(path, name, &what, known);
        }
        found
    }

    /// The only host at a node; with several, the flow must name one.
    fn only(&mut self, node: NodeIndex, path: &str, key: &str) -> Option<Candidate> {
        let hosts = self.candidates(node);
        if let [host] = &hosts[..] {
            return Some(host.clone());
        }
        // A broken link may be the one that is missing.
        if !hosts.is_empty() || self.links_are_whole {
            let name = |candidate: &Candidate| self.network.nodes[candidate.host.get()].name.as_str();
            let names: Vec<&str> = hosts.iter().map(name).collect();
            let router = &self.network.nodes[node.get()].name;
            let rule = match names.as_slice() {
                [] => format!("is missing, and there is no host behind router {router}"),
                names => format!(
                    "is missing; give one of {}, the hosts behind {router}",
                    crate::issue::list(names)
                ),
            };
            self.issues.push(Issue::absent(format!("{path}.{key}"), rule));
        }
        None
    }

    /// Whether bare cells are allowed on the connection of their flow.
    pub(super) fn check_cells(&mut self, flow: &Flow, path: &str) -> bool {
        let FlowKind::Cells { source } = &flow.kind else { return true };
        let is_greedy = source.mean_per_s(Unit::CELL).is_infinite();
        let Some((vc, _)) = flow.vc().map(|(vc, reversed)| (&self.network.vcs[vc.get()], reversed)) else {
            let rule = "is missing; bare cells go on a virtual connection";
            self.issues.push(Issue::absent(format!("{path}.vc"), rule));
            return false;
        };
        let rule = if is_greedy && vc.category != Category::Abr {
            "is not of category \"abr\", so nothing holds back a greedy source; give it that category, or its cells \
             a pattern with a rate"
        } else if flow.legs.len() > 1 {
            "ends at a router, which takes packets only; bare cells go between hosts on ATM links"
        } else {
            return true;
        };
        self.issues.push(Issue::new(format!("{path}.vc"), format!("{:?}", vc.name), rule));
        false
    }

    /// Bare cells between the cells of a frame would make it invalid.
    pub(super) fn check_no_mixture(&mut self) {
        let bare = self.bare_vcs();
        let mixed = self.network.flows.iter().filter(|flow| !matches!(flow.kind, FlowKind::Cells { .. }));
        let mixed: Vec<(String, VcIndex)> = mixed
            .flat_map(|flow| flow.vcs().map(|(vc, _)| (flow.name.clone(), vc)))
            .filter(|(_, vc)| bare.contains(vc))
            .collect();
        for (flow, vc) in mixed {
            let name = &self.network.vcs[vc.get()].name;
            let rule = "also carries bare cells, which would break the frames; give it another connection";
            self.issues.push(Issue::new(format!("flows.{flow}.vc"), format!("{name:?}"), rule));
        }
    }
}
