//! The table of lost cells, and how much of the frames that they belong to continued in vain.
//!
//! A row is a run of consecutive cells of a frame, lost at one place for one reason; over the whole run,
//! warm-up included.

use std::collections::BTreeMap;

use cellwise_scenario::LostCells;
use cellwise_units::Time;

use super::columns::{Table, direction};
use super::subject::Subject;
use crate::data::ids::{CircuitId, PortId};
use crate::data::losses::Loss;
use crate::element::Element;
use crate::elements::Elements;

/// One row per run of lost cells, in order of time; nothing without a probe.
pub(crate) fn table(subject: &Subject, net: &mut Elements, end: Time) -> Option<Table> {
    let losses = net.losses.take()?;
    let mut rows = merged(net, losses.rows);
    rows.retain(|row| row.loss.run.at <= end);
    add_waste(&mut rows);
    rows.retain(|row| is_asked_for(subject, net, row));
    rows.sort_by_key(|row| (row.loss.run.at, row.circuit, row.loss.run.cells.hop, row.loss.number()));
    Some(columns(subject, net, &rows))
}

/// A row of the table.
struct Row {
    loss: Loss,
    /// Cells of the run.
    cells: u64,
    circuit: CircuitId,
    /// Whether it is the first loss of its frame.
    is_first: bool,
    /// Cells of the frame that continued in vain, counted at its first loss.
    wasted: u64,
}

/// The rows, with cells that follow each other in one: how they were noted depends on how they came.
fn merged(net: &Elements, mut losses: Vec<Loss>) -> Vec<Row> {
    losses.sort_by_key(|loss| (loss.run.cells.hop, loss.is_numbered, loss.number()));
    let mut rows: Vec<Row> = Vec::with_capacity(losses.len());
    for loss in losses {
        let (run, count) = (loss.run, u64::from(loss.run.cells.count));
        if let Some(row) = rows.last_mut()
            && let before = row.loss.run
            && loss.is_numbered
            && row.loss.is_numbered
            && (before.cells.hop, before.cells.frame, before.reason, before.go_on)
                == (run.cells.hop, run.cells.frame, run.reason, run.go_on)
            && u64::from(before.cells.index) + row.cells == u64::from(run.cells.index)
        {
            row.cells += count;
            continue;
        }
        let circuit = net.hops[run.cells.hop].circuit;
        rows.push(Row { loss, cells: count, circuit, is_first: !loss.is_numbered, wasted: 0 });
    }
    rows
}

/// Finds out how many cells of each frame were not lost, although the frame was.
fn add_waste(rows: &mut [Row]) {
    let mut frames: BTreeMap<(CircuitId, u32), (u64, usize)> = BTreeMap::new();
    for (place, row) in rows.iter().enumerate().filter(|(_, row)| row.loss.is_numbered) {
        let (lost, first) = frames.entry((row.circuit, row.loss.run.cells.frame)).or_insert((0, place));
        *lost += row.cells;
        if row.loss.run.at < rows[*first].loss.run.at {
            *first = place;
        }
    }
    for (lost, first) in frames.into_values() {
        let all = u64::from(rows[first].loss.run.cells.label.frame_cells());
        rows[first].is_first = true;
        rows[first].wasted = all.saturating_sub(lost);
    }
}

/// Whether the loss is at a place that a probe names.
fn is_asked_for(subject: &Subject, net: &Elements, row: &Row) -> bool {
    let LostCells::Ports(ports) = &subject.records.losses else { return true };
    let element = net.hops[row.loss.run.cells.hop].element;
    let is_at = |port: PortId| match element {
        Element::Port(place) => place == port,
        Element::PacketPort(place) => net.packet_ports[place].port == port,
        Element::Noise(_) => net.stages.name(element) == net.ports[port].name(),
        _ => false,
    };
    ports.iter().any(|(link, end)| is_at(PortId::of_link(link.get(), *end)))
}

fn columns(subject: &Subject, net: &Elements, rows: &[Row]) -> Table {
    let mut table = Table::default();
    table.real("time_s", rows, |row| row.loss.run.at.as_secs_f64());
    table.text("place", rows, |row| net.place_of(row.loss.run.cells.hop));
    table.text("reason", rows, |row| row.loss.run.reason_name());
    table.text("vc", rows, |row| {
        if is_of_packets(net, row) { "" } else { &subject.vcs[beside(net, row).vc()].name }
    });
    table.text("direction", rows, |row| direction_of(net, row));
    table.text("flow", rows, |row| net.flows.find(row.loss.carried.flow).map_or("", |flow| &flow.name));
    table.text("kind", rows, |row| row.loss.carried.kind);
    table.count("packet", rows, |row| row.loss.carried.packet(&net.flows));
    table.count("first_octet", rows, |row| {
        if row.loss.carried.kind == "datagram" { 0 } else { row.loss.carried.first_octet }
    });
    table.count("payload_bytes", rows, |row| row.loss.carried.octets);
    // Packets on packet links have no cells.
    let cells =
        |count: fn(&Row) -> u64| move |row: &Row| if is_of_packets(net, row) { 0 } else { count(row) };
    table.count("first_cell", rows, cells(|row| u64::from(row.loss.run.cells.index) + 1));
    table.count("cells", rows, cells(|row| row.cells));
    table.count("frame_cells", rows, cells(|row| row.loss.run.cells.label.frame_cells().into()));
    table.count("first_loss", rows, |row| u64::from(row.is_first));
    table.count("wasted_cells", rows, |row| row.wasted);
    table
}

/// Whether it was lost on a packet link.
fn is_of_packets(net: &Elements, row: &Row) -> bool {
    net.is_of_packets(row.loss.run.cells.hop)
}

/// The circuit of the data on which or with which the cells were.
fn beside(net: &Elements, row: &Row) -> CircuitId {
    let hop = &net.hops[row.loss.run.cells.hop];
    hop.data_hop.map_or(row.circuit, |data| net.hops[data].circuit)
}

fn direction_of(net: &Elements, row: &Row) -> &'static str {
    let forward = match net.flows.find(row.loss.carried.flow).filter(|_| is_of_packets(net, row)) {
        Some(flow) => flow.is_forward(row.circuit),
        None => beside(net, row).side() == 0,
    };
    direction(forward)
}
