//! What switches need of their ports.

use super::Resolver;
use super::abr::controlled_ports;
use crate::issue::Issue;
use crate::network::{NodeIndex, NodeKind, SwitchSettings};
use crate::schema::{Architecture, Sharing};

impl Resolver<'_> {
    pub(super) fn check_switches(&mut self) {
        for index in 0..self.network.nodes.len() {
            let NodeKind::Switch(settings) = &self.network.nodes[index].kind else { continue };
            let settings = settings.clone();
            self.check_parts(NodeIndex(index), &settings);
            self.check_virtual_ends(NodeIndex(index), &settings);
        }
    }

    /// Each port's part of a partitioned memory holds a cell.
    fn check_parts(&mut self, node: NodeIndex, settings: &SwitchSettings) {
        let Architecture::SharedMemory(shared) = &settings.architecture else { return };
        let ports = self.network.links.iter().flat_map(|link| link.ends).filter(|end| *end == node).count();
        let is_small = shared.sharing == Sharing::Partitioned
            && !shared.memory.is_zero()
            && shared.memory.get() < ports as u64;
        if is_small {
            let path = self.switch_key(node, "architecture", |entry| entry.architecture.is_some());
            let rule = format!("give at least {ports} cells, one for each port of {}", self.name_of(node));
            self.issues.push(Issue::new(format!("{path}.memory"), format!("\"{}\"", shared.memory), rule));
        }
    }

    /// A virtual source takes the explicit rates of its own switch.
    fn check_virtual_ends(&mut self, node: NodeIndex, settings: &SwitchSettings) {
        if !settings.vs_vd {
            return;
        }
        let ports = self.network.vcs.iter().flat_map(controlled_ports);
        let without = ports
            .map(|(link, end)| (&self.network.links[link.get()], end))
            .filter(|(link, end)| link.ends[*end] == node)
            .map(|(link, end)| &link.directions[end])
            .find(|port| port.queue.as_ref().is_none_or(|queue| queue.rate_rule.is_none()));
        let Some(port) = without else { return };
        let rule = format!("needs a rate_rule at port {}, which ABR connections pass", port.port_name);
        let path = self.switch_key(node, "vs_vd", |entry| entry.vs_vd.is_some());
        self.issues.push(Issue::new(path, true, rule));
    }

    /// Where a key of a switch stands: at its node if that gives it, or else in `[switch]`.
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
