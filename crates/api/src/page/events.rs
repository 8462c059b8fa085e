//! Single events of a run that were not recorded: its scenario runs again, up to the wanted ones, with a probe.
//!
//! The same scenario and seed give the same events to the last bit, so the shown events are those of the run that the
//! page shows.

use std::collections::BTreeMap;

use cellwise_atm::loss::LossPlace;
use cellwise_net::Table;
use cellwise_scenario::Network;
use cellwise_view::{Resolved, Vocabulary};
use serde_json::{Value, json};

use super::answers::{CellColumns, CellRows, LaneRows, Marked, PacketColumns, PacketRows, SegmentRow};
use crate::metrics::losses::{sendings, sentence};
use crate::record::{Record, count, number, rows, text};
use crate::scenario::{self, Answer};

/// A segment's cells may be lost so long after it was sent; its losses are looked for until then.
const LATER_S: f64 = 1.0;

/// Packets that are sent in a part of a run may have come so long before it.
const EARLIER_S: f64 = 1.0;
/// The length of the shortest packet on an Ethernet, in bits.
// spec: ieee802.3 4.2.3.3: 64 octets, with 20 around them
const SHORTEST_BITS: f64 = 672.0;

/// A part of a run, in simulated seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Where it begins.
    pub from_s: f64,
    /// Where it ends.
    pub to_s: f64,
}

