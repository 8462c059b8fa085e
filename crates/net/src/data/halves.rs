//! The halves of a connection with data both ways.

use crate::data::ids::EndpointId;

/// The end points at a host that are one end of such a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Halves {
    pub(crate) sender: EndpointId,
    pub(crate) receiver: EndpointId,
}
