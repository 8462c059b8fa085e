//! The places of the nodes of a network in its picture: in columns, from senders to receivers.

use std::collections::{BTreeMap, BTreeSet};

/// Times that the columns are put in order by their neighbours.
const SWEEPS: usize = 4;

/// Places nodes in a square from 0 to 1: x and y of each, in the order of `nodes`.
///
/// `ways` has the nodes that each connection passes, from its first end to its last, as positions in `nodes`. A node is
/// right of those before it on the ways, except ways that run in a circle.
///
/// # Panics
/// If a way passes a position that no node has.
#[must_use]
pub fn places(ways: &[Vec<usize>], nodes: usize) -> Vec<(f64, f64)> {
    let column = columns(ways, nodes);
    let rows = rows(ways, &column);
    let widest = column.iter().copied().max().unwrap_or(0).max(1) as f64;
    column.iter().zip(rows).map(|(&column, row)| (column as f64 / widest, row)).collect()
}

/// The same for nodes by name; places without a name are left out.
#[must_use]
pub fn places_by_name(ways: &[Vec<&str>], nodes: &[&str]) -> Vec<(f64, f64)> {
    let number: BTreeMap<&str, usize> = nodes.iter().enumerate().map(|(at, &node)| (node, at)).collect();
    let numbered = |way: &Vec<&str>| way.iter().filter_map(|node| number.get(node).copied()).collect();
    places(&ways.iter().map(numbered).collect::<Vec<_>>(), nodes.len())
}

/// Numbers the columns: one more than the last of those before a node, in the order of the ways.
fn columns(ways: &[Vec<usize>], nodes: usize) -> Vec<usize> {
    let mut before = vec![BTreeSet::new(); nodes];
    for pair in ways.iter().flat_map(|way| way.windows(2)) {
        // What would close a circle is left out.
        if !leads(&before, pair[1], pair[0]) {
            before[pair[1]].insert(pair[0]);
        }
    }
    let mut column = vec![None; nodes];
    for node in 0..nodes {
        settle(node, &before, &mut column);
    }
    column.into_iter().map(Option::unwrap_or_default).collect()
}

/// Whether one node is somewhere before another.
fn leads(before: &[BTreeSet<usize>], first: usize, last: usize) -> bool {
    let (mut seen, mut left) = (BTreeSet::new(), vec![last]);
    while let Some(node) = left.pop() {
        if node == first {
            return true;
        }
        if seen.insert(node) {
            left.extend(&before[node]);
        }
    }
    false
}

/// Gives a node its column, and before that those before it.
fn settle(node: usize, before: &[BTreeSet<usize>], column: &mut [Option<usize>]) {
    let mut left = vec![node];
    while let Some(&here) = left.last() {
        let missing: Vec<usize> = before[here].iter().copied().filter(|&one| column[one].is_none()).collect();
        if missing.is_empty() {
            column[here] =
                Some(before[here].iter().filter_map(|&one| column[one]).max().map_or(0, |one| one + 1));
            left.pop();
        } else {
            left.extend(missing);
        }
    }
}

/// Orders every column by the mean height of the neighbours, and spreads it evenly.
fn rows(ways: &[Vec<usize>], column: &[usize]) -> Vec<f64> {
    let mut beside = vec![BTreeSet::new(); column.len()];
    for pair in ways.iter().flat_map(|way| way.windows(2)) {
        beside[pair[0]].insert(pair[1]);
        beside[pair[1]].insert(pair[0]);
    }
    let mut held: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (node, &number) in column.iter().enumerate() {
        held.entry(number).or_default().push(node);
    }
    let mut rows = spread(&held, column.len());
    for _ in 0..SWEEPS {
        for nodes in held.values_mut() {
            let height = |node: usize| {
                exact_sum(beside[node].iter().map(|&one| rows[one])) / beside[node].len().max(1) as f64
            };
            nodes.sort_by(|&one, &other| height(one).total_cmp(&height(other)));
        }
        rows = spread(&held, column.len());
    }
    rows
}

fn spread(held: &BTreeMap<usize, Vec<usize>>, nodes: usize) -> Vec<f64> {
    let mut rows = vec![0.0; nodes];
    for column in held.values() {
        for (place, &node) in column.iter().enumerate() {
            rows[node] = (place as f64 + 0.5) / column.len() as f64;
        }
    }
    rows
}

/// A sum of finite numbers rounded once, so that it does not depend on their order: Shewchuk's partial sums, which do
/// not overlap and grow in size.
fn exact_sum(values: impl Iterator<Item = f64>) -> f64 {
    let mut partials: Vec<f64> = Vec::new();
    for value in values {
        let mut carried = value;
        let mut kept = Vec::with_capacity(partials.len() + 1);
        for &partial in &partials {
            let (large, small) =
                if carried.abs() < partial.abs() { (partial, carried) } else { (carried, partial) };
            let sum = large + small;
            let lost = small - (sum - large);
            if lost != 0.0 {
                kept.push(lost);
            }
            carried = sum;
        }
        kept.push(carried);
        partials = kept;
    }
    rounded(&partials)
}

/// The sum of numbers that do not overlap, the greatest last.
fn rounded(partials: &[f64]) -> f64 {
    let Some((&greatest, mut rest)) = partials.split_last() else { return 0.0 };
    let mut sum = greatest;
    let mut lost = 0.0;
    while let Some((&next, left)) = rest.split_last() {
        let before = sum;
        sum = before + next;
        lost = next - (sum - before);
        rest = left;
        if lost != 0.0 {
            break;
        }
    }
    // Half-way cases go the way that what is left says.
    if let Some(&next) = rest.last()
        && (lost < 0.0) == (next < 0.0)
        && lost != 0.0
    {
        let twice = lost * 2.0;
        let moved = sum + twice;
        if twice == moved - sum {
            sum = moved;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_right_of_those_before_it() {
        let placed = places_by_name(&[vec!["a", "s", "b"], vec!["c", "s", "d"]], &["a", "b", "c", "d", "s"]);
        let across: Vec<f64> = placed.iter().map(|(x, _)| *x).collect();
        assert_eq!(across, [0.0, 1.0, 0.0, 1.0, 0.5]);
        assert_eq!(placed[4].1, 0.5);
    }

    #[test]
    fn a_way_in_a_circle_has_places() {
        let placed = places_by_name(&[vec!["a", "b", "c", "a"]], &["a", "b", "c"]);
        assert_eq!(placed.iter().map(|(x, _)| *x).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
        assert!(places_by_name(&[], &[]).is_empty());
    }

    #[test]
    fn a_sum_does_not_hang_on_the_order() {
        assert_eq!(exact_sum([1e100, 1.0, -1e100].into_iter()), 1.0);
        assert_eq!(exact_sum([0.1; 10].into_iter()), 1.0);
        assert_eq!(exact_sum([1e-16, 1.0, 1e16].into_iter()), 10_000_000_000_000_002.0);
    }
}