/// The scenario that is to be run again to see events up to an instant: `segments` of a flow with their losses, or the
/// `cells` of a part of the run that reach a port, at most so many; of a packet link's port, its `packets`.
///
/// # Errors
/// Every rule that it breaks.
pub fn again(
    json: &str,
    flow: Option<&str>,
    port: Option<(&str, Part, u64)>,
    until_s: f64,
) -> Answer<String> {
    let (_, network) = cellwise_scenario::parse_json(json)?.resolved()?;
    let mut probes = json!({ "losses": { "port": "*" } });
    if let Some(flow) = flow {
        probes["segments"] = json!({ "flow": flow });
    }
    if let Some((port, part, limit)) = port {
        let rate_bps = packet_rate_bps(&network, port);
        let from_s = rate_bps.map_or(part.from_s, |rate_bps| earlier(part, limit, rate_bps));
        let [from, until] = [from_s, part.to_s].map(picoseconds);
        let key = if rate_bps.is_some() { "packets" } else { "cells" };
        probes[key] = json!({ "port": port, "from": from, "until": until, "limit": limit });
    }
    let until_s = until_s + if flow.is_some() { LATER_S } else { 0.0 };
    let (bare, _) = scenario::change(json, r#"{"probes": null}"#, None)?;
    let changes = json!({ "probes": probes });
    if until_s < network.duration.as_secs_f64() {
        let mut shorter = changes.clone();
        shorter["duration"] = json!(picoseconds(until_s));
        // What begins after that, such as a flow or the measured time, has no place in a shorter run.
        if let Ok((shorter, _)) = scenario::change(&bare, &shorter.to_string(), None) {
            return Ok(shorter);
        }
    }
    scenario::change(&bare, &changes.to_string(), None).map(|(whole, _)| whole)
}

/// The rate behind a port of a packet link; `None` for another port.
fn packet_rate_bps(network: &Network, port: &str) -> Option<f64> {
    let mut directions = network.links.iter().flat_map(|link| &link.directions);
    let found = directions.find(|direction| direction.port_name == port && direction.packets.is_some())?;
    Some(found.rate.get() as f64)
}

/// Since when packets are recorded of which some may be sent in a part: so early that half of the limit may come before
/// it, at most.
fn earlier(part: Part, limit: u64, rate_bps: f64) -> f64 {
    let half_s = limit as f64 / 2.0 * SHORTEST_BITS / rate_bps;
    (part.from_s - half_s.min(EARLIER_S)).max(0.0)
}

fn picoseconds(seconds: f64) -> String {
    format!("{} ps", (seconds * 1e12).round_ties_even().max(0.0) as u64)
}

/// Marks at most so many segments of a flow in a part of a run.
///
/// `run` has recorded the flow's segments and the losses at every port.
#[must_use]
pub fn marked(run: &Record, flow: &str, part: Part, most: usize) -> Marked {
    let segments = run.table("segments");
    let fates = fates(segments, run.table("losses"), flow);
    let is_in = |row: &usize| (part.from_s..=part.to_s).contains(&number(segments, "time_s", *row));
    let is_marked = |row: &usize| fates.contains_key(row) || text(segments, "event", *row) == "sent-again";
    let mut chosen = (0..rows(segments)).filter(|row| is_in(row) && is_marked(row));
    let reported = |row: usize| {
        let none = Fate::default();
        let fate = fates.get(&row).unwrap_or(&none);
        SegmentRow {
            time_s: number(segments, "time_s", row),
            kind: text(segments, "event", row).to_owned(),
            seq: count(segments, "octet", row),
            length: count(segments, "payload_bytes", row),
            cells: fate.cells,
            lost_cells: fate.lost_cells,
            why: fate.why.join("\n"),
        }
    };
    let found: Vec<SegmentRow> = chosen.by_ref().take(most).map(reported).collect();
    let is_cut = chosen.next().is_some();
    let known_s = if run.summary["stopped"].is_null() { part.to_s } else { run.simulated_s() - LATER_S };
    let until_s = match found.last() {
        Some(last) if is_cut => last.time_s,
        _ => known_s.min(part.to_s),
    };
    Marked { flow: flow.to_owned(), rows: found, truncated: until_s < part.to_s, until_s }
}

fn is_data(segments: &Table, row: usize) -> bool {
    matches!(text(segments, "event", row), "sent" | "sent-again")
}

/// What became of a segment that lost cells.
#[derive(Default)]
struct Fate {
    /// The cells of its frame where it first lost some; none on packet links.
    cells: Option<u64>,
    lost_cells: u64,
    why: Vec<String>,
}

/// What became of the segments that lost cells; each loss is of the last sending before it.
fn fates(segments: &Table, losses: &Table, flow: &str) -> BTreeMap<usize, Fate> {
    let sent: Vec<usize> = (0..rows(segments)).filter(|&row| is_data(segments, row)).collect();
    let lost: Vec<usize> = (0..rows(losses))
        .filter(|&row| text(losses, "flow", row) == flow && text(losses, "kind", row) == "data")
        .collect();
    let at = |table, column, row| (count(table, column, row), number(table, "time_s", row));
    let found = sendings(
        &sent.iter().map(|&row| at(segments, "octet", row)).collect::<Vec<_>>(),
        &lost.iter().map(|&row| at(losses, "first_octet", row)).collect::<Vec<_>>(),
    );
    let mut fates: BTreeMap<usize, Fate> = BTreeMap::new();
    for (row, sending) in lost.into_iter().zip(found) {
        let Some(sending) = sending else { continue };
        let fate = fates.entry(sent[sending]).or_default();
        fate.cells = fate.cells.or(Some(count(losses, "frame_cells", row)).filter(|cells| *cells > 0));
        fate.lost_cells += count(losses, "cells", row);
        fate.why.push(sentence(losses, row));
    }
    fates
}

/// Gives the cells or packets that reached a port in a part of a run.
#[must_use]
pub fn lanes(network: &Network, run: &Record, port: &str, part: Part) -> LaneRows {
    if packet_rate_bps(network, port).is_some() {
        return LaneRows::Packets(packet_lanes(run, port, part));
    }
    let table = run.table("cells");
    let name = |row: usize| {
        let back = if text(table, "direction", row) == "backward" { " back" } else { "" };
        format!("{}{back}", text(table, "vc", row))
    };
    let mut lanes: BTreeMap<String, usize> = (0..rows(table)).map(|row| (name(row), 0)).collect();
    lanes.values_mut().enumerate().for_each(|(number, lane)| *lane = number);
    let left_out = left_out(run, "cells_left_out");
    let numbers =
        |column: &str| -> Vec<u64> { (0..rows(table)).map(|row| count(table, column, row)).collect() };
    LaneRows::Cells(CellRows {
        port: port.to_owned(),
        from_s: part.from_s,
        to_s: part.to_s,
        rows: CellColumns {
            time_s: (0..rows(table)).map(|row| number(table, "time_s", row)).collect(),
            vc: (0..rows(table)).map(|row| lanes[&name(row)]).collect(),
            frame: numbers("frame"),
            cell: numbers("cell"),
            cells: numbers("frame_cells"),
            last: numbers("last_cell"),
            fate: table.texts("fate").iter().map(str::to_owned).collect(),
        },
        vcs: lanes.into_keys().collect(),
        policed: policed(network, run.table("losses"), port, part),
        truncated: left_out > 0,
        left_out,
    })
}

fn left_out(run: &Record, key: &str) -> u64 {
    run.summary[key].as_object().map_or(0, |ports| ports.values().filter_map(Value::as_u64).sum())
}

fn packet_lanes(run: &Record, port: &str, part: Part) -> PacketRows {
    let table = run.table("packets");
    let name = |row: usize| {
        let back = if text(table, "direction", row) == "backward" { " back" } else { "" };
        format!("{}{back}", text(table, "flow", row))
    };
    let is_in = |row: &usize| {
        let [came_s, ends_s] = ["time_s", "ends_s"].map(|column| number(table, column, *row));
        came_s >= part.from_s || ends_s >= part.from_s || text(table, "fate", *row) == "held"
    };
    let shown: Vec<usize> = (0..rows(table)).filter(is_in).collect();
    let mut lanes: BTreeMap<String, usize> = shown.iter().map(|&row| (name(row), 0)).collect();
    lanes.values_mut().enumerate().for_each(|(number, lane)| *lane = number);
    let left_out = left_out(run, "packets_left_out");
    let numbers =
        |column: &str| -> Vec<f64> { shown.iter().map(|&row| number(table, column, row)).collect() };
    let counts = |column: &str| -> Vec<u64> { shown.iter().map(|&row| count(table, column, row)).collect() };
    let texts = |column: &str| -> Vec<String> {
        shown.iter().map(|&row| text(table, column, row).to_owned()).collect()
    };
    PacketRows {
        port: port.to_owned(),
        from_s: part.from_s,
        to_s: part.to_s,
        packets: PacketColumns {
            time_s: numbers("time_s"),
            flow: shown.iter().map(|&row| lanes[&name(row)]).collect(),
            kind: texts("kind"),
            packet: counts("packet"),
            bytes: counts("ip_bytes"),
            begins_s: numbers("begins_s"),
            ends_s: numbers("ends_s"),
            mark: texts("mark"),
            fate: texts("fate"),
        },
        flows: lanes.into_keys().collect(),
        truncated: left_out > 0,
        left_out,
    }
}

/// The cells that policers kept from a port, by the policer's place: only connections that pass the port count, and only
/// policers before it.
fn policed(network: &Network, losses: &Table, port: &str, part: Part) -> BTreeMap<String, u64> {
    let vocabulary = Vocabulary::new();
    let policers = vocabulary.loss_reasons.iter().filter(|reason| matches!(reason.place, LossPlace::Policer));
    let reasons: Vec<&str> = policers.map(|reason| reason.name).collect();
    let resolved = Resolved::of(network);
    let vcs: BTreeMap<&str, _> = resolved.vcs.iter().map(|vc| (vc.name, vc)).collect();
    let mut found = BTreeMap::new();
    for row in 0..rows(losses) {
        let is_in = (part.from_s..=part.to_s).contains(&number(losses, "time_s", row));
        if !is_in || !reasons.contains(&text(losses, "reason", row)) {
            continue;
        }
        let Some(vc) = vcs.get(text(losses, "vc", row)) else { continue };
        let way = &vc.ways[usize::from(text(losses, "direction", row) == "backward")];
        let place = text(losses, "place", row);
        if is_behind(way, port, place) {
            *found.entry(place.to_owned()).or_default() += count(losses, "cells", row);
        }
    }
    found
}

/// Whether cells reach a port after a policer; it is where they enter its node.
fn is_behind(way: &[&str], port: &str, place: &str) -> bool {
    let node = |port: &str| port.split('.').next().unwrap_or_default().to_owned();
    let at = way.iter().position(|one| *one == port);
    let entered = way.iter().position(|one| node(one) == node(place));
    at.zip(entered).is_some_and(|(at, entered)| at >= entered)
}
