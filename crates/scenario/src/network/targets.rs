//! What probes record quantities of.

use super::index::{FlowIndex, LinkIndex, VcIndex};
use crate::schema::Keep;

/// An output port: the link, and the end (0 or 1) that sends.
pub type Port = (LinkIndex, usize);

/// The queue of an output port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortQueue {
    /// The port.
    pub port: Port,
    /// What is kept of a sampling period; there is one if that is the most.
    pub keep: Keep,
}

/// What waits in a packet port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketBacklog {
    /// The port; packets wait at it.
    pub port: Port,
    /// The flow whose packets are meant; it passes the port in one of its directions. `None` for all packets.
    pub flow: Option<FlowIndex>,
}

/// A virtual connection in an output port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortVc {
    /// The port.
    pub port: Port,
    /// The virtual connection; it passes the port in one of its directions.
    pub vc: VcIndex,
}
