//! Outlets: adapters that need no place of their own in the calendar.
//!
//! The cells of an adapter take a known time to the next ordering point and meet nothing before it.
//! There it is enough to ask for it when it may arrive: until then, whatever changes the adapter's
//! mind has reached it.

use cellwise_units::Span;

use crate::circuit::merge::Server;
use crate::data::ids::HopId;
use crate::element::Element;
use crate::element::port::{Outlet, Outlets};
use crate::elements::Elements;
use crate::shortcut::names::{Shortcut, Shortcuts};

/// Finds the adapters that are asked for their cells, and the streams that ask.
pub(crate) fn add_outlets(net: &mut Elements, shortcuts: Shortcuts) {
    if !shortcuts.has(Shortcut::Promises) {
        return;
    }
    let plans = shortcuts.has(Shortcut::Plans);
    for port in net.ports.ids() {
        let Some(adapter) = net.ports[port].as_adapter() else { continue };
        let Some(data) = outlet_behind(net, adapter.data_hop.next(), plans) else { continue };
        let first_backward = adapter.backward.map(|circuit| net.circuits[circuit].first_hop);
        let backward = first_backward.and_then(|hop| outlet_behind(net, hop, plans));
        if first_backward.is_some() && backward.is_none() {
            continue;
        }
        // Where all cells take one way, the statement about the next one holds for both kinds.
        let is_other = |outlet: &Outlet| (outlet.merge, outlet.stream) != (data.merge, data.stream);
        let backward = backward.filter(is_other);
        for outlet in [Some(data), backward].into_iter().flatten() {
            net.merges[outlet.merge].streams[outlet.stream as usize].source = Some(port);
        }
        net.ports.adapter(port).outlets = Some(Outlets { data, backward });
    }
}

/// The first ordering point after a hop, if a port or an adapter takes the cells there and they can
/// meet nothing on the way.
fn outlet_behind(net: &Elements, mut hop: HopId, plans: bool) -> Option<Outlet> {
    let mut passage = Span::ZERO;
    loop {
        let here = &net.hops[hop];
        if let Some((merge, stream)) = here.stream {
            let may_ask = !matches!(net.merges[merge].server, Server::Host(_) | Server::Stage(_));
            let takes_plans = plans && net.merges[merge].server == Server::Scheduled;
            let outlet = Outlet { merge, stream, passage, hop, takes_plans };
            return (may_ask && !passage.is_zero()).then_some(outlet);
        }
        let (Element::Port(port) | Element::Express(port)) = here.element else { return None };
        passage = passage + net.ports[port].settings().passage();
        hop = hop.next();
    }
}
