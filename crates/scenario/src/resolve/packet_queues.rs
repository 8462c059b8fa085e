//! Packet queues in front of lines of cells: what cannot pass one.

use std::collections::BTreeSet;

use cellwise_atm::shaping::Tagging;

use super::Resolver;
use crate::issue::Issue;
use crate::network::{FlowKind, Hop, NodeIndex, NodeKind, VcIndex};

impl Resolver<'_> {
    /// A packet queue sends a packet when the line is free: it cannot be in front of something that
    /// keeps packets back itself, and does not know bare cells.
    pub(super) fn check_packet_queues(&mut self) {
        let mut found = Vec::new();
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
            for (node, path) in self.queues_at_ends(&vc.hops) {
                found.push((path, node, vc.name.clone(), what));
            }
        }
        for (path, node, vc, what) in found {
            let rule = format!(
                "is for packets that wait for the line only, and the connection {vc} of {node} {what}"
            );
            self.issues.push(Issue::absent(path, rule));
        }
        self.check_queues_between_switches();
    }

    /// The packet queues at the ends of a connection: the node of each, and its place.
    fn queues_at_ends(&self, hops: &[Hop]) -> Vec<(String, String)> {
        let [Some(first), Some(last)] = [hops.first(), hops.last()] else { return Vec::new() };
        let last = Hop { link: last.link, end: 1 - last.end };
        let at = |hop: Hop| {
            let link = &self.network.links[hop.link.get()];
            let node = &self.network.nodes[link.ends[hop.end].get()];
            let has_queue = link.directions[hop.end].packet_queue.is_some();
            has_queue.then(|| (node.name.clone(), self.path_of_queue(&link.name, hop.end)))
        };
        [*first, last].into_iter().flat_map(at).collect()
    }

    /// Between switches no packet waits.
    fn check_queues_between_switches(&mut self) {
        let is_switch = |node: &NodeIndex| matches!(self.network.nodes[node.get()].kind, NodeKind::Switch(_));
        let between = self.network.links.iter().filter(|link| link.ends.iter().all(is_switch));
        let entries = between.filter_map(|link| Some((&link.name, self.graph.links.get(&link.name)?)));
        let paths: Vec<String> = entries
            .flat_map(|(link, entry)| {
                [("queue", entry.queue.is_some()), ("reverse_queue", entry.reverse_queue.is_some())]
                    .map(|(key, is_given)| is_given.then(|| format!("links.{link}.{key}")))
            })
            .flatten()
            .collect();
        for path in paths {
            let rule = "is for packets that wait at a host or router, and the link joins two switches";
            self.issues.push(Issue::absent(path, rule));
        }
    }

    /// Where the queue at an end of a link is written.
    fn path_of_queue(&self, link: &str, end: usize) -> String {
        let has_own = end == 1 && self.graph.links[link].reverse_queue.is_some();
        format!("links.{link}.{}", if has_own { "reverse_queue" } else { "queue" })
    }

    /// The connections that carry bare cells.
    pub(super) fn bare_vcs(&self) -> BTreeSet<VcIndex> {
        let is_bare = |flow: &&crate::network::Flow| matches!(flow.kind, FlowKind::Cells { .. });
        self.network.flows.iter().filter(is_bare).flat_map(|flow| flow.vcs().map(|(vc, _)| vc)).collect()
    }
}
