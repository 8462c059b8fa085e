//! The records that a page adds to a run if its scenario has none: queues, loads, windows, sequences, rates.
//!
//! All of it is bounded, so that a long run of a large network costs the page no more than a short one.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_units::CELL_BITS;
use cellwise_view::{Direction, Resolved};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::scenario::{self, Answer};

/// Samples of one series over a whole run; of the queues where most connections meet, and how many those are.
const SAMPLES: usize = 10_000;
const FINE_SAMPLES: usize = 50_000;
const FINE_PORTS: usize = 2;
/// Changes of queues that are recorded at most, all ports together: less than a tenth of a second of work.
const EXACT_CHANGES: u64 = 1 << 20;
/// Most ports, flows and connections of which something is recorded.
const MOST_PORTS: usize = 24;
const MOST_FLOWS: usize = 16;
const MOST_VCS: usize = 16;
/// Most ports of packets whose load is recorded, and bits of a packet that are least: a header of IP and TCP.
const MOST_LINES: usize = 320;
const PACKET_BITS: u64 = 320;
/// Most flows of which acknowledgments are recorded, for the loads of links; samples of those that are in no plot, all
/// flows together.
const MOST_ACKNOWLEDGED: usize = 1 << 12;
const LOAD_SAMPLES: usize = 1 << 19;

/// A scenario with the probes of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Watching {
    /// The scenario, as JSON text.
    pub scenario: String,
    /// Flows whose acknowledgments are recorded for the loads of links alone, and are in no plot.
    pub hidden: Vec<String>,
}

/// Adds the probes that a page shows. A kind of probe that the scenario has already is not changed, and where there is
/// no room for those of the page, the scenario is: that is no mistake of its author.
///
/// # Errors
/// Every rule that the scenario breaks.
pub fn watching(json: &str) -> Answer<Watching> {
    let (_, network) = cellwise_scenario::parse_json(json)?.resolved()?;
    let expanded: Value = serde_json::from_str(&scenario::expand(json, true)?).expect("JSON can be read");
    let (probes, hidden) = added(&Resolved::of(&network), &expanded["probes"]);
    let changes = json!({ "probes": probes }).to_string();
    let unwatched = || Watching { scenario: json.to_owned(), hidden: Vec::new() };
    if probes.is_empty() {
        return Ok(unwatched());
    }
    Ok(scenario::change(json, &changes, None)
        .map_or_else(|_| unwatched(), |(scenario, _)| Watching { scenario, hidden }))
}

