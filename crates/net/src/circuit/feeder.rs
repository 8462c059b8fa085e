//! A feeder: where the cells of a stream come from.

use crate::data::ids::{PacketPortId, PortId};
use crate::element::Element;

/// The source of an element's cells. Cells of one feeder come in order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Feeder {
    /// The host or router itself.
    Host,
    /// A host's sources of bare cells, which do not wait for its processor as frames do.
    Cells,
    /// RM cells that the host or router has turned around.
    Turned,
    /// A port or adapter.
    Port(PortId),
    /// Backward RM cells that a port's rate rule has answered.
    Feedback(PortId),
    /// A stage.
    Stage(Element),
    /// The queue of packets in front of a link.
    PacketPort(PacketPortId),
}

impl Feeder {
    /// The feeder of the element behind `element`, which `self` feeds. Where cells pass without waiting
    /// nothing puts those of several feeders in order.
    pub(crate) fn behind(self, element: Element) -> Self {
        match element {
            Element::Port(port) => Self::Port(port),
            Element::Feedback(port) => Self::Feedback(port),
            Element::PacketPort(port) => Self::PacketPort(port),
            stage if stage.feeds() == Some(true) => Self::Stage(stage),
            _ => self,
        }
    }
}
