//! One world of several: each element from the part that ran it.

use std::sync::atomic::Ordering;

use super::places::Places;
use crate::circuit::merge::{Merge, Server};
use crate::data::ids::HopId;
use crate::element::Element;
use crate::world::World;

/// Makes one world, in which every element is that of the part to which its node belongs.
pub(super) fn join(mut worlds: Vec<World>, places: &Places, part_of_node: &[usize]) -> World {
    let mut whole = worlds.remove(0);
    let part_of = |element: Element| places.of_element(element).map_or(0, |node| part_of_node[node]);
    let owners: Vec<usize> = whole.elements.merges.iter().map(|merge| part_of(element_of(merge))).collect();
    for (number, mut world) in (1..).zip(worlds) {
        let is_own = |element: Element| part_of(element) == number;
        whole.elements.ports.take_from(&mut world.elements.ports, |port| is_own(Element::Port(port)));
        whole.elements.hosts.take_from(&mut world.elements.hosts, |host| is_own(Element::Host(host)));
        whole.elements.stages.join(&mut world.elements.stages, is_own);
        whole
            .elements
            .packet_ports
            .take_from(&mut world.elements.packet_ports, |port| is_own(Element::PacketPort(port)));
        whole.elements.merges.take_from(&mut world.elements.merges, |merge| owners[merge.place()] == number);
        let part_of_hop = |hop: HopId| part_of_node[places.hops[hop.place()]];
        whole.elements.hops.take_from(&mut world.elements.hops, |hop| part_of_hop(hop) == number);
        for (circuit, other) in whole.elements.circuits.iter_mut().zip(&mut world.elements.circuits) {
            let (first, last) = (circuit.first_hop, circuit.last_hop());
            circuit.join_ends(other, part_of_hop(first) == number, part_of_hop(last) == number);
        }
        whole.join_counts(&mut world);
        // Its recorders are now among those of this world.
        whole.outstanding.fetch_or(world.outstanding.load(Ordering::Relaxed), Ordering::Relaxed);
    }
    whole
}

/// The element that takes the cells at an ordering point, or one of them.
fn element_of(merge: &Merge) -> Element {
    match merge.server {
        Server::Fifo(port) | Server::Paced(port) => Element::Port(port),
        Server::Host(host) => Element::Host(host),
        Server::Stage(stage) => stage,
        Server::PacketPort(port) => Element::PacketPort(port),
        Server::Scheduled => Element::Port(merge.own[0]),
    }
}
