//! Links, and the ports at their ends.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cellwise_atm::error_model::{ErrorModelConfig, ErroredCells};
use cellwise_units::{BitRate, Span};

use super::packets;
use super::queues::queue;
use super::{Join, Resolver, sections};
use crate::issue::Issue;
use crate::memory_budget::{growing, reserve};
use crate::network::{Direction, Link, LinkIndex, NodeIndex, QueueSettings};
use crate::rules::COST;
use crate::schema::{Jitter, LinkEntry, LinkKind, NodeRole};

/// A run keeps one clock per rate, and numbers them in 16 bits.
const MOST_RATES: usize = 65_000;

impl<'s> Resolver<'s> {
    pub(super) fn links(&mut self) {
        let graph = self.graph;
        reserve("links", &mut self.network.links, graph.links.len());
        for (name, entry) in growing("links", &graph.links) {
            let path = ["links.", name].concat();
            self.check_name(&path, name);
            if name == "nic" {
                let rule = "is not a name for a link: it names the port of every host";
                self.issues.push(Issue::unknown_key(path.as_str(), rule));
            }
            self.check_given(name, entry, &path);
            packets::check(entry, graph, &path, &mut self.issues);
            let ends = self.ends(name, entry, &path);
            let allowed = ends.filter(|ends| self.check_kind(entry, ends.map(|(_, role)| role), &path));
            let link = allowed.and_then(|ends| self.link(name, entry, ends));
            let index = link.map(|link| self.add_link(link));
            self.links_are_whole &= index.is_some();
            self.links.push(index);
        }
        self.joins.sort_unstable();
        self.check_rates();
        self.check_hosts();
        self.routers();
        self.check_ports();
    }

    fn check_rates(&mut self) {
        let directions = self.network.links.iter().flat_map(|link| &link.directions);
        let rates: BTreeSet<BitRate> = directions.map(|direction| direction.rate).collect();
        if rates.len() > MOST_RATES {
            let rule = format!("give at most {MOST_RATES} different rates");
            self.issues.push(Issue::new("links", format!("{} different rates", rates.len()), rule));
        }
    }

    fn check_given(&mut self, name: &str, entry: &LinkEntry, path: &str) {
        for (key, errors) in [("errors", &entry.errors), ("reverse_errors", &entry.reverse_errors)] {
            if let Some(errors) = errors {
                self.check_errors(errors, entry.kind.unwrap_or_default(), &format!("{path}.{key}"));
            }
        }
        for (key, is_missing, what) in [
            ("ends", entry.ends.is_none(), "the names of two nodes"),
            ("rate", entry.rate.is_none(), "a rate such as \"155.52 Mbit/s\""),
            ("delay", entry.delay.is_none(), "a time such as \"5 us\""),
        ] {
            if is_missing {
                self.missing(&format!("{path}.{key}"), what, name, self.graph.links.keys());
            }
        }
    }

    fn check_errors(&mut self, errors: &ErrorModelConfig, kind: LinkKind, path: &str) {
        sections::settings(&errors.check(), path, &mut self.issues);
        if kind.is_of_packets() {
            let rule = "is for links that carry cells; leave it out, or give kind = \"atm\"";
            self.issues.push(Issue::new(path, format!("\"{}\"", errors.name()), rule));
        }
    }

    /// The two nodes of a link.
    fn ends(&mut self, name: &str, entry: &'s LinkEntry, path: &str) -> Option<[(NodeIndex, NodeRole); 2]> {
        let names = entry.ends.as_ref()?;
        let mut found = [None, None];
        for (end, node) in names.iter().enumerate() {
            found[end] = self.nodes.get(node);
            if found[end].is_none() {
                let path = format!("{path}.ends[{end}]");
                let known = self.graph.nodes.keys().map(String::as_str);
                self.issues.push_unknown(path, node, "node", known);
            }
        }
        if names[0] == names[1] {
            let rule = format!("link {name} must join two different nodes");
            self.issues.push(Issue::new(format!("{path}.ends"), format!("{names:?}"), rule));
            return None;
        }
        let [Some((a, Some(a_role))), Some((b, Some(b_role)))] = found else { return None };
        Some([(a, a_role), (b, b_role)])
    }

