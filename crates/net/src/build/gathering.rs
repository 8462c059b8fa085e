//! Gathering: which circuits' cells may be brought to their host a frame at a time.

use std::collections::BTreeSet;

use cellwise_units::{Span, Time};

use crate::circuit::Role;
use crate::hop::{Element, Gathering};
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
