//! What the nodes of a network are: hosts, routers, switches.

use std::sync::Arc;

use cellwise_units::{BitRate, Cells};

use crate::schema::{Architecture, BackwardRm, Cpu, Processing};

/// The kind of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// An end system with one link, to a switch, a host or a router.
    Host(Arc<HostSettings>),
    /// The end of virtual connections for the hosts on its LANs: one ATM link, and LAN links.
    Router(RouterSettings),
    /// A switch; the queues of its ports are at the directions of its links.
    Switch(Box<SwitchSettings>),
}

/// How a host treats segments.
#[derive(Clone, Debug, PartialEq)]
pub struct HostSettings {
    /// Time from the transport's decision to send until the adapter has the frame.
    pub send_processing: Processing,
    /// Time from a frame's reassembly until the transport sees the segment.
    pub receive_processing: Processing,
    /// Packets that may wait for receive processing, the one in work included; at least 1. More are
    /// dropped. `None`: any number.
    pub receive_queue: Option<u32>,
    /// Whether sending and receiving take the same processor.
    pub cpu: Cpu,
}

/// How a router forwards packets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouterSettings {
    /// How fast the FIFO in front of the router's adapters hands packets on: a frame takes the
    /// time of its cells, headers included, at this rate; above 0.
    pub rate: BitRate,
    /// Whether the scenario calls it a switch: it has packet links alone.
    pub is_switch: bool,
}

/// The parts of a switch other than the queues of its ports.
#[derive(Clone, Debug, PartialEq)]
pub struct SwitchSettings {
    /// Where cells wait inside it.
    pub architecture: Architecture,
    /// Whether backward RM cells wait in the queues of its ports.
    pub backward_rm: BackwardRm,
    /// Whether it ends the control loops of the ABR connections that pass it and begins new ones.
    pub vs_vd: bool,
    /// Cells of a connection that may wait at its virtual source before the loop before it is asked to
    /// send less than the source may; above 0.
    pub vs_queue: Cells,
}
