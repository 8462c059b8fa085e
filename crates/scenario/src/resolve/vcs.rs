//! Virtual connections and their paths.

use std::collections::BTreeSet;

use cellwise_atm::Category;
use cellwise_atm::aal5::ReassemblyConfig;

use super::{LanHost, Resolver, sections};
use crate::issue::{Issue, list};
use crate::network::{Hop, LinkIndex, NodeIndex, Vc, VcIndex};
use crate::schema::{AtmDefaults, NodeRole, VcEntry};

/// One element of a path: a node, and the link to leave it by if that is written.
#[derive(Clone, Copy)]
struct Stop<'s> {
    name: &'s str,
    node: NodeIndex,
    link: Option<&'s str>,
}

impl<'s> Resolver<'s> {
    pub(super) fn vcs(&mut self) {
        let graph = self.graph;
        for (name, entry) in &graph.vcs {
            let path = format!("vcs.{name}");
            self.check_name(&path, name);
            let atm = self.atm_of(entry, &path);
            let hops = self.hops(name, entry, &path);
            let index = hops.and_then(|hops| self.add_vc(name, entry, atm, hops, &path));
            self.vcs.insert(name, index);
        }
    }

    /// Adds a connection; `None` if there is something wrong with its ABR parameters.
    fn add_vc(
        &mut self,
        name: &str,
        entry: &VcEntry,
        atm: AtmDefaults,
        hops: Vec<Hop>,
        path: &str,
    ) -> Option<VcIndex> {
        let index = VcIndex(self.network.vcs.len());
        let mut abr = None;
        if atm.category == Category::Abr {
            let parameters = self.abr_of(entry, &hops, path)?;
            self.minimum_rates.push((index, parameters.mcr));
            let round_trip = self.round_trip(&hops);
            abr = Some(self.line_rates(&hops).map(|line| parameters.resolve(line, round_trip)));
        } else if entry.abr.is_some() {
            let rule =
                format!("is for connections of category \"abr\", and this is {:?}", atm.category.name());
            self.issues.push(Issue::unknown_key(format!("{path}.abr"), rule));
        }
        let adapters = self.ends_of(&hops).map(|node| self.adapters[node.get()].clone());
        self.network.vcs.push(Vc {
            name: name.to_owned(),
            hops,
            category: atm.category,
            weight: atm.weight,
            abr,
            adapters,
            encapsulation: atm.encapsulation,
            reassembly: ReassemblyConfig {
                max_sdu: atm.max_sdu,
                timeout: atm.reassembly_timeout,
                timeout_restarts: atm.timeout_restarts,
            },
        });
        Some(index)
    }

    fn atm_of(&mut self, entry: &VcEntry, path: &str) -> AtmDefaults {
        let defaults = &self.graph.atm;
        // Only what the entry gives is checked here; `[atm]` was checked where it stands.
        let given = AtmDefaults {
            weight: entry.weight.unwrap_or(1),
            max_sdu: entry.max_sdu.unwrap_or(AtmDefaults::default().max_sdu),
            reassembly_timeout: entry.reassembly_timeout,
            ..AtmDefaults::default()
        };
        sections::atm(&given, path, &mut self.issues);
        AtmDefaults {
            category: entry.category.unwrap_or(defaults.category),
            weight: entry.weight.unwrap_or(defaults.weight),
            encapsulation: entry.encapsulation.unwrap_or(defaults.encapsulation),
            max_sdu: entry.max_sdu.unwrap_or(defaults.max_sdu),
            reassembly_timeout: entry.reassembly_timeout.or(defaults.reassembly_timeout),
            timeout_restarts: entry.timeout_restarts.unwrap_or(defaults.timeout_restarts),
        }
    }

    /// The links along a path; `None` if something is wrong with it.
    fn hops(&mut self, name: &str, entry: &'s VcEntry, path: &str) -> Option<Vec<Hop>> {
        let path = format!("{path}.path");
        let Some(elements) = &entry.path else {
            self.missing(&path, "the nodes from end to end", name, self.graph.vcs.keys());
            return None;
        };
        if elements.len() < 2 {
            let count = format!("an array of {}", elements.len());
            self.issues.push(Issue::new(path, count, "give the nodes from end to end, at least two"));
            return None;
        }
        let stops: Vec<Option<Stop<'s>>> = elements
            .iter()
            .enumerate()
            .map(|(place, element)| self.stop(element, place, elements.len(), &path))
            .collect();
        let stops: Vec<Stop<'s>> = stops.into_iter().collect::<Option<_>>()?;
        let mut seen = BTreeSet::new();
        if let Some(place) = stops.iter().position(|stop| !seen.insert(stop.node)) {
            let rule = "a path passes every node only once";
            self.issues.push(Issue::new(format!("{path}[{place}]"), format!("{:?}", elements[place]), rule));
            return None;
        }
        let hops: Vec<Option<Hop>> = stops
            .windows(2)
            .enumerate()
            .map(|(place, pair)| self.hop(pair[0], pair[1], &format!("{path}[{place}]")))
            .collect();
        hops.into_iter().collect()
    }

