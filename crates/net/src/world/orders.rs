//! Orders of web flows: what clients have asked for, until the request has reached the server.

use std::collections::BTreeMap;

use crate::data::ids::FlowId;
use crate::data::web_messages::{Arrived, Order};

/// What the clients of web flows have asked for and the servers do not know yet, by flow and slot.
#[derive(Clone, Debug, Default)]
pub(super) struct Orders(BTreeMap<(FlowId, u8), Order>);

impl Orders {
    /// Takes down what the client of a flow has asked for.
    pub(super) fn take_down(&mut self, flow: FlowId, orders: &mut Vec<Order>) {
        self.0.extend(orders.drain(..).map(|order| ((flow, order.slot), order)));
    }

    /// The order of which the request has arrived whole.
    pub(super) fn take(&mut self, flow: FlowId, arrived: &Arrived) -> Option<Order> {
        let key = (flow, arrived.slot);
        self.0.get(&key).is_some_and(|order| order.is_in(arrived)).then(|| self.0.remove(&key)).flatten()
    }
}