/// The probes that are added, by kind, and the flows of those that are in no plot.
fn added(network: &Resolved<'_>, there: &Value) -> (Map<String, Value>, Vec<String>) {
    let every = every(network.duration_s, SAMPLES);
    let sampled = |mut probe: Value| {
        probe["every"] = every.clone();
        probe
    };
    let flows: Vec<&str> =
        network.flows.iter().filter(|flow| flow.kind == "tcp").map(|flow| flow.name).collect();
    let paced: Vec<_> = network.vcs.iter().filter(|vc| vc.abr.is_some()).collect();
    let mut ports = contended(network);
    ports.extend(narrow_adapters(network));
    ports.truncate(MOST_PORTS);
    let mut lines = packet_ports(network);
    lines.truncate(MOST_LINES);
    let waiting = &lines[..lines.len().min(MOST_PORTS)];
    // Where there are both, cells and packets have half of it each.
    let budget = if ports.is_empty() || waiting.is_empty() { EXACT_CHANGES } else { EXACT_CHANGES / 2 };
    let rare = self::every(network.duration_s, SAMPLES.min(LOAD_SAMPLES / lines.len().max(1)));
    let directions = atm_directions(network);
    let ruled = ports.iter().find(|port| {
        directions
            .get(**port)
            .is_some_and(|one| one.queue.as_ref().is_some_and(|queue| queue.rate_rule.is_some()))
    });
    let rates = |ports: &[&str], of: &BTreeMap<&str, &Direction<'_>>| -> Vec<(String, u64)> {
        ports.iter().map(|&port| (port.to_owned(), of.get(port).map_or(0, |one| one.rate_bps))).collect()
    };
    let mut queues = with_room(&rates(&ports, &directions), network.duration_s, CELL_BITS, budget);
    // Every change, as far as there is room for it, else every peak.
    queues
        .iter_mut()
        .filter(|probe| probe.get("every").is_some())
        .for_each(|probe| probe["keep"] = json!("most"));
    let backlogs =
        with_room(&rates(waiting, &packet_directions(network)), network.duration_s, PACKET_BITS, budget);
    let of_rule = ruled.into_iter().flat_map(|port| {
        let through = paced.iter().filter(|vc| vc.ways[0].contains(port)).take(MOST_VCS);
        through.map(|vc| sampled(json!({ "port": port, "vc": vc.name }))).collect::<Vec<_>>()
    });
    let mut wanted: Vec<(&str, Vec<Value>)> = vec![
        ("queue", queues),
        ("backlog", backlogs),
        ("busy", lines.iter().map(|port| json!({ "port": port, "every": rare })).collect()),
        ("acr", paced.iter().take(MOST_VCS).map(|vc| sampled(json!({ "vc": vc.name }))).collect()),
        ("er", of_rule.collect()),
    ];
    for kind in ["cwnd", "ssthresh", "sequence", "acknowledgment"] {
        wanted.push((
            kind,
            flows.iter().take(MOST_FLOWS).map(|flow| sampled(json!({ "flow": flow }))).collect(),
        ));
    }
    let is_free = |kind: &str| there[kind].as_array().is_none_or(|probes| probes.is_empty());
    let others: Vec<&str> = flows.iter().copied().take(MOST_ACKNOWLEDGED).skip(MOST_FLOWS).collect();
    let coarse = self::every(network.duration_s, SAMPLES.min(LOAD_SAMPLES / others.len().max(1)));
    if let Some((_, acknowledgments)) = wanted.last_mut() {
        acknowledgments.extend(others.iter().map(|flow| json!({ "flow": flow, "every": coarse })));
    }
    let hidden =
        if is_free("acknowledgment") { others.into_iter().map(str::to_owned).collect() } else { Vec::new() };
    let chosen = wanted.into_iter().filter(|(kind, probes)| !probes.is_empty() && is_free(kind));
    (chosen.map(|(kind, probes)| (kind.to_owned(), Value::Array(probes))).collect(), hidden)
}

/// Probes of ports in their order: every change, as far as there is room for it, else samples.
fn with_room(ports: &[(String, u64)], duration_s: f64, unit_bits: u64, most_changes: u64) -> Vec<Value> {
    let mut left = most_changes as f64;
    let probe = |(place, (port, rate_bps)): (usize, &(String, u64))| {
        // At most one unit comes and one goes in the time of the least unit.
        let changes = (2.0 * *rate_bps as f64 * duration_s / unit_bits as f64).ceil();
        if changes <= left {
            left -= changes;
            return json!({ "port": port });
        }
        let samples = if place < FINE_PORTS { FINE_SAMPLES } else { SAMPLES };
        json!({ "port": port, "every": every(duration_s, samples) })
    };
    ports.iter().enumerate().map(probe).collect()
}

fn every(duration_s: f64, samples: usize) -> Value {
    let nanoseconds = (duration_s / samples as f64 * 1e9).round_ties_even().max(1.0) as u64;
    json!(format!("{nanoseconds} ns"))
}

/// The ports where packets may wait and that flows pass, the slowest first.
fn packet_ports<'n>(network: &Resolved<'n>) -> Vec<&'n str> {
    let pairs = network.flows.iter().flat_map(|flow| flow.nodes.windows(2));
    let passed: BTreeSet<[&str; 2]> =
        pairs.flat_map(|pair| [[pair[0], pair[1]], [pair[1], pair[0]]]).collect();
    let mut found: Vec<&Direction<'n>> =
        waited_for(network).filter(|one| passed.contains(&[one.sender, one.receiver])).collect();
    found.sort_by_key(|one| one.rate_bps);
    found.into_iter().map(|one| one.port).collect()
}

