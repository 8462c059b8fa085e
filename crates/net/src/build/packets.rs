//! What sends packets: the queues of packets in front of links.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_engine::RandomStream;
use cellwise_packet::discipline::{DisciplineConfig, Service};
use cellwise_packet::errors::{AnyPacketErrors, PacketErrors, PacketErrorsConfig};
use cellwise_packet::framing::Framing;
use cellwise_packet::line::{LineConfig, Link, Transmitter};
use cellwise_scenario::{Direction, Network};
use cellwise_units::BitRate;

use crate::data::budget::Budget;
use crate::data::error::RunError;
use crate::data::ids::{FlowId, PacketPortId, PortId};
use crate::data::names::stream_name;
use crate::element::{Duplicates, Late, Marks, Onward, PacketPort, PacketPortParts, Wire};
use crate::elements::Elements;

/// The longest packet that a queue in front of a line of cells allows for, in octets: RFC 2225's MTU.
// spec: rfc2225 4
const FRAME_OCTETS: u32 = 9180;

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
    let ports: Vec<PortId> = net.ports.ids().collect();
    let sends_packets =
        |direction: &&Direction| direction.packets.is_some() || direction.packet_queue.is_some();
    let count = directions.clone().filter(sends_packets).count();
    budget.reserve(net.packet_ports.as_vec(), count);
    for (port, direction) in ports.into_iter().zip(directions) {
        budget.look("packet ports", net.packet_ports.len(), count)?;
        let (onward, rate, mtu_octets) = match &direction.packets {
            Some(packets) => {
                let framing = packets.framing.build();
                let link = Link { rate: direction.rate, framing: framing.clone() };
                let (rate, octets) =
                    (packets.line.mean_rate(&link), framing.queued_octets(packets.mtu_octets));
                let stream = |purpose| RandomStream::new(stream_name(network, &direction.port_name, purpose));
                let random = [stream("line"), stream("packet errors")];
                let errors = packets.errors.as_ref().map(|errors| errors_of(network, errors));
                let late = packets
                    .jitter
                    .as_ref()
                    .map(|jitter| Late::new(jitter.build(), packets.keeps_order, stream("packet jitter")));
                let line = Transmitter::new(packets.line.build(&link), &packets.outages);
                let duplicates = Duplicates::new(packets.duplicate_ratio, stream("packet duplicates"));
                let wire = Wire::new(line, framing, direction.delay, errors, late, random)
                    .with_duplicates(duplicates);
                (Onward::Link(wire), rate, octets)
            }
            None if direction.packet_queue.is_none() => continue,
            None => (Onward::Cells(net.ports[port].settings().clock), direction.rate, FRAME_OCTETS),
        };
        // A line that is ahead of the clock would have sent again packets that no end has sent yet.
        let sends_again = direction
            .packets
            .as_ref()
            .is_some_and(|packets| matches!(packets.line, LineConfig::Retransmission(_)));
        let may_settle = may_settle && !sends_again && !asked.contains(&port);
        let made = make(network, direction, (port, onward), (rate, mtu_octets), may_settle, marks);
        added.insert(port, net.packet_ports.push(made));
    }
    Ok(added)
}

/// The errors of a direction, which know the flows of the network by their numbers.
fn errors_of(network: &Network, errors: &PacketErrorsConfig) -> AnyPacketErrors {
    let mut errors = errors.build();
    errors.number_flows(&|name| {
        let place = network.flows.iter().position(|flow| flow.name == name);
        place.map(|place| FlowId::at(place).number())
    });
    errors
}

fn make(
    network: &Network,
    direction: &Direction,
    (port, onward): (PortId, Onward),
    (rate, mtu_octets): (BitRate, u32),
    may_settle: bool,
    marks: Marks,
) -> PacketPort {
    let name = direction.port_name.clone();
    let discipline =
        direction.packet_queue.as_deref().expect("packet links have a queue, and ports without are left out");
    let drawn_as = drawn_as(discipline, &name).to_owned();
    let mut random = RandomStream::new(stream_name(network, &name, "packet queue"));
    let service = Service { rate, mtu_octets, salt: random.bits() };
    if matches!(discipline, DisciplineConfig::Uplink(_)) {
        random = RandomStream::new(stream_name(network, &drawn_as, "uplink"));
    }
    let lower = direction.lower.as_deref();
    PacketPort::new(PacketPortParts {
        name,
        drawn_as,
        port,
        onward,
        discipline,
        lower,
        service,
        may_settle,
        random,
        marks,
    })
}

/// The name by which random numbers and ties of a port are drawn: its own, but that of the host for the queue that
/// once was the host's, so that its numbers stay what they were.
fn drawn_as<'n>(discipline: &DisciplineConfig, port_name: &'n str) -> &'n str {
    match discipline {
        DisciplineConfig::Uplink(_) => port_name.strip_suffix(".nic").unwrap_or(port_name),
        _ => port_name,
    }
}
