//! From the resolved network to the world: ports, circuits, schedulers, ordering points, flows.

mod circuits;
mod gathering;
mod merges;
mod outlets;
mod ports;
mod schedules;
mod stages;

use std::collections::BTreeMap;

use cellwise_engine::RandomStream;
use cellwise_scenario::{Cpu, HostSettings, LinkKind, Network, NodeKind, Processing};
use cellwise_units::{Span, Time};

pub(crate) use circuits::add_hops;

use crate::flows::add_flows;
use crate::host::{Host, Processor};
use crate::line::Line;
use crate::names::stream_name;
use crate::port::before;
use crate::probes::{ProbeHandle, add_probes};
use crate::world::World;

/// What the makers of a world look things up in.
pub(crate) struct Plan<'n> {
    pub(crate) network: &'n Network,
    /// Position among the world's hosts of each node that is a host or a router.
    pub(crate) hosts: Vec<Option<usize>>,
    /// The fabrics of switches, by node.
    fabrics: BTreeMap<usize, u32>,
    /// Whether a link's port has a rate rule.
    has_rule: Vec<bool>,
    /// The LAN lines of each link, by the end that sends.
    pub(crate) lines: BTreeMap<(usize, usize), u32>,
}

/// Builds the world of a network, and the handles of its probes.
pub(crate) fn build(network: &Network) -> (World, Vec<ProbeHandle>) {
    let end = Time::ZERO + network.duration;
    let warmup_mark = before(Time::ZERO + network.warmup);
    let mut world = World::empty(warmup_mark, end, network.reference);
    add_hosts(&mut world, network);
    ports::add_link_ports(&mut world, network);
    let plan = Plan {
        network,
        hosts: host_positions(network),
        fabrics: ports::add_fabrics(&mut world, network),
        has_rule: rules(network),
        lines: add_lines(&mut world, network),
    };
    circuits::add_circuits(&mut world, &plan);
    add_flows(&mut world, &plan);
    schedules::add_schedules(&mut world, &plan);
    merges::add_merges(&mut world, &plan);
    outlets::add_outlets(&mut world);
    let probes = add_probes(&mut world, network);
    for host in &mut world.hosts {
        host.prepare(warmup_mark, end);
    }
    gathering::set_gathering(&mut world);
    world.prepare();
    (world, probes)
}

/// Whether each port of a link has a rate rule.
fn rules(network: &Network) -> Vec<bool> {
    let directions = network.links.iter().flat_map(|link| &link.directions);
    directions
        .map(|direction| direction.queue.as_ref().is_some_and(|queue| queue.rate_rule.is_some()))
        .collect()
}

/// Adds both lines of every LAN link.
fn add_lines(world: &mut World, network: &Network) -> BTreeMap<(usize, usize), u32> {
    let mut lines = BTreeMap::new();
    for (number, link) in network.links.iter().enumerate().filter(|(_, link)| link.kind == LinkKind::Lan) {
        for (end, direction) in link.directions.iter().enumerate() {
            lines.insert((number, end), world.lines.len() as u32);
            let name = direction.port_name.clone();
            world.lines.push(Line::new(name, direction.rate, direction.delay));
        }
    }
    lines
}

/// Position among the hosts of each node, for the nodes that are hosts or routers.
fn host_positions(network: &Network) -> Vec<Option<usize>> {
    let mut hosts = 0;
    let position = |kind: &NodeKind| {
        matches!(kind, NodeKind::Host(_) | NodeKind::Router(_)).then(|| {
            hosts += 1;
            hosts - 1
        })
    };
    network.nodes.iter().map(|node| &node.kind).map(position).collect()
}

fn add_hosts(world: &mut World, network: &Network) {
    for node in &network.nodes {
        let none = || HostSettings {
            send_processing: Processing::Constant(Span::ZERO),
            receive_processing: Processing::Constant(Span::ZERO),
            receive_queue: None,
            cpu: Cpu::Separate,
        };
        let settings = match &node.kind {
            NodeKind::Host(settings) => settings.clone(),
            NodeKind::Router(_) => none(),
            NodeKind::Switch(_) => continue,
        };
        let HostSettings { send_processing, receive_processing, receive_queue, cpu } = settings;
        let processor = |processing: &Processing, purpose| {
            let (least, most, per_octet) = match *processing {
                Processing::Constant(span) => (span, span, Span::ZERO),
                Processing::Uniform { min, max } => (min, max, Span::ZERO),
                Processing::BySize { base, per_byte, jitter } => {
                    (Span::from_ps(base.get().saturating_sub(jitter.get())), base + jitter, per_byte)
                }
            };
            Processor::new(
                least,
                most,
                per_octet,
                RandomStream::new(stream_name(network, &node.name, purpose)),
            )
        };
        let send = processor(&send_processing, "send processing");
        let receive = processor(&receive_processing, "receive processing");
        let mut host = Host::new(node.name.clone(), send, receive);
        host.limit(receive_queue, cpu == Cpu::Shared);
        world.hosts.push(host);
    }
}
