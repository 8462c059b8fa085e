//! The table of the cells that were offered to ports, over the whole run, warm-up included.

use cellwise_units::Time;

use super::columns::Table;
use super::subject::Subject;
use crate::data::ids::PortId;
use crate::element::OfferedCell;
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
    let (mut rows, mut left_out) = (Vec::new(), Vec::new());
    for watch in std::mem::take(&mut net.watches) {
        let port = watch.port;
        if watch.left_out > 0 {
            left_out.push((net.ports[port].name().to_owned(), watch.left_out));
        }
        let cells = watch.cells.into_iter().filter(|cell| cell.at <= end);
        rows.extend(cells.map(|cell| Row { port, cell }));
    }
    // Stable: of one instant, a port's cells stay in the order in which they came.
    rows.sort_by_key(|row| row.cell.at);
    Some(PortRecords { table: columns(subject, net, &rows), left_out })
}

struct Row {
    port: PortId,
    cell: OfferedCell,
}

impl Row {
    /// Whether it is a cell of a frame of data; RM cells are not.
    fn is_data(&self) -> bool {
        self.cell.passer.carried.kind != "rm-cell"
    }
}

fn columns(subject: &Subject, net: &Elements, rows: &[Row]) -> Table {
    let mut table = Table::default();
    table.real("time_s", rows, |row| row.cell.at.as_secs_f64());
    table.text("port", rows, |row| net.ports[row.port].name());
    table.text("vc", rows, |row| &subject.vcs[row.cell.passer.beside.vc()].name);
    table.text(
        "direction",
        rows,
        |row| {
            if row.cell.passer.beside.side() == 0 { "forward" } else { "backward" }
        },
    );
    table.text("flow", rows, |row| {
        let flow = row.cell.passer.carried.flow;
        net.flows.find(flow).map_or("", |flow| &flow.name)
    });
    table.text("kind", rows, |row| row.cell.passer.carried.kind);
    table.count("packet", rows, |row| row.cell.passer.carried.packet(&net.flows));
    table.count("frame", rows, |row| if row.is_data() { u64::from(row.cell.frame) + 1 } else { 0 });
    table.count("cell", rows, |row| u64::from(row.cell.index) + 1);
    table.count("frame_cells", rows, |row| row.cell.label.frame_cells().into());
    table.count("last_cell", rows, |row| {
        u64::from(row.is_data() && row.cell.index + 1 == row.cell.label.frame_cells())
    });
    table.text("fate", rows, |row| row.cell.lost.map_or("taken", |reason| reason.name()));
    table
}
