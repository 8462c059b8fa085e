//! Capture points: what a user names to see packets, frames or cells, and what that is in the network.

use crate::issue::Issue;
use crate::network::{LinkIndex, Network, NodeIndex, NodeKind};
use crate::schema::LinkKind;

/// What follows a port's name where cells are seen before the port.
const ARRIVING: &str = ":arriving";
const KINDS: &str = "give ip@HOST, aal5@HOST, cells@NODE.LINK or cells@NODE.LINK:arriving";

/// Where a capture looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CapturePoint {
    /// The IP packets that a host sends and receives.
    Ip(NodeIndex),
    /// The AAL5 frames that a host hands to its adapter, and those that arrive there whole.
    Frames(NodeIndex),
    /// The cells that leave an output port.
    Cells {
        /// The link behind the port; of [`LinkKind::Atm`].
        link: LinkIndex,
        /// The end (0 or 1) that sends.
        end: usize,
    },
    /// The cells that are offered to an output port, lost ones included.
    Arriving {
        /// The link behind the port; of [`LinkKind::Atm`].
        link: LinkIndex,
        /// The end (0 or 1) that sends.
        end: usize,
    },
}

/// The capture point of a name: `ip@HOST`, `aal5@HOST`, `cells@PORT` or `cells@PORT:arriving`, a port
/// being `<node>.<link>` at a switch or router and `<host>.nic` at a host.
///
/// # Errors
/// If there is no such point; the issue names those that there are.
pub fn capture_point(network: &Network, name: &str) -> Result<CapturePoint, Issue> {
    let unknown = || Issue::new("captures", format!("{name:?}"), KINDS);
    let (kind, place) = name.split_once('@').ok_or_else(unknown)?;
    match (kind, place.strip_suffix(ARRIVING)) {
        ("ip", None) => host(network, place, hosts(network)).map(CapturePoint::Ip),
        ("aal5", None) => host(network, place, atm_hosts(network)).map(CapturePoint::Frames),
        ("cells", None) => port(network, place).map(|(link, end)| CapturePoint::Cells { link, end }),
        ("cells", Some(place)) => {
            port(network, place).map(|(link, end)| CapturePoint::Arriving { link, end })
        }
        _ => Err(unknown()),
    }
}

fn hosts(network: &Network) -> Vec<NodeIndex> {
    let nodes = network.nodes.iter().enumerate();
    nodes
        .filter(|(_, node)| matches!(node.kind, NodeKind::Host(_)))
        .map(|(index, _)| NodeIndex(index))
        .collect()
}

/// The hosts that have an adapter of their own, not that of a router.
fn atm_hosts(network: &Network) -> Vec<NodeIndex> {
    let has_adapter = |host: &NodeIndex| {
        network.links.iter().any(|link| link.kind == LinkKind::Atm && link.ends.contains(host))
    };
    hosts(network).into_iter().filter(has_adapter).collect()
}

fn host(network: &Network, name: &str, known: Vec<NodeIndex>) -> Result<NodeIndex, Issue> {
    let name_of = |host: &NodeIndex| network.nodes[host.get()].name.as_str();
    known
        .iter()
        .copied()
        .find(|host| name_of(host) == name)
        .ok_or_else(|| Issue::unknown_name("captures", name, "host", known.iter().map(name_of)))
}

fn port(network: &Network, name: &str) -> Result<(LinkIndex, usize), Issue> {
    let links = network.links.iter().enumerate().filter(|(_, link)| link.kind == LinkKind::Atm);
    let ports = || {
        let ends = links.clone().flat_map(|(index, link)| [0, 1].map(|end| (LinkIndex(index), end, link)));
        ends.map(|(index, end, link)| (link.directions[end].port_name.as_str(), index, end))
    };
    let found = ports().find(|(port, ..)| *port == name).map(|(_, link, end)| (link, end));
    found.ok_or_else(|| {
        let (ends, switches): (Vec<_>, Vec<_>) =
            ports().map(|(port, ..)| port).partition(|port| port.ends_with(".nic"));
        Issue::unknown_name("captures", name, "port", switches.into_iter().chain(ends))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let text = "topology = { template = \"n-source\", sources = 2 }\n";
        let scenario = crate::parse_toml(text).unwrap().scenario().unwrap();
        crate::resolve(&scenario).unwrap()
    }

    fn refusal(name: &str) -> String {
        capture_point(&network(), name).unwrap_err().to_string()
    }

    #[test]
    fn points_are_hosts_and_ports() {
        let network = network();
        let Ok(CapturePoint::Ip(host)) = capture_point(&network, "ip@s1") else { panic!("s1 is a host") };
        assert_eq!(network.nodes[host.get()].name, "s1");
        assert_eq!(capture_point(&network, "aal5@s1"), Ok(CapturePoint::Frames(host)));
        let Ok(CapturePoint::Cells { link, end }) = capture_point(&network, "cells@sw1.trunk") else {
            panic!("sw1.trunk is a port")
        };
        assert_eq!(network.links[link.get()].directions[end].port_name, "sw1.trunk");
        let arriving = capture_point(&network, "cells@sw1.trunk:arriving");
        assert_eq!(arriving, Ok(CapturePoint::Arriving { link, end }));
        assert!(matches!(capture_point(&network, "cells@s1.nic"), Ok(CapturePoint::Cells { .. })));
    }

    #[test]
    fn what_is_no_point_is_refused_with_those_that_are() {
        for name in ["s1", "udp@s1", "ip@s1:arriving", ""] {
            assert!(refusal(name).contains("give ip@HOST, aal5@HOST, cells@NODE.LINK"), "{}", refusal(name));
        }
        assert!(refusal("ip@sw1").contains("unknown host") && refusal("ip@sw1").contains("s1, s2"));
        assert!(refusal("cells@sw1.trnk").contains("did you mean \"sw1.trunk\"? Known: sw1."));
    }
}
