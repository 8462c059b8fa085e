//! The schedulers of ports: which ports need one, and what it knows of the connections that pass.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_atm::Category;
use cellwise_atm::abr::RateEncoding;
use cellwise_atm::rate_rule::{RateRule, VcContract};
use cellwise_atm::scheduler::{Discipline, QueueSpec, Scheduler};
use cellwise_atm::sharing::{MemorySharing, Pool, SharedMemory};
use cellwise_scenario::{
    Architecture, FlowKind, Network, NodeKind, QueueSettings, SharedMemory as MemorySettings, Sharing,
};
use cellwise_units::CELL_BITS;

use super::Plan;
use super::merges::for_each_feed;
use crate::circuit::Role;
use crate::error::RunError;
use crate::feeder::Feeder;
use crate::hop::Element;
use crate::ids::{HopId, Id, MergeId, PortId};
use crate::port::{Place, Queue, Schedule};
use crate::world::World;

/// Gives a scheduler to every port whose future is not settled on arrival.
pub(super) fn add_schedules(world: &mut World, plan: &Plan<'_>) -> Result<(), RunError> {
    let feeders = port_feeders(world);
    let mut memories: BTreeMap<usize, (Id<SharedMemory>, u32)> = BTreeMap::new();
    let ports_at = ports_at(plan.network);
    for (link, spec) in plan.network.links.iter().enumerate() {
        plan.budget.look("links", link, plan.network.links.len())?;
        for end in 0..2 {
            let (port, node) = (PortId::of_link(link, end), spec.ends[end].get());
            let NodeKind::Switch(switch) = &plan.network.nodes[node].kind else { continue };
            let Some(queue) = &spec.directions[end].queue else { continue };
            let fed = &feeders[port.place()];
            if !needs_schedule(world, port, queue, &switch.architecture, fed) {
                continue;
            }
            let memory = match &switch.architecture {
                Architecture::SharedMemory(memory) => {
                    let (number, next) = memories
                        .entry(node)
                        .or_insert_with(|| (add_memory(world, memory, ports_at[node]), 0));
                    *next += 1;
                    Some((*number, *next - 1))
                }
                _ => None,
            };
            add_schedule(world, plan, port, queue, &switch.architecture, fed, memory);
        }
    }
    for &fabric in plan.fabrics.values() {
        add_fabric(world, plan, fabric);
    }
    share_places(world);
    Ok(())
}

/// Adds the memory that the ports of a switch share.
fn add_memory(world: &mut World, memory: &MemorySettings, ports: usize) -> Id<SharedMemory> {
    let sharing = match memory.sharing {
        Sharing::Complete => MemorySharing::Complete,
        Sharing::Partitioned => MemorySharing::Partitioned,
        Sharing::DynamicThresholds => MemorySharing::DynamicThresholds { alpha: memory.alpha },
    };
    world.memories.push(SharedMemory::new(memory.memory.get(), sharing, ports))
}

/// The feeders of every port.
fn port_feeders(world: &World) -> Vec<BTreeSet<Feeder>> {
    let mut feeders = vec![BTreeSet::new(); world.ports.len()];
    for_each_feed(world, |_, element, feeder, _| {
        if let Element::Port(port) = element {
            feeders[port.place()].insert(feeder);
        }
    });
    feeders
}

/// Whether cells may overtake each other at a port, or others depend on what waits there.
fn needs_schedule(
    world: &World,
    port: PortId,
    queue: &QueueSettings,
    architecture: &Architecture,
    feeders: &BTreeSet<Feeder>,
) -> bool {
    if queue.rate_rule.is_some() || matches!(architecture, Architecture::SharedMemory(_)) {
        return !feeders.is_empty();
    }
    let is_plain = is_plain(queue) && !matches!(architecture, Architecture::Crossbar(_));
    // What one feeder sends no faster than the port does never waits.
    let never_waits = match feeders.iter().collect::<Vec<_>>()[..] {
        [Feeder::Port(feeder)] => {
            let feeder = &world.ports[*feeder];
            feeder.pacer.is_none() && world.ports[port].is_always_empty(&feeder.settings.clock)
        }
        _ => false,
    };
    !is_plain && !never_waits && !feeders.is_empty()
}

/// Whether a port has one queue for all.
fn is_plain(queue: &QueueSettings) -> bool {
    queue.scheduler == Discipline::Fifo && queue.reserved.iter().all(|cells| cells.get() == 0)
}

