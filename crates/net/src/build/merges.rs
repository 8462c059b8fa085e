//! Ordering points: where the cells of several streams are taken in order of time.
//!
//! A FIFO port with one feeder needs no ordering: its cells arrive in the order of that feeder. A
//! port with several feeders is an ordering point with one stream per feeder, and so is every
//! scheduled port, with the answers of its rate rule, and every adapter. A host is fed by one link
//! and needs none either, unless both directions of one of its virtual connections would otherwise
//! run through pipes alone: such a loop would run ahead of the clock without end. A router, and a
//! host with a sender that waits for room in its adapter, take what comes in order of time.

use std::collections::BTreeMap;

use cellwise_engine::TieSource;
use cellwise_scenario::TieOrder;
use cellwise_units::Span;

use super::feeds::{Feed, Feeds};
use super::plan::Plan;
use crate::circuit::Role;
use crate::circuit::merge::{Merge, Server};
use crate::data::error::RunError;
use crate::data::ids::{CircuitId, HostId, Id, PortId};
use crate::data::names::stream_name;
use crate::data::stream::Stream;
use crate::element::Element;
use crate::element::port::Port;
use crate::elements::Elements;
use crate::host::endpoint::are_outside;
use cellwise_atm::sharing::SharedMemory;

/// What ordering points are added to.
struct Merges<'b, 'n> {
    net: &'b mut Elements,
    plan: &'b Plan<'n>,
    feeds: &'b Feeds,
}

/// Makes ordering points where they are needed, with one stream per feeder.
pub(super) fn add_merges(net: &mut Elements, plan: &Plan<'_>, feeds: &Feeds) -> Result<(), RunError> {
    let mut merges = Merges { net, plan, feeds };
    merges.add_at_ports()?;
    for stage in merges.net.stages.elements() {
        if feeds.count_at(stage) > 1 {
            merges.add(Server::Stage(stage), &[stage], Vec::new());
        }
    }
    for port in merges.net.packet_ports.ids() {
        let (element, made) = (Element::PacketPort(port), &merges.net.packet_ports[port]);
        let own = if made.is_settled() { Vec::new() } else { vec![made.port] };
        let count = feeds.count_at(element);
        if count > 1 || (count > 0 && !own.is_empty()) {
            merges.add(Server::PacketPort(port), &[element], own);
        }
    }
    merges.add_at_hosts()
}

impl Merges<'_, '_> {
    fn add_at_ports(&mut self) -> Result<(), RunError> {
        let mut memories: BTreeMap<Id<SharedMemory>, Vec<PortId>> = BTreeMap::new();
        for port in self.net.ports.ids() {
            self.plan.budget.look("ports", port.place(), self.net.ports.len())?;
            let element = Element::Port(port);
            let count = self.feeds.count_at(element);
            match &self.net.ports[port] {
                Port::Adapter(_) => self.add(Server::Paced(port), &[element], vec![port]),
                Port::Ruled(_) => self.add_scheduled(&[port]),
                Port::Scheduled(scheduled) => match scheduled.memory() {
                    Some(memory) => memories.entry(memory).or_default().push(port),
                    None => self.add_scheduled(&[port]),
                },
                Port::Fifo(_) if count > 1 || (self.plan.network.reference && count > 0) => {
                    self.add(Server::Fifo(port), &[element], Vec::new());
                }
                Port::Fifo(_) => {}
            }
        }
        memories.values().for_each(|ports| self.add_scheduled(ports));
        Ok(())
    }

    fn add_at_hosts(&mut self) -> Result<(), RunError> {
        for host in self.net.hosts.ids() {
            self.plan.budget.look("hosts", host.place(), self.net.hosts.len())?;
            let element = Element::Host(host);
            let count = self.feeds.count_at(element);
            let needed = self.plan.network.reference
                || count > 1
                || self.net.hosts[host].in_order
                || closes_a_loop(self.net, self.plan, host);
            if needed && count > 0 {
                self.add(Server::Host(host), &[element], Vec::new());
            }
            self.net.hosts[host].in_order |= count > 1;
        }
        Ok(())
    }

