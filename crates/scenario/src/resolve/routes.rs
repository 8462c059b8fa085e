//! The links and virtual connections over which packets may go.

use super::Resolver;
use super::roads::{Roads, Step};
use crate::network::{Hop, LinkIndex, NodeIndex, NodeKind, VcIndex};

impl Resolver<'_> {
    /// The ways for packets, once all links and virtual connections are there.
    pub(super) fn roads(&self) -> Roads {
        let nodes = &self.network.nodes;
        let mut roads = Roads::among(nodes.len());
        let mut add = |from: NodeIndex, to: NodeIndex, step: Step| {
            roads.add(from, to, matches!(nodes[to.get()].kind, NodeKind::Host(_)), step);
        };
        for (&node, links) in &self.packet_links {
            for &(link, end) in links {
                add(node, self.network.links[link.get()].ends[1 - end], Step::Link(Hop { link, end }));
            }
        }
        for (index, vc) in self.network.vcs.iter().enumerate() {
            let [first, last] = self.ends_of(&vc.hops);
            let step = Step::Vc { vc: VcIndex(index), reversed: false };
            add(first, last, step);
            add(last, first, step.back());
        }
        roads
    }

    /// Notes a packet link at both its ends.
    pub(super) fn join_packets(&mut self, index: LinkIndex, ends: [NodeIndex; 2]) {
        for (end, node) in ends.into_iter().enumerate() {
            self.packet_links.entry(node).or_default().push((index, end));
        }
    }
}
