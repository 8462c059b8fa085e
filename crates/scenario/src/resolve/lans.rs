//! LANs and the routers behind which their hosts are.

use super::{LanHost, Resolver};
use crate::issue::Issue;
use crate::network::{Link, LinkIndex, NodeKind};
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
            self.lans.entry(other).or_default().push(LanHost { host: node, link: index, end });
        }
    }

    /// Every router has one ATM link, at whose rate it works if no rate is given.
    pub(super) fn routers(&mut self) {
        // A broken link may be the one that is missing.
        if self.links.values().any(Option::is_none) {
            return;
        }
        for (name, (index, role)) in &self.nodes {
            if *role != Some(NodeRole::Router) {
                continue;
            }
            let links = self.network.links.iter().filter(|link| link.kind == LinkKind::Atm);
            let rates: Vec<_> = links
                .flat_map(|link| link.ends.into_iter().zip(&link.directions))
                .filter(|(node, _)| node == index)
                .map(|(_, direction)| direction.rate)
                .collect();
            let &[rate] = rates.as_slice() else {
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
