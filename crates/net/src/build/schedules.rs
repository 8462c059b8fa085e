//! The schedulers of ports: which ports need one, and what it knows of the connections that pass.

use std::collections::BTreeMap;

use cellwise_atm::Category;
use cellwise_atm::abr::RateEncoding;
use cellwise_atm::drop_policy::{DropPolicyConfig, tail};
use cellwise_atm::rate_rule::VcContract;
use cellwise_atm::scheduler::{Discipline, QueueSpec, Scheduler};
use cellwise_atm::sharing::{MemorySharing, Pool, SharedMemory};
use cellwise_scenario::{
    Architecture, FlowKind, Network, NodeKind, Occupancy, OutputBuffered, QueueSettings,
    SharedMemory as MemorySettings, Sharing,
};
use cellwise_units::{CELL_BITS, Capacity, Cells};

use super::feeds::Feeds;
use super::plan::Plan;
use crate::circuit::Role;
use crate::circuit::feeder::Feeder;
use crate::circuit::hop::Hop;
use crate::data::error::RunError;
use crate::data::ids::{HopId, Id, PortId};
use crate::element::Element;
use crate::element::port::{Fifo, Place, Port, Ruled, Ruling, Schedule, Scheduled};
use crate::elements::Elements;

/// Gives a scheduler to every port whose future is not settled on arrival.
pub(super) fn add_schedules(net: &mut Elements, plan: &Plan<'_>, feeds: &Feeds) -> Result<(), RunError> {
    let mut memories: BTreeMap<usize, (Id<SharedMemory>, u32)> = BTreeMap::new();
    let ports_at = ports_at(plan.network);
    let (no_limit, plain) = (unlimited(), Architecture::OutputBuffered(OutputBuffered::default()));
    for (link, spec) in plan.network.links.iter().enumerate() {
        plan.budget.look("links", link, plan.network.links.len())?;
        for end in 0..2 {
            let (port, node) = (PortId::of_link(link, end), spec.ends[end].get());
            let may_change = plan.variable.contains(&port);
            let (queue, architecture) = match (&plan.network.nodes[node].kind, &spec.directions[end].queue) {
                (NodeKind::Switch(switch), Some(queue)) => (&**queue, &switch.architecture),
                _ if may_change => (&no_limit, &plain),
                _ => continue,
            };
            let served = Served { port, queue, architecture, feeders: feeds.feeders_at(Element::Port(port)) };
            if served.feeders.is_empty() || !(may_change || served.needs_schedule(net, plan)) {
                continue;
            }
            let memory = match architecture {
                Architecture::SharedMemory(memory) => {
                    let (number, next) =
                        memories.entry(node).or_insert_with(|| (add_memory(net, memory, ports_at[node]), 0));
                    *next += 1;
                    Some((*number, *next - 1))
                }
                _ => None,
            };
            served.add_schedule(net, plan, memory);
            if may_change {
                net.ports.scheduled(port).keep_with_clock();
            }
        }
    }
    for &fabric in plan.fabrics.values() {
        add_fabric(net, plan, fabric);
    }
    share_places(net);
    Ok(())
}

/// The queue in front of a line of a host or router, where nothing is refused.
fn unlimited() -> QueueSettings {
    QueueSettings {
        buffer: Capacity::Unlimited,
        reserved: [Cells::ZERO; Category::COUNT],
        drop: DropPolicyConfig::Tail(tail::Config::default()),
        clp1_threshold: None,
        occupancy: Occupancy::Waiting,
        scheduler: Discipline::Fifo,
        rate_rule: None,
    }
}

/// Adds the memory that the ports of a switch share.
fn add_memory(net: &mut Elements, memory: &MemorySettings, ports: usize) -> Id<SharedMemory> {
    let sharing = match memory.sharing {
        Sharing::Complete => MemorySharing::Complete,
        Sharing::Partitioned => MemorySharing::Partitioned,
        Sharing::DynamicThresholds => MemorySharing::DynamicThresholds { alpha: memory.alpha },
    };
    net.memories.push(SharedMemory::new(memory.memory.get(), sharing, ports))
}

