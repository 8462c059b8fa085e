//! What the makers of a world look things up in.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_scenario::{Network, NodeKind};
use cellwise_units::Time;

use crate::data::budget::Budget;
use crate::data::ids::{CellTapId, HostId, PacketPortId, PortId, WatchId};
use crate::element::port::before;
use crate::element::{Element, Marks};

/// What the makers of a world look things up in.
pub(crate) struct Plan<'n> {
    pub(crate) network: &'n Network,
    pub(crate) budget: Budget,
    /// The ports of links whose lines may change.
    pub(super) variable: &'n BTreeSet<PortId>,
    /// Position among the world's hosts of each node that is a host or a router.
    pub(crate) hosts: Vec<Option<HostId>>,
    /// The fabrics of switches, by node.
    pub(super) fabrics: BTreeMap<usize, PortId>,
    /// The stages behind a link's port, in the order in which cells pass them, by port.
    pub(super) behind: BTreeMap<PortId, Vec<Element>>,
    /// The taps before and behind a link's port, by port.
    pub(super) taps: BTreeMap<PortId, [Option<CellTapId>; 2]>,
    /// The watches before a link's port, by port.
    pub(super) watches: BTreeMap<PortId, WatchId>,
    /// Whether a flow of each virtual connection heeds explicit congestion notification.
    pub(super) has_ecn: Vec<bool>,
    /// The queues of packets in front of links, by the port of the link.
    pub(crate) packet_ports: BTreeMap<PortId, PacketPortId>,
}

/// Position among the hosts of each node, for the nodes that are hosts or routers.
pub(super) fn host_positions(network: &Network) -> Vec<Option<HostId>> {
    let mut hosts = 0;
    let position = |kind: &NodeKind| {
        matches!(kind, NodeKind::Host(_) | NodeKind::Router(_)).then(|| {
            hosts += 1;
            HostId::at(hosts - 1)
        })
    };
    network.nodes.iter().map(|node| &node.kind).map(position).collect()
}

/// When what is ahead of the clock has to stop and look.
pub(super) fn marks(network: &Network) -> Marks {
    Marks::new(before(Time::ZERO + network.warmup), Time::ZERO + network.duration)
}
