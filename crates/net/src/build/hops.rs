//! Adding a circuit with its hops.

use crate::circuit::Circuit;
use crate::circuit::hop::Hop;
use crate::data::ids::CircuitId;
use crate::element::{Element, LaneId};
use crate::elements::Elements;

/// Adds a circuit and its hops.
pub(crate) fn add_hops(net: &mut Elements, mut circuit: Circuit, elements: &[Element]) -> CircuitId {
    let number = net.circuits.next_id();
    circuit.first_hop = net.hops.next_id();
    for &element in elements {
        let hop = net.hops.next_id();
        let lane = match element {
            Element::Port(port) => net.ports[port].buffer_mut().add(hop, number),
            element => net.lanes_mut(element).map_or(LaneId::NONE, |lanes| lanes.add(hop)),
        };
        net.hops.push(Hop::new(element, lane, number));
    }
    net.circuits.push(circuit)
}
