//! Cells held for the host: those that have left their last ordering point and can meet nothing on their way to the
//! host are brought there a frame at a time.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_units::{ClockPoint, Span, Time};

use super::uncounted::add_uncounted;
use crate::circuit::held::{HeldForHost, PassesUncounted, Uncounted};
use crate::circuit::hop::Hop;
use crate::circuit::{Circuit, Role};
use crate::data::ids::{CircuitId, HopId, Id, MergeId, PortId};
use crate::data::stream::IDLE;
use crate::data::train::{INSTANT, Train};
use crate::element::Element;
use crate::element::port::Port;
use crate::elements::Elements;
use crate::shortcut::names::{Shortcut, Shortcuts};

/// Finds the ordering points behind which cells of a circuit meet nothing but empty ports before
/// their host, so that they may be brought there a frame at a time.
pub(crate) fn add_holding(net: &mut Elements, shortcuts: Shortcuts) {
    if !shortcuts.has(Shortcut::HeldForHost) {
        return;
    }
    let uncounted = if shortcuts.has(Shortcut::NotedLater) { add_uncounted(net) } else { BTreeMap::new() };
    let own = with_own_streams(net);
    let mut found: Vec<Option<(HopId, HeldForHost)>> =
        net.circuits.ids().map(|circuit| holding_of(net, circuit, &own, &uncounted)).collect();
    while part_from_single_cells(net, &mut found) {}
    for (hop, held) in found.into_iter().flatten() {
        net.hops[hop].for_host = Some(Box::new(held));
    }
}

/// The hops of data at hosts that take what comes in order, of which each has a stream that it shares only with its
/// RM cells: there whole frames count as their cells would.
fn with_own_streams(net: &Elements) -> BTreeSet<HopId> {
    let mut by_stream: BTreeMap<(MergeId, u32), Vec<HopId>> = BTreeMap::new();
    for hop in net.circuits.iter().map(Circuit::last_hop) {
        if let (Element::Host(_), Some(stream)) = (net.hops[hop].element, net.hops[hop].stream) {
            by_stream.entry(stream).or_default().push(hop);
        }
    }
    let data_of = |hop: &HopId| net.hops[*hop].data_hop.unwrap_or(*hop);
    let is_own = |hops: &&Vec<HopId>| hops.iter().all(|hop| data_of(hop) == data_of(&hops[0]));
    by_stream.values().filter(is_own).map(|hops| data_of(&hops[0])).collect()
}

/// The hop at which a circuit's cells may be held, by the circuit alone; `own` are the hops
/// [with a stream of their own](with_own_streams), and `uncounted` the ports that may count data later.
fn holding_of(
    net: &Elements,
    circuit: CircuitId,
    own: &BTreeSet<HopId>,
    uncounted: &BTreeMap<PortId, Id<Uncounted>>,
) -> Option<(HopId, HeldForHost)> {
    let (first, host) = (net.circuits[circuit].first_hop, net.circuits[circuit].last_hop());
    let ends_at_host = matches!(net.hops[host].element, Element::Host(_));
    let may_be_held = matches!(net.circuits[circuit].role, Role::Data | Role::ForwardRm)
        && !net.circuits[circuit].wants_single_cells();
    let in_order = net.hops[host].stream.is_some();
    let takes_frames = !in_order || (net.circuits[circuit].role == Role::Data && own.contains(&host));
    if !ends_at_host || !may_be_held || !takes_frames {
        return None;
    }
    let (mut to_host, mut passed) = (Span::ZERO, None);
    for hop in first.up_to(host).rev() {
        let Element::Port(number) = net.hops[hop].element else { break };
        let port = &net.ports[number];
        to_host = to_host + port.settings().delay;
        if port.is_adapter() || port.may_change() {
            break;
        }
        let list = uncounted.get(&number).filter(|_| net.circuits[circuit].role == Role::Data);
        if let Some(&list) = list {
            to_host = to_host + port.settings().clock.cell_time();
            passed = Some((list, net.hops[hop].lane));
            continue;
        }
        if net.hops[hop].stream.is_some() {
            let after = port.settings().delay;
            let cells = Train { count: 0, ..IDLE };
            return Some((
                hop,
                HeldForHost {
                    to_host,
                    hops_to_host: host.number() - hop.number(),
                    cells,
                    last_end: Time::ZERO,
                    uncounted: passed.map(|(list, lane)| PassesUncounted { list, lane, after }),
                },
            ));
        }
        let feeder = first.up_to(hop).next_back().map(|before| net.hops[before].element);
        let Some(Element::Port(feeder)) = feeder else { break };
        if !port.is_always_empty(&net.ports[feeder].settings().clock) {
            break;
        }
        to_host = to_host + port.settings().clock.cell_time();
    }
    None
}

/// Gives up holding for circuits that would share an element with cells that come one by one:
/// those would pass the end of the warm-up there before cells that are kept back. Says whether
/// there was one.
fn part_from_single_cells(net: &Elements, found: &mut [Option<(HopId, HeldForHost)>]) -> bool {
    let mut single = Vec::new();
    let element = |hop: HopId| net.hops[hop].element;
    for (circuit, held) in net.circuits.iter().zip(&*found) {
        let end = circuit.last_hop().next();
        let held_from = held.as_ref().map_or(end, |(at, _)| at.next());
        single.extend(circuit.first_hop.up_to(held_from).map(element));
    }
    single.sort_unstable();
    single.dedup();
    let mut changed = false;
    for (circuit, held) in net.circuits.iter().zip(found) {
        let Some((at, cells)) = held else { continue };
        let host = circuit.last_hop();
        // A port that counts cells later counts them before others.
        let first = if cells.uncounted.is_some() { at.next().next() } else { at.next() };
        // Cells that reach a host in order pass the end of the warm-up there in order.
        let end = if net.hops[host].stream.is_some() { host } else { host.next() };
        if first.up_to(end).map(element).any(|element| single.binary_search(&element).is_ok()) {
            *held = None;
            changed = true;
        }
    }
    changed
}

impl Elements {
    /// Lets the cells that a hop holds pass the ports to their host, which are always empty; gives them as they reach it:
    /// together, with the last of them.
    #[inline(always)]
    pub(crate) fn release_held(&mut self, hop: HopId) -> Option<Train> {
        let Self { hops, ports, .. } = self;
        let held = hops[hop].for_host.as_mut().filter(|held| held.cells.count > 0)?;
        let cells = held.cells;
        held.cells.count = 0;
        let mut at = held.last_end;
        let host = HopId::new(hop.number() + held.hops_to_host);
        for behind in hop.up_to(host) {
            let Hop { element: Element::Port(port), lane, .. } = hops[behind] else { continue };
            at = match &mut ports[port] {
                port if behind == hop => at + port.settings().delay,
                Port::Fifo(fifo) => {
                    fifo.pass_empty(at, lane, cells.count, cells.ends_frame()) + fifo.buffer.settings.delay
                }
                // It counts the cells one by one.
                port => at + port.settings().passage(),
            };
        }
        Some(Train { hop: host, first: ClockPoint::exactly(at), clock: INSTANT, ..cells })
    }
}
