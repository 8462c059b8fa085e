//! Web flows in the world: orders from clients to servers, and the segments of both.

use std::collections::btree_map::Entry;

use cellwise_units::Time;

use super::World;
use crate::data::ids::{EndpointId, HostId};
use crate::data::packet::Packet;
use crate::host::endpoint::Transport;

impl World {
    /// Sees to what an end of a web flow left: orders, a response to begin, segments to send.
    #[cold]
    pub(super) fn after_web(&mut self, host: HostId, endpoint: EndpointId, now: Time) {
        let end = &mut self.elements.hosts[host].endpoints[endpoint];
        let flow = end.flow;
        let mut segments = match &mut end.transport {
            Transport::WebClient(client) => {
                self.orders.extend(client.orders.drain(..).map(|order| ((flow, order.slot), order)));
                client.take_segments()
            }
            Transport::WebServer(server) => {
                // The server hears of an order once the request for it has arrived whole.
                if let Some(arrived) = server.take_arrived()
                    && let Entry::Occupied(order) = self.orders.entry((flow, arrived.slot))
                    && order.get().is_in(&arrived)
                {
                    let order = order.remove();
                    server.on_order(now, &order);
                }
                server.take_segments()
            }
            _ => return,
        };
        self.elements.hosts[host].update_deadline(endpoint);
        self.schedule(host);
        for segment in segments.drain(..) {
            self.send(host, endpoint, now, Packet::Web(segment));
        }
        match &mut self.elements.hosts[host].endpoints[endpoint].transport {
            Transport::WebClient(client) => client.give_back(segments),
            Transport::WebServer(server) => server.give_back(segments),
            _ => {}
        }
    }
}
