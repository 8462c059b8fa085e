//! The whole network.

use cellwise_scenario::Network;
use serde::Serialize;

use crate::{Flow, Link, Node, Vc};

/// A network with every name and number that a picture or a theory needs.
#[derive(Clone, Debug, Serialize)]
pub struct Resolved<'n> {
    /// How long the run is, in seconds.
    pub duration_s: f64,
    /// The most memory that a run may take, in octets.
    pub memory_bytes: u64,
    /// Hosts, routers and switches.
    pub nodes: Vec<Node<'n>>,
    /// Links, with both directions of each.
    pub links: Vec<Link<'n>>,
    /// Virtual connections.
    pub vcs: Vec<Vc<'n>>,
    /// Flows.
    pub flows: Vec<Flow<'n>>,
}

impl<'n> Resolved<'n> {
    /// The network as data, everything in its order.
    #[must_use]
    pub fn of(network: &'n Network) -> Self {
        Self {
            duration_s: network.duration.as_secs_f64(),
            memory_bytes: network.limits.memory.get(),
            nodes: network.nodes.iter().map(Node::of).collect(),
            links: network.links.iter().map(|link| Link::of(network, link)).collect(),
            vcs: network.vcs.iter().map(|vc| Vc::of(network, vc)).collect(),
            flows: network.flows.iter().map(|flow| Flow::of(network, flow)).collect(),
        }
    }
}
