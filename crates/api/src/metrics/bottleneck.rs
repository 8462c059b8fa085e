//! Which port or adapter of a run is its bottleneck, and which adapters queue.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use cellwise_net::Table;
use cellwise_units::CELL_BITS;
use schemars::JsonSchema;
use serde::Serialize;

use crate::record::{count, number, rows, text};

/// What `drop_policy` says of a port that never refuses a cell.
const ADAPTER: &str = "adapter";

/// Ports that one stream of cells keeps busy in turn differ by the cells under way between them at the end.
const AS_BUSY: f64 = 0.98;

/// Every adapter takes a while for a burst; in one that queues, a packet of 1500 octets waits on average.
const QUEUES_FROM_CELLS: f64 = 32.0;

/// The busiest port or adapter of a run.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Bottleneck {
    /// One of cells.
    Cells(CellPort),
    /// One of packets.
    Packets(PacketPort),
}

/// A port of cells, and those that wait there.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
pub struct CellPort {
    pub(crate) port: String,
    is_adapter: bool,
    rate_bps: u64,
    utilisation: f64,
    lost_cells: u64,
    queue_mean_waiting_cells: f64,
    queue_max_waiting_cells: u64,
    #[schemars(with = "Option<f64>")]
    wait_mean_s: f64,
    /// How long it takes to send its longest queue.
    queue_max_s: f64,
}

/// A port of packets, and those that wait there.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
pub struct PacketPort {
    port: String,
    is_adapter: bool,
    discipline: String,
    rate_bps: u64,
    utilisation: f64,
    /// Those that it dropped, and those lost on its line.
    lost_packets: u64,
    queue_mean_waiting_packets: f64,
    queue_max_waiting_packets: u64,
    queue_max_waiting_bytes: u64,
    #[schemars(with = "Option<f64>")]
    wait_mean_s: f64,
    /// How long it takes to send its longest queue.
    queue_max_s: f64,
}

/// Describes the busiest port or adapter of a run; `None` if none sent anything in the measured time.
///
/// That is the one that sends for the greatest share of the measured time. Of several that are as busy, within 2 %, it
/// is the one that lost most cells and, where none did, the one with the longest queue over time. Adapters of ABR
/// connections wait for a rate that the network gives them, so they are never the bottleneck. A port of packets is it
/// only if no port of cells is as busy, or if it is in front of that port.
#[must_use]
pub fn bottleneck(ports: &Table, vcs: &Table, packet_ports: &Table) -> Option<Bottleneck> {
    let of_packets = busiest_of_packets(packet_ports);
    let paced = abr_adapters(ports, vcs);
    let busy: Vec<f64> = (0..rows(ports)).map(|row| utilisation(ports, row, &paced)).collect();
    let busiest = busy.iter().copied().fold(0.0, f64::max);
    let is_packets = |row: usize| number(packet_ports, "utilisation", row) > busiest / AS_BUSY;
    if busiest == 0.0 || of_packets.is_some_and(is_packets) {
        return of_packets.map(|row| packets_described(packet_ports, row));
    }
    let among = (0..busy.len()).filter(|&row| busy[row] >= busiest * AS_BUSY);
    let rank = |row: usize| {
        [number(ports, "lost_cells", row), number(ports, "queue_mean_waiting_cells", row), busy[row]]
    };
    // Of equals, the first row.
    let row = among.reduce(|best, row| if greater(&rank(row), &rank(best)) { row } else { best })?;
    // Where packets wait for a line of cells, no cell does.
    let before =
        (0..rows(packet_ports)).rfind(|&one| text(packet_ports, "port", one) == text(ports, "port", row));
    Some(before.map_or_else(|| described(ports, row), |one| packets_described(packet_ports, one)))
}

/// Whether the first key that differs is greater; a value that is no number is the least.
fn greater(one: &[f64], other: &[f64]) -> bool {
    let order = |(one, other): (&f64, &f64)| match (one.is_nan(), other.is_nan()) {
        (false, false) => one.partial_cmp(other).unwrap_or(Ordering::Equal),
        (one, other) => other.cmp(&one),
    };
    one.iter().zip(other).map(order).find(|order| *order != Ordering::Equal) == Some(Ordering::Greater)
}

