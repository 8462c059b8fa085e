//! The table of virtual connections, one row per direction.

use cellwise_atm::aal5::ReassemblyError;
use cellwise_atm::loss::{LossCounts, LossReason};
use cellwise_scenario::Network;

use super::columns::{Table, ratio};
use crate::circuit::Circuit;
use crate::hop::Element;
use crate::world::World;

struct Row<'a> {
    vc: &'a str,
    direction: &'static str,
    path: String,
    circuit: &'a Circuit,
    lost: LossCounts,
}

/// One row per direction, over the measured time; cells lost are counted over the whole run, as
/// they were sent.
pub(crate) fn table(network: &Network, world: &World) -> Table {
    let rows: Vec<Row<'_>> = world
        .circuits
        .iter()
        .enumerate()
        .map(|(index, circuit)| Row {
            vc: &network.vcs[index / 2].name,
            direction: if index % 2 == 0 { "forward" } else { "backward" },
            path: path(world, circuit),
            circuit,
            lost: losses(world, circuit),
        })
        .collect();
    let mut table = Table::default();
    table.text("vc", &rows, |row| row.vc.to_owned());
    table.text("direction", &rows, |row| row.direction.to_owned());
    table.text("path", &rows, |row| row.path.clone());
    let sent = |row: &Row<'_>| row.circuit.sent.cells - row.circuit.sent_baseline.cells;
    table.count("cells_sent", &rows, sent);
    table.count("cells_delivered", &rows, |row| {
        row.circuit.received.cells - row.circuit.received_baseline.cells
    });
    table.count("cells_lost", &rows, |row| row.lost.total());
    for &reason in LossReason::ALL {
        let name = format!("lost_{}_cells", reason.name().replace('-', "_"));
        table.count(&name, &rows, |row| row.lost.get(reason));
    }
    table.real("cell_loss_ratio", &rows, |row| ratio(row.lost.total(), sent(row)));
    table.count("frames_sent", &rows, |row| row.circuit.sent.frames - row.circuit.sent_baseline.frames);
    table.count("frames_delivered", &rows, |row| {
        row.circuit.received.frames - row.circuit.received_baseline.frames
    });
    let failed = |row: &Row<'_>, error: ReassemblyError| {
        let index = error.index();
        row.circuit.received.failed[index] - row.circuit.received_baseline.failed[index]
    };
    table.count("frames_failed", &rows, |row| {
        ReassemblyError::ALL.into_iter().map(|error| failed(row, error)).sum()
    });
    for error in ReassemblyError::ALL {
        table.count(&format!("failed_{}_frames", error.name()), &rows, |row| failed(row, error));
    }
    table.count("wasted_cells", &rows, |row| {
        row.circuit.received.wasted_cells - row.circuit.received_baseline.wasted_cells
    });
    table
}

/// The ports that a circuit passes.
fn path(world: &World, circuit: &Circuit) -> String {
    let hops = &world.hops[circuit.first_hop as usize..(circuit.first_hop + circuit.hops) as usize];
    let ports = hops.iter().filter_map(|hop| match hop.element {
        Element::Port(port) => Some(world.ports[port as usize].settings.name.as_str()),
        Element::Host(_) => None,
    });
    ports.collect::<Vec<_>>().join(" > ")
}

fn losses(world: &World, circuit: &Circuit) -> LossCounts {
    let mut lost = LossCounts::default();
    for hop in &world.hops[circuit.first_hop as usize..(circuit.first_hop + circuit.hops) as usize] {
        lost.add(&hop.lost_since_warmup());
    }
    lost
}
