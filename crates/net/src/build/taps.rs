//! Taps and watches: where captures and probes of cells see what passes.

use std::collections::BTreeMap;

use cellwise_scenario::{CapturePoint, LinkIndex, Network};

use super::host_positions;
use crate::capture::{Addresses, Capture, CellTap, PacketTap};
use crate::circuit::Role;
use crate::element::Element;
use crate::element::Watch;
use crate::ids::{Id, PortId};
use crate::world::World;

/// Adds the taps of all captures; gives those of ports, before and behind.
pub(super) fn add_taps(
    world: &mut World,
    network: &Network,
    captures: Vec<Capture>,
) -> BTreeMap<PortId, [Option<Id<CellTap>>; 2]> {
    let mut taps: BTreeMap<PortId, [Option<Id<CellTap>>; 2]> = BTreeMap::new();
    if !captures.is_empty() {
        world.taps.addresses = Addresses::of(network);
    }
    let hosts = host_positions(network);
    let port_of = |link: LinkIndex, end: usize| PortId::of_link(link.get(), end);
    for capture in captures {
        let number = world.taps.cells.next_id();
        match capture.point {
            CapturePoint::Ip(node) | CapturePoint::Frames(node) => {
                let Some(host) = hosts.get(node.get()).copied().flatten() else { continue };
                let shows_frames = matches!(capture.point, CapturePoint::Frames(_));
                world.hosts[host].is_tapped = true;
                world.taps.packets.push(PacketTap::new(capture, host, shows_frames, world.end));
            }
            CapturePoint::Cells { link, end } => {
                let port = port_of(link, end);
                let delay = world.ports[port].settings().delay;
                taps.entry(port).or_default()[1] = Some(number);
                world.taps.cells.push(CellTap::behind(capture, delay, world.end));
            }
            CapturePoint::Arriving { link, end } => {
                let port = port_of(link, end);
                taps.entry(port).or_default()[0] = Some(number);
                world.ports[port].buffer_mut().log_arrivals().tap = Some(number);
                world.taps.cells.push(CellTap::before(capture, port, world.end));
            }
        }
    }
    taps
}

/// Adds the watches of all ports whose cells are recorded; gives them by port.
pub(super) fn add_watches(world: &mut World, network: &Network) -> BTreeMap<PortId, Id<Watch>> {
    let mut watches = BTreeMap::new();
    for ((link, end), window) in &network.records.cells {
        let (port, number) = (PortId::of_link(link.get(), *end), world.watches.next_id());
        world.ports[port].buffer_mut().log_arrivals().watch = Some(number);
        world.watches.push(Watch::new(port, *window));
        watches.insert(port, number);
    }
    watches
}

/// Has every circuit whose cells pass a tap or a watch keep its frames until nobody can ask for them.
pub(super) fn keep_frames(world: &mut World) {
    for circuit in &mut world.circuits {
        let shows_frames = |hop| matches!(world.hops[hop].element, Element::Tap(_) | Element::Watch(_));
        if circuit.way().any(shows_frames) && circuit.role == Role::Data {
            circuit.keep_frames();
        }
    }
}
