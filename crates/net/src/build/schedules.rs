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
                net.ports.scheduled(port).line.may_change = true;
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
        let is_plain = is_plain(queue) && !self.is_crossbar();
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

    fn is_crossbar(&self) -> bool {
        matches!(self.architecture, Architecture::Crossbar(_))
    }

    /// The queues of the port, and the place of each connection that passes. A crossbar has a queue for each feeder.
    fn queues(&self, net: &Elements, plan: &Plan<'_>) -> Queues {
        let mut queues = Queues::default();
        for hop in data_hops(net, self.port) {
            let (circuit, lane) = (net.hops[hop].circuit, net.hops[hop].lane);
            let vc = &plan.network.vcs[circuit.vc()];
            let abr = vc.abr.as_ref().map(|settings| &settings[circuit.side()]);
            let rule_vc = abr.filter(|_| self.queue.rate_rule.is_some()).map(|settings| {
                let weight = f64::from(vc.weight);
                queues.contracts.push(VcContract { mcr: settings.mcr, pcr: settings.pcr, weight });
                queues.contracts.len() as u32 - 1
            });
            let queue = if self.is_crossbar() {
                let feeder = feeder_of(net, hop);
                self.feeders.binary_search(&feeder).expect("every hop has a feeder")
            } else {
                queues.specs.push(QueueSpec { category: vc.category, weight: vc.weight });
                queues.specs.len() - 1
            } as u32;
            let encoding = abr.map_or(RateEncoding::Exact, |settings| settings.rate_encoding);
            let heeds_marks = rule_vc.is_some() || plan.has_ecn[circuit.vc()];
            queues.places.push(Place { lane, queue, category: vc.category, rule_vc, heeds_marks, encoding });
        }
        if self.is_crossbar() {
            queues.specs = vec![QueueSpec { category: Category::Ubr, weight: 1 }; self.feeders.len()];
        }
        queues
    }

    fn add_schedule(&self, net: &mut Elements, plan: &Plan<'_>, memory: Option<(Id<SharedMemory>, u32)>) {
        let Self { port, queue, architecture, .. } = *self;
        let Queues { places, specs, contracts } = self.queues(net, plan);
        let link = net.ports[port].settings().rate.get() as f64 / CELL_BITS as f64;
        let ruling = queue.rate_rule.as_ref();
        let ruling = ruling.map(|rule| Ruling::new(rule.build(link, &contracts), rule.name()));
        // Where cells leave in the order in which they come, from a buffer of the port's own, departures are settled
        // on arrival.
        match ruling {
            Some(ruling) if is_plain(queue) && !self.is_crossbar() && memory.is_none() => {
                replace(net, port, |fifo| Port::Ruled(Box::new(Ruled::new(fifo, places, ruling))));
            }
            ruling => {
                let (discipline, queue_capacity) = match architecture {
                    Architecture::Crossbar(crossbar) => {
                        (Discipline::RoundRobin, crossbar.crosspoint_buffer.cells_or_max())
                    }
                    _ => (queue.scheduler, u64::MAX),
                };
                let scheduler = Scheduler::new(discipline, &specs);
                let pool = Pool::new(queue.reserved.map(Cells::get));
                let schedule = Schedule { scheduler, places, pool, queue_capacity, memory, ruling };
                give_schedule(net, port, specs.len(), schedule);
            }
        }
    }
}

/// What a scheduler knows of the connections that pass.
#[derive(Default)]
struct Queues {
    places: Vec<Place>,
    specs: Vec<QueueSpec>,
    /// Of those that a rate rule sees.
    contracts: Vec<VcContract>,
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
    lanes.hops().filter(|hop| role(hop) == Role::Data).collect()
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
