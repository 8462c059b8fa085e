//! The table of hosts.

use super::columns::Table;
use crate::circuit::{Circuit, Role};
use crate::host::Host;
use crate::ids::CircuitId;
use crate::world::World;

/// One row per host or router, over the measured time; RM cells are not counted.
pub(crate) fn table(world: &World) -> Table {
    let rows = &world.hosts;
    let sum = |circuits: &[CircuitId], count: fn(&Circuit) -> u64| {
        let circuits = circuits.iter().map(|&circuit| &world.circuits[circuit]);
        circuits.filter(|circuit| circuit.role == Role::Data).map(count).sum::<u64>()
    };
    let mut table = Table::default();
    table.text("host", rows, |host| host.name.clone());
    table.count("flow_ends", rows, |host| host.endpoints.len() as u64);
    let sends = |count: fn(&Circuit) -> u64| move |host: &Host| sum(&host.sends, count);
    let receives = |count: fn(&Circuit) -> u64| move |host: &Host| sum(&host.receives, count);
    table.count("frames_sent", rows, sends(|c| c.sent.frames - c.sent_baseline.frames));
    table.count("cells_sent", rows, sends(|c| c.sent.cells - c.sent_baseline.cells));
    table.count("frames_received", rows, receives(|c| c.received.frames - c.received_baseline.frames));
    table.count("cells_received", rows, receives(|c| c.received.cells - c.received_baseline.cells));
    table.count(
        "frames_failed",
        rows,
        receives(|c| c.received.failed.iter().sum::<u64>() - c.received_baseline.failed.iter().sum::<u64>()),
    );
    table.count("dropped_packets", rows, |host| host.dropped - host.dropped_baseline);
    table
}
