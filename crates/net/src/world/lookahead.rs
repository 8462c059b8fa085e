//! Lookahead: how far an ordering point may run ahead of all others.
//!
//! An event at another ordering point, or of a host's timer, cannot reach an ordering point before it
//! has passed the ports and links between. Until then an ordering point
//! may take its cells without a test of the others: conservative lookahead, after Chandy and
//! Misra 1979, with the propagation delays of the links. It runs ahead only where the time of its
//! state does not matter: at FIFO and scheduled ports, but not beyond the end of the warm-up.

use cellwise_units::{Span, Time};

use super::World;
use crate::circuit::merge::Lookahead;

impl World {
    /// Until when nothing can come from elsewhere to an ordering point that has this lookahead.
    #[inline]
    pub(super) fn horizon(&self, lookahead: Lookahead) -> Time {
        let (places, timers) = self.agenda.first_times();
        let others = (places + lookahead.places).min(timers + lookahead.timers);
        let horizon = others.min(self.period.stop + Span::from_ps(1));
        // Everything that happens during the warm-up comes before anything behind it.
        let is_warmup = self.period.is_warmup(places.min(timers));
        if is_warmup { horizon.min(self.period.after_warmup()) } else { horizon }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::build_whole;
    use crate::circuit::merge::Server;
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