    fn stop(&mut self, element: &'s str, place: usize, length: usize, path: &str) -> Option<Stop<'s>> {
        let path = format!("{path}[{place}]");
        let (name, link) = match element.split_once('.') {
            Some((name, link)) => (name, Some(link)),
            None => (element, None),
        };
        let Some((node, role)) = self.nodes.get(name).copied() else {
            let known = self.graph.nodes.keys().map(String::as_str);
            self.issues.push(Issue::unknown_name(path, name, "node", known));
            return None;
        };
        let is_end = place == 0 || place + 1 == length;
        let role = role?;
        if is_end == (role == NodeRole::Switch) {
            let rule = if is_end {
                "a path begins and ends at a host or a router"
            } else {
                "a path passes only switches between its ends"
            };
            self.issues.push(Issue::new(path, format!("{element:?}"), rule));
            return None;
        }
        if link.is_some() && place + 1 == length {
            let rule = "the last node of a path has no link to leave by";
            self.issues.push(Issue::new(path, format!("{element:?}"), rule));
            return None;
        }
        Some(Stop { name, node, link })
    }

    fn hop(&mut self, from: Stop<'s>, to: Stop<'s>, path: &str) -> Option<Hop> {
        let shared = self.joins.get(&(from.node, to.node)).map_or([].as_slice(), Vec::as_slice);
        let name_of = |link: LinkIndex| self.network.links[link.get()].name.as_str();
        let mut chosen =
            shared.iter().filter(|(link, _)| from.link.is_none_or(|name| name_of(*link) == name));
        if let (Some(&(link, end)), None) = (chosen.next(), chosen.next()) {
            return Some(Hop { link, end });
        }
        let names: Vec<&str> = shared.iter().map(|(link, _)| name_of(*link)).collect();
        if names.is_empty() && self.is_lan(from.node, to.node) {
            let rule =
                format!("has only a LAN to {}; a path begins and ends where the ATM links do", to.name);
            self.issues.push(Issue::new(path, format!("{:?}", from.name), rule));
            return None;
        }
        // A broken link may be the one that is missing.
        if !names.is_empty() || self.links.values().all(Option::is_some) {
            let issue = no_hop(from, to, &names, path);
            self.issues.push(issue);
        }
        None
    }
}

impl Resolver<'_> {
    /// The nodes at the first and the last end of a path of at least one link.
    pub(super) fn ends_of(&self, hops: &[Hop]) -> [NodeIndex; 2] {
        let node = |hop: Option<&Hop>, far: usize| {
            hop.map_or(NodeIndex(0), |hop| self.network.links[hop.link.get()].ends[hop.end ^ far])
        };
        [node(hops.first(), 0), node(hops.last(), 1)]
    }

    /// Whether a LAN joins two nodes.
    fn is_lan(&self, a: NodeIndex, b: NodeIndex) -> bool {
        let joins =
            |router, host| self.lans.get(&router).into_iter().flatten().any(|lan: &LanHost| lan.host == host);
        joins(a, b) || joins(b, a)
    }
}

/// Why there is no telling which link leads from one node of a path to the next.
fn no_hop(from: Stop<'_>, to: Stop<'_>, shared: &[&str], path: &str) -> Issue {
    let ports: Vec<String> = shared.iter().map(|link| format!("{}.{link}", from.name)).collect();
    let ports = list(&ports.iter().map(String::as_str).collect::<Vec<_>>());
    let (value, rule) = match (from.link, shared.len()) {
        (_, 0) => (from.name.to_owned(), format!("has no link to {}", to.name)),
        (Some(link), _) => {
            (format!("{}.{link}", from.name), format!("is not a port to {}; give one of {ports}", to.name))
        }
        (None, count) => {
            (from.name.to_owned(), format!("shares {count} links with {}; give one of {ports}", to.name))
        }
    };
    Issue::new(path, format!("{value:?}"), rule)
}
