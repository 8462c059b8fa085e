//! Hosts, routers and switches.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use cellwise_units::BitRate;

use super::sections;
use super::{Resolver, queues};
use crate::issue::Issue;
use crate::memory_budget::{growing, reserve};
use crate::network::{
    AdapterSettings, HostSettings, Node, NodeIndex, NodeKind, RouterSettings, SwitchSettings,
};
use crate::schema::{ForwardingRate, NodeEntry, NodeRole, Scenario};

impl<'s> Resolver<'s> {
    pub(super) fn nodes(&mut self) {
        let graph = self.graph;
        if graph.nodes.is_empty() {
            let rule = "has no network; give a [topology], or [nodes], [links] and [vcs]";
            self.issues.push(Issue::absent("", rule));
        }
        let switches = switches_of_packets(graph);
        let with_packets: LazyCell<BTreeSet<&str>, _> = LazyCell::new(|| ends_of(graph, true).collect());
        reserve("nodes", &mut self.network.nodes, graph.nodes.len());
        let usual = &graph.adapter;
        let usual = Arc::new(AdapterSettings { buffer: usual.buffer, drop: usual.drop.clone() });
        let usual_host = Arc::new(self.host_settings(&NodeEntry::default(), ""));
        for (name, entry) in growing("nodes", &graph.nodes) {
            let path = ["nodes.", name].concat();
            self.check_name(&path, name);
            if entry.kind.is_none() {
                let kinds = "\"host\", \"switch\" or \"router\"";
                self.missing(&format!("{path}.kind"), kinds, name, graph.nodes.keys());
            }
            self.check_keys_fit(entry, &path);
            let is_switch = switches.contains(name.as_str());
            if is_switch {
                self.check_no_cell_keys(entry, &path);
            }
            if entry.queue.is_some() && !with_packets.contains(name.as_str()) {
                let rule = "is for nodes with packet links, and this one has none";
                self.issues.push(Issue::unknown_key(format!("{path}.queue"), rule));
            }
            let role = if is_switch { Some(NodeRole::Router) } else { entry.kind };
            let kind = match role {
                Some(NodeRole::Switch) => NodeKind::Switch(Box::new(self.switch_settings(entry, &path))),
                Some(NodeRole::Router) => NodeKind::Router(self.router_settings(entry, is_switch)),
                Some(NodeRole::Host) | None => {
                    let own = self.host_settings(entry, &path);
                    let is_usual = own == *usual_host;
                    NodeKind::Host(if is_usual { Arc::clone(&usual_host) } else { Arc::new(own) })
                }
            };
            let adapter = self.adapter_settings(entry, &usual, &path);
            self.adapters.push(adapter);
            self.nodes.push((NodeIndex(self.network.nodes.len()), role));
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
            receive_queue: entry.receive_queue.or(defaults.receive_queue),
            cpu: entry.cpu.unwrap_or(defaults.cpu),
        }
    }

    /// The settings of a router; where its rate is that of its link, the links fill it in.
    fn router_settings(&self, entry: &NodeEntry, is_switch: bool) -> RouterSettings {
        let rate = match entry.rate.unwrap_or(self.graph.router.rate) {
            ForwardingRate::Line => BitRate::ZERO,
            ForwardingRate::Cells(rate) => rate,
        };
        RouterSettings { rate, is_switch }
    }

    fn switch_settings(&mut self, entry: &NodeEntry, path: &str) -> SwitchSettings {
        let defaults = &self.graph.switch;
        queues::check_switch(defaults, entry, path, &mut self.issues);
        if let Some(architecture) = &entry.architecture {
            sections::architecture(architecture, &format!("{path}.architecture"), &mut self.issues);
        }
        SwitchSettings {
            architecture: entry.architecture.clone().unwrap_or_else(|| defaults.architecture.clone()),
            backward_rm: entry.backward_rm.unwrap_or(defaults.backward_rm),
            vs_vd: entry.vs_vd.unwrap_or(defaults.vs_vd),
            vs_queue: entry.vs_queue.unwrap_or(defaults.vs_queue),
        }
    }

