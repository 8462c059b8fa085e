//! An end of a QUIC connection of quinn-proto on a port of a path.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use bytes::BytesMut;
use cellwise_path::{Ecn, Port};
use cellwise_units::Time;
use quinn_proto::{
    ClientConfig, Connection, ConnectionHandle, DatagramEvent, EcnCodepoint, Endpoint, EndpointConfig,
    ServerConfig,
};

use crate::Wire;

const IP_AND_UDP: u32 = 28;
/// Both have it: a path leads where it leads.
const ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(198, 18, 0, 1)), 443);

/// An end, and its connection once there is one.
pub struct QuicHost {
    port: Port,
    endpoint: Endpoint,
    pub connection: Option<(ConnectionHandle, Connection)>,
}

impl QuicHost {
    pub fn new(port: Port, server: Option<ServerConfig>) -> Self {
        let mut config = EndpointConfig::default();
        config.rng_seed(Some([port.index() as u8; 32]));
        let endpoint = Endpoint::new(Arc::new(config), server.map(Arc::new), true, None);
        Self { port, endpoint, connection: None }
    }

    pub fn connect(&mut self, now: Instant, client: ClientConfig, server: &str) {
        self.connection = self.endpoint.connect(now, client, ADDRESS, server).ok();
    }

    /// Has a datagram arrive.
    pub fn receive(&mut self, now: Instant, ecn: Ecn, octets: &[u8]) {
        let (ecn, mut answer) = (EcnCodepoint::from_bits(ecn.bits()), Vec::new());
        let event = self.endpoint.handle(now, ADDRESS, None, ecn, BytesMut::from(octets), &mut answer);
        match (event, &mut self.connection) {
            (Some(DatagramEvent::NewConnection(new)), _) => {
                self.connection = self.endpoint.accept(new, now, &mut answer, None).ok();
            }
            (Some(DatagramEvent::ConnectionEvent(_, event)), Some((_, connection))) => {
                connection.handle_event(event)
            }
            _ => {}
        }
    }

    /// Lets the connection do what is due, and offers what it sends; gives its next timer.
    pub fn drive(&mut self, now: Instant, at: Time, wire: &mut Wire) -> Option<Instant> {
        let (handle, connection) = self.connection.as_mut()?;
        if connection.poll_timeout().is_some_and(|timer| timer <= now) {
            connection.handle_timeout(now);
        }
        while let Some(event) = connection.poll_endpoint_events() {
            if let Some(event) = self.endpoint.handle_event(*handle, event) {
                connection.handle_event(event);
            }
        }
        while connection.poll().is_some() {}
        let mut datagram = Vec::new();
        while let Some(transmit) = connection.poll_transmit(now, 1, &mut datagram) {
            let ecn = transmit.ecn.map_or(Ecn::NotEct, |ecn| Ecn::of_bits(ecn as u8));
            wire.send(self.port, at, ecn, IP_AND_UDP, std::mem::take(&mut datagram));
        }
        connection.poll_timeout()
    }
}
