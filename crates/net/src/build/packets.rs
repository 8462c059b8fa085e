//! What sends packets: the queues of packets in front of links.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_packet::line::LineConfig;
use cellwise_scenario::{Direction, Network};

use crate::data::budget::Budget;
use crate::data::error::RunError;
use crate::data::ids::{PacketPortId, PortId};
use crate::element::{LinkEnd, Marks, PacketPort};
use crate::elements::Elements;

/// Adds the packet port of every direction of a link that has one; gives them by the port of the link. What
/// happens at those of `asked` is seen, or may change, during the run.
pub(super) fn add_ports(
    net: &mut Elements,
    network: &Network,
    marks: Marks,
    may_settle: bool,
    asked: &BTreeSet<PortId>,
    budget: Budget,
) -> Result<BTreeMap<PortId, PacketPortId>, RunError> {
    // Single losses for a table or a tap are reported by ports that are asked.
    let may_settle = may_settle && network.records.losses.is_none();
    let mut added = BTreeMap::new();
    let directions = network.links.iter().flat_map(|link| &link.directions);
    let ports = net.ports.ids().zip(directions);
    let sends_packets = |(_, direction): &(PortId, &Direction)| direction.packet_queue.is_some();
    let ports: Vec<(PortId, &Direction)> = ports.filter(sends_packets).collect();
    budget.reserve(net.packet_ports.as_vec(), ports.len());
    for &(port, direction) in &ports {
        budget.look("packet ports", net.packet_ports.len(), ports.len())?;
        // A line that is ahead of the clock would have sent again packets that no end has sent yet.
        let packets = direction.packets.as_ref();
        let sends_again = packets.is_some_and(|it| matches!(it.line, LineConfig::Retransmission(_)));
        let may_settle = may_settle && !sends_again && !asked.contains(&port);
        let clock = net.ports[port].settings().clock;
        let made = PacketPort::new(&LinkEnd { network, direction, marks }, port, clock, may_settle);
        added.insert(port, net.packet_ports.push(made));
    }
    Ok(added)
}
