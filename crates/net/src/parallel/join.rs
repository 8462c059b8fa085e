//! One world of several: each element from the part that ran it.

use std::sync::atomic::Ordering;

use super::places::Places;
use crate::hop::Element;
use crate::ids::{HopId, Id, List};
use crate::merge::{Merge, Server};
use crate::world::World;

/// Makes one world, in which every element is that of the part to which its node belongs.
pub(super) fn join(mut worlds: Vec<World>, places: &Places, part_of_node: &[usize]) -> World {
    let mut whole = worlds.remove(0);
    let part_of = |element: Element| places.of_element(element).map_or(0, |node| part_of_node[node]);
    let owners: Vec<usize> = whole.merges.iter().map(|merge| part_of(element_of(merge))).collect();
    for (number, mut world) in (1..).zip(worlds) {
        let is_own = |element: Element| part_of(element) == number;
        take(&mut whole.ports, &mut world.ports, |port| is_own(Element::Port(port)));
        take(&mut whole.hosts, &mut world.hosts, |host| is_own(Element::Host(host)));
        take(&mut whole.lines, &mut world.lines, |line| is_own(Element::Line(line)));
        take(&mut whole.noises, &mut world.noises, |noise| is_own(Element::Noise(noise)));
        take(&mut whole.policers, &mut world.policers, |policer| is_own(Element::Policer(policer)));
        take(&mut whole.shapers, &mut world.shapers, |shaper| is_own(Element::Shaper(shaper)));
        take(&mut whole.uplinks, &mut world.uplinks, |uplink| is_own(Element::Uplink(uplink)));
        take(&mut whole.merges, &mut world.merges, |merge| owners[merge.place()] == number);
        let part_of_hop = |hop: HopId| part_of_node[places.hops[hop.place()]];
        take(&mut whole.hops, &mut world.hops, |hop| part_of_hop(hop) == number);
        for (circuit, other) in whole.circuits.iter_mut().zip(&mut world.circuits) {
            let (first, last) = (circuit.first_hop, circuit.last_hop());
            circuit.join_ends(other, part_of_hop(first) == number, part_of_hop(last) == number);
        }
        whole.join_counts(&mut world);
        // Its recorders are now among those that are looked at here.
        whole.owing.fetch_or(world.owing.load(Ordering::Relaxed), Ordering::Relaxed);
    }
    whole
}

/// Takes over those elements that `is_own` names by their position.
fn take<T>(whole: &mut List<T>, part: &mut List<T>, is_own: impl Fn(Id<T>) -> bool) {
    for (number, (whole, part)) in whole.ids().zip(whole.iter_mut().zip(part)) {
        if is_own(number) {
            std::mem::swap(whole, part);
        }
    }
}

/// The element that takes what comes to an ordering point, or one of them.
fn element_of(merge: &Merge) -> Element {
    match merge.server {
        Server::Fifo(port) | Server::Paced(port) => Element::Port(port),
        Server::Host(host) => Element::Host(host),
        Server::Shaper(shaper) => Element::Shaper(shaper),
        Server::Uplink(uplink) => Element::Uplink(uplink),
        Server::Scheduled => Element::Port(merge.own[0]),
    }
}
