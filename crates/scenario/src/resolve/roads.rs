//! The ways of packets between hosts: over packet links, and over virtual connections between routers.

use std::collections::BTreeSet;

use crate::network::{Hop, Leg, NodeIndex, VcIndex};

/// What leads from a node that handles packets to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A packet link, sent on by the end at the node.
    Link(Hop),
    /// A virtual connection, which begins (or, if reversed, ends) at the node.
    Vc { vc: VcIndex, reversed: bool },
}

impl Step {
    /// The same from the node that it leads to.
    pub(super) fn back(self) -> Self {
        match self {
            Self::Link(Hop { link, end }) => Self::Link(Hop { link, end: 1 - end }),
            Self::Vc { vc, reversed } => Self::Vc { vc, reversed: !reversed },
        }
    }

    fn is_link(self) -> bool {
        matches!(self, Self::Link(_))
    }
}

/// A step, and the node that it leads to.
type Next = (NodeIndex, Step);

/// What leads away from a node.
#[derive(Clone, Debug, Default)]
struct Exits {
    /// To nodes that pass packets on.
    onward: Vec<Next>,
    to_hosts: Vec<Next>,
}

/// A node that passes packets on, as far as its way from the start is known.
#[derive(Clone, Copy, Debug)]
struct Reached {
    from: NodeIndex,
    by: Step,
    steps: usize,
    /// Whether no other way is as short.
    is_only: bool,
    /// How many were reached before it.
    rank: usize,
}

/// The shortest way between two nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) steps: Vec<Step>,
    /// Whether no other is as short.
    pub(super) is_only: bool,
}

/// All packet links and virtual connections as ways for packets. Nothing passes a host, so a search does not look at
/// hosts: of a thousand behind a router only the one that is asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Roads {
    exits: Vec<Exits>,
    /// Of the search under way, the start first and the nearest first.
    order: Vec<NodeIndex>,
    reached: Vec<Option<Reached>>,
}

impl Roads {
    /// Between so many nodes, and none yet.
    pub(super) fn among(nodes: usize) -> Self {
        Self { exits: vec![Exits::default(); nodes], order: Vec::new(), reached: vec![None; nodes] }
    }

    /// Adds a step from a node to another, which may be a host.
    pub(super) fn add(&mut self, from: NodeIndex, to: NodeIndex, is_host: bool, step: Step) {
        let Exits { onward, to_hosts } = &mut self.exits[from.get()];
        if is_host { to_hosts } else { onward }.push((to, step));
    }

    /// The shortest way to a host over packet links and virtual connections; `None` if there is none.
    pub(super) fn way(&mut self, from: NodeIndex, to: NodeIndex) -> Option<Way> {
        self.way_over(|_| true, from, to)
    }

    /// The packet links from a host to a router that it is behind; `None` if it is behind another.
    pub(super) fn links_behind(&mut self, router: NodeIndex, host: NodeIndex) -> Option<Vec<Hop>> {
        Some(back_links(&self.way_over(Step::is_link, router, host)?.steps))
    }

    /// The hosts behind a router, in the order in which they are found, each with the links from it to the router.
    pub(super) fn hosts_behind(&mut self, router: NodeIndex) -> Vec<(NodeIndex, Vec<Hop>)> {
        self.search(Step::is_link, router);
        let mut hosts = Vec::new();
        let mut found = BTreeSet::new();
        for &node in &self.order {
            for &(host, step) in &self.exits[node.get()].to_hosts {
                if step.is_link() && found.insert(host) {
                    hosts.push((host, back_links(&self.trace(node, step))));
                }
            }
        }
        hosts
    }

    fn way_over(&mut self, may_take: fn(Step) -> bool, start: NodeIndex, host: NodeIndex) -> Option<Way> {
        if start == host {
            return None;
        }
        self.search(may_take, start);
        let Exits { onward, to_hosts } = &self.exits[host.get()];
        let reached =
            |&&(node, step): &&Next| may_take(step) && (node == start || self.reached[node.get()].is_some());
        let last = |&(node, step): &Next| {
            let before = self.reached[node.get()];
            let (steps, is_only, rank) =
                before.map_or((0, true, 0), |way| (way.steps, way.is_only, way.rank));
            (steps, rank, is_only, node, step)
        };
        let ends: Vec<_> = onward.iter().chain(to_hosts).filter(reached).map(last).collect();
        let &(steps, _, is_only, node, step) = ends.iter().min_by_key(|(steps, rank, ..)| (*steps, *rank))?;
        let is_only = is_only && ends.iter().filter(|end| end.0 == steps).count() == 1;
        Some(Way { steps: self.trace(node, step.back()), is_only })
    }

    /// Goes from node to node, nearest first.
    fn search(&mut self, may_take: fn(Step) -> bool, start: NodeIndex) {
        let Self { exits, order, reached } = self;
        order.drain(..).for_each(|node| reached[node.get()] = None);
        order.push(start);
        let mut place = 0;
        while let Some(&from) = order.get(place) {
            place += 1;
            let (steps, is_only) = reached[from.get()].map_or((0, true), |way| (way.steps, way.is_only));
            for &(node, by) in &exits[from.get()].onward {
                if node == start || !may_take(by) {
                    continue;
                }
                if let Some(known) = &mut reached[node.get()] {
                    known.is_only &= known.steps <= steps;
                    continue;
                }
                reached[node.get()] =
                    Some(Reached { from, by, steps: steps + 1, is_only, rank: order.len() });
                order.push(node);
            }
        }
    }

    /// The way by which a node was reached, and a last step.
    fn trace(&self, mut node: NodeIndex, last: Step) -> Vec<Step> {
        let mut steps = vec![last];
        while let Some(Reached { from, by, .. }) = self.reached[node.get()] {
            steps.push(by);
            node = from;
        }
        steps.reverse();
        steps
    }
}

/// The links of a way, from its end.
fn back_links(steps: &[Step]) -> Vec<Hop> {
    let links = steps.iter().rev().filter_map(|step| match step.back() {
        Step::Link(hop) => Some(hop),
        Step::Vc { .. } => None,
    });
    links.collect()
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
