//! Groups of nodes that one thread must simulate.

use cellwise_scenario::{FlowKind, LinkKind, Network};
use cellwise_units::Span;

use super::places::Places;
use crate::element::Element;
use crate::elements::Elements;

/// Sets of nodes, joined two at a time.
struct Sets(Vec<usize>);

impl Sets {
    fn root(&mut self, node: usize) -> usize {
        let mut root = node;
        while self.0[root] != root {
            self.0[root] = self.0[self.0[root]];
            root = self.0[root];
        }
        root
    }

    fn join(&mut self, [a, b]: [usize; 2]) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// The group of every node, numbered from 0: nodes are together that a link of less delay joins, or a
/// LAN, or something that both ends know of at once.
pub(super) fn groups_of(network: &Network, net: &Elements, places: &Places, least_delay: Span) -> Vec<usize> {
    let mut sets = Sets((0..network.nodes.len()).collect());
    for link in &network.links {
        let delay = link.directions[0].delay.min(link.directions[1].delay);
        if link.kind != LinkKind::Atm || delay < least_delay {
            sets.join(link.ends.map(|node| node.get()));
        }
    }
    places.joined.iter().for_each(|&pair| sets.join(pair));
    // What a client of web pages asks for is not carried by its packets.
    for flow in network.flows.iter().filter(|flow| matches!(flow.kind, FlowKind::Web { .. })) {
        sets.join(flow.hosts.map(|node| node.get()));
    }
    for merge in &net.merges {
        let nodes: Vec<usize> =
            merge.own.iter().filter_map(|&port| places.of_element(Element::Port(port))).collect();
        nodes.windows(2).for_each(|pair| sets.join([pair[0], pair[1]]));
    }
    let mut numbers = vec![usize::MAX; network.nodes.len()];
    let mut count = 0;
    (0..network.nodes.len())
        .map(|node| {
            let root = sets.root(node);
            if numbers[root] == usize::MAX {
                numbers[root] = count;
                count += 1;
            }
            numbers[root]
        })
        .collect()
}

/// The part of every group, of so many: the heaviest first, each to the part with the least; `None`
/// if there are fewer groups than parts.
pub(super) fn assign(groups: &[usize], weights: &[f64], parts: usize) -> Option<Vec<usize>> {
    let count = groups.iter().max()? + 1;
    if count < parts {
        return None;
    }
    let mut of_group = vec![0.0; count];
    for (&group, weight) in groups.iter().zip(weights) {
        of_group[group] += weight;
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| of_group[b].total_cmp(&of_group[a]));
    let (mut loads, mut part_of) = (vec![(0.0_f64, 0_usize); parts], vec![0; count]);
    for group in order {
        let least = (0..parts)
            .min_by(|&a, &b| loads[a].0.total_cmp(&loads[b].0).then(loads[a].1.cmp(&loads[b].1)))?;
        part_of[group] = least;
        loads[least].0 += of_group[group];
        loads[least].1 += 1;
    }
    Some(part_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_groups_are_parted_first() {
        assert_eq!(assign(&[0, 1, 2, 0], &[1.0, 3.0, 2.0, 1.5], 2), Some(vec![1, 0, 1]));
        assert_eq!(assign(&[0, 1], &[1.0, 1.0], 3), None);
        assert_eq!(assign(&[0, 1, 2], &[0.0; 3], 3).map(|parts| parts.len()), Some(3));
    }

    #[test]
    fn sets_are_joined_in_any_order() {
        let mut sets = Sets((0..5).collect());
        [[3, 4], [1, 3], [4, 0]].into_iter().for_each(|pair| sets.join(pair));
        let roots: Vec<usize> = (0..5).map(|node| sets.root(node)).collect();
        assert_eq!(roots, [0, 0, 2, 0, 0]);
    }
}