fn add_schedule(
    world: &mut World,
    plan: &Plan<'_>,
    port: PortId,
    queue: &QueueSettings,
    architecture: &Architecture,
    feeders: &BTreeSet<Feeder>,
    memory: Option<(Id<SharedMemory>, u32)>,
) {
    let data = data_hops(world, port);
    let inputs: Vec<Feeder> = feeders.iter().copied().collect();
    let input_of = |world: &World, hop: HopId| {
        let feeder = feeder_of(world, hop);
        inputs.binary_search(&feeder).expect("every hop has a feeder") as u32
    };
    let is_crossbar = matches!(architecture, Architecture::Crossbar(_));
    let mut places = Vec::new();
    let mut specs = Vec::new();
    let mut contracts = Vec::new();
    for &hop in &data {
        let vc = &plan.network.vcs[world.hops[hop].circuit.vc()];
        let side = world.hops[hop].circuit.side();
        let rule_vc = vc.abr.as_ref().filter(|_| queue.rate_rule.is_some()).map(|settings| {
            let settings = &settings[side];
            let weight = f64::from(vc.weight);
            contracts.push(VcContract { mcr: settings.mcr, pcr: settings.pcr, weight });
            contracts.len() as u32 - 1
        });
        let queue = if is_crossbar { input_of(world, hop) } else { specs.len() as u32 };
        if !is_crossbar {
            specs.push(QueueSpec { category: vc.category, weight: vc.weight });
        }
        let encoding = vc.abr.as_ref().map_or(RateEncoding::Exact, |settings| settings[side].rate_encoding);
        let heeds_marks = rule_vc.is_some() || plan.has_ecn[world.hops[hop].circuit.vc()];
        places.push(Place { hop, queue, category: vc.category, rule_vc, heeds_marks, encoding });
    }
    if is_crossbar {
        specs = inputs.iter().map(|_| QueueSpec { category: Category::Ubr, weight: 1 }).collect();
    }
    let discipline = if is_crossbar { Discipline::RoundRobin } else { queue.scheduler };
    let link = world.ports[port].settings.rate.get() as f64 / CELL_BITS as f64;
    let rule = queue.rate_rule.as_ref().map(|rule| rule.build(link, &contracts));
    let queue_capacity = match architecture {
        Architecture::Crossbar(crossbar) => crossbar.crosspoint_buffer.cells_or_max(),
        _ => u64::MAX,
    };
    let reserved = queue.reserved.map(cellwise_units::Cells::get);
    give_schedule(
        world,
        port,
        Schedule {
            scheduler: Scheduler::new(discipline, &specs),
            queues: vec![Queue::default(); specs.len()],
            explicit_rates: vec![f64::NAN; places.len()],
            places,
            pool: Pool::new(queue.buffer.cells_or_max(), reserved),
            settles: is_plain(queue) && !is_crossbar && memory.is_none(),
            queue_capacity,
            memory,
            marks_efci: rule.as_ref().is_some_and(RateRule::uses_efci),
            counts_cells: rule.as_ref().is_some_and(RateRule::counts_cells),
            rule_name: queue.rate_rule.as_ref().map_or("", |rule| rule.name()),
            rule,
            serving: HopId::new(0),
            slot: (MergeId::NONE, 0),
        },
    );
}

/// A fabric has one FIFO per service category, in strict priority.
fn add_fabric(world: &mut World, plan: &Plan<'_>, port: PortId) {
    let mut places = Vec::new();
    let mut specs = Vec::new();
    for hop in data_hops(world, port) {
        let vc = &plan.network.vcs[world.hops[hop].circuit.vc()];
        let (queue, encoding) = (specs.len() as u32, RateEncoding::Exact);
        let (category, rule_vc, heeds_marks) = (vc.category, None, false);
        places.push(Place { hop, queue, category, rule_vc, heeds_marks, encoding });
        specs.push(QueueSpec { category: vc.category, weight: 1 });
    }
    let buffer = world.ports[port].settings.capacity;
    give_schedule(
        world,
        port,
        Schedule {
            scheduler: Scheduler::new(Discipline::Priority, &specs),
            queues: vec![Queue::default(); specs.len()],
            explicit_rates: vec![f64::NAN; places.len()],
            places,
            pool: Pool::new(buffer, [0; Category::COUNT]),
            settles: false,
            queue_capacity: u64::MAX,
            memory: None,
            marks_efci: false,
            counts_cells: false,
            rule_name: "",
            rule: None,
            serving: HopId::new(0),
            slot: (MergeId::NONE, 0),
        },
    );
}

/// Whether a flow of each virtual connection heeds explicit congestion notification.
pub(super) fn with_ecn(network: &Network) -> Vec<bool> {
    let mut found = vec![false; network.vcs.len()];
    for flow in &network.flows {
        found[flow.vc.get()] |= matches!(
            &flow.kind,
            FlowKind::Tcp { settings, .. } | FlowKind::Web { settings, .. } if settings.ecn
        );
    }
    found
}

/// The ends of links at each node.
fn ports_at(network: &Network) -> Vec<usize> {
    let mut counts = vec![0; network.nodes.len()];
    network.links.iter().flat_map(|link| link.ends).for_each(|node| counts[node.get()] += 1);
    counts
}

fn give_schedule(world: &mut World, port: PortId, schedule: Schedule) {
    for (place, of) in (0..).zip(&schedule.places) {
        world.hops[of.hop].place = place;
    }
    world.ports[port].schedule = Some(Box::new(schedule));
}

/// The hops of data at a port.
fn data_hops(world: &World, port: PortId) -> Vec<HopId> {
    let role = |hop: &HopId| world.circuits[world.hops[*hop].circuit].role;
    world.ports[port].hops_here.iter().copied().filter(|hop| role(hop) == Role::Data).collect()
}

/// RM cells have the place of the data beside which they stand.
fn share_places(world: &mut World) {
    for hop in world.hops.ids() {
        if let Some(data) = world.hops[hop].data_hop {
            world.hops[hop].place = world.hops[data].place;
        }
    }
}

fn feeder_of(world: &World, hop: HopId) -> Feeder {
    let circuit = &world.circuits[world.hops[hop].circuit];
    let before = circuit.first_hop.up_to(hop);
    before.fold(circuit.origin, |feeder, hop| feeder.behind(world.hops[hop].element))
}
