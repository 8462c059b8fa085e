//! The ports of a world: of links, of fabrics, of routers' FIFOs and of adapters.

use std::collections::BTreeMap;

use cellwise_atm::drop_policy::{DropPolicy, DropPolicyConfig, tail};
use cellwise_engine::RandomStream;
use cellwise_scenario::{AdapterSettings, Architecture, Direction, Network, NodeIndex, NodeKind, Occupancy};
use cellwise_units::{BitRate, Capacity, CellClock, Span};

use super::plan::{Plan, marks};
use crate::data::budget::Budget;
use crate::data::error::RunError;
use crate::data::ids::PortId;
use crate::data::names::stream_name;
use crate::data::train::ClockIndex;
use crate::element::port::{Fifo, Port, PortSettings};
use crate::elements::Elements;

/// Adds the ports of all links: port `2 * link + end` sends from that end of that link. LAN links
/// have ports that nothing passes, so that the numbers hold.
pub(super) fn add_link_ports(net: &mut Elements, network: &Network, budget: Budget) -> Result<(), RunError> {
    net.links_of_packets = network.links.iter().map(|link| link.kind.is_of_packets()).collect();
    budget.reserve(net.ports.as_vec(), 2 * network.links.len());
    for direction in network.links.iter().flat_map(|link| &link.directions) {
        budget.look("ports", net.ports.len(), 2 * network.links.len())?;
        let settings = link_port(net, network, direction);
        add_fifo(net, network, settings);
    }
    Ok(())
}

/// Adds the fabric of every two-stage switch; gives them by node.
pub(super) fn add_fabrics(net: &mut Elements, network: &Network) -> BTreeMap<usize, PortId> {
    let mut fabrics = BTreeMap::new();
    for (node, spec) in network.nodes.iter().enumerate() {
        let NodeKind::Switch(switch) = &spec.kind else { continue };
        let Architecture::TwoStage(two_stage) = &switch.architecture else { continue };
        let name = format!("{}.fabric", spec.name);
        let drop = &two_stage.fabric_drop;
        let (rate, buffer) = (two_stage.fabric_rate, two_stage.fabric_buffer);
        let settings = PortSettings {
            policy_name: Some(drop.name()),
            ..settings(net, network, name, rate, Span::ZERO, buffer, drop)
        };
        fabrics.insert(node, add_fifo(net, network, settings));
    }
    fabrics
}

/// The FIFOs of routers, by node.
pub(super) type Fifos = BTreeMap<usize, PortId>;

/// The FIFO of a router in front of its adapters, made when it is first asked for; `None` at a host,
/// and for what is not paced and would wait as long at the link's own port.
pub(super) fn router_fifo(
    net: &mut Elements,
    plan: &Plan<'_>,
    node: NodeIndex,
    port: PortId,
    is_paced: bool,
    known: &mut Fifos,
) -> Option<PortId> {
    let spec = &plan.network.nodes[node.get()];
    let NodeKind::Router(router) = &spec.kind else { return None };
    if !is_paced && router.rate >= net.ports[port].settings().rate {
        return None;
    }
    Some(*known.entry(node.get()).or_insert_with(|| {
        let name = format!("{}.fifo", spec.name);
        let drop = DropPolicyConfig::Tail(tail::Config::default());
        let settings = settings(net, plan.network, name, router.rate, Span::ZERO, Capacity::Unlimited, &drop);
        add_fifo(net, plan.network, settings)
    }))
}

/// What is set at the adapter of an ABR end that sends into a port at up to `pcr` cells/s.
pub(super) fn adapter_settings(
    net: &mut Elements,
    plan: &Plan<'_>,
    name: String,
    port: PortId,
    buffer: &AdapterSettings,
) -> PortSettings {
    let rate = net.ports[port].settings().rate;
    let settings = settings(net, plan.network, name, rate, Span::ZERO, buffer.buffer, &buffer.drop);
    PortSettings { policy_name: Some(buffer.drop.name()), ..settings }
}

fn link_port(net: &mut Elements, network: &Network, direction: &Direction) -> PortSettings {
    let adapter = DropPolicyConfig::Tail(tail::Config::default());
    let (buffer, drop, occupancy) = match &direction.queue {
        Some(queue) => (queue.buffer, &queue.drop, queue.occupancy),
        None => (Capacity::Unlimited, &adapter, Occupancy::Waiting),
    };
    let name = direction.port_name.clone();
    PortSettings {
        policy_name: direction.queue.as_ref().map(|queue| queue.drop.name()),
        counts_service: occupancy == Occupancy::WithService,
        clp1_threshold: direction
            .queue
            .as_ref()
            .and_then(|queue| queue.clp1_threshold)
            .map_or(u64::MAX, cellwise_units::Cells::get),
        ..settings(net, network, name, direction.rate, direction.delay, buffer, drop)
    }
}

fn settings(
    net: &mut Elements,
    network: &Network,
    name: String,
    rate: BitRate,
    delay: Span,
    buffer: Capacity,
    drop: &DropPolicyConfig,
) -> PortSettings {
    let clock_index = place_of(net, CellClock::of(rate));
    let policy = drop.build(buffer);
    let random =
        policy.needs_randomness().then(|| RandomStream::new(stream_name(network, &name, "drop policy")));
    PortSettings {
        name,
        rate,
        clock: net.clocks[usize::from(clock_index)],
        clock_index,
        delay,
        capacity: buffer.cells_or_max(),
        clp1_threshold: u64::MAX,
        policy_name: None,
        policy,
        random,
        counts_service: false,
    }
}

/// Adds a port that sends what comes in the order in which it comes.
fn add_fifo(net: &mut Elements, network: &Network, settings: PortSettings) -> PortId {
    net.ports.push(Port::Fifo(Fifo::new(settings, marks(network))))
}

/// The place of a clock, one for all that send on it.
pub(super) fn place_of(net: &mut Elements, clock: CellClock) -> ClockIndex {
    let known = net.clocks.iter().position(|other| *other == clock);
    let place = known.unwrap_or_else(|| {
        net.clocks.push(clock);
        net.clocks.len() - 1
    });
    ClockIndex::try_from(place).expect("a scenario has few enough rates")
}
