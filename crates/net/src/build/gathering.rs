//! Gathering: which circuits' cells may be brought on a frame at a time behind their last ordering point,
//! to their host or to the next port.

use std::collections::BTreeSet;

use cellwise_units::{Span, Time};

use crate::circuit::Role;
use crate::hop::{Bunch, Element, Gathering};
use crate::stream::IDLE;
use crate::train::Train;
use crate::world::World;

/// Finds the ordering points behind which cells of a circuit meet nothing but empty ports before
/// their host, so that they may be brought there a frame at a time.
pub(super) fn set_gathering(world: &mut World) {
    if world.reference {
        return;
    }
    let mut found: Vec<Option<(u32, Gathering)>> =
        (0..world.circuits.len()).map(|circuit| gathering_of(world, circuit)).collect();
    while part_from_single_cells(world, &mut found) {}
    for (hop, gathering) in found.into_iter().flatten() {
        world.hops[hop as usize].gathering = Some(gathering);
    }
    for circuit in 0..world.circuits.len() {
        if let Some(hop) = last_before_own_way(world, circuit) {
            let cells = Train { count: 0, ..IDLE };
            world.hops[hop as usize].bunch = Some(Box::new(Bunch { cells, arrivals: Vec::new() }));
        }
    }
}

/// The last ordering point of a circuit, if it is a port behind which no other circuit passes anything
/// and cells will have to wait at the next port: it is slower.
fn last_before_own_way(world: &World, circuit: usize) -> Option<u32> {
    let this = &world.circuits[circuit];
    let host = this.last_hop();
    let hop = |hop: u32| &world.hops[hop as usize];
    let ends_at_host = matches!(hop(host).element, Element::Host(_)) && hop(host).stream.is_none();
    if this.role != Role::Data || this.wants_single_cells() || !ends_at_host {
        return None;
    }
    let last = (this.first_hop..host).rev().find(|&at| hop(at).stream.is_some())?;
    let is_own = |at: u32| match hop(at).element {
        Element::Port(port) => {
            let port = &world.ports[port as usize];
            port.hops_here.len() == 1 && port.pacer.is_none() && port.schedule.is_none()
        }
        Element::Noise(noise) => world.noises[noise as usize].hops_here.len() == 1,
        _ => false,
    };
    let (Element::Port(port), Element::Port(next)) = (hop(last).element, hop(last + 1).element) else {
        return None;
    };
    let clock_of = |port: u32| &world.ports[port as usize].settings.clock;
    let is_slower = clock_of(next).cell_time() > clock_of(port).cell_time();
    (is_slower && world.ports[port as usize].is_fifo() && (last + 1..host).all(is_own)).then_some(last)
}

/// The hop at which a circuit's cells may be gathered, by the circuit alone.
fn gathering_of(world: &World, circuit: usize) -> Option<(u32, Gathering)> {
    let (first, count) = (world.circuits[circuit].first_hop, world.circuits[circuit].hops);
    let host = first + count - 1;
    let ends_at_host = matches!(world.hops[host as usize].element, Element::Host(_));
    let may_be_gathered = matches!(world.circuits[circuit].role, Role::Data | Role::ForwardRm)
        && !world.circuits[circuit].wants_single_cells();
    if !ends_at_host || !may_be_gathered || world.hops[host as usize].stream.is_some() {
        return None;
    }
    let mut to_host = Span::ZERO;
    for hop in (first..host).rev() {
        let Element::Port(port) = world.hops[hop as usize].element else { break };
        let port = &world.ports[port as usize];
        to_host = to_host + port.settings.delay;
        if port.pacer.is_some() {
            break;
        }
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
