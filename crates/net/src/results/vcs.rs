//! The table of virtual connections, one row per direction.

use std::borrow::Cow;

use cellwise_atm::aal5::ReassemblyError;
use cellwise_atm::loss::{LossCounts, LossReason};

use super::columns::{Table, direction, ratio};
use super::delays;
use super::subject::Subject;
use crate::circuit::{Circuit, Role};
use crate::data::delays::Delays;
use crate::element::port::Adapter;
use crate::elements::Elements;

struct Row<'a> {
    vc: &'a str,
    direction: &'static str,
    path: String,
    category: &'static str,
    circuit: &'a Circuit,
    lost: LossCounts,
    /// Its ABR source, if it has one.
    source: Option<&'a Adapter>,
    lost_rm_cells: u64,
    /// Of the packets of data of all its flows.
    delays: Option<Cow<'a, Delays>>,
}

/// One row per direction, over the measured time; cells lost are counted over the whole run, by
/// the time of sending.
pub(crate) fn table(subject: &Subject, net: &Elements, measured_s: f64) -> Table {
    let lost_rm_cells = lost_rm_cells(net);
    let mut delays = delays::by_circuit(net);
    let rows = net.circuits.with_ids().take(2 * subject.vcs.len()).map(|(number, circuit)| Row {
        vc: &subject.vcs[number.vc()].name,
        direction: direction(number.side() == 0),
        path: path(net, circuit),
        category: subject.vcs[number.vc()].category.name(),
        circuit,
        lost: losses(net, circuit),
        source: net.first_adapter_of(number).and_then(|port| net.ports[port].as_adapter()),
        lost_rm_cells: lost_rm_cells[number.place()],
        delays: delays[number.place()].take(),
    });
    Table::in_parts(rows, |rows| columns(rows, measured_s))
}

fn columns(rows: &[Row<'_>], measured_s: f64) -> Table {
    let mut table = Table::default();
    table.text("vc", rows, |row| row.vc);
    table.text("direction", rows, |row| row.direction);
    table.text("path", rows, |row| &row.path);
    table.text("category", rows, |row| row.category);
    let sent = |row: &Row<'_>| row.circuit.sent.measured().cells;
    table.count("cells_sent", rows, sent);
    table.count("cells_delivered", rows, |row| row.circuit.received.measured().cells);
    table.count("cells_lost", rows, |row| row.lost.total());
    for &reason in LossReason::ALL.iter().filter(|reason| reason.is_of_cells()) {
        let name = format!("lost_{}_cells", reason.name().replace('-', "_"));
        table.count(&name, rows, |row| row.lost.get(reason));
    }
    table.real("cell_loss_ratio", rows, |row| ratio(row.lost.total(), sent(row)));
    table.count("frames_sent", rows, |row| row.circuit.sent.measured().frames);
    table.count("frames_delivered", rows, |row| row.circuit.received.measured().frames);
    let failed = |row: &Row<'_>, error: ReassemblyError| {
        let index = error.index();
        row.circuit.received.measured().failed[index]
    };
    table.count("frames_failed", rows, |row| {
        ReassemblyError::ALL.into_iter().map(|error| failed(row, error)).sum()
    });
    for error in ReassemblyError::ALL {
        table.count(&format!("failed_{}_frames", error.name()), rows, |row| failed(row, error));
    }
    table.count("wasted_cells", rows, |row| row.circuit.received.measured().wasted_cells);
    table.real("acr_mean_cells_per_s", rows, |row| {
        row.source.map_or(f64::NAN, |source| source.rm_tally().allowed_cells / measured_s)
    });
    table.count("forward_rm_cells", rows, |row| row.source.map_or(0, |source| source.rm_tally().forward));
    table.count("backward_rm_cells", rows, |row| row.source.map_or(0, |source| source.rm_tally().backward));
    table.count("lost_rm_cells", rows, |row| row.lost_rm_cells);
    delays::add_columns(&mut table, rows, |row| row.delays.as_deref());
    table
}

/// RM cells lost on the ways of all circuits of data: forward ones with their data, backward ones
/// on the way back.
fn lost_rm_cells(net: &Elements) -> Vec<u64> {
    let mut lost = vec![0; net.circuits.len()];
    for hop in &net.hops {
        let Some(beside) = hop.data_hop else { continue };
        let data = net.hops[beside].circuit;
        let data = if net.circuits[data].role == Role::Data { data } else { hop.circuit };
        lost[data.place()] += net.lost_at(hop).total();
    }
    lost
}

/// The ports that a circuit passes.
fn path(net: &Elements, circuit: &Circuit) -> String {
    let ports = circuit.way().filter_map(|hop| net.hops[hop].element.port());
    ports.map(|port| net.ports[port].name()).collect::<Vec<_>>().join(" > ")
}

fn losses(net: &Elements, circuit: &Circuit) -> LossCounts {
    let mut lost = LossCounts::default();
    for hop in circuit.way() {
        lost.add(&net.lost_at(&net.hops[hop]));
    }
    lost
}
