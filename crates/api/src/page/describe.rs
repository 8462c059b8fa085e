//! What a page shows of a finished run: its summary, its network, its series and tables.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_net::Table;
use cellwise_scenario::Network;
use cellwise_view::{Direction, Resolved, Topology};
use indexmap::IndexMap;
use serde_json::{Value, json};

use super::answers::{Adapter, Description, Series, Summary, Threshold};
use crate::metrics::bottleneck::{Bottleneck, bottleneck, queueing};
use crate::metrics::ports::{self, Shared};
use crate::metrics::{doubts, losses, shares::sum};
use crate::record::{Record, Watched, count, number, numbers, objects, rows, text};

/// Rows of a table that a page shows; the others are in the table's CSV.
const MOST_ROWS: usize = 200;

/// Series that a page shows.
const MOST_SERIES: usize = 2000;

/// Tables whose rows are part of the summary.
const SHOWN: [&str; 8] =
    ["flows", "ports", "policers", "shapers", "packet_ports", "queues", "noise", "calls"];

/// What is no number of a run but of the machine that made it.
const COSTS: [&str; 2] = ["cpu_s", "wall_s"];

/// Describes a run.
///
/// `document` is its scenario as its author wrote it, of which title and seed are doubts; `hidden` names the flows whose
/// acknowledgments are in no plot.
#[must_use]
pub fn described<'n>(
    document: &Value,
    network: &'n Network,
    run: &Record,
    hidden: &[String],
) -> Description<'n> {
    let resolved = Resolved::of(network);
    let found = bottleneck(run.table("ports"), run.table("vcs"), run.table("packet_ports"));
    let directions = directions(&resolved);
    let busiest = busiest(run, &directions);
    let summary = summary(run, found, &busiest);
    let peaks = Peaks::of(run);
    let is_shown = |one: &Watched| one.quantity != "acknowledgment" || !hidden.contains(&one.target);
    let series = run.series.iter().enumerate().filter(|(_, one)| is_shown(one)).take(MOST_SERIES);
    Description {
        title: document.get("title").cloned().unwrap_or_else(|| json!("")),
        seed: document.get("seed").cloned().unwrap_or_else(|| json!(1)),
        summary,
        topology: Topology::of(&resolved),
        series: series.map(|(index, one)| described_series(index, one, &directions, &peaks)).collect(),
        tables: run
            .tables
            .iter()
            .filter(|(_, table)| rows(table) > 0)
            .map(|(name, _)| name.clone())
            .collect(),
        packet_ports: busiest_of_packets(run, &resolved),
        ports: busiest,
        simulated_s: run.simulated_s(),
        stopped: doubts::stopped(&run.summary["stopped"])
            .map(|why| format!("{why}; results until then are kept")),
    }
}

/// Directions of ATM links by port.
fn directions<'r, 'n>(network: &'r Resolved<'n>) -> BTreeMap<&'n str, &'r Direction<'n>> {
    let links = network.links.iter().filter(|link| link.kind == "atm");
    links.flat_map(|link| &link.directions).map(|one| (one.port, one)).collect()
}

/// The ports of switches, the bottleneck first: by cells lost, the longest queue, the load.
fn busiest(run: &Record, directions: &BTreeMap<&str, &Direction<'_>>) -> Vec<String> {
    let table = run.table("ports");
    let key = |row: usize| {
        ["lost_cells", "queue_max_waiting_cells", "utilisation"].map(|column| number(table, column, row))
    };
    let mut ranked: Vec<usize> = (0..rows(table)).collect();
    ranked.sort_by(|&one, &other| key(other).partial_cmp(&key(one)).unwrap_or(std::cmp::Ordering::Equal));
    let names = ranked.into_iter().map(|row| text(table, "port", row));
    let is_switchs = |port: &&str| directions.get(*port).is_some_and(|one| one.queue.is_some());
    names.filter(is_switchs).take(MOST_ROWS).map(str::to_owned).collect()
}

/// The ports of packet links, those that dropped most first, then those with the longest queue.
fn busiest_of_packets(run: &Record, resolved: &Resolved<'_>) -> Vec<String> {
    let links = resolved.links.iter().filter(|link| link.kind != "atm");
    let of_links: BTreeSet<&str> = links.flat_map(|link| &link.directions).map(|one| one.port).collect();
    let table = run.table("packet_ports");
    let key = |row: usize| {
        ["dropped_packets", "queue_max_waiting_packets"].map(|column| number(table, column, row))
    };
    let mut ranked: Vec<usize> = (0..rows(table)).collect();
    ranked.sort_by(|&one, &other| key(other).partial_cmp(&key(one)).unwrap_or(std::cmp::Ordering::Equal));
    let names = ranked.into_iter().map(|row| text(table, "port", row)).filter(|port| of_links.contains(port));
    names.take(MOST_ROWS).map(str::to_owned).collect()
}

