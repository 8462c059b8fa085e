//! Lookahead: how far an ordering point may run ahead of all others.
//!
//! An event at another ordering point, or of a host's timer, cannot reach an ordering point before it
//! has passed the ports and links between. Until then an ordering point
//! may take its cells without a test of the others: conservative lookahead, after Chandy and
//! Misra 1979, with the propagation delays of the links. It runs ahead only where the time of its
//! state does not matter: at FIFO and scheduled ports, but not beyond the end of the warm-up.

use cellwise_units::{Span, Time};

use super::World;
use crate::circuit::merge::{Lookahead, Server};
use crate::data::ids::{HostId, Ids, MergeId, kind};
use crate::data::shortcut::Shortcut;
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

impl World {
    /// Finds out how far each ordering point may run ahead.
    pub(super) fn set_lookahead(&mut self) {
        let ways = self.ways();
        let has_port = self.elements.hosts.iter().map(|host| host.endpoints.iter().any(is_outside));
        let to_ports = ways.to_host.iter().zip(has_port).filter(|(_, has_port)| *has_port);
        self.to_ports = to_ports.map(|(span, _)| *span).min().unwrap_or(NEVER);
        if self.shortcuts.has(Shortcut::Runs) {
            self.set_runs();
        }
        if !self.shortcuts.has(Shortcut::Lookahead) {
            return;
        }
        for (number, merge) in self.elements.merges.ids().zip(self.elements.merges.iter_mut()) {
            let is_settled = |port| self.elements.packet_ports[port].is_settled();
            let runs_ahead = match merge.server {
                Server::Fifo(_) => true,
                // What is set may not find that it has happened.
                Server::Scheduled => !merge.own.iter().any(|&port| self.elements.ports[port].may_change()),
                Server::PacketPort(port) => is_settled(port),
                _ => false,
            };
            if runs_ahead {
                merge.lookahead = ways.lookahead_of(number);
            }
        }
    }

    fn ways(&self) -> Ways {
        let mut sender = vec![None; self.elements.circuits.len()];
        for (number, host) in self.elements.hosts.with_ids() {
            host.sends.iter().for_each(|&circuit| sender[circuit.place()] = Some(number));
        }
        let mut ways = Ways {
            direct: vec![NEVER; self.elements.merges.len()],
            to_host: vec![NEVER; self.elements.hosts.len()],
            from_host: vec![Vec::new(); self.elements.merges.len()],
        };
        for (circuit, sender) in self.elements.circuits.iter().zip(sender) {
            ways.add_circuit(self, circuit.way(), sender);
        }
        ways
    }

    /// The least time that a cell takes at an element and on the link behind it.
    pub(super) fn least_passage(&self, element: Element) -> Span {
        match element {
            Element::Port(port) if self.elements.ports[port].is_adapter() => Span::ZERO,
            Element::Port(port) if self.elements.ports[port].may_change() => {
                self.elements.ports[port].settings().delay
            }
            Element::Port(port) | Element::Express(port) => self.elements.ports[port].settings().passage(),
            Element::PacketPort(port) => self.elements.packet_ports[port].least_passage(),
            element => self.elements.stages.least_passage(element),
        }
    }

    /// Until when nothing can come from elsewhere to an ordering point that has this lookahead.
    #[inline]
    pub(super) fn horizon(&self, lookahead: Lookahead) -> Time {
        let (places, timers) = (self.calendar.first().time(), self.timers.first().time());
        let others = (places + lookahead.places).min(timers + lookahead.timers);
        let horizon = others.min(self.stop + Span::from_ps(1));
        // Everything that happens during the warm-up comes before anything behind it.
        if places.min(timers) <= self.warmup_mark { horizon.min(self.after_warmup()) } else { horizon }
    }
}

impl Ways {
    /// Adds what a circuit says, of which a host is the sender, or something that an ordering point
    /// sets off.
    fn add_circuit(&mut self, world: &World, way: Ids<kind::Hop>, mut sender: Option<HostId>) {
        let mut passage = Span::ZERO;
        for hop in way {
            let hop = &world.elements.hops[hop];
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
            passage = passage + world.least_passage(hop.element);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::build_whole;
    use crate::data::ids::PortId;
    use crate::written;

    /// A cell time at 155.52 Mbit/s and 5 us, in ps.
    const LINK_PS: u64 = 2_726_337 + 5_000_000;

    fn lookahead_of(more: &str, port: &str) -> Lookahead {
        let text = format!(
            "duration = \"10 ms\"\ntopology = {{ template = \"n-source\", sources = 2, link_delay = \"5 us\" }}\n\
             {more}\n"
        );
        let world = build_whole(&written::network(&text));
        let has_name = |place: PortId| world.elements.ports[place].name() == port;
        let merge = world.elements.merges.iter().find(|merge| match merge.server {
            Server::Fifo(place) | Server::Paced(place) => has_name(place),
            Server::Scheduled => merge.own.iter().any(|&place| has_name(place)),
            _ => false,
        });
        merge.expect("the port is an ordering point").lookahead
    }

    fn lookahead(places_ps: u64, timers_ps: u64) -> Lookahead {
        Lookahead { places: Span::from_ps(places_ps), timers: Span::from_ps(timers_ps) }
    }

    #[test]
    fn what_happens_elsewhere_takes_the_links_on_the_way() {
        // From the other trunk: over it, to a host and back; from a host's timer: over the host's link.
        assert_eq!(lookahead_of("", "sw1.trunk"), lookahead(3 * LINK_PS, LINK_PS));
        assert_eq!(lookahead_of("", "sw2.trunk"), lookahead(3 * LINK_PS, LINK_PS));
    }

    #[test]
    fn a_port_that_an_adapter_feeds_is_ahead_by_no_more_than_the_link_between() {
        let abr = "atm.category = \"abr\"\nswitch.rate_rule = { rule = \"osu\" }";
        assert_eq!(lookahead_of(abr, "sw1.trunk"), lookahead(LINK_PS, LINK_PS));
    }

    #[test]
    fn adapters_take_what_comes_in_order_with_everything_else() {
        let abr = "atm.category = \"abr\"\nswitch.rate_rule = { rule = \"osu\" }";
        assert_eq!(lookahead_of(abr, "s1.vc1"), lookahead(0, 0));
    }

    #[test]
    fn in_reference_mode_nothing_runs_ahead() {
        assert_eq!(lookahead_of("reference = true", "sw1.trunk"), lookahead(0, 0));
    }
}
