//! The ways of flows that name their two hosts: the cheapest, or over what `via` says.

use std::collections::BTreeSet;

use super::Resolver;
use super::ends::FlowEnds;
use super::roads::{Choice, NoWay, Step, legs_of};
use crate::issue::Issue;
use crate::network::{Hop, Link, NodeIndex, VcIndex};
use crate::schema::{EqualCost, FlowEntry, NodeRole};

/// What a way has to pass.
#[derive(Clone, Copy)]
enum Stop {
    Node(NodeIndex),
    /// A link or a virtual connection in either direction, with the node where each begins.
    Step([(NodeIndex, Step); 2]),
}

impl Resolver<'_> {
    /// The way between two hosts and the way back.
    pub(super) fn ends_by_way(
        &mut self,
        name: &str,
        entry: &FlowEntry,
        [from, to]: [&str; 2],
        path: &str,
    ) -> Option<FlowEnds> {
        let [source, destination] =
            [("from", from), ("to", to)].map(|(key, name)| self.host_of(name, &format!("{path}.{key}")));
        let hosts = [source?, destination?];
        if hosts[0] == hosts[1] {
            let rule = "is the host that the flow comes from; give another";
            self.issues.push(Issue::new(format!("{path}.to"), format!("{to:?}"), rule));
            return None;
        }
        let choice = |is_back| match self.graph.router.equal_cost {
            EqualCost::First => Choice::First,
            EqualCost::Hash => Choice::Hash { salt: self.graph.router.hash_salt, flow: name, is_back },
        };
        let choices = [choice(false), choice(true)];
        let steps = match &entry.via {
            Some(via) => self.way_via(hosts, via, choices[0], &format!("{path}.via"))?,
            None => self.way(hosts, choices[0], &format!("{path}.to"))?,
        };
        let hosts_back = [hosts[1], hosts[0]];
        let same: Vec<Step> = steps.iter().rev().map(|step| step.back()).collect();
        let back = match (&entry.back_via, choices[1]) {
            (Some(via), choice) => self.way_via(hosts_back, via, choice, &format!("{path}.back_via"))?,
            (None, _) if entry.via.is_some() => same.clone(),
            (None, Choice::First) if self.is_cheapest(hosts_back, &same) => same.clone(),
            (None, choice) => self.way(hosts_back, choice, &format!("{path}.to"))?,
        };
        let back = (back != same).then(|| legs_of(back));
        Some(FlowEnds { hosts, legs: legs_of(steps), back })
    }

    /// Reports ways of a flow that has one already: of its virtual connection, or of the connection that it shares.
    pub(super) fn check_no_via(&mut self, entry: &FlowEntry, path: &str) {
        for (key, is_given) in [("via", entry.via.is_some()), ("back_via", entry.back_via.is_some())] {
            if is_given {
                let rule = "is for flows with from and to, and without vc; leave it out";
                self.issues.push(Issue::unknown_key(format!("{path}.{key}"), rule));
            }
        }
    }

    fn host_of(&mut self, name: &str, path: &str) -> Option<NodeIndex> {
        match self.nodes.get(name).and_then(|(node, role)| Some((node, role?))) {
            Some((node, NodeRole::Host)) => return Some(node),
            Some((_, role)) => {
                let rule = format!("is a {}; a flow goes from host to host", role.name());
                self.issues.push(Issue::new(path, format!("{name:?}"), rule));
            }
            None => {
                let hosts = self.nodes.iter().filter(|(_, (_, role))| *role == Some(NodeRole::Host));
                self.issues.push_unknown(path, name, "host", hosts.map(|(name, _)| name));
            }
        }
        None
    }

    fn is_cheapest(&mut self, [from, to]: [NodeIndex; 2], steps: &[Step]) -> bool {
        let roads = self.roads();
        roads.cost(from, to) == Some(roads.cost_of(from, steps))
    }

    /// The cheapest way; reports if no way exists, or no single one.
    fn way(&mut self, [from, to]: [NodeIndex; 2], choice: Choice<'_>, path: &str) -> Option<Vec<Step>> {
        let why = match self.roads().way(from, to, choice) {
            Ok(steps) => return Some(steps),
            Err(why) => why,
        };
        let [from, to] = [from, to].map(|node| self.network.nodes[node.get()].name.clone());
        let rule = match why {
            // A broken link or connection may be the one that is missing.
            NoWay::Nothing if !self.links_are_whole || !self.vcs.is_whole() => {
                return None;
            }
            NoWay::Nothing => format!("no packet links and virtual connections lead there from {from}"),
            NoWay::Several => format!(
                "several ways from {from} are equally cheap; name the virtual connection to take, as vc or in via"
            ),
        };
        self.issues.push(Issue::new(path, format!("{to:?}"), rule));
        None
    }

    /// The way that passes all of some stops.
    fn way_via(
        &mut self,
        [from, to]: [NodeIndex; 2],
        via: &[String],
        choice: Choice<'_>,
        path: &str,
    ) -> Option<Vec<Step>> {
        let (mut node, mut steps) = (from, Vec::new());
        for (place, name) in via.iter().enumerate() {
            let path = format!("{path}[{place}]");
            let stop = self.via_stop(name, &path)?;
            let (next, step) = match stop {
                Stop::Node(next) => (next, None),
                Stop::Step(ways) => {
                    let [there, back] =
                        ways.map(|(start, _)| self.roads().cost(node, start).unwrap_or(u64::MAX));
                    let taken = usize::from(back < there);
                    (ways[taken].0, Some((ways[taken].1, ways[1 - taken].0)))
                }
            };
            if node != next {
                steps.extend(self.way([node, next], choice, &path)?);
            }
            node = next;
            if let Some((step, end)) = step {
                steps.push(step);
                node = end;
            }
        }
        if node != to {
            steps.extend(self.way([node, to], choice, path)?);
        }
        self.check_passes_once(from, &steps, path).then_some(steps)
    }

    /// A router or switch, a packet link or a virtual connection.
    fn via_stop(&mut self, name: &str, path: &str) -> Option<Stop> {
        if let Some((node, Some(NodeRole::Router | NodeRole::Switch))) = self.nodes.get(name) {
            return Some(Stop::Node(node));
        }
        if let Some(link) = self.links.get(name) {
            let link = link?;
            let Link { kind, ends: [a, b], .. } = self.network.links[link.get()];
            if !kind.is_of_packets() {
                let rule =
                    "is a link of cells; give a packet link, a virtual connection, a router or a switch";
                self.issues.push(Issue::new(path, format!("{name:?}"), rule));
                return None;
            }
            let step = |end| Step::Link(Hop { link, end });
            return Some(Stop::Step([(a, step(0)), (b, step(1))]));
        }
        if let Some(vc) = self.vcs.get(name) {
            let vc = vc?;
            let [a, b] = self.ends_of(&self.network.vcs[vc.get()].hops);
            let step = |reversed| Step::Vc { vc, reversed };
            return Some(Stop::Step([(a, step(false)), (b, step(true))]));
        }
        let passing = self.nodes.iter().filter(|(_, (_, role))| *role != Some(NodeRole::Host));
        let known = passing.map(|(name, _)| name).chain(self.links.names()).chain(self.vcs.names());
        self.issues.push_unknown(path, name, "router, switch, link or virtual connection", known);
        None
    }

    /// Whether a way passes each node at most once, and no host.
    fn check_passes_once(&mut self, from: NodeIndex, steps: &[Step], path: &str) -> bool {
        let mut passed = BTreeSet::from([from]);
        let ends = steps.iter().map(|step| self.end_of_step(*step));
        let ends: Vec<NodeIndex> = ends.collect();
        let again = ends.iter().find(|node| !passed.insert(**node));
        if let Some(node) = again {
            let name = &self.network.nodes[node.get()].name;
            let rule = format!("leads over {name} twice; leave out what is behind it, or give another order");
            self.issues.push(Issue::absent(path, rule));
        }
        again.is_none()
    }

    fn end_of_step(&self, step: Step) -> NodeIndex {
        match step {
            Step::Link(Hop { link, end }) => self.network.links[link.get()].ends[1 - end],
            Step::Vc { vc: VcIndex(vc), reversed } => {
                self.ends_of(&self.network.vcs[vc].hops)[usize::from(!reversed)]
            }
        }
    }
}
