//! Packet queues in front of lines of cells: what cannot pass one.

use std::collections::BTreeSet;

use cellwise_atm::shaping::Tagging;

use cellwise_packet::discipline::{DisciplineConfig, Service, uplink};

use super::{Resolver, packets};
use crate::issue::Issue;
use crate::network::{FlowKind, Hop, NodeIndex, NodeKind, VcIndex};
use crate::rules::LARGEST_SDU;
use crate::schema::{LinkEntry, LinkKind, NodeRole, Scenario};

impl Resolver<'_> {
    /// The packet queue at an end of a link: that of the link, or of the host where it was once written.
    pub(super) fn packet_queue(
        &self,
        entry: &LinkEntry,
        end: usize,
        (node, role): (NodeIndex, NodeRole),
    ) -> Option<DisciplineConfig> {
        let of_link = packets::queue(entry, end, &self.graph.packet, role);
        let may_be_old = entry.kind.unwrap_or_default() == LinkKind::Atm && role == NodeRole::Host;
        of_link.or_else(|| {
            let name = &self.network.nodes[node.get()].name;
            uplink_of(self.graph, name).filter(|_| may_be_old).cloned().map(DisciplineConfig::Uplink)
        })
    }

    /// A packet queue sends a packet when the line is free: it cannot stand in front of something that
    /// keeps packets back itself, and does not know bare cells.
    pub(super) fn check_uplinks(&mut self) {
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
        self.check_one_queue();
        self.check_queues_between_switches();
        self.check_uplinks_of_packets();
    }

    /// The packet queues at the ends of a connection: the node of each, and where it stands.
    fn queues_at_ends(&self, hops: &[Hop]) -> Vec<(String, String)> {
        let [Some(first), Some(last)] = [hops.first(), hops.last()] else { return Vec::new() };
        let last = Hop { link: last.link, end: 1 - last.end };
        let at = |hop: Hop| {
            let link = &self.network.links[hop.link.get()];
            let node = &self.network.nodes[link.ends[hop.end].get()];
            let has_queue = link.directions[hop.end].packet_queue.is_some();
            has_queue.then(|| (node.name.clone(), self.path_of_queue(&link.name, hop.end, &node.name)))
        };
        [*first, last].into_iter().flat_map(at).collect()
    }

    /// A host has one packet queue in front of its line.
    fn check_one_queue(&mut self) {
        let mut found = Vec::new();
        for link in self.network.links.iter().filter(|link| !link.kind.is_of_packets()) {
            for (end, node) in link.ends.into_iter().enumerate() {
                let node = &self.network.nodes[node.get()];
                let is_host = matches!(&node.kind, NodeKind::Host(_));
                let Some(uplink) = uplink_of(self.graph, &node.name).filter(|_| is_host) else { continue };
                let path = self.path_of_uplink(&node.name);
                let queue = self.path_of_queue(&link.name, end, &node.name);
                if queue != path {
                    found.push((path, queue, node.name.clone()));
                    continue;
                }
                let rate = link.directions[end].rate;
                let service = Service { rate, mtu_octets: LARGEST_SDU.get() as u32, salt: 0 };
                packets::models(uplink.check(&service), &path, &mut self.issues);
            }
        }
        for (path, queue, node) in found {
            let rule =
                format!("is a second packet queue at host {node}, beside {queue}; leave one of them out");
            self.issues.push(Issue::absent(path, rule));
        }
    }

    /// In front of packet links stands the queue of the link.
    fn check_uplinks_of_packets(&mut self) {
        let links = self.network.links.iter().filter(|link| link.kind.is_of_packets());
        let ends = links.flat_map(|link| link.ends).map(|node| &self.network.nodes[node.get()].name);
        let is_given = |name: &&String| self.graph.nodes.get(*name).is_some_and(|node| node.uplink.is_some());
        let found: Vec<String> = ends.filter(is_given).cloned().collect();
        for node in found {
            let rule = "is for a host that sends cells; give its packet link a queue";
            self.issues.push(Issue::absent(format!("nodes.{node}.uplink"), rule));
        }
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

    fn path_of_uplink(&self, node: &str) -> String {
        let is_own = self.graph.nodes.get(node).is_some_and(|entry| entry.uplink.is_some());
        if is_own { format!("nodes.{node}.uplink") } else { "host.uplink".to_owned() }
    }

    /// Where the queue at an end of a link is written.
    fn path_of_queue(&self, link: &str, end: usize, node: &str) -> String {
        let entry = &self.graph.links[link];
        match end {
            1 if entry.reverse_queue.is_some() => format!("links.{link}.reverse_queue"),
            _ if entry.queue.is_some() => format!("links.{link}.queue"),
            _ => self.path_of_uplink(node),
        }
    }

    /// The connections that carry bare cells.
    pub(super) fn bare_vcs(&self) -> BTreeSet<VcIndex> {
        let is_bare = |flow: &&crate::network::Flow| matches!(flow.kind, FlowKind::Cells { .. });
        self.network.flows.iter().filter(is_bare).flat_map(|flow| flow.vcs().map(|(vc, _)| vc)).collect()
    }
}

/// The queue that is written at a host, as it once was.
pub(super) fn uplink_of<'s>(graph: &'s Scenario, node: &str) -> Option<&'s uplink::Config> {
    graph.nodes.get(node).and_then(|entry| entry.uplink.as_ref()).or(graph.host.uplink.as_ref())
}
