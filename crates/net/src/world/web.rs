//! Web flows in the world: orders from clients to servers, and the segments of both.

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
                self.orders.take_down(flow, &mut client.orders);
                client.take_segments()
            }
            Transport::WebServer(server) => {
                if let Some(arrived) = server.take_arrived()
                    && let Some(order) = self.orders.take(flow, &arrived)
                {
                    server.on_order(now, &order);
                }
                server.take_segments()
            }
            _ => return,
        };
        self.elements.hosts[host].update_deadline(endpoint);
        self.schedule(host);
        for segment in segments.drain(..) {
            let octets = segment.segment.len + segment.segment.header_octets() as u32;
            self.send(host, endpoint, now, Packet::Web(segment), octets);
        }
        match &mut self.elements.hosts[host].endpoints[endpoint].transport {
            Transport::WebClient(client) => client.give_back(segments),
            Transport::WebServer(server) => server.give_back(segments),
            _ => {}
        }
    }
}