/// The directions that packets wait for: packet links, and lines below a packet queue.
fn waited_for<'r, 'n>(network: &'r Resolved<'n>) -> impl Iterator<Item = &'r Direction<'n>> {
    let of = |link: &'r cellwise_view::Link<'n>| {
        link.directions.iter().filter(move |one| one.discipline.is_some() || link.kind != "atm")
    };
    network.links.iter().flat_map(of)
}

fn packet_directions<'r, 'n>(network: &'r Resolved<'n>) -> BTreeMap<&'n str, &'r Direction<'n>> {
    waited_for(network).map(|one| (one.port, one)).collect()
}

fn atm_directions<'r, 'n>(network: &'r Resolved<'n>) -> BTreeMap<&'n str, &'r Direction<'n>> {
    let links = network.links.iter().filter(|link| link.kind == "atm");
    links.flat_map(|link| &link.directions).map(|one| (one.port, one)).collect()
}

/// The ports of switches where cells may have to wait, those that most connections pass first.
///
/// Cells wait where they come over several links, or over a faster one than they leave by; where that is nowhere, all
/// ports of switches are named.
fn contended<'n>(network: &Resolved<'n>) -> Vec<&'n str> {
    let (directions, feeders, crowd) = (atm_directions(network), feeders(network), crowd(network));
    let links = network.links.iter().filter(|link| link.kind == "atm");
    let ports = links.flat_map(|link| &link.directions).filter(|one| one.queue.is_some()).map(|one| one.port);
    let ports: Vec<&str> = ports.collect();
    let mut found: Vec<&str> =
        ports.iter().copied().filter(|port| may_wait(&directions, port, feeders.get(port))).collect();
    if found.is_empty() {
        found = ports;
    }
    found.sort_by_key(|port| std::cmp::Reverse(crowd.get(port).copied().unwrap_or_default()));
    found
}

/// The adapters of hosts that are slower than every port behind them where cells may have to wait.
///
/// What is too much then waits in the adapter itself: that of a modem, or of a host alone in a network.
fn narrow_adapters<'n>(network: &Resolved<'n>) -> Vec<&'n str> {
    let (directions, feeders) = (atm_directions(network), feeders(network));
    let vcs: BTreeMap<&str, _> = network.vcs.iter().map(|vc| (vc.name, vc)).collect();
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    for flow in &network.flows {
        let Some(vc) = vcs.get(flow.vc) else { continue };
        let Some((&first, others)) = vc.ways[usize::from(flow.backward)].split_first() else { continue };
        let mut waiting = others.iter().filter(|port| may_wait(&directions, port, feeders.get(*port)));
        let is_slower = waiting.all(|port| rate(&directions, first) < rate(&directions, port));
        if is_slower && directions.contains_key(first) && known.insert(first) {
            found.push(first);
        }
    }
    found
}

/// The rate of a port; a place that is no direction of a link, such as a fabric, holds nothing up.
fn rate(directions: &BTreeMap<&str, &Direction<'_>>, port: &str) -> u64 {
    directions.get(port).map_or(u64::MAX, |one| one.rate_bps)
}

fn may_wait(
    directions: &BTreeMap<&str, &Direction<'_>>,
    port: &str,
    feeders: Option<&BTreeSet<&str>>,
) -> bool {
    let rates =
        feeders.into_iter().flatten().filter_map(|feeder| directions.get(feeder).map(|one| one.rate_bps));
    let rates: Vec<u64> = rates.collect();
    rates.len() > 1 || rates.iter().any(|&one| one > rate(directions, port))
}

fn feeders<'n>(network: &Resolved<'n>) -> BTreeMap<&'n str, BTreeSet<&'n str>> {
    let mut found: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for pair in network.vcs.iter().flat_map(|vc| &vc.ways).flat_map(|way| way.windows(2)) {
        found.entry(pair[1]).or_default().insert(pair[0]);
    }
    found
}

/// How many connections pass each port; the way there counts more than the way back, which mostly carries
/// acknowledgments.
fn crowd<'n>(network: &Resolved<'n>) -> BTreeMap<&'n str, u64> {
    let mut found = BTreeMap::new();
    for vc in &network.vcs {
        for (weight, way) in [2, 1].into_iter().zip(&vc.ways) {
            way.iter().for_each(|&port| *found.entry(port).or_default() += weight);
        }
    }
    found
}
