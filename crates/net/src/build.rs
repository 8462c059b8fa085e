//! From the resolved network to the world: which ports are ordering points, which are stages.
//!
//! A port with one feeder needs no ordering: its cells arrive in the order of that feeder. A port
//! with several feeders is an ordering point with one stream per feeder. A host is fed by one
//! link and needs none either, unless both directions of one of its virtual connections would
//! otherwise run through pipes alone: such a loop would run ahead of the clock without end, so
//! the host then becomes an ordering point.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_atm::aal5::Reassembler;
use cellwise_atm::drop_policy::{DropPolicyConfig, FrameGate, tail};
use cellwise_atm::loss::LossCounts;
use cellwise_engine::{RandomStream, TieSource};
use cellwise_scenario::{Direction, HostSettings, Network, NodeKind, Occupancy, Processing, TieOrder, Vc};
use cellwise_units::{BitRate, Capacity, CellClock, ClockPoint, Span, Time};

use crate::circuit::Circuit;
use crate::flows::add_flows;
use crate::hop::{Element, Gathering, Hop};
use crate::host::{Host, Processor};
use crate::merge::Merge;
use crate::names::stream_name;
use crate::port::{Port, PortSettings, before};
use crate::probes::{ProbeHandle, add_probes};
use crate::stream::Stream;
use crate::train::{ClockIndex, Train};
use crate::world::World;

/// Builds the world of a network, and the handles of its probes.
pub(crate) fn build(network: &Network) -> (World, Vec<ProbeHandle>) {
    let end = Time::ZERO + network.duration;
    let warmup_mark = before(Time::ZERO + network.warmup);
    let mut world = World::empty(warmup_mark, end, network.reference);
    add_hosts(&mut world, network);
    add_ports(&mut world, network);
    let hosts = host_positions(network);
    for vc in &network.vcs {
        add_circuits(&mut world, network, &hosts, vc);
    }
    add_streams(&mut world, network);
    add_flows(&mut world, network);
    let probes = add_probes(&mut world, network);
    for host in &mut world.hosts {
        host.prepare(warmup_mark, end);
    }
    set_gathering(&mut world);
    world.prepare();
    (world, probes)
}

/// Position among the hosts of each node, for the nodes that are hosts.
fn host_positions(network: &Network) -> Vec<Option<usize>> {
    let mut hosts = 0;
    let position = |kind: &NodeKind| {
        matches!(kind, NodeKind::Host(_)).then(|| {
            hosts += 1;
            hosts - 1
        })
    };
    network.nodes.iter().map(|node| &node.kind).map(position).collect()
}

fn add_hosts(world: &mut World, network: &Network) {
    for node in &network.nodes {
        let NodeKind::Host(settings) = &node.kind else { continue };
        let HostSettings { send_processing, receive_processing } = settings;
        let processor = |processing: &Processing, purpose| {
            let (least, most) = match processing {
                Processing::Constant(span) => (*span, *span),
                Processing::Uniform { min, max } => (*min, *max),
            };
            Processor::new(least, most, RandomStream::new(stream_name(network, &node.name, purpose)))
        };
        let send = processor(send_processing, "send processing");
        let receive = processor(receive_processing, "receive processing");
        world.hosts.push(Host::new(node.name.clone(), send, receive));
    }
}

/// Adds the ports of all links: port `2 * link + end` sends from that end of that link.
fn add_ports(world: &mut World, network: &Network) {
    let mut known: BTreeMap<BitRate, ClockIndex> = BTreeMap::new();
    for direction in network.links.iter().flat_map(|link| &link.directions) {
        let clock_index = *known.entry(direction.rate).or_insert_with(|| {
            world.clocks.push(CellClock::of(direction.rate));
            ClockIndex::try_from(world.clocks.len() - 1).expect("a scenario has few enough rates")
        });
        let clock = world.clocks[usize::from(clock_index)];
        let settings = port_settings(network, direction, clock, clock_index);
        world.ports.push(Port::new(settings));
    }
}

fn port_settings(
    network: &Network,
    direction: &Direction,
    clock: CellClock,
    clock_index: u16,
) -> PortSettings {
    let adapter = DropPolicyConfig::Tail(tail::Config::default());
    let (buffer, drop, occupancy) = match &direction.queue {
        Some(queue) => (queue.buffer, &queue.drop, queue.occupancy),
        None => (Capacity::Unlimited, &adapter, Occupancy::Waiting),
    };
    PortSettings {
        name: direction.port_name.clone(),
        rate: direction.rate,
        clock,
        clock_index,
        delay: direction.delay,
        capacity: buffer.cells_or_max(),
        policy_name: direction.queue.as_ref().map(|queue| queue.drop.name()),
        policy: drop.build(buffer),
        counts_service: occupancy == Occupancy::WithService,
        warmup: Time::ZERO + network.warmup,
        end: Time::ZERO + network.duration,
    }
}

