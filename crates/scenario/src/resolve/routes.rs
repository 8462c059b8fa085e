//! The ways of packets between hosts: over packet links, and over virtual connections between routers.

use std::collections::{BTreeMap, VecDeque};

use super::Resolver;
use crate::network::{Hop, Leg, LinkIndex, NodeIndex, NodeKind, VcIndex};

/// What leads from a node that handles packets to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A packet link, sent on by the end at the node.
    Link(Hop),
    /// A virtual connection, which begins (or, if reversed, ends) at the node.
    Vc { vc: VcIndex, reversed: bool },
}

/// A way as far as it is known, and whether another is as short.
#[derive(Clone, Copy, Debug)]
struct Reached {
    from: NodeIndex,
    by: Step,
    steps: usize,
    is_only: bool,
}

/// Gives what leads from a node, each with the node that it leads to.
type StepsFrom<'s, R> = &'s dyn Fn(&R, NodeIndex) -> Vec<(NodeIndex, Step)>;

/// The shortest way between two hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) steps: Vec<Step>,
    /// Whether no other is as short.
    pub(super) is_only: bool,
}

impl Resolver<'_> {
    /// The hosts behind a router, in the order in which they are found, each with the links from it to the router.
    pub(super) fn hosts_behind(&self, router: NodeIndex) -> Vec<(NodeIndex, Vec<Hop>)> {
        let (order, reached) = self.search(router, &|resolver, node| resolver.links_from(node), None);
        let hosts = order.into_iter().filter(|&node| node != router && self.is_host(node));
        hosts
            .map(|host| {
                let links = trace(&reached, router, host).steps.into_iter().rev();
                let towards = links.filter_map(|step| match step {
                    Step::Link(hop) => Some(Hop { link: hop.link, end: 1 - hop.end }),
                    Step::Vc { .. } => None,
                });
                (host, towards.collect())
            })
            .collect()
    }

    /// The shortest way from a host to another over packet links and virtual connections; `None` if there is none.
    pub(super) fn way(&self, from: NodeIndex, to: NodeIndex) -> Option<Way> {
        let vcs = self.vcs_by_end();
        let steps_from = |resolver: &Self, node: NodeIndex| {
            let mut steps = resolver.links_from(node);
            steps.extend(vcs.get(&node).into_iter().flatten().copied());
            steps
        };
        let (_, reached) = self.search(from, &steps_from, Some(to));
        reached.contains_key(&to).then(|| trace(&reached, from, to))
    }

    /// Goes from node to node, nearest first; a host is passed only at the start.
    fn search(
        &self,
        start: NodeIndex,
        steps_from: StepsFrom<'_, Self>,
        until: Option<NodeIndex>,
    ) -> (Vec<NodeIndex>, BTreeMap<NodeIndex, Reached>) {
        let mut reached: BTreeMap<NodeIndex, Reached> = BTreeMap::new();
        let (mut order, mut next) = (vec![start], VecDeque::from([(start, 0)]));
        while let Some((from, steps)) = next.pop_front() {
            let is_past = until.and_then(|node| reached.get(&node)).is_some_and(|end| end.steps <= steps);
            if is_past {
                break;
            }
            if from != start && self.is_host(from) {
                continue;
            }
            let is_only = reached.get(&from).is_none_or(|way| way.is_only);
            for (node, by) in steps_from(self, from) {
                if node == start {
                    continue;
                }
                match reached.get_mut(&node) {
                    Some(known) => known.is_only &= known.steps <= steps,
                    None => {
                        reached.insert(node, Reached { from, by, steps: steps + 1, is_only });
                        order.push(node);
                        next.push_back((node, steps + 1));
                    }
                }
            }
        }
        (order, reached)
    }

    fn is_host(&self, node: NodeIndex) -> bool {
        matches!(self.network.nodes[node.get()].kind, NodeKind::Host(_))
    }

    /// The packet links at a node, each with the node at its other end.
    fn links_from(&self, node: NodeIndex) -> Vec<(NodeIndex, Step)> {
        let links = self.packet_links.get(&node).into_iter().flatten();
        links
            .map(|&(link, end)| (self.network.links[link.get()].ends[1 - end], Step::Link(Hop { link, end })))
            .collect()
    }

    /// The virtual connections by the nodes at which they begin or end.
    fn vcs_by_end(&self) -> BTreeMap<NodeIndex, Vec<(NodeIndex, Step)>> {
        let mut found: BTreeMap<NodeIndex, Vec<(NodeIndex, Step)>> = BTreeMap::new();
        for (index, vc) in self.network.vcs.iter().enumerate() {
            let [first, last] = self.ends_of(&vc.hops);
            let step = |reversed| Step::Vc { vc: VcIndex(index), reversed };
            found.entry(first).or_default().push((last, step(false)));
            found.entry(last).or_default().push((first, step(true)));
        }
        found
    }

    /// Notes a packet link at both its ends.
    pub(super) fn join_packets(&mut self, index: LinkIndex, ends: [NodeIndex; 2]) {
        for (end, node) in ends.into_iter().enumerate() {
            self.packet_links.entry(node).or_default().push((index, end));
        }
    }
}

/// The way by which a node was reached.
fn trace(reached: &BTreeMap<NodeIndex, Reached>, start: NodeIndex, end: NodeIndex) -> Way {
    let mut way = Way { steps: Vec::new(), is_only: reached[&end].is_only };
    let mut node = end;
    while node != start {
        let Reached { from, by, .. } = reached[&node];
        way.steps.push(by);
        node = from;
    }
    way.steps.reverse();
    way
}

/// The legs of a way: packet links in a row are one.
pub(super) fn legs_of(steps: impl IntoIterator<Item = Step>) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    for step in steps {
        match (step, legs.last_mut()) {
            (Step::Link(hop), Some(Leg::Links(hops))) => hops.push(hop),
            (Step::Link(hop), _) => legs.push(Leg::Links(vec![hop])),
            (Step::Vc { vc, reversed }, _) => legs.push(Leg::Vc { vc, reversed }),
        }
    }
    legs
}