    /// Ports whose state decides about each other's cells are one ordering point.
    fn add_scheduled(&mut self, ports: &[PortId]) {
        let elements = ports.iter().flat_map(|&port| [Element::Port(port), Element::Feedback(port)]);
        self.add(Server::Scheduled, &elements.collect::<Vec<_>>(), ports.to_vec());
    }

    fn add(&mut self, server: Server, elements: &[Element], own: Vec<PortId>) {
        let Self { net, plan, feeds } = self;
        let merge = net.merges.next_id();
        let mut streams = Vec::new();
        for &element in elements {
            let (count, mut before) = (feeds.count_at(element), None);
            streams.reserve_exact(count);
            for (index, hops) in (0..).zip(feeds.each_at(element)) {
                let (slot, feed) = (streams.len() as u32, hops[0].feed);
                for fed in hops {
                    net.hops[fed.hop].stream = Some((merge, slot));
                }
                let is_first = before.replace(feed.0) != Some(feed.0);
                let name = feed_name(net, feed, is_first);
                let ties = ties_of(net, plan, element, &name, [index, count as u32]);
                let passes_on = matches!(element, Element::Host(_) | Element::Feedback(_));
                streams.push(Stream::new(slot, ties, passes_on));
            }
        }
        for (slot, &place) in (streams.len() as u32..).zip(&own) {
            match server {
                Server::PacketPort(port) => net.packet_ports[port].slot = slot,
                _ => net.ports[place].set_slot(slot),
            }
        }
        net.merges.push(Merge::new(server, streams, own));
    }
}

/// The name by which a feed's random ties are drawn: that of its feeder, if it is the first of those.
fn feed_name(net: &Elements, (feeder, passage): Feed, is_first: bool) -> String {
    let name = net.feeder_name(feeder);
    if is_first { name } else { format!("{name} after {passage}") }
}

/// What decides about simultaneous cells of a feed, by its number and how many feeds the element has.
fn ties_of(net: &Elements, plan: &Plan<'_>, element: Element, feed: &str, nth: [u32; 2]) -> TieSource {
    let (name, turn) = match element {
        Element::Host(host) => (net.hosts[host].name.clone(), Span::from_ps(1)),
        Element::Port(port) | Element::Feedback(port) | Element::Express(port) => {
            let settings = net.ports[port].settings();
            (settings.name.clone(), settings.clock.cell_time_ceiling())
        }
        Element::PacketPort(port) => (net.packet_ports[port].drawn_as.clone(), Span::from_ps(1)),
        Element::Tap(_) | Element::Watch(_) | Element::Exit(_) => unreachable!("{element:?} has one feeder"),
        stage => (net.stages.name(stage).to_owned(), Span::from_ps(1)),
    };
    let order = match plan.network.tie {
        TieOrder::Random => cellwise_engine::TieOrder::Random,
        TieOrder::Rotate => cellwise_engine::TieOrder::Rotate,
        TieOrder::Fixed => cellwise_engine::TieOrder::Fixed,
    };
    let purpose = format!("tie of {feed}");
    TieSource::new(order, stream_name(plan.network, &name, &purpose), nth[0], nth[1], turn)
}

/// Whether a host sends on a virtual connection, or over packet links, without an ordering point in either direction;
/// of the two hosts, the one where the connection, or the flow, begins.
fn closes_a_loop(net: &Elements, plan: &Plan<'_>, host: HostId) -> bool {
    // The packets of such a host come back from outside, if they do, in the order of time.
    if are_outside(&net.hosts[host].endpoints) {
        return false;
    }
    let has_stream =
        |circuit: CircuitId| net.circuits[circuit].way().any(|hop| net.hops[hop].stream.is_some());
    let is_forward = |circuit: &CircuitId| circuit.side() == 0 && circuit.vc() < plan.network.vcs.len();
    let sends = net.hosts[host].sends.iter().copied();
    let mut connections =
        sends.filter(is_forward).filter(|&circuit| net.circuits[circuit].role == Role::Data);
    let flows = net.hosts[host].endpoints.iter().map(|endpoint| &net.flows[endpoint.flow]);
    let mut over_links = flows.filter(|flow| flow.vc.is_none() && flow.ends[0].0 == host);
    connections.any(|forward| !has_stream(forward) && !has_stream(forward.opposite()))
        || over_links.any(|flow| !flow.circuits.into_iter().any(has_stream))
}
