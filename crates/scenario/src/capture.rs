//! Capture points: what a user names to see packets, frames or cells, and what that is in the network.

use crate::issue::Issue;
use crate::network::{LinkIndex, Network, NodeIndex, NodeKind, Port};
use crate::schema::LinkKind;

/// What follows a port's name where cells or packets are seen before the port.
const ARRIVING: &str = ":arriving";
const KINDS: &str = "give ip@HOST, aal5@HOST, cells@NODE.LINK or packets@NODE.LINK; \
                     the last two also with :arriving behind them";

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
    /// The packets whose transmission begins at a packet port.
    Packets(Port),
    /// The packets that are offered to a packet port, dropped ones included.
    ArrivingPackets(Port),
}

/// The capture point of a name: `ip@HOST`, `aal5@HOST`, `cells@PORT`, `packets@PORT` or one of the last two with
/// `:arriving`, a port being `<node>.<link>` at a switch or router and `<host>.nic` at a host.
///
/// # Errors
/// If there is no such point; the issue names those that there are.
pub fn capture_point(network: &Network, name: &str) -> Result<CapturePoint, Issue> {
    let unknown = || Issue::new("captures", format!("{name:?}"), KINDS);
    let (kind, place) = name.split_once('@').ok_or_else(unknown)?;
    match (kind, place.strip_suffix(ARRIVING)) {
        ("ip", None) => host(network, place, hosts(network)).map(CapturePoint::Ip),
        ("aal5", None) => host(network, place, atm_hosts(network)).map(CapturePoint::Frames),
        ("cells", None) => port(network, place, CELLS).map(|(link, end)| CapturePoint::Cells { link, end }),
        ("cells", Some(place)) => {
            port(network, place, CELLS).map(|(link, end)| CapturePoint::Arriving { link, end })
        }
        ("packets", None) => port(network, place, PACKETS).map(CapturePoint::Packets),
        ("packets", Some(place)) => port(network, place, PACKETS).map(CapturePoint::ArrivingPackets),
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

/// What a port may send.
#[derive(Clone, Copy)]
struct Sends {
    /// What such a port is called.
    port: &'static str,
    is_one: fn(&Network, Port) -> bool,
    /// What is said of a port that sends something else.
    otherwise: &'static str,
}

const CELLS: Sends = Sends {
    port: "port",
    is_one: |network, (link, _)| network.links[link.get()].kind == LinkKind::Atm,
    otherwise: "sends packets, not cells; give packets@ and the port",
};
const PACKETS: Sends = Sends {
    port: "packet port",
    is_one: Network::has_packet_port,
    otherwise: "has no queue of packets: it sends cells; give cells@ and the port, or its link a queue",
};

fn port(network: &Network, name: &str, sends: Sends) -> Result<Port, Issue> {
    let ports = || {
        let links = network.links.iter().enumerate();
        let ends = links.flat_map(|(index, link)| [0, 1].map(|end| (LinkIndex(index), end, link)));
        ends.map(|(index, end, link)| (link.directions[end].port_name.as_str(), (index, end)))
    };
    let is_one = |port: Port| (sends.is_one)(network, port);
    match ports().find(|(port, _)| *port == name) {
        Some((_, port)) if is_one(port) => Ok(port),
        Some(_) => Err(Issue::new("captures", format!("{name:?}"), sends.otherwise)),
        None => {
            let known = ports().filter(|(_, port)| is_one(*port)).map(|(name, _)| name);
            Err(Issue::unknown_port("captures", name, sends.port, known))
        }
    }
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
        // A host's port is not named after its link.
        assert!(refusal("cells@s1.s1").contains("unknown port; did you mean \"s1.nic\"?"));
        assert!(refusal("packets@sw1.trunk").contains("has no queue of packets: it sends cells"));
    }

    #[test]
    fn packets_are_seen_at_packet_ports_alone() {
        let text = "topology = { template = \"ethernet-bottleneck\" }\n";
        let scenario = crate::parse_toml(text).unwrap().scenario().unwrap();
        let network = crate::resolve(&scenario).unwrap();
        let names: Vec<_> = network.links.iter().flat_map(|link| &link.directions).collect();
        for direction in names {
            let name = &direction.port_name;
            let port = match capture_point(&network, &format!("packets@{name}")) {
                Ok(CapturePoint::Packets(port)) => port,
                other => panic!("{other:?}"),
            };
            let arriving = capture_point(&network, &format!("packets@{name}:arriving"));
            assert_eq!(arriving, Ok(CapturePoint::ArrivingPackets(port)));
            let refused = capture_point(&network, &format!("cells@{name}")).unwrap_err().to_string();
            assert!(refused.contains("sends packets, not cells; give packets@"), "{refused}");
        }
        let refused = capture_point(&network, "packets@nowhere").unwrap_err().to_string();
        assert!(refused.contains("packet port"), "{refused}");
    }
}