    /// The adapter that a node has for each of its virtual connections.
    fn adapter_settings(
        &mut self,
        entry: &NodeEntry,
        usual: &Arc<AdapterSettings>,
        path: &str,
    ) -> Arc<AdapterSettings> {
        match entry.adapter.as_ref().map(|given| given.over(&self.graph.adapter)) {
            Some(Ok(adapter)) => {
                sections::adapter(&adapter, &format!("{path}.adapter"), &mut self.issues);
                Arc::new(AdapterSettings { buffer: adapter.buffer, drop: adapter.drop })
            }
            Some(Err(error)) => {
                self.issues.push(Issue::absent(format!("{path}.adapter"), error));
                Arc::clone(usual)
            }
            None => Arc::clone(usual),
        }
    }

    /// Keys of cells at a switch of packets.
    fn check_no_cell_keys(&mut self, entry: &NodeEntry, path: &str) {
        for (key, _) in switch_keys(entry).iter().filter(|(_, given)| *given) {
            let rule = "is for switches of cells, and this one has packet links alone: what waits is said by `queue` of its \
                        links";
            self.issues.push(Issue::unknown_key(format!("{path}.{key}"), rule.to_owned()));
        }
    }

    /// Keys of another kind of node.
    fn check_keys_fit(&mut self, entry: &NodeEntry, path: &str) {
        let Some(kind) = entry.kind else { return };
        let given = [
            ("switches", &[NodeRole::Switch][..], &switch_keys(entry)[..]),
            (
                "hosts",
                &[NodeRole::Host],
                &[
                    ("send_processing", entry.send_processing.is_some()),
                    ("receive_processing", entry.receive_processing.is_some()),
                    ("receive_queue", entry.receive_queue.is_some()),
                    ("cpu", entry.cpu.is_some()),
                ],
            ),
            (
                "hosts and routers",
                &[NodeRole::Host, NodeRole::Router],
                &[("adapter", entry.adapter.is_some())],
            ),
            ("routers", &[NodeRole::Router], &[("rate", entry.rate.is_some())]),
        ];
        for (owners, roles, keys) in given {
            if roles.contains(&kind) {
                continue;
            }
            for (key, _) in keys.iter().filter(|(_, given)| *given) {
                let rule = format!("is a key of {owners}, and this is a {}", kind.name());
                self.issues.push(Issue::unknown_key(format!("{path}.{key}"), rule));
            }
        }
    }
}

/// The switches that have packet links alone: they send packets on as routers do.
fn switches_of_packets(graph: &Scenario) -> BTreeSet<&str> {
    let is_switch =
        |name: &&str| graph.nodes.get(*name).is_some_and(|entry| entry.kind == Some(NodeRole::Switch));
    let mut found: BTreeSet<&str> = ends_of(graph, true).filter(is_switch).collect();
    if !found.is_empty() {
        ends_of(graph, false).for_each(|name| {
            found.remove(name);
        });
    }
    found
}

/// The ends of all links of packets, or of cells.
fn ends_of(graph: &Scenario, of_packets: bool) -> impl Iterator<Item = &str> {
    let links = graph.links.values();
    let links = links.filter(move |link| link.kind.unwrap_or_default().is_of_packets() == of_packets);
    links.flat_map(|link| link.ends.iter().flatten().map(String::as_str))
}

/// The keys of switches, each with whether it is given.
fn switch_keys(entry: &NodeEntry) -> [(&'static str, bool); 13] {
    [
        ("buffer", entry.buffer.is_some()),
        ("drop", entry.drop.is_some()),
        ("clp1_threshold", entry.clp1_threshold.is_some()),
        ("occupancy", entry.occupancy.is_some()),
        ("scheduler", entry.scheduler.is_some()),
        ("reserved", entry.reserved.is_some()),
        ("rate_rule", entry.rate_rule.is_some()),
        ("backward_rm", entry.backward_rm.is_some()),
        ("vs_vd", entry.vs_vd.is_some()),
        ("vs_queue", entry.vs_queue.is_some()),
        ("architecture", entry.architecture.is_some()),
        ("signalling_processing", entry.signalling_processing.is_some()),
        ("ports", entry.ports.is_some()),
    ]
}
