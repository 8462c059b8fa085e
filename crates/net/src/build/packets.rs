//! What sends packets: the lines of packet links, and the queues in front of links.

use std::collections::BTreeMap;

use cellwise_engine::RandomStream;
use cellwise_packet::discipline::{DisciplineConfig, Service};
use cellwise_scenario::{Direction, LinkKind, Network};

use crate::element::{Element, Line, Marks, Onward, PacketPort};
use crate::elements::Elements;
use crate::ids::{Id, PortId};
use crate::names::stream_name;

/// The longest packet that a queue in front of a line of cells reckons with, in octets.
const FRAME_OCTETS: u32 = 9180;

/// Adds what sends packets onto each direction of the packet links; gives it by link and end.
pub(super) fn add_links(
    net: &mut Elements,
    network: &Network,
    marks: Marks,
) -> BTreeMap<(usize, usize), Element> {
    let mut added = BTreeMap::new();
    for (number, link) in network.links.iter().enumerate().filter(|(_, link)| link.kind.is_of_packets()) {
        for (end, direction) in link.directions.iter().enumerate() {
            let line = Line::new(direction.port_name.clone(), direction.rate, direction.delay);
            let element = match &direction.packet_queue {
                None => Element::Line(net.stages.lines.push(line)),
                Some(queue) => {
                    let port = PortId::of_link(number, end);
                    let onward = Onward::Link(line);
                    Element::PacketPort(add_port(net, network, direction, queue, (port, onward), marks))
                }
            };
            added.insert((number, end), element);
        }
    }
    added
}

/// Adds the queues of packets in front of lines of cells; gives them by the port of the line.
pub(super) fn add_queues(
    net: &mut Elements,
    network: &Network,
    marks: Marks,
) -> BTreeMap<PortId, Id<PacketPort>> {
    let mut added = BTreeMap::new();
    for (number, link) in network.links.iter().enumerate().filter(|(_, link)| link.kind == LinkKind::Atm) {
        for (end, direction) in link.directions.iter().enumerate() {
            let Some(queue) = &direction.packet_queue else { continue };
            let port = PortId::of_link(number, end);
            let onward = Onward::Cells(net.ports[port].settings().clock);
            added.insert(port, add_port(net, network, direction, queue, (port, onward), marks));
        }
    }
    added
}

fn add_port(
    net: &mut Elements,
    network: &Network,
    direction: &Direction,
    queue: &DisciplineConfig,
    (port, onward): (PortId, Onward),
    marks: Marks,
) -> Id<PacketPort> {
    let name = &direction.port_name;
    let mut random = RandomStream::new(stream_name(network, name, "packet queue"));
    let service = Service { rate: direction.rate, mtu_octets: FRAME_OCTETS, salt: random.bits() };
    let discipline = (queue.name(), queue.build(&service));
    net.packet_ports.push(PacketPort::new(name.clone(), port, onward, discipline, random, marks))
}
