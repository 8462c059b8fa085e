//! A hop: one element on the way of a circuit.
//!
//! All hops of a circuit are next to each other in the world's list, so "the next element" is
//! the next entry.

use super::held::HeldForHost;
use crate::data::ids::{CircuitId, HopId, LoopId, MergeId};
use crate::element::{Element, LaneId};

/// One element on the way of a circuit, in one line of the cache.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Hop {
    pub(crate) element: Element,
    /// The circuit's number among those of the element, if that must know them; at the rate rule of a port, that
    /// of the data at the port.
    pub(crate) lane: LaneId,
    pub(crate) circuit: CircuitId,
    /// The ordering point and the stream in which cells wait for their turn at the element; `None`
    /// where the element is evaluated in place.
    pub(crate) stream: Option<(MergeId, u32)>,
    /// The hop of the data with which RM cells pass the element; `None` for data.
    pub(crate) data_hop: Option<HopId>,
    /// The control loop that ends at the element.
    pub(crate) ends_loop: Option<LoopId>,
    /// At an ordering point: the cells of a frame on their way to the host, if nothing on that way
    /// can make them wait. Boxed, as most hops have none.
    pub(crate) for_host: Option<Box<HeldForHost>>,
}

impl Hop {
    /// A hop of a circuit at an element, before streams are known.
    pub(crate) fn new(element: Element, lane: LaneId, circuit: CircuitId) -> Self {
        let (stream, data_hop, ends_loop, for_host) = (None, None, None, None);
        Self { element, lane, stream, data_hop, ends_loop, for_host, circuit }
    }
}

const _: () = assert!(size_of::<Hop>() == 64);
