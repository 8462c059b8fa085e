//! What switches need of their ports.

use std::collections::BTreeMap;

use super::Resolver;
use super::abr::controlled_ports;
use crate::issue::Issue;
use crate::network::{NodeIndex, NodeKind, SwitchSettings};
use crate::schema::{Architecture, Sharing};

impl Resolver<'_> {
    pub(super) fn check_switches(&mut self) {
        let mut ports_at = vec![0; self.network.nodes.len()];
        for end in self.network.links.iter().flat_map(|link| link.ends) {
            ports_at[end.get()] += 1;
        }
        let uncontrolled = self.uncontrolled_ports();
        for (index, ports) in ports_at.into_iter().enumerate() {
            let NodeKind::Switch(settings) = &self.network.nodes[index].kind else { continue };
            let settings = settings.clone();
            self.check_parts(NodeIndex(index), &settings, ports);
            if let Some(port) = uncontrolled.get(&NodeIndex(index)).filter(|_| settings.vs_vd) {
                self.report_virtual_ends(NodeIndex(index), port);
            }
        }
    }

    /// Each port's part of a partitioned memory holds a cell.
    fn check_parts(&mut self, node: NodeIndex, settings: &SwitchSettings, ports: u64) {
        let Architecture::SharedMemory(shared) = &settings.architecture else { return };
        let is_small =
            shared.sharing == Sharing::Partitioned && !shared.memory.is_zero() && shared.memory.get() < ports;
        if is_small {
            let path = self.switch_key(node, "architecture", |entry| entry.architecture.is_some());
            let rule = format!("give at least {ports} cells, one for each port of {}", self.name_of(node));
            self.issues.push(Issue::new(format!("{path}.memory"), format!("\"{}\"", shared.memory), rule));
        }
    }

    /// The first port of each node that ABR connections pass without a rate rule.
    fn uncontrolled_ports(&self) -> BTreeMap<NodeIndex, String> {
        let mut found = BTreeMap::new();
        for (link, end) in self.network.vcs.iter().flat_map(controlled_ports) {
            let link = &self.network.links[link.get()];
            let port = &link.directions[end];
            if port.queue.as_ref().is_none_or(|queue| queue.rate_rule.is_none()) {
                found.entry(link.ends[end]).or_insert_with(|| port.port_name.clone());
            }
        }
        found
    }

    /// A virtual source takes the explicit rates of its own switch.
    fn report_virtual_ends(&mut self, node: NodeIndex, port: &str) {
        let rule = format!("needs a rate_rule at port {port}, which ABR connections pass");
        let path = self.switch_key(node, "vs_vd", |entry| entry.vs_vd.is_some());
        self.issues.push(Issue::new(path, true, rule));
    }

    /// The place of a key of a switch: at its node if that gives it, or else in `[switch]`.
    fn switch_key(
        &self,
        node: NodeIndex,
        key: &str,
        is_given: impl Fn(&crate::schema::NodeEntry) -> bool,
    ) -> String {
        let name = self.name_of(node);
        match self.graph.nodes.get(name) {
            Some(entry) if is_given(entry) => format!("nodes.{name}.{key}"),
            _ => format!("switch.{key}"),
        }
    }

    fn name_of(&self, node: NodeIndex) -> &str {
        &self.network.nodes[node.get()].name
    }
}
