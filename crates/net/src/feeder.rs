//! A feeder: where the cells of a stream come from.

use crate::hop::Element;
use crate::world::World;

/// What an element gets cells from. Cells of one feeder come in order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Feeder {
    /// The host or router itself.
    Host,
    /// RM cells that the host or router has turned around.
    Turned,
    /// A port or adapter.
    Port(u32),
    /// Backward RM cells that a port's rate rule has answered.
    Feedback(u32),
    /// Backward RM cells that have passed a port without waiting.
    Express(u32),
    /// A LAN line.
    Line(u32),
}

impl Feeder {
    /// What feeds the element behind `element`; at a host nothing goes on.
    pub(crate) fn behind(element: Element) -> Self {
        match element {
            Element::Port(port) => Self::Port(port),
            Element::Feedback(port) => Self::Feedback(port),
            Element::Express(port) => Self::Express(port),
            Element::Line(line) => Self::Line(line),
            Element::Host(_) => Self::Host,
        }
    }

    /// The name by which the stream's random ties are drawn.
    pub(crate) fn name(self, world: &World) -> String {
        let port = |port: u32| world.ports[port as usize].settings.name.as_str();
        match self {
            Self::Host => "host".to_owned(),
            Self::Turned => "turned".to_owned(),
            Self::Port(number) => port(number).to_owned(),
            Self::Feedback(number) => format!("{} feedback", port(number)),
            Self::Express(number) => format!("{} express", port(number)),
            Self::Line(number) => world.lines[number as usize].name.clone(),
        }
    }
}
