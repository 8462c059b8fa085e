//! Paths through the switches of a random network.

/// A link between two switches: its name and its ends.
#[derive(Clone, Debug)]
pub(super) struct Trunk {
    pub(super) name: String,
    pub(super) ends: [usize; 2],
}

/// A way from one switch to another that passes none twice, as switches with the link to leave
/// them by; `way` chooses among the ways. The network is connected.
pub(super) fn path(trunks: &[Trunk], from: usize, to: usize, way: u32) -> Vec<(usize, String)> {
    let mut steps = Vec::new();
    let mut seen = vec![from];
    let reached = search(trunks, from, to, way, &mut seen, &mut steps);
    assert!(reached, "no way from switch {from} to {to} over {trunks:?}");
    steps
}

fn search(
    trunks: &[Trunk],
    at: usize,
    to: usize,
    way: u32,
    seen: &mut Vec<usize>,
    steps: &mut Vec<(usize, String)>,
) -> bool {
    if at == to {
        return true;
    }
    let mut exits: Vec<(&str, usize)> = trunks
        .iter()
        .flat_map(|trunk| [(trunk, 0), (trunk, 1)])
        .filter(|(trunk, end)| trunk.ends[*end] == at)
        .map(|(trunk, end)| (trunk.name.as_str(), trunk.ends[1 - end]))
        .collect();
    let first = way as usize % exits.len().max(1);
    exits.rotate_left(first);
    for (link, next) in exits {
        if seen.contains(&next) {
            continue;
        }
        seen.push(next);
        steps.push((at, link.to_owned()));
        if search(trunks, next, to, way.rotate_right(3), seen, steps) {
            return true;
        }
        steps.pop();
    }
    false
}
