//! What the ends of a web flow exchange.

use cellwise_tcp::Segment;
use cellwise_units::Span;

/// One direction of a connection's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    /// From the client to the server.
    Request,
    /// From the server to the client.
    Response,
}

/// A segment of a web connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WebSegment {
    pub(crate) segment: Segment,
    pub(crate) slot: u8,
    /// Which of the slot's connections; wraps around.
    pub(crate) incarnation: u16,
    /// The half that the segment belongs to: data of it, or an acknowledgment.
    pub(crate) half: Half,
}

impl WebSegment {
    /// A number below 256 of the half of the connection, among those of the flow that are under way.
    pub(crate) fn connection(&self) -> u32 {
        let (slot, half) = (u32::from(self.slot) & 63, u32::from(self.half == Half::Response));
        slot | half << 6 | u32::from(self.incarnation & 1) << 7
    }
}

/// What a client has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) slot: u8,
    pub(crate) incarnation: u16,
    /// Octets of the connection's requests, this one included.
    pub(crate) requested: u64,
    pub(crate) response_octets: u64,
    /// From the end of the request to the start of the response.
    pub(crate) server_delay: Span,
}

/// Octets of requests that have come in on a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrived {
    pub(crate) slot: u8,
    pub(crate) incarnation: u16,
    pub(crate) octets: u64,
}

impl Order {
    /// Whether the request has arrived whole.
    pub(crate) fn is_in(&self, arrived: &Arrived) -> bool {
        (self.slot, self.incarnation) == (arrived.slot, arrived.incarnation)
            && self.requested <= arrived.octets
    }
}
