//! What a network records: quantities over time, and events one by one.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_units::{Span, Time};

use super::{Direction, FlowIndex, Leg, LinkIndex, Network, VcIndex};
use crate::probes::Quantity;
use crate::schema::Keep;

/// A quantity recorded over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Unique among probes: the quantity and its target, such as `queue sw1.trunk`.
    pub name: String,
    /// What is recorded, and where.
    pub quantity: Quantity,
    /// The sampling period, above 0; `None` records every change.
    pub every: Option<Span>,
}

/// What a probe records a quantity of.
pub(crate) trait Watched {
    /// Its name, or the names of what makes it up.
    fn name(&self, network: &Network) -> String;
}

/// An output port: the link, and the end (0 or 1) that sends.
pub type Port = (LinkIndex, usize);

impl Watched for Port {
    fn name(&self, network: &Network) -> String {
        network.links[self.0.get()].directions[self.1].port_name.clone()
    }
}

/// The queue of an output port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortQueue {
    /// The port.
    pub port: Port,
    /// What is kept of a sampling period; there is one if that is the most.
    pub keep: Keep,
}

impl Watched for PortQueue {
    fn name(&self, network: &Network) -> String {
        self.port.name(network)
    }
}

/// What waits in a packet port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketBacklog {
    /// The port; packets wait at it.
    pub port: Port,
    /// The flow whose packets are meant; it passes the port in one of its directions. `None` for all packets.
    pub flow: Option<FlowIndex>,
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

/// A virtual connection in an output port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortVc {
    /// The port.
    pub port: Port,
    /// The virtual connection; it passes the port in one of its directions.
    pub vc: VcIndex,
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

    /// Whether packets of a flow, in either direction, come to the packet port of a link.
    pub(crate) fn waits_at(&self, flow: FlowIndex, (link, end): Port) -> bool {
        self.flows[flow.get()].legs.iter().any(|leg| match leg {
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

/// The events that are recorded one by one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Records {
    /// Lost cells.
    pub losses: LostCells,
    /// The TCP flows of which segments and acknowledgments are recorded, each once.
    pub segments: BTreeSet<FlowIndex>,
    /// The flows of which the distribution of delays is recorded, each once.
    pub delays: BTreeSet<FlowIndex>,
    /// The ports at which offered cells are recorded.
    pub cells: BTreeMap<Port, Window>,
    /// The packet ports at which packets are recorded.
    pub packets: BTreeMap<Port, Window>,
}

/// Which of the cells or packets that come to a port are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Since when.
    pub from: Time,
    /// Until when, that instant not included; [`Time::NEVER`] for the end of the run.
    pub until: Time,
    /// The most of them, the first ones; at least 1.
    pub limit: u64,
}

impl Window {
    /// Whether it has an instant.
    #[must_use]
    pub fn has(&self, at: Time) -> bool {
        self.from <= at && at < self.until
    }
}

/// The lost cells that are recorded.
#[derive(Clone, Debug, PartialEq)]
pub enum LostCells {
    /// Those lost anywhere.
    Everywhere,
    /// Those lost at ports, in packet queues there, and by noise and errors behind them; perhaps none.
    Ports(BTreeSet<Port>),
}

impl LostCells {
    /// Whether there are none.
    #[must_use]
    pub fn is_none(&self) -> bool {
        matches!(self, Self::Ports(ports) if ports.is_empty())
    }
}

impl Default for LostCells {
    fn default() -> Self {
        Self::Ports(BTreeSet::new())
    }
}