/// A port that cells pass: its queue, its switch and its feeders decide about its scheduler.
struct Served<'n> {
    port: PortId,
    queue: &'n QueueSettings,
    architecture: &'n Architecture,
    feeders: Vec<Feeder>,
}

impl Served<'_> {
    /// Whether cells may overtake each other at a port, or others depend on the cells that wait there.
    fn needs_schedule(&self, net: &Elements, plan: &Plan<'_>) -> bool {
        let Self { port, queue, architecture, feeders } = self;
        if queue.rate_rule.is_some() || matches!(architecture, Architecture::SharedMemory(_)) {
            return true;
        }
        let is_plain = is_plain(queue) && !matches!(architecture, Architecture::Crossbar(_));
        // What one feeder sends no faster than the port does never waits.
        let never_waits = match feeders[..] {
            [Feeder::Port(feeder)] => {
                let may_change = plan.variable.contains(&feeder);
                let feeder = &net.ports[feeder];
                !feeder.is_adapter()
                    && !may_change
                    && net.ports[*port].is_always_empty(&feeder.settings().clock)
            }
            _ => false,
        };
        !is_plain && !never_waits
    }

    fn add_schedule(&self, net: &mut Elements, plan: &Plan<'_>, memory: Option<(Id<SharedMemory>, u32)>) {
        let Self { port, queue, architecture, ref feeders } = *self;
        let data = data_hops(net, port);
        let input_of = |net: &Elements, hop: HopId| {
            let feeder = feeder_of(net, hop);
            feeders.binary_search(&feeder).expect("every hop has a feeder") as u32
        };
        let is_crossbar = matches!(architecture, Architecture::Crossbar(_));
        let mut places = Vec::new();
        let mut specs = Vec::new();
        let mut contracts = Vec::new();
        for &hop in &data {
            let vc = &plan.network.vcs[net.hops[hop].circuit.vc()];
            let side = net.hops[hop].circuit.side();
            let rule_vc = vc.abr.as_ref().filter(|_| queue.rate_rule.is_some()).map(|settings| {
                let settings = &settings[side];
                let weight = f64::from(vc.weight);
                contracts.push(VcContract { mcr: settings.mcr, pcr: settings.pcr, weight });
                contracts.len() as u32 - 1
            });
            let queue = if is_crossbar { input_of(net, hop) } else { specs.len() as u32 };
            if !is_crossbar {
                specs.push(QueueSpec { category: vc.category, weight: vc.weight });
            }
            let encoding =
                vc.abr.as_ref().map_or(RateEncoding::Exact, |settings| settings[side].rate_encoding);
            let heeds_marks = rule_vc.is_some() || plan.has_ecn[net.hops[hop].circuit.vc()];
            let lane = net.hops[hop].lane;
            places.push(Place { lane, queue, category: vc.category, rule_vc, heeds_marks, encoding });
        }
        if is_crossbar {
            specs = feeders.iter().map(|_| QueueSpec { category: Category::Ubr, weight: 1 }).collect();
        }
        let discipline = if is_crossbar { Discipline::RoundRobin } else { queue.scheduler };
        let link = net.ports[port].settings().rate.get() as f64 / CELL_BITS as f64;
        let rule = queue.rate_rule.as_ref().map(|rule| (rule.build(link, &contracts), rule.name()));
        let queue_capacity = match architecture {
            Architecture::Crossbar(crossbar) => crossbar.crosspoint_buffer.cells_or_max(),
            _ => u64::MAX,
        };
        let reserved = queue.reserved.map(cellwise_units::Cells::get);
        let ruling = rule.map(|(rule, name)| Ruling::new(rule, name));
        // Where cells leave in the order in which they come, from a buffer of the port's own, departures are settled
        // on arrival.
        match ruling {
            Some(ruling) if is_plain(queue) && !is_crossbar && memory.is_none() => {
                replace(net, port, |fifo| Port::Ruled(Box::new(Ruled::new(fifo, places, ruling))));
            }
            ruling => {
                let scheduler = Scheduler::new(discipline, &specs);
                let pool = Pool::new(reserved);
                let schedule = Schedule { scheduler, places, pool, queue_capacity, memory, ruling };
                give_schedule(net, port, specs.len(), schedule);
            }
        }
    }
}