/// Adds both directions of a virtual connection: circuits `2 * vc` and `2 * vc + 1`.
fn add_circuits(world: &mut World, network: &Network, hosts: &[Option<usize>], vc: &Vc) {
    let forward: Vec<(usize, usize)> = vc.hops.iter().map(|hop| (hop.link.get(), hop.end)).collect();
    let backward: Vec<(usize, usize)> = forward.iter().rev().map(|&(link, end)| (link, 1 - end)).collect();
    for way in [forward, backward] {
        let node_at = |&(link, end): &(usize, usize)| network.links[link].ends[end].get();
        let (&(first_link, first_end), &(last_link, last_end)) = match (way.first(), way.last()) {
            (Some(first), Some(last)) => (first, last),
            _ => continue,
        };
        let source = hosts[node_at(&(first_link, first_end))].expect("a circuit begins at a host");
        let destination = hosts[node_at(&(last_link, 1 - last_end))].expect("a circuit ends at a host");
        let circuit = world.circuits.len() as u32;
        let first_hop = world.hops.len() as u32;
        let ports = way.iter().map(|&(link, end)| Element::Port((2 * link + end) as u32));
        for element in ports.chain([Element::Host(destination as u32)]) {
            if let Element::Port(port) = element {
                world.ports[port as usize].hops_here.push(world.hops.len() as u32);
            }
            world.hops.push(Hop {
                element,
                stream: None,
                gate: FrameGate::Between,
                queued: 0,
                gathering: None,
                circuit,
                lost: LossCounts::default(),
                lost_baseline: LossCounts::default(),
            });
        }
        let reassembler = Reassembler::new(&vc.reassembly);
        world.circuits.push(Circuit::new(first_hop, way.len() as u32 + 1, vc.encapsulation, reassembler));
        world.hosts[source].sends.push(circuit);
        world.hosts[destination].receives.push(circuit);
    }
}

/// Makes ordering points where they are needed, with one stream per feeder.
fn add_streams(world: &mut World, network: &Network) {
    let mut feeders = vec![BTreeSet::new(); world.ports.len()];
    for_each_feed(world, |_, element, feeder| {
        if let Element::Port(port) = element {
            feeders[port as usize].insert(feeder);
        }
    });
    for (port, feeders) in feeders.iter().enumerate() {
        if feeders.len() > 1 || (world.reference && !feeders.is_empty()) {
            add_streams_of(world, network, Element::Port(port as u32), feeders);
        }
    }
    for host in 0..world.hosts.len() {
        if world.reference || closes_a_loop(world, host) {
            let feeder = world.hosts[host].receives.first().map(|&circuit| last_port(world, circuit));
            if let Some(feeder) = feeder {
                add_streams_of(world, network, Element::Host(host as u32), &BTreeSet::from([Some(feeder)]));
            }
        }
    }
}

/// Calls `see` with every hop, its element, and the port that feeds it (`None`: the host itself).
fn for_each_feed(world: &World, mut see: impl FnMut(usize, Element, Option<u32>)) {
    for circuit in &world.circuits {
        let mut feeder = None;
        for hop in circuit.first_hop..circuit.first_hop + circuit.hops {
            let element = world.hops[hop as usize].element;
            see(hop as usize, element, feeder);
            feeder = match element {
                Element::Port(port) => Some(port),
                Element::Host(_) => None,
            };
        }
    }
}

/// The port that sends a circuit's cells to its last host.
fn last_port(world: &World, circuit: u32) -> u32 {
    let circuit = &world.circuits[circuit as usize];
    match world.hops[(circuit.first_hop + circuit.hops - 2) as usize].element {
        Element::Port(port) => port,
        Element::Host(_) => unreachable!("only the last hop of a circuit is a host"),
    }
}

/// Whether a host sends on a virtual connection that has no ordering point in either direction;
/// of its two hosts, the one where it begins.
fn closes_a_loop(world: &World, host: usize) -> bool {
    let has_stream = |circuit: usize| {
        let circuit = &world.circuits[circuit];
        let hops = circuit.first_hop as usize..(circuit.first_hop + circuit.hops) as usize;
        world.hops[hops].iter().any(|hop| hop.stream.is_some())
    };
    let begins = world.hosts[host].sends.iter().map(|&circuit| circuit as usize).filter(|c| c % 2 == 0);
    begins.into_iter().any(|forward| !has_stream(forward) && !has_stream(forward + 1))
}

