//! Virtual connections and their paths.

use std::collections::BTreeSet;
use std::sync::Arc;

use cellwise_atm::Category;
use cellwise_atm::aal5::ReassemblyConfig;
use cellwise_atm::aal5::framing::cells_for;
use cellwise_atm::abr::AbrParameters;

use super::contracts::Party;
use super::{Join, Resolver};
use crate::issue::{Issue, list};
use crate::memory_budget::{growing, reserve};
use crate::network::{CallIndex, Hop, LinkIndex, NodeIndex, Vc, VcIndex};
use crate::schema::{AtmDefaults, NodeRole, VcEntry};

/// Where a path may begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// At hosts and routers.
    Systems,
    /// At any node.
    Any,
}

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
        reserve("virtual connections", &mut self.network.vcs, graph.vcs.len());
        for (name, entry) in growing("virtual connections", &graph.vcs) {
            let path = ["vcs.", name].concat();
            self.check_name(&path, name);
            let atm = self.atm_of(entry);
            let given = (name.as_str(), entry.path.as_deref());
            let hops = self.hops(given, graph.vcs.keys(), &format!("{path}.path"), Ends::Systems);
            let index = hops.and_then(|hops| self.add_vc(name, entry, atm, hops, &path));
            self.vcs.push(index);
        }
    }

    /// Adds a connection; `None` if there is something wrong with its parameters or its contract.
    fn add_vc(
        &mut self,
        name: &str,
        entry: &'s VcEntry,
        atm: AtmDefaults,
        hops: Vec<Hop>,
        path: &str,
    ) -> Option<VcIndex> {
        let index = VcIndex(self.network.vcs.len());
        let written = self.written_contracts(entry, path);
        let category = self.category_of(entry, &written, path)?;
        let abr = self.abr_parameters(entry, category, &hops, path)?;
        let party =
            Party { hops: &hops, abr: abr.as_ref().map(|abr| (abr.pcr, abr.mcr)), max_sdu: atm.max_sdu };
        let contracts = self.contracts_of(&written, &party)?;
        let measures = self.measures(entry, category, &contracts, path);
        self.check_measures(&measures, &contracts, cells_for(atm.max_sdu), path);
        let vp = self.vp_part(entry, &hops, path).ok()?;
        let call = (entry.switched == Some(true)).then(|| {
            self.switched.push(index);
            CallIndex(self.switched.len() - 1)
        });
        if let Some(abr) = &abr {
            self.minimum_rates.push((index, abr.mcr));
        }
        let round_trip = self.round_trip(&hops);
        let adapters = self.ends_of(&hops).map(|node| Arc::clone(&self.adapters[node.get()]));
        self.network.vcs.push(Vc {
            name: name.to_owned(),
            category,
            weight: atm.weight,
            abr: abr.map(|abr| Box::new(self.line_rates(&hops).map(|line| abr.resolve(line, round_trip)))),
            adapters,
            encapsulation: atm.encapsulation,
            reassembly: ReassemblyConfig {
                max_sdu: atm.max_sdu,
                timeout: atm.reassembly_timeout,
                timeout_restarts: atm.timeout_restarts,
                after_lost_end: atm.after_lost_end,
            },
            contracts: contracts.map(|contract| contract.map(Box::new)),
            policing: measures.policing.map(|(config, _)| config.clone()),
            shaping: measures.shaping.map(|(config, _)| config.clone()),
            tagging: measures.tagging.0,
            driver_queue: measures.driver_queue,
            vp,
            call,
            hops,
        });
        self.join_vp(vp, index);
        Some(index)
    }

    /// The ABR parameters of a connection of that category; `None` if something is wrong with them.
    fn abr_parameters(
        &mut self,
        entry: &VcEntry,
        category: Category,
        hops: &[Hop],
        path: &str,
    ) -> Option<Option<AbrParameters>> {
        if category == Category::Abr {
            return self.abr_of(entry, hops, path).map(Some);
        }
        if entry.abr.is_some() {
            let rule = format!("is for connections of category \"abr\", and this is {:?}", category.name());
            self.issues.push(Issue::unknown_key(format!("{path}.abr"), rule));
        }
        Some(None)
    }

    fn atm_of(&self, entry: &VcEntry) -> AtmDefaults {
        let defaults = &self.graph.atm;
        AtmDefaults {
            weight: entry.weight.unwrap_or(defaults.weight),
            encapsulation: entry.encapsulation.unwrap_or(defaults.encapsulation),
            max_sdu: entry.max_sdu.unwrap_or(defaults.max_sdu),
            reassembly_timeout: entry.reassembly_timeout.or(defaults.reassembly_timeout),
            timeout_restarts: entry.timeout_restarts.unwrap_or(defaults.timeout_restarts),
            after_lost_end: entry.after_lost_end.unwrap_or(defaults.after_lost_end),
            ..AtmDefaults::default()
        }
    }

    /// The links along the path of an entry among `known` ones; `None` if something is wrong with it.
    pub(super) fn hops<'n>(
        &mut self,
        (name, elements): (&str, Option<&'s [String]>),
        known: impl Iterator<Item = &'n String>,
        path: &str,
        ends: Ends,
    ) -> Option<Vec<Hop>> {
        let Some(elements) = elements else {
            self.missing(path, "the nodes from end to end", name, known);
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
            .map(|(place, element)| self.stop(element, (place, elements.len()), path, ends))
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
            .map(|(place, pair)| self.hop(pair[0], pair[1], &|| format!("{path}[{place}]")))
            .collect();
        hops.into_iter().collect()
    }

    fn stop(
        &mut self,
        element: &'s str,
        (place, length): (usize, usize),
        path: &str,
        ends: Ends,
    ) -> Option<Stop<'s>> {
        let path = || format!("{path}[{place}]");
        let (name, link) = match element.split_once('.') {
            Some((name, link)) => (name, Some(link)),
            None => (element, None),
        };
        let Some((node, role)) = self.nodes.get(name) else {
            let known = self.graph.nodes.keys().map(String::as_str);
            self.issues.push_unknown(path(), name, "node", known);
            return None;
        };
        let is_end = place == 0 || place + 1 == length;
        let role = role?;
        let is_free = is_end && ends == Ends::Any;
        if !is_free && is_end == (role == NodeRole::Switch) {
            let rule = if is_end {
                "a path begins and ends at a host or a router"
            } else {
                "a path passes only switches between its ends"
            };
            self.issues.push(Issue::new(path(), format!("{element:?}"), rule));
            return None;
        }
        if link.is_some() && place + 1 == length {
            let rule = "the last node of a path has no link to leave by";
            self.issues.push(Issue::new(path(), format!("{element:?}"), rule));
            return None;
        }
        Some(Stop { name, node, link })
    }

    fn hop(&mut self, from: Stop<'s>, to: Stop<'s>, path: &dyn Fn() -> String) -> Option<Hop> {
        let shared = self.joining([from.node, to.node]);
        let name_of = |link: LinkIndex| self.network.links[link.get()].name.as_str();
        let mut chosen = shared.iter().filter(|join| from.link.is_none_or(|name| name_of(join.link) == name));
        if let (Some(&Join { link, end, .. }), None) = (chosen.next(), chosen.next()) {
            return Some(Hop { link, end });
        }
        let names: Vec<&str> = shared.iter().map(|join| name_of(join.link)).collect();
        if names.is_empty() && self.is_packet_link(from.node, to.node) {
            let rule = format!(
                "has only a packet link to {}; a path begins and ends where the ATM links do",
                to.name
            );
            self.issues.push(Issue::new(path(), format!("{:?}", from.name), rule));
            return None;
        }
        // A broken link may be the one that is missing.
        if !names.is_empty() || self.links_are_whole {
            let issue = no_hop(from, to, &names, &path());
            self.issues.push(issue);
        }
        None
    }
}

impl Resolver<'_> {
    /// The ATM links from a node to another.
    fn joining(&self, nodes: [NodeIndex; 2]) -> &[Join] {
        let rest = &self.joins[self.joins.partition_point(|join| join.nodes < nodes)..];
        &rest[..rest.iter().take_while(|join| join.nodes == nodes).count()]
    }

    /// The nodes at the first and the last end of a path of at least one link.
    pub(super) fn ends_of(&self, hops: &[Hop]) -> [NodeIndex; 2] {
        let node = |hop: Option<&Hop>, far: usize| {
            hop.map_or(NodeIndex(0), |hop| self.network.links[hop.link.get()].ends[hop.end ^ far])
        };
        [node(hops.first(), 0), node(hops.last(), 1)]
    }

    /// Whether a packet link joins two nodes.
    fn is_packet_link(&self, a: NodeIndex, b: NodeIndex) -> bool {
        let links = self.packet_links.get(&a).into_iter().flatten();
        links.into_iter().any(|&(link, end)| self.network.links[link.get()].ends[1 - end] == b)
    }
}

/// Why it is unclear which link leads from one node of a path to the next.
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
