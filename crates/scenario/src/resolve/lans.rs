//! LANs and the routers behind which their hosts are.

use std::collections::BTreeMap;

use cellwise_units::BitRate;

use super::{LanHost, Resolver};
use crate::issue::Issue;
use crate::network::{Link, LinkIndex, NodeIndex, NodeKind};
use crate::schema::{LinkEntry, LinkKind, NodeRole};

impl Resolver<'_> {
    /// Whether a link of this kind may join nodes of these roles.
    pub(super) fn check_kind(&mut self, entry: &LinkEntry, roles: [NodeRole; 2], path: &str) -> bool {
        let joins_lan =
            matches!(roles, [NodeRole::Host, NodeRole::Router] | [NodeRole::Router, NodeRole::Host]);
        let allowed = entry.kind.unwrap_or_default() == LinkKind::Atm || joins_lan;
        let [a, b] = roles.map(NodeRole::name);
        let rule = format!("a LAN joins a host and a router, and these are a {a} and a {b}");
        self.issues.unless(allowed, &format!("{path}.kind"), "lan", &rule);
        allowed
    }

    /// Notes the host at `end` of a LAN link.
    pub(super) fn join_lan(&mut self, link: &Link, index: LinkIndex, end: usize) {
        let (node, other) = (link.ends[end], link.ends[1 - end]);
        if matches!(self.network.nodes[other.get()].kind, NodeKind::Router(_)) {
            let lan = LanHost { host: node, link: index, end };
            self.lans.entry(other).or_default().push(lan);
            self.lan_hosts.entry((other, node)).or_insert(lan);
        }
    }

    /// Every router has one ATM link, at whose rate it works if no rate is given.
    pub(super) fn routers(&mut self) {
        // A broken link may be the one that is missing.
        if !self.links_are_whole {
            return;
        }
        let mut rates_of: BTreeMap<NodeIndex, Vec<BitRate>> = BTreeMap::new();
        for link in self.network.links.iter().filter(|link| link.kind == LinkKind::Atm) {
            for (node, direction) in link.ends.into_iter().zip(&link.directions) {
                rates_of.entry(node).or_default().push(direction.rate);
            }
        }
        for (name, (index, role)) in &self.nodes {
            if *role != Some(NodeRole::Router) {
                continue;
            }
            let rates = rates_of.get(index).map_or([].as_slice(), Vec::as_slice);
            let &[rate] = rates else {
                let rule = format!("has {} ATM links; a router has exactly one", rates.len());
                self.issues.push(Issue::absent(format!("nodes.{name}"), rule));
                continue;
            };
            if let NodeKind::Router(settings) = &mut self.network.nodes[index.get()].kind
                && settings.rate.is_zero()
            {
                settings.rate = rate;
            }
        }
    }
}
