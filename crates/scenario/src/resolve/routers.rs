//! Routers, and which nodes a link may join.

use std::collections::BTreeMap;

use cellwise_units::BitRate;

use super::Resolver;
use crate::issue::Issue;
use crate::network::{NodeIndex, NodeKind};
use crate::schema::{LinkEntry, LinkKind, NodeRole};

impl Resolver<'_> {
    /// Whether a link of this kind may join nodes of these roles.
    pub(super) fn check_kind(&mut self, entry: &LinkEntry, roles: [NodeRole; 2], path: &str) -> bool {
        let kind = entry.kind.unwrap_or_default();
        let allowed = !kind.is_of_packets() || !roles.contains(&NodeRole::Switch);
        let [a, b] = roles.map(NodeRole::name);
        let rule = format_args!(
            "carries packets, and these are a {a} and a {b}; a switch switches cells or packets, not both: where links of both \
             kinds meet stands a router"
        );
        self.issues.unless(allowed, format_args!("{path}.kind"), kind.name(), rule);
        allowed
    }

    /// A router has at most one ATM link, at whose rate it works if no rate is given.
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
        for (name, (index, role)) in self.nodes.iter() {
            if role != Some(NodeRole::Router) {
                continue;
            }
            let rates = rates_of.get(&index).map_or([].as_slice(), Vec::as_slice);
            if rates.len() > 1 {
                let rule = format!("has {} ATM links; a router has at most one", rates.len());
                self.issues.push(Issue::absent(format!("nodes.{name}"), rule));
            }
            if rates.is_empty() && !self.packet_links.contains_key(&index) {
                let rule = "has no link; a router sends on what comes over its links";
                self.issues.push(Issue::absent(format!("nodes.{name}"), rule));
            }
            let &[rate] = rates else { continue };
            if let NodeKind::Router(settings) = &mut self.network.nodes[index.get()].kind
                && settings.rate.is_zero()
            {
                settings.rate = rate;
            }
        }
    }
}
