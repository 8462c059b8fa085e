//! A flow: the two end points that exchange segments, and where they are.

/// One flow of the network.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    /// The virtual connection: position in the network's list.
    pub(crate) vc: usize,
    /// Host and end point of the source, then of the destination.
    pub(crate) ends: [(usize, usize); 2],
    /// Octets of headers in each packet.
    pub(crate) header_bytes: u64,
    /// Octets of data in a full packet.
    pub(crate) full_payload_bytes: u64,
    /// Positions of the circuits that carry data, and the way back.
    pub(crate) circuits: [usize; 2],
}

impl Flow {
    /// The end point at a host that is one of the flow's two.
    #[inline]
    pub(crate) fn endpoint_at(&self, host: usize) -> usize {
        let [source, destination] = self.ends;
        if source.0 == host { source.1 } else { destination.1 }
    }
}
