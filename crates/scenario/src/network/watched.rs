//! The names of the objects that probes watch, and whether there is something to watch.

use super::index::{FlowIndex, VcIndex};
use super::targets::{PacketBacklog, Port, PortQueue, PortVc};
use super::{Direction, Leg, Network};
use crate::probes::{Quantity, probes};

/// What a probe records a quantity of.
pub(crate) trait Watched {
    /// Its name, or the names of its parts.
    fn name(&self, network: &Network) -> String;
}

impl Watched for Port {
    fn name(&self, network: &Network) -> String {
        network.links[self.0.get()].directions[self.1].port_name.clone()
    }
}

impl Watched for PortQueue {
    fn name(&self, network: &Network) -> String {
        self.port.name(network)
    }
}

impl Watched for PacketBacklog {
    fn name(&self, network: &Network) -> String {
        let port = self.port.name(network);
        match self.flow {
            Some(flow) => format!("{port} {}", flow.name(network)),
            None => port,
        }
    }
}

impl Watched for PortVc {
    fn name(&self, network: &Network) -> String {
        format!("{} {}", self.port.name(network), self.vc.name(network))
    }
}

impl Watched for VcIndex {
    fn name(&self, network: &Network) -> String {
        network.vcs[self.get()].name.clone()
    }
}

impl Watched for FlowIndex {
    fn name(&self, network: &Network) -> String {
        network.flows[self.get()].name.clone()
    }
}

impl Network {
    /// Whether packets wait at a port: that of a packet link, or one with a packet queue in front of a line of cells.
    #[must_use]
    pub fn has_packet_port(&self, (link, end): Port) -> bool {
        let direction = &self.links[link.get()].directions[end];
        direction.packets.is_some() || direction.packet_queue.is_some()
    }

    /// Whether packets of a flow, in either direction, reach the packet port of a link.
    pub(crate) fn waits_at(&self, flow: FlowIndex, (link, end): Port) -> bool {
        self.flows[flow.get()].all_legs().any(|leg| match leg {
            Leg::Links(hops) => hops.iter().any(|hop| hop.link == link),
            // Frames are made at the ends of a connection.
            Leg::Vc { vc, .. } => {
                let hops = &self.vcs[vc.get()].hops;
                let first = hops.first().map(|hop| (hop.link, hop.end));
                let last = hops.last().map(|hop| (hop.link, 1 - hop.end));
                [first, last].contains(&Some((link, end)))
            }
        })
    }
}

impl Direction {
    /// Whether the discipline of its packet queue knows a probability of drops.
    pub(crate) fn has_drop_probability(&self) -> bool {
        self.packet_queue.as_ref().is_some_and(|queue| queue.has_drop_probability())
    }
}

/// Declares the names of quantities' targets.
macro_rules! names {
    (
        series { $($(#[$doc:meta])+ $key:ident: $table:ident, $find:ident -> $quantity:ident($watched:ty), $unit:literal;)+ }
        records { $($(#[$record_doc:meta])+ $record:ident: $record_table:ident, $note:ident;)+ }
    ) => {
        impl Quantity {
            /// The name of the object of the quantity.
            pub(crate) fn target(&self, network: &Network) -> String {
                match self { $(Self::$quantity(watched) => watched.name(network),)+ }
            }
        }
    };
}

probes!(names);