    fn link(&mut self, name: &str, entry: &LinkEntry, ends: [(NodeIndex, NodeRole); 2]) -> Option<Link> {
        let (rate, delay) = (entry.rate?, entry.delay?);
        let back = (entry.reverse_rate.unwrap_or(rate), entry.reverse_delay.unwrap_or(delay));
        let errors_back = entry.reverse_errors.as_ref().or(entry.errors.as_ref());
        let errors = [entry.errors.as_ref(), errors_back];
        let [errors, errors_back] =
            errors.map(|errors| errors.filter(|errors| !errors.is_none()).cloned().map(Box::new));
        let errored_cells = entry.errored_cells.unwrap_or_default();
        let jitter = |end| match packets::jitter(entry, end) {
            Some(Jitter::UpTo(most)) if !entry.kind.unwrap_or_default().is_of_packets() => *most,
            _ => Span::ZERO,
        };
        let roles = ends.map(|(_, role)| role);
        Some(Link {
            name: name.to_owned(),
            kind: entry.kind.unwrap_or_default(),
            ends: ends.map(|(node, _)| node),
            directions: [
                Direction {
                    errors,
                    errored_cells,
                    jitter: jitter(0),
                    packets: packets::link(entry, 0).map(Box::new),
                    packet_queue: packets::queue(entry, 0, self.graph, roles[0]).map(Box::new),
                    lower: packets::lower(entry, 0, roles[0]),
                    cost: packets::cost(entry, 0),
                    ..self.direction(name, ends[0], (rate, delay))
                },
                Direction {
                    errors: errors_back,
                    errored_cells,
                    jitter: jitter(1),
                    packets: packets::link(entry, 1).map(Box::new),
                    packet_queue: packets::queue(entry, 1, self.graph, roles[1]).map(Box::new),
                    lower: packets::lower(entry, 1, roles[1]),
                    cost: packets::cost(entry, 1),
                    ..self.direction(name, ends[1], back)
                },
            ],
        })
    }

    fn direction(
        &mut self,
        link: &str,
        (node, role): (NodeIndex, NodeRole),
        (rate, delay): (BitRate, Span),
    ) -> Direction {
        let queue = (role == NodeRole::Switch).then(|| self.queue_at(node, link));
        let name = &self.network.nodes[node.get()].name;
        let port_name = match role {
            NodeRole::Host => [name, ".nic"].concat(),
            NodeRole::Router | NodeRole::Switch => [name, ".", link].concat(),
        };
        let (errored_cells, jitter) = (ErroredCells::default(), Span::ZERO);
        Direction {
            port_name,
            rate,
            delay,
            errors: None,
            errored_cells,
            jitter,
            queue,
            packets: None,
            packet_queue: None,
            lower: None,
            cost: COST,
        }
    }

    /// The queue at a switch's end of a link: that of the switch, unless the port has keys of its own.
    fn queue_at(&mut self, node: NodeIndex, link: &str) -> Arc<QueueSettings> {
        let entry = self.graph.nodes.get(&self.network.nodes[node.get()].name);
        let is_special =
            entry.and_then(|entry| entry.ports.as_ref()).is_some_and(|ports| ports.contains_key(link));
        if is_special {
            return Arc::new(queue(&self.graph.switch, entry, Some(link)));
        }
        let common = self.queues.entry(node);
        Arc::clone(common.or_insert_with(|| Arc::new(queue(&self.graph.switch, entry, None))))
    }

    fn add_link(&mut self, link: Link) -> LinkIndex {
        let index = LinkIndex(self.network.links.len());
        for (end, node) in link.ends.iter().enumerate() {
            if !link.kind.is_of_packets() {
                self.joins.push(Join { nodes: [*node, link.ends[1 - end]], link: index, end });
            }
        }
        if link.kind.is_of_packets() {
            self.join_packets(index, link.ends);
        }
        self.network.links.push(link);
        index
    }

    /// Every host has one link: with none or several it would be unclear where it sends.
    fn check_hosts(&mut self) {
        // A broken link may be the one that is missing.
        if !self.links_are_whole {
            return;
        }
        let mut counts = vec![0usize; self.network.nodes.len()];
        for node in self.network.links.iter().flat_map(|link| link.ends) {
            counts[node.get()] += 1;
        }
        for (name, (index, role)) in growing("hosts", self.nodes.iter()) {
            let count = counts[index.get()];
            if role == Some(NodeRole::Host) && count != 1 {
                let rule = format!("has {count} links; a host has exactly one");
                self.issues.push(Issue::absent(format!("nodes.{name}"), rule));
            }
        }
    }

    /// The ports by name, which few scenarios ask for; once all links are there.
    pub(super) fn ports(&self) -> &BTreeMap<String, (LinkIndex, usize)> {
        self.ports.get_or_init(|| {
            let links = self.network.links.iter().enumerate();
            let ends = links.flat_map(|(index, link)| [0, 1].map(|end| (LinkIndex(index), end, link)));
            ends.map(|(index, end, link)| (link.directions[end].port_name.clone(), (index, end))).collect()
        })
    }

    /// Every port that a switch describes belongs to one of its links.
    fn check_ports(&mut self) {
        let graph = self.graph;
        for (name, entry) in &graph.nodes {
            for link in growing("ports", entry.ports.iter().flat_map(|ports| ports.keys())) {
                let is_port = self.ports().contains_key(&format!("{name}.{link}"));
                let is_broken = self.links.get(link) == Some(None);
                if is_port || is_broken || entry.kind != Some(NodeRole::Switch) {
                    continue;
                }
                let ends_here =
                    |(_, entry): &(&String, &LinkEntry)| entry.ends.iter().flatten().any(|end| end == name);
                let known = graph.links.iter().filter(ends_here).map(|(link, _)| link.as_str());
                let path = format!("nodes.{name}.ports.{link}");
                let issue = Issue::unknown_name(path, link, &format!("link of {name}"), known);
                self.issues.push(Issue { about_key: true, ..issue });
            }
        }
    }
}
