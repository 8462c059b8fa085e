//! The table of the cells that were offered to ports, over the whole run, warm-up included.

use cellwise_units::Time;

use super::columns::{Table, direction};
use super::subject::Subject;
use crate::data::ids::PortId;
use crate::element::{Noted, OfferedCell};
use crate::elements::Elements;

/// What probes of cells or of packets have recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct PortRecords {
    /// One row per cell or packet, in order of time.
    pub table: Table,
    /// Those that arrived at a port after as many as its probe may record, by port: those ports only.
    pub left_out: Vec<(String, u64)>,
}

/// What the watches of all ports have noted; nothing without a probe.
pub(crate) fn records(subject: &Subject, net: &mut Elements, end: Time) -> Option<PortRecords> {
    if net.watches.is_empty() {
        return None;
    }
    let noted = std::mem::take(net.watches.as_vec()).into_iter().map(|watch| watch.noted);
    let mut left_out = Vec::new();
    let rows = gather(noted, |port| net.ports[port].name(), &mut left_out, end);
    Some(PortRecords { table: columns(subject, net, &rows), left_out })
}

/// A cell or a packet at a port.
pub(super) struct Row<P, T> {
    pub(super) port: P,
    pub(super) at: Time,
    pub(super) what: T,
}

/// Cells or packets at all ports up to the end of the run, in order of time; adds the ports that left out some.
pub(super) fn gather<'n, P: Copy, T>(
    noted: impl Iterator<Item = Noted<P, T>>,
    name: impl Fn(P) -> &'n str,
    left_out: &mut Vec<(String, u64)>,
    end: Time,
) -> Vec<Row<P, T>> {
    let mut rows = Vec::new();
    for Noted { port, rows: noted, left_out: count, .. } in noted {
        if count > 0 {
            left_out.push((name(port).to_owned(), count));
        }
        let by_end = noted.into_iter().filter(|(at, _)| *at <= end);
        rows.extend(by_end.map(|(at, what)| Row { port, at, what }));
    }
    // Stable: those of one instant at a port stay in the order in which they came.
    rows.sort_by_key(|row| row.at);
    rows
}

impl Row<PortId, OfferedCell> {
    /// Whether it is a cell of a frame of data; RM cells are not.
    fn is_data(&self) -> bool {
        self.what.passer.carried.kind != "rm-cell"
    }
}

fn columns(subject: &Subject, net: &Elements, rows: &[Row<PortId, OfferedCell>]) -> Table {
    let mut table = Table::default();
    table.real("time_s", rows, |row| row.at.as_secs_f64());
    table.text("port", rows, |row| net.ports[row.port].name());
    table.text("vc", rows, |row| &subject.vcs[row.what.passer.beside.vc()].name);
    table.text("direction", rows, |row| direction(row.what.passer.beside.side() == 0));
    table.text("flow", rows, |row| {
        let flow = row.what.passer.carried.flow;
        net.flows.find(flow).map_or("", |flow| &flow.name)
    });
    table.text("kind", rows, |row| row.what.passer.carried.kind);
    table.count("packet", rows, |row| row.what.passer.carried.packet(&net.flows));
    table.count("frame", rows, |row| if row.is_data() { u64::from(row.what.frame) + 1 } else { 0 });
    table.count("cell", rows, |row| u64::from(row.what.index) + 1);
    table.count("frame_cells", rows, |row| row.what.label.frame_cells().into());
    table.count("last_cell", rows, |row| {
        u64::from(row.is_data() && row.what.index + 1 == row.what.label.frame_cells())
    });
    table.text("fate", rows, |row| row.what.lost.map_or("taken", |reason| reason.name()));
    table
}
