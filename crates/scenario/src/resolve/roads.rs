//! The ways of packets between hosts: the cheapest over packet links, and over virtual connections between routers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use indexmap::IndexSet;
use sha2::{Digest, Sha256};

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

/// A step from a node, the node that it leads to, and its costs in both directions.
#[derive(Clone, Copy, Debug)]
struct Exit {
    to: NodeIndex,
    step: Step,
    costs: [u32; 2],
}

/// The exits of a node.
#[derive(Clone, Debug, Default)]
struct Exits {
    /// To nodes that pass packets on.
    onward: Vec<Exit>,
    to_hosts: Vec<Exit>,
}

/// Which of several equally cheap steps a node takes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice<'n> {
    /// The first: links in the order of their names.
    First,
    /// One by a hash of the flow, the direction and the node.
    Hash { salt: u64, flow: &'n str, is_back: bool },
}

impl Choice<'_> {
    fn among(self, node: NodeIndex, count: usize) -> usize {
        let Self::Hash { salt, flow, is_back } = self else { return 0 };
        let mut digest = Sha256::new();
        digest.update(salt.to_be_bytes());
        digest.update((node.get() as u64).to_be_bytes());
        digest.update([u8::from(is_back)]);
        digest.update(flow);
        let hash = digest.finalize().iter().take(8).fold(0, |hash, &octet| hash << 8 | u64::from(octet));
        (hash % count as u64) as usize
    }
}

/// Why there is no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoWay {
    /// Nothing leads there.
    Nothing,
    /// Equally cheap ways take different virtual connections.
    Several,
}

/// The costs to a destination from the nodes that forward packets, by rank.
type Costs = Rc<[u64]>;

/// So many costs are kept for further flows.
const MOST_KEPT: usize = 1 << 20;
const UNREACHED: u64 = u64::MAX;

/// All packet links and virtual connections as ways for packets. No packet passes through a host, so a search does not
/// visit hosts, however many are behind a router.
#[derive(Clone, Debug, Default)]
pub(super) struct Roads {
    exits: Vec<Exits>,
    /// The rank among the nodes that pass packets on; hosts have none.
    ranks: Vec<Option<usize>>,
    passing: Vec<NodeIndex>,
    /// By destination, and whether over links only.
    kept: BTreeMap<(NodeIndex, bool), Costs>,
}

impl Roads {
    /// Between nodes that pass packets on or do not, without a step yet.
    pub(super) fn among(passes: impl Iterator<Item = bool>) -> Self {
        let mut roads = Self::default();
        for (node, passes) in passes.enumerate() {
            roads.ranks.push(passes.then_some(roads.passing.len()));
            if passes {
                roads.passing.push(NodeIndex(node));
            }
        }
        roads.exits = vec![Exits::default(); roads.ranks.len()];
        roads
    }

    /// Adds a step between two nodes, with its costs in both directions.
    pub(super) fn add(&mut self, [from, to]: [NodeIndex; 2], step: Step, costs: [u32; 2]) {
        let is_host = self.ranks[to.get()].is_none();
        let Exits { onward, to_hosts } = &mut self.exits[from.get()];
        if is_host { to_hosts } else { onward }.push(Exit { to, step, costs });
    }

    /// The cheapest way from a node to another over packet links and virtual connections.
    pub(super) fn way(
        &mut self,
        from: NodeIndex,
        to: NodeIndex,
        choice: Choice<'_>,
    ) -> Result<Vec<Step>, NoWay> {
        self.walk([from, to], false, choice)
    }

    /// The lowest cost from a node to another; `None` if no way leads there.
    pub(super) fn cost(&mut self, from: NodeIndex, to: NodeIndex) -> Option<u64> {
        let (end, last) = self.end_of(from, to);
        let costs = self.costs_to(end, false);
        let least = self.onward(from, end, false, &costs).map(|(cost, _)| cost).min();
        let least = if from == end { Some(0) } else { least.filter(|cost| *cost < UNREACHED) };
        Some(least? + last.map_or(0, |last| last.costs[1].into()))
    }

    /// The cost of a way that begins at a node.
    pub(super) fn cost_of(&self, mut node: NodeIndex, steps: &[Step]) -> u64 {
        let mut cost = 0;
        for step in steps {
            let Exits { onward, to_hosts } = &self.exits[node.get()];
            let Some(exit) = onward.iter().chain(to_hosts).find(|exit| exit.step == *step) else {
                return UNREACHED;
            };
            cost += u64::from(exit.costs[0]);
            node = exit.to;
        }
        cost
    }

    /// The packet links from a host to a router that it is behind; `None` if it is behind another.
    pub(super) fn links_behind(&mut self, router: NodeIndex, host: NodeIndex) -> Option<Vec<Hop>> {
        self.walk([host, router], true, Choice::First).ok().map(links_of)
    }

