//! The partition: which nodes one thread simulates, and over which links it must hear of the others.
//!
//! Two parts may run at the same time only as long as nothing can come from the one to the other: the
//! transmission of a cell and the delay of the link between them. The longer that is, the less often
//! they meet. So a network is cut only at links that are long enough, and only if the parts are busy
//! enough to make up for the meetings.

use cellwise_scenario::{Direction, LinkKind, Network};
use cellwise_units::{CellClock, Span};

use super::groups::{assign, groups_of};
use super::load::Load;
use super::places::Places;
use crate::elements::Elements;

/// The cost of a cell at a port or a host, the additional cost of sending it to another part, and that of a
/// meeting of two parts, in seconds of a processor. Rough, measured by the benchmark of parallel runs, and only to
/// choose by.
const CELL_S: f64 = 5e-9;
const CROSSING_S: f64 = 10e-9;
const MEETING_S: f64 = 1e-6;

/// With more groups than this the parts are not refined.
const MOST_REFINED: usize = 300;

/// Parts are behind each other by a part of the lookahead: so often they meet within it.
pub(super) const MEETINGS: u64 = 2;

/// When a network is divided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Links with less delay are never cut.
    pub least_delay: Span,
    /// With less expected gain, as a factor, a network is run whole.
    pub least_gain: f64,
}

impl Default for Rule {
    fn default() -> Self {
        Self { least_delay: Span::from_ps(200_000_000), least_gain: 1.2 }
    }
}

/// How a network is divided among threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Partition {
    /// The part of every node.
    pub part_of_node: Vec<usize>,
    /// The names of the nodes of each part.
    pub nodes: Vec<Vec<String>>,
    /// The names of the links between parts.
    pub cut_links: Vec<String>,
    /// The share of the expected work that each part has; they sum to 1.
    pub shares: Vec<f64>,
    /// The least time in which anything comes from one part to another.
    pub lookahead: Span,
    /// How much less time the run is expected to take, as a factor.
    pub expected_gain: f64,
}

/// Divides a network among at most so many threads.
///
/// # Errors
/// The reason why it should be run whole.
pub(super) fn divide(
    network: &Network,
    net: &Elements,
    places: &Places,
    threads: usize,
    rule: Rule,
) -> Result<Partition, String> {
    refuse_records(network)?;
    if threads < 2 {
        return Err("one thread runs it whole".to_owned());
    }
    let delays = delays(network, rule.least_delay);
    if delays.is_empty() {
        return Err(format!("no ATM link has a delay of {} or more", rule.least_delay));
    }
    let load = Load::of(network, net, places);
    let mut best: Option<Partition> = None;
    for delay in delays {
        let groups = groups_of(network, net, places, delay);
        for parts in 2..=threads {
            let Some(part_of_group) = assign(&groups, &load.of_nodes, parts) else { break };
            let found = refine(network, &load, &groups, part_of_group, parts);
            if best.as_ref().is_none_or(|best| found.expected_gain > best.expected_gain) {
                best = Some(found);
            }
        }
    }
    let Some(best) = best else {
        return Err(format!(
            "links of {} or more do not divide it: something else joins the nodes at their ends",
            rule.least_delay
        ));
    };
    if best.expected_gain < rule.least_gain {
        let Partition { cut_links, lookahead, expected_gain, .. } = &best;
        return Err(format!(
            "cut at {} it would look {lookahead} ahead and gain {expected_gain:.2} times, less than {}",
            cut_links.join(", "),
            rule.least_gain
        ));
    }
    Ok(best)
}

/// What is written down in the order of the whole network needs the whole network.
fn refuse_records(network: &Network) -> Result<(), String> {
    let refuse =
        |what: &str| Err(format!("{what} are recorded one by one, in the order of the whole network"));
    if !network.records.losses.is_none() {
        return refuse("lost cells");
    }
    if !network.records.cells.is_empty() {
        return refuse("cells");
    }
    if network.records.packets.is_empty() { Ok(()) } else { refuse("packets") }
}

/// The delays of links that may be cut, the longest first.
fn delays(network: &Network, least: Span) -> Vec<Span> {
    let atm = network.links.iter().filter(|link| link.kind == LinkKind::Atm);
    let mut delays: Vec<Span> = atm
        .map(|link| link.directions[0].delay.min(link.directions[1].delay))
        .filter(|&delay| delay >= least)
        .collect();
    delays.sort_unstable_by(|a, b| b.cmp(a));
    delays.dedup();
    delays
}

