//! Hosts and switches.

use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_units::Capacity;

use super::sections;
use super::{Issues, Resolver};
use crate::issue::Issue;
use crate::network::{HostSettings, Node, NodeIndex, NodeKind, QueueSettings};
use crate::schema::{NodeEntry, NodeRole, SwitchDefaults};

impl<'s> Resolver<'s> {
    pub(super) fn nodes(&mut self) {
        let graph = self.graph;
        if graph.nodes.is_empty() {
            let rule = "has no network; give a [topology], or [nodes], [links] and [vcs]";
            self.issues.push(Issue::absent("", rule));
        }
        for (name, entry) in &graph.nodes {
            let path = format!("nodes.{name}");
            self.check_name(&path, name);
            if entry.kind.is_none() {
                let kinds = "\"host\" or \"switch\"";
                self.missing(&format!("{path}.kind"), kinds, name, graph.nodes.keys());
            }
            self.check_keys_fit(entry, &path);
            let kind = match entry.kind {
                Some(NodeRole::Switch) => {
                    self.check_queue_keys(entry, &path);
                    NodeKind::Switch
                }
                Some(NodeRole::Host) | None => NodeKind::Host(self.host_settings(entry, &path)),
            };
            self.nodes.insert(name, (NodeIndex(self.network.nodes.len()), entry.kind));
            self.network.nodes.push(Node { name: name.clone(), kind });
        }
    }

    fn host_settings(&mut self, entry: &NodeEntry, path: &str) -> HostSettings {
        let defaults = &self.graph.host;
        for (given, key) in
            [(entry.send_processing, "send_processing"), (entry.receive_processing, "receive_processing")]
        {
            if let Some(given) = given {
                sections::processing(given, &format!("{path}.{key}"), &mut self.issues);
            }
        }
        HostSettings {
            send_processing: entry.send_processing.unwrap_or(defaults.send_processing),
            receive_processing: entry.receive_processing.unwrap_or(defaults.receive_processing),
        }
    }

    /// Keys of a switch on a host, or the other way round.
    fn check_keys_fit(&mut self, entry: &NodeEntry, path: &str) {
        let of_switch = [
            ("buffer", entry.buffer.is_some()),
            ("drop", entry.drop.is_some()),
            ("occupancy", entry.occupancy.is_some()),
            ("ports", entry.ports.is_some()),
        ];
        let of_host = [
            ("send_processing", entry.send_processing.is_some()),
            ("receive_processing", entry.receive_processing.is_some()),
        ];
        let (strange, rule) = match entry.kind {
            Some(NodeRole::Host) => (of_switch.as_slice(), "is a key of switches, and this is a host"),
            Some(NodeRole::Switch) => (of_host.as_slice(), "is a key of hosts, and this is a switch"),
            None => return,
        };
        for (key, _) in strange.iter().filter(|(_, given)| *given) {
            self.issues.push(Issue::unknown_key(format!("{path}.{key}"), rule));
        }
    }

    /// The queues that a switch and its ports describe.
    fn check_queue_keys(&mut self, entry: &NodeEntry, path: &str) {
        let (buffer, drop) = (entry.buffer, entry.drop.as_ref());
        let of_node = queue(&self.graph.switch, Some(entry), None);
        check_queue(&of_node, buffer, drop, path, &mut self.issues);
        for (link, port) in entry.ports.iter().flatten() {
            let path = format!("{path}.ports.{link}");
            let of_port = queue(&self.graph.switch, Some(entry), Some(link));
            check_queue(&of_port, port.buffer, port.drop.as_ref(), &path, &mut self.issues);
        }
    }
}

/// The queue of a switch's port: the port's own keys, else the node's, else the defaults.
pub(super) fn queue(
    defaults: &SwitchDefaults,
    node: Option<&NodeEntry>,
    link: Option<&str>,
) -> QueueSettings {
    let port = node.zip(link).and_then(|(node, link)| node.ports.as_ref()?.get(link));
    let buffer = port.and_then(|port| port.buffer).or(node.and_then(|node| node.buffer));
    let drop = port.and_then(|port| port.drop.as_ref()).or(node.and_then(|node| node.drop.as_ref()));
    let occupancy = port.and_then(|port| port.occupancy).or(node.and_then(|node| node.occupancy));
    QueueSettings {
        buffer: buffer.unwrap_or(defaults.buffer),
        drop: drop.unwrap_or(&defaults.drop).clone(),
        occupancy: occupancy.unwrap_or(defaults.occupancy),
    }
}

/// Checks a queue of which some keys were given at `path`; the rest was checked where it stands.
fn check_queue(
    queue: &QueueSettings,
    given_buffer: Option<Capacity>,
    given_drop: Option<&DropPolicyConfig>,
    path: &str,
    issues: &mut Issues,
) {
    if let Some(given) = given_buffer {
        sections::buffer(given, &format!("{path}.buffer"), issues);
    }
    if given_buffer.is_none() && given_drop.is_none() {
        return;
    }
    for found in queue.drop.check(queue.buffer) {
        issues.push(match given_drop {
            Some(_) => Issue::new(format!("{path}.drop.{}", found.field), found.value, found.rule),
            None => {
                let rule = format!("the drop policy's {} is {}: {}", found.field, found.value, found.rule);
                Issue::new(format!("{path}.buffer"), format!("\"{}\"", queue.buffer), rule)
            }
        });
    }
}
