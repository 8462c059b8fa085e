//! Which models there are, and which of them a network uses.

use std::collections::BTreeSet;

use cellwise_scenario::{FlowKind, Network};
use cellwise_units::catalogue::Entry;

/// Every model of every family.
pub(crate) fn catalogue() -> Vec<Entry> {
    let families = [
        cellwise_atm::aal5::framing::catalogue(),
        cellwise_atm::drop_policy::catalogue(),
        cellwise_tcp::catalogue(),
        cellwise_scenario::catalogue(),
    ];
    families.into_iter().flatten().collect()
}

/// The models that a network uses, in the order of the catalogue.
pub(crate) fn used_by(network: &Network) -> Vec<Entry> {
    let mut used: BTreeSet<(&str, &str)> = BTreeSet::new();
    let directions = network.links.iter().flat_map(|link| &link.directions);
    for queue in directions.filter_map(|direction| direction.queue.as_ref()) {
        used.insert((cellwise_atm::drop_policy::FAMILY, queue.drop.name()));
    }
    for vc in &network.vcs {
        used.insert(("encapsulations", vc.encapsulation.name()));
    }
    for flow in &network.flows {
        if let FlowKind::Tcp { settings, .. } = &flow.kind {
            let variant = settings.variant.variant();
            used.insert(("tcp-variants", variant.name));
        }
    }
    catalogue().into_iter().filter(|entry| used.contains(&(entry.family, entry.name))).collect()
}
