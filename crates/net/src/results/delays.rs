//! The table of delays: how many packets of a flow had which delay, over the measured time.
//!
//! A delay is counted in nanoseconds, to two significant digits: the classes are wider the longer it is, and
//! no count is lost.

use cellwise_scenario::Network;

use super::columns::Table;
use crate::world::World;

/// Packets of one class of delays.
struct Row {
    flow: usize,
    from_ns: u64,
    /// Not included.
    to_ns: u64,
    packets: u64,
}

/// One row per flow and class with packets, in order; nothing without a probe.
pub(crate) fn table(network: &Network, world: &World) -> Option<Table> {
    if network.records.delays.is_empty() {
        return None;
    }
    let flows = network.records.delays.iter().map(|flow| flow.get());
    let rows: Vec<Row> = flows.flat_map(|flow| rows(world, flow)).collect();
    let mut table = Table::default();
    table.text("flow", &rows, |row| network.flows[row.flow].name.clone());
    table.real("from_s", &rows, |row| row.from_ns as f64 / 1e9);
    table.real("to_s", &rows, |row| row.to_ns as f64 / 1e9);
    table.count("packets", &rows, |row| row.packets);
    Some(table)
}

fn rows(world: &World, flow: usize) -> Vec<Row> {
    let circuit = &world.circuits[world.flows[flow].last_leg()];
    let Some(delays) = &circuit.delays else { return Vec::new() };
    let histogram = &delays.histogram;
    let classes = histogram.iter_recorded();
    classes
        .map(|class| {
            let from_ns = histogram.lowest_equivalent(class.value_iterated_to());
            // What takes less than a nanosecond counts as one.
            let from_ns = if from_ns == 1 { 0 } else { from_ns };
            let to_ns = histogram.highest_equivalent(class.value_iterated_to()) + 1;
            Row { flow, from_ns, to_ns, packets: class.count_since_last_iteration() }
        })
        .collect()
}