fn summary(run: &Record, bottleneck: Option<Bottleneck>, busiest: &[String]) -> Summary {
    let [flows, vcs, ports] = ["flows", "vcs", "ports"].map(|name| run.table(name));
    let mut reported = run.summary.as_object().cloned().unwrap_or_default();
    reported.retain(|key, _| !COSTS.contains(&&**key));
    let [sent, lost] = ["cells_sent", "cells_lost"].map(|column| numbers(vcs, column).iter().sum::<f64>());
    let tables = SHOWN.map(|name| (name, run.table(name)));
    let first = |(name, table): (_, &Table)| (name, objects(table, 0..rows(table).min(MOST_ROWS)));
    let found = of_cells(bottleneck.as_ref());
    Summary {
        reported,
        tables: tables.into_iter().map(first).collect(),
        rows: tables.into_iter().map(|(name, table)| (name, rows(table))).collect(),
        shared_ports: shared(run, found),
        adapters: adapters(ports),
        warnings: Vec::from_iter(doubts::waiting(&run.summary["waiting"], run.simulated_s())),
        losses: losses::by_reason(ports, vcs).into_iter().filter(|(_, cells)| *cells > 0).collect(),
        timeouts: total(flows, "timeouts") as u64,
        cell_loss_ratio: if sent > 0.0 { lost / sent } else { 0.0 },
        throughput_bps: total(flows, "throughput_bps"),
        goodput_bps: total(flows, "goodput_bps"),
        queue_max: queue_maxima(ports, found, busiest),
        bottleneck,
    }
}

/// The sum of a column without what is no number.
fn total(table: &Table, column: &str) -> f64 {
    let known = |value: f64| if value.is_nan() { 0.0 } else { value };
    sum(&numbers(table, column).into_iter().map(known).collect::<Vec<_>>())
}

/// The most cells that ever waited at the ports that a page lists: the bottleneck, ports of switches, adapters of
/// hosts.
fn queue_maxima(ports: &Table, found: Option<&str>, busiest: &[String]) -> IndexMap<String, f64> {
    let longest = |port: &str| {
        let row = (0..rows(ports)).find(|&row| text(ports, "port", row) == port)?;
        Some((port.to_owned(), number(ports, "queue_max_waiting_cells", row)))
    };
    let names = ports.texts("port").iter();
    let adapters = names.filter(|port| port.ends_with(".nic")).take(MOST_ROWS);
    let mut known = BTreeSet::new();
    let reported = found.into_iter().chain(busiest.iter().map(|port| &**port)).chain(adapters);
    reported.filter(|port| known.insert(*port)).filter_map(longest).collect()
}

/// The bottleneck, if it is a port of cells.
fn of_cells(found: Option<&Bottleneck>) -> Option<&str> {
    let Some(Bottleneck::Cells(one)) = found else { return None };
    Some(&one.port)
}

/// Describes the adapters that queue, the longest queue over time first.
fn adapters(ports: &Table) -> Vec<Adapter> {
    let adapter = |row: usize| Adapter {
        port: text(ports, "port", row).to_owned(),
        queue_mean_waiting_cells: number(ports, "queue_mean_waiting_cells", row),
        queue_max_waiting_cells: count(ports, "queue_max_waiting_cells", row),
        wait_mean_s: number(ports, "wait_mean_s", row),
    };
    queueing(ports).into_iter().take(MOST_ROWS).map(adapter).collect()
}

/// Efficiency and fairness of shared ports; of a bottleneck that one flow has, the efficiency.
fn shared(run: &Record, found: Option<&str>) -> IndexMap<String, Shared> {
    let [flows, vcs, ports] = ["flows", "vcs", "ports"].map(|name| run.table(name));
    let mut reported = IndexMap::from_iter(ports::shared(flows, vcs, ports).unwrap_or_default());
    if let Some(port) = found.filter(|port| !reported.contains_key(*port)) {
        let efficiency = ports::efficiency_at(flows, vcs, ports, port).ok().flatten();
        reported.insert(port.to_owned(), Shared { efficiency, fairness: None });
    }
    reported
}

/// The most that ever waited at each port in the measured time; none is missed.
struct Peaks {
    cells: BTreeMap<String, f64>,
    packets: BTreeMap<String, f64>,
}

impl Peaks {
    fn of(run: &Record) -> Self {
        let of = |table: &Table, column: &str| -> BTreeMap<String, f64> {
            table.texts("port").iter().map(str::to_owned).zip(numbers(table, column)).collect()
        };
        Self {
            cells: of(run.table("ports"), "queue_max_waiting_cells"),
            packets: of(run.table("packet_ports"), "queue_max_waiting_packets"),
        }
    }

    fn at(&self, one: &Watched) -> f64 {
        let held = match &*one.quantity {
            "queue" => &self.cells,
            "backlog" => &self.packets,
            _ => return 0.0,
        };
        held.get(&one.target).copied().unwrap_or_default()
    }
}

fn described_series(
    index: usize,
    one: &Watched,
    directions: &BTreeMap<&str, &Direction<'_>>,
    peaks: &Peaks,
) -> Series {
    let finite = || one.values.iter().copied().filter(|value| value.is_finite());
    let greatest = finite().reduce(f64::max);
    let peak = Some(peaks.at(one)).filter(|&peak| peak > greatest.unwrap_or_default());
    let queue =
        directions.get(&*one.target).filter(|_| one.quantity == "queue").and_then(|of| of.queue.as_ref());
    let levels = queue.into_iter().flat_map(|queue| &queue.levels);
    Series {
        index,
        name: one.name.clone(),
        probe: one.quantity.clone(),
        quantity: one.quantity.clone(),
        target: one.target.clone(),
        unit: one.unit.clone(),
        points: one.values.len(),
        min: finite().reduce(f64::min),
        max: greatest,
        // What no sample has met is a line of its own.
        peak,
        thresholds: levels.map(|one| Threshold { name: one.name.clone(), value: one.cells }).collect(),
    }
}