/// Makes an element an ordering point.
fn add_streams_of(world: &mut World, network: &Network, element: Element, feeders: &BTreeSet<Option<u32>>) {
    let merge = world.merges.len() as u32;
    let mut streams = Vec::new();
    let (name, turn) = match element {
        Element::Port(port) => {
            let settings = &world.ports[port as usize].settings;
            (settings.name.clone(), settings.clock.cell_time_ceiling())
        }
        Element::Host(host) => (world.hosts[host as usize].name.clone(), Span::from_ps(1)),
    };
    for (index, feeder) in feeders.iter().enumerate() {
        let feeder = feeder.map_or("host", |port| &world.ports[port as usize].settings.name);
        let purpose = format!("tie of {feeder}");
        let order = match network.tie {
            TieOrder::Random => cellwise_engine::TieOrder::Random,
            TieOrder::Rotate => cellwise_engine::TieOrder::Rotate,
            TieOrder::Fixed => cellwise_engine::TieOrder::Fixed,
        };
        let name = stream_name(network, &name, &purpose);
        let ties = TieSource::new(order, name, index as u32, feeders.len() as u32, turn);
        streams.push(Stream::new(index as u32, ties, IDLE));
    }
    world.merges.push(Merge::new(element, streams));
    let feeders: Vec<Option<u32>> = feeders.iter().copied().collect();
    let mut joins = Vec::new();
    for_each_feed(world, |hop, at, feeder| {
        if at == element {
            joins.extend(feeders.iter().position(|&known| known == feeder).map(|index| (hop, index)));
        }
    });
    for (hop, index) in joins {
        world.hops[hop].stream = Some((merge, index as u32));
    }
}

/// What stands in an empty stream.
const IDLE: Train = Train {
    first: ClockPoint::exactly(Time::ZERO),
    hop: 0,
    frame: 0,
    index: 0,
    count: 1,
    frame_cells: 1,
    clock: 0,
};

/// Finds the ordering points behind which cells of a circuit meet nothing but empty ports before
/// their host, so that they may be brought there a frame at a time.
fn set_gathering(world: &mut World) {
    if world.reference {
        return;
    }
    let mut found: Vec<Option<(u32, Gathering)>> =
        (0..world.circuits.len()).map(|circuit| gathering_of(world, circuit)).collect();
    while part_from_single_cells(world, &mut found) {}
    for (hop, gathering) in found.into_iter().flatten() {
        world.hops[hop as usize].gathering = Some(gathering);
    }
}

/// The hop at which a circuit's cells may be gathered, by the circuit alone.
fn gathering_of(world: &World, circuit: usize) -> Option<(u32, Gathering)> {
    let (first, count) = (world.circuits[circuit].first_hop, world.circuits[circuit].hops);
    let host = first + count - 1;
    if world.hops[host as usize].stream.is_some() || world.circuits[circuit].wants_single_cells() {
        return None;
    }
    let mut to_host = Span::ZERO;
    for hop in (first..host).rev() {
        let Element::Port(port) = world.hops[hop as usize].element else { break };
        let port = &world.ports[port as usize];
        to_host = to_host + port.settings.delay;
        if world.hops[hop as usize].stream.is_some() {
            let cells = Train { count: 0, ..IDLE };
            return Some((hop, Gathering { to_host, hops_to_host: host - hop, cells, last_end: Time::ZERO }));
        }
        let feeder = hop.checked_sub(1).filter(|_| hop > first).map(|hop| world.hops[hop as usize].element);
        let Some(Element::Port(feeder)) = feeder else { break };
        if !port.is_always_empty(&world.ports[feeder as usize].settings.clock) {
            break;
        }
        to_host = to_host + port.settings.clock.cell_time();
    }
    None
}

/// Gives up gathering for circuits that would share an element with cells that come one by one:
/// those would pass the end of the warm-up there before cells that are kept back. Says whether
/// there was one.
fn part_from_single_cells(world: &World, found: &mut [Option<(u32, Gathering)>]) -> bool {
    let mut single = BTreeSet::new();
    let hops_of = |circuit: usize| {
        let circuit = &world.circuits[circuit];
        circuit.first_hop..circuit.first_hop + circuit.hops
    };
    let element = |hop: u32| world.hops[hop as usize].element;
    for (circuit, gathering) in found.iter().enumerate() {
        let hops = hops_of(circuit);
        let gathered_from = gathering.as_ref().map_or(hops.end, |(at, _)| at + 1);
        single.extend((hops.start..gathered_from).map(element));
    }
    let mut changed = false;
    for (circuit, gathering) in found.iter_mut().enumerate() {
        let Some((at, _)) = gathering else { continue };
        if (*at + 1..hops_of(circuit).end).map(element).any(|element| single.contains(&element)) {
            *gathering = None;
            changed = true;
        }
    }
    changed
}