/// Moves groups from part to part as long as that gains: those that talk to each other come together.
fn refine(
    network: &Network,
    load: &Load,
    groups: &[usize],
    mut part_of_group: Vec<usize>,
    parts: usize,
) -> Partition {
    let described = |part_of_group: &[usize]| {
        describe(network, load, groups.iter().map(|&group| part_of_group[group]).collect(), parts)
    };
    let mut best = described(&part_of_group);
    let mut has_moved = part_of_group.len() <= MOST_REFINED;
    while std::mem::take(&mut has_moved) {
        for group in 0..part_of_group.len() {
            for part in 0..parts {
                let before = std::mem::replace(&mut part_of_group[group], part);
                let found = described(&part_of_group);
                let is_whole = found.nodes.iter().all(|nodes| !nodes.is_empty());
                if is_whole && found.expected_gain > best.expected_gain {
                    (best, has_moved) = (found, true);
                } else {
                    part_of_group[group] = before;
                }
            }
        }
    }
    best
}

fn describe(network: &Network, load: &Load, part_of_node: Vec<usize>, parts: usize) -> Partition {
    let mut nodes = vec![Vec::new(); parts];
    let (mut loads, mut costs_s) = (vec![0.0; parts], vec![0.0; parts]);
    for (node, &part) in part_of_node.iter().enumerate() {
        nodes[part].push(network.nodes[node].name.clone());
        loads[part] += load.of_nodes[node];
        costs_s[part] += load.of_nodes[node] * CELL_S;
    }
    let (mut cut_links, mut lookahead) = (Vec::new(), Span::from_ps(u64::MAX));
    for (link, &cells_per_s) in network.links.iter().zip(&load.of_links) {
        let ends = link.ends.map(|node| part_of_node[node.get()]);
        if ends[0] != ends[1] {
            cut_links.push(link.name.clone());
            lookahead = link.directions.iter().map(least_passage).fold(lookahead, Span::min);
            ends.into_iter().for_each(|part| costs_s[part] += cells_per_s * CROSSING_S);
        }
    }
    let total: f64 = loads.iter().sum();
    let most_s = costs_s.iter().copied().fold(0.0, f64::max);
    let meetings_per_s = MEETINGS as f64 / lookahead.as_secs_f64();
    Partition {
        nodes,
        cut_links,
        shares: loads.iter().map(|load| if total > 0.0 { load / total } else { 0.0 }).collect(),
        lookahead,
        expected_gain: total * CELL_S / (most_s + meetings_per_s * MEETING_S),
        part_of_node,
    }
}

/// The least time in which a cell comes over a link.
pub(super) fn least_passage(direction: &Direction) -> Span {
    CellClock::of(direction.rate).cell_time() + direction.delay
}

#[cfg(test)]
mod tests {
    use super::super::{Partition, partition};
    use super::*;
    use crate::written;

    const TWO_LANS: &str = include_str!("../../../../benches/two-lans.toml");

    fn divided(text: &str, threads: usize, rule: Rule) -> Result<Partition, String> {
        partition(&written::network(text), threads, rule)
    }

    #[test]
    fn two_lans_are_cut_at_the_long_link_between() {
        let found = divided(TWO_LANS, 2, Rule::default()).unwrap();
        assert_eq!(found.cut_links, ["between"]);
        let (a, b) = (&found.nodes[found.part_of_node[0]], &found.nodes[1 - found.part_of_node[0]]);
        assert!(a.iter().all(|name| name.starts_with('a')) && b.iter().all(|name| name.starts_with('b')));
        // A cell time at 622.08 Mbit/s and 5 ms.
        assert_eq!(found.lookahead, Span::from_ps(681_584 + 5_000_000_000));
        assert!(found.shares.iter().all(|share| (share - 0.5).abs() < 1e-9), "{:?}", found.shares);
        assert!(found.expected_gain > 1.5 && found.expected_gain < 2.0, "{}", found.expected_gain);
    }

    #[test]
    fn what_cannot_or_should_not_be_cut_is_refused_with_the_reason() {
        let refusal = |text: &str| divided(text, 2, Rule::default()).unwrap_err();
        assert_eq!(refusal(&TWO_LANS.replace("5 ms", "199 us")), "no ATM link has a delay of 200 us or more");
        let probe = |name: &str| format!("{TWO_LANS}[probes]\n{name} = {{ port = \"a1.a\" }}\n");
        assert!(refusal(&probe("losses")).starts_with("lost cells are recorded one by one"));
        assert!(refusal(&probe("cells")).starts_with("cells are recorded one by one"));
        // The trunk carries everything: both parts would have to see every cell.
        let wan = "duration = \"1 s\"\ntopology = { template = \"n-source\", link_delay = \"5 ms\" }\n";
        assert!(refusal(wan).ends_with("less than 1.2"), "{}", refusal(wan));
        assert!(divided(wan, 2, Rule { least_gain: 0.0, ..Rule::default() }).is_ok());
        assert_eq!(divided(wan, 1, Rule::default()), Err("one thread runs it whole".to_owned()));
    }

    #[test]
    fn the_ends_of_web_flows_stay_together() {
        let web = TWO_LANS.replace("kind = \"tcp\"", "kind = \"web\"");
        let reason = divided(&web, 2, Rule::default()).unwrap_err();
        assert!(reason.ends_with("something else joins the nodes at their ends"), "{reason}");
    }
}
