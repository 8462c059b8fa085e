//! Packet queues of hosts: what cannot pass one.

use std::collections::BTreeSet;

use cellwise_atm::shaping::Tagging;

use super::Resolver;
use crate::issue::Issue;
use crate::network::{FlowKind, NodeKind, VcIndex};

impl Resolver<'_> {
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
            for node in self.ends_of(&vc.hops) {
                let node = &self.network.nodes[node.get()];
                if matches!(&node.kind, NodeKind::Host(host) if host.uplink.is_some()) {
                    found.push((node.name.clone(), vc.name.clone(), what));
                }
            }
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

    /// The connections that carry bare cells.
    pub(super) fn bare_vcs(&self) -> BTreeSet<VcIndex> {
        let is_bare = |flow: &&crate::network::Flow| matches!(flow.kind, FlowKind::Cells { .. });
        self.network.flows.iter().filter(is_bare).flat_map(|flow| flow.vcs().map(|(vc, _)| vc)).collect()
    }
}
