//! From the resolved network to the world: ports, circuits, schedulers, ordering points, flows.

mod circuits;
mod feeds;
mod flows;
mod hops;
mod joined;
mod merges;
mod other_ways;
mod packets;
mod plan;
mod ports;
mod schedules;
mod stages;
mod taps;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cellwise_engine::RandomStream;
use cellwise_scenario::{Cpu, HostSettings, Network, NodeKind, Processing};
use cellwise_units::{CellClock, Span, Time};

use crate::capture::Capture;
use crate::data::budget::Budget;
use crate::data::error::RunError;
use crate::data::ids::PortId;
use crate::data::names::stream_name;
use crate::element::port::before;
use crate::element::{Element, LinkEnd, Marks};
use crate::elements::Elements;
use crate::elements::probes::{Places, add_probes};
use crate::host::{Host, Processor};
use crate::shortcut::asked::add_outlets;
use crate::shortcut::later::add_holding;
use crate::shortcut::names::{Shortcut, Shortcuts};
use crate::world::World;
use feeds::Feeds;
use flows::add_flows;
use plan::{Plan, host_positions, marks};

/// Builds the world of a network with the taps of captures. The lines behind the ports of `variable` may change during
/// the run. Reference mode takes no shortcuts.
///
/// # Errors
/// [`RunError::Memory`] if that takes more than the budget.
pub(crate) fn build(
    network: &Network,
    captures: Vec<Capture>,
    variable: &BTreeSet<PortId>,
    shortcuts: Shortcuts,
    budget: Budget,
) -> Result<World, RunError> {
    let shortcuts = if network.reference { Shortcuts::NONE } else { shortcuts };
    let (marks, warmup_mark, end) =
        (marks(network), before(Time::ZERO + network.warmup), Time::ZERO + network.duration);
    let mut net = Elements { clocks: vec![CellClock::INSTANT], ..Elements::default() };
    add_hosts(&mut net, network, budget)?;
    ports::add_link_ports(&mut net, network, budget)?;
    let seen = taps::packet_ports_seen(network, &captures);
    let may_settle = shortcuts.has(Shortcut::SettledPackets);
    let packet_ports = packets::add_ports(&mut net, network, marks, may_settle, &(&seen | variable), budget)?;
    taps::add_packet_watches(&mut net, network, &packet_ports);
    let plan = Plan {
        network,
        budget,
        variable,
        hosts: host_positions(network),
        fabrics: ports::add_fabrics(&mut net, network),
        behind: add_on_links(&mut net, network, marks),
        taps: taps::add_taps(&mut net, network, captures, &packet_ports),
        watches: taps::add_watches(&mut net, network),
        has_ecn: schedules::with_ecn(network),
        packet_ports,
    };
    circuits::add_circuits(&mut net, &plan)?;
    add_flows(&mut net, &plan)?;
    let feeds = Feeds::of(&net, budget)?;
    schedules::add_schedules(&mut net, &plan, &feeds)?;
    taps::keep_frames(&mut net);
    merges::add_merges(&mut net, &plan, &feeds)?;
    drop(feeds);
    add_outlets(&mut net, shortcuts);
    let outstanding = Arc::default();
    let places = Places { behind: &plan.behind, packet_ports: &plan.packet_ports };
    add_probes(&mut net, network, places, &outstanding);
    for host in &mut net.hosts {
        host.prepare(warmup_mark, end);
    }
    add_holding(&mut net, shortcuts);
    let mut world = World::new(net, warmup_mark, end, outstanding);
    (world.reference, world.shortcuts) = (network.reference, shortcuts);
    world.prepare();
    budget.look_now("nodes", network.nodes.len(), network.nodes.len())?;
    Ok(world)
}

/// The world of a network, whatever it takes.
pub(crate) fn build_whole(network: &Network) -> World {
    build(network, Vec::new(), &BTreeSet::new(), Shortcuts::ALL, Budget::unlimited())
        .expect("nothing is refused without a limit")
}

/// Adds the stages of every direction of a link; gives them by port.
fn add_on_links(net: &mut Elements, network: &Network, marks: Marks) -> BTreeMap<PortId, Vec<Element>> {
    let directions = network.links.iter().flat_map(|link| &link.directions);
    let added = net.ports.ids().zip(directions).map(|(port, direction)| {
        let end = LinkEnd { network, direction, marks };
        (port, net.stages.add_on_link(&end))
    });
    added.filter(|(_, stages)| !stages.is_empty()).collect()
}

fn add_hosts(net: &mut Elements, network: &Network, budget: Budget) -> Result<(), RunError> {
    let hosts = network.nodes.iter().filter(|node| !matches!(node.kind, NodeKind::Switch(_))).count();
    budget.reserve(net.hosts.as_vec(), hosts);
    let of_router = HostSettings {
        send_processing: Processing::Constant(Span::ZERO),
        receive_processing: Processing::Constant(Span::ZERO),
        receive_queue: None,
        cpu: Cpu::Separate,
    };
    for (number, node) in network.nodes.iter().enumerate() {
        budget.look("nodes", number, network.nodes.len())?;
        let settings = match &node.kind {
            NodeKind::Host(settings) => settings.as_ref(),
            NodeKind::Router(_) => &of_router,
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
            let random = || RandomStream::new(stream_name(network, &node.name, purpose));
            Processor::new(least, most, per_octet, random)
        };
        let send = processor(send_processing, "send processing");
        let receive = processor(receive_processing, "receive processing");
        let mut host = Host::new(node.name.clone(), send, receive);
        host.limit(*receive_queue, *cpu == Cpu::Shared);
        net.hosts.push(host);
    }
    Ok(())
}
