//! A flow: the two end points that exchange segments, and where they are.

use crate::ids::{CircuitId, EndpointId, HostId};
/// One flow of the network.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    /// The virtual connection: position in the network's list.
    pub(crate) vc: usize,
    /// Host and end point of the source, then of the destination.
    pub(crate) ends: [(HostId, EndpointId); 2],
    /// Octets of headers in each packet.
    pub(crate) header_bytes: u64,
    /// Octets of data in a full packet.
    pub(crate) full_payload_bytes: u64,
    /// Positions of the circuits of the virtual connection that carry data, and the way back.
    pub(crate) circuits: [CircuitId; 2],
    /// Circuits that packets leave a router by, each with the one that they came by; none where
    /// the hosts are the ends of the virtual connection.
    pub(crate) relays: Vec<(CircuitId, CircuitId)>,
}

impl Flow {
    /// The circuit on which a router sends on what came by `circuit`; `None` at the flow's own hosts.
    #[inline]
    pub(crate) fn next_leg(&self, circuit: CircuitId) -> Option<CircuitId> {
        self.relays.iter().find(|(from, _)| *from == circuit).map(|(_, to)| *to)
    }

    /// The circuit on which data arrive at the destination.
    pub(crate) fn last_leg(&self) -> CircuitId {
        let data = self.circuits[0];
        self.next_leg(data).unwrap_or(data)
    }

    /// The end point at a host that is one of the flow's two.
    #[inline]
    pub(crate) fn endpoint_at(&self, host: HostId) -> EndpointId {
        let [source, destination] = self.ends;
        if source.0 == host { source.1 } else { destination.1 }
    }
}
