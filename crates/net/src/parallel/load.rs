//! What a run has to do where, before it is done: an estimate to divide a network by.

use cellwise_scenario::Network;
use cellwise_units::CELL_BITS;

use super::places::Places;
use crate::data::ids::PortId;
use crate::elements::Elements;

/// Cells per second at most, if connections share ports evenly.
pub(super) struct Load {
    /// That a node handles: by node.
    pub(super) of_nodes: Vec<f64>,
    /// On a link, both directions together: by link.
    pub(super) of_links: Vec<f64>,
}

impl Load {
    pub(super) fn of(network: &Network, net: &Elements, places: &Places) -> Self {
        let mut load =
            Self { of_nodes: vec![0.0; network.nodes.len()], of_links: vec![0.0; network.links.len()] };
        for circuit in &net.circuits {
            let hops = circuit.way();
            let ports = hops.clone().filter_map(|hop| net.hops[hop].element.port());
            let cells_per_s = ports.clone().map(|port| share_of(net, port)).fold(f64::INFINITY, f64::min);
            if !cells_per_s.is_finite() {
                continue;
            }
            for port in ports {
                if let Some(link) = load.of_links.get_mut(port.link()) {
                    *link += cells_per_s;
                }
            }
            for hop in hops {
                if let Some(node) = load.of_nodes.get_mut(places.hops[hop.place()]) {
                    *node += cells_per_s;
                }
            }
        }
        load
    }
}

/// An even share of a port, in cells per second.
fn share_of(net: &Elements, port: PortId) -> f64 {
    let port = &net.ports[port];
    port.settings().rate.get() as f64 / CELL_BITS as f64 / port.buffer().lanes.hops().len().max(1) as f64
}
