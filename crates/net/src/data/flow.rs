//! A flow: the two end points that exchange segments, and where they are.

use crate::data::ids::{CircuitId, EndpointId, FlowId, HostId};

/// One flow of the network.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    /// The first virtual connection on its way: position in the network's list; `None` without one.
    pub(crate) vc: Option<usize>,
    /// Its differentiated services codepoint.
    pub(crate) dscp: u8,
    /// Host and end point of the source, then of the destination.
    pub(crate) ends: [(HostId, EndpointId); 2],
    /// The flow whose connection it shares, for data in the opposite direction; its own number if it shares none. So
    /// this is one number for all packets between the same addresses and ports.
    pub(crate) connection: FlowId,
    /// Octets of headers in each packet.
    pub(crate) header_bytes: u64,
    /// Octets of data in a full packet.
    pub(crate) full_payload_bytes: u64,
    /// Positions of the circuits that carry data, and the way back: those of the first virtual connection, or the
    /// only ones without one.
    pub(crate) circuits: [CircuitId; 2],
    /// Circuits that data leave a router by, and then those of the way back, each with the one that they came by;
    /// none where one circuit leads from host to host.
    pub(crate) relays: Vec<(CircuitId, CircuitId)>,
    /// How many of these are of data.
    pub(crate) forward_relays: usize,
    /// The other circuits of its data, and of the way back: around links that are down, and those of flows outside;
    /// `None` without one.
    pub(crate) others: Option<Box<[Vec<CircuitId>; 2]>>,
}

impl Flow {
    /// The circuit on which a router forwards packets of `circuit`; `None` at the flow's own hosts.
    #[inline]
    pub(crate) fn next_leg(&self, circuit: CircuitId) -> Option<CircuitId> {
        self.relays.iter().find(|(from, _)| *from == circuit).map(|(_, to)| *to)
    }

    /// The circuit on which data arrive at the destination.
    pub(crate) fn last_leg(&self) -> CircuitId {
        let last = self.relays[..self.forward_relays].last();
        last.map_or(self.circuits[0], |(_, last)| *last)
    }

    /// The circuits on which data arrive at the destination, whatever way they take.
    pub(crate) fn ends_of_data(&self) -> impl Iterator<Item = CircuitId> {
        let others = self.others.iter().flat_map(|others| &others[0]).copied();
        std::iter::once(self.last_leg()).chain(others)
    }

    /// All its circuits.
    pub(crate) fn all_circuits(&self) -> impl Iterator<Item = CircuitId> {
        let relayed = self.relays.iter().flat_map(|(from, to)| [*from, *to]);
        let others = self.others.iter().flat_map(|others| others.iter().flatten()).copied();
        self.circuits.into_iter().chain(relayed).chain(others)
    }

    /// Whether a circuit on its way carries its data.
    #[inline]
    pub(crate) fn is_forward(&self, circuit: CircuitId) -> bool {
        let of_data = &self.relays[..self.forward_relays];
        self.circuits[0] == circuit
            || of_data.iter().any(|(from, to)| *from == circuit || *to == circuit)
            || self.others.as_ref().is_some_and(|others| others[0].contains(&circuit))
    }

    /// The end point at a host that is one of the flow's two.
    #[inline]
    pub(crate) fn endpoint_at(&self, host: HostId) -> EndpointId {
        let [source, destination] = self.ends;
        if source.0 == host { source.1 } else { destination.1 }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn its_circuits_are_those_of_the_usual_way_of_its_relays_and_of_detours() {
        let [way, back, relay, relay_back, detour, detour_back] = [0, 1, 2, 3, 4, 5].map(CircuitId::new);
        let flow = Flow {
            name: "f".to_owned(),
            kind: "tcp",
            vc: None,
            dscp: 0,
            ends: [0, 1].map(|host| (HostId::new(host), EndpointId::new(0))),
            connection: FlowId::new(0),
            header_bytes: 40,
            full_payload_bytes: 1460,
            circuits: [way, back],
            relays: vec![(way, relay), (back, relay_back)],
            forward_relays: 1,
            others: Some(Box::new([vec![detour], vec![detour_back]])),
        };
        let all: BTreeSet<u32> = flow.all_circuits().map(CircuitId::number).collect();
        assert_eq!(all, BTreeSet::from([0, 1, 2, 3, 4, 5]));
        assert_eq!(flow.ends_of_data().collect::<Vec<_>>(), [relay, detour]);
        let of_data = [way, back, relay, relay_back, detour, detour_back].map(|one| flow.is_forward(one));
        assert_eq!(of_data, [true, false, true, false, true, false]);
    }
}
