//! Virtual connections and their paths.

use std::collections::BTreeSet;

use cellwise_atm::aal5::ReassemblyConfig;

use super::{Resolver, sections};
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
            let index = self.hops(name, entry, &path).map(|hops| {
                let index = VcIndex(self.network.vcs.len());
                self.network.vcs.push(Vc {
                    name: name.clone(),
                    hops,
                    encapsulation: atm.encapsulation,
                    reassembly: ReassemblyConfig {
                        max_sdu: atm.max_sdu,
                        timeout: atm.reassembly_timeout,
                        timeout_restarts: atm.timeout_restarts,
                    },
                });
                index
            });
            self.vcs.insert(name, index);
        }
    }

    fn atm_of(&mut self, entry: &VcEntry, path: &str) -> AtmDefaults {
        let defaults = &self.graph.atm;
        // Only what the entry gives is checked here; `[atm]` was checked where it stands.
        let given = AtmDefaults {
            max_sdu: entry.max_sdu.unwrap_or(AtmDefaults::default().max_sdu),
            reassembly_timeout: entry.reassembly_timeout,
            ..AtmDefaults::default()
        };
        sections::atm(&given, path, &mut self.issues);
        AtmDefaults {
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
            self.missing(&path, "the nodes from host to host", name, self.graph.vcs.keys());
            return None;
        };
        if elements.len() < 2 {
            let count = format!("an array of {}", elements.len());
            self.issues.push(Issue::new(path, count, "give the nodes from host to host, at least two"));
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
        let wanted = if is_end { NodeRole::Host } else { NodeRole::Switch };
        if role? != wanted {
            let rule = if is_end {
                "a path begins and ends at a host"
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
        // A broken link may be the one that is missing.
        if !names.is_empty() || self.links.values().all(Option::is_some) {
            let issue = no_hop(from, to, &names, path);
            self.issues.push(issue);
        }
        None
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
