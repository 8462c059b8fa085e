//! Ways: the least times in which what happens at one place reaches another.

use cellwise_units::Span;

use super::Elements;
use crate::circuit::merge::{Lookahead, Server};
use crate::data::ids::{HostId, Ids, MergeId, kind};
use crate::element::Element;
use crate::host::endpoint::is_outside;

const NEVER: Span = Span::from_ps(u64::MAX);

/// The least times between the places where something happens.
struct Ways {
    /// From any ordering point to each, without a host between.
    direct: Vec<Span>,
    /// From anywhere to each host.
    to_host: Vec<Span>,
    /// From hosts to each ordering point: the host, and the time.
    from_host: Vec<Vec<(HostId, Span)>>,
}

impl Elements {
    /// Finds out how far each ordering point may run ahead, if any may, and how long everything takes to a port outside.
    pub(crate) fn set_lookahead(&mut self, runs_ahead: bool) {
        let ways = self.ways();
        let has_port = self.hosts.iter().map(|host| host.endpoints.iter().any(is_outside));
        let to_ports = ways.to_host.iter().zip(has_port).filter(|(_, has_port)| *has_port);
        self.outside.to_ports = to_ports.map(|(span, _)| *span).min().unwrap_or(NEVER);
        if !runs_ahead {
            return;
        }
        for (number, merge) in self.merges.ids().zip(self.merges.iter_mut()) {
            let is_settled = |port| self.packet_ports[port].is_settled();
            let may_run_ahead = match merge.server {
                Server::Fifo(_) => true,
                // What is set may not find that it has happened.
                Server::Scheduled => !merge.own.iter().any(|&port| self.ports[port].may_change()),
                Server::PacketPort(port) => is_settled(port),
                _ => false,
            };
            if may_run_ahead {
                merge.lookahead = ways.lookahead_of(number);
            }
        }
    }

    /// The least times between the places of this network.
    fn ways(&self) -> Ways {
        let mut sender = vec![None; self.circuits.len()];
        for (number, host) in self.hosts.with_ids() {
            host.sends.iter().for_each(|&circuit| sender[circuit.place()] = Some(number));
        }
        let mut ways = Ways {
            direct: vec![NEVER; self.merges.len()],
            to_host: vec![NEVER; self.hosts.len()],
            from_host: vec![Vec::new(); self.merges.len()],
        };
        for (circuit, sender) in self.circuits.iter().zip(sender) {
            ways.add_circuit(self, circuit.way(), sender);
        }
        ways
    }

    /// The least time that a cell takes at an element and on the link behind it.
    pub(crate) fn least_passage(&self, element: Element) -> Span {
        match element {
            Element::Port(port) if self.ports[port].is_adapter() => Span::ZERO,
            Element::Port(port) if self.ports[port].may_change() => self.ports[port].settings().delay,
            Element::Port(port) | Element::Express(port) => self.ports[port].settings().passage(),
            Element::PacketPort(port) => self.packet_ports[port].least_passage(),
            _ => Span::ZERO,
        }
    }
}

impl Ways {
    /// Adds what a circuit says, of which a host is the sender, or something that an ordering point
    /// sets off.
    fn add_circuit(&mut self, elements: &Elements, way: Ids<kind::Hop>, mut sender: Option<HostId>) {
        let mut passage = Span::ZERO;
        for hop in way {
            let hop = &elements.hops[hop];
            if let Some((merge, _)) = hop.stream {
                match sender.take() {
                    Some(host) => self.from_host[merge.place()].push((host, passage)),
                    None => shorten(&mut self.direct[merge.place()], passage),
                }
                passage = Span::ZERO;
            }
            if let Element::Host(host) = hop.element {
                shorten(&mut self.to_host[host.place()], passage);
            }
            passage = passage + elements.least_passage(hop.element);
        }
    }

    fn lookahead_of(&self, merge: MergeId) -> Lookahead {
        let direct = self.direct[merge.place()];
        let mut lookahead = Lookahead { places: direct, timers: direct };
        for &(host, passage) in &self.from_host[merge.place()] {
            shorten(&mut lookahead.places, self.to_host[host.place()] + passage);
            shorten(&mut lookahead.timers, passage);
        }
        lookahead
    }
}

fn shorten(span: &mut Span, other: Span) {
    *span = (*span).min(other);
}
