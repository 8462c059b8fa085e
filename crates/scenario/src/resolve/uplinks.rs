//! Packet queues of hosts: what cannot pass one.

use std::collections::BTreeSet;

use cellwise_atm::shaping::Tagging;

use super::Resolver;
use crate::issue::Issue;
use crate::network::{FlowKind, NodeIndex, NodeKind, VcIndex};

impl Resolver<'_> {
    /// A packet queue sends a packet when the line is free: it cannot stand in front of something that
    /// keeps packets back itself, and does not know bare cells.
    pub(super) fn check_uplinks(&mut self) {
        let (mut found, mut queues) = (Vec::new(), Vec::new());
        let bare = self.bare_vcs();
        for (index, vc) in self.network.vcs.iter().enumerate() {
            let held = vc.shaping.is_some() || vc.tagging != Tagging::None || vc.driver_queue.is_some();
            let what = if vc.abr.is_some() {
                "is of category \"abr\""
            } else if held {
                "has shaping, tagging or a driver queue"
            } else if bare.contains(&VcIndex(index)) {
                "carries a flow of bare cells"
            } else {
                continue;
            };
            let ends = [
                vc.hops.first().map(|hop| (hop.link, hop.end)),
                vc.hops.last().map(|hop| (hop.link, 1 - hop.end)),
            ];
            for (link, end) in ends.into_iter().flatten() {
                let link = &self.network.links[link.get()];
                if link.directions[end].packet_queue.is_some() {
                    let key = self.queue_key(&link.name, end);
                    let node = &self.network.nodes[link.ends[end].get()].name;
                    queues.push((key, node.clone(), vc.name.clone(), what));
                }
            }
            for node in self.ends_of(&vc.hops) {
                let node = &self.network.nodes[node.get()];
                if matches!(&node.kind, NodeKind::Host(host) if host.uplink.is_some()) {
                    found.push((node.name.clone(), vc.name.clone(), what));
                }
            }
        }
        for (path, node, vc, what) in queues {
            let rule = format!(
                "is for packets that wait for the line only, and the connection {vc} of {node} {what}"
            );
            self.issues.push(Issue::absent(path, rule));
        }
        for (node, vc, what) in found {
            let is_own = self.graph.nodes.get(&node).is_some_and(|entry| entry.uplink.is_some());
            let path = if is_own { format!("nodes.{node}.uplink") } else { "host.uplink".to_owned() };
            let rule = format!(
                "is for packets that wait for the line only, and the connection {vc} of {node} {what}"
            );
            self.issues.push(Issue::absent(path, rule));
        }
    }

    /// The key that gives the packet queue at an end of a link.
    fn queue_key(&self, link: &str, end: usize) -> String {
        let own = self.graph.links.get(link).is_some_and(|entry| entry.reverse_queue.is_some());
        let key = if end == 1 && own { "reverse_queue" } else { "queue" };
        format!("links.{link}.{key}")
    }

    /// A host has one packet queue in front of its link, not two; a switch has none.
    pub(super) fn check_packet_queues(&mut self) {
        let mut found = Vec::new();
        for link in self.network.links.iter().filter(|link| !link.kind.is_of_packets()) {
            let is_switch =
                |node: &NodeIndex| matches!(self.network.nodes[node.get()].kind, NodeKind::Switch(_));
            let entry = self.graph.links.get(&link.name);
            let given = entry.is_some_and(|entry| entry.queue.is_some() || entry.reverse_queue.is_some());
            if given && link.ends.iter().all(is_switch) {
                let rule = "is for packets that wait at a host or router, and the link joins two switches";
                found.push((self.queue_key(&link.name, 0), rule.to_owned()));
            }
            for (end, node) in link.ends.iter().enumerate() {
                let node = &self.network.nodes[node.get()];
                let has_uplink = matches!(&node.kind, NodeKind::Host(host) if host.uplink.is_some());
                if has_uplink && link.directions[end].packet_queue.is_some() {
                    let rule =
                        format!("stands where {} has an uplink already; give one of the two", node.name);
                    found.push((self.queue_key(&link.name, end), rule));
                }
            }
        }
        for (path, rule) in found {
            self.issues.push(Issue::absent(path, rule));
        }
    }

    /// The connections that carry bare cells.
    pub(super) fn bare_vcs(&self) -> BTreeSet<VcIndex> {
        let is_bare = |flow: &&crate::network::Flow| matches!(flow.kind, FlowKind::Cells { .. });
        self.network.flows.iter().filter(is_bare).flat_map(|flow| flow.vcs().map(|(vc, _)| vc)).collect()
    }
}
