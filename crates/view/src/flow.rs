//! Flows.

use cellwise_atm::traffic::Unit;
use cellwise_scenario::{self as scenario, FlowKind, Leg, Network, NodeIndex};
use cellwise_tcp::ping::ICMP_HEADER_BYTES;
use cellwise_tcp::{Application, IP_HEADER_BYTES, TCP_HEADER_BYTES, UDP_HEADER_BYTES};
use cellwise_units::CELL_BITS;
use serde::Serialize;

use crate::vc;

/// A flow.
#[derive(Clone, Debug, Serialize)]
pub struct Flow<'n> {
    /// Its name.
    pub name: &'n str,
    /// The first virtual connection that it passes; empty if all its links carry packets.
    pub vc: &'n str,
    /// `tcp`, `udp`, `cells` or `web`.
    pub kind: &'static str,
    /// The flow whose TCP connection it shares, for data in the opposite direction; `None` if it shares none.
    pub connection: Option<&'n str>,
    /// Whether data go from the virtual connection's last end to its first.
    pub backward: bool,
    /// The host that sends data.
    pub sender: &'n str,
    /// The host that receives them.
    pub receiver: &'n str,
    /// The nodes on its way, both hosts included: from the sender to the receiver, or back if `backward`.
    pub nodes: Vec<&'n str>,
    /// Octets that it sends; `None` without end, and where they depend on chance.
    pub size_bytes: Option<u64>,
    /// What it sends in the long run, in bit/s of cells, if that is a matter of its settings alone.
    pub mean_rate_bps: Option<f64>,
    /// Octets of headers and options before the data of a packet; `None` without packets.
    pub header_bytes: Option<u64>,
}

impl<'n> Flow<'n> {
    pub(crate) fn of(network: &'n Network, flow: &'n scenario::Flow) -> Self {
        let (vc, backward) = match flow.vc() {
            Some((vc, reversed)) => (&*network.vcs[vc.get()].name, reversed),
            None => ("", false),
        };
        let mut nodes = nodes(network, flow);
        if backward {
            nodes.reverse();
        }
        let hosts = flow.hosts.map(|host| &*network.nodes[host.get()].name);
        let [sender, receiver] = hosts;
        Self {
            name: &flow.name,
            vc,
            kind: kind(&flow.kind),
            connection: flow.connection.map(|first| &*network.flows[first.get()].name),
            backward,
            sender,
            receiver,
            nodes,
            size_bytes: size(&flow.kind),
            mean_rate_bps: mean_rate(&flow.kind),
            header_bytes: headers(&flow.kind),
        }
    }
}

fn kind(kind: &FlowKind) -> &'static str {
    match kind {
        FlowKind::Tcp { .. } => "tcp",
        FlowKind::Udp { .. } => "udp",
        FlowKind::Cells { .. } => "cells",
        FlowKind::Web { .. } => "web",
        FlowKind::Ping { .. } => "ping",
        FlowKind::Outside { .. } => "outside",
    }
}

/// The nodes on the way of a flow's data.
fn nodes<'n>(network: &'n Network, flow: &scenario::Flow) -> Vec<&'n str> {
    let name = |node: NodeIndex| &*network.nodes[node.get()].name;
    let mut found = vec![name(flow.hosts[0])];
    for leg in &flow.legs {
        match leg {
            Leg::Links(hops) => {
                found.extend(hops.iter().map(|hop| name(network.links[hop.link.get()].ends[1 - hop.end])));
            }
            Leg::Vc { vc, reversed } => {
                let mut inner = vc::nodes(network, &network.vcs[vc.get()]);
                if *reversed {
                    inner.reverse();
                }
                found.extend(inner.into_iter().skip(1));
            }
        }
    }
    found
}

fn size(kind: &FlowKind) -> Option<u64> {
    match kind {
        FlowKind::Tcp { application: Application::Finite { octets }, .. }
        | FlowKind::Udp { application: Application::Finite { octets }, .. } => Some(*octets),
        _ => None,
    }
}

fn mean_rate(kind: &FlowKind) -> Option<f64> {
    match kind {
        FlowKind::Cells { source } => {
            Some(source.mean_per_s(Unit::CELL) * CELL_BITS as f64).filter(|rate| rate.is_finite())
        }
        _ => None,
    }
}

fn headers(kind: &FlowKind) -> Option<u64> {
    match kind {
        FlowKind::Tcp { settings, .. } | FlowKind::Web { settings, .. } => {
            Some(IP_HEADER_BYTES + TCP_HEADER_BYTES + settings.data_option_octets())
        }
        FlowKind::Udp { .. } => Some(IP_HEADER_BYTES + UDP_HEADER_BYTES),
        FlowKind::Ping { .. } => Some(IP_HEADER_BYTES + ICMP_HEADER_BYTES),
        FlowKind::Cells { .. } | FlowKind::Outside { .. } => None,
    }
}
