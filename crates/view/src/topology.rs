//! The picture of a network: nodes with their places, links with their directions, connections and flows.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::layout::places_by_name;
use crate::{Direction, Flow, Link, Resolved, Vc};

/// More nodes than this are not drawn: the first connections stand for the others.
pub const MOST_NODES: usize = 160;

/// Connections and flows that are named.
const MOST_WAYS: usize = 1000;

/// A network as a picture shows it.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Topology<'n> {
    /// Nodes with their places.
    pub nodes: Vec<Place<'n>>,
    /// Links between them.
    pub links: Vec<Wire<'n>>,
    /// Connections by name, with the ports that they pass.
    pub vcs: Vec<Way<'n>>,
    /// Flows.
    pub flows: Vec<Ends<'n>>,
    /// Nodes that are not shown because there are too many.
    pub left_out: usize,
}

/// A node in the picture: x and y from 0 to 1.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Place<'n> {
    name: &'n str,
    kind: &'static str,
    x: f64,
    y: f64,
}

/// A link in the picture; one of kind `lan` has a rate and a delay for each direction alone.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Wire<'n> {
    name: &'n str,
    ends: [&'n str; 2],
    rate_bps: u64,
    delay_s: f64,
    kind: &'static str,
    directions: [Sent<'n>; 2],
}

/// One direction of a link in the picture.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[schemars(rename = "Direction")]
pub(crate) struct Sent<'n> {
    port: &'n str,
    from: &'n str,
    to: &'n str,
    rate_bps: u64,
    delay_s: f64,
    capacity_cells: Option<u64>,
    /// The drop policy; empty for a port that is not a switch's.
    policy: &'static str,
    /// Of packets, where they may wait for the line.
    discipline: Option<&'static str>,
}

/// A connection in the picture.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Way<'n> {
    name: &'n str,
    path: Vec<&'n str>,
}

/// A flow in the picture.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Ends<'n> {
    name: &'n str,
    from: &'n str,
    to: &'n str,
    kind: &'static str,
}

impl<'n> Topology<'n> {
    /// The picture of a network.
    #[must_use]
    pub fn of(network: &Resolved<'n>) -> Self {
        let shown = shown(network);
        let is_shown = |nodes: &[&str]| nodes.iter().all(|node| shown.contains(node));
        let vcs: Vec<&Vc<'n>> = network.vcs.iter().filter(|vc| is_shown(&vc.nodes)).collect();
        let flows: Vec<&Flow<'n>> =
            network.flows.iter().filter(|flow| is_shown(&flow.nodes)).take(MOST_WAYS).collect();
        let ways = vcs.iter().map(|vc| vc.nodes.clone()).chain(flows.iter().map(|flow| flow.nodes.clone()));
        let mut known = BTreeSet::new();
        let ways: Vec<Vec<&str>> = ways.filter(|way| known.insert(way.clone())).collect();
        let nodes: Vec<_> = network.nodes.iter().filter(|node| shown.contains(node.name)).collect();
        let names: Vec<&str> = nodes.iter().map(|node| node.name).collect();
        let at = places_by_name(&ways, &names);
        let place = |(node, (x, y)): (&&crate::Node<'n>, (f64, f64))| Place {
            name: node.name,
            kind: node.kind,
            x,
            y,
        };
        let links = network.links.iter().filter(|link| is_shown(&ends(link)));
        Self {
            nodes: nodes.iter().zip(at).map(place).collect(),
            links: links.map(Wire::of).collect(),
            vcs: vcs
                .iter()
                .take(MOST_WAYS)
                .map(|vc| Way { name: vc.name, path: vc.ways[0].clone() })
                .collect(),
            flows: flows.iter().map(|flow| Ends::of(flow)).collect(),
            left_out: network.nodes.len() - shown.len(),
        }
    }

    /// The ports that feed its links.
    pub fn ports(&self) -> impl Iterator<Item = &'n str> {
        self.links.iter().flat_map(|link| &link.directions).map(|one| one.port)
    }
}

/// The nodes that are drawn.
fn shown<'n>(network: &Resolved<'n>) -> BTreeSet<&'n str> {
    if network.nodes.len() <= MOST_NODES {
        return network.nodes.iter().map(|node| node.name).collect();
    }
    let mut shown = BTreeSet::new();
    let ways: [Vec<&[&'n str]>; 2] = [
        network.vcs.iter().map(|vc| &*vc.nodes).collect(),
        network.flows.iter().map(|flow| &*flow.nodes).collect(),
    ];
    for way in ways {
        for nodes in way {
            let more =
                nodes.iter().collect::<BTreeSet<_>>().into_iter().filter(|node| !shown.contains(*node));
            if shown.len() + more.count() > MOST_NODES {
                break;
            }
            shown.extend(nodes);
        }
    }
    shown
}

fn ends<'n>(link: &Link<'n>) -> [&'n str; 2] {
    [link.directions[0].sender, link.directions[0].receiver]
}

impl<'n> Wire<'n> {
    fn of(link: &Link<'n>) -> Self {
        let first = &link.directions[0];
        Self {
            name: link.name,
            ends: ends(link),
            rate_bps: first.rate_bps,
            delay_s: first.delay_s,
            kind: link.kind,
            directions: link.directions.each_ref().map(Sent::of),
        }
    }
}

impl<'n> Sent<'n> {
    fn of(one: &Direction<'n>) -> Self {
        Self {
            port: one.port,
            from: one.sender,
            to: one.receiver,
            rate_bps: one.rate_bps,
            delay_s: one.delay_s,
            capacity_cells: one.queue.as_ref().and_then(|queue| queue.buffer_cells),
            policy: one.queue.as_ref().map_or("", |queue| queue.drop.name()),
            discipline: one.discipline,
        }
    }
}

impl<'n> Ends<'n> {
    fn of(flow: &Flow<'n>) -> Self {
        Self { name: flow.name, from: flow.sender, to: flow.receiver, kind: flow.kind }
    }
}