/// Whether a port has one queue for all.
fn is_plain(queue: &QueueSettings) -> bool {
    queue.scheduler == Discipline::Fifo && queue.reserved.iter().all(|cells| cells.get() == 0)
}

/// A fabric has one FIFO per service category, in strict priority.
fn add_fabric(net: &mut Elements, plan: &Plan<'_>, port: PortId) {
    let mut places = Vec::new();
    let mut specs = Vec::new();
    for hop in data_hops(net, port) {
        let vc = &plan.network.vcs[net.hops[hop].circuit.vc()];
        let (queue, encoding) = (specs.len() as u32, RateEncoding::Exact);
        let (category, rule_vc, heeds_marks) = (vc.category, None, false);
        let lane = net.hops[hop].lane;
        places.push(Place { lane, queue, category, rule_vc, heeds_marks, encoding });
        specs.push(QueueSpec { category: vc.category, weight: 1 });
    }
    let scheduler = Scheduler::new(Discipline::Priority, &specs);
    let pool = Pool::new([0; Category::COUNT]);
    let schedule = Schedule { scheduler, places, pool, queue_capacity: u64::MAX, memory: None, ruling: None };
    give_schedule(net, port, specs.len(), schedule);
}

/// Whether a flow of each virtual connection heeds explicit congestion notification.
pub(super) fn with_ecn(network: &Network) -> Vec<bool> {
    let mut found = vec![false; network.vcs.len()];
    for flow in &network.flows {
        let heeds_marks = match &flow.kind {
            FlowKind::Tcp { settings, .. } | FlowKind::Web { settings, .. } => settings.uses_ecn(),
            // Whether a mark says anything is up to each packet.
            kind => matches!(kind, FlowKind::Outside { .. }),
        };
        flow.vcs().for_each(|(vc, _)| found[vc.get()] |= heeds_marks);
    }
    found
}

/// The ends of links at each node.
fn ports_at(network: &Network) -> Vec<usize> {
    let mut counts = vec![0; network.nodes.len()];
    network.links.iter().flat_map(|link| link.ends).for_each(|node| counts[node.get()] += 1);
    counts
}

/// Makes a port one with so many queues.
fn give_schedule(net: &mut Elements, port: PortId, queues: usize, schedule: Schedule) {
    replace(net, port, |fifo| Port::Scheduled(Box::new(Scheduled::new(fifo.buffer, queues, schedule))));
}

/// Makes a FIFO port, which all of links and fabrics are at first, one of another kind.
fn replace(net: &mut Elements, port: PortId, make: impl FnOnce(Fifo) -> Port) {
    net.ports.replace_with(port, |known| match known {
        Port::Fifo(fifo) => make(fifo),
        other => unreachable!("{} has a scheduler already", other.name()),
    });
}

/// The hops of data at a port.
fn data_hops(net: &Elements, port: PortId) -> Vec<HopId> {
    let role = |hop: &HopId| net.circuits[net.hops[*hop].circuit].role;
    let lanes = &net.ports[port].buffer().lanes;
    lanes.ids().map(|lane| lanes.hop(lane)).filter(|hop| role(hop) == Role::Data).collect()
}

/// RM cells have the place of the data with which they go.
fn share_places(net: &mut Elements) {
    for hop in net.hops.ids() {
        let Hop { element, lane, data_hop, .. } = net.hops[hop];
        if let (Element::Port(port), Some(data)) = (element, data_hop) {
            net.ports[port].buffer_mut().share_place(lane, net.hops[data].lane);
        }
    }
}

fn feeder_of(net: &Elements, hop: HopId) -> Feeder {
    let circuit = &net.circuits[net.hops[hop].circuit];
    let before = circuit.first_hop.up_to(hop);
    before.fold(circuit.origin, |feeder, hop| feeder.behind(net.hops[hop].element))
}
