//! Taps and watches: where captures and probes of cells see what passes.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_scenario::{CapturePoint, LinkIndex, Network};

use cellwise_units::Time;

use super::host_positions;
use crate::capture::{Addresses, Capture, CellTap, PacketTap, QueuePlace, QueueTap};
use crate::circuit::Role;
use crate::data::ids::{CellTapId, PacketPortId, PortId, WatchId};
use crate::element::{Element, PacketWatch, Watch};
use crate::elements::Elements;

/// The ports at which captures or probes see packets.
pub(super) fn packet_ports_seen(network: &Network, captures: &[Capture]) -> BTreeSet<PortId> {
    let port_of = |capture: &Capture| match capture.point {
        CapturePoint::Packets((link, end)) | CapturePoint::ArrivingPackets((link, end)) => {
            Some(PortId::of_link(link.get(), end))
        }
        _ => None,
    };
    let recorded = network.records.packets.keys().map(|(link, end)| PortId::of_link(link.get(), *end));
    captures.iter().filter_map(port_of).chain(recorded).collect()
}

/// Adds the taps of all captures; gives those of ports of cells, before and behind.
pub(super) fn add_taps(
    net: &mut Elements,
    network: &Network,
    captures: Vec<Capture>,
    packet_ports: &BTreeMap<PortId, PacketPortId>,
) -> BTreeMap<PortId, [Option<CellTapId>; 2]> {
    let mut taps: BTreeMap<PortId, [Option<CellTapId>; 2]> = BTreeMap::new();
    if !captures.is_empty() {
        net.taps.addresses = Addresses::of(network);
    }
    let hosts = host_positions(network);
    let last = Time::ZERO + network.duration;
    let port_of = |link: LinkIndex, end: usize| PortId::of_link(link.get(), end);
    for capture in captures {
        let number = net.taps.cells.next_id();
        match capture.point {
            CapturePoint::Ip(node) | CapturePoint::Frames(node) => {
                let Some(host) = hosts.get(node.get()).copied().flatten() else { continue };
                let shows_frames = matches!(capture.point, CapturePoint::Frames(_));
                net.hosts[host].is_tapped = true;
                net.taps.packets.push(PacketTap::new(capture, host, shows_frames, last));
            }
            CapturePoint::Cells { link, end } => {
                let port = port_of(link, end);
                let delay = net.ports[port].settings().delay;
                taps.entry(port).or_default()[1] = Some(number);
                net.taps.cells.push(CellTap::behind(capture, delay, last));
            }
            CapturePoint::Arriving { link, end } => {
                let port = port_of(link, end);
                taps.entry(port).or_default()[0] = Some(number);
                net.ports[port].buffer_mut().log_arrivals().tap = Some(number);
                net.taps.cells.push(CellTap::before(capture, port, last));
            }
            CapturePoint::Packets((link, end)) | CapturePoint::ArrivingPackets((link, end)) => {
                let direction = &network.links[link.get()].directions[end];
                let is_before = matches!(capture.point, CapturePoint::ArrivingPackets(_));
                let place = QueuePlace {
                    port: direction.port_name.clone(),
                    framing: direction.packets.as_ref().map(|packets| packets.framing.clone()),
                    is_before,
                };
                let tap = net.taps.queues.push(QueueTap::new(capture, place, last));
                let port = packet_ports[&port_of(link, end)];
                let sights = net.packet_ports[port].sights.get_or_insert_default();
                sights.taps[usize::from(!is_before)] = Some(tap);
            }
        }
    }
    taps
}

/// Adds the watches of all ports whose cells are recorded; gives them by port.
pub(super) fn add_watches(net: &mut Elements, network: &Network) -> BTreeMap<PortId, WatchId> {
    let mut watches = BTreeMap::new();
    for ((link, end), window) in &network.records.cells {
        let (port, number) = (PortId::of_link(link.get(), *end), net.watches.next_id());
        net.ports[port].buffer_mut().log_arrivals().watch = Some(number);
        net.watches.push(Watch::new(port, *window));
        watches.insert(port, number);
    }
    watches
}

/// Adds the watches of all packet ports whose packets are recorded.
pub(super) fn add_packet_watches(
    net: &mut Elements,
    network: &Network,
    packet_ports: &BTreeMap<PortId, PacketPortId>,
) {
    for ((link, end), window) in &network.records.packets {
        let port = packet_ports[&PortId::of_link(link.get(), *end)];
        let watch = net.packet_watches.push(PacketWatch::new(port, *window));
        net.packet_ports[port].sights.get_or_insert_default().watch = Some(watch);
    }
}

/// Has every circuit whose cells pass a tap or a watch keep its frames until they can no longer be asked for.
pub(super) fn keep_frames(net: &mut Elements) {
    for circuit in &mut net.circuits {
        let shows_frames = |hop| matches!(net.hops[hop].element, Element::Tap(_) | Element::Watch(_));
        if circuit.way().any(shows_frames) && circuit.role == Role::Data {
            circuit.keep_frames();
        }
    }
}
