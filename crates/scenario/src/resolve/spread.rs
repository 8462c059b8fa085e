//! The ways of real flows: those at one port of a transport outside, among which routers choose by a hash.

use super::Resolver;
use crate::network::{Flow, FlowKind, WAYS_OUTSIDE, Ways};
use crate::schema::EqualCost;

impl Resolver<'_> {
    /// Finds the ways of the flows at ports of transports outside.
    pub(super) fn spread_outside(&mut self) {
        if self.graph.router.equal_cost != EqualCost::Hash || !self.issues.0.is_empty() {
            return;
        }
        for flow in 0..self.network.flows.len() {
            self.network.flows[flow].spread = self.spread_of(flow).unwrap_or_default();
        }
    }

    /// The ways of the flows at a port; `None` if they pass anything but packet links, or are not outside.
    fn spread_of(&mut self, flow: usize) -> Option<Vec<Ways>> {
        let graph = self.graph;
        let of_flow = &self.network.flows[flow];
        let FlowKind::Outside { .. } = of_flow.kind else { return None };
        let (own, name) = (of_flow.links()?, of_flow.name.clone());
        let entry = graph.flows.get(&name)?;
        let ways = (0..WAYS_OUTSIDE).map(|number| {
            let usual = self.links_now(&hashed_as(&name, number), entry);
            Ways { usual: usual.unwrap_or_else(|| own.clone()), detours: Vec::new() }
        });
        Some(ways.collect())
    }
}

/// The name by which routers choose the way of so many-th flows outside; no flow of a scenario has such a name.
pub(super) fn hashed_as(name: &str, number: usize) -> String {
    format!("{name}#{number}")
}

impl Flow {
    /// Forgets the ways of flows outside if all are the flow's own.
    pub(super) fn keep_spread(&mut self) {
        let Some(usual) = self.links() else { return };
        if self.spread.iter().all(|ways| ways.usual == usual && ways.detours == self.detours) {
            self.spread.clear();
        }
    }
}
