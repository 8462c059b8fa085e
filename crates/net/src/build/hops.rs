//! Adding a circuit with its hops.

use cellwise_atm::aal5::{Encapsulation, Reassembler, ReassemblyConfig};

use crate::circuit::feeder::Feeder;
use crate::circuit::hop::Hop;
use crate::circuit::{Circuit, Role};
use crate::data::ids::CircuitId;
use crate::element::{Element, LaneId};
use crate::elements::Elements;

/// Adds a circuit through the given elements, which wraps packets and unwraps them like this.
pub(super) fn add_circuit(
    net: &mut Elements,
    role: Role,
    (encapsulation, reassembly): (Encapsulation, &ReassemblyConfig),
    origin: Feeder,
    elements: &[Element],
) -> CircuitId {
    let (number, first_hop) = (net.circuits.next_id(), net.hops.next_id());
    for &element in elements {
        let hop = net.hops.next_id();
        let lane = match element {
            Element::Port(port) => net.ports[port].buffer_mut().add(hop, number),
            element => net.lanes_mut(element).map_or(LaneId::NONE, |lanes| lanes.add(hop)),
        };
        net.hops.push(Hop::new(element, lane, number));
    }
    let (hops, reassembler) = (elements.len() as u32, Reassembler::new(reassembly));
    net.circuits.push(Circuit::new(first_hop, hops, role, origin, encapsulation, reassembler))
}