fn utilisation(ports: &Table, row: usize, paced: &BTreeSet<String>) -> f64 {
    let busy = number(ports, "utilisation", row);
    if busy.is_nan() || paced.contains(text(ports, "port", row)) { 0.0 } else { busy }
}

fn described(ports: &Table, row: usize) -> Bottleneck {
    let (rate_bps, longest) = (count(ports, "rate_bps", row), count(ports, "queue_max_waiting_cells", row));
    Bottleneck::Cells(CellPort {
        port: text(ports, "port", row).to_owned(),
        is_adapter: text(ports, "drop_policy", row) == ADAPTER,
        rate_bps,
        utilisation: number(ports, "utilisation", row),
        lost_cells: count(ports, "lost_cells", row),
        queue_mean_waiting_cells: number(ports, "queue_mean_waiting_cells", row),
        queue_max_waiting_cells: longest,
        wait_mean_s: number(ports, "wait_mean_s", row),
        queue_max_s: (longest * CELL_BITS) as f64 / rate_bps as f64,
    })
}

/// The busiest port of packets; of several, the one that lost most or had the longest queue.
fn busiest_of_packets(ports: &Table) -> Option<usize> {
    let busy = |row: usize| number(ports, "utilisation", row);
    let busiest = (0..rows(ports)).map(busy).fold(0.0, f64::max);
    let rank = |row: usize| {
        [lost_packets(ports, row) as f64, number(ports, "queue_mean_waiting_packets", row), busy(row)]
    };
    let among = (0..rows(ports)).filter(|&row| busiest > 0.0 && busy(row) >= busiest * AS_BUSY);
    among.reduce(|best, row| if greater(&rank(row), &rank(best)) { row } else { best })
}

fn lost_packets(ports: &Table, row: usize) -> u64 {
    count(ports, "dropped_packets", row) + count(ports, "lost_on_line_packets", row)
}

fn packets_described(ports: &Table, row: usize) -> Bottleneck {
    let (rate_bps, octets) = (count(ports, "rate_bps", row), count(ports, "queue_max_waiting_bytes", row));
    let port = text(ports, "port", row);
    Bottleneck::Packets(PacketPort {
        port: port.to_owned(),
        is_adapter: port.ends_with(".nic"),
        discipline: text(ports, "discipline", row).to_owned(),
        rate_bps,
        utilisation: number(ports, "utilisation", row),
        lost_packets: lost_packets(ports, row),
        queue_mean_waiting_packets: number(ports, "queue_mean_waiting_packets", row),
        queue_max_waiting_packets: count(ports, "queue_max_waiting_packets", row),
        queue_max_waiting_bytes: octets,
        wait_mean_s: number(ports, "wait_mean_s", row),
        queue_max_s: (octets * 8) as f64 / rate_bps as f64,
    })
}

/// The rows of the adapters in which 32 cells or more, a packet of 1500 octets, wait on average, the longest queue over
/// time first.
#[must_use]
pub fn queueing(ports: &Table) -> Vec<usize> {
    let waiting = |row: usize| number(ports, "queue_mean_waiting_cells", row);
    let is_adapter = |row: usize| text(ports, "drop_policy", row) == ADAPTER;
    let mut found: Vec<usize> =
        (0..rows(ports)).filter(|&row| is_adapter(row) && waiting(row) >= QUEUES_FROM_CELLS).collect();
    found.sort_by(|&one, &other| waiting(other).total_cmp(&waiting(one)));
    found
}

/// The adapters of ABR connections among the ports. They are called `NODE.CONNECTION`; those of switches for the way
/// back end in `.backward`.
#[must_use]
pub fn abr_adapters(ports: &Table, vcs: &Table) -> BTreeSet<String> {
    let paced = (0..rows(vcs)).filter(|&row| text(vcs, "category", row) == "abr");
    let paced: BTreeSet<&str> = paced.map(|row| text(vcs, "vc", row)).collect();
    let is_paced = |name: &&str| {
        let of = name.split_once('.').map_or("", |(_, of)| of);
        paced.contains(of.strip_suffix(".backward").unwrap_or(of))
    };
    ports.texts("port").iter().filter(is_paced).map(str::to_owned).collect()
}
