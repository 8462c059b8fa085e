//! ABR connections: their parameters on the links that they use, and what the links promise them.

use std::collections::BTreeMap;

use cellwise_atm::abr::{AbrParameters, Reverse};
use cellwise_units::{BitRate, Span};

use super::Resolver;
use crate::issue::{Issue, list};
use crate::network::{Hop, NodeKind, Port, Vc};
use crate::schema::{BackwardRm, VcEntry};

impl<'s> Resolver<'s> {
    /// The parameters of an ABR connection; `None` if there is something wrong with them.
    pub(super) fn abr_of(&mut self, entry: &VcEntry, hops: &[Hop], path: &str) -> Option<AbrParameters> {
        let defaults = &self.graph.abr;
        let parameters = match entry.abr.as_ref().map(|given| given.over(defaults)) {
            Some(Ok(parameters)) => parameters,
            Some(Err(error)) => {
                self.issues.push(Issue::absent(format!("{path}.abr"), error));
                return None;
            }
            None => defaults.clone(),
        };
        let known = defaults.check();
        let found = parameters.check_on(self.line_rates(hops)[0]);
        let is_sound = found.is_empty();
        for found in found {
            let path = parameter_path(entry, path, &found.field);
            // What is wrong with `[abr]` whatever the link is reported by its section.
            if !(path.starts_with("abr.") && known.iter().any(|known| known.field == found.field)) {
                self.issues.push(Issue::new(path, found.value, found.rule));
            }
        }
        is_sound.then_some(parameters)
    }

    /// The rates at which the first and the last end of a path send.
    pub(super) fn line_rates(&self, hops: &[Hop]) -> [BitRate; 2] {
        let rate = |hop: Option<&Hop>, way: usize| {
            let link = |hop: &Hop| &self.network.links[hop.link.get()].directions[hop.end ^ way];
            hop.map_or(BitRate::ZERO, |hop| link(hop).rate)
        };
        [rate(hops.first(), 0), rate(hops.last(), 1)]
    }

    /// The propagation delay of a path and back.
    pub(super) fn round_trip(&self, hops: &[Hop]) -> Span {
        let links = hops.iter().map(|hop| &self.network.links[hop.link.get()]);
        links.flat_map(|link| &link.directions).fold(Span::ZERO, |sum, direction| sum + direction.delay)
    }

    /// Cells reach the end of a noisy line in order of time; unqueued backward RM cells would not.
    pub(super) fn check_noise_on_backward_rm(&mut self) {
        let mut found = Vec::new();
        for vc in self.network.vcs.iter().filter(|vc| vc.abr.is_some()) {
            let ways = if backward_is_abr(vc) { 2 } else { 1 };
            for (hop, way) in vc.hops.iter().flat_map(|hop| (0..ways).map(move |way| (hop, way))) {
                // RM cells of this way come back from its far end.
                let (link, end) = (&self.network.links[hop.link.get()], 1 - (hop.end ^ way));
                let node = &self.network.nodes[link.ends[end].get()];
                if let NodeKind::Switch(switch) = &node.kind
                    && switch.backward_rm == BackwardRm::Unqueued
                    && link.directions[end].errors.is_some()
                {
                    found.push((link.name.clone(), end, node.name.clone(), vc.name.clone()));
                }
            }
        }
        for (link, end, node, vc) in found {
            let is_own = self.graph.links.get(&link).is_some_and(|entry| entry.reverse_errors.is_some());
            let key = if end == 1 && is_own { "reverse_errors" } else { "errors" };
            let rule = format!(
                "is behind the switch {node}, which sends backward RM cells of the ABR connection {vc} beside its \
                 queue; give {node} backward_rm = \"queued\""
            );
            self.issues.push(Issue::absent(format!("links.{link}.{key}"), rule));
        }
    }

    /// No link promises more than it has: the sum of the minimum cell rates is at most its rate.
    pub(super) fn check_minimum_rates(&mut self) {
        let mut promises: BTreeMap<Port, (u128, Vec<&str>)> = BTreeMap::new();
        for &(vc, minimum) in &self.minimum_rates {
            let vc = &self.network.vcs[vc.get()];
            for port in controlled_ports(vc) {
                let (sum, names) = promises.entry(port).or_default();
                *sum += u128::from(minimum.get());
                names.push(vc.name.as_str());
            }
        }
        let mut reported = None;
        for ((index, end), (sum, names)) in promises {
            let link = &self.network.links[index.get()];
            let rate = link.directions[end].rate;
            // Both directions of a link are mostly overbooked together.
            if sum <= u128::from(rate.get()) || reported.replace(index) == Some(index) {
                continue;
            }
            let sum = BitRate::from_bps(u64::try_from(sum).unwrap_or(u64::MAX));
            let rule = format!(
                "give at least {sum}, the sum of the mcr of the ABR connections that {} sends, or lower them: {}",
                link.directions[end].port_name,
                list(&names)
            );
            let is_own = self.graph.links.get(&link.name).is_some_and(|entry| entry.reverse_rate.is_some());
            let key = if end == 1 && is_own { "reverse_rate" } else { "rate" };
            self.issues.push(Issue::new(format!("links.{}.{key}", link.name), format!("\"{rate}\""), rule));
        }
    }
}

/// The place of a parameter: at the connection if it gives it, or else in `[abr]`.
pub(super) fn parameter_path(entry: &VcEntry, path: &str, field: &str) -> String {
    let key = field.split('.').next().unwrap_or(field);
    match &entry.abr {
        Some(given) if given.gives(key) => format!("{path}.abr.{field}"),
        _ => format!("abr.{field}"),
    }
}

/// Whether the way back of an ABR connection has ABR sources of its own.
pub(super) fn backward_is_abr(vc: &Vc) -> bool {
    vc.abr.as_deref().is_some_and(|[first, _]| first.reverse == Reverse::Abr)
}

/// The ports that send the cells of a connection's ABR sources.
pub(super) fn controlled_ports(vc: &Vc) -> impl Iterator<Item = Port> + '_ {
    let settings = vc.abr.as_deref().map(|[first, _]| first);
    let ways = match settings.map(|settings| settings.reverse) {
        Some(Reverse::Abr) => 2,
        Some(Reverse::Unlimited) => 1,
        None => 0,
    };
    (0..ways).flat_map(|way| vc.hops.iter().map(move |hop| (hop.link, hop.end ^ way)))
}
