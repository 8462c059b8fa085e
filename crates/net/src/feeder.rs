//! A feeder: where the cells of a stream come from.

use crate::hop::Element;
use crate::ids::{Id, PortId};
use crate::line::Line;
use crate::shaper::Shaper;
use crate::uplink::Uplink;
use crate::world::World;

/// What an element gets cells from. Cells of one feeder come in order of time.
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
    /// A LAN line.
    Line(Id<Line>),
    /// A shaper.
    Shaper(Id<Shaper>),
    /// The packet queue of a host.
    Uplink(Id<Uplink>),
}

impl Feeder {
    /// What feeds the element behind `element`, which `self` feeds. Where cells pass without waiting
    /// nothing puts those of several feeders in order.
    pub(crate) fn behind(self, element: Element) -> Self {
        match element {
            Element::Port(port) => Self::Port(port),
            Element::Feedback(port) => Self::Feedback(port),
            Element::Express(_)
            | Element::Host(_)
            | Element::Noise(_)
            | Element::Policer(_)
            | Element::Tap(_)
            | Element::Watch(_)
            | Element::Exit(_) => self,
            Element::Line(line) => Self::Line(line),
            Element::Shaper(shaper) => Self::Shaper(shaper),
            Element::Uplink(uplink) => Self::Uplink(uplink),
        }
    }

    /// The name by which the stream's random ties are drawn.
    pub(crate) fn name(self, world: &World) -> String {
        let port = |port: PortId| world.ports[port].settings.name.as_str();
        match self {
            Self::Host => "host".to_owned(),
            Self::Cells => "cells".to_owned(),
            Self::Turned => "turned".to_owned(),
            Self::Port(number) => port(number).to_owned(),
            Self::Feedback(number) => format!("{} feedback", port(number)),
            Self::Line(number) => world.lines[number].name.clone(),
            Self::Shaper(number) => world.shapers[number].settings.name.clone(),
            Self::Uplink(number) => world.uplinks[number].name.clone(),
        }
    }
}