    /// The hosts behind a router, the nearest first, each with the links from it to the router.
    pub(super) fn hosts_behind(&mut self, router: NodeIndex) -> Vec<(NodeIndex, Vec<Hop>)> {
        let costs = self.costs_to(router, true);
        let mut nodes: Vec<(u64, NodeIndex)> =
            costs.iter().copied().zip(self.passing.iter().copied()).collect();
        nodes.retain(|(cost, _)| *cost < UNREACHED);
        nodes.sort_unstable();
        let exits = nodes.iter().flat_map(|(_, node)| &self.exits[node.get()].to_hosts);
        let hosts: IndexSet<NodeIndex> =
            exits.filter(|exit| exit.step.is_link()).map(|exit| exit.to).collect();
        hosts.into_iter().filter_map(|host| Some((host, self.links_behind(router, host)?))).collect()
    }

    /// Goes from node to node, each time by one of the cheapest steps.
    fn walk(
        &mut self,
        [from, to]: [NodeIndex; 2],
        links_only: bool,
        choice: Choice<'_>,
    ) -> Result<Vec<Step>, NoWay> {
        if from == to {
            return Err(NoWay::Nothing);
        }
        let (end, last) = self.end_of(from, to);
        let costs = self.costs_to(end, links_only);
        let (mut node, mut steps) = (from, Vec::new());
        while node != end {
            let onward: Vec<(u64, Exit)> = self.onward(node, end, links_only, &costs).collect();
            let least = onward.iter().map(|(cost, _)| *cost).min().unwrap_or(UNREACHED);
            if least == UNREACHED {
                return Err(NoWay::Nothing);
            }
            let best: Vec<Exit> =
                onward.into_iter().filter(|(cost, _)| *cost == least).map(|(_, exit)| exit).collect();
            if best.len() > 1 && best.iter().any(|exit| !exit.step.is_link()) {
                return Err(NoWay::Several);
            }
            let Exit { to, step, .. } = best[choice.among(node, best.len())];
            steps.push(step);
            node = to;
        }
        steps.extend(last.map(|last| last.step.back()));
        Ok(steps)
    }

    /// Where a search for a way ends: all that leads to a host with one link leads to the node at its other end.
    fn end_of(&self, from: NodeIndex, to: NodeIndex) -> (NodeIndex, Option<Exit>) {
        let Exits { onward, to_hosts } = &self.exits[to.get()];
        match onward[..] {
            [exit] if from != to && self.ranks[to.get()].is_none() && to_hosts.is_empty() => {
                (exit.to, Some(exit))
            }
            _ => (to, None),
        }
    }

    /// The steps from a node that may lead to an end, each with the cost of the whole way.
    fn onward<'s>(
        &'s self,
        node: NodeIndex,
        end: NodeIndex,
        links_only: bool,
        costs: &'s [u64],
    ) -> impl Iterator<Item = (u64, Exit)> + 's {
        let Exits { onward, to_hosts } = &self.exits[node.get()];
        // Behind a router may be thousands, none of which leads on to another.
        let to_hosts = if self.ranks[end.get()].is_none() { &to_hosts[..] } else { &[] };
        let exits = onward.iter().chain(to_hosts.iter().filter(move |exit| exit.to == end));
        exits.filter(move |exit| exit.step.is_link() || !links_only).map(move |exit| {
            let rest = if exit.to == end {
                0
            } else {
                self.ranks[exit.to.get()].map_or(UNREACHED, |rank| costs[rank])
            };
            (rest.saturating_add(exit.costs[0].into()), *exit)
        })
    }

    /// The lowest costs to a node, found once for all that goes there.
    fn costs_to(&mut self, to: NodeIndex, links_only: bool) -> Costs {
        if let Some(known) = self.kept.get(&(to, links_only)) {
            return Rc::clone(known);
        }
        let costs: Costs = self.search(to, links_only).into();
        if (self.kept.len() + 1) * costs.len() > MOST_KEPT {
            self.kept.clear();
        }
        self.kept.insert((to, links_only), Rc::clone(&costs));
        costs
    }

    /// Dijkstra's algorithm, backward from the end.
    fn search(&self, to: NodeIndex, links_only: bool) -> Vec<u64> {
        let mut costs = vec![UNREACHED; self.passing.len()];
        let mut heap = BinaryHeap::from([Reverse((0, to))]);
        while let Some(Reverse((cost, node))) = heap.pop() {
            if self.ranks[node.get()].is_some_and(|rank| costs[rank] < cost) {
                continue;
            }
            for exit in &self.exits[node.get()].onward {
                let Some(rank) = self.ranks[exit.to.get()].filter(|_| exit.step.is_link() || !links_only)
                else {
                    continue;
                };
                let whole = cost + u64::from(exit.costs[1]);
                if exit.to != to && whole < costs[rank] {
                    costs[rank] = whole;
                    heap.push(Reverse((whole, exit.to)));
                }
            }
        }
        if let Some(rank) = self.ranks[to.get()] {
            costs[rank] = 0;
        }
        costs
    }
}

/// The links of a way that takes only links.
fn links_of(steps: Vec<Step>) -> Vec<Hop> {
    let links = steps.into_iter().filter_map(|step| match step {
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
    legs.shrink_to_fit();
    legs
}
