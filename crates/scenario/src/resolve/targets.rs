//! What probes name: ports, virtual connections and flows, one or all of them.

use super::Resolver;
use crate::issue::Issue;
use crate::network::{FlowIndex, FlowKind, LinkIndex, Port, VcIndex};
use crate::schema::LinkKind;

/// Stands for every element of a kind.
pub(super) const ALL: &str = "*";

impl Resolver<'_> {
    pub(super) fn ports_of(&mut self, name: &str, path: &str) -> Vec<Port> {
        if name == ALL {
            let links = self.network.links.iter().enumerate();
            return links
                .flat_map(|(index, link)| [0, 1].map(|end| (LinkIndex(index), end, link)))
                .filter(|(_, end, link)| link.directions[*end].queue.is_some())
                .map(|(index, end, _)| (index, end))
                .collect();
        }
        let Some(port) = self.port_of(name, path) else { return Vec::new() };
        if self.network.links[port.0.get()].kind == LinkKind::Atm {
            return vec![port];
        }
        let rule =
            "sends packets, and cells are recorded at ATM links; the probe backlog has the packets that wait";
        self.issues.push(Issue::new(format!("{path}.port"), format!("{name:?}"), rule));
        Vec::new()
    }

    /// The port of a name, whatever it sends.
    pub(super) fn port_of(&mut self, name: &str, path: &str) -> Option<Port> {
        let found = self.ports().get(name).copied();
        if found.is_none() && self.links_are_whole {
            let names: Vec<String> = self.ports().keys().cloned().collect();
            self.issues.push_unknown_port(format!("{path}.port"), name, "port", &names);
        }
        found
    }

    /// The packet ports of a name, or all of them.
    pub(super) fn packet_ports_of(&mut self, name: &str, path: &str) -> Vec<Port> {
        if name == ALL {
            let ports = self.all_ports();
            return ports.into_iter().filter(|&port| self.network.has_packet_port(port)).collect();
        }
        if let Some(&port) = self.ports().get(name) {
            if self.network.has_packet_port(port) {
                return vec![port];
            }
            let rule =
                "has no queue of packets: it sends cells; give a port of a packet link, or its link a queue";
            self.issues.push(Issue::new(format!("{path}.port"), format!("{name:?}"), rule));
            return Vec::new();
        }
        if self.links_are_whole {
            let ports = self.ports();
            let names: Vec<String> = ports
                .iter()
                .filter(|(_, port)| self.network.has_packet_port(**port))
                .map(|(name, _)| name.clone())
                .collect();
            self.issues.push_unknown_port(format!("{path}.port"), name, "packet port", &names);
        }
        Vec::new()
    }

    /// The ports at both ends of every link.
    pub(super) fn all_ports(&self) -> Vec<Port> {
        (0..self.network.links.len()).flat_map(|link| [0, 1].map(|end| (LinkIndex(link), end))).collect()
    }

    pub(super) fn vcs_of(&mut self, name: &str, path: &str) -> Vec<VcIndex> {
        if name == ALL {
            return (0..self.network.vcs.len()).map(VcIndex).collect();
        }
        if let Some(vc) = self.vcs.get(name) {
            return vc.into_iter().collect();
        }
        let known = self.graph.vcs.keys().map(String::as_str);
        self.issues.push_unknown(format!("{path}.vc"), name, "virtual connection", known);
        Vec::new()
    }

    /// The TCP flow of a name, or all TCP flows.
    pub(super) fn flows_of(&mut self, name: &str, path: &str) -> Vec<FlowIndex> {
        let flows = self.any_flows_of(name, path);
        let is_tcp = |flow: &FlowIndex| matches!(self.network.flows[flow.get()].kind, FlowKind::Tcp { .. });
        let tcp_flows: Vec<FlowIndex> = flows.iter().copied().filter(is_tcp).collect();
        if name != ALL && tcp_flows.len() < flows.len() {
            self.issues.push(Issue::new(format!("{path}.flow"), format!("{name:?}"), "is not a TCP flow"));
        }
        tcp_flows
    }

    /// The flow of a name, or all flows, of whatever kind.
    pub(super) fn any_flows_of(&mut self, name: &str, path: &str) -> Vec<FlowIndex> {
        if name == ALL {
            return (0..self.network.flows.len()).map(FlowIndex).collect();
        }
        if let Some(flow) = self.flows.get(name) {
            return flow.into_iter().collect();
        }
        let known = self.graph.flows.keys().map(String::as_str);
        self.issues.push_unknown(format!("{path}.flow"), name, "flow", known);
        Vec::new()
    }
}
