//! The links and virtual connections over which packets may go.

use std::collections::BTreeSet;

use super::Resolver;
use super::roads::{Roads, Step};
use crate::network::{Hop, LinkIndex, NodeIndex, NodeKind, VcIndex};
use crate::rules::COST;

impl Resolver<'_> {
    /// The ways for packets, once all links and virtual connections are there.
    pub(super) fn roads(&mut self) -> &mut Roads {
        if self.roads.is_none() {
            self.roads = Some(self.roads_without(&BTreeSet::new()));
        }
        self.roads.get_or_insert_default()
    }

    /// The same while some directions of links are down: a way over one of them costs more than any other.
    pub(super) fn roads_without(&self, down: &BTreeSet<Hop>) -> Roads {
        let nodes = &self.network.nodes;
        let mut roads = Roads::among(nodes.iter().map(|node| !matches!(node.kind, NodeKind::Host(_))));
        for (&node, links) in &self.packet_links {
            for &(link, end) in links {
                let link_of = &self.network.links[link.get()];
                let cost_of = |end: usize| match down.contains(&Hop { link, end }) {
                    true => u32::MAX,
                    false => link_of.directions[end].cost,
                };
                let [there, back] = [end, 1 - end].map(cost_of);
                roads.add([node, link_of.ends[1 - end]], Step::Link(Hop { link, end }), [there, back]);
            }
        }
        for (index, vc) in self.network.vcs.iter().enumerate() {
            let [first, last] = self.ends_of(&vc.hops);
            let step = Step::Vc { vc: VcIndex(index), reversed: false };
            roads.add([first, last], step, [COST; 2]);
            roads.add([last, first], step.back(), [COST; 2]);
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
