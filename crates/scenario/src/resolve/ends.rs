//! The hosts between which flows go: the ends of a virtual connection, or hosts on LANs behind them.

use cellwise_atm::Category;

use super::{LanHost, Resolver};
use crate::issue::Issue;
use crate::network::{Flow, FlowKind, Hop, NodeIndex, NodeKind, VcIndex};
use crate::schema::FlowEntry;

/// Between which hosts a flow goes.
pub(super) struct FlowEnds {
    /// Whether data flow from the last end of the virtual connection.
    pub(super) reversed: bool,
    pub(super) hosts: [NodeIndex; 2],
    pub(super) lans: [Option<Hop>; 2],
}

/// A host at an end of a virtual connection, or behind it.
#[derive(Clone, Copy)]
struct Candidate {
    host: NodeIndex,
    lan: Option<LanHost>,
}

impl Resolver<'_> {
    /// The hosts of a flow; `None` if there is no telling.
    pub(super) fn flow_ends(&mut self, entry: &FlowEntry, vc: VcIndex, path: &str) -> Option<FlowEnds> {
        let ends = self.ends_of(&self.network.vcs[vc.get()].hops);
        let named = |resolver: &mut Self, key: &str, name: &Option<String>| match name {
            Some(name) => resolver.named(name, ends, vc, &format!("{path}.{key}")).map(Some),
            None => Some(None),
        };
        let (from, to) = (named(self, "from", &entry.from), named(self, "to", &entry.to));
        let (from, to) = (from?, to?);
        let end = match (from, to) {
            (Some((end, _)), _) => end,
            (None, Some((end, _))) => 1 - end,
            (None, None) => 0,
        };
        if to.is_some_and(|(other, _)| other == end) {
            let rule = "is at the same end of the virtual connection as the host that sends";
            self.issues.push(Issue::new(format!("{path}.to"), format!("{:?}", entry.to.as_ref()?), rule));
            return None;
        }
        let from = from.map_or_else(|| self.only(ends[end], path, "from"), |(_, host)| Some(host));
        let other = 1 - end;
        let to = to.map_or_else(|| self.only(ends[other], path, "to"), |(_, host)| Some(host));
        let (from, to) = (from?, to?);
        let towards = |lan: LanHost, end: usize| Hop { link: lan.link, end };
        Some(FlowEnds {
            reversed: end == 1,
            hosts: [from.host, to.host],
            lans: [from.lan.map(|lan| towards(lan, lan.end)), to.lan.map(|lan| towards(lan, 1 - lan.end))],
        })
    }

    /// The hosts at a node: itself, or those on its LANs.
    fn candidates(&self, node: NodeIndex) -> Vec<Candidate> {
        match self.network.nodes[node.get()].kind {
            NodeKind::Router(_) => {
                let lans = self.lans.get(&node).into_iter().flatten();
                lans.map(|lan| Candidate { host: lan.host, lan: Some(*lan) }).collect()
            }
            NodeKind::Host(_) | NodeKind::Switch(_) => vec![Candidate { host: node, lan: None }],
        }
    }

    /// The host at a node that is the one asked for.
    fn candidate(&self, node: NodeIndex, host: NodeIndex) -> Option<Candidate> {
        match self.network.nodes[node.get()].kind {
            NodeKind::Router(_) => {
                let lan = self.lan_hosts.get(&(node, host))?;
                Some(Candidate { host, lan: Some(*lan) })
            }
            NodeKind::Host(_) | NodeKind::Switch(_) => {
                (node == host).then_some(Candidate { host, lan: None })
            }
        }
    }

    /// The host of this name, and at which of two ends it is.
    fn named(
        &mut self,
        name: &str,
        ends: [NodeIndex; 2],
        vc: VcIndex,
        path: &str,
    ) -> Option<(usize, Candidate)> {
        let host = self.nodes.get(name).map(|(host, _)| *host);
        let at = |end: usize| Some((end, self.candidate(ends[end], host?)?));
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
        if let [host] = hosts[..] {
            return Some(host);
        }
        // A broken link may be the one that is missing.
        if !hosts.is_empty() || self.links_are_whole {
            let name = |candidate: &Candidate| self.network.nodes[candidate.host.get()].name.as_str();
            let names: Vec<&str> = hosts.iter().map(name).collect();
            let router = &self.network.nodes[node.get()].name;
            let rule = match names.as_slice() {
                [] => format!("is missing, and router {router} has no host on a LAN"),
                names => format!(
                    "is missing; give one of {}, the hosts behind {router}",
                    crate::issue::list(names)
                ),
            };
            self.issues.push(Issue::absent(format!("{path}.{key}"), rule));
        }
        None
    }

    /// Whether bare cells may go on the connection of their flow.
    pub(super) fn check_cells(&mut self, flow: &Flow, path: &str) -> bool {
        let FlowKind::Cells { source } = &flow.kind else { return true };
        let vc = &self.network.vcs[flow.vc.get()];
        let is_greedy = source.mean_cells_per_s().is_infinite();
        let rule = if is_greedy && vc.category != Category::Abr {
            "is not of category \"abr\", so nothing holds back a greedy source; give it that category, or its cells \
             a pattern with a rate"
        } else if flow.lans.iter().any(Option::is_some) {
            "ends at a router, which takes packets only; bare cells go between hosts on ATM links"
        } else {
            return true;
        };
        self.issues.push(Issue::new(format!("{path}.vc"), format!("{:?}", vc.name), rule));
        false
    }

    /// Bare cells between the cells of a frame would make it invalid.
    pub(super) fn check_no_mixture(&mut self) {
        let is_bare = |flow: &&Flow| matches!(flow.kind, FlowKind::Cells { .. });
        let (flows, bare) = (&self.network.flows, self.bare_vcs());
        let mixed: Vec<&Flow> =
            flows.iter().filter(|flow| !is_bare(flow) && bare.contains(&flow.vc)).collect();
        for flow in mixed {
            let name = &self.network.vcs[flow.vc.get()].name;
            let rule = "also carries bare cells, which would break the frames; give it another connection";
            self.issues.push(Issue::new(format!("flows.{}.vc", flow.name), format!("{name:?}"), rule));
        }
    }
}
