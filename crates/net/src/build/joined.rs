//! Joining the flows that share a connection.

use cellwise_scenario::Network;

use crate::data::halves::Halves;
use crate::data::ids::FlowId;
use crate::elements::Elements;
use crate::host::endpoint::Transport;

/// Joins the ends of the flows that share a connection.
pub(crate) fn join_flows(net: &mut Elements, network: &Network) {
    for (back, spec) in net.flows.ids().zip(&network.flows) {
        let Some(first) = spec.connection else { continue };
        let [first, back] = [FlowId::at(first.get()), back].map(|flow| net.flows[flow].ends);
        for ((host, sender), (_, receiver)) in [(first[0], back[1]), (back[0], first[1])] {
            let endpoints = &mut net.hosts[host].endpoints;
            for half in [sender, receiver] {
                endpoints[half].halves = Some(Halves { sender, receiver });
            }
            if let Transport::TcpReceiver(receiver) = &mut endpoints[receiver].transport {
                **receiver = receiver.as_ref().clone().joined();
            }
        }
    }
}
