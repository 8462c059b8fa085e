//! The table of hosts.

use super::columns::Table;
use crate::circuit::{Circuit, Role};
use crate::data::ids::CircuitId;
use crate::elements::Elements;
use crate::host::Host;

/// One row per host or router, over the measured time; RM cells are not counted.
pub(crate) fn table(net: &Elements) -> Table {
    let rows = &net.hosts;
    let sum = |circuits: &[CircuitId], count: fn(&Circuit) -> u64| {
        let circuits = circuits.iter().map(|&circuit| &net.circuits[circuit]);
        circuits.filter(|circuit| circuit.role == Role::Data).map(count).sum::<u64>()
    };
    let mut table = Table::default();
    table.text("host", rows, |host| &host.name);
    table.count("flow_ends", rows, |host| host.endpoints.len() as u64);
    let sends = |count: fn(&Circuit) -> u64| move |host: &Host| sum(&host.sends, count);
    let receives = |count: fn(&Circuit) -> u64| move |host: &Host| sum(&host.receives, count);
    table.count("frames_sent", rows, sends(|c| c.sent.measured().frames));
    table.count("cells_sent", rows, sends(|c| c.sent.measured().cells));
    table.count("frames_received", rows, receives(|c| c.received.measured().frames));
    table.count("cells_received", rows, receives(|c| c.received.measured().cells));
    table.count("frames_failed", rows, receives(|c| c.received.measured().failed.iter().sum()));
    table.count("dropped_packets", rows, |host| host.dropped.measured());
    table
}
