//! What can be simulated and is probably not meant, or is outside the standards.

use std::collections::BTreeSet;

use cellwise_atm::Category;
use cellwise_atm::abr::AbrParameters;
use cellwise_atm::error_model::ErrorModelConfig;
use cellwise_atm::scheduler::Discipline;

use super::abr::parameter_path;
use super::{scripted, unused};
use crate::issue::{Issue, list};
use crate::memory_budget::growing;
use crate::network::{Direction, Hop, Network, Vc};
use crate::schema::{LinkEntry, Scenario, VcEntry};

/// The warnings about a scenario without issues, its graph, and the network that it describes.
pub(super) fn of(scenario: &Scenario, graph: &Scenario, network: &Network) -> Vec<Issue> {
    let mut warnings: Vec<Issue> = Vec::new();
    let mut known = BTreeSet::new();
    for vc in growing("warnings", abr_vcs(network)) {
        let Some(entry) = graph.vcs.get(&vc.name) else { continue };
        for warning in parameter_warnings(graph, network, entry, vc) {
            if known.insert((warning.path.clone(), warning.value.clone(), warning.rule.clone())) {
                warnings.push(warning);
            }
        }
    }
    for warning in growing("warnings", inherited_lists(scenario, graph)) {
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    warnings.extend(no_rate_rule(network));
    warnings.extend(no_priority(network));
    warnings.extend(scripted::warnings(graph, network));
    warnings.extend(unused::of(scenario, network));
    warnings.into_iter().map(Issue::into_warning).collect()
}

fn abr_vcs(network: &Network) -> impl Iterator<Item = &Vc> {
    network.vcs.iter().filter(|vc| vc.category == Category::Abr)
}

fn direction<'n>(network: &'n Network, hop: &Hop) -> &'n Direction {
    &network.links[hop.link.get()].directions[hop.end]
}

/// The parameters of a connection that TM 4.0 cannot signal, or its link not carry.
fn parameter_warnings(graph: &Scenario, network: &Network, entry: &VcEntry, vc: &Vc) -> Vec<Issue> {
    let parameters = match &entry.abr {
        Some(given) => given.over(&graph.abr).unwrap_or_else(|_| graph.abr.clone()),
        None => graph.abr.clone(),
    };
    let path = format!("vcs.{}", vc.name);
    let outside = parameters.warnings().into_iter();
    let outside = outside
        .map(|found| Issue::new(parameter_path(entry, &path, &found.field), found.value, found.rule))
        .chain(above_line(&parameters, network, vc, &parameter_path(entry, &path, "pcr")));
    outside.collect()
}

/// A peak rate that the connection's first link does not carry.
fn above_line(parameters: &AbrParameters, network: &Network, vc: &Vc, path: &str) -> Option<Issue> {
    let port = direction(network, vc.hops.first()?);
    let pcr = parameters.pcr.filter(|pcr| *pcr > port.rate)?;
    let rule = format!("the first link carries {}", port.rate);
    Some(Issue::new(path, format!("\"{pcr}\""), rule))
}

/// Lists of errored cells that both directions of a link have, because the second inherits that of the first.
fn inherited_lists<'s>(scenario: &'s Scenario, graph: &'s Scenario) -> impl Iterator<Item = Issue> + 's {
    let is_list = |errors: &ErrorModelConfig| matches!(errors, ErrorModelConfig::Scripted(list) if !list.cells.is_empty());
    let inherited =
        move |link: &LinkEntry| link.errors.as_ref().is_some_and(is_list) && link.reverse_errors.is_none();
    graph.links.iter().filter(move |(_, link)| inherited(link)).map(|(name, _)| {
        let is_own = scenario.links.get(name).is_some_and(|link| link.errors.is_some());
        let (path, back) = match scenario.topology {
            Some(_) if !is_own => ("topology.noise".to_owned(), "upstream_noise"),
            _ => (format!("links.{name}.errors"), "reverse_errors"),
        };
        let rule = format!(
            "the way back inherits the list, so that the same numbers are errored among its own cells, such as \
             those of acknowledgments; if one direction is meant, give {back} = {{ model = \"none\" }} beside it"
        );
        Issue::new(path, "\"scripted\"", rule)
    })
}

/// ABR connections that pass no port with a rate rule.
fn no_rate_rule(network: &Network) -> Option<Issue> {
    let names: Vec<&str> =
        abr_vcs(network).filter(|vc| is_uncontrolled(network, vc)).map(|vc| vc.name.as_str()).collect();
    let rule = format!(
        "is given at no port on the way of these ABR connections, so nothing tells their sources to slow down: {}",
        list(&names)
    );
    (!names.is_empty()).then(|| Issue::absent("switch.rate_rule", rule))
}

fn is_uncontrolled(network: &Network, vc: &Vc) -> bool {
    let queues = vc.hops.iter().filter_map(|hop| direction(network, hop).queue.as_ref());
    queues.into_iter().all(|queue| queue.rate_rule.is_none())
}

/// Ports where categories meet without priorities.
fn no_priority(network: &Network) -> Option<Issue> {
    let mut first = vec![None; network.links.len()];
    let mut meet = vec![false; network.links.len()];
    for (vc, hop) in network.vcs.iter().flat_map(|vc| vc.hops.iter().map(move |hop| (vc, hop))) {
        meet[hop.link.get()] |= *first[hop.link.get()].get_or_insert(vc.category) != vc.category;
    }
    let several = network.links.iter().zip(meet).filter(|(_, meet)| *meet);
    let ports = several.flat_map(|(link, _)| &link.directions);
    let is_fifo =
        |port: &&Direction| port.queue.as_ref().is_some_and(|queue| queue.scheduler == Discipline::Fifo);
    let names: Vec<&str> = ports.filter(is_fifo).map(|port| port.port_name.as_str()).collect();
    let rule = format!(
        "is \"fifo\" where several service categories meet, so none of them comes first: {}",
        list(&names)
    );
    (!names.is_empty()).then(|| Issue::absent("switch.scheduler", rule))
}
