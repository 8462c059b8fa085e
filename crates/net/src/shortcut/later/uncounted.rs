//! Cells counted later: data that pass a port with a rate rule at which no cell ever waits, on the last link before a host.
//!
//! Such a port changes nothing about the cells, and no element sees its counts or those of its rule before an RM cell
//! passes, in one direction or the other. So the cells continue to the host as if the port were not there, and the port
//! counts those that have come before any element reads it.

use std::collections::BTreeMap;

use cellwise_units::Time;

use crate::circuit::held::Uncounted;
use crate::circuit::hop::Hop;
use crate::data::ids::{HopId, Id, List, MergeId, PortId, kind};
use crate::data::train::Train;
use crate::element::Element;
use crate::element::port::Port;
use crate::elements::Elements;

/// The ports that may count data later, each with the list of data that it has not counted.
pub(super) fn add_uncounted(net: &mut Elements) -> BTreeMap<PortId, Id<Uncounted>> {
    let mut lists = BTreeMap::new();
    // Where cells are marked, RM cells that are turned around say what data came before them.
    if net.ports.iter().any(Port::marks_efci) {
        return lists;
    }
    for (port, stream) in before_hosts(net) {
        let list = net.uncounted.next_id();
        net.uncounted.push(Uncounted::new(port, stream));
        net.merges[stream.0].uncounted = Some(list);
        lists.insert(port, list);
    }
    lists
}

/// The ports before hosts that may count data later, and where their cells arrive at each.
fn before_hosts(net: &Elements) -> BTreeMap<PortId, (MergeId, u32)> {
    let mut before = vec![None; net.ports.len()];
    for circuit in &net.circuits {
        let mut feeder = None;
        for hop in circuit.way() {
            let here = &net.hops[hop];
            if let Element::Port(port) = here.element {
                let stream =
                    here.stream.filter(|_| feeder.is_some_and(|feeder| passes_uncounted(net, feeder, hop)));
                let known = before[port.place()].get_or_insert(stream);
                *known = known.filter(|known| Some(*known) == stream);
            }
            feeder = Some(hop);
        }
    }
    net.ports.ids().zip(before).filter_map(|(port, stream)| Some((port, stream??))).collect()
}

/// Whether what passes the port at a hop, from that at `feeder`, is of interest only to its rate rule.
fn passes_uncounted(net: &Elements, feeder: HopId, hop: HopId) -> bool {
    let (Element::Port(feeder), Element::Port(port)) = (net.hops[feeder].element, net.hops[hop].element)
    else {
        return false;
    };
    let feeder = &net.ports[feeder];
    let sends_singly = matches!(feeder, Port::Scheduled(_) | Port::Ruled(_)) && !feeder.may_change();
    let before_host = net.hops.find(hop.next()).is_some_and(|next| matches!(next.element, Element::Host(_)));
    sends_singly && before_host && net.ports[port].may_count_later(&feeder.settings().clock)
}

impl Elements {
    /// Has a port count the cells that have passed it before an instant.
    #[inline]
    pub(crate) fn count_passed(&mut self, uncounted: Id<Uncounted>, instant: Time) {
        let uncounted = &mut self.uncounted[uncounted];
        while let Some(cell) = uncounted.next_before(instant) {
            self.ports[uncounted.port].count_passed(cell);
        }
    }

    /// Has all ports count the cells that have passed them before an instant.
    pub(crate) fn count_all_passed(&mut self, instant: Time) {
        self.uncounted.ids().for_each(|uncounted| self.count_passed(uncounted, instant));
    }

    /// Takes out the cells that wait one by one for a port that others now pass uncounted, and that may be held instead;
    /// each with when its transmission has ended where it is held. Nothing may pass them.
    pub(crate) fn take_what_waits(
        &mut self,
        uncounted: Id<Uncounted>,
        hold_until: Time,
    ) -> Vec<(Train, Time)> {
        let (merge, stream) = self.uncounted[uncounted].stream;
        let Self { merges, hops, .. } = self;
        let cells = merges[merge].take_out(stream, |cell| sent_before(hops, cell, hold_until).is_some());
        let held = cells.into_iter().filter_map(|cell| {
            let (hop, end) = sent_before(hops, &cell, hold_until)?;
            Some((Train { hop, ..cell }, end))
        });
        held.collect()
    }
}

/// The hop at which a cell could have been held that waits for a port, and when its transmission there has ended.
fn sent_before(hops: &List<Hop, kind::Hop>, cell: &Train, hold_until: Time) -> Option<(HopId, Time)> {
    let from = HopId::new(cell.hop.number() - 1);
    let held = hops[from].for_host.as_ref()?;
    let end = Time::from_ps(cell.first.at.ps() - held.uncounted?.after.get());
    (end + held.to_host <= hold_until).then_some((from, end))
}
