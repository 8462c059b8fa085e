//! Scripted errors of packets by flow: the flows that they name.

use cellwise_packet::errors::{OfFlow, PacketErrorsConfig};

use super::issues::Issues;
use crate::issue::Issue;
use crate::memory_budget::growing;
use crate::network::{Leg, Network};
use crate::schema::{LinkEntry, Scenario};

/// Reports flows that errors of packets name and that do not exist.
pub(super) fn check(graph: &Scenario, issues: &mut Issues) {
    for (path, _, of_flow) in named(graph) {
        if !graph.flows.contains_key(&of_flow.flow) {
            let known = graph.flows.keys().map(String::as_str);
            issues.push_unknown(path, &of_flow.flow, "flow", known);
        }
    }
}

/// Flows that are named at a link that they do not pass.
pub(super) fn warnings(graph: &Scenario, network: &Network) -> Vec<Issue> {
    let absent =
        growing("warnings", named(graph)).filter(|(_, link, of_flow)| !passes(network, of_flow, link));
    let issue = |(path, link, of_flow): (String, &str, &OfFlow)| {
        let rule = format!("does not pass {link}, so none of its packets is lost there");
        Issue::new(path, format!("{:?}", of_flow.flow), rule)
    };
    absent.map(issue).collect()
}

fn passes(network: &Network, of_flow: &OfFlow, link: &str) -> bool {
    let flow = network.flows.iter().find(|flow| flow.name == of_flow.flow);
    let mut legs = flow.into_iter().flat_map(|flow| flow.all_legs());
    legs.any(|leg| match leg {
        Leg::Links(hops) => hops.iter().any(|hop| network.links[hop.link.get()].name == link),
        Leg::Vc { .. } => false,
    })
}

/// The flows that errors of packets name, each with its path and the link.
fn named(graph: &Scenario) -> impl Iterator<Item = (String, &str, &OfFlow)> {
    graph.links.iter().flat_map(|(link, entry)| {
        keys(entry).into_iter().flat_map(move |(key, errors)| {
            let list = match errors {
                Some(PacketErrorsConfig::Scripted(scripted)) => scripted.flows.as_slice(),
                _ => &[],
            };
            let path = move |place| format!("links.{link}.{key}.flows[{place}].flow");
            list.iter().enumerate().map(move |(place, of_flow)| (path(place), link.as_str(), of_flow))
        })
    })
}

fn keys(entry: &LinkEntry) -> [(&'static str, Option<&PacketErrorsConfig>); 2] {
    [
        ("packet_errors", entry.packet_errors.as_deref()),
        ("reverse_packet_errors", entry.reverse_packet_errors.as_deref()),
    ]
}
